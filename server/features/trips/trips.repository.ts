import { randomUUID } from 'node:crypto';
import { DAY_MS } from '@shared/durations';
import { brisbaneDay, type Range } from '@shared/periods';
import { drivers, idempotencyKeys, type shifts, trips, vehicles } from '@shared/tables/trips';
import { type PlainFieldName, plainFieldNames } from '@shared/trips/trip-fields';
import type { ChangeTrip, CreateTrip } from '@shared/trips/trips';
import {
  and,
  asc,
  count,
  desc,
  eq,
  getTableColumns,
  gte,
  isNotNull,
  isNull,
  lt,
  type Placeholder,
  type SQL,
  sql,
} from 'drizzle-orm';
import { changesBetween, restorableSince } from '../../lib/audit';
import type { Call } from '../../lib/call';
import { type Db, type DbOrTx, isAnyOf, onlyRow, type Tx } from '../../lib/database/db';
import { asService } from '../../lib/database/isolation';
import { nextVersion } from '../../lib/database/versions';
import { NotFoundError } from '../../lib/errors';
import { driverNameSql } from '../drivers/drivers.repository';
import { namedAsThen } from '../drivers/then.repository';
import { readRegistrations } from '../vehicles/vehicles.repository';

const MAX_DELETED_SHOWN = 500;

const columns = getTableColumns(trips);
const { suburbKey: _k, deletedAt: _d, deletedBy: _b, importId: _i, ...ownColumns } = columns;
const { driverAuthorityLicense: _l, ...unnamed } = ownColumns;
/** A trip without names, for rows that `readThen` gives those of their day. */
export const unnamedTrip = unnamed;

export const plainColumns = Object.fromEntries(plainFieldNames.map((name) => [name, trips[name]])) as Pick<
  typeof trips,
  PlainFieldName
>;
/**
 * What a query reads of a trip: its driver and vehicle as they are now, which `readThen` makes those of its day. It joins drivers on `onDriver`, and vehicles
 * on `onVehicle`.
 */
export const tripWithDriver = {
  ...ownColumns,
  driverAuthorityLicense: drivers.driverAuthorityLicense,
  vehicleRegistration: sql<string | null>`${vehicles.registration}`,
  driverName: driverNameSql,
};

/** Adds the present registrations to trips that a statement locked or changed: on a cluster such a statement reads no second table. */
async function withRegistrations<T extends { vehicleId: string | null }>(
  db: DbOrTx,
  holderId: string,
  rows: T[],
) {
  const ids = rows.flatMap(({ vehicleId }) => vehicleId ?? []);
  const registrations = await readRegistrations(db, holderId, ids);
  return rows.map((trip) => ({ ...trip, vehicleRegistration: registrations.get(trip.vehicleId) ?? null }));
}

/** How many trips a query counts, and how long they waited. */
export const tripTotals = {
  tripCount: count(),
  waitingTotal: sql`coalesce(sum(${trips.waitingTime}), 0)`.mapWith(Number),
  unknownWaits: sql`count(*) - count(${trips.waitingTime})`.mapWith(Number),
};

