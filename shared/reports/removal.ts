import * as z from 'zod/mini';
import { daySchema } from '../fields';
import { addDays, brisbaneDay, isDay } from '../periods';

/** So many years records have to be kept (docs/regulator.md#records-kept). */
export const KEPT_YEARS = 2;

/** The day, two years ago, before which records may be removed; two years before 29 February is the 28th. */
export function latestRemovalDay(now: Date): string {
  const today = brisbaneDay(now);
  const then = `${Number(today.slice(0, 4)) - KEPT_YEARS}${today.slice(4)}`;
  return isDay(then) ? then : addDays(`${then.slice(0, 4)}-03-01`, -1);
}

const counts = z.strictObject({ trips: z.number(), shifts: z.number() });
export type RemovalCounts = z.infer<typeof counts>;

/** GET /api/records/removal: what would go. Without a day, two years ago. */
export const removalQuerySchema = z.object({ before: z.optional(daySchema('Please enter the day')) });

export const removalPreviewSchema = z.strictObject({
  /** The first day that stays. */
  before: z.string(),
  /** The latest day that `before` may be. */
  latest: z.string(),
  /** Records to remove, deleted trips and shifts among them. */
  counts,
  deletedTrips: z.number(),
  /** The day of the oldest trip or shift; null where there is nothing to remove. */
  oldestDay: z.nullable(z.string()),
  /** Unanswered requests from TMR that ask about these days: nothing is removed while there are any. */
  openRequests: z.number(),
  stays: z.strictObject({
    lodgements: z.number(),
    documents: z.number(),
    drivers: z.number(),
    vehicles: z.number(),
  }),
});
export type RemovalPreview = z.infer<typeof removalPreviewSchema>;

const count = z.int('Counts are whole numbers').check(z.gte(0, 'Counts are whole numbers'));

/** POST /api/records/removal; `expected` is what the person saw. */
export const removeRecordsSchema = z.strictObject({
  before: daySchema('Please enter the day'),
  expected: z.strictObject({ trips: count, shifts: count }),
});
export type RemoveRecords = z.infer<typeof removeRecordsSchema>;

/** One request removes as many as it can within its time; the next one expects what is left. */
export const removedRecordsSchema = z.strictObject({ removed: counts, left: counts });
export type RemovedRecords = z.infer<typeof removedRecordsSchema>;
