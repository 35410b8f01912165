import type { Range } from '@shared/periods';
import { driverSwitchOffs, drivers, shifts, trips } from '@shared/tables/trips';
import { asc, eq, min } from 'drizzle-orm';
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
