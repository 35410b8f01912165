import { driverName } from '@shared/drivers';
import {
  IMPORT_FIELDS,
  type ImportColumns,
  type ImportField,
  type ImportPreview,
  type ImportRow,
  importFields,
  MAX_IMPORT_COLUMNS,
} from '@shared/imports';
import { DUPLICATE_WINDOW_MS } from '@shared/limits';
import { brisbaneTime, formatDateTime } from '@shared/periods';
import { type LocalityIndex, postcodeFits } from '@shared/places/suburb-lookup';
import { suburbKey } from '@shared/places/suburbs';
import { type CreateTrip, createTripSchema } from '@shared/trips';
import { safeParse } from 'zod/mini';
import type { SpreadsheetRow } from '../../lib/spreadsheets/rows';
import { readInstant } from '../../lib/spreadsheets/spreadsheet-dates';

/** Headings that stand for a field, without capitals, punctuation, "pickup" and the unit. */
const HEADINGS: Record<ImportField, readonly string[]> = {
  date: ['date', 'date time', 'date and time', 'datetime', 'trip date', 'booking date', 'day'],
  time: ['time', 'trip time', 'start time'],
  driver: ['driver', 'driver name', 'name of driver', 'name'],
  licence: [
    'driver authority license',
    'driver authority licence',
    'driver authority',
    'driver authority number',
    'driver authorisation',
    'driver authorisation number',
    'driver license',
    'driver licence',
    'da',
    'da number',
    'da no',
    'license',
    'licence',
    'licence number',
    'license number',
  ],
  suburb: ['suburb', 'location', 'locality', 'town', 'from', 'area', 'pickup', 'pick up'],
  postcode: ['postcode', 'post code', 'pcode', 'zip'],
  waitingTime: ['waiting time', 'wait time', 'waiting', 'wait'],
  duration: ['duration', 'trip duration', 'length', 'trip length'],
  notes: ['notes', 'note', 'comments', 'comment', 'remarks', 'remark'],
  tripId: ['trip id', 'id'],
};

/** A title may stand above the headings. */
const MAX_ROWS_ABOVE_HEADINGS = 9;

function plainHeading(heading: string): string {
  const words = heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  const plain = words.replace(/\b(pick ?up|in|minutes|minute|mins|min)\b/g, '').replace(/\s+/g, ' ');
  return plain.trim() || words;
}

function columnsOf(row: SpreadsheetRow): ImportColumns {
  const columns: ImportColumns = {};
  row.cells.slice(0, MAX_IMPORT_COLUMNS).forEach((cell, index) => {
    if (cell.trim() === '') return;
    const heading = plainHeading(cell);
    const field = importFields.find(
      (name) => columns[name] === undefined && HEADINGS[name].includes(heading),
    );
    if (field) columns[field] = index;
  });
  return columns;
}

export type TripTable = { headings: string[]; columns: ImportColumns; rows: SpreadsheetRow[] };

/** Finds the row of headings, the one of the first with the most that are known, and what its columns stand for. */
export function readTable(rows: SpreadsheetRow[]): TripTable {
  const candidates = rows.slice(0, MAX_ROWS_ABOVE_HEADINGS + 1).map(columnsOf);
  const known = candidates.map((columns) => Object.keys(columns).length);
  const at = known.indexOf(Math.max(0, ...known));
  return {
    headings: rows[at]?.cells ?? [],
    columns: candidates[at] ?? {},
    rows: rows.slice(at + 1),
  };
}

/** The labels of fields that no trip can be without, and that no column is for. */
export function missingFields({
  date,
  suburb,
  postcode,
  waitingTime,
  driver,
  licence,
}: ImportColumns): string[] {
  const required = { date, suburb, postcode, waitingTime, driver: driver ?? licence };
  return (Object.keys(required) as (keyof typeof required)[])
    .filter((field) => required[field] === undefined)
    .map((field) => IMPORT_FIELDS[field]);
}

export type ImportDriver = {
  id: string;
  driverAuthorityLicense: string;
  firstName: string | null;
  lastName: string | null;
};

type DriverIndex = { byLicence: Map<string, ImportDriver>; byName: Map<string, ImportDriver[]> };

