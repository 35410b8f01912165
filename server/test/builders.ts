import { randomUUID } from 'node:crypto';
import type { DriverInput } from '@shared/driver-input';
import type { Driver } from '@shared/drivers';
import type { Login } from '@shared/holders';
import { brisbaneDay } from '@shared/periods';
import { beaHolders } from '@shared/tables/holders';
import { datedFacts, drivers, trips, vehicles } from '@shared/tables/trips';
import { emptyDetails } from '@shared/trips/trip-fields';
import type { CreateTrip } from '@shared/trips/trips';
import type { vehicleInputSchema } from '@shared/vehicles/vehicle-input';
import type { Vehicle } from '@shared/vehicles/vehicles';
import { and, eq } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { factsOf } from '../features/vehicles/dated-facts';
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

const FORM_FIELDS = [
  ...(['driverId', 'driverAuthorityLicense', 'datetime', 'suburb', 'postcode', 'waitingTime'] as const),
  ...(['duration', 'notes', 'version'] as const),
];

/** A stored trip as a form sends it back. */
export const tripForm = (trip: Record<(typeof FORM_FIELDS)[number], unknown>, changes: object) => ({
  ...Object.fromEntries(FORM_FIELDS.map((field) => [field, trip[field]])),
  ...changes,
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
  datetime: '2026-11-20T23:30:00.000Z',
  vehicleId: null,
  ...emptyDetails(),
  ...overrides,
});

export async function insertHolder(db: Db, overrides: Partial<typeof beaHolders.$inferInsert> = {}) {
  const { rememberMe: _, ...holder } = buildLogin();
  const values = { ...holder, ...overrides };
  return onlyRow(await db.insert(beaHolders).values(values).returning());
}

/** A vehicle's body, with one licence since July 2025. */
export const buildVehicle = (overrides: Partial<z.input<typeof vehicleInputSchema>> = {}) => ({
  registration: `V${unique().slice(0, 6)}`.toUpperCase(),
  availableFrom: '2025-07-01',
  licences: [{ kind: 'booked-hire' as const, number: `BHSL-${unique()}`, from: '2025-07-01' }],
  ...overrides,
});

type DatedVehicle = Partial<Pick<Vehicle, 'availability' | 'licences' | 'callSigns'>>;

/** A vehicle, available since July 2025 with one licence, unless other times and licences are given. */
export async function insertVehicle(
  db: Db,
  holderId: string,
  {
    availability,
    licences,
    callSigns,
    ...overrides
  }: Partial<typeof vehicles.$inferInsert> & DatedVehicle = {},
) {
  const values = { registration: '123ABC', ...overrides, beaHolderId: holderId };
  const vehicle = onlyRow(await db.insert(vehicles).values(values).returning());
  const from = '2025-07-01';
  const dated = factsOf({
    availability: availability ?? [{ from, to: null }],
    licences: licences ?? [{ kind: 'booked-hire', number: 'BHSL-1001', from, expires: null }],
    callSigns,
  });
  const own = { beaHolderId: holderId, vehicleId: vehicle.id, recordedAt: new Date(`${from}T00:00:00Z`) };
  if (dated.length > 0) await db.insert(datedFacts).values(dated.map((fact) => ({ ...fact, ...own })));
  return vehicle;
}

/** The holder's vehicle that a driver's form names, made if it is missing. */
async function usualVehicleOf(db: Db, holderId: string, driver: DriverInput): Promise<string> {
  const registration = driver.vehicleRegistrationNumber;
  const isNamed = and(eq(vehicles.beaHolderId, holderId), eq(vehicles.registration, registration));
  const [known] = await db.select({ id: vehicles.id }).from(vehicles).where(isNamed);
  if (known) return known.id;
  const from = brisbaneDay(new Date(driver.startDate));
  const licences = [
    { kind: 'booked-hire' as const, number: driver.bookedHireServiceLicense, from, expires: null },
  ];
  return (await insertVehicle(db, holderId, { registration, availability: [{ from, to: null }], licences }))
    .id;
}

export async function insertDriver(db: Db, holderId: string, overrides: Partial<DriverInput> = {}) {
  const input = buildDriver(overrides);
  const { startDate, endDate, ...driver } = input;
  const rows = await db
    .insert(drivers)
    .values({
      ...driver,
      beaHolderId: holderId,
      vehicleId: await usualVehicleOf(db, holderId, input),
      startDate: new Date(startDate),
      endDate: endDate ? new Date(endDate) : null,
    })
    .returning();
  return onlyRow(rows);
}

export async function insertTrip(
  db: Db,
  driver: Pick<typeof drivers.$inferSelect, 'id' | 'beaHolderId' | 'driverAuthorityLicense'> & {
    vehicleId?: string | null;
  },
  overrides: Partial<CreateTrip> = {},
) {
  const { datetime, ...trip } = buildTrip(driver, { vehicleId: driver.vehicleId ?? null, ...overrides });
  const rows = await db
    .insert(trips)
    .values({ ...trip, beaHolderId: driver.beaHolderId, datetime: new Date(datetime) })
    .returning();
  return onlyRow(rows);
}
