import { brisbaneDay, type Range } from '@shared/periods';
import { auditEvents, users } from '@shared/tables/holders';
import { importLayouts } from '@shared/tables/imports';
import { checkLooks, emailSettings, lodgedDocuments, lodgements, tmrRequests } from '@shared/tables/reports';
import { datedFacts, driverSwitchOffs, drivers, trips, vehicles } from '@shared/tables/trips';
import {
  and,
  asc,
  eq,
  exists,
  getTableColumns,
  gte,
  inArray,
  isNull,
  lt,
  or,
  type SQLWrapper,
  sql,
} from 'drizzle-orm';
import { type DbOrTx, isAnyOf } from '../../lib/database/db';
import { mapped, type SnapshotCall } from '../../lib/database/snapshot';
import { driverOnPhone, personOfEvent } from '../activity/activity.repository';
import { affiliatedWithin, driverNameSql, offUntil } from '../drivers/drivers.repository';
import { readThen } from '../drivers/then.repository';
import { isUser, userName, userNameSql } from '../holders/holders.repository';
import { shiftRecordsQuery } from '../shifts/shifts.repository';
import { type Chosen, plainColumns, recordedTrips } from '../trips/trips.repository';

/** The person who deleted a trip, as `users` is joined, or its driver, who alone deletes it on a phone. */
const deleterOfTrip = (holderId: string) =>
  sql<string | null>`coalesce(${userNameSql},
    case when ${trips.deletedAt} is not null then ${driverOnPhone(holderId, trips.driverId)} end)`;

const tripRecordsQuery = (db: DbOrTx, holderId: string, range?: Range, chosen?: Chosen) =>
  db
    .select({
      id: trips.id,
      datetime: trips.datetime,
      driverId: trips.driverId,
      ...plainColumns,
      vehicleId: trips.vehicleId,
      createdAt: trips.createdAt,
      updatedAt: trips.updatedAt,
      deletedAt: trips.deletedAt,
      deletedBy: deleterOfTrip(holderId).as('deleted_by_name'),
    })
    .from(trips)
    .leftJoin(users, and(eq(users.beaHolderId, trips.beaHolderId), eq(users.id, trips.deletedBy)))
    .where(recordedTrips(holderId, range, chosen))
    .orderBy(asc(trips.datetime), asc(trips.id));

const { beaHolderId: _holder, ...driverColumns } = getTableColumns(drivers);
const { beaHolderId: _of, bounces: _bounces, ...recipientColumns } = getTableColumns(emailSettings);
const { beaHolderId: _owner, ...vehicleColumns } = getTableColumns(vehicles);
const { isActive: _active, createdAt: _from, updatedAt: _to, ...driverRecord } = driverColumns;

/** Every driver of the holder, removed ones included: a query to be streamed. */
export const allDriversQuery = (db: DbOrTx, holderId: string) =>
  db
    .select(driverColumns)
    .from(drivers)
    .where(eq(drivers.beaHolderId, holderId))
    .orderBy(asc(drivers.createdAt), asc(drivers.id));

/** Every vehicle of the holder, removed ones included: a query to be streamed. */
export const allVehiclesQuery = (db: DbOrTx, holderId: string) =>
  db
    .select(vehicleColumns)
    .from(vehicles)
    .where(eq(vehicles.beaHolderId, holderId))
    .orderBy(asc(vehicles.createdAt), asc(vehicles.id));

/** The dated facts of all drivers and vehicles, by the name and the registration of now: a query to be streamed. */
export const datedFactsQuery = (db: DbOrTx, holderId: string) =>
  db
    .select({
      driverId: datedFacts.driverId,
      driverName: driverNameSql.as('driver_name'),
      vehicleId: datedFacts.vehicleId,
      vehicleRegistration: vehicles.registration,
      fact: datedFacts.fact,
      value: datedFacts.value,
      // text, because the cursor would read a date as an instant
      firstDay: sql<string | null>`${datedFacts.firstDay}::text`.as('first_day'),
      lastDay: sql<string | null>`${datedFacts.lastDay}::text`.as('last_day'),
      isAssumed: datedFacts.isAssumed,
      recordedAt: datedFacts.recordedAt,
      person: userNameSql.as('person'),
    })
    .from(datedFacts)
    .leftJoin(
      drivers,
      and(eq(drivers.beaHolderId, datedFacts.beaHolderId), eq(drivers.id, datedFacts.driverId)),
    )
    .leftJoin(
      vehicles,
      and(eq(vehicles.beaHolderId, datedFacts.beaHolderId), eq(vehicles.id, datedFacts.vehicleId)),
    )
    .leftJoin(users, isUser(datedFacts))
    .where(eq(datedFacts.beaHolderId, holderId))
    .orderBy(asc(datedFacts.recordedAt), asc(datedFacts.id));