const matchKey = (text: string) => text.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase();

/** Drivers by licence and by name, as "Amy Young" and as "Young, Amy". */
function indexDrivers(drivers: readonly ImportDriver[]): DriverIndex {
  const byName = new Map<string, ImportDriver[]>();
  for (const driver of drivers) {
    const { firstName, lastName } = driver;
    const names = [driverName(driver), ...(firstName && lastName ? [`${lastName}, ${firstName}`] : [])];
    for (const name of names) byName.set(matchKey(name), [...(byName.get(matchKey(name)) ?? []), driver]);
  }
  return {
    byLicence: new Map(drivers.map((driver) => [matchKey(driver.driverAuthorityLicense), driver])),
    byName,
  };
}

/** The driver of a row, by licence or else by a name that only one has; or why there is none. */
function findDriver(
  { byLicence, byName }: DriverIndex,
  licence: string,
  name: string,
): ImportDriver | string {
  if (licence) {
    const problem = `Unknown driver: nobody has the Driver Authority License ${licence}`;
    return byLicence.get(matchKey(licence)) ?? problem;
  }
  if (!name) return 'Driver is required';
  const [driver, ...namesakes] = byName.get(matchKey(name)) ?? [];
  if (!driver) return `Unknown driver: ${name}`;
  if (namesakes.length === 0) return driver;
  return `Several drivers are called ${name}: fill in the Driver Authority License`;
}

/** What rows are read against. */
export type ImportContext = {
  columns: ImportColumns;
  drivers: readonly ImportDriver[];
  /** Absent when the table of suburbs is not at hand: then no postcode is pointed out. */
  localities: LocalityIndex | undefined;
  now: Date;
};

/** A row as it was read: its trip, unless something is wrong with it. */
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

/** What is said of a field says which, unless the message does by itself. */
function namedMessage(path: PropertyKey | undefined, message: string): string {
  const label = path === 'datetime' ? 'Date' : IMPORT_FIELDS[path as ImportField];
  return !label || message.toLowerCase().includes(label.toLowerCase()) ? message : `${label}: ${message}`;
}

/** Reads rows one by one as trips, by the rules of the trip form (docs/product.md#trips). */
export function tripReader({
  columns,
  drivers,
  localities,
  now,
}: ImportContext): (row: SpreadsheetRow) => ReadRow {
  const driverIndex = indexDrivers(drivers);
  return ({ number, cells }) => {
    const cell = (field: ImportField) => cells[columns[field] ?? -1]?.trim() ?? '';
    const problems: string[] = [];
    const warnings: string[] = [];

    const driver = findDriver(driverIndex, cell('licence'), cell('driver'));
    if (typeof driver === 'string') problems.push(driver);
    const at = cell('date') === '' ? null : readInstant(cell('date'), cell('time'));
    if (at === 'bad-date') {
      problems.push(`Date "${cell('date')}" cannot be read: write it as 31/12/2026 or 31/12/2026 14:05`);
    }
    if (at === 'bad-time') problems.push(`Time "${cell('time')}" cannot be read: write it as 14:05`);

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
    const date = at instanceof Date ? formatDateTime(at) : [cell('date'), cell('time')].join(' ').trim();
    const name = found ? driverName(found) : cell('driver') || cell('licence');
    const place = [cell('suburb'), cell('postcode')].join(' ').trim();
    const summary = [date, place, name].filter(Boolean).join(', ');
    return { number, summary, tripId: cell('tripId'), trip, problems, warnings };
  };
}

/** What is stored already near a row's trip: how many are the very same, and whether any is within five minutes. */
export type StoredNear = { same: number; near: boolean };

/** A kept trip that a row names by its id. */
export type StoredTrip = Omit<CreateTrip, 'datetime'> & { id: string; datetime: Date };

export type CheckedRow = ReadRow & { status: ImportRow['status'] };

/**
 * Tells which rows are ready, so that nothing is stored twice. Trips of one driver at one place and instant are the same
 * trip; those without a time (at midnight) are told apart by their number: of three in a file, with two stored, one
 * is new.
 * @param near by row number
 * @param named by trip id
 */
