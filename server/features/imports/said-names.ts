import { nameKey } from '@shared/fold-text';
import { LENGTHS } from '@shared/limits';

/** Longer than any licence or name. */
const MAX_KEY_CHARACTERS = 255;
/** Letters of a text that is a number all the same: "DA 400123". */
const LETTERS_OF_NUMBER = 3;

/** The words of a name in alphabetical order: one key for "John Smith" and "SMITH, John". Empty for a text that is no name. */
export const wordsOf = (name: string): string =>
  name.length > MAX_KEY_CHARACTERS ? '' : nameKey(name).split(' ').sort().join(' ');

/** A text that is too long to be found is not normalised: that takes time that grows with the square of its length. */
export const matchKey = (text: string) =>
  text.length > MAX_KEY_CHARACTERS ? '' : text.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase();

/** A numeric licence as a spreadsheet keeps it, without leading zeros. Empty for other texts. */
export const bareNumber = (text: string) =>
  text.length > LENGTHS.licence ? '' : (/^0*(\d+)(?:\.0+)?$/.exec(text)?.[1] ?? '');

/** How a row says who drove: first and last name where they are two columns. */
export type SaidName = { licence: string; name: string; first?: string; last?: string };

/** "John Smith (400123)". */
const WITH_NUMBER = /^([^()[\]]+?)\s*[([]([^()[\]]*\d[^()[\]]*)[)\]]$/;

/** A driver as a row's columns say it: a last name that the first column has too is not said twice, and a number in brackets is the licence. */
export function readSaidName(licence: string, driver: string, lastName: string): SaidName {
  const [, own = '', number = ''] = (licence === '' && WITH_NUMBER.exec(driver)) || [];
  const first = own || driver;
  const isWhole = first.includes(',') || ` ${nameKey(first)}`.endsWith(` ${nameKey(lastName)}`);
  const said = { licence: licence || number.trim(), name: first };
  if (lastName === '' || isWhole) return said;
  return { ...said, name: `${first} ${lastName}`.trim(), first, last: lastName };
}

/** Whether a text under a heading of names is a number: "DA400123". */
export const isNumber = (text: string): boolean =>
  /\d/.test(text) && (text.match(/\p{L}/gu)?.length ?? 0) <= LETTERS_OF_NUMBER;

/** Whether one name may be the other's short form: "J Smith", "Smith". */
export function isShortFor(short: string, long: string): boolean {
  const left = long.split(' ');
  return short.split(' ').every((word) => {
    const at = left.findIndex((other) => other.startsWith(word));
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

/** Whether all words of one name are words of the other. */
export function isPartOf(part: string, whole: string): boolean {
  const left = whole.split(' ');
  return part.split(' ').every((word) => {
    const at = left.indexOf(word);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

const capitalised = (text: string) =>
  text === text.toUpperCase() || text === text.toLowerCase()
    ? text.toLowerCase().replace(/(?<=^|[\s'’-])\p{L}/gu, (letter) => letter.toUpperCase())
    : text;
const tidy = (text: string) => capitalised(text.trim().replace(/\s+/g, ' ')) || null;
const isUpper = (word: string) => /\p{Lu}{2}/u.test(word) && word === word.toUpperCase();

/** Words with which a last name of several words begins. */
const PARTICLES = [
  'van',
  'von',
  'der',
  'den',
  'de',
  'da',
  'di',
  'du',
  'del',
  'della',
  'la',
  'le',
  'bin',
  'ibn',
  'al',
  'el',
  'st',
];

export type SplitName = { firstName: string | null; lastName: string | null };

/** A name split as it is written: "SMITH, John", "NGUYEN Amy", "Jan van der Berg". A single name is the first. */
export function splitName({ name, first, last }: SaidName): SplitName {
  if (first !== undefined) return { firstName: tidy(first), lastName: tidy(last ?? '') };
  const comma = name.indexOf(',');
  if (comma >= 0) return { firstName: tidy(name.slice(comma + 1)), lastName: tidy(name.slice(0, comma)) };
  const words = name.trim().split(/\s+/);
  const upper = words.filter(isUpper);
  if (
    upper.length > 0 &&
    upper.length < words.length &&
    isUpper(words[0] ?? '') &&
    !isUpper(words.at(-1) ?? '')
  )
    return {
      firstName: tidy(words.filter((word) => !isUpper(word)).join(' ')),
      lastName: tidy(upper.join(' ')),
    };
  let at = words.length - 1;
  while (at > 1 && PARTICLES.includes((words[at - 1] ?? '').toLowerCase())) at -= 1;
  return words.length === 1
    ? { firstName: tidy(name), lastName: null }
    : { firstName: tidy(words.slice(0, at).join(' ')), lastName: tidy(words.slice(at).join(' ')) };
}
