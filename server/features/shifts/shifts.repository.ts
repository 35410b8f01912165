import { DAY_MS } from '@shared/durations';
import type { Range } from '@shared/periods';
import { MAX_LISTED_SHIFTS, PROPOSAL_MARGIN_MINUTES, type ProposedShift } from '@shared/shifts/shifts';
import { auditEvents, users } from '@shared/tables/holders';
import { drivers, shifts, trips, vehicles } from '@shared/tables/trips';
import { and, asc, desc, eq, gt, gte, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm';
import { union } from 'drizzle-orm/pg-core';
import type { Call } from '../../lib/call';
import { type DbOrTx, isAnyOf, type Tx } from '../../lib/database/db';
import { nextVersion } from '../../lib/database/versions';
import { NotFoundError } from '../../lib/errors';
import { personOfEvent } from '../activity/activity.repository';
import { driverNameSql } from '../drivers/drivers.repository';
import { isUser } from '../holders/holders.repository';
import { type Chosen, isChosen, recordedTrips, tripsWithin } from '../trips/trips.repository';

/** A shift as it is answered, but for its instants. */
export type StoredShift = Awaited<ReturnType<typeof readShifts>>[number];
type Times = {
  driverId: string;
  vehicleId: string | null;
  start: string;
  end: string | null;
  note: string | null;
};

const shiftWithNames = {
  id: shifts.id,
  beaHolderId: shifts.beaHolderId,
  driverId: shifts.driverId,
  driverName: driverNameSql.as('driver_name'),
  vehicleId: shifts.vehicleId,
  vehicleRegistration: vehicles.registration,
  start: shifts.startsAt,
  end: shifts.endsAt,
  note: shifts.note,
  createdAt: shifts.createdAt,
  updatedAt: shifts.updatedAt,
  version: shifts.version,
};

const {
  beaHolderId: _holder,
  version: _version,
  driverName: _name,
  vehicleRegistration: _plate,
  ...recorded
} = shiftWithNames;
const shiftRecord = (db: DbOrTx, holderId: string) => ({
  ...recorded,
  deletedAt: shifts.deletedAt,
  deletedBy: sql<
    string | null
  >`case when ${shifts.deletedAt} is not null then (${lastDeletion(db, holderId)}) end`.as('deleted_by_name'),
});

/** Who deleted the shift of the query around it. The holder is named by its id, or Citus asks every shard. */
const lastDeletion = (db: DbOrTx, holderId: string) =>
  db
    .select({ person: personOfEvent(holderId) })
    .from(auditEvents)
    .leftJoin(users, isUser(auditEvents))
    .where(
      and(
        eq(auditEvents.beaHolderId, holderId),
        eq(auditEvents.entityId, shifts.id),
        eq(auditEvents.action, 'deleted'),
      ),
    )
    .orderBy(desc(auditEvents.at))
    .limit(1);

export const shiftNotFound = () => new NotFoundError('Shift not found');

const ofHolder = (holderId: string) => eq(shifts.beaHolderId, holderId);
const isKept = (holderId: string) => and(ofHolder(holderId), isNull(shifts.deletedAt));
const ofDriver = (driverId: string | undefined) =>
  driverId === undefined ? undefined : eq(shifts.driverId, driverId);

/** Whether a shift lies at least partly within a range; an open one lasts until now. */
const overlaps = ({ from, to }: Range, now: Date): SQL | undefined =>
  and(
    lt(shifts.startsAt, to),
    or(
      gt(shifts.endsAt, from),
      and(isNull(shifts.endsAt), now > from ? undefined : gte(shifts.startsAt, from)),
    ),
  );

const onDriver = and(eq(drivers.beaHolderId, shifts.beaHolderId), eq(drivers.id, shifts.driverId));
const onVehicle = and(eq(vehicles.beaHolderId, shifts.beaHolderId), eq(vehicles.id, shifts.vehicleId));

const selectShifts = (db: DbOrTx) =>
  db.select(shiftWithNames).from(shifts).innerJoin(drivers, onDriver).leftJoin(vehicles, onVehicle);

type OfHolder = Pick<Call, 'holderId' | 'now'>;

/** The shifts that are not removed and lie at least partly within a range. */
export const keptShifts = ({ holderId, now }: OfHolder, range: Range) =>
  and(isKept(holderId), overlaps(range, now));

/** The shifts of a range, of one driver or vehicle or of all, earliest first: a query to be streamed or limited. */
export const shiftsWithin = (call: Call<DbOrTx>, range: Range, driverId?: string, vehicleId?: string) =>
  selectShifts(call.db)
    .where(
      and(
        keptShifts(call, range),
        ofDriver(driverId),
        vehicleId ? eq(shifts.vehicleId, vehicleId) : undefined,
      ),
    )
    .orderBy(asc(shifts.startsAt), asc(shifts.id));

/** The shifts of a range or of all time, deleted ones included. */
const recordedShifts = ({ holderId, now }: OfHolder, range?: Range, chosen: Chosen = {}) =>
  and(ofHolder(holderId), range && overlaps(range, now), isChosen(shifts, chosen));

/** Every shift, of a range or of all time, deleted ones included, earliest first, without names: a query to be streamed. */
export const shiftRecordsQuery = (call: Call<DbOrTx>, range?: Range, chosen?: Chosen) =>
  call.db
    .select(shiftRecord(call.db, call.holderId))
    .from(shifts)
    .where(recordedShifts(call, range, chosen))
    .orderBy(asc(shifts.startsAt), asc(shifts.id));

/** The drivers and vehicles of some trips and shifts. */
export type Driven = Record<'drivers' | 'vehicles', ReadonlySet<string>>;

/** The drivers and vehicles that the trips and shifts of a range name, deleted ones included. */
export async function readDriven(call: Call<DbOrTx>, range: Range, chosen: Chosen): Promise<Driven> {
  const { db, holderId } = call;
  const ofTrips = db
    .selectDistinct({ driverId: trips.driverId, vehicleId: trips.vehicleId })
    .from(trips)
    .where(recordedTrips(holderId, range, chosen));
  const ofShifts = db
    .selectDistinct({ driverId: shifts.driverId, vehicleId: shifts.vehicleId })
    .from(shifts)
    .where(recordedShifts(call, range, chosen));
  const pairs = await union(ofTrips, ofShifts);
  return {
    drivers: new Set(pairs.map(({ driverId }) => driverId)),
    vehicles: new Set(pairs.flatMap(({ vehicleId }) => vehicleId ?? [])),
  };
}

/** Whether a list has a driver or vehicle; `isWithin` says whether its own times lie in the days of the list. */
export type Listed = (id: string, isWithin: boolean) => boolean;

/** The drivers and vehicles that a list is about: the chosen ones, else those that were driven and, unless others were chosen, those that were there. */
export function listedOf({ driverIds, vehicleIds }: Chosen, driven: Driven) {
  const listed =
    (own: Chosen['driverIds'], other: Chosen['driverIds'], named: ReadonlySet<string>): Listed =>
    (id, isWithin) =>
      own ? own.includes(id) : named.has(id) || (isWithin && !other);
  return {
    driver: listed(driverIds, vehicleIds, driven.drivers),
    vehicle: listed(vehicleIds, driverIds, driven.vehicles),
  };
}

/** The shifts without an end, the latest first. */
export const listOpenShifts = ({ db, holderId }: Call<DbOrTx>) =>
  selectShifts(db)
    .where(and(isKept(holderId), isNull(shifts.endsAt)))
    .orderBy(desc(shifts.startsAt), asc(shifts.id))
    .limit(MAX_LISTED_SHIFTS);

/** Shifts by their ids, removed ones too, earliest first. */
export const readShifts = (db: DbOrTx, holderId: string, ids: readonly string[]) =>
  selectShifts(db)
    .where(and(ofHolder(holderId), isAnyOf(shifts.id, ids)))
    .orderBy(asc(shifts.startsAt), asc(shifts.id));

/** The shifts that requests with these keys stored, removed ones too, with the hash of the request. */
export function findByKeys(db: DbOrTx, holderId: string, keys: readonly string[]) {
  const { id, requestKey, requestHash, deletedAt } = shifts;
  return db
    .select({ id, requestKey, requestHash, deletedAt })
    .from(shifts)
    .where(and(ofHolder(holderId), isAnyOf(requestKey, keys)));
}

/** One shift that is not removed, locked against change until the transaction ends. @throws NotFoundError */
export async function lockShift({ db, holderId }: Call<Tx>, id: string): Promise<StoredShift> {
  const isShift = and(isKept(holderId), eq(shifts.id, id));
  await db.select({ id: shifts.id }).from(shifts).where(isShift).for('update');
  const [shift] = await selectShifts(db).where(isShift);
  if (!shift) throw shiftNotFound();
  return shift;
}

/** Keeps drivers from being removed until the transaction ends. @returns whether all are the holder's and still there */
export async function lockDrivers({ db, holderId }: Call<Tx>, ids: readonly string[]): Promise<boolean> {
  const isDriver = and(
    eq(drivers.beaHolderId, holderId),
    isAnyOf(drivers.id, ids),
    isNull(drivers.deletedAt),
  );
  const found = await db
    .select({ id: drivers.id })
    .from(drivers)
    .where(isDriver)
    .orderBy(asc(drivers.id))
    .for('key share');
  return found.length === ids.length;
}

/** Waits for other sheets of the holder, so that two with the same shifts store them once. */
export async function lockSheets({ db, holderId }: Call<Tx>): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`shifts ${holderId}`}, 0))`);
}

/** The drivers and times of the shifts of these drivers that start within a range, both ends included. */
export function listTimes({ db, holderId }: Call<Tx>, driverIds: readonly string[], { from, to }: Range) {
  const { driverId, startsAt: start, endsAt: end } = shifts;
  const starts = and(gte(start, from), lte(start, to));
  return db
    .select({ driverId, start, end })
    .from(shifts)
    .where(and(isKept(holderId), isAnyOf(driverId, driverIds), starts));
}

export type NewShift = Times & { id: string; requestKey: string | null; requestHash: string | null };

/** Stores shifts, which are one parameter as in `recordChanges`. @returns the ids of those whose key was not used before */
export async function insertShifts(
  { db, holderId, now }: Call<Tx>,
  rows: readonly NewShift[],
): Promise<string[]> {
  const at = sql`${now.toISOString()}::timestamptz`;
  // PostgreSQL refuses offsets of 16 hours and more
  const inUtc = rows.map((row) => ({
    ...row,
    start: new Date(row.start),
    end: row.end === null ? null : new Date(row.end),
  }));
  const stored = await db.execute<{ id: string }>(sql`
    insert into ${shifts} (bea_holder_id, created_at, updated_at, id, driver_id, vehicle_id, starts_at, ends_at, note, request_key, request_hash)
    select ${holderId}, ${at}, ${at}, id, "driverId", "vehicleId", start, "end", note, "requestKey", "requestHash"
    from jsonb_to_recordset(${JSON.stringify(inUtc)}::jsonb) as shift (id text, "driverId" text, "vehicleId" text,
      start timestamptz, "end" timestamptz, note text, "requestKey" text, "requestHash" text)
    on conflict do nothing returning id`);
  return stored.rows.map(({ id }) => id);
}

export async function updateShift(
  { db, holderId, now }: Call<Tx>,
  id: string,
  { driverId, vehicleId, start, end, note }: Times,
): Promise<void> {
  const times = { startsAt: new Date(start), endsAt: end === null ? null : new Date(end) };
  await db
    .update(shifts)
    .set({ driverId, vehicleId, note, ...times, updatedAt: now, version: nextVersion(shifts.version) })
    .where(and(isKept(holderId), eq(shifts.id, id)));
}

/** Marks or unmarks shifts as removed, in the order of their ids. @returns these */
async function changeDeletion(
  { db, holderId, now }: Call<Tx>,
  ids: readonly string[],
  condition: SQL | undefined,
  deletedAt: Date | null,
): Promise<StoredShift[]> {
  const which = and(ofHolder(holderId), condition, isAnyOf(shifts.id, ids));
  await db.select({ id: shifts.id }).from(shifts).where(which).orderBy(asc(shifts.id)).for('update');
  const marked = await db
    .update(shifts)
    .set({ deletedAt, updatedAt: now, version: nextVersion(shifts.version) })
    .where(which)
    .returning({ id: shifts.id });
  return marked.length === 0
    ? []
    : readShifts(
        db,
        holderId,
        marked.map(({ id }) => id),
      );
}

/** Marks shifts as removed. @returns those that were not removed before */
export const markDeleted = (call: Call<Tx>, ids: readonly string[]) =>
  changeDeletion(call, ids, isNull(shifts.deletedAt), call.now);

/** Restores shifts that were removed at or after `since`. @returns these */
export const unmarkDeleted = (call: Call<Tx>, ids: readonly string[], since: Date) =>
  changeDeletion(call, ids, gte(shifts.deletedAt, since), null);

/**
 * Hours of drivers from the trips of a range that lie in no shift: a driver's trips of a day, but for those with a shift between them, are one
 * proposal, which no shift next to it overlaps. Earliest first.
 */
export async function listProposals({ db, holderId, now }: Call<DbOrTx>, range: Range, driverId?: string) {
  const ofTrips = and(tripsWithin(holderId, range), driverId ? eq(trips.driverId, driverId) : undefined);
  const margin = sql`make_interval(mins => ${PROPOSAL_MARGIN_MINUTES})`;
  const near = { from: new Date(range.from.getTime() - DAY_MS), to: new Date(range.to.getTime() + DAY_MS) };
  const { rows } = await db.execute<ProposedShift>(sql`
    with moments as (
      select driver_id, datetime as at, datetime + make_interval(mins => coalesce(duration, 0)) as until, vehicle_id,
        null::timestamptz as shift_start, null::timestamptz as shift_end, true as is_trip
      from ${trips} where ${ofTrips}
      union all
      select driver_id, starts_at, null, null, starts_at, coalesce(ends_at, 'infinity'), false
      from ${shifts} where ${and(isKept(holderId), ofDriver(driverId), overlaps(near, now))}
    ), placed as (
      select *,
        max(shift_end) over (partition by driver_id order by at, is_trip rows unbounded preceding) as last_end,
        -- backwards: a frame that loses rows is added up again for each
        min(shift_start) over (partition by driver_id order by at desc, is_trip desc rows unbounded preceding) as next_start
      from moments
    ), proposed as (
      select driver_id, last_end, next_start, min(at) as first, max(until) as last, count(*)::int as trips,
        mode() within group (order by vehicle_id) as vehicle_id
      from placed where is_trip and (last_end is null or last_end <= at)
      group by driver_id, (at at time zone 'Australia/Brisbane')::date, last_end, next_start
    )
    select proposed.driver_id as "driverId", ${driverNameSql} as "driverName", vehicles.id as "vehicleId",
      vehicles.registration as "vehicleRegistration", trips,
      to_json(greatest(first - ${margin}, last_end)) #>> '{}' as start,
      to_json(least(last + ${margin}, next_start)) #>> '{}' as "end"
    from proposed
      join ${drivers} on ${drivers.beaHolderId} = ${holderId} and ${drivers.id} = proposed.driver_id and ${drivers.deletedAt} is null
      left join ${vehicles} on ${vehicles.beaHolderId} = ${holderId} and ${vehicles.id} = proposed.vehicle_id
    order by first, proposed.driver_id
    limit ${MAX_LISTED_SHIFTS + 1}`);
  return rows.map((row) => ({ ...row, start: new Date(row.start), end: new Date(row.end) }));
}
