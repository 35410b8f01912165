import { countOf } from '@shared/figures';
import type { ImportPreview } from '@shared/imports';

const list = new Intl.ListFormat('en-AU');

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
