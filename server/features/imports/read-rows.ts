import { driverName } from '@shared/drivers';
import { LENGTHS } from '@shared/limits';
import { brisbaneDay, brisbaneTime, formatDate, formatDateTime, formatDay } from '@shared/periods';
import type { PlaceTable } from '@shared/places/place-table';
import { type DateReading, dayIn, leftOpen, weekdayRemark, whyNoDay } from '@shared/reading/days';
import { isSum } from '@shared/reading/headings';
import { readMoment, splitDay } from '@shared/reading/moments';
import { unitsUnder } from '@shared/trips/headings';
import { readTripKind } from '@shared/trips/reading/column-words';
import type { MinuteUnits } from '@shared/trips/reading/minutes';
import { placeReader, readPostcode } from '@shared/trips/reading/places';
import {
  type FieldRead,
  isFigure,
  isShortenedNumber,
  readPlainField,
} from '@shared/trips/reading/plain-fields';
import { brief } from '@shared/trips/reading/remarks';
import {
  type PlainFieldName,
  plainField,
  plainFieldNames,
  type TripFieldName,
  tripFieldNames,
} from '@shared/trips/trip-fields';
import { TRIP_KIND_LABELS, USUAL_KIND } from '@shared/trips/trip-kinds';
import { type ImportedTrip, importedTripSchema, type RecentSuburb } from '@shared/trips/trips';
import { safeParse } from 'zod/mini';
import type { SpreadsheetRow } from '../../lib/spreadsheets/rows';
import type { VehicleOfAnyDay } from '../vehicles/vehicles.repository';
import type { ImportDriver, StoredTrip } from './imports.repository';
import { type Arrivals, noArrivals } from './newcomers/arrivals';
import { readNoWait } from './questions/ask-about-waits';
import type { WordsRead } from './read-words';
import { type TripRow, textReader } from './row-texts';
import { isProblem, type RowRemark } from './row-words';
import { type SaidFields, saidFields } from './said-fields';
import type { TripTable } from './tables/read-table';

/** Without `kindOf` kinds are read as in the grid. */
type ImportContext = Pick<TripTable, 'columns' | 'headings'> &
  Partial<Pick<WordsRead, 'kindOf' | 'kindsDiffer'>> & {
    reading: DateReading;
    /** What a blank wait of a file means. Absent for typed rows, which take numbers only. */
    blankWait?: number | null;
    /** How columns of times count, where that was asked. */
    units?: ReadonlyMap<TripFieldName, MinuteUnits>;
    /** All rows, which show how their times are written. */
    rows?: readonly SpreadsheetRow[];
    drivers: readonly ImportDriver[];
    vehicles: readonly VehicleOfAnyDay[];
    /** With the drivers and vehicles that come with the file. */
    arrivals?: Arrivals;
    /** The stored trips whose ids the rows have. */
    stored?: ReadonlyMap<string, StoredTrip>;
    /** Places are checked only with it. */
    localities: PlaceTable | undefined;
    /** The places of the holder's latest trips. */
    own?: readonly RecentSuburb[];
    now: Date;
  };

/** A row as it was read; `trip` is undefined when there are problems. */
export type ReadRow = {
  number: number;
  tripId: string;
  trip: ImportedTrip | undefined;
  /** What the row says of the trip's fields. */
  said?: SaidFields;
  /** What can be told of a row that has problems: its stored trip is not gone. */
  seen?: SeenTrip;
  remarks: RowRemark[];
  /** Made for the rows that are shown. */
  show: () => ShownRow;
};

/** The parts of a trip that a row with problems has. */
export type SeenTrip = {
  at: Date | undefined;
  driverId: string | undefined;
  suburb: string;
  bookingReference: string;
};

type ShownRow = {
  /** A short text of the row. */
  summary: string;
  /** The cells' texts, as far as they were read; absent where the row is no trip at all. */
  cells?: () => Partial<Record<TripFieldName, string>>;
};

/** Characters of a cell that is handed out to be fixed. What is too long for its field stays too long. */
const MAX_FIXABLE_CHARACTERS = LENGTHS.suburb + 1;

