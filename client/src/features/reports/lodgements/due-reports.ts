import { countOf } from '@shared/figures';
import {
  brisbaneDay,
  daysBetween,
  financialYearOf,
  formatDay,
  lastDay,
  previousQuarter,
  quarterOf,
} from '@shared/periods';
import type { DueReport } from '@shared/reports/lodgements';
import { annualPeriod, type Period, quarterPeriod, type ReportKind } from '@shared/reports/report-periods';
import { annualReportSchema, quarterlyReportSchema } from '@shared/reports/reports';
import { dueDayText } from '@shared/to-do/due-text';

export const canBeLodged = ({ state }: DueReport) => state !== 'running';

/** Kept on one line. */
const unbroken = (text: string) => text.replaceAll(' ', '\u00a0');

/** "Quarter ends in 39 days, due 28/01/2027", "Due 28/01/2027, in 28 days", "Due today", "Was due 28/10/2026, 24 days ago". */
export function dueText({ kind, range, dueDay }: Period, now: Date): string {
  const today = brisbaneDay(now);
  if (now < range.to) {
    const left = daysBetween(today, lastDay(range));
    const end = left === 0 ? 'ends today' : `ends in ${countOf(left, 'day')}`;
    return `${unbroken(`${kind === 'annual' ? 'Year' : 'Quarter'} ${end},`)} ${unbroken(`due ${formatDay(dueDay)}`)}`;
  }
  return dueDayText(dueDay, today);
}

export function dueNow(due: readonly DueReport[]): DueReport[] {
  const lodgeable = due.filter(canBeLodged);
  return lodgeable.length > 0 ? lodgeable : due.slice(0, 1);
}

/** The choices in the fields; an empty text is no choice. */
export type ChosenReport = { report: ReportKind; quarter: string; year: string; financialYear: string };

/** The choice that names a period; the fields of the other kind keep what they had. */
export function choiceOf({ kind, key }: Pick<Period, 'kind' | 'key'>, before: ChosenReport): ChosenReport {
  if (kind === 'annual') return { ...before, report: kind, financialYear: key };
  const [quarter = '', year = ''] = key.split('-');
  return { ...before, report: kind, quarter, year };
}

/** The first choice: the most urgent report that can be lodged, else the next one that is due, else the last quarter's. */
export function firstChoice(due: readonly DueReport[], now: Date): ChosenReport {
  const { quarter, year } = previousQuarter(quarterOf(now));
  const lastQuarter: ChosenReport = {
    report: 'quarterly',
    quarter,
    year: String(year),
    financialYear: due.find(({ kind }) => kind === 'annual')?.key ?? financialYearOf(now),
  };
  const [next] = dueNow(due);
  return next ? choiceOf(next, lastQuarter) : lastQuarter;
}

export function periodOf(chosen: ChosenReport): { period: Period | null; error?: string } {
  const { report, quarter, year, financialYear } = chosen;
  if (report === 'annual') {
    const { data, error } = annualReportSchema.safeParse({ financialYear });
    return data ? { period: annualPeriod(data.financialYear) } : refused(error);
  }
  const { data, error } = quarterlyReportSchema.safeParse({ quarter, year });
  return data ? { period: quarterPeriod(data) } : refused(error);
}

const refused = (error: { issues: { message: string }[] } | undefined) => ({
  period: null,
  error: error?.issues[0]?.message ?? '',
});