export function checkRows(
  rows: readonly ReadRow[],
  near: ReadonlyMap<number, StoredNear>,
  named: ReadonlyMap<string, StoredTrip>,
): CheckedRow[] {
  const inFile = fileDuplicates();
  const leftOut = (row: ReadRow, why: string): CheckedRow => ({
    ...row,
    status: 'stored',
    problems: [],
    warnings: [why, ...row.problems],
  });
  return rows.map((row) => {
    const { trip } = row;
    const stored = named.get(row.tripId);
    if (stored) return leftOut(row, !trip || isSameTrip(trip, stored) ? ALREADY_STORED : STORED_OTHERWISE);
    if (!trip) return { ...row, status: 'problem' };
    const { same, near: isNear } = near.get(row.number) ?? { same: 0, near: false };
    const { earlier, firstSame, firstNear } = inFile(row.number, trip);
    const hasTime = brisbaneTime(new Date(trip.datetime)) !== '00:00';
    if (hasTime ? same > 0 : earlier < same) return leftOut(row, ALREADY_STORED);
    if (hasTime && firstSame !== undefined) return leftOut(row, `The same trip as row ${firstSame}`);
    const warnings = [...row.warnings];
    if (isNear && earlier === 0)
      warnings.push('Probably stored already: same driver and suburb within five minutes');
    else if (firstNear !== undefined) warnings.push(`Probably the same trip as row ${firstNear}`);
    return { ...row, status: 'ready', warnings };
  });
}

const ALREADY_STORED = 'Already stored';
const STORED_OTHERWISE =
  'Already stored with other details: edit that trip in Trip History, or clear the Trip ID to add another trip';

/** Spreadsheets show minutes, and some keep no more of a date than they show. */
const MINUTE_MS = 60_000;

const isSameTrip = (trip: CreateTrip, { id: _, datetime, ...stored }: StoredTrip) =>
  Math.abs(Date.parse(trip.datetime) - datetime.getTime()) < MINUTE_MS &&
  Object.entries(stored).every(([field, value]) => trip[field as keyof CreateTrip] === value);

/** Remembers the trips of a file as they come, and finds those before that are the same or near. */
function fileDuplicates() {
  const seen = new Map<string, { number: number; at: number; postcode: string }[]>();
  return (number: number, { driverId, suburb, postcode, datetime }: CreateTrip) => {
    const at = Date.parse(datetime);
    const slot = Math.floor(at / DUPLICATE_WINDOW_MS);
    const key = (of: number) => `${driverId} ${suburbKey(suburb)} ${of}`;
    const near = [slot - 1, slot, slot + 1]
      .flatMap((of) => seen.get(key(of)) ?? [])
      .filter((other) => Math.abs(other.at - at) <= DUPLICATE_WINDOW_MS);
    const same = near.filter((other) => other.at === at && other.postcode === postcode);
    seen.set(key(slot), [...(seen.get(key(slot)) ?? []), { number, at, postcode }]);
    return { earlier: same.length, firstSame: same[0]?.number, firstNear: near[0]?.number };
  };
}

const EXAMPLES = 5;

/** The preview of a table: without rows where columns are missing. */
export function buildPreview(
  { headings, columns, rows }: TripTable,
  checked: readonly CheckedRow[],
): ImportPreview {
  const count = (status: ImportRow['status']) => checked.filter((row) => row.status === status).length;
  const toRow = ({ number, status, summary, problems, warnings }: CheckedRow): ImportRow => ({
    number,
    status,
    summary,
    remarks: [...problems, ...warnings],
  });
  const isRemarkable = (row: CheckedRow) => row.problems.length + row.warnings.length > 0;
  return {
    headings: headings
      .slice(0, MAX_IMPORT_COLUMNS)
      .map((name, index) => ({ name, example: rows[0]?.cells[index]?.slice(0, 100) ?? '' })),
    columns,
    missing: missingFields(columns),
    counts: { ready: count('ready'), problem: count('problem'), stored: count('stored') },
    rows: [
      ...checked.filter((row) => !isRemarkable(row)).slice(0, EXAMPLES),
      ...checked.filter(isRemarkable),
    ].map(toRow),
  };
}