/** Makes a function that reads a row as a trip, by the rules of the form; see docs/product/import-export.md#import. */
export function tripReader(context: ImportContext): (row: TripRow) => ReadRow {
  const reader = readerOf(context);
  // the few rows that are shown are read once more: what was read of thousands is not kept
  return (row) => ({ ...readRow(row, reader), show: () => showRow(row, reader) });
}

type Reader = ReturnType<typeof readerOf>;

function readerOf(context: ImportContext) {
  const { columns, headings, localities, own, units = [], arrivals = noArrivals(context) } = context;
  const { kindOf = ({ cells }) => readTripKind(cells[columns.kind ?? -1] ?? '') } = context;
  const fields = tripFieldNames.filter((field) => columns[field] !== undefined);
  return {
    ...context,
    kindOf,
    fields,
    units: new Map([
      ...fields.map((field) => [field, unitsUnder(headings[columns[field] ?? -1] ?? '')] as const),
      ...units,
    ]),
    arrivals,
    readTexts: textReader(context),
    readPlace: placeReader({ localities, own }),
  };
}

type PlainParts<Part> = Record<PlainFieldName, Part>;
const plainParts = <Part>(partOf: (field: PlainFieldName) => Part) =>
  Object.fromEntries(plainFieldNames.map((field) => [field, partOf(field)])) as PlainParts<Part>;

type RowParts = ReturnType<typeof readParts>;

/** Reads the meaning of each cell of a row, whether or not it makes a trip. */
function readParts(row: TripRow, reader: Reader) {
  const texts = reader.readTexts(row);
  const { cell, names, isNamed } = texts;
  return {
    ...texts,
    name: names.said.name,
    found: isNamed ? reader.arrivals.findDriver(names) : { remarks: [] },
    vehicle: names.vehicle === '' ? undefined : reader.arrivals.findVehicle(names),
    kind: reader.kindOf(row),
    kindsDiffer: reader.kindsDiffer?.(row),
    place: reader.readPlace(cell('suburb'), cell('postcode')),
    plain: plainParts(
      (field) =>
        (field === 'waitingTime' && readMissingWait(cell(field), reader)) ||
        readPlainField(field, cell(field), reader.units.get(field)),
    ),
  };
}

/** The wait of a cell without a time, by the answer to what that means; undefined for any other cell. */
function readMissingWait(cell: string, { blankWait }: Reader): FieldRead | undefined {
  const found = readNoWait(cell);
  if (!found || blankWait === undefined) return undefined;
  return { value: found === 'unknown' ? null : blankWait };
}

const parseTrip = ({ found, at, plain, place, kind, vehicle }: RowParts) =>
  safeParse(importedTripSchema, {
    driverId: found.driver?.id,
    driverAuthorityLicense: found.driver?.driverAuthorityLicense,
    datetime: at?.toISOString() ?? '',
    ...plainParts((field) => plain[field].value),
    suburb: place.suburb,
    postcode: place.postcode,
    kind,
    vehicleId: vehicle?.vehicle?.id,
  });

/** A problem, and its part of the trip. */
type FieldFault = { path: PropertyKey | undefined; remark: RowRemark };

/** Why parts of a row cannot be read. */
function faultsOf(
  { cell, broken, moment, kind, vehicle, place, plain }: RowParts,
  { reading }: Reader,
): FieldFault[] {
  const faults: FieldFault[] = [];
  const say = (path: PropertyKey, remark: RowRemark) => faults.push({ path, remark });
  if (moment === 'bad-date') {
    // a text that is no date at all is to be written with the day first
    const order = leftOpen(cell('date')) === 'nothing' ? 'day-first' : reading.order;
    const why = whyNoDay(cell('date'), reading);
    say('datetime', { field: 'date', kind: 'date-unreadable', typed: cell('date'), order, why });
  }
  if (moment === 'other-day') say('datetime', { field: 'time', kind: 'time-other-day', typed: cell('time') });
  if (moment === 'bad-time') say('datetime', { field: 'time', kind: 'time-unreadable', typed: cell('time') });
  if (!kind) say('kind', { field: 'kind', kind: 'kind-unreadable', typed: cell('kind') });
  if (vehicle?.remark) say('vehicleId', vehicle.remark);
  const typed = cell('suburb');
  const { noSuburb: why, choices: offered = [], question } = place;
  if (why) say('suburb', { field: 'suburb', kind: 'no-suburb', typed, why, offered });
  else if (offered.length > 0 && !broken.includes('postcode'))
    say('postcode', { field: 'suburb', kind: 'suburb-several', typed, offered, question });
  else if (place.unknown && place.postcode === '' && !broken.includes('postcode'))
    say('postcode', { field: 'suburb', kind: 'suburb-not-found', typed });
  for (const field of plainFieldNames.filter(isFigure)) {
    const { value, isFraction } = plain[field];
    const kind = isFraction ? 'figure-fraction' : 'figure-unreadable';
    if (isFraction || Number.isNaN(value)) say(field, { field, kind, typed: cell(field) });
  }
  return faults;
}

