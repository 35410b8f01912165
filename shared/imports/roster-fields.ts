import { foldText } from '../fold-text';
import { findHeadings, headingReader, MAX_HEADING_COLUMNS } from '../reading/headings';

/** The kinds of sheets of a roster. */
export const ROSTERS = ['drivers', 'vehicles'] as const;
export type Roster = (typeof ROSTERS)[number];

type RosterField = {
  /** Its name over the column of a template, in choices and in changes. */
  label: string;
  kind: 'text' | 'licence' | 'registration' | 'day' | 'yes-no' | 'licence-kind';
  /** Headings that people write over its column, in words as `plainWords` gives them, separated by commas. */
  headings: string;
  /** What a template says of it; a field without one is in no template. */
  hint?: string;
  /** The length of its column in a template, in characters. */
  width?: number;
};

const YES_NO = 'Yes or no';
const DAY = 'A day, such as 31/12/2026';

const id = { label: 'ID', kind: 'text' } as const;
const removedOn = {
  label: 'Removed',
  kind: 'text',
  headings: 'deleted at, deleted, removed, removed on, removed at',
} as const;
const isSubcontracted = {
  label: 'Subcontracted',
  kind: 'yes-no',
  headings: 'subcontracted, is subcontracted, subcontractor, sub contractor, contractor',
  hint: YES_NO,
} as const;

/** The columns of a sheet of drivers, in the order of the template; `id` and `removedOn` are those of the records (docs/product/drivers.md#from-a-spreadsheet). */
export const DRIVER_FIELDS = {
  id: { ...id, headings: 'id, driver id' },
  firstName: {
    label: 'First Name',
    kind: 'text',
    headings: 'first name, first, given name, given names, forename, christian name, driver first name',
    hint: 'Up to 100 characters, or empty',
  },
  lastName: {
    label: 'Last Name',
    kind: 'text',
    headings: 'last name, last, surname, family name, driver last name, driver surname',
    hint: 'Up to 100 characters, or empty',
  },
  name: {
    label: 'Name',
    kind: 'text',
    headings:
      'name, driver, driver name, full name, driver s name, name of driver, employee, employee name, staff, staff name, chauffeur',
  },
  driverAuthorityLicense: {
    label: 'Driver Authority License',
    kind: 'licence',
    headings: `driver authority licence, driver authority, driver authorisation, driver authorisation licence, da, da licence, dal, authority,
      authorisation, driver licence, driver accreditation, authority licence; licence`,
    hint: 'The number of the driver authorisation. By this a driver is known',
    width: 24,
  },
  vehicleRegistrationNumber: {
    label: 'Vehicle Registration',
    kind: 'registration',
    headings: `vehicle registration, registration, vehicle rego, rego, vehicle reg, reg, plate, number plate, licence plate, usual vehicle, car rego,
      car registration; vehicle, car, cab, taxi`,
    hint: 'Of the usual vehicle',
    width: 20,
  },
  bookedHireServiceLicense: {
    label: 'Booked Hire Service License',
    kind: 'licence',
    headings: `booked hire service licence, booked hire licence, bhsl, bhs licence, bhs, service licence, vehicle licence, car licence, taxi licence,
      taxi service licence, limousine licence, bhsl licence`,
    hint: 'The licence of the usual vehicle, or "substitute taxi"',
    width: 27,
  },
  startDate: {
    label: 'Start Date',
    kind: 'day',
    headings:
      'start date, start, started, date started, from, commenced, commencement date, joined, date joined, hire date, affiliated from, since',
    hint: `${DAY}: the first on which the driver was available to you`,
  },
  endDate: {
    label: 'End Date',
    kind: 'day',
    headings:
      'end date, end, ended, finish date, finished, to, left, date left, last day, termination date, affiliated to, until',
    hint: `${DAY}: the last one, or empty`,
  },
  authorisationExpires: {
    label: 'Authorisation Expires',
    kind: 'day',
    headings: `authorisation expires, authorisation expiry, authorisation expiry date, authority expires, authority expiry, da expiry, da expires,
      da expiry date, driver authority expiry, driver authority expires, driver authorisation expiry, driver authorisation expires,
      authorisation valid to, valid to, valid until, licence expiry, licence expires, licence expiry date, driver licence expiry,
      driver authority licence expiry; expiry, expires, expiry date, expiration date`,
    hint: `${DAY}: the last one of the authorisation, or empty`,
    width: 22,
  },
  isActive: {
    label: 'Active',
    kind: 'yes-no',
    headings: 'active, is active, enabled, current; status, state',
    hint: `${YES_NO}; empty is yes`,
  },
  isSubcontracted,
  removedOn,
} satisfies Record<string, RosterField>;

