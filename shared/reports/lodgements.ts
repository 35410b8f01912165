import * as z from 'zod/mini';
import { activityEventSchema } from '../activity/activity';
import { idParams, optionalLongText, optionalText } from '../fields';
import { countOf, formatMinutes } from '../figures';
import { LENGTHS } from '../limits';
import { addDays, brisbaneDay, brisbaneInstant, daysBetween, isDay, type Range } from '../periods';
import { tripSchema } from '../trips/trips';
import {
  type Period,
  parsePeriod,
  periodAt,
  periodsWithin,
  previousPeriod,
  REPORT_KINDS,
  type ReportKind,
  readPeriod,
} from './report-periods';

const REFERENCE_LENGTH = 100;
const ID_LENGTH = 64;

const periodMessage = 'Please select a period';

/** How a report is named where it crosses the network: its kind, and its period's key. */
export const reportFields = { report: z.enum(REPORT_KINDS, periodMessage), period: z.string(periodMessage) };
export const periodIsOfKind = z.refine<{ report: ReportKind; period: string }>(
  ({ report, period }) => parsePeriod(period)?.kind === report,
  { error: periodMessage, path: ['period'] },
);

/** A query that names a report; it is read as the report's period. */
export const periodQuerySchema = z.pipe(
  z.object(reportFields).check(periodIsOfKind),
  z.transform(({ period }) => readPeriod(period)),
);

const lodgedOnMessage = 'Please enter the day it was lodged';

/**
 * POST /api/lodgements: a report was lodged in the regulator's portal on a Brisbane day. With `amends` it replaces a lodgement of the same
 * report, for a reason (docs/product/reports.md#amending).
 */
export const lodgeSchema = z
  .strictObject({
    ...reportFields,
    lodgedOn: z.string(lodgedOnMessage).check(z.refine(isDay, lodgedOnMessage)),
    reference: optionalText(REFERENCE_LENGTH),
    amends: optionalText(ID_LENGTH),
    reason: optionalLongText(LENGTHS.amendReason),
  })
  .check(
    periodIsOfKind,
    z.refine(({ amends, reason }) => amends === null || reason !== null, {
      error: 'Please enter why it was lodged again',
      path: ['reason'],
    }),
    z.refine(({ amends, reason }) => amends !== null || reason === null, {
      error: 'Only an amendment has a reason',
      path: ['reason'],
    }),
  );
export type Lodge = z.infer<typeof lodgeSchema>;

/** POST /api/lodgements/not-lodged: a report that the list asks about is not lodged yet. */
export const notLodgedSchema = z.pipe(
  z.strictObject(reportFields).check(periodIsOfKind),
  z.transform(({ period }) => readPeriod(period)),
);

/** A document that was kept when its report was marked as lodged (docs/product/reports.md#kept-documents). */
export const lodgedDocumentSchema = z.strictObject({
  /** Its name as a file and in its address. */
  name: z.string(),
  mediaType: z.string(),
  /** Bytes. */
  size: z.number(),
  /** Hexadecimal. */
  sha256: z.string(),
});
export type LodgedDocument = z.infer<typeof lodgedDocumentSchema>;

/** GET /api/lodgements/{id}/documents/{name}; an impossible name is answered 404. */
export const lodgedDocumentParams = z.extend(idParams, {
  name: z.string().check(z.regex(/^[\w-]{1,100}\.[a-z]{1,10}$/)),
});

export const lodgementSchema = z.strictObject({
  id: z.string(),
  report: z.enum(REPORT_KINDS),
  period: z.string(),
  lodgedOn: z.string(),
  reference: z.nullable(z.string()),
  /** The lodgement that this one amends, and why; null for the first of a period. */
  amends: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  /** The lodgement that amends this one; null for the current one of its period. */
  amendedBy: z.nullable(z.string()),
  /** The SHA-256 of the PDF as it was when the report was marked as lodged. */
  pdfSha256: z.string(),
  /** The report first; empty for a lodgement that is older than the keeping of documents. */
  documents: z.array(lodgedDocumentSchema),
  createdAt: z.iso.datetime(),
});
export type Lodgement = z.infer<typeof lodgementSchema>;