/** Everyone who may sign in or might once. */
export const allPeopleQuery = (db: DbOrTx, holderId: string) =>
  db
    .select({
      id: users.id,
      name: userName.as('person_name'),
      email: users.email,
      createdAt: users.createdAt,
      removedAt: users.removedAt,
    })
    .from(users)
    .where(eq(users.beaHolderId, holderId))
    .orderBy(asc(users.createdAt), asc(users.id));

export const allRecipientsQuery = (db: DbOrTx, holderId: string) =>
  db
    .select(recipientColumns)
    .from(emailSettings)
    .where(eq(emailSettings.beaHolderId, holderId))
    .orderBy(asc(emailSettings.createdAt), asc(emailSettings.id));

/** Every remembered layout of a spreadsheet. */
export const allLayoutsQuery = (db: DbOrTx, holderId: string) => {
  const { id, name, of, headings, reading, createdAt, usedAt } = importLayouts;
  return db
    .select({
      id,
      name,
      of,
      headings: sql<string>`${headings}::text`.as('headings'),
      reading: sql<string>`${reading}::text`.as('reading'),
      createdAt,
      usedAt,
    })
    .from(importLayouts)
    .where(eq(importLayouts.beaHolderId, holderId))
    .orderBy(asc(createdAt), asc(id));
};

const { beaHolderId: _asked, userId: _person, ...requestColumns } = getTableColumns(tmrRequests);

/** Every request from TMR, deleted ones included: a query to be streamed. */
export const allRequestsQuery = (db: DbOrTx, holderId: string) =>
  db
    .select({
      ...requestColumns,
      // text, because the cursor would read a date as an instant
      receivedOn: sql<string>`${tmrRequests.receivedOn}::text`.as('received'),
      dueOn: sql<string>`${tmrRequests.dueOn}::text`.as('due'),
      firstDay: sql<string>`${tmrRequests.firstDay}::text`.as('first'),
      lastDay: sql<string>`${tmrRequests.lastDay}::text`.as('last'),
      answeredOn: sql<string | null>`${tmrRequests.answeredOn}::text`.as('answered'),
    })
    .from(tmrRequests)
    .where(eq(tmrRequests.beaHolderId, holderId))
    .orderBy(asc(tmrRequests.createdAt), asc(tmrRequests.id));

/** Who looked at which list of questions, without the name of the questions that it had: a query to be streamed. */
export const allLooksQuery = (db: DbOrTx, holderId: string) =>
  db
    .select({
      list: sql<string>`regexp_replace(${checkLooks.subject}, '^(\\S+ \\S+) .*$', '\\1')`.as('list'),
      lookedAt: checkLooks.lookedAt,
      person: userNameSql.as('person'),
      questions: checkLooks.found,
    })
    .from(checkLooks)
    .leftJoin(users, isUser(checkLooks))
    .where(eq(checkLooks.beaHolderId, holderId))
    .orderBy(asc(checkLooks.lookedAt), asc(checkLooks.id));

// Subselects name the holder by its id. Where they name it by the column of the query around them, Citus asks every shard. It refuses both in one query.

