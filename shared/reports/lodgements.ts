import * as z from 'zod/mini';
import { type Period, parsePeriod, periodLabel, quarterKey, REPORT_KINDS } from '../deliveries/deliveries';
import { optionalText } from '../fields';
import {
  annualDueDay,
  brisbaneDay,
  brisbaneInstant,
  type FinancialYear,
  financialYearOf,
  financialYearRange,
  isDay,
  previousQuarter,
  type Quarter,
  quarterDueDay,
  quarterOf,
  quarterRange,
  type Range,
} from '../periods';

export type ReportKind = (typeof REPORT_KINDS)[number];

/** A report and what it is on, as they are stored: 'quarterly' and "Q3-2026", 'annual' and "2025-2026". */
export type ReportOfPeriod = { report: ReportKind; period: string };

const REFERENCE_LENGTH = 100;

const periodMessage = 'Please select a period';

/** What names a report and its period in a query. */
export const reportOfPeriodSchema = z
  .object({ report: z.enum(REPORT_KINDS, periodMessage), period: z.string(periodMessage) })
  .check(z.refine(isReportOfPeriod, { error: periodMessage, path: ['period'] }));

function isReportOfPeriod({ report, period }: ReportOfPeriod): boolean {
  const parsed = parsePeriod(period);
  if (parsed?.report !== report) return false;
  const { from } = periodRange(parsed);
  return from >= brisbaneInstant('2000-01-01') && from < brisbaneInstant('2100-01-01');
}

const lodgedOnMessage = 'Please enter the day it was lodged';

/** POST /api/lodgements: a report was lodged in the regulator's portal on a Brisbane day. */
export const lodgeSchema = z
  .strictObject({
    report: z.enum(REPORT_KINDS, periodMessage),
    period: z.string(periodMessage),
    lodgedOn: z.string(lodgedOnMessage).check(z.refine(isDay, lodgedOnMessage)),
    /** The portal's receipt number. */
    reference: optionalText(REFERENCE_LENGTH),
  })
  .check(z.refine(isReportOfPeriod, { error: periodMessage, path: ['period'] }));
export type Lodge = z.infer<typeof lodgeSchema>;

export const lodgementSchema = z.strictObject({
  id: z.string(),
  report: z.enum(REPORT_KINDS),
  period: z.string(),
  lodgedOn: z.string(),
  reference: z.nullable(z.string()),
  /** Of the PDF as it was when the report was marked as lodged. */
  pdfSha256: z.string(),
  createdAt: z.iso.datetime(),
});
export type Lodgement = z.infer<typeof lodgementSchema>;

/** GET /api/lodgements: the newest period first, and what decides which reports are due. */
export const lodgementListSchema = z.strictObject({
  lodgements: z.array(lodgementSchema),
  /** The day the holder came: what was due before is no business of this product. */
  registeredOn: z.string(),
  /** From the first driver or trip to the last day with either; null at the end while there are drivers. */
  activity: z.nullable(z.strictObject({ from: z.string(), to: z.nullable(z.string()) })),
});
export type LodgementList = z.infer<typeof lodgementListSchema>;

/** A figure that is no longer what was lodged; null where the line was, or is, not there. */
export const figureChangeSchema = z.strictObject({
  label: z.string(),
  lodged: z.nullable(z.string()),
  now: z.nullable(z.string()),
});
export type FigureChange = z.infer<typeof figureChangeSchema>;

/** GET /api/lodgements/changes: what has changed since it was lodged, by the lodgement's id; empty lists are left out. */
export const lodgementChangesSchema = z.record(z.string(), z.array(figureChangeSchema));
export type LodgementChanges = z.infer<typeof lodgementChangesSchema>;

/** From the period's first moment to the next period's. */
export function periodRange(period: Period): Range {
  return period.report === 'annual' ? financialYearRange(period.financialYear) : quarterRange(period.quarter);
}

/** The day the report is due at the regulator. */
function periodDueDay(period: Period): string {
  return period.report === 'annual' ? annualDueDay(period.financialYear) : quarterDueDay(period.quarter);
}

/** A period that can be stored. @throws RangeError for one that cannot be read */
export function readPeriod({ period }: ReportOfPeriod): Period {
  const parsed = parsePeriod(period);
  if (!parsed) throw new RangeError(`No such period: ${period}`);
  return parsed;
}

