import type { Range } from '@shared/periods';
import { driverSwitchOffs, drivers } from '@shared/tables/trips';
import { and, eq, gte, isNull, lt, or, type SQL, sql } from 'drizzle-orm';

// A driver's time with the holder (docs/product/drivers.md#when-a-driver-ends) in queries. Ends are compared as instants: the start date and
// the end date, which is the last day, are stored as the first instant of their day.

/** Joins to a driver the switch-off that lasts beyond an instant, or that still lasts: at most one row. */
export function offUntil(until?: Date): SQL | undefined {
  const { beaHolderId, driverId, switchedOffAt, switchedOnAt } = driverSwitchOffs;
  return and(
    eq(beaHolderId, drivers.beaHolderId),
    eq(driverId, drivers.id),
    until && lt(switchedOffAt, until),
    or(isNull(switchedOnAt), until && gte(switchedOnAt, until)),
  );
}

/** An instant on the driver's last day; null where nothing ends its time. Needs `offUntil` joined. */
export const driverEnd =
  sql`least(${drivers.endDate}, ${drivers.deletedAt}, ${driverSwitchOffs.switchedOffAt})`.mapWith(
    drivers.startDate,
  );

/** Whether the driver was with the holder at all: one that ended before its start never was. Needs `offUntil` joined. */
export const wasAffiliated = or(isNull(driverEnd), gte(driverEnd, drivers.startDate));

/** Whether the driver's time overlaps a range. Needs `offUntil(range.to)` joined. */
export function affiliatedWithin({ from, to }: Range): SQL | undefined {
  return and(lt(drivers.startDate, to), or(isNull(driverEnd), gte(driverEnd, from)), wasAffiliated);
}
