import { financialYearOf, previousQuarter, quarterOf } from '@shared/periods';
import type { DueReport } from '@shared/reports/lodgements';
import { annualPeriod, type Period, quarterPeriod, type ReportKind } from '@shared/reports/report-periods';
import { annualReportSchema, quarterlyReportSchema } from '@shared/reports/reports';

/** What is chosen in the fields; an empty text is no choice. */
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
    financialYear: financialYearOf(now),
  };
  const [next = due[0]] = due.filter(({ state }) => state !== 'running');
  return next ? choiceOf(next, lastQuarter) : lastQuarter;
}

/** The period that is chosen, or why there is none. */
export function periodOf(chosen: ChosenReport): { period: Period } | { period: null; error: string } {
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