/** The faults of a trip against the form's rules. */
const faultsAgainstRules = ({ error }: ReturnType<typeof parseTrip>): FieldFault[] =>
  (error?.issues ?? []).map(({ path: [path], message }) => {
    const field = tripFieldNames.find((name) => name === (path === 'datetime' ? 'date' : path));
    return { path, remark: { field, kind: 'against-rule', message } };
  });

/** Keeps the first fault of each part, except those that a broken formula or the driver's remark tells already. */
function firstOfEach(faults: readonly FieldFault[], broken: readonly TripFieldName[]): RowRemark[] {
  const said = new Set<PropertyKey | undefined>(['driverId', 'driverAuthorityLicense', ...broken]);
  if (broken.includes('date') || broken.includes('time')) said.add('datetime');
  return faults.flatMap(({ path, remark }) => {
    if (said.has(path)) return [];
    said.add(path);
    return remark;
  });
}

function readRow(row: TripRow, reader: Reader): Omit<ReadRow, 'show'> {
  const parts = readParts(row, reader);
  const { raw, broken, found } = parts;
  const lost = isShortenedNumber(parts.cell('tripId'));
  // a longer text is no trip's id
  const tripId = lost || parts.cell('tripId').length > LENGTHS.id ? '' : parts.cell('tripId');
  const read = { number: row.number, tripId };
  const noTrip = noTripAtAll(parts, reader);
  if (noTrip) return { ...read, trip: undefined, remarks: [{ kind: noTrip }] };
  const parsed = parseTrip(parts);
  const problems: RowRemark[] = [
    ...broken.map((field): RowRemark => ({ field, kind: 'formula-error', typed: raw(field) })),
    ...found.remarks,
    ...firstOfEach([...faultsOf(parts, reader), ...faultsAgainstRules(parsed)], broken),
  ];
  const trip = problems.some(isProblem) ? undefined : parsed.data;
  if (!trip) return { ...read, trip, seen: seenIn(parts), remarks: problems };
  const said = saidFields(trip, parts, reader.columns);
  return { ...read, trip, said, remarks: [...problems, ...remarksOnTrip(trip, parts, reader)] };
}

const seenIn = ({ at, found, place, cell }: RowParts): SeenTrip => ({
  at,
  driverId: found.driver?.id,
  suburb: place.suburb,
  bookingReference: cell('bookingReference'),
});

function showRow(row: TripRow, reader: Reader): ShownRow {
  const parts = readParts(row, reader);
  const { cell, at, found, place, kind, plain } = parts;
  const named = parts.name.slice(0, MAX_FIXABLE_CHARACTERS);
  const quoted = (field: TripFieldName) => brief(cell(field));
  const date = at ? formatDateTime(at) : [quoted('date'), quoted('time')].join(' ').trim();
  const name = found.driver ? driverName(found.driver) : brief(parts.name) || quoted('licence');
  const where = [brief(place.suburb), quoted('postcode') || place.postcode].join(' ').trim();
  const summary = [date, where, name].filter(Boolean).join(', ');
  if (noTripAtAll(parts, reader)) return { summary };
  const fixable = (field: TripFieldName) => cell(field).slice(0, MAX_FIXABLE_CHARACTERS);
  // the grid does not know the column's unit
  const asRead = (field: PlainFieldName) =>
    plain[field].remark ? String(plain[field].value ?? '') : fixable(field);
  // the grid names drivers as they are now
  const driver = reader.arrivals.drivers.find(
    ({ id, until }) => id === found.driver?.id && until === undefined,
  );
  const cells = () => ({
    driver: driver?.driverAuthorityLicense ?? (named || fixable('licence')),
    ...dateCells(at, fixable, reader.reading),
    ...plainParts((field) => (plainField(field).kind === 'longText' ? cell(field) : asRead(field))),
    postcode: readPostcode(fixable('postcode')),
    vehicle: fixable('vehicle'),
    kind: kind === undefined ? fixable('kind') : kind === USUAL_KIND ? '' : TRIP_KIND_LABELS[kind],
  });
  return { summary, cells };
}

