import * as z from 'zod/mini';
import { idOrBlank, searchText, wholeNumber } from '../fields';
import { LENGTHS, MAX_PAGE_SIZE, PAGE_SIZE } from '../limits';
import { instantOrDayStart } from '../periods';
import { TRIP_KINDS } from './trip-kinds';
import { tripSchema } from './trips';

const blankOr = (is: (text: string) => boolean, message: string) =>
  z.optional(z.string().check(z.refine((text) => text === '' || is(text), message)));
const isBound = (text: string) => instantOrDayStart(text) !== null;
const listBound = blankOr(isBound, 'Must be a date (YYYY-MM-DD) or an ISO instant');

/** Minutes waited, both ends included: '6-10', or '31-' for 31 and more. */
export const waitingRangePattern = /^(\d{1,5})-(\d{0,5})$/;

/** The ends of a range of minutes waited, open without `to`; undefined for a text that is no such range. */
export function readWaitingRange(text: string): { from: number; to: number | undefined } | undefined {
  const [, from, to] = waitingRangePattern.exec(text) ?? [];
  return from === undefined ? undefined : { from: Number(from), to: to ? Number(to) : undefined };
}

/** The range for people: '6–10', '31+', '0'. What is no range stays as it is. */
export function waitingRangeText(text: string): string {
  const range = readWaitingRange(text);
  if (!range) return text;
  const { from, to } = range;
  if (to === undefined) return `${from}+`;
  return from === to ? String(from) : `${from}–${to}`;
}

/** Filters of a list or an export of trips. `startDate` and `endDate` are read as in docs/product/rules.md#time, `waiting` by `readWaitingRange`. */
export const tripFiltersSchema = z.object({
  search: searchText(LENGTHS.search),
  postcode: z._default(z.string().check(z.regex(/^(all|\d{4})?$/, 'Postcode must be 4 digits')), 'all'),
  startDate: listBound,
  endDate: listBound,
  driverId: z.optional(idOrBlank('No such driver')),
  vehicleId: z.optional(idOrBlank('No such vehicle')),
  waiting: blankOr((text) => waitingRangePattern.test(text), 'Waiting must be minutes, such as 6-10 or 31-'),
  kind: z.optional(
    z.enum(
      ['', ...TRIP_KINDS, 'not-booked'],
      'Kind must be booked, rank-or-hail, other-entity or not-booked',
    ),
  ),
});
export type TripFilters = z.infer<typeof tripFiltersSchema>;

export const TRIP_SORTS = ['datetime', 'suburb', 'waitingTime'] as const;

export const tripSortSchema = z.object({
  sort: z._default(z.enum(TRIP_SORTS), 'datetime'),
  order: z._default(z.enum(['asc', 'desc']), 'desc'),
});
export type TripSort = z.infer<typeof tripSortSchema>;

const listedIds = z.pipe(
  z.pipe(
    z.string().check(z.maxLength(MAX_PAGE_SIZE * (LENGTHS.id + 1), `At most ${MAX_PAGE_SIZE} trips`)),
    z.transform((text: string) => text.split(',')),
  ),
  z.array(idOrBlank('No such trip')).check(z.maxLength(MAX_PAGE_SIZE, `At most ${MAX_PAGE_SIZE} trips`)),
);

/** GET /api/export/trips: every trip that the filters match, or those of a page that are named. */
export const exportTripsQuerySchema = z.extend(z.extend(tripFiltersSchema, tripSortSchema.shape), {
  ids: z.optional(listedIds),
  format: z._default(z.enum(['excel', 'csv'], 'Format must be excel or csv'), 'excel'),
});
export type ExportTripsQuery = z.input<typeof exportTripsQuerySchema>;

export const listTripsQuerySchema = z.extend(z.extend(tripFiltersSchema, tripSortSchema.shape), {
  page: z._default(wholeNumber(1, 1_000_000_000, 'Page must be a number from 1'), 1),
  limit: z._default(wholeNumber(1, MAX_PAGE_SIZE, `Limit must be 1 to ${MAX_PAGE_SIZE}`), PAGE_SIZE),
});
export type ListTripsQuery = z.infer<typeof listTripsQuerySchema>;

/**
 * GET /api/trips/average-wait: minutes with one decimal, of the trips that the filters match; 0 without trips, null where no wait is known. It
 * leaves out the trips of unknown wait.
 */
export const averageWaitSchema = z.strictObject({
  avgWaitTime: z.nullable(z.number()),
  tripCount: z.number(),
  unknownWaits: z.number(),
});
export type AverageWait = z.infer<typeof averageWaitSchema>;

export const tripListSchema = z.strictObject({ trips: z.array(tripSchema), total: z.number() });
export type TripList = z.infer<typeof tripListSchema>;
