import type { ImportPreview } from '@shared/imports';

const figure = new Intl.NumberFormat('en-AU');

/** '1 trip', '1,204 trips'. */
export const countOf = (count: number, one: string) =>
  `${figure.format(count)} ${one}${count === 1 ? '' : 's'}`;

/** Text on the rows that are left out of an import; empty when none is. */
export function leftOutText({ problem, stored }: ImportPreview['counts']): string {
  const parts = [
    problem > 0 && `${countOf(problem, 'row')} with ${problem === 1 ? 'a problem' : 'problems'}`,
    stored > 0 && `${countOf(stored, 'row')} already stored`,
  ].filter(Boolean);
  if (parts.length === 0) return '';
  return `${parts.join(' and ')} ${problem + stored === 1 ? 'is' : 'are'} left out.`;
}
