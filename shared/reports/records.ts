import * as z from 'zod/mini';
import { dayRange, isDay } from '../periods';

/** The longest range of one request. */
const MOST_YEARS = 10;
const YEAR_MS = 366 * 24 * 60 * 60 * 1000;

const day = (message: string) =>
  z
    .string(message)
    .check(
      z.refine(isDay, { error: message, abort: true }),
      z.regex(/^20/, { error: 'Date must lie between 2000 and 2099', abort: true }),
    );

/** GET /api/records: the records of a range of Brisbane days, both included. */
export const recordsQuerySchema = z
  .object({ startDate: day('Please enter the first day'), endDate: day('Please enter the last day') })
  .check(
    z.refine(({ startDate, endDate }) => startDate <= endDate, {
      path: ['endDate'],
      error: 'The last day must not be before the first',
    }),
    z.refine(
      ({ startDate, endDate }) => {
        if (!isDay(startDate) || !isDay(endDate)) return true;
        const { from, to } = dayRange(startDate, endDate);
        return to.getTime() - from.getTime() <= MOST_YEARS * YEAR_MS;
      },
      { path: ['endDate'], error: `At most ${MOST_YEARS} years at once` },
    ),
  );
export type RecordsQuery = z.infer<typeof recordsQuerySchema>;
