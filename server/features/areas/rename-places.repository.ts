import { areaPlaces, tripLocationTotals, trips } from '@shared/tables/trips';
import { and, asc, eq, gt, ne, sql } from 'drizzle-orm';
import type { Call } from '../../lib/call';
import type { DbOrTx, Tx } from '../../lib/database/db';
import { tallyTrips, withoutTotalsTrigger } from '../trips/trips.repository';

export type SpeltPlace = { postcode: string; suburbKey: string };

const placeText = ({ postcode, suburbKey }: SpeltPlace) => `${postcode} ${suburbKey}`;
type PlaceTable = typeof trips | typeof tripLocationTotals | typeof areaPlaces;
const isOneOf = ({ postcode, suburbKey }: PlaceTable, places: readonly SpeltPlace[]) =>
  sql`${postcode} || ' ' || ${suburbKey} = any(${sql.param(places.map(placeText))}::text[])`;

/** The places of all holders' trips, deleted ones included, and of their confirmed areas, each once. */
export async function listSpeltPlaces(db: DbOrTx): Promise<SpeltPlace[]> {
  const { postcode, suburbKey } = tripLocationTotals;
  const ofTrips = await db.selectDistinct({ postcode, suburbKey }).from(tripLocationTotals);
  const ofAreas = await db
    .selectDistinct({ postcode: areaPlaces.postcode, suburbKey: areaPlaces.suburbKey })
    .from(areaPlaces)
    .where(ne(areaPlaces.suburbKey, ''));
  return [...ofTrips, ...ofAreas];
}

/** The holders that have one of the places. */
export async function listHoldersOf(db: DbOrTx, places: readonly SpeltPlace[]): Promise<string[]> {
  const found = [];
  for (const table of [tripLocationTotals, areaPlaces] as const)
    found.push(
      ...(await db.selectDistinct({ id: table.beaHolderId }).from(table).where(isOneOf(table, places))),
    );
  return [...new Set(found.map(({ id }) => id))];
}

/** Whether no other process renames the holder's places; none does until the transaction ends. */
export async function lockPlaces({ db, holderId }: Call<Tx>): Promise<boolean> {
  const { rows } = await db.execute<{ locked: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${`places ${holderId}`}, 0)) as locked`,
  );
  return rows[0]?.locked === true;
}

/** The holder's trips from the places, deleted ones included, by id after `afterId`; locked against change until the transaction ends. */
export const lockTripsFrom = (
  { db, holderId }: Call<Tx>,
  places: readonly SpeltPlace[],
  { afterId, limit }: { afterId: string; limit: number },
) =>
  db
    .select({
      id: trips.id,
      suburb: trips.suburb,
      postcode: trips.postcode,
      deletedAt: trips.deletedAt,
    })
    .from(trips)
    .where(and(eq(trips.beaHolderId, holderId), gt(trips.id, afterId), isOneOf(trips, places)))
    .orderBy(asc(trips.id))
    .limit(limit)
    .for('update');

/**
 * Stores other suburbs of trips that are locked, kept or deleted. The version stays: a form that is open with the former spelling stores the
 * same trip. They are one parameter, as in `recordChanges`.
 */
export async function storeSuburbs(
  { db, holderId, now }: Call<Tx>,
  rows: readonly { id: string; suburb: string; deletedAt: Date | null }[],
): Promise<void> {
  const keptIds = rows.filter(({ deletedAt }) => !deletedAt).map(({ id }) => id);
  const storing = sql`
    update ${trips} set suburb = renamed.suburb, updated_at = ${now.toISOString()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as renamed (id text, suburb text)
    where ${trips.beaHolderId} = ${holderId} and ${trips.id} = renamed.id`;
  await tallyTrips({ db, holderId }, keptIds, -1);
  await withoutTotalsTrigger(db, () => db.execute(storing));
  await tallyTrips({ db, holderId }, keptIds, 1);
}

/** Removes the totals of places that no trip names any more. */
export async function removeEmptyTotals({ db, holderId }: Call<Tx>, places: readonly SpeltPlace[]) {
  const { beaHolderId, tripCount } = tripLocationTotals;
  await db
    .delete(tripLocationTotals)
    .where(and(eq(beaHolderId, holderId), eq(tripCount, 0), isOneOf(tripLocationTotals, places)));
}
