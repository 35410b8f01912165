import { areaPlaces, tripLocationTotals } from '@shared/tables/trips';
import { and, asc, desc, eq, gt, sql } from 'drizzle-orm';
import type { Call } from '../../lib/call';
import type { DbOrTx } from '../../lib/database/db';

const { postcode, suburbKey, area, updatedAt } = areaPlaces;
const ofHolder = (holderId: string) => eq(areaPlaces.beaHolderId, holderId);

/** The confirmed area of a place; without a suburb's key, of the postcode. */
export type ConfirmedPlace = { postcode: string; suburbKey: string; area: string };

/** The area of each place, as a report counts it. */
export type PlaceAreas = { postcode: string; suburb: string; area: string | null }[];

export const listConfirmedPlaces = (db: DbOrTx, holderId: string): Promise<ConfirmedPlace[]> =>
  db.select({ postcode, suburbKey, area }).from(areaPlaces).where(ofHolder(holderId));

/** The places that the holder's trips began in, most trips first. */
export const listPickupPlaces = (db: DbOrTx, holderId: string, limit: number) => {
  const { beaHolderId, postcode, suburbKey, tripCount } = tripLocationTotals;
  return db
    .select({ postcode, suburbKey, tripCount })
    .from(tripLocationTotals)
    .where(and(eq(beaHolderId, holderId), gt(tripCount, 0)))
    .orderBy(desc(tripCount), asc(postcode), asc(suburbKey))
    .limit(limit);
};

export async function upsertConfirmedPlaces(
  { db, holderId, now }: Call<DbOrTx>,
  places: readonly ConfirmedPlace[],
): Promise<void> {
  if (places.length === 0) return;
  await db
    .insert(areaPlaces)
    .values(places.map((place) => ({ ...place, beaHolderId: holderId, updatedAt: now })))
    .onConflictDoUpdate({
      target: [areaPlaces.beaHolderId, areaPlaces.postcode, areaPlaces.suburbKey],
      set: { area: sql`excluded.area`, updatedAt: now },
    });
}

export async function removeConfirmedPlaces(
  { db, holderId }: Call<DbOrTx>,
  places: readonly Omit<ConfirmedPlace, 'area'>[],
): Promise<void> {
  if (places.length === 0) return;
  const keys = places.map((place) => sql`(${place.postcode}, ${place.suburbKey})`);
  await db
    .delete(areaPlaces)
    .where(and(ofHolder(holderId), sql`(${postcode}, ${suburbKey}) in (${sql.join(keys, sql`, `)})`));
}

/** Every confirmed area: a query to be streamed. */
export const confirmedPlacesQuery = (db: DbOrTx, holderId: string) =>
  db
    .select({ postcode, suburb: suburbKey, area, updatedAt })
    .from(areaPlaces)
    .where(ofHolder(holderId))
    .orderBy(asc(postcode), asc(suburbKey));
