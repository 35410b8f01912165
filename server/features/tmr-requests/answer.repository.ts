import type { Range } from '@shared/periods';
import { driverSwitchOffs, drivers, shifts, trips } from '@shared/tables/trips';
import { asc, eq, getTableColumns } from 'drizzle-orm';
import { union } from 'drizzle-orm/pg-core';
import type { Call } from '../../lib/call';
import type { DbOrTx } from '../../lib/database/db';
import { driverEnd, offUntil } from '../drivers/drivers.repository';
import { type Chosen, isChosen, recordedTrips } from '../records/records.repository';
import { recordedShifts } from '../shifts/shifts.repository';

/** The drivers and vehicles that the trips and shifts of a range name. */
export async function readDriven(call: Call<DbOrTx>, range: Range, chosen: Chosen) {
  const { db, holderId } = call;
  const ofTrips = db
    .selectDistinct({ driverId: trips.driverId, vehicleId: trips.vehicleId })
    .from(trips)
    .where(recordedTrips(holderId, range, chosen));
  const ofShifts = db
    .selectDistinct({ driverId: shifts.driverId, vehicleId: shifts.vehicleId })
    .from(shifts)
    .where(recordedShifts(call, range, isChosen(shifts, chosen)));
  const pairs = await union(ofTrips, ofShifts);
  return {
    drivers: new Set(pairs.map(({ driverId }) => driverId)),
    vehicles: new Set(pairs.flatMap(({ vehicleId }) => vehicleId ?? [])),
  };
}

export type DriverUntil = Awaited<ReturnType<typeof listDriversUntil>>[number];

/** Every driver, removed ones too, with the end of its time as it was known at the end of a range. */
export function listDriversUntil(db: DbOrTx, holderId: string, { to }: Range) {
  const { id, firstName, lastName, driverAuthorityLicense, vehicleId, startDate } = getTableColumns(drivers);
  const { vehicleRegistrationNumber, bookedHireServiceLicense, authorisationExpires } = drivers;
  return db
    .select({
      ...{ id, firstName, lastName, driverAuthorityLicense, vehicleId },
      ...{ vehicleRegistrationNumber, bookedHireServiceLicense, authorisationExpires, startDate },
      end: driverEnd,
    })
    .from(drivers)
    .leftJoin(driverSwitchOffs, offUntil(to))
    .where(eq(drivers.beaHolderId, holderId))
    .orderBy(asc(drivers.startDate), asc(id));
}
