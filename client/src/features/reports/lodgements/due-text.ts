import { countOf } from '@shared/figures';
import { formatDay } from '@shared/periods';
import type { DueReport } from '@shared/reports/lodgements';

const days = (count: number): string => countOf(count, 'day');

/** "Due 28/01/2027, in 68 days", "Due today", "Was due 28/10/2026, 24 days ago". */
export function dueText({ dueDay, daysLeft }: Pick<DueReport, 'dueDay' | 'daysLeft'>): string {
  if (daysLeft === 0) return 'Due today';
  if (daysLeft < 0) return `Was due ${formatDay(dueDay)}, ${days(-daysLeft)} ago`;
  return `Due ${formatDay(dueDay)}, in ${days(daysLeft)}`;
}

/** The reports for the panel: all that can be lodged, else the next one. */
export function dueNow(due: readonly DueReport[]): DueReport[] {
  const lodgeable = due.filter(({ state }) => state !== 'running');
  return lodgeable.length > 0 ? lodgeable : due.slice(0, 1);
}
