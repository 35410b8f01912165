import { randomUUID } from 'node:crypto';
import { brisbaneInstant } from '@shared/periods';
import { drivers, shifts, trips, vehicles } from '@shared/tables/trips';
import type { VehicleInput } from '@shared/vehicles/vehicle-input';
import { and, asc, eq, getTableColumns, gte, isNull, lt, ne, type SQLWrapper, sql } from 'drizzle-orm';
import type { Call } from '../../lib/call';
import { type DbOrTx, isAnyOf, onlyRow, type Tx } from '../../lib/database/db';
import { nextVersion } from '../../lib/database/versions';
import { NotFoundError } from '../../lib/errors';
import {
  callSignsOf,
  changeDays,
  type DatedFact,
  type Dates,
  factsOf,
  heldOn,
  keepExpiries,
  licencesOf,
  type NewFact,
  registrationsOf,
  spansOf,
} from './dated-facts';
import {
  type CorrectedText,
  factsByOwner,
  insertFacts,
  insertFactsOf,
  listFactsOf,
  removeFacts,
  wasUsualVehicle,
} from './dated-facts.repository';

const { deletedAt: _, enteredWith: _driver, ...columns } = getTableColumns(vehicles);
type VehicleRow = Omit<typeof vehicles.$inferSelect, 'deletedAt' | 'enteredWith'>;
/** A vehicle as it is answered, but for its instants. */
export type StoredVehicle = ReturnType<typeof withDates>;

function withDates(row: VehicleRow, facts: readonly DatedFact[]) {
  const availability = spansOf(facts);
  const last = availability.at(-1);
  return {
    ...row,
    availableFrom: last?.from ?? null,
    availableTo: last?.to ?? null,
    availability,
    licences: licencesOf(facts),
    callSigns: callSignsOf(facts),
  };
}

const isVehicle = (holderId: string, id: string) =>
  and(eq(vehicles.beaHolderId, holderId), eq(vehicles.id, id));
const notDeleted = (holderId: string) => and(eq(vehicles.beaHolderId, holderId), isNull(vehicles.deletedAt));
const vehicleNotFound = () => new NotFoundError('Vehicle not found');

/** @param ids of which, if not of all that are not removed */
export async function listVehicles(
  db: DbOrTx,
  holderId: string,
  ids?: readonly string[],
): Promise<StoredVehicle[]> {
  const rows = await db
    .select(columns)
    .from(vehicles)
    .where(and(notDeleted(holderId), ids && isAnyOf(vehicles.id, ids)))
    .orderBy(asc(vehicles.registration), asc(vehicles.createdAt), asc(vehicles.id));
  const factsOfVehicle = await factsByOwner(db, holderId, 'vehicles', ids);
  return rows.map((row) => withDates(row, factsOfVehicle(row.id)));
}

