import * as z from 'zod/mini';
import {
  addDays,
  brisbaneDay,
  brisbaneInstant,
  dayRange,
  daysBetween,
  previousQuarter,
  quarterOf,
  quarterRange,
  type Range,
} from '../periods';

/** An average in minutes with one decimal: 0 without trips, null where no wait is known. It leaves out the trips of unknown wait. */
const averageFields = { avgWaitTime: z.nullable(z.number()), unknownWaits: z.number() };

/** GET /api/statistics (docs/product/reports.md#statistics). */
export const statisticsSchema = z.strictObject({
  totalTrips: z.number(),
  ...averageFields,
  uniquePostcodes: z.number(),
  activeDrivers: z.number(),
});
export type Statistics = z.infer<typeof statisticsSchema>;

/** GET /api/top-locations, most trips first. */
export const topLocationSchema = z.strictObject({
  suburb: z.string(),
  postcode: z.string(),
  tripCount: z.number(),
});
export type TopLocation = z.infer<typeof topLocationSchema>;

/** GET /api/statistics/months: the months of `twoYears` that have trips. */
export const monthOfTripsSchema = z.strictObject({
  month: z.string(),
  tripCount: z.number(),
  ...averageFields,
});
export type MonthOfTrips = z.infer<typeof monthOfTripsSchema>;

/** GET /api/statistics/places, most trips first, at most MAP_PLACES; `at` is longitude and latitude, null where unknown. */
export const pickupPlaceSchema = z.extend(topLocationSchema, {
  at: z.nullable(z.readonly(z.tuple([z.number(), z.number()]))),
});
export type PickupPlace = z.infer<typeof pickupPlaceSchema>;

const figuresSchema = z.strictObject({
  tripCount: z.number(),
  ...averageFields,
  /** How many postcodes, and drivers, have trips. */
  postcodes: z.number(),
  drivers: z.number(),
});
export type Figures = z.infer<typeof figuresSchema>;

/** GET /api/statistics/recent: what the figures are compared to (docs/product/reports.md#statistics). */
export const recentStatisticsSchema = z.strictObject({
  /** The figures of the ranges that `comparedRanges` names. */
  quarter: figuresSchema,
  quarterBefore: figuresSchema,
  yearBefore: figuresSchema,
  /** How many trips of `oneYear` waited so long, for each of WAITING_STEPS. */
  waiting: z.array(z.number()),
  /** The drivers with most trips of `oneYear` first, at most TOP_DRIVERS. */
  drivers: z.array(
    z.strictObject({
      name: z.string(),
      driverAuthorityLicense: z.string(),
      tripCount: z.number(),
      ...averageFields,
    }),
  ),
});
export type RecentStatistics = z.infer<typeof recentStatisticsSchema>;

export const TOP_DRIVERS = 10;

/** The least minutes of each step of the distribution; a step ends before the next one. */
export const WAITING_STEPS = [0, 1, 6, 11, 16, 21, 26, 31] as const;

/** Each step as a range of minutes, which GET /api/trips takes: '6-10', '31-'. */
export const WAITING_RANGES = WAITING_STEPS.map((from, index) => {
  const next = WAITING_STEPS[index + 1];
  return `${from}-${next === undefined ? '' : next - 1}`;
});

/** The running quarter until today, and as many days of the quarter before and of the same quarter a year before. */
export function comparedRanges(now: Date): { quarter: Range; quarterBefore: Range; yearBefore: Range } {
  const quarter = quarterOf(now);
  const days = daysBetween(brisbaneDay(quarterRange(quarter).from), brisbaneDay(now)) + 1;
  const firstDays = ({ from, to }: Range): Range => {
    const end = brisbaneInstant(addDays(brisbaneDay(from), days));
    return { from, to: end < to ? end : to };
  };
  return {
    quarter: firstDays(quarterRange(quarter)),
    quarterBefore: firstDays(quarterRange(previousQuarter(quarter))),
    yearBefore: firstDays(quarterRange({ ...quarter, year: quarter.year - 1 })),
  };
}

/** The range from the first of next month, `years` years ago, until today. */
function monthsUntil(now: Date, years: number): Range {
  const today = brisbaneDay(now);
  const [year = 0, month = 0] = today.split('-').map(Number);
  const first =
    month === 12 ? `${year - years + 1}-01` : `${year - years}-${String(month + 1).padStart(2, '0')}`;
  return dayRange(`${first}-01`, today);
}

/** This month and the eleven before. */
export const oneYear = (now: Date): Range => monthsUntil(now, 1);

/** This month and the 23 before: each month of a year, and the same month a year before. */
export const twoYears = (now: Date): Range => monthsUntil(now, 2);