/** The drivers who were affiliated or drove in a range, removed ones included: a query to be streamed. */
export function driverRecordsQuery(db: DbOrTx, holderId: string, range: Range) {
  const drove = db
    .select({ one: sql`1` })
    .from(trips)
    .where(and(recordedTrips(holderId, range), eq(trips.driverId, drivers.id)));
  return db
    .select(driverRecord)
    .from(drivers)
    .leftJoin(driverSwitchOffs, offUntil(range.to))
    .where(and(eq(drivers.beaHolderId, holderId), or(affiliatedWithin(holderId, range), exists(drove))))
    .orderBy(asc(drivers.startDate), asc(drivers.id));
}

function switchOffRecordsQuery(db: DbOrTx, holderId: string, range?: Range, driverIds?: readonly string[]) {
  const { beaHolderId, driverId, switchedOffAt, switchedOnAt, id } = driverSwitchOffs;
  const isOffAfter = range && or(isNull(switchedOnAt), gte(switchedOnAt, range.from));
  return db
    .select({ driverId, switchedOffAt, switchedOnAt })
    .from(driverSwitchOffs)
    .where(
      and(
        eq(beaHolderId, holderId),
        range && lt(switchedOffAt, range.to),
        isOffAfter,
        driverIds && isAnyOf(driverId, driverIds),
      ),
    )
    .orderBy(asc(switchedOffAt), asc(id));
}

type RowOf<Of extends 'trips' | 'shifts' | 'switchOffs'> =
  ReturnType<Awaited<ReturnType<typeof readRecords>>[Of]> extends AsyncGenerator<infer Row> ? Row : never;
export type TripRecord = RowOf<'trips'>;
export type ShiftRecord = RowOf<'shifts'>;
export type SwitchOffRecord = RowOf<'switchOffs'>;

type DriverTexts = Pick<
  typeof drivers.$inferSelect,
  'id' | 'vehicleRegistrationNumber' | 'bookedHireServiceLicense'
>;

/** Streams what is recorded of a range or of all time, earliest first, deleted trips and shifts included, each row with the names of its day. */
export async function readRecords(call: SnapshotCall) {
  const { db, holderId, now, stream } = call;
  const then = await readThen(db, holderId);
  return {
    then,
    /** Drivers with the texts of their usual vehicle as they are now. */
    drivers: <Row extends DriverTexts>(query: Parameters<typeof stream<Row>>[0]) =>
      mapped(stream(query), (row) => {
        const { vehicleRegistrationNumber, bookedHireServiceLicense } = then.driverOn(
          row.id,
          brisbaneDay(now),
        );
        return { ...row, vehicleRegistrationNumber, bookedHireServiceLicense };
      }),
    trips: (range?: Range, chosen?: Chosen) =>
      mapped(stream(tripRecordsQuery(db, holderId, range, chosen)), then.named),
    shifts: (range?: Range, chosen?: Chosen) =>
      mapped(stream(shiftRecordsQuery(call, range, chosen)), then.named),
    switchOffs: (range?: Range, driverIds?: readonly string[]) =>
      mapped(stream(switchOffRecordsQuery(db, holderId, range, driverIds)), (row) => {
        const { name, driverAuthorityLicense } = then.driverOn(row.driverId, brisbaneDay(row.switchedOffAt));
        return { ...row, driverName: name, driverAuthorityLicense };
      }),
  };
}

const ofPeriods = (holderId: string, periods: string[] | undefined) =>
  and(eq(lodgements.beaHolderId, holderId), periods && inArray(lodgements.period, periods));

/** Lodgements of one period are numbered in the order in which they were marked. */
const numberOf = (holderId: string, id: SQLWrapper) => sql<number | null>`(
  select count(*) from ${lodgements} as one
    join ${lodgements} as earlier on earlier.bea_holder_id = one.bea_holder_id and earlier.period = one.period
      and (earlier.created_at, earlier.id) <= (one.created_at, one.id)
  where one.bea_holder_id = ${holderId} and one.id = ${id} having count(*) > 0
)`;
/** The folder of a lodgement's kept documents: "Q1-2026-1", "Q1-2026-2-withdrawn", "Q1-2026-3-amends-1". */
const lodgementFolder = (holderId: string) => sql<string>`
  concat_ws('-', ${lodgements.period}, ${numberOf(holderId, lodgements.id)},
  'amends-' || ${numberOf(holderId, lodgements.amendsId)},
  case when ${lodgements.withdrawnAt} is not null then 'withdrawn' end)`;
