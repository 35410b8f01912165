import { DUPLICATE_WINDOW_MS } from '@shared/limits';
import { suburbKey } from '@shared/places/suburbs';
import { drivers, trips } from '@shared/tables/trips';
import { and, desc, eq, gte, lte, max, ne } from 'drizzle-orm';
import type { DbOrTx } from '../../lib/database/db';
import { keptTrips, onDriver, tripWithDriver } from './trips.repository';

/** The suburbs of the holder's latest trips, each once, the latest first. */
export async function listRecentSuburbs(db: DbOrTx, holderId: string, limit: number) {
  const { suburb, postcode, suburbKey, createdAt } = trips;
  const latest = db
    .select({ suburb, postcode, suburbKey, createdAt })
    .from(trips)
    .where(keptTrips(holderId))
    .orderBy(desc(trips.datetime), desc(trips.id))
    .limit(200)
    .as('latest');
  return db
    .select({ suburb: max(latest.suburb).mapWith(String), postcode: latest.postcode })
    .from(latest)
    .groupBy(latest.suburbKey, latest.postcode)
    .orderBy(desc(max(latest.createdAt)))
    .limit(limit);
}

/** Kept trips of the same driver from the same suburb within five minutes: probably the same trip twice. */
export async function listProbableDuplicates(
  db: DbOrTx,
  holderId: string,
  trip: { driverId: string; suburb: string; datetime: string; exceptId?: string | undefined },
) {
  const at = Date.parse(trip.datetime);
  return db
    .select(tripWithDriver)
    .from(trips)
    .innerJoin(drivers, onDriver)
    .where(
      and(
        keptTrips(holderId),
        eq(trips.driverId, trip.driverId),
        eq(trips.suburbKey, suburbKey(trip.suburb)),
        gte(trips.datetime, new Date(at - DUPLICATE_WINDOW_MS)),
        lte(trips.datetime, new Date(at + DUPLICATE_WINDOW_MS)),
        trip.exceptId ? ne(trips.id, trip.exceptId) : undefined,
      ),
    )
    .orderBy(trips.datetime)
    .limit(5);
}
