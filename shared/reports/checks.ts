import * as z from 'zod/mini';
import { TRIP_KINDS } from '../trips/trip-kinds';
import { tripSchema } from '../trips/trips';
import { periodIsOfKind, reportFields } from './lodgements';
import { readPeriod } from './report-periods';

/** What an inspector would ask about a report, or about an answer to TMR (docs/product/reports.md#checks). */
export const findingSchema = z.strictObject({
  kind: z.enum([
    'nil',
    'quarters',
    'unlike-before',
    'changed-since',
    'entity-expired',
    'authorisation-expired',
    'authorisation-twice',
    'no-licence',
    'before-licence',
    'licence-expired',
    'licence-twice',
    'licence-double',
    'postcode',
    'outside-queensland',
    'duplicate',
    'before-start',
    'after-end',
    'driver-gap',
    'switched-off',
    'vehicle-dates',
    'vehicle-gap',
    'no-dates',
    'outside-hours',
    'no-vehicle',
    'hours-without-vehicle',
    'long-wait',
    'future',
    'assumed',
    'areas',
    'idle-driver',
    'idle-vehicle',
    'number-form',
  ]),
  title: z.string(),
  detail: z.string(),
  /** The filters that show its trips in Trip History; as in GET /api/trips. */
  trips: z.nullable(
    z.strictObject({
      startDate: z.string(),
      endDate: z.string(),
      postcode: z.optional(z.string()),
      search: z.optional(z.string()),
      driverId: z.optional(z.string()),
      vehicleId: z.optional(z.string()),
      waiting: z.optional(z.string()),
      kind: z.optional(z.enum(TRIP_KINDS)),
    }),
  ),
  /** The driver and days that show its shifts, and the hours that are proposed, on the screen Hours. */
  hours: z.optional(z.strictObject({ driver: z.string(), from: z.string(), to: z.string() })),
  /** The first of its trips, to be fixed. */
  examples: z.array(tripSchema),
  /** Links to fix it, with the id of the driver or vehicle to open there; where the label is a number, `of` says whose. */
  fixes: z.array(
    z.strictObject({
      opens: z.enum(['driver', 'vehicle', 'profile']),
      id: z.nullable(z.string()),
      label: z.string(),
      of: z.optional(z.string()),
    }),
  ),
});
export type Finding = z.infer<typeof findingSchema>;

/** Who looked at a list of questions, and when. */
export const lookSchema = z.strictObject({
  /** Null for a person who is no longer known. */
  person: z.nullable(z.string()),
  at: z.iso.datetime(),
  questions: z.number(),
  /** Whether the questions are others now. */
  hasChanged: z.boolean(),
});
export type Look = z.infer<typeof lookSchema>;

/** GET /api/checks: the findings of a period, at most MAX_FINDINGS of a kind; `left` counts those beyond. */
export const checksSchema = z.strictObject({
  findings: z.array(findingSchema),
  left: z.number(),
  /** The suburbs of a quarter whose area is unconfirmed (docs/product/reports.md#areas): one question together. */
  placesToConfirm: z.number(),
  /** The first of them, each with the area that is proposed, if any is. */
  firstPlaces: z.array(
    z.strictObject({ postcode: z.string(), suburb: z.string(), area: z.nullable(z.string()) }),
  ),
  tripCount: z.number(),
  /** The trips that any finding about single trips is about, each counted once. */
  toLookAt: z.number(),
  /** The questions of the list, those that it leaves out included. */
  questions: z.number(),
  /** Names these questions, so that it is known later whether they have changed; a look sends it back. */
  seen: z.string(),
  /** The last look at this list; null before the first. */
  look: z.nullable(lookSchema),
});
export type Checks = z.infer<typeof checksSchema>;

/** Names the questions of a list by their number and a hash: "4-3f9a…". */
const seen = {
  seen: z.string().check(z.regex(/^\d{1,6}-[0-9a-f]{16,64}$/, 'Please look at the list again')),
};

/** POST /api/tmr-requests/{id}/looks: a person looked at the questions that `seen` names. */
export const lookedSchema = z.strictObject(seen);
/** POST /api/checks/looks: the same of a period. */
export const lookedAtPeriodSchema = z.pipe(
  z.strictObject({ ...reportFields, ...seen }).check(periodIsOfKind),
  z.transform(({ period, seen }) => ({ period: readPeriod(period), seen })),
);

/**
 * What is worth a look and may well be right: how TMR's numbers look is known in part only (docs/regulator.md#numbers), and a spare
 * vehicle, or a driver who is still there, need not have driven.
 */
const REMARKS: readonly Finding['kind'][] = ['number-form', 'idle-driver', 'idle-vehicle'];
/** Whether an inspector would ask about it; else it is a remark. */
export const isQuestion = ({ kind }: Pick<Finding, 'kind'>): boolean => !REMARKS.includes(kind);

export const questionsOf = <F extends Pick<Finding, 'kind'>>(findings: readonly F[]): F[] =>
  findings.filter(isQuestion);

/** Whether nothing is asked that no one has looked at; questions that were looked at may be left as they are. */
export const isLookedOver = ({ questions, look }: Pick<Checks, 'questions' | 'look'>): boolean =>
  questions === 0 || look?.hasChanged === false;

export const MAX_FINDINGS = 50;
export const MAX_EXAMPLES = 3;
