import type { Range } from '@shared/periods';
import { auditEvents } from '@shared/tables/holders';
import { driverSwitchOffs, drivers, shifts, trips } from '@shared/tables/trips';
import { and, asc, eq, max, min, sql } from 'drizzle-orm';
import { type DbOrTx, onlyRow } from '../../lib/database/db';
import { driverEnd, offUntil } from '../drivers/drivers.repository';

/** When the first trip and the first shift began that are stored, deleted ones included; null without any. */
export async function readFirstRecords(db: DbOrTx, holderId: string) {
  const ofTrips = db
    .select({ at: min(trips.datetime) })
    .from(trips)
    .where(eq(trips.beaHolderId, holderId));
  const ofShifts = db
    .select({ at: min(shifts.startsAt) })
    .from(shifts)
    .where(eq(shifts.beaHolderId, holderId));
  return { trip: onlyRow(await ofTrips).at, shift: onlyRow(await ofShifts).at };
}

export type Removal = NonNullable<Awaited<ReturnType<typeof readRemoval>>>;

/** What was removed for good (docs/product/reports.md#removing-old-records): how many trips and shifts before which day, and when last. */
export async function readRemoval(db: DbOrTx, holderId: string) {
  const { beaHolderId, entityId, entity, changes, at } = auditEvents;
  const sumOf = (field: 'trips' | 'shifts') =>
    sql`coalesce(sum((${changes} #>> ${`{${field},from}`})::integer), 0)`.mapWith(Number);
  const rows = await db
    .select({
      before: sql<string | null>`max(${changes} #>> '{before,from}')`,
      trips: sumOf('trips'),
      shifts: sumOf('shifts'),
      at: max(at),
    })
    .from(auditEvents)
    .where(and(eq(beaHolderId, holderId), eq(entityId, holderId), eq(entity, 'records')));
  const { before, at: last, ...counts } = onlyRow(rows);
  return before && last ? { before, at: last, ...counts } : null;
}

export type DriverUntil = Awaited<ReturnType<typeof listDriversUntil>>[number];

/** Every driver, removed ones too, with the end of its time as it was known at the end of a range. */
export function listDriversUntil(db: DbOrTx, holderId: string, { to }: Range) {
  const { id, startDate, isSubcontracted } = drivers;
  return db
    .select({ id, startDate, end: driverEnd, isSubcontracted })
    .from(drivers)
    .leftJoin(driverSwitchOffs, offUntil(to))
    .where(eq(drivers.beaHolderId, holderId))
    .orderBy(asc(startDate), asc(id));
}