/** The columns of a sheet of vehicles. Several rows of one vehicle are its licences. */
export const VEHICLE_FIELDS = {
  id: { ...id, headings: 'id, vehicle id' },
  registration: {
    label: 'Registration',
    kind: 'registration',
    headings: `registration, vehicle registration, rego, vehicle rego, reg, vehicle reg, plate, number plate, licence plate, car rego, car registration,
      taxi registration; vehicle, car, cab, taxi`,
    hint: 'By this a vehicle is known. One that has several licences has a row for each',
    width: 16,
  },
  description: {
    label: 'Description',
    kind: 'text',
    headings: 'description, vehicle description, make and model, make model, vehicle type; make, model',
    hint: 'Up to 100 characters, or empty',
    width: 24,
  },
  licenceKind: {
    label: 'Licence Kind',
    kind: 'licence-kind',
    headings: 'licence kind, kind of licence, licence type, type of licence, service type; kind, type',
    hint: 'Booked hire, limousine or taxi; empty is booked hire',
    width: 16,
  },
  licence: {
    label: 'Licence Number',
    kind: 'licence',
    headings: `licence, service licence, booked hire service licence, booked hire licence, bhsl, bhs licence, bhs, limousine licence,
      taxi service licence, taxi licence, vehicle licence, bhsl licence`,
    hint: 'Empty for a substitute taxi, or where it is not known',
    width: 18,
  },
  licenceFrom: {
    label: 'Licence From',
    kind: 'day',
    headings:
      'licence from, licence start, licence start date, licence since, licence issued, licensed from, issue date, issued, valid from, bhsl start, bhsl from',
    hint: `${DAY}: the first one of the licence`,
  },
  expires: {
    label: 'Licence Expires',
    kind: 'day',
    headings: `licence expires, licence expiry, licence expiry date, licence to, licence end, bhsl expiry, bhsl expires, valid to, valid until;
      expires, expiry, expiry date, expiration date`,
    hint: `${DAY}: the last one of the licence, or empty`,
    width: 16,
  },
  availableFrom: {
    label: 'Available From',
    kind: 'day',
    headings:
      'available from, available since, in service from, in service, in fleet since, date added, added; start date, start, since, from',
    hint: `${DAY}: the first on which the vehicle was available to you`,
    width: 16,
  },
  availableTo: {
    label: 'Available To',
    kind: 'day',
    headings:
      'available to, available until, out of service, sold, sold on, date sold; end date, end, last day, until, to',
    hint: `${DAY}: the last one, or empty`,
  },
  callSign: {
    label: 'Call Sign',
    kind: 'text',
    headings:
      'call sign, callsign, fleet number, fleet no, fleet, fleet id, car number, car no, cab number, cab no, vehicle number, vehicle no, taxi number, taxi no, unit, unit number',
    hint: 'The fleet number, such as T101, or empty',
  },
  isSubcontracted,
  isSubstituteTaxi: {
    label: 'Substitute Taxi',
    kind: 'yes-no',
    headings: 'substitute taxi, is substitute taxi, substitute',
    hint: `${YES_NO}: a substitute taxi has no licence number`,
    width: 15,
  },
  notes: {
    label: 'Notes',
    kind: 'text',
    headings: 'notes, note, comments, comment, remarks',
    hint: 'Up to 2,000 characters, or empty',
    width: 30,
  },
  removedOn,
} satisfies Record<string, RosterField>;