/** GET /api/lodgements: the last lodgement first, amended ones included, and what decides which reports are due (docs/product/reports.md#lodgements). */
export const lodgementListSchema = z.strictObject({
  lodgements: z.array(lodgementSchema),
  /** The day the holder registered: reports due before were lodged elsewhere. */
  registeredOn: z.string(),
  /** The first day with a driver or trip, and the last; no end while there are drivers. */
  activity: z.nullable(z.strictObject({ from: z.string(), to: z.nullable(z.string()) })),
  /** The periods with trips whose report only the holder knows to be lodged or not. */
  asked: z.array(z.string()),
  /** Those that someone said are not lodged yet. */
  notLodged: z.array(z.string()),
});
export type LodgementList = z.infer<typeof lodgementListSchema>;

/** The change of figures since they were lodged, more or less; waiting times in minutes. */
const differenceSchema = z.strictObject({ trips: z.number(), waiting: z.number() });
export type Difference = z.infer<typeof differenceSchema>;

const plus = (count: number) => (count > 0 ? '+' : '');

/** "+2 trips, -5 min of waiting", "+1 trip": without what did not change. */
export const differenceText = ({ trips, waiting }: Difference): string =>
  [
    trips !== 0 && plus(trips) + countOf(trips, 'trip'),
    waiting !== 0 && `${plus(waiting)}${formatMinutes(waiting)} of waiting`,
  ]
    .filter(Boolean)
    .join(', ') || 'none';

const lastChangeSchema = z.strictObject({
  at: z.iso.datetime(),
  /** Null for the software itself. */
  person: z.nullable(z.string()),
  entity: z.enum(['trip', 'driver', 'vehicle', 'place', 'import']),
  action: z.enum(['created', 'updated', 'deleted', 'restored']),
  /** How many trips (of an import: all of its trips), drivers or vehicles it touched at once. */
  count: z.number(),
});
export type LastChange = z.infer<typeof lastChangeSchema>;

/** A figure that differs from what was lodged; null on the side that lacks the line. */
export const figureChangeSchema = z.strictObject({
  label: z.string(),
  lodged: z.nullable(z.string()),
  now: z.nullable(z.string()),
  /** Given for places only. */
  difference: z.nullable(differenceSchema),
  /** How a number differs, for people: "+25 min". Null where it is no number. */
  by: z.nullable(z.string()),
  /** The driver or vehicle that the line is about. */
  of: z.nullable(z.strictObject({ opens: z.enum(['driver', 'vehicle']), id: z.string() })),
  /** How many times something was done that touches the figure, since it was lodged. */
  times: z.number(),
  last: z.nullable(lastChangeSchema),
});
export type FigureChange = z.infer<typeof figureChangeSchema>;

/** A trip that a lodged report counts otherwise now. */
const tripChangeSchema = z.strictObject({
  /** As it is now, or as it was deleted. */
  trip: tripSchema,
  isDeleted: z.boolean(),
  /** What happened to it in all since then, by whom and when last. */
  event: activityEventSchema,
});
export type TripChange = z.infer<typeof tripChangeSchema>;

/** Changes since a report was lodged (docs/product/reports.md#changes-since). */
export const changesSinceSchema = z.strictObject({
  /** The first of the figures that differ, in the order of the report. */
  figures: z.array(figureChangeSchema),
  /** How many trips the report counts otherwise, and the first of them, the last one changed first. */
  trips: z.strictObject({ count: z.number(), listed: z.array(tripChangeSchema) }),
  /** The difference of all trips, which those of the places listed and left out add up to. */
  total: differenceSchema,
  /** The figures that differ and are not listed, and by how much their places differ together. */
  left: z.strictObject({ figures: z.number(), difference: differenceSchema }),
});
export type ChangesSince = z.infer<typeof changesSinceSchema>;

/** GET /api/lodgements/changes: by the lodgement's id; reports without changes are left out. */
export const lodgementChangesSchema = z.record(z.string(), changesSinceSchema);
export type LodgementChanges = z.infer<typeof lodgementChangesSchema>;

/** How many periods can be lodged here: records are kept for two years (docs/regulator.md#records-kept). */
const PERIODS_SHOWN = { quarterly: 9, annual: 4 };

