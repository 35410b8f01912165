import { LENGTHS } from '@shared/limits';

/** One word, as long as a field takes it. */
export const longest = (length: number, start = '') => `${start}${'W'.repeat(length)}`.slice(0, length);

/** Turns round what follows it, up to the end of its paragraph. */
export const OVERRIDE = '\u202e';

/** Hebrew and Arabic, which run from right to left, with an override that no one closes. */
export const rightToLeft = (length: number) =>
  `${'תל אביב شارع '.repeat(length).slice(0, length - 1)}${OVERRIDE}`;

export const longestEmail = (start: string) => {
  const end = '@example.com';
  return `${longest(LENGTHS.email - end.length, start)}${end}`;
};
