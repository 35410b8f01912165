import { driverName } from '@shared/drivers';
import { IMPORT_FIELDS, type ImportColumns, type ImportField } from '@shared/imports';
import { LENGTHS } from '@shared/limits';
import { formatDateTime } from '@shared/periods';
import { type LocalityIndex, postcodeFits } from '@shared/places/suburb-lookup';
import { type CreateTrip, createTripSchema } from '@shared/trips';
import { safeParse } from 'zod/mini';
import type { SpreadsheetRow } from '../../lib/spreadsheets/rows';
import { readInstant } from '../../lib/spreadsheets/spreadsheet-dates';
import type { ImportDriver } from './imports.repository';

type DriverIndex = { byLicence: Map<string, ImportDriver>; byName: Map<string, ImportDriver[]> };

/** Longer than any licence, and than a first and a last name. */
const MAX_KEY_CHARACTERS = 255;
/** Of a cell that a message quotes. */
const MAX_QUOTED_CHARACTERS = 60;

/** A text that is too long to be found is not normalised: that takes time that grows with the square of its length. */
const matchKey = (text: string) =>
  text.length > MAX_KEY_CHARACTERS ? '' : text.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase();

const brief = (text: string) =>
  text.length > MAX_QUOTED_CHARACTERS
    ? `${[...text.slice(0, MAX_QUOTED_CHARACTERS)].slice(0, -1).join('')}…`
    : text;

/** Drivers by licence and by name, as "Amy Young" and as "Young, Amy". */
function indexDrivers(drivers: readonly ImportDriver[]): DriverIndex {
  const byName = new Map<string, ImportDriver[]>();
  for (const driver of drivers) {
    const { firstName, lastName } = driver;
    const names = [driverName(driver), ...(firstName && lastName ? [`${lastName}, ${firstName}`] : [])];
    for (const name of names) {
      const key = matchKey(name);
      const namesakes = byName.get(key);
      if (namesakes) namesakes.push(driver);
      else byName.set(key, [driver]);
    }
  }
  return {
    byLicence: new Map(drivers.map((driver) => [matchKey(driver.driverAuthorityLicense), driver])),
    byName,
  };
}

/** Finds a row's driver by licence, or by a name that only one driver has. @returns what is wrong, if there is none */
function findDriver(
  { byLicence, byName }: DriverIndex,
  licence: string,
  name: string,
): ImportDriver | string {
  if (licence) {
    const problem = `Unknown driver: nobody has the Driver Authority License ${brief(licence)}`;
    return byLicence.get(matchKey(licence)) ?? problem;
  }
  if (!name) return 'Driver is required';
  const namesakes = byName.get(matchKey(name)) ?? [];
  if (!namesakes[0]) return `Unknown driver: ${brief(name)}`;
  if (namesakes.length === 1) return namesakes[0];
  return `Several drivers are called ${brief(name)}: fill in the Driver Authority License`;
}

type ImportContext = {
  columns: ImportColumns;
  drivers: readonly ImportDriver[];
  /** Without it, no postcode is checked. */
  localities: LocalityIndex | undefined;
  now: Date;
};

/** A row as it was read; `trip` is undefined when there are problems. */
export type ReadRow = {
  number: number;
  summary: string;
  tripId: string;
  trip: CreateTrip | undefined;
  problems: string[];
  warnings: string[];
};

const minutesOf = (text: string) =>
  /^\d+(\.0+)?\s*(m|mins?|minutes?)?\.?$/i.test(text) ? Number.parseInt(text, 10) : Number.NaN;

/** Spreadsheets take the zero off Darwin's 0800. */
const postcodeOf = (text: string) => (/^\d{3}$/.test(text) ? `0${text}` : text);

/** Puts the field's label before a message that does not name it. */
function namedMessage(path: PropertyKey | undefined, message: string): string {
  const label = path === 'datetime' ? 'Date' : IMPORT_FIELDS[path as ImportField];
  return !label || message.toLowerCase().includes(label.toLowerCase()) ? message : `${label}: ${message}`;
}

/** Makes a function that reads a row as a trip, by the rules of the form; see docs/product.md#import. */
export function tripReader({
  columns,
  drivers,
  localities,
  now,
}: ImportContext): (row: SpreadsheetRow) => ReadRow {
  const driverIndex = indexDrivers(drivers);
  return ({ number, cells }) => {
    const cell = (field: ImportField) => cells[columns[field] ?? -1]?.trim() ?? '';
    const quoted = (field: ImportField) => brief(cell(field));
    const problems: string[] = [];
    const warnings: string[] = [];

    const driver = findDriver(driverIndex, cell('licence'), cell('driver'));
    if (typeof driver === 'string') problems.push(driver);
    const at = cell('date') === '' ? null : readInstant(cell('date'), cell('time'));
    if (at === 'bad-date') {
      problems.push(`Date "${quoted('date')}" cannot be read: write it as 31/12/2026 or 31/12/2026 14:05`);
    }
    if (at === 'bad-time') problems.push(`Time "${quoted('time')}" cannot be read: write it as 14:05`);

    const found = typeof driver === 'string' ? undefined : driver;
    const parsed = safeParse(createTripSchema, {
      driverId: found?.id,
      driverAuthorityLicense: found?.driverAuthorityLicense,
      suburb: cell('suburb'),
      postcode: postcodeOf(cell('postcode')),
      waitingTime: cell('waitingTime') === '' ? 0 : minutesOf(cell('waitingTime')),
      duration: cell('duration') === '' ? null : minutesOf(cell('duration')),
      datetime: at instanceof Date ? at.toISOString() : '',
      notes: cell('notes'),
    });
    const issues = parsed.error?.issues ?? [];
    const isSaid = ([path]: readonly PropertyKey[]) =>
      path === 'driverId' ||
      path === 'driverAuthorityLicense' ||
      (path === 'datetime' && typeof at === 'string');
    const said = new Set<PropertyKey | undefined>();
    for (const { path, message } of issues) {
      if (isSaid(path) || said.has(path[0])) continue;
      said.add(path[0]);
      problems.push(namedMessage(path[0], message));
    }

    const trip = problems.length === 0 ? parsed.data : undefined;
    if (trip) {
      if (cell('postcode') !== trip.postcode)
        warnings.push(`Postcode ${cell('postcode')} is read as ${trip.postcode}`);
      if (localities && postcodeFits(localities, trip.suburb, trip.postcode) === false) {
        warnings.push(`Postcode ${trip.postcode} is not one of ${trip.suburb}'s`);
      }
      if (Date.parse(trip.datetime) > now.getTime()) warnings.push('The date is in the future');
    }
    const date = at instanceof Date ? formatDateTime(at) : [quoted('date'), quoted('time')].join(' ').trim();
    const name = found ? driverName(found) : quoted('driver') || quoted('licence');
    const place = [quoted('suburb'), quoted('postcode')].join(' ').trim();
    const summary = [date, place, name].filter(Boolean).join(', ');
    // a longer text is no trip's id
    const tripId = cell('tripId').length > LENGTHS.id ? '' : cell('tripId');
    return { number, summary, tripId, trip, problems, warnings };
  };
}
