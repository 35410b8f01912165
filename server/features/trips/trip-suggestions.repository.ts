import { DUPLICATE_WINDOW_MS } from '@shared/limits';
import { postcodeFits } from '@shared/places/suburb-lookup';
import { capitaliseSuburb, suburbKey } from '@shared/places/suburbs';
import { trips } from '@shared/tables/trips';
import { and, desc, eq, gte, lte, max, ne } from 'drizzle-orm';
import type { DbOrTx } from '../../lib/database/db';
import { loadLocalities } from './localities';
import { keptTrips, selectTrips } from './trips.repository';

/**
 * The places of the holder's latest trips, each once, the latest first. A suburb with a postcode that it does not have is left out, or
 * one slip would be offered again and again (docs/product/log-trip.md#places).
 */
export async function listRecentSuburbs(db: DbOrTx, holderId: string, limit: number) {
  const { postcode, suburbKey, createdAt, datetime } = trips;
  const latest = db
    .select({ postcode, suburbKey, createdAt, datetime })
    .from(trips)
    .where(keptTrips(holderId))
    .orderBy(desc(trips.datetime), desc(trips.id))
    .limit(200)
    .as('latest');
  const places = await db
    .select({ suburb: latest.suburbKey, postcode: latest.postcode })
    .from(latest)
    .groupBy(latest.suburbKey, latest.postcode)
    // the trips of an import were all stored at one moment
    .orderBy(desc(max(latest.createdAt)), desc(max(latest.datetime)), latest.suburbKey, latest.postcode);
  const localities = await loadLocalities();
  return places
    .filter(({ suburb, postcode }) => postcodeFits(localities, suburb, postcode) !== false)
    .slice(0, limit)
    .map(({ suburb, postcode }) => ({ suburb: capitaliseSuburb(suburb), postcode }));
}

/** Kept trips of the same driver from the same suburb within five minutes: probably the same trip twice. */
export function listProbableDuplicates(
  db: DbOrTx,
  holderId: string,
  trip: { driverId: string; suburb: string; datetime: string; exceptId?: string | undefined },
) {
  const at = Date.parse(trip.datetime);
  return selectTrips(db)
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