/** Locks out other additions of vehicles, and changes of their registrations, times and call signs, until the transaction ends. */
export const lockFleet = (tx: Tx, holderId: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`vehicles ${holderId}`}, 0))`);

export const countVehicles = (db: DbOrTx, holderId: string) => db.$count(vehicles, notDeleted(holderId));

/** A vehicle that is not deleted, locked against any change, or only against being erased. @throws NotFoundError */
export async function lockVehicle(
  { db, holderId }: Call<Tx>,
  id: string,
  strength: 'update' | 'key share' = 'update',
): Promise<StoredVehicle> {
  const isKept = and(isVehicle(holderId, id), isNull(vehicles.deletedAt));
  const [row] = await db.select(columns).from(vehicles).where(isKept).for(strength);
  if (!row) throw vehicleNotFound();
  return withDates(row, await listFactsOf(db, holderId, { vehicleId: id }));
}

/** Whether a vehicle that is not removed was made from a driver's form; one that was entered by itself was made from none. */
export async function wasEnteredWith(
  db: DbOrTx,
  holderId: string,
  id: string,
  driverId: string,
): Promise<boolean> {
  const isIts = and(notDeleted(holderId), eq(vehicles.id, id), eq(vehicles.enteredWith, driverId));
  return (await db.$count(vehicles, isIts)) > 0;
}

/** Lets no vehicle of the holder be changed or erased until the transaction ends. */
export const lockVehicles = (tx: Tx, holderId: string) =>
  tx
    .select({ id: vehicles.id })
    .from(vehicles)
    .where(notDeleted(holderId))
    .orderBy(vehicles.id)
    .for('key share');

/** @throws NotFoundError for a vehicle that is not the holder's; a removed one may be named by a trip or a shift that waited */
export async function assertVehicles(db: DbOrTx, holderId: string, ids: readonly string[]): Promise<void> {
  const named = [...new Set(ids)];
  if (named.length === 0) return;
  const areThey = and(eq(vehicles.beaHolderId, holderId), isAnyOf(vehicles.id, named));
  if ((await db.$count(vehicles, areThey)) < named.length) throw vehicleNotFound();
}

/** The vehicles that have one of some registrations now, but for one. */
export async function vehiclesRegistered(
  { db, holderId }: Call<Tx>,
  registrations: readonly string[],
  exceptId = '',
): Promise<StoredVehicle[]> {
  const isRegistered = isAnyOf(vehicles.registration, registrations);
  const which = and(notDeleted(holderId), isRegistered, ne(vehicles.id, exceptId));
  const rows = await db.select(columns).from(vehicles).where(which);
  const ids = rows.map(({ id }) => id);
  const factsOfVehicle = await factsByOwner(db, holderId, 'vehicles', ids);
  return rows.map((row) => withDates(row, factsOfVehicle(row.id)));
}

type Inserted = VehicleInput & { id?: string; createdAt?: Date; enteredWith?: string | undefined };

/** Stores new vehicles, or erased ones again, with their times and licences. @returns them in the same order */
export async function insertVehicles(
  call: Call<Tx>,
  inserted: readonly Inserted[],
): Promise<StoredVehicle[]> {
  if (inserted.length === 0) return [];
  const { db, holderId, now } = call;
  const given = inserted.map((vehicle) => ({ ...vehicle, id: vehicle.id ?? randomUUID() }));
  const values = given.map(
    ({ availability: _a, licences: _l, callSigns: _c, createdAt = now, ...vehicle }) => ({
      ...vehicle,
      ...{ beaHolderId: holderId, createdAt, updatedAt: now },
    }),
  );
  const rows = await db.insert(vehicles).values(values).returning(columns);
  await insertFactsOf(
    call,
    given.map(({ id, ...dated }) => ({ owner: { vehicleId: id }, facts: factsOf(dated) })),
  );
  const ids = given.map(({ id }) => id);
  const factsOfVehicle = await factsByOwner(db, holderId, 'vehicles', ids);
  const stored = new Map(rows.map((row) => [row.id, withDates(row, factsOfVehicle(row.id))]));
  return ids.flatMap((id) => stored.get(id) ?? []);
}

type Own = Pick<VehicleRow, 'registration' | 'description' | 'isSubcontracted' | 'notes'> &
  Pick<VehicleInput, 'isSubstituteTaxi'>;

/** Stores what a vehicle is now; times and licences that stay keep who recorded them, and when. */
export async function updateVehicle(
  call: Call<Tx>,
  id: string,
  { registration, description, isSubcontracted, isSubstituteTaxi, notes, ...dated }: Own & Dates,
): Promise<StoredVehicle> {
  const { db, holderId, now } = call;
  const values = { registration, description, isSubcontracted, isSubstituteTaxi, notes };
  const row = onlyRow(
    await db
      .update(vehicles)
      .set({ ...values, updatedAt: now, version: nextVersion(vehicles.version) })
      .where(isVehicle(holderId, id))
      .returning(columns),
  );
  await replaceDates(call, id, dated);
  return withDates(row, await listFactsOf(db, holderId, { vehicleId: id }));
}

async function replaceDates(call: Call<Tx>, vehicleId: string, dated: Dates) {
  const keyOf = ({ fact, value, firstDay, lastDay }: NewFact) =>
    JSON.stringify([fact, Object.entries({ ...value, expired: null }).toSorted(), firstDay, lastDay]);
  const stored = (await listFactsOf(call.db, call.holderId, { vehicleId })).filter(
    ({ fact }) => fact === 'time' || fact === 'licence' || (dated.callSigns && fact === 'call-sign'),
  );
  const wanted = new Map(factsOf(dated).map((fact) => [keyOf(fact), fact]));
  const stays = (fact: DatedFact) => {
    const same = wanted.get(keyOf(fact));
    return same && (same.isAssumed ?? fact.isAssumed) === fact.isAssumed && wanted.delete(keyOf(fact));
  };
  const removed = stored.filter((fact) => !stays(fact));
  await removeFacts(
    call,
    removed.map(({ id }) => id),
  );
  await insertFacts(call, { vehicleId }, keepExpiries([...wanted.values()], removed, dated));
}

/** Corrects a vehicle's texts in the forms of its drivers. */
export async function correctDriversTexts(
  { db, holderId, now }: Call<Tx>,
  vehicleId: string,
  texts: readonly CorrectedText[],
): Promise<void> {
  const isUsual = and(eq(drivers.beaHolderId, holderId), eq(drivers.vehicleId, vehicleId));
  for (const { field, was, is } of texts)
    await db
      .update(drivers)
      .set({ [field]: is, updatedAt: now })
      .where(and(isUsual, eq(drivers[field], was)));
}

/** Whether a driver has or had the vehicle as its usual one, or a trip or a shift was driven in it, but for one driver's; removed ones count. */
export const isUsed = async (db: DbOrTx, holderId: string, id: string, exceptDriverId?: string) =>
  (await isUsualVehicle(db, holderId, id, exceptDriverId)) ||
  (await wasUsualVehicle(db, holderId, id, exceptDriverId)) ||
  (await wasDriven(db, holderId, id, exceptDriverId));

const isUsualVehicle = async (db: DbOrTx, holderId: string, id: string, exceptId = '') => {
  const isUsual = and(eq(drivers.beaHolderId, holderId), eq(drivers.vehicleId, id), ne(drivers.id, exceptId));
  return (await db.$count(drivers, isUsual)) > 0;
};

async function wasDriven(db: DbOrTx, holderId: string, id: string, exceptDriverId = ''): Promise<boolean> {
  for (const table of [trips, shifts]) {
    const isDriven = and(
      eq(table.beaHolderId, holderId),
      eq(table.vehicleId, id),
      ne(table.driverId, exceptDriverId),
    );
    if ((await db.select({ id: table.id }).from(table).where(isDriven).limit(1)).length > 0) return true;
  }
  return false;
}

/** The usual vehicle of a driver, and those of the driver's trips and shifts since an instant. */
export async function vehiclesOfDriver(db: DbOrTx, holderId: string, driverId: string, since: Date) {
  const isDriver = and(eq(drivers.beaHolderId, holderId), eq(drivers.id, driverId));
  const [driver] = await db.select({ vehicleId: drivers.vehicleId }).from(drivers).where(isDriver);
  const vehiclesOf = (table: typeof trips | typeof shifts, at: SQLWrapper) => {
    const isOfDriver = and(eq(table.beaHolderId, holderId), eq(table.driverId, driverId));
    return db
      .selectDistinct({ vehicleId: table.vehicleId })
      .from(table)
      .where(and(isOfDriver, isNull(table.deletedAt), gte(at, since)));
  };
  const driven = [
    ...(await vehiclesOf(trips, trips.datetime)),
    ...(await vehiclesOf(shifts, shifts.startsAt)),
  ];
  return { usual: driver?.vehicleId ?? null, driven: driven.flatMap(({ vehicleId }) => vehicleId ?? []) };
}

/** How many trips and shifts of some days are in a vehicle; the last day is left out. */
export async function countDriven(db: DbOrTx, holderId: string, id: string, from: string, before: string) {
  const count = (table: typeof trips | typeof shifts, at: SQLWrapper) =>
    db.$count(
      table,
      and(
        eq(table.beaHolderId, holderId),
        eq(table.vehicleId, id),
        isNull(table.deletedAt),
        gte(at, brisbaneInstant(from)),
        lt(at, brisbaneInstant(before)),
      ),
    );
  return { trips: await count(trips, trips.datetime), shifts: await count(shifts, shifts.startsAt) };
}

export const eraseVehicle = ({ db, holderId }: Call<Tx>, id: string) =>
  db.delete(vehicles).where(isVehicle(holderId, id));

export const markVehicleDeleted = ({ db, holderId, now }: Call<Tx>, id: string) =>
  db.update(vehicles).set({ deletedAt: now, updatedAt: now }).where(isVehicle(holderId, id));

/** Restores a vehicle that was marked as deleted at or after `since`. @returns undefined without such a vehicle */
export async function unmarkVehicle({ db, holderId, now }: Call<Tx>, id: string, since: Date) {
  const [row] = await db
    .update(vehicles)
    .set({ deletedAt: null, updatedAt: now, version: nextVersion(vehicles.version) })
    .where(and(isVehicle(holderId, id), gte(vehicles.deletedAt, since)))
    .returning(columns);
  return row && withDates(row, await listFactsOf(db, holderId, { vehicleId: id }));
}

/** The present registrations of some vehicles of a holder, removed ones too, by id. */
export async function readRegistrations(db: DbOrTx, holderId: string, ids: readonly string[]) {
  const { id, registration } = vehicles;
  const named = [...new Set(ids)];
  const areThey = and(eq(vehicles.beaHolderId, holderId), isAnyOf(id, named));
  const rows = named.length > 0 ? await db.select({ id, registration }).from(vehicles).where(areThey) : [];
  return new Map<string | null, string>(rows.map((row) => [row.id, row.registration]));
}

export type VehicleOfAnyDay = Awaited<ReturnType<typeof vehiclesOnDays>>[number];

/** Reads the vehicles of a holder, removed ones too, each as it was on a day. @param ids of which, if not of all */
export async function vehiclesOnDays(db: DbOrTx, holderId: string, ids?: readonly string[]) {
  const rows = await db
    .select({ ...columns, deletedAt: vehicles.deletedAt })
    .from(vehicles)
    .where(and(eq(vehicles.beaHolderId, holderId), ids && isAnyOf(vehicles.id, ids)))
    .orderBy(asc(vehicles.registration), asc(vehicles.createdAt), asc(vehicles.id));
  const factsOfVehicle = await factsByOwner(db, holderId, 'vehicles', ids);
  return rows.map((row) => {
    const facts = factsOfVehicle(row.id);
    return {
      ...withDates(row, facts),
      deletedAt: row.deletedAt,
      /** Its own and its former ones. */
      registrations: new Set([row.registration, ...registrationsOf(facts)]),
      changedOn: changeDays(facts),
      on: (day: string) => heldOn(row, facts, day),
    };
  });
}
