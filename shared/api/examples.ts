import type { Driver } from '../drivers';
import type { Layout } from '../imports/layouts';
import type { SentFileAnswer } from '../imports/waiting-files';
import type { Shift } from '../shifts/shifts';
import type { PushedTrip } from '../trips/pushed-trips';
import type { Trip } from '../trips/trips';
import type { Vehicle } from '../vehicles/vehicles';

/** What the description of the API shows (docs/product/api.md): one driver of one vehicle, and what they drove. */

const ids = {
  holder: 'ebd08221-5b6c-46de-93d3-e1f4b2c08548',
  driver: 'c20a740e-afba-47ed-88f8-ed1626be09b6',
  vehicle: '1fd742f9-eb3f-4124-af4c-89ccfd78869d',
};
const created = {
  beaHolderId: ids.holder,
  createdAt: '2026-11-20T08:02:11.000Z',
  updatedAt: '2026-11-20T08:02:11.000Z',
  version: 1,
};
const ofDriver = { driverId: ids.driver, driverName: 'Amy Smith' };
const inVehicle = { vehicleId: ids.vehicle, vehicleRegistration: '123ABC' };

export const exampleTrip: Trip = {
  id: 'b4db5f83-2c9d-4a2b-9b4c-27ac02f19e44',
  ...created,
  ...ofDriver,
  ...inVehicle,
  driverAuthorityLicense: 'DA123456',
  datetime: '2026-06-30T22:15:00.000Z',
  suburb: 'Fortitude Valley',
  postcode: '4006',
  waitingTime: 5,
  duration: null,
  bookingReference: 'B-1042',
  notes: null,
  kind: 'booked',
};

/** What PUT /api/trips/by-reference/{reference} is sent for it. The page at /api tells people to send it, so it names nothing but a driver. */
export const examplePushedTrip: Partial<PushedTrip> = {
  driverAuthorityLicense: 'DA123456',
  datetime: '2026-07-01T08:15:00+10:00',
  suburb: 'Fortitude Valley',
  postcode: '4006',
  waitingTime: 5,
};

/** What POST /api/trips is sent for it. */
export const exampleTripSent = { ...examplePushedTrip, driverId: ids.driver, bookingReference: 'B-1042' };

export const exampleDriver: Driver = {
  id: ids.driver,
  ...created,
  driverAuthorityLicense: 'DA123456',
  bookedHireServiceLicense: 'BHSL-77',
  vehicleRegistrationNumber: '123ABC',
  vehicleId: ids.vehicle,
  firstName: 'Amy',
  lastName: 'Smith',
  startDate: '2026-01-04T14:00:00.000Z',
  endDate: null,
  isActive: true,
  isSubcontracted: false,
  authorisationExpires: null,
};

export const exampleVehicle: Vehicle = {
  id: ids.vehicle,
  ...created,
  registration: '123ABC',
  description: null,
  isSubcontracted: false,
  isSubstituteTaxi: false,
  notes: null,
  availableFrom: '2026-01-05',
  availableTo: null,
  availability: [{ from: '2026-01-05', to: null, isAssumed: false }],
  licences: [
    { kind: 'booked-hire', number: 'BHSL-77', from: '2026-01-05', expires: '2027-01-04', isAssumed: false },
  ],
  callSigns: [],
};

export const exampleShift: Shift = {
  id: '0bc0c26e-605d-489d-845a-425cda74bcd9',
  ...created,
  ...ofDriver,
  ...inVehicle,
  start: '2026-11-19T20:00:00.000Z',
  end: '2026-11-20T04:30:00.000Z',
  note: null,
};

export const exampleLayout: Layout = {
  id: 'f0a3cf0c-3c1b-4d0e-9f8e-6d7f6f2f1d55',
  name: 'trips',
  of: 'trips',
  headings: ['Driver', 'Pickup date', 'Pickup suburb', 'Wait'],
  remembered: ['Date: Pickup date'],
  createdAt: '2026-07-01T00:12:40.000Z',
  usedAt: '2026-11-20T08:00:03.000Z',
  version: 1,
};

export const exampleSentFile: SentFileAnswer = {
  layout: { id: exampleLayout.id, name: exampleLayout.name },
  stored: 41,
  importId: '5c298ad4-3038-4c7a-8b34-7cf8007c18d6',
  waiting: 3,
  waitingId: '2b0b2a0e-6c0c-4a39-8f62-0f3c1f6f1a10',
  reasons: ['1 driver that you do not have: Nora New', 'Row 4: Pickup suburb is missing'],
  alreadyStored: 12,
  repeated: 0,
  notTrips: 2,
  deleted: 0,
};

const figures = { tripCount: 412, avgWaitTime: 4.2, unknownWaits: 3 };
const everywhere = { ...figures, postcodes: 18, drivers: 6 };
const place = { suburb: 'Toowong', postcode: '4066', tripCount: 96 };

/** Answers of the figures, by the last part of their paths. */
export const exampleFigures = {
  averageWait: figures,
  statistics: { totalTrips: 412, avgWaitTime: 4.2, unknownWaits: 3, uniquePostcodes: 18, activeDrivers: 6 },
  months: [{ month: '2026-11', ...figures }],
  recent: {
    quarter: everywhere,
    quarterBefore: everywhere,
    yearBefore: { ...everywhere, tripCount: 388 },
    waiting: [20, 301, 71, 11, 4, 1, 0, 1],
    drivers: [{ name: 'Amy Smith', driverAuthorityLicense: 'DA123456', ...figures }],
  },
  topLocations: [place],
  places: [{ ...place, at: [152.984, -27.484] }],
};

/** POST /api/reports/annual-data without its trips. */
export const exampleAnnualData = {
  financialYear: '2026-2027',
  period: '1 July 2026 to 30 June 2027',
  suburbBreakdown: [{ suburb: 'Toowong', tripCount: 96 }],
  postcodeBreakdown: [{ postcode: '4066', tripCount: 96 }],
  placeBreakdown: [place],
  totalTrips: 96,
};