/** Date and time as they were read. A date that cannot be read in the file's order must not be read in another one. */
function dateCells(at: Date | undefined, cell: (field: TripFieldName) => string, reading: DateReading) {
  if (at) return { date: formatDate(at), time: brisbaneTime(at) };
  const day = dayIn(cell('date'), reading);
  const unread = reading.order === 'day-first' ? cell('date') : '';
  return { date: day ? formatDay(day) : unread, time: cell('time') };
}

/** Tells why a row without a date is no trip, if it can. */
function noTripAtAll({ at, cells }: RowParts, { fields, columns, headings }: Reader) {
  if (at) return undefined;
  if (isSum(cells)) return 'is-total';
  const isHeading = fields.every((field) => {
    const column = columns[field] ?? -1;
    return (cells[column] ?? '') === (headings[column] ?? '').trim();
  });
  return isHeading ? 'is-headings' : undefined;
}

/** Remarks on cells that were read in another way than they are written, or look odd. */
function remarksOnTrip(
  trip: ImportedTrip,
  {
    cell,
    plain,
    kindsDiffer,
    moment,
    place: { suburb, postcode, street, filled, elsewhere, begun, unknown: near },
  }: RowParts,
  { columns, now, reading }: Reader,
): RowRemark[] {
  const at = new Date(trip.datetime);
  const typed = cell('postcode');
  const remarks: RowRemark[] = [];
  if (isShortenedNumber(cell('tripId')))
    remarks.push({ field: 'tripId', kind: 'number-lost', typed: cell('tripId') });
  if (elsewhere)
    remarks.push({ field: 'postcode', kind: 'postcode-elsewhere', suburb, postcode, begun: begun ?? [] });
  if (near) remarks.push({ field: 'suburb', kind: 'suburb-unknown', typed: suburb, near });
  if (kindsDiffer)
    remarks.push({ field: 'kind', kind: 'kinds-differ', status: cell('status'), typed: cell('kind') });
  // 24:00 is of the day before
  const day = splitDay(cell('date'), reading).day ?? brisbaneDay(at);
  const text = weekdayRemark(cell('date'), day);
  if (text) remarks.push({ field: 'date', kind: 'weekday-differs', text });
  if (/^(?:12 )?midnight$/i.test(cell('time')) || brisbaneDay(at) !== day)
    remarks.push({ field: 'time', kind: 'time-read-as', typed: cell('time') || cell('date'), at });
  const ofDate = cell('time') === '' ? undefined : readMoment(cell('date'), '', reading);
  const dated = typeof ofDate === 'object' && ofDate.hasTime ? brisbaneTime(ofDate.at) : '00:00';
  if (dated !== '00:00' && dated !== brisbaneTime(at))
    remarks.push({ field: 'time', kind: 'times-differ', dated, time: brisbaneTime(at) });
  if (at > now) remarks.push({ field: 'date', kind: 'in-future' });
  if (typed && typed !== postcode)
    remarks.push({ field: 'postcode', kind: 'postcode-read-as', typed, postcode });
  if (filled) remarks.push({ field: 'postcode', kind: 'postcode-filled', postcode, ...filled });
  if (street) remarks.push({ field: 'suburb', kind: 'street-left-out', street });
  if (columns.waitingTime !== undefined && readNoWait(cell('waitingTime')))
    remarks.push({
      field: 'waitingTime',
      kind: trip.waitingTime === null ? 'waiting-unknown' : 'waiting-blank',
      typed: cell('waitingTime'),
    });
  const hasTime = typeof moment === 'object' && moment.hasTime;
  if (columns.time !== undefined && cell('time') === '' && !hasTime)
    remarks.push({ field: 'time', kind: 'time-blank' });
  return [...remarks, ...plainFieldNames.flatMap((field) => plain[field].remark ?? [])];
}
