import { users } from '@shared/tables/holders';
import { datedFacts, vehicles } from '@shared/tables/trips';
import type { Fact, FactValues } from '@shared/vehicles/dated-facts';
import { and, asc, count, eq, isNotNull, isNull, ne, sql } from 'drizzle-orm';
import type { Call } from '../../lib/call';
import { type DbOrTx, isAnyOf, onlyRow, type Tx } from '../../lib/database/db';
import { isUser, userNameSql } from '../holders/holders.repository';
import type { DatedFact, NewFact } from './dated-facts';

/** Whose facts: one driver's or one vehicle's. */
export type FactOwner = { driverId: string } | { vehicleId: string };

const { id, driverId, vehicleId, fact, value, firstDay, lastDay, isAssumed, recordedAt } = datedFacts;
const columns = { id, driverId, vehicleId, fact, value, firstDay, lastDay, isAssumed };

const ofHolder = (holderId: string) => eq(datedFacts.beaHolderId, holderId);
const isOwn = (holderId: string, owner: FactOwner) =>
  and(
    ofHolder(holderId),
    'driverId' in owner ? eq(driverId, owner.driverId) : eq(vehicleId, owner.vehicleId),
  );

export const listFactsOf = (db: DbOrTx, holderId: string, owner: FactOwner): Promise<DatedFact[]> =>
  db.select(columns).from(datedFacts).where(isOwn(holderId, owner));

/** The same with who recorded each and when, as the audit trail keeps them. */
export const listWholeFacts = (db: DbOrTx, holderId: string, owner: FactOwner) =>
  db
    .select({ ...columns, recordedAt, userId: datedFacts.userId })
    .from(datedFacts)
    .where(isOwn(holderId, owner))
    .orderBy(asc(recordedAt), asc(id));
export type WholeFact = Awaited<ReturnType<typeof listWholeFacts>>[number];

/** Stores the facts of a driver or vehicle as they were. */
export async function putFactsBack(
  { db, holderId }: Call<Tx>,
  owner: FactOwner,
  facts: readonly WholeFact[],
): Promise<void> {
  await db.delete(datedFacts).where(isOwn(holderId, owner));
  const rows = facts.map((fact) => ({
    ...fact,
    recordedAt: new Date(fact.recordedAt),
    beaHolderId: holderId,
  }));
  if (rows.length > 0) await db.insert(datedFacts).values(rows);
}

/** Every fact of the holder's drivers, or vehicles, by the driver or vehicle. @param ids of whom, if not of all */
export async function factsByOwner(
  db: DbOrTx,
  holderId: string,
  owners: 'drivers' | 'vehicles',
  ids?: readonly string[],
) {
  const owner = owners === 'drivers' ? driverId : vehicleId;
  const rows = await db
    .select(columns)
    .from(datedFacts)
    .where(and(ofHolder(holderId), ids ? isAnyOf(owner, ids) : isNotNull(owner)));
  const facts = new Map<string | null, DatedFact[]>();
  for (const row of rows) {
    const id = owners === 'drivers' ? row.driverId : row.vehicleId;
    const own = facts.get(id);
    if (own) own.push(row);
    else facts.set(id, [row]);
  }
  return (id: string): DatedFact[] => facts.get(id) ?? [];
}

/** Stores facts of a driver or vehicle as said by this person now, also those of an erased one that the audit trail has whole. */
export const insertFacts = (call: Call<Tx>, owner: FactOwner, facts: readonly NewFact[]): Promise<void> =>
  insertFactsOf(call, [{ owner, facts }]);

/** Stores the facts of several as `insertFacts` does those of one. */
export async function insertFactsOf(
  { db, holderId, userId, now }: Call<Tx>,
  owners: readonly { owner: FactOwner; facts: readonly NewFact[] }[],
): Promise<void> {
  const said = { beaHolderId: holderId, userId, recordedAt: now };
  const rows = owners.flatMap(({ owner, facts }) =>
    facts.map(({ fact, value, firstDay, lastDay, isAssumed }) => ({
      ...{ fact, value, firstDay, lastDay, isAssumed },
      ...owner,
      ...said,
    })),
  );
  if (rows.length > 0) await db.insert(datedFacts).values(rows);
}

export const removeFacts = ({ db, holderId }: Call<Tx>, ids: readonly string[]) =>
  db.delete(datedFacts).where(and(ofHolder(holderId), isAnyOf(id, ids)));

