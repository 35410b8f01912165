import { driverName } from '@shared/drivers';
import { MINUTE_MS } from '@shared/durations';
import type { ImportPreview } from '@shared/imports/imports';
import { addDays, brisbaneDay, brisbaneInstant, formatDateTime, isMidnight } from '@shared/periods';
import { capitaliseSuburb, suburbKey } from '@shared/places/suburbs';
import type { Call } from '../../../lib/call';
import type { DbOrTx } from '../../../lib/database/db';
import { readThen } from '../../drivers/then.repository';
import { referenceKey, type StoredTrip } from '../imports.repository';
import type { ReadRow, SeenTrip } from '../read-rows';
import { type ImportedBefore, listTripsOfLayout } from './corrections.repository';

const MOST_SHOWN = 50;

/** A row, and the stored trip that it is. */
type MatchedRow = ReadRow & { stored?: StoredTrip };
type ReadFile = { layoutId?: string | undefined; leftOutAt?: readonly Date[]; isTyped?: boolean };

/**
 * The kept trips of earlier files of this layout that the file should have and does not: those of its days that no row is
 * (docs/product/import-export.md#corrected-exports). Rows that are left out as no trips are none.
 */
export async function findGone(
  { db, holderId }: Call<DbOrTx>,
  { layoutId, leftOutAt = [], isTyped }: ReadFile,
  checked: readonly MatchedRow[],
): Promise<ImportPreview['gone']> {
  const times = checked.flatMap(({ trip, seen }) => (trip ? new Date(trip.datetime) : (seen?.at ?? [])));
  const days = [...times, ...leftOutAt].map((at) => brisbaneDay(at)).toSorted();
  const [from = '', to = ''] = [days[0], days.at(-1)];
  if (isTyped || layoutId === undefined || from === '') return { count: 0, from: '', to: '', trips: [] };
  const range = { from: brisbaneInstant(from), to: brisbaneInstant(addDays(to, 1)) };
  const there = new Set(checked.flatMap(({ stored }) => stored?.id ?? []));
  const mayBe = unreadRows(checked);
  const before = await listTripsOfLayout(db, holderId, layoutId, range);
  const gone = before.filter((trip) => !there.has(trip.id) && !mayBe(trip));
  const shown = gone.slice(0, MOST_SHOWN);
  const then = await readThen(db, holderId, { drivers: shown.map(({ driverId }) => driverId), vehicles: [] });
  const summaryOf = ({ driverId, datetime, suburb, postcode }: ImportedBefore) =>
    [
      formatDateTime(datetime),
      `${capitaliseSuburb(suburb)} ${postcode}`,
      driverName(then.driverOn(driverId, brisbaneDay(datetime))),
    ].join(', ');
  return {
    count: gone.length,
    from,
    to,
    trips: shown.map((trip) => ({
      id: trip.id,
      datetime: trip.datetime.toISOString(),
      summary: summaryOf(trip),
    })),
  };
}

/** Makes a function that tells whether a row with problems may be a trip. */
function unreadRows(checked: readonly MatchedRow[]) {
  const keys = new Set(checked.flatMap(({ seen }) => (seen ? keysOf(seen) : [])));
  return ({ bookingReference, datetime, ...trip }: ImportedBefore) =>
    keysOf({ ...trip, at: datetime, bookingReference: bookingReference ?? '' }).some((key) =>
      keys.has(key),
    ) || keys.has(JSON.stringify(['', referenceKey(bookingReference ?? '')]));
}

/** What of a trip is enough to know it by: its reference of the day, its minute with driver or suburb, or without a time the day with both. */
function keysOf({ at, driverId = '', suburb, bookingReference }: SeenTrip): string[] {
  const day = at ? brisbaneDay(at) : '';
  const place = suburbKey(suburb);
  const minute = at && Math.floor(at.getTime() / MINUTE_MS);
  const known = at && isMidnight(at) ? [[driverId, place]] : [[driverId], ['', place]];
  return [
    ...(bookingReference ? [[day, referenceKey(bookingReference)]] : []),
    ...(at ? known.filter((parts) => parts.at(-1)).map((parts) => [minute, ...parts]) : []),
  ].map((key) => JSON.stringify(key));
}
