import {
  addDays,
  brisbaneDay,
  brisbaneInstant,
  type FinancialYear,
  financialYearOf,
  financialYearRange,
  formatDateTime,
  formatLongDay,
  isFinancialYear,
  lastDay,
  QUARTER_NUMBERS,
  type Quarter,
  quarterLabel,
  quarterOf,
  quarterRange,
  type Range,
} from '../periods';

/** The reports that the regulator asks for (docs/regulator.md#what-tmr-asks). */
export const REPORT_KINDS = ['quarterly', 'annual'] as const;
export type ReportKind = (typeof REPORT_KINDS)[number];

export type Period = {
  kind: ReportKind;
  /** How it is stored, and named in addresses and file names: "Q3-2026", "2025-2026". Keys of two kinds differ. */
  key: string;
  range: Range;
  /** The last day on which the report is on time (docs/regulator.md#due-days). */
  dueDay: string;
  /** "Q3 (Jan–Mar 2026)", "2025-2026". */
  label: string;
  /** The period's name in statements: "this quarter". */
  noun: 'quarter' | 'financial year';
};

/** Both reports are due on the 28th of the month after their period. */
const toPeriod = (kind: ReportKind, period: Pick<Period, 'key' | 'label' | 'range'>): Period => ({
  ...period,
  kind,
  noun: kind === 'annual' ? 'financial year' : 'quarter',
  dueDay: addDays(brisbaneDay(period.range.to), 27),
});

export function quarterPeriod(quarter: Quarter): Period {
  const key = `${quarter.quarter}-${quarter.year}`;
  return toPeriod('quarterly', { key, label: quarterLabel(quarter), range: quarterRange(quarter) });
}

export function annualPeriod(financialYear: FinancialYear): Period {
  const range = financialYearRange(financialYear);
  return toPeriod('annual', { key: financialYear, label: financialYear, range });
}

/** Reads a period's key; null for any other text, or for a period that begins outside 2000 to 2099. */
export function parsePeriod(key: string): Period | null {
  const [, number, year] = /^(Q\d)-(20\d\d)$/.exec(key) ?? [];
  const quarter = QUARTER_NUMBERS.find((known) => known === number);
  if (quarter) return quarterPeriod({ quarter, year: Number(year) });
  return isFinancialYear(key) && key.startsWith('20') ? annualPeriod(key) : null;
}

/** Reads the key of a stored period. @throws RangeError for a key that parsePeriod does not know */
export function readPeriod(key: string): Period {
  const period = parsePeriod(key);
  if (!period) throw new RangeError(`No such period: ${key}`);
  return period;
}

export const periodAt = (kind: ReportKind, instant: Date): Period =>
  kind === 'annual' ? annualPeriod(financialYearOf(instant)) : quarterPeriod(quarterOf(instant));

export const previousPeriod = ({ kind, range }: Period): Period =>
  periodAt(kind, new Date(range.from.getTime() - 1));

export function periodsWithin(kind: ReportKind, { from, to }: Range): Period[] {
  const periods: Period[] = [];
  for (let at = from; at < to; ) {
    const period = periodAt(kind, at);
    periods.push(period);
    at = period.range.to;
  }
  return periods;
}

/** The first moment after the due day: from here on the report is overdue. */
export const endOfDueDay = ({ dueDay }: Period): Date => brisbaneInstant(addDays(dueDay, 1));

/** "1 July 2025 to 30 June 2026". */
export const periodDates = ({ range }: Pick<Period, 'range'>): string =>
  `${formatLongDay(brisbaneDay(range.from))} to ${formatLongDay(lastDay(range))}`;

/** "Quarterly report, Q3 (Jan–Mar 2026)", "Annual report, 2025-2026". */
export const reportLabel = ({ kind, label }: Period): string =>
  `${kind === 'annual' ? 'Annual' : 'Quarterly'} report, ${label}`;

/** The warning on a report that is made before its period is over; null afterwards. */
export function unfinishedStatement({ noun, range }: Period, madeAt: Date): string | null {
  if (madeAt >= range.to) return null;
  return `Not for lodging yet: this ${noun} ends on ${formatLongDay(lastDay(range))}. Trips logged until ${formatDateTime(madeAt)} are counted.`;
}