export const quarterlyOf = (quarter: Quarter): ReportOfPeriod => ({
  report: 'quarterly',
  period: quarterKey(quarter),
});
export const annualOf = (financialYear: FinancialYear): ReportOfPeriod => ({
  report: 'annual',
  period: financialYear,
});

/** "Quarterly report, Q3 (Jan–Mar 2026)", "Annual report, 2025-2026". */
export function reportLabel({ report, period }: ReportOfPeriod): string {
  return `${report === 'annual' ? 'Annual report' : 'Quarterly report'}, ${periodLabel(period)}`;
}

/** The latest periods of both reports that have ended, and those that run, the latest end first. */
export function recentPeriods(now: Date): ReportOfPeriod[] {
  const quarters = series(quarterOf(now), previousQuarter, QUARTERS_SHOWN).map(quarterlyOf);
  const years = series(financialYearOf(now), previousYear, YEARS_SHOWN).map(annualOf);
  const end = (period: ReportOfPeriod) => periodRange(readPeriod(period)).to.getTime();
  return [...quarters, ...years].toSorted((a, b) => end(b) - end(a));
}

/** Records are kept for two years (decisions §1): the running quarter and eight before it. */
const QUARTERS_SHOWN = 9;
const YEARS_SHOWN = 4;

function series<T>(first: T, previous: (current: T) => T, count: number): T[] {
  const all = [first];
  for (let current = first; all.length < count; all.push(current)) current = previous(current);
  return all;
}

const previousYear = (year: FinancialYear): FinancialYear =>
  financialYearOf(new Date(financialYearRange(year).from.getTime() - 1));

/** A report that has to be lodged, or will have to be. */
export type DueReport = ReportOfPeriod & {
  dueDay: string;
  /** Whole days from today to the due day; negative once it is over. */
  daysLeft: number;
  /** 'running' while the period is not over, so that it cannot be lodged yet. */
  state: 'overdue' | 'due' | 'running';
};

/**
 * Which reports are due when (decisions §1), the earliest due day first. Left out are what was lodged, what was due before the
 * holder came here, and periods without a driver, a vehicle or a trip: there is nothing to report of them.
 */
export function dueReports(now: Date, { lodgements, registeredOn, activity }: LodgementList): DueReport[] {
  if (!activity) return [];
  const today = brisbaneDay(now);
  return recentPeriods(now)
    .filter((period) => !findLodgement(lodgements, period))
    .map((period) => ({
      period,
      range: periodRange(readPeriod(period)),
      dueDay: periodDueDay(readPeriod(period)),
    }))
    .filter(({ range, dueDay }) => dueDay >= registeredOn && overlaps(range, activity))
    .map(({ period, range, dueDay }): DueReport => {
      const daysLeft = daysBetween(today, dueDay);
      const state = now < range.to ? 'running' : daysLeft < 0 ? 'overdue' : 'due';
      return { ...period, dueDay, daysLeft, state };
    })
    .toSorted((a, b) => a.daysLeft - b.daysLeft || (a.report < b.report ? 1 : -1));
}

function overlaps({ from, to }: Range, activity: { from: string; to: string | null }): boolean {
  return activity.from < brisbaneDay(to) && (activity.to === null || activity.to >= brisbaneDay(from));
}

const daysBetween = (from: string, to: string): number =>
  Math.round((brisbaneInstant(to).getTime() - brisbaneInstant(from).getTime()) / 86_400_000);

/** The lodgement of a report, if it was marked as lodged. */
export function findLodgement<L extends ReportOfPeriod>(
  lodgements: readonly L[],
  { report, period }: ReportOfPeriod,
): L | undefined {
  return lodgements.find((lodgement) => lodgement.report === report && lodgement.period === period);
}

/**
 * The lodged reports that a trip at this time is in, as people call them: to warn before such a trip is added, changed or
 * deleted.
 */
export function lodgedReportsAt(lodgements: readonly ReportOfPeriod[], datetime: Date): string[] {
  return lodgements
    .filter((lodgement) => {
      const { from, to } = periodRange(readPeriod(lodgement));
      return from <= datetime && datetime < to;
    })
    .map(reportLabel);
}
