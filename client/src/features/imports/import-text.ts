import type { ImportPreview } from '@shared/imports';

const figure = new Intl.NumberFormat('en-AU');
const list = new Intl.ListFormat('en-AU');

/** '1 trip', '1,204 trips'. */
export const countOf = (count: number, one: string) =>
  `${figure.format(count)} ${one}${count === 1 ? '' : 's'}`;

/** Text on the rows that are left out of an import; empty when none is. */
export function leftOutText({ problem, repeated, stored }: ImportPreview['counts']): string {
  const parts = [
    problem > 0 && `${countOf(problem, 'row')} with ${problem === 1 ? 'a problem' : 'problems'}`,
    repeated > 0 && countOf(repeated, 'repeated row'),
    stored > 0 && `${countOf(stored, 'row')} already stored`,
  ].filter((part) => part !== false);
  if (parts.length === 0) return '';
  return `${list.format(parts)} ${problem + repeated + stored === 1 ? 'is' : 'are'} left out.`;
}