/** Removes the former registrations of a vehicle that were recorded at a moment: their change is taken back. */
export const removeFormerAt = ({ db, holderId }: Call<Tx>, owner: FactOwner, at: Date) =>
  db.delete(datedFacts).where(and(isOwn(holderId, owner), eq(fact, 'registration'), eq(recordedAt, at)));

/** A former value or span, locked; undefined if the driver or vehicle has no such id. */
export async function lockFact(tx: Tx, holderId: string, owner: FactOwner, factId: string) {
  const [found] = await tx
    .select(columns)
    .from(datedFacts)
    .where(and(isOwn(holderId, owner), eq(id, factId)))
    .for('update');
  return found;
}

/** Lets the value that came after a removed one hold from the removed one's first day. */
export async function startEarlier({ db, holderId }: Call<Tx>, owner: FactOwner, removed: DatedFact) {
  const isLater = and(isOwn(holderId, owner), eq(fact, removed.fact), sql`${lastDay} > ${removed.lastDay}`);
  const [next] = await db.select({ id }).from(datedFacts).where(isLater).orderBy(asc(lastDay)).limit(1);
  if (next)
    await db
      .update(datedFacts)
      .set({ firstDay: removed.firstDay })
      .where(and(ofHolder(holderId), eq(id, next.id)));
}

export const listFactsWithPeople = (db: DbOrTx, holderId: string, owner: FactOwner) =>
  db
    .select({ ...columns, recordedAt, person: userNameSql })
    .from(datedFacts)
    .leftJoin(users, isUser(datedFacts))
    .where(isOwn(holderId, owner));

/** Counts the times and licences of vehicles whose days were assumed. */
export async function countAssumedFacts(db: DbOrTx, holderId: string): Promise<number> {
  const isVehicle = and(eq(vehicles.beaHolderId, datedFacts.beaHolderId), eq(vehicles.id, vehicleId));
  const rows = await db
    .select({ count: count() })
    .from(datedFacts)
    .innerJoin(vehicles, isVehicle)
    .where(and(ofHolder(holderId), isAssumed, isNull(vehicles.deletedAt)));
  return onlyRow(rows).count;
}

/** A text of a vehicle that was wrong. */
export type CorrectedText = {
  field: 'vehicleRegistrationNumber' | 'bookedHireServiceLicense';
  was: string;
  is: string;
};

/** Corrects what the history of drivers says of a vehicle: what was typed wrongly never held. */
export async function correctFormerTexts(
  { db, holderId }: Call<Tx>,
  vehicle: string,
  texts: readonly CorrectedText[],
): Promise<void> {
  const kind: Fact = 'vehicle';
  for (const { field, was, is } of texts) {
    const says = sql`${value} ->> 'vehicleId' = ${vehicle} and ${value} ->> ${field} = ${was}`;
    await db
      .update(datedFacts)
      .set({ value: sql`${value} || jsonb_build_object(${field}::text, ${is}::text)` })
      .where(and(ofHolder(holderId), isNotNull(driverId), eq(fact, kind), says));
  }
}

/** The call signs of the vehicles that are not removed, but for one's. */
export async function listCallSigns({ db, holderId }: Call<Tx>, exceptId = '') {
  const kind: Fact = 'call-sign';
  const isVehicle = and(eq(vehicles.beaHolderId, datedFacts.beaHolderId), eq(vehicles.id, vehicleId));
  const rows = await db
    .select({
      vehicleId: vehicles.id,
      registration: vehicles.registration,
      value,
      from: firstDay,
      to: lastDay,
    })
    .from(datedFacts)
    .innerJoin(vehicles, isVehicle)
    .where(and(ofHolder(holderId), eq(fact, kind), isNull(vehicles.deletedAt), ne(vehicleId, exceptId)));
  return rows.map(({ value, ...row }) => ({
    ...row,
    callSign: (value as FactValues['call-sign']).callSign,
  }));
}

/** Whether any driver, but for one, used the vehicle before another one. */
export async function wasUsualVehicle(
  db: DbOrTx,
  holderId: string,
  vehicle: string,
  exceptDriverId = '',
): Promise<boolean> {
  const isFormer = and(
    ofHolder(holderId),
    isNull(vehicleId),
    ne(driverId, exceptDriverId),
    sql`${value} ->> 'vehicleId' = ${vehicle}`,
  );
  const kind: Fact = 'vehicle';
  return (await db.$count(datedFacts, and(isFormer, eq(fact, kind)))) > 0;
}
