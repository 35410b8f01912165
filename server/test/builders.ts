import { randomUUID } from 'node:crypto';
import type { DriverInput } from '@shared/driver-input';
import type { Driver } from '@shared/drivers';
import type { Login } from '@shared/holders';
import { beaHolders } from '@shared/tables/holders';
import { drivers, trips } from '@shared/tables/trips';
import type { CreateTrip } from '@shared/trips/trips';
import { type Db, onlyRow } from '../lib/database/db';

const unique = () => randomUUID().slice(0, 8);

export const buildLogin = (overrides: Partial<Login> = {}): Login => ({
  beaNumber: `BEA-${unique()}`,
  holderName: 'Mary Jane Smith',
  companyName: 'Smith Cars Pty Ltd',
  contactEmail: `mary.${unique()}@example.com`,
  contactPhone: '07 3000 0000',
  rememberMe: false,
  ...overrides,
});

export const buildDriver = (overrides: Partial<DriverInput> = {}): DriverInput => ({
  driverAuthorityLicense: `DA-${unique()}`,
  bookedHireServiceLicense: 'BHSL-1001',
  vehicleRegistrationNumber: '123ABC',
  firstName: 'Łukasz',
  lastName: 'Ngāti',
  startDate: '2025-06-30T14:00:00.000Z',
  endDate: null,
  isActive: true,
  ...overrides,
});

/** A trip's body for the given driver. */
export const buildTrip = (
  driver: Pick<Driver, 'id' | 'driverAuthorityLicense'>,
  overrides: Partial<CreateTrip> = {},
): CreateTrip => ({
  driverId: driver.id,
  driverAuthorityLicense: driver.driverAuthorityLicense,
  suburb: 'Toowong',
  postcode: '4066',
  waitingTime: 5,
  duration: null,
  datetime: '2026-11-20T23:30:00.000Z',
  bookingReference: null,
  notes: null,
  ...overrides,
});

export async function insertHolder(db: Db, overrides: Partial<typeof beaHolders.$inferInsert> = {}) {
  const { rememberMe: _, ...holder } = buildLogin();
  const values = { ...holder, ...overrides };
  return onlyRow(await db.insert(beaHolders).values(values).returning());
}

export async function insertDriver(db: Db, holderId: string, overrides: Partial<DriverInput> = {}) {
  const { startDate, endDate, ...driver } = buildDriver(overrides);
  const rows = await db
    .insert(drivers)
    .values({
      ...driver,
      beaHolderId: holderId,
      startDate: new Date(startDate),
      endDate: endDate ? new Date(endDate) : null,
    })
    .returning();
  return onlyRow(rows);
}

export async function insertTrip(
  db: Db,
  driver: Pick<typeof drivers.$inferSelect, 'id' | 'beaHolderId' | 'driverAuthorityLicense'>,
  overrides: Partial<CreateTrip> = {},
) {
  const { datetime, ...trip } = buildTrip(driver, overrides);
  const rows = await db
    .insert(trips)
    .values({ ...trip, beaHolderId: driver.beaHolderId, datetime: new Date(datetime) })
    .returning();
  return onlyRow(rows);
}