/** The lodgement that one amends, as its folder's name begins: "Q1-2026-1". */
const amendedName = (holderId: string) =>
  sql<string | null>`${lodgements.period} || '-' || ${numberOf(holderId, lodgements.amendsId)}`;

const figure = (name: 'tripCount' | 'waitingTotal' | 'unknownWaits') =>
  sql`(${lodgements.figures} ->> ${sql.raw(`'${name}'`)})::bigint`;
const unknownWaits = sql`coalesce(${figure('unknownWaits')}, 0)`;
const averageWait = sql`round(${figure('waitingTotal')}::numeric / nullif(${figure('tripCount')} - ${unknownWaits}, 0), 1)`;
const lines = (name: 'drivers' | 'locations') =>
  sql<number>`jsonb_array_length(${lodgements.figures} -> ${sql.raw(`'${name}'`)})`;

/** Lodgements of the given periods or of all, withdrawn ones included: a query to be streamed. */
export function lodgementRecordsQuery(db: DbOrTx, holderId: string, periods?: string[]) {
  const documents = db
    .select({
      all: sql<string>`string_agg(${lodgedDocuments.name} || ' ' || ${lodgedDocuments.sha256}, '; ' order by ${lodgedDocuments.name})`,
    })
    .from(lodgedDocuments)
    .where(and(eq(lodgedDocuments.beaHolderId, holderId), eq(lodgedDocuments.lodgementId, lodgements.id)));
  return db
    .select({
      report: lodgements.report,
      period: lodgements.period,
      // text, because the cursor would read a date as an instant
      lodgedOn: sql<string>`${lodgements.lodgedOn}::text`.as('lodged_on'),
      reference: lodgements.reference,
      pdfSha256: lodgements.pdfSha256,
      createdAt: lodgements.createdAt,
      person: userNameSql.as('person'),
      withdrawnAt: lodgements.withdrawnAt,
      totalTrips: figure('tripCount').as('total_trips'),
      totalWaiting: figure('waitingTotal').as('total_waiting'),
      averageWait: averageWait.as('average_wait'),
      drivers: lines('drivers').as('drivers'),
      areas: lines('locations').as('areas'),
      folder: lodgementFolder(holderId).as('folder'),
      documents: sql<string | null>`(${documents})`.as('documents'),
      amends: amendedName(holderId).as('amends'),
      reason: lodgements.amendReason,
      unknownWaits: unknownWaits.as('unknown_waits'),
    })
    .from(lodgements)
    .leftJoin(users, isUser(lodgements))
    .where(ofPeriods(holderId, periods))
    .orderBy(asc(lodgements.createdAt), asc(lodgements.id));
}

/** The lodgements of the given periods or of all, withdrawn ones included, with the folders of their kept documents. */
export const listLodgementFolders = (db: DbOrTx, holderId: string, periods?: string[]) =>
  db
    .select({ id: lodgements.id, folder: lodgementFolder(holderId) })
    .from(lodgements)
    .where(ofPeriods(holderId, periods))
    .orderBy(asc(lodgements.createdAt), asc(lodgements.id));

/** The audit events of a range, and those of any time about its trips, earliest first: a query to be streamed. */
export function auditRecordsQuery(db: DbOrTx, holderId: string, range: Range) {
  const { beaHolderId, at, entity, entityId, action, changes } = auditEvents;
  const itsTrip = db
    .select({ one: sql`1` })
    .from(trips)
    .where(and(recordedTrips(holderId, range), eq(trips.id, entityId)));
  const isThen = and(gte(at, range.from), lt(at, range.to));
  const isAboutTrip = and(eq(entity, 'trip'), exists(itsTrip));
  return db
    .select({ at, person: personOfEvent(holderId).as('person'), entity, entityId, action, changes })
    .from(auditEvents)
    .leftJoin(users, isUser(auditEvents))
    .where(and(eq(beaHolderId, holderId), or(isThen, isAboutTrip)))
    .orderBy(asc(at), asc(auditEvents.id));
}
