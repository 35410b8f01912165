import { plainShape } from '@shared/trips/trip-fields';
import type { Columns } from '../../lib/spreadsheets/zip';
import type { activityQuery } from '../activity/activity.repository';
import type { confirmedPlacesQuery } from '../areas/areas.repository';
import type { heldQuery } from '../phones/held.repository';
import type {
  allDriversQuery,
  allLayoutsQuery,
  allLooksQuery,
  allPeopleQuery,
  allRecipientsQuery,
  allRequestsQuery,
  allVehiclesQuery,
  auditRecordsQuery,
  datedFactsQuery,
  lodgementRecordsQuery,
  ShiftRecord,
  SwitchOffRecord,
  TripRecord,
} from './records.repository';

type ColumnsOf<Query extends (...given: never[]) => PromiseLike<unknown[]>> = Columns<
  Awaited<ReturnType<Query>>[number]
>;

const INSTANT = 'YYYY-MM-DD HH:mm, Brisbane time';
export const DAY = 'YYYY-MM-DD';
const MINUTES = 'whole minutes';
const YES_NO = 'true or false';

const bookkeeping = {
  createdAt: ['When it was entered', INSTANT],
  updatedAt: ['When it was last changed', INSTANT],
  deletedAt: ['When it was deleted; empty where it was not', INSTANT],
} as const;
const deletedBy = ['Who deleted it then; why is not recorded'] as const;
const version = ['How often it was changed', 'a number'] as const;
const driver = {
  driverId: ['The driver, as in drivers.csv'],
  driverName: ["The driver's name on that day"],
} as const;
const vehicle = {
  vehicleId: ['The vehicle, as in vehicles.csv; empty where none is known'],
  vehicleRegistration: ["The vehicle's registration on that day"],
} as const;
const authorisation = ['The driver authorisation number on that day'] as const;
const person = ['The person who did it'] as const;

export const tripColumns = {
  id: ['The trip'],
  datetime: ['When the trip began', INSTANT],
  ...driver,
  driverAuthorityLicense: authorisation,
  ...plainShape('meaning'),
  ...vehicle,
  ...bookkeeping,
  deletedBy,
} satisfies Columns<TripRecord>;

export const shiftColumns = {
  id: ['The shift: a time in which the driver drove or was available to drive'],
  start: ['When it began', INSTANT],
  end: ['When it ended; empty while it lasts', INSTANT],
  ...driver,
  driverAuthorityLicense: authorisation,
  ...vehicle,
  note: ["The booking entity's own note"],
  ...bookkeeping,
  deletedBy,
} satisfies Columns<ShiftRecord>;

export const switchOffColumns = {
  ...driver,
  driverAuthorityLicense: authorisation,
  switchedOffAt: ['From when the driver could be given no trips', INSTANT],
  switchedOnAt: ['Until when; empty while it lasts', INSTANT],
} satisfies Columns<SwitchOffRecord>;

export const lodgementColumns = {
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
  averageWait: ['Mean waiting time of the trips whose wait is known', 'minutes, one decimal'],
  drivers: ['Lines of drivers in the report'],
  areas: ['Places in the report, each a postcode with a suburb'],
  folder: ['Folder of its documents in lodged/'],
  documents: ['Name and SHA-256 of each document'],
  amends: ['The lodgement that it amends'],
  reason: ['Why it was amended'],
  unknownWaits: ['Of its trips those whose waiting time is not known'],
} satisfies ColumnsOf<typeof lodgementRecordsQuery>;

export const driverColumns = {
  id: ['The driver'],
  driverAuthorityLicense: ['Driver authorisation number'],
  bookedHireServiceLicense: ['Service licence of the usual vehicle'],
  vehicleRegistrationNumber: ['Registration of the usual vehicle'],
  vehicleId: ['The usual vehicle, as in vehicles.csv'],
  firstName: ['First name'],
  lastName: ['Last name'],
  startDate: ['Start of the affiliation', INSTANT],
  endDate: ['End of the affiliation; empty while it lasts', INSTANT],
  isActive: ['Whether the driver can be given trips', YES_NO],
  isSubcontracted: ['Whether the driver is subcontracted', YES_NO],
  authorisationExpires: ['Last day of the driver authorisation, where it was entered', DAY],
  ...bookkeeping,
  version,
} satisfies ColumnsOf<typeof allDriversQuery>;

