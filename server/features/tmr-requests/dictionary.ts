import { plainShape } from '@shared/trips/trip-fields';
import type {
  lodgementRecordsQuery,
  switchOffRecordsQuery,
  tripRecordsQuery,
} from '../records/records.repository';
import type { shiftRecordsQuery } from '../shifts/shifts.repository';
import type { DriverLine, LicenceLine, VehicleLine } from './answer-lines';

type RowOf<Query extends (...given: never[]) => PromiseLike<unknown[]>> = Awaited<ReturnType<Query>>[number];
/** What a field means, and its unit or form where it has one. */
export type Meaning = readonly [meaning: string, unit?: string];
export type Fields<Row> = { readonly [Name in keyof Row & string]: Meaning };

const INSTANT = 'YYYY-MM-DD HH:mm, Brisbane time';
const DAY = 'YYYY-MM-DD';
const MINUTES = 'whole minutes';

const bookkeeping = {
  createdAt: ['When it was entered', INSTANT],
  updatedAt: ['When it was last changed', INSTANT],
  deletedAt: ['When it was deleted as a mistake; empty where it counts', INSTANT],
} as const;
const driver = {
  driverId: ['The driver, as in drivers.csv'],
  driverName: ["The driver's name on that day"],
} as const;
const vehicle = {
  vehicleId: ['The vehicle, as in vehicles.csv; empty where none is known'],
  vehicleRegistration: ["The vehicle's registration on that day"],
} as const;
const part = {
  firstDay: ['First day asked about on which this line held', DAY],
  lastDay: ['Last day asked about on which this line held', DAY],
} as const;

/** The fields of each file of an answer, in their order. */
export const FIELDS = {
  'trips.csv': {
    id: ['The trip'],
    datetime: ['When the trip began', INSTANT],
    ...driver,
    driverAuthorityLicense: ['The driver authorisation number under which it was logged'],
    ...plainShape('meaning'),
    ...vehicle,
    ...bookkeeping,
  } satisfies Fields<RowOf<typeof tripRecordsQuery>>,
  'shifts.csv': {
    id: ['The shift: a time in which the driver drove or was available to drive'],
    start: ['When it began', INSTANT],
    end: ['When it ended; empty while it lasts', INSTANT],
    ...driver,
    driverAuthorityLicense: ['The driver authorisation number on that day'],
    ...vehicle,
    note: ["The booking entity's own note"],
    ...bookkeeping,
  } satisfies Fields<RowOf<typeof shiftRecordsQuery>>,
  'drivers.csv': {
    driverId: ['The driver'],
    firstName: ['First name on these days'],
    lastName: ['Last name on these days'],
    driverAuthorityLicense: ['Driver authorisation number on these days'],
    authorisationExpires: ['Last day of the driver authorisation, where it was entered', DAY],
    usualVehicle: ['Registration of the vehicle that the driver usually drove'],
    bookedHireServiceLicense: ['Service licence of that vehicle, as entered with the driver'],
    ...part,
    affiliatedFrom: ['First day of the affiliation; empty where there was none on these days', DAY],
    affiliatedTo: ['Last day of the affiliation, if it is one of the days asked about', DAY],
  } satisfies Fields<DriverLine>,
  'switch-offs.csv': {
    driverId: ['The driver, as in drivers.csv'],
    driverName: ["The driver's present name"],
    driverAuthorityLicense: ['The present driver authorisation number'],
    switchedOffAt: ['From when the driver could be given no trips', INSTANT],
    switchedOnAt: ['Until when; empty while it lasts', INSTANT],
  } satisfies Fields<RowOf<typeof switchOffRecordsQuery>>,
  'vehicles.csv': {
    vehicleId: ['The vehicle'],
    registration: ['Registration on these days'],
    description: ["The booking entity's own description"],
    isSubcontracted: ['Whether it is subcontracted', 'true or false'],
    licence: ['Number of the last service licence in force on these days; empty for a substitute taxi'],
    licenceKind: ['Kind of that licence', 'booked-hire, limousine or taxi'],
    ...part,
    availableFrom: ['First day on which it was available; empty where it was not on these days', DAY],
    availableTo: ['Last day on which it was available, if it is one of the days asked about', DAY],
  } satisfies Fields<VehicleLine>,
  'vehicle-licences.csv': {
    vehicleId: ['The vehicle, as in vehicles.csv'],
    registration: ['Its registration on the last day asked about'],
    kind: ['Kind of licence', 'booked-hire, limousine or taxi'],
    number: ['Number of the licence'],
    from: ['First day of the licence', DAY],
    expires: ['Last day of the licence; empty where it was not entered', DAY],
  } satisfies Fields<LicenceLine>,
  'lodgements.csv': {
    report: ['The report that was lodged', 'quarterly or annual'],
    period: ['Its period', 'such as Q1-2026 (July to September 2026) or 2025-2026'],
    lodgedOn: ['The day on which it was lodged', DAY],
    reference: ["The receipt number of TMR's portal"],
    pdfSha256: ['SHA-256 of the PDF that was kept', 'hexadecimal'],
    createdAt: ['When it was marked as lodged', INSTANT],
    person: ['Who marked it'],
    withdrawnAt: ['When the mark was withdrawn', INSTANT],
    totalTrips: ['Booked trips that the report counted'],
    totalWaiting: ['Waiting time of these trips', MINUTES],
    averageWait: ['Average waiting time', 'minutes, one decimal'],
    drivers: ['Lines of drivers in the report'],
    areas: ['Places in the report, each a postcode with a suburb'],
    folder: ['Folder of its documents in lodged/'],
    documents: ['Name and SHA-256 of each document'],
    amends: ['The lodgement that it amends'],
    reason: ['Why it was amended'],
  } satisfies Fields<RowOf<typeof lodgementRecordsQuery>>,
} as const;
export type AnswerFile = keyof typeof FIELDS;

export const DICTIONARY = 'dictionary.csv';

/** The lines of `dictionary.csv`: what each field of each file means. */
export const dictionaryLines = () =>
  Object.entries(FIELDS).flatMap(([file, fields]) =>
    Object.entries<Meaning>(fields).map(([field, [meaning, unit = 'text']]) => ({
      file,
      field,
      meaning,
      unit,
    })),
  );
