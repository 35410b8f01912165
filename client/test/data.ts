import type { Recipient } from '@shared/deliveries/recipients';
import type { CarChange } from '@shared/driver-vehicle';
import type { Driver } from '@shared/drivers';
import { DAY_MS } from '@shared/durations';
import type { BeaHolder } from '@shared/holders';
import type { Person } from '@shared/people';
import type { Lodgement } from '@shared/reports/lodgements';
import type { ProposedShift, Shift } from '@shared/shifts/shifts';
import { emptyDetails } from '@shared/trips/trip-fields';
import type { Trip } from '@shared/trips/trips';
import type { Vehicle } from '@shared/vehicles/vehicles';

/** The instant of every test that names no other: a Sunday noon in Brisbane. */
export const NOW = '2026-11-22T02:00:00.000Z';
const LONG_AGO = '2025-01-01T00:00:00.000Z';

const HOLDER_ID = '00000000-0000-4000-8000-000000000001';

const stamps = { createdAt: LONG_AGO, updatedAt: LONG_AGO, version: 1 };

export const buildHolder = (overrides: Partial<BeaHolder> = {}): BeaHolder => ({
  id: HOLDER_ID,
  beaNumber: 'BEA-1',
  holderName: 'Mary Smith',
  companyName: 'Smith Cars Pty Ltd',
  tradingName: null,
  contactPerson: null,
  contactEmail: 'mary@example.com',
  contactPhone: '07 3000 0000',
  logoUrl: null,
  profilePictureUrl: null,
  isActive: true,
  contactVerifiedAt: null,
  authorisationExpires: null,
  demoUntil: null,
  ...stamps,
  ...overrides,
});

/** The contact, who is signed in, unless it is another. */
export const buildPerson = (overrides: Partial<Person> = {}): Person => ({
  id: '00000000-0000-4000-8000-000000000002',
  name: 'Mary Smith',
  email: 'mary@example.com',
  isContact: true,
  isYou: true,
  createdAt: LONG_AGO,
  ...overrides,
});

let count = 0;
const nextId = () => {
  count += 1;
  return `00000000-0000-4000-9000-${String(count).padStart(12, '0')}`;
};

/** Amy Young, unless other names are given. */
export const buildDriver = (overrides: Partial<Driver> = {}): Driver => ({
  id: nextId(),
  beaHolderId: HOLDER_ID,
  driverAuthorityLicense: 'DA-1',
  bookedHireServiceLicense: 'BHSL-1',
  vehicleRegistrationNumber: '123ABC',
  vehicleId: null,
  firstName: 'Amy',
  lastName: 'Young',
  startDate: LONG_AGO,
  endDate: null,
  isActive: true,
  isSubcontracted: false,
  authorisationExpires: null,
  ...stamps,
  ...overrides,
});

/** The car that `buildDriver` says it drives, licensed and available. */
export const buildVehicle = (overrides: Partial<Vehicle> = {}): Vehicle => {
  const availability = overrides.availability ?? [{ from: '2025-01-01', to: null }];
  return {
    id: nextId(),
    beaHolderId: HOLDER_ID,
    registration: '123ABC',
    description: null,
    availableFrom: availability.at(-1)?.from ?? null,
    availableTo: availability.at(-1)?.to ?? null,
    availability,
    isSubcontracted: false,
    isSubstituteTaxi: false,
    licences: [{ kind: 'booked-hire', number: 'BHSL-1', from: '2025-01-01', expires: null }],
    callSigns: [],
    notes: null,
    ...stamps,
    ...overrides,
  };
};

/** A trip of the driver, an hour before `NOW` from Toowong. */
export const buildTrip = (
  driver: Pick<Driver, 'id' | 'driverAuthorityLicense' | 'firstName' | 'lastName'>,
  overrides: Partial<Trip> = {},
): Trip => ({
  id: nextId(),
  beaHolderId: HOLDER_ID,
  driverId: driver.id,
  driverName: `${driver.firstName} ${driver.lastName}`,
  driverAuthorityLicense: driver.driverAuthorityLicense,
  datetime: '2026-11-22T01:00:00.000Z',
  suburb: 'Toowong',
  postcode: '4066',
  waitingTime: 5,
  ...emptyDetails(),
  vehicleId: null,
  vehicleRegistration: null,
  ...stamps,
  ...overrides,
});

/** The driver's shift of the day before `NOW`, from 6:10 to 14:30. */
export const buildShift = (
  driver: Pick<Driver, 'id' | 'firstName' | 'lastName'>,
  overrides: Partial<Shift> = {},
): Shift => ({
  id: nextId(),
  beaHolderId: HOLDER_ID,
  driverId: driver.id,
  driverName: `${driver.firstName} ${driver.lastName}`,
  vehicleId: null,
  vehicleRegistration: null,
  start: '2026-11-20T20:10:00.000Z',
  end: '2026-11-21T04:30:00.000Z',
  note: null,
  ...stamps,
  ...overrides,
});

/** Another vehicle of a driver, which concerns no trip and no shift unless it is said. */
export const buildCarChange = (overrides: Partial<CarChange> = {}): CarChange => ({
  former: null,
  until: null,
  trips: 0,
  shifts: 0,
  touched: [],
  isRenamed: false,
  ...overrides,
});

/** Hours of the Friday before `NOW`, from 7 trips. */
export const buildProposal = (
  driver: Pick<Driver, 'id' | 'firstName' | 'lastName'>,
  overrides: Partial<ProposedShift> = {},
): ProposedShift => ({
  driverId: driver.id,
  driverName: `${driver.firstName} ${driver.lastName}`,
  vehicleId: null,
  vehicleRegistration: null,
  start: '2026-11-19T20:00:00.000Z',
  end: '2026-11-20T04:40:00.000Z',
  trips: 7,
  ...overrides,
});

/** Gets the reports of quarter and year. */
export const buildRecipient = (email: string): Recipient => ({
  id: email,
  beaHolderId: buildHolder().id,
  email,
  quarterlyReports: true,
  annualReports: true,
  detailedBreakdown: false,
  isActive: true,
  bounces: 0,
  createdAt: NOW,
});

/** The lodgement of the first quarter of 2026-2027, unless another period is given. */
export const buildLodgement = (overrides: Partial<Lodgement> = {}): Lodgement => ({
  id: nextId(),
  report: 'quarterly',
  period: 'Q1-2026',
  lodgedOn: '2026-11-22',
  reference: null,
  amends: null,
  reason: null,
  amendedBy: null,
  pdfSha256: 'ab'.repeat(32),
  documents: [],
  createdAt: NOW,
  ...overrides,
});

const SUBURBS = [
  ['Toowong', '4066'],
  ['Ascot', '4007'],
  ['St Lucia', '4067'],
] as const;

/** Trips of three suburbs in turn, a day apart, that waited 0, 1, 2 … minutes; the newest, which comes first, waited 0. */
export const buildTrips = (driver: Driver, length: number): Trip[] =>
  Array.from({ length }, (_, index) => {
    const [suburb, postcode] = SUBURBS[index % 3] ?? SUBURBS[0];
    const datetime = new Date(Date.parse(NOW) - DAY_MS * index - DAY_MS / 24).toISOString();
    return buildTrip(driver, { suburb, postcode, waitingTime: index, datetime });
  });