export const vehicleColumns = {
  id: ['The vehicle'],
  registration: ['Present registration'],
  description: ["The booking entity's own description"],
  isSubcontracted: ['Whether it is subcontracted', YES_NO],
  isSubstituteTaxi: ['Whether someone said that it is a substitute taxi', YES_NO],
  enteredWith: ['The driver from whose form it was made; empty where it was entered by itself'],
  notes: ["The booking entity's own notes"],
  ...bookkeeping,
  version,
} satisfies ColumnsOf<typeof allVehiclesQuery>;

export const datedFactColumns = {
  driverId: driver.driverId,
  driverName: ["The driver's present name"],
  vehicleId: vehicle.vehicleId,
  vehicleRegistration: ["The vehicle's present registration"],
  fact: ['What held: a licence, a call sign, a time available, or the name of a field before it changed'],
  value: ['Its value'],
  firstDay: ['First day on which it held; empty where it always did', DAY],
  lastDay: ['Last day on which it held; empty where it still does', DAY],
  isAssumed: ['Whether its days were assumed, and confirmed by nobody', YES_NO],
  recordedAt: ['When it was entered', INSTANT],
  person,
} satisfies ColumnsOf<typeof datedFactsQuery>;

export const areaColumns = {
  postcode: ['The postcode', '4 digits'],
  suburb: ['The suburb, folded to lower case'],
  area: ["TMR's taxi service area, or that the place is in none or outside Queensland"],
  updatedAt: ['When it was confirmed', INSTANT],
} satisfies ColumnsOf<typeof confirmedPlacesQuery>;

const eventColumns = {
  at: ['When it was done', INSTANT],
  person,
  entity: ['What was changed, such as trip or driver'],
  action: ['What was done'],
  changes: ['Each changed field with its value before and after', 'JSON'],
  entityId: ['Which one was changed'],
} as const;

export const auditColumns = eventColumns satisfies ColumnsOf<typeof auditRecordsQuery>;

export const activityColumns = {
  ...eventColumns,
  id: ['The event'],
  subject: ['Which one was changed, in words'],
} satisfies ColumnsOf<typeof activityQuery>;

export const peopleColumns = {
  id: ['The person'],
  name: ['Name'],
  email: ['The email that the person signs in with'],
  createdAt: bookkeeping.createdAt,
  removedAt: ['Since when the person may no longer sign in; empty for those who may', INSTANT],
} satisfies ColumnsOf<typeof allPeopleQuery>;

export const recipientColumns = {
  id: ['The recipient'],
  email: ['Email address'],
  quarterlyReports: ['Whether it gets quarterly reports', YES_NO],
  annualReports: ['Whether it gets annual reports', YES_NO],
  detailedBreakdown: ['Whether its reports list each trip', YES_NO],
  isActive: ['Whether it gets mail', YES_NO],
  createdAt: bookkeeping.createdAt,
} satisfies ColumnsOf<typeof allRecipientsQuery>;

export const layoutColumns = {
  id: ['The layout'],
  name: ['What it is called'],
  of: ["What its sheets' rows are", 'trips, drivers or vehicles'],
  headings: ['The headings of its sheets, in order', 'JSON'],
  reading: [
    'How its sheets are read: columns from 0, answers, words, and the names of drivers and vehicles',
    'JSON',
  ],
  createdAt: bookkeeping.createdAt,
  usedAt: ['When a file was last imported with it', INSTANT],
} satisfies ColumnsOf<typeof allLayoutsQuery>;

export const heldColumns = {
  key: ['What it was sent with, so that it is stored once'],
  driverId: ['The driver on whose phone it waited'],
  driverName: ["The driver's name"],
  trip: ['The trip', 'JSON'],
  shift: ['The shift, where it is one', 'JSON'],
  loggedAt: ["When the driver logged it, by the phone's clock", INSTANT],
} satisfies ColumnsOf<typeof heldQuery>;

export const requestColumns = {
  id: ['The request'],
  reference: ["TMR's reference"],
  asked: ['What the letter asks for'],
  receivedOn: ['The day on which it came', DAY],
  dueOn: ['The day on which the answer is due', DAY],
  firstDay: ['First day asked about', DAY],
  lastDay: ['Last day asked about', DAY],
  driverIds: ['The drivers asked about; empty for all', 'JSON'],
  vehicleIds: ['The vehicles asked about; empty for all', 'JSON'],
  answeredOn: ['The day on which it was answered', DAY],
  ...bookkeeping,
  version,
} satisfies ColumnsOf<typeof allRequestsQuery>;

export const lookColumns = {
  list: ['The list of questions: a report and its period, or a request as in tmr-requests.csv'],
  lookedAt: ['When someone looked at it', INSTANT],
  person,
  questions: ['How many questions it had'],
} satisfies ColumnsOf<typeof allLooksQuery>;
