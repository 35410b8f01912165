import type { Range } from '@shared/periods';
import { capitaliseSuburb } from '@shared/places/suburbs';
import { trips } from '@shared/tables/trips';
import { and, asc, eq, sum } from 'drizzle-orm';
import type { DbOrTx } from '../../../lib/database/db';
import { tripsWithin, tripTotals } from '../../trips/trips.repository';

/** A driver's trips of a range by kind and place, sorted by postcode and suburb; waiting times and durations in minutes. */
export async function countPlacesOfDriver(db: DbOrTx, holderId: string, range: Range, driverId: string) {
  const { kind, postcode, suburbKey, duration } = trips;
  const rows = await db
    .select({
      kind,
      postcode,
      suburbKey,
      ...tripTotals,
      durationTotal: sum(duration).mapWith(Number),
    })
    .from(trips)
    .where(and(tripsWithin(holderId, range), eq(trips.driverId, driverId)))
    .groupBy(kind, postcode, suburbKey)
    .orderBy(asc(postcode), asc(suburbKey));
  return rows.map(({ suburbKey: key, ...place }) => ({ ...place, suburb: capitaliseSuburb(key) }));
}
