import { countOf } from '../figures';
import { daysBetween, formatDay } from '../periods';

type Words = { today: string; past: string; coming: string };
const DUE: Words = { today: 'Due today', past: 'Was due', coming: 'Due' };
export const EXPIRES: Words = { today: 'Expires today', past: 'Last day was', coming: 'Expires' };

/** "Due 28/01/2027, in 28 days", "Due today", "Was due 28/10/2026, 24 days ago"; the same of what expires. */
export function dueDayText(day: string, today: string, words = DUE): string {
  const left = daysBetween(today, day);
  if (left === 0) return words.today;
  if (left < 0) return `${words.past} ${agoText(day, today)}`;
  return `${words.coming} ${formatDay(day)}, in ${countOf(left, 'day')}`;
}

/** "28/10/2026, 24 days ago", of a day that is over. */
export const agoText = (day: string, today: string): string =>
  `${formatDay(day)}, ${countOf(daysBetween(day, today), 'day')} ago`;