export type DriverFieldName = keyof typeof DRIVER_FIELDS;
export type VehicleFieldName = keyof typeof VEHICLE_FIELDS;
export type RosterFieldName = DriverFieldName | VehicleFieldName;

export const rosterFields = (of: Roster): Partial<Record<RosterFieldName, RosterField>> =>
  of === 'drivers' ? DRIVER_FIELDS : VEHICLE_FIELDS;
export const rosterFieldNames = [
  ...new Set([...Object.keys(DRIVER_FIELDS), ...Object.keys(VEHICLE_FIELDS)]),
] as [RosterFieldName, ...RosterFieldName[]];
export type RosterColumns = Partial<Record<RosterFieldName, number>>;

/** A heading as it is compared: "driverAuthorityLicense" in words, and "license" as the noun. */
const plainWords = (heading: string): string =>
  foldText(heading.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' '))
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(/\blicen[sc]e\b/g, 'licence')
    .replace(/\bauthoriz/g, 'authoris');

/** Which field a heading names: surely, or only where no other heading does. */
function readersOf(of: Roster) {
  const named = Object.entries(rosterFields(of)).map(([field, { headings }]) => {
    const [sure = '', unsure = ''] = headings.split(/;\s+/);
    return [field as RosterFieldName, sure.replace(/\s+/g, ' '), unsure.replace(/\s+/g, ' ')] as const;
  });
  const withoutNumber = (heading: string) => plainWords(heading).replace(/ (?:number|no|num|nr)$/, '');
  const reader = (part: 1 | 2, plain: (heading: string) => string) =>
    headingReader(
      named.map((one) => [one[0], one[part]] as const),
      plain,
    );
  return [reader(1, plainWords), reader(1, withoutNumber), reader(2, plainWords), reader(2, withoutNumber)];
}
const READERS = { drivers: readersOf('drivers'), vehicles: readersOf('vehicles') };

/** The column of each field that headings name, from 0: of several the one that names it surest, then the first. */
export function rosterColumns(headings: readonly string[], of: Roster): RosterColumns {
  const columns: RosterColumns = {};
  const taken = new Set<number>();
  for (const fieldOf of READERS[of])
    for (const [column, heading] of headings.slice(0, MAX_HEADING_COLUMNS).entries()) {
      const field = fieldOf(heading);
      if (!field || columns[field] !== undefined || taken.has(column)) continue;
      columns[field] = column;
      taken.add(column);
    }
  return columns;
}

/** Whose sheet it is by its headings, as far as they say it: a driver has a name or an authorisation, a vehicle neither. */
export function rosterOf(headings: readonly string[]): Roster | undefined {
  const { name, firstName, lastName, driverAuthorityLicense } = rosterColumns(headings, 'drivers');
  const columns = rosterColumns(headings, 'vehicles');
  const vehicles = Object.keys(columns).length;
  const isOfPeople = [name, firstName, lastName].some((column) => column !== undefined);
  const isOfCars = columns.registration !== undefined && vehicles > 1;
  if (isOfPeople) return 'drivers';
  if (driverAuthorityLicense !== undefined && columns.licence !== driverAuthorityLicense) return 'drivers';
  return isOfCars ? 'vehicles' : undefined;
}

/** The row of headings of a sheet, below a title. @param of whose sheet it is, if that is known */
export function findRosterHeadings(rows: readonly (readonly string[])[], of?: Roster) {
  const kinds = of ? [of] : ROSTERS;
  const found = kinds.flatMap((kind) => findHeadings(rows, (cells) => rosterColumns(cells, kind)) ?? []);
  const size = ({ columns }: { columns: RosterColumns }) => Object.keys(columns).length;
  return found.toSorted((a, b) => size(b) - size(a))[0];
}