/** The latest periods of both reports, the running ones among them, the latest end first; quarters before years. */
export function recentPeriods(now: Date): Period[] {
  const latest = (kind: ReportKind) => {
    let period = periodAt(kind, now);
    const periods = [period];
    while (periods.length < PERIODS_SHOWN[kind]) {
      period = previousPeriod(period);
      periods.push(period);
    }
    return periods;
  };
  return REPORT_KINDS.flatMap(latest).toSorted((a, b) => b.range.to.getTime() - a.range.to.getTime());
}

export type DueReport = Period & {
  /** Whole days from today to the due day; negative when it is over. */
  daysLeft: number;
  /** 'running' while the period is not over, so that it cannot be lodged yet. */
  state: 'overdue' | 'due' | 'running';
};

/** The facts that decide which reports are due. */
type DueFrom = Pick<LodgementList, 'registeredOn' | 'activity' | 'notLodged'> & {
  lodgements: readonly Pick<Lodgement, 'period' | 'amendedBy'>[];
};

/**
 * The reports to lodge, the earliest due day first; not without a driver or a trip, and from before the holder registered only those that
 * someone said are not lodged yet.
 */
export function dueReports(
  now: Date,
  { lodgements, registeredOn, activity, notLodged }: DueFrom,
): DueReport[] {
  if (!activity) return [];
  const isDueHere = ({ dueDay, key }: Period) => dueDay >= registeredOn || notLodged.includes(key);
  return recentPeriods(now)
    .filter((period) => !findLodgement(lodgements, period))
    .filter((period) => isDueHere(period) && overlaps(period.range, activity))
    .map((period): DueReport => {
      const daysLeft = daysBetween(brisbaneDay(now), period.dueDay);
      const state = now < period.range.to ? 'running' : daysLeft < 0 ? 'overdue' : 'due';
      return { ...period, daysLeft, state };
    })
    .toSorted((a, b) => a.daysLeft - b.daysLeft);
}

/** The reports of periods that begin within a year, where there will be drivers or vehicles to report. */
export function reportsOfComingYear(now: Date, { activity }: Pick<DueFrom, 'activity'>): Period[] {
  if (!activity) return [];
  const inAYear = brisbaneInstant(addDays(brisbaneDay(now), 365));
  return REPORT_KINDS.flatMap((kind) => {
    const from = periodAt(kind, now).range.to;
    return periodsWithin(kind, { from, to: inAYear }).filter(({ range }) => overlaps(range, activity));
  });
}

/** Of the last quarter and the last year those that were due before the holder registered: only the holder knows whether they were lodged. */
export const periodsToAskAbout = (
  now: Date,
  { lodgements, registeredOn, notLodged }: Omit<DueFrom, 'activity'>,
): Period[] =>
  REPORT_KINDS.map((kind) => previousPeriod(periodAt(kind, now))).filter(
    (last) => last.dueDay < registeredOn && !findLodgement(lodgements, last) && !notLodged.includes(last.key),
  );

const overlaps = ({ from, to }: Range, activity: NonNullable<LodgementList['activity']>) =>
  activity.from < brisbaneDay(to) && (activity.to === null || activity.to >= brisbaneDay(from));

type Amendable = Pick<Lodgement, 'id' | 'amends' | 'amendedBy'>;

/** The lodgements that are not amended: one for each lodged period. */
export const currentLodgements = <L extends Pick<Amendable, 'amendedBy'>>(lodgements: readonly L[]): L[] =>
  lodgements.filter(({ amendedBy }) => amendedBy === null);

/** The current lodgement of a period. */
export const findLodgement = <L extends Pick<Lodgement, 'period' | 'amendedBy'>>(
  lodgements: readonly L[],
  { key }: Period,
): L | undefined => currentLodgements(lodgements).find(({ period }) => period === key);

/** The lodgements that one amends, the last before it first. */
export function lodgementsBefore<L extends Amendable>(lodgements: readonly L[], { amends }: Amendable): L[] {
  const before = lodgements.find(({ id }) => id === amends);
  return before ? [before, ...lodgementsBefore(lodgements, before)] : [];
}