const columnNames = new Map(
  Object.keys(columns).map((field) => [
    field,
    field.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`),
  ]),
);
export const columnName = (field: string): string => columnNames.get(field) ?? field;

/** A trip by the names of its columns, as PostgreSQL reads a row from JSON. */
export function byColumn(trip: object): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(trip)) row[columnName(field)] = value;
  return row;
}

/** The trips that count: the holder's that are not deleted. Every read of trips starts from here. */
export const keptTrips = (holderId: string | Placeholder) =>
  and(eq(trips.beaHolderId, holderId), isNull(trips.deletedAt));

export const tripsWithin = (holderId: string, { from, to }: Range) =>
  and(keptTrips(holderId), gte(trips.datetime, from), lt(trips.datetime, to));

/** The drivers and vehicles that trips or shifts are asked of; null or absent for all. */
export type Chosen = { driverIds?: readonly string[] | null; vehicleIds?: readonly string[] | null };

export const isChosen = (
  { driverId, vehicleId }: typeof trips | typeof shifts,
  { driverIds, vehicleIds }: Chosen,
) =>
  and(
    driverIds ? isAnyOf(driverId, driverIds) : undefined,
    vehicleIds ? isAnyOf(vehicleId, vehicleIds) : undefined,
  );

/** The trips of a range or of all time, deleted ones included. */
export const recordedTrips = (holderId: string, range?: Range, chosen: Chosen = {}) =>
  and(
    eq(trips.beaHolderId, holderId),
    range && and(gte(trips.datetime, range.from), lt(trips.datetime, range.to)),
    isChosen(trips, chosen),
  );

export const onDriver = and(eq(drivers.beaHolderId, trips.beaHolderId), eq(drivers.id, trips.driverId));
export const onVehicle = and(eq(vehicles.beaHolderId, trips.beaHolderId), eq(vehicles.id, trips.vehicleId));

export const selectTrips = (db: DbOrTx) =>
  db.select(tripWithDriver).from(trips).innerJoin(drivers, onDriver).leftJoin(vehicles, onVehicle);

export const tripNotFound = () => new NotFoundError('Trip not found');

/** One trip of the holder, and whether it was deleted. @throws NotFoundError */
export async function readTrip(db: DbOrTx, holderId: string, id: string) {
  const isDeleted = sql<boolean>`${trips.deletedAt} is not null`;
  const [found] = await db
    .select({ trip: tripWithDriver, isDeleted })
    .from(trips)
    .innerJoin(drivers, onDriver)
    .leftJoin(vehicles, onVehicle)
    .where(and(eq(trips.beaHolderId, holderId), eq(trips.id, id)));
  const [trip] = found ? await namedAsThen(db, holderId, [found.trip]) : [];
  if (!found || !trip) throw tripNotFound();
  return { ...found, trip };
}

/** Whether a statement is a transaction of its own: then it may be one that is prepared. */
const isAlone = (db: DbOrTx): db is Db => '$client' in db;

/**
 * Stores a trip, its audit event and its idempotency key in one round trip (`store_trip` of migrations/functions.sql), because people
 * wait for it with poor reception. It waits for a concurrent request with the same key.
 * @returns the trip; undefined, with nothing stored, when the holder has no such driver with that licence, or the key was used before
 */
export async function insertTrip(
  { db, holderId, userId, now }: Call<DbOrTx>,
  trip: CreateTrip,
  idempotency: { key: string; requestHash: string } | undefined,
) {
  const stored = {
    ...trip,
    id: randomUUID(),
    beaHolderId: holderId,
    datetime: new Date(trip.datetime),
    createdAt: now,
    updatedAt: now,
    version: 1,
  };
  const changes = changesBetween(undefined, stored);
  type Row = { name: string; licence: string; vehicle: string; plate: string };
  const values = [
    byColumn(stored),
    userId,
    changes,
    idempotency?.key ?? null,
    idempotency?.requestHash ?? null,
  ];
  const { rows } = await (isAlone(db)
    ? db.$client.query<Row>({
        name: 'store_trip',
        text: 'select licence, name, vehicle, plate from store_trip($1, $2, $3, $4, $5)',
        values,
      })
    : db.execute<Row>(
        sql`select licence, name, vehicle, plate from store_trip(${sql.join(
          values.map((value) => sql.param(value)),
          sql`, `,
        )})`,
      ));
  const [row] = rows;
  if (!row) return undefined;
  const { licence, name, vehicle, plate } = row;
  const filledIn = { driverAuthorityLicense: licence, vehicleId: vehicle, vehicleRegistration: plate };
  const logged = { ...stored, ...filledIn, driverName: name };
  // no name that holds today has become another yet
  if (brisbaneDay(stored.datetime) >= brisbaneDay(now)) return logged;
  return onlyRow(await namedAsThen(db, holderId, [logged]));
}

export async function updateTrip({ db, holderId, now }: Call<DbOrTx>, id: string, trip: ChangeTrip) {
  const version = nextVersion(trips.version);
  const values = { ...trip, datetime: new Date(trip.datetime), updatedAt: now, version };
  const isTrip = and(keptTrips(holderId), eq(trips.id, id));
  const rows = await db.update(trips).set(values).where(isTrip).returning(ownColumns);
  return onlyRow(await withRegistrations(db, holderId, rows));
}

/** One kept trip, locked against change until the transaction ends. @throws NotFoundError */
export async function lockTrip(tx: Tx, holderId: string, id: string) {
  const isTrip = and(keptTrips(holderId), eq(trips.id, id));
  const rows = await tx.select(ownColumns).from(trips).where(isTrip).for('update');
  const [trip] = await withRegistrations(tx, holderId, rows);
  if (!trip) throw tripNotFound();
  return trip;
}

export const isImported = async (db: DbOrTx, holderId: string, id: string): Promise<boolean> =>
  (await db.$count(trips, and(keptTrips(holderId), eq(trips.id, id), isNotNull(trips.importId)))) > 0;

/** Locks trips in the order of their ids, so that two who lock the same trips wait for each other. */
export function lockInOrder(tx: Tx, where: SQL | undefined) {
  const { id, driverId, driverAuthorityLicense, vehicleId, datetime, kind, version } = trips;
  return tx
    .select({ id, driverId, driverAuthorityLicense, vehicleId, datetime, kind, version })
    .from(trips)
    .where(where)
    .orderBy(asc(id))
    .for('update');
}

/** Runs a statement on many trips without the trigger (docs/decisions/0001-totals-by-trigger.md); `tallyTrips` then adds them up once. */
export async function withoutTotalsTrigger<T>(db: Tx, change: () => Promise<T>): Promise<T> {
  await db.execute(sql`set local app.tally = 'off'`);
  const changed = await change();
  await db.execute(sql`set local app.tally = 'on'`);
  return changed;
}

/** Adds trips to the totals, or takes them from them (-1), as they are stored at this moment; only with `withoutTotalsTrigger`. */
export const tallyTrips = (
  { db, holderId }: Pick<Call<Tx>, 'db' | 'holderId'>,
  ids: string[],
  sign: 1 | -1,
) => db.execute(sql`select tally_trips(${holderId}, ${sql.param(ids)}::text[], ${sign})`);

/** Deletes or restores those of the trips that a condition matches. @returns these */
async function changeDeletion(
  { db, holderId, now }: Call<Tx>,
  ids: string[],
  condition: SQL | undefined,
  deletion: { deletedAt: Date | null; deletedBy: string | null },
) {
  const which = and(condition, isAnyOf(trips.id, ids));
  if (ids.length > 1) await lockInOrder(db, which);
  const values = { ...deletion, updatedAt: now };
  const marking = db.update(trips).set(values).where(which).returning(ownColumns);
  const marked = await withoutTotalsTrigger(db, () => marking.execute());
  const markedIds = marked.map(({ id }) => id);
  await tallyTrips({ db, holderId }, markedIds, deletion.deletedAt ? -1 : 1);
  return withRegistrations(db, holderId, marked);
}

export const deletedSince = (holderId: string, since: Date) =>
  and(eq(trips.beaHolderId, holderId), gte(trips.deletedAt, since));

/** Marks trips as deleted. @returns those that were not deleted before */
export const markDeleted = (call: Call<Tx>, ids: string[]) =>
  changeDeletion(call, ids, keptTrips(call.holderId), { deletedAt: call.now, deletedBy: call.userId });

/** Restores trips that were deleted after `since`. @returns those restored */
export const unmarkDeleted = (call: Call<Tx>, ids: string[], since: Date) =>
  changeDeletion(call, ids, deletedSince(call.holderId, since), { deletedAt: null, deletedBy: null });

/** Those of some trips that were deleted, but by no person: on a driver's phone. */
export function listDeletedByNobody({ db, holderId }: Call<DbOrTx>, ids: readonly string[]) {
  const { id, createdAt, datetime, kind, deletedAt, deletedBy } = trips;
  const isDeleted = and(isNotNull(deletedAt), isNull(deletedBy));
  return db
    .select({ id, createdAt, datetime, kind })
    .from(trips)
    .where(and(eq(trips.beaHolderId, holderId), isAnyOf(id, ids), isDeleted));
}

export async function listDeletedTrips({ db, holderId, now }: Call) {
  const deleted = await db
    .select({ ...tripWithDriver, deletedAt: sql`${trips.deletedAt}`.mapWith(trips.deletedAt) })
    .from(trips)
    .innerJoin(drivers, onDriver)
    .leftJoin(vehicles, onVehicle)
    .where(deletedSince(holderId, restorableSince(now)))
    .orderBy(desc(trips.deletedAt), desc(trips.id))
    .limit(MAX_DELETED_SHOWN);
  return namedAsThen(db, holderId, deleted);
}

export async function findIdempotencyKey(db: DbOrTx, holderId: string, key: string) {
  const { tripId, requestHash, beaHolderId } = idempotencyKeys;
  const isKey = and(eq(beaHolderId, holderId), eq(idempotencyKeys.key, key));
  const [earlier] = await db.select({ tripId, requestHash }).from(idempotencyKeys).where(isKey);
  return earlier;
}

const KEY_MS = 30 * DAY_MS;

/** Whether the key of what was logged then may be removed; a day early, for clocks that differ. */
export const mayKeyBeGone = (loggedAt: Date, now: Date) =>
  now.getTime() - loggedAt.getTime() > KEY_MS - DAY_MS;

/** Removes the idempotency keys that are older than 30 days. */
export async function sweepIdempotencyKeys({ db }: { db: Db }, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEY_MS);
  await asService(db).delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, before));
}
