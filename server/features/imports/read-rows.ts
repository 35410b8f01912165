import { driverName } from '@shared/drivers';
import { LENGTHS } from '@shared/limits';
import { brisbaneDay, brisbaneTime, formatDateTime, formatDay, isMidnight } from '@shared/periods';
import type { LocalityIndex } from '@shared/places/suburb-lookup';
import { type DateReading, dayIn, leftOpen, weekdayIn, weekdayOf } from '@shared/reading/days';
import { readMoment } from '@shared/reading/moments';
import { unitOfHeading } from '@shared/trips/headings';
import { readMinutesOf } from '@shared/trips/reading/minutes';
import { type PlaceRead, placeReader, readPostcode } from '@shared/trips/reading/places';
import { brief } from '@shared/trips/reading/remarks';
import {
  type PlainFieldName,
  plainField,
  plainFieldNames,
  type TripFieldName,
  tripFieldNames,
} from '@shared/trips/trip-fields';
import { readTripKind, TRIP_KIND_LABELS, type TripKind, USUAL_KIND } from '@shared/trips/trip-kinds';
import { type CreateTrip, createTripSchema } from '@shared/trips/trips';
import { safeParse } from 'zod/mini';
import type { SpreadsheetRow } from '../../lib/spreadsheets/rows';
import type { VehicleOfAnyDay } from '../vehicles/vehicles.repository';
import { driverFinder } from './find-driver';
import { vehicleFinder } from './find-vehicle';
import type { ImportDriver } from './imports.repository';
import type { TripTable } from './read-table';
import { isProblem, type RowRemark } from './row-words';

type ImportContext = Pick<TripTable, 'columns' | 'headings'> & {
  /** Reads a row's kind, where it is not written as in the grid. */
  kindOf?: (row: SpreadsheetRow) => TripKind;
  reading: DateReading;
  drivers: readonly ImportDriver[];
  vehicles: readonly VehicleOfAnyDay[];
  /** Without it, no postcode is checked. */
  localities: LocalityIndex | undefined;
  now: Date;
};

/** A row as it was read; `trip` is undefined when there are problems. */
export type ReadRow = {
  number: number;
  tripId: string;
  trip: CreateTrip | undefined;
  remarks: RowRemark[];
  /** Made for the rows that are shown. */
  show: () => ShownRow;
};

type ShownRow = {
  /** What the row says, in short. */
  summary: string;
  /** What stands in its cells, as far as it was read; absent where the row is no trip at all. */
  cells?: () => Partial<Record<TripFieldName, string>>;
};

/** Characters of a cell that is handed out to be fixed. What is too long for its field stays too long. */
const MAX_FIXABLE_CHARACTERS = LENGTHS.suburb + 1;

/** What a spreadsheet shows for a formula that has no value. */
const FORMULA_ERROR = /^(#(N\/A|REF!|NAME\?|VALUE!|DIV\/0!|NULL!|NUM!|SPILL!|CALC!|ERROR!)|Err:\d{3})$/i;
const isFormulaError = (text: string) => /^[#E]/i.test(text) && FORMULA_ERROR.test(text);
/** What stands before the sums under a table. */
const SUM = /^(grand[\s-]?|sub[\s-]?)?totals?\b|^(sum|average|count)\b/i;

function plainParts<Part>(partOf: (field: PlainFieldName) => Part) {
  const parts: Record<string, Part> = {};
  for (const field of plainFieldNames) parts[field] = partOf(field);
  return parts;
}

function remarkOnWeekday(said: string, day: string): RowRemark[] {
  const is = weekdayOf(day);
  return said === is ? [] : [{ field: 'date', kind: 'weekday-differs', said, day, is }];
}

/** Makes a function that reads a row as a trip, by the rules of the form; see docs/product/import-export.md#import. */
export function tripReader(context: ImportContext): (row: SpreadsheetRow) => ReadRow {
  const { columns, headings, reading, drivers, vehicles, localities, now } = context;
  const { kindOf = ({ cells }) => readTripKind(cells[columns.kind ?? -1] ?? '') } = context;
  const findDriver = driverFinder(drivers);
  const findVehicle = vehicleFinder(vehicles);
  const readPlace = placeReader({ localities });
  const fields = tripFieldNames.filter((field) => columns[field] !== undefined);
  const units = new Map(fields.map((field) => [field, unitOfHeading(headings[columns[field] ?? -1] ?? '')]));
  const dayOrToday = (at: Date | string | null) => brisbaneDay(at instanceof Date ? at : now);
  // what shows a row holds on to all that was read of it, so the few that are shown are read once more
  return (row) => Object.assign(readRow(row), { show: () => readRow(row).show() });

  function readRow(row: SpreadsheetRow): ReadRow {
    const { number, cells: typed } = row;
    const cells = typed.map((text) => text.trim());
    const raw = (field: TripFieldName) => cells[columns[field] ?? -1] ?? '';
    const broken = fields.filter((field) => isFormulaError(raw(field)));
    const unbroken = (field: TripFieldName) => (broken.includes(field) ? '' : raw(field));
    const cell = broken.length === 0 ? raw : unbroken;
    const quoted = (field: TripFieldName) => brief(cell(field));
    const remarks: RowRemark[] = broken.map((field) => ({ field, kind: 'formula-error', typed: raw(field) }));
    /** Paths of the trip that the schema's messages would repeat. */
    const said = new Set<PropertyKey | undefined>(['driverId', 'driverAuthorityLicense', ...broken]);
    const say = (path: PropertyKey | undefined, remark: RowRemark) => {
      if (!said.has(path)) remarks.push(remark);
      said.add(path);
    };

    const isDriverKnown = !broken.includes('licence') && !broken.includes('driver');
    const found = isDriverKnown ? findDriver(cell('licence'), cell('driver')) : { remarks: [] };
    remarks.push(...found.remarks);
    if (broken.includes('date') || broken.includes('time')) said.add('datetime');
    const moment = cell('date') === '' ? null : readMoment(cell('date'), cell('time'), reading);
    const at = typeof moment === 'string' ? moment : (moment?.at ?? null);
    if (at === 'bad-date') {
      // a text that is no date at all is to be written with the day first
      const order = leftOpen(cell('date')) === 'nothing' ? 'day-first' : reading.order;
      say('datetime', { field: 'date', kind: 'date-unreadable', typed: cell('date'), order });
    }
    if (at === 'bad-time') say('datetime', { field: 'time', kind: 'time-unreadable', typed: cell('time') });
    const conversions: RowRemark[] = [];
    const minutes = (field: PlainFieldName) => {
      const { minutes: read, isFraction, remark } = readMinutesOf(field, cell(field), units.get(field));
      const kind = isFraction ? 'minutes-fraction' : 'minutes-unreadable';
      if (isFraction || Number.isNaN(read)) say(field, { field, kind, typed: cell(field) });
      else if (remark) conversions.push(remark);
      return read ?? (plainField(field).isOptional ? null : 0);
    };
    const kind: TripKind | undefined = kindOf(row);
    if (!kind) say('kind', { field: 'kind', kind: 'kind-unreadable', typed: cell('kind') });
    const driven = cell('vehicle') === '' ? undefined : findVehicle(cell('vehicle'), dayOrToday(at));
    if (driven?.remark) say('vehicleId', driven.remark);
    const place = readPlace(cell('suburb'), cell('postcode'));
    if (place.elsewhere && place.postcode === '' && !broken.includes('postcode'))
      say('postcode', { field: 'postcode', kind: 'suburb-several', typed: cell('suburb') });

    const parsed = safeParse(createTripSchema, {
      driverId: found.driver?.id,
      driverAuthorityLicense: found.driver?.driverAuthorityLicense,
      datetime: at instanceof Date ? at.toISOString() : '',
      ...plainParts((field) => (plainField(field).kind === 'minutes' ? minutes(field) : cell(field))),
      suburb: place.suburb,
      postcode: place.postcode,
      kind,
      vehicleId: driven?.vehicle?.id,
    });
    for (const { path, message } of parsed.error?.issues ?? []) {
      const field = tripFieldNames.find((name) => name === (path[0] === 'datetime' ? 'date' : path[0]));
      say(path[0], { field, kind: 'against-rule', message });
    }

    const trip = remarks.some(isProblem) ? undefined : parsed.data;
    if (trip) remarks.push(...remarksOnTrip(trip, cell, place), ...conversions);
    const summary = () => {
      const date =
        at instanceof Date ? formatDateTime(at) : [quoted('date'), quoted('time')].join(' ').trim();
      const name = found.driver ? driverName(found.driver) : quoted('driver') || quoted('licence');
      const where = [brief(place.suburb), quoted('postcode') || place.postcode].join(' ').trim();
      return [date, where, name].filter(Boolean).join(', ');
    };
    // a longer text is no trip's id
    const tripId = cell('tripId').length > LENGTHS.id ? '' : cell('tripId');
    const noTrip = trip || at instanceof Date ? undefined : noTripAtAll(cells);
    const read = { number, tripId, trip };
    if (noTrip) return { ...read, remarks: [{ kind: noTrip }], show: () => ({ summary: summary() }) };
    const fixable = (field: TripFieldName) => cell(field).slice(0, MAX_FIXABLE_CHARACTERS);
    const asRead = () => ({
      driver: found.driver?.driverAuthorityLicense ?? (fixable('driver') || fixable('licence')),
      ...dateCells(at, fixable),
      ...plainParts((field) => (plainField(field).kind === 'longText' ? cell(field) : fixable(field))),
      postcode: readPostcode(fixable('postcode')),
      vehicle: fixable('vehicle'),
      kind: kind === undefined ? fixable('kind') : kind === USUAL_KIND ? '' : TRIP_KIND_LABELS[kind],
    });
    return { ...read, remarks, show: () => ({ summary: summary(), cells: asRead }) };
  }

  /** Date and time as they were read. A date that cannot be read in the file's order must not be read in another one. */
  function dateCells(at: Date | string | null, cell: (field: TripFieldName) => string) {
    if (at instanceof Date) return { date: formatDay(brisbaneDay(at)), time: brisbaneTime(at) };
    const day = dayIn(cell('date'), reading);
    const unread = reading.order === 'day-first' ? cell('date') : '';
    return { date: day ? formatDay(day) : unread, time: cell('time') };
  }

  /** What a row without a date is instead of a trip, if that can be told. @param cells without spaces around them */
  function noTripAtAll(cells: readonly string[]): 'is-total' | 'is-headings' | undefined {
    if (SUM.test(cells.find(Boolean) ?? '')) return 'is-total';
    const isHeading = fields.every((field) => {
      const column = columns[field] ?? -1;
      return (cells[column] ?? '') === (headings[column] ?? '').trim();
    });
    return isHeading ? 'is-headings' : undefined;
  }

  /** What was read in another way than it is written, or looks odd. */
  function remarksOnTrip(
    trip: CreateTrip,
    cell: (field: TripFieldName) => string,
    { suburb, postcode, street, filled, elsewhere, unknown: near = [] }: PlaceRead,
  ): RowRemark[] {
    const at = new Date(trip.datetime);
    const said = weekdayIn(cell('date'));
    const typed = cell('postcode');
    const remarks: RowRemark[] = [];
    if (elsewhere) remarks.push({ field: 'postcode', kind: 'postcode-elsewhere', suburb, postcode });
    if (near.length > 0) remarks.push({ field: 'suburb', kind: 'suburb-unknown', typed: suburb, near });
    if (said) remarks.push(...remarkOnWeekday(said, brisbaneDay(at)));
    if (at > now) remarks.push({ field: 'date', kind: 'in-future' });
    if (typed && typed !== postcode)
      remarks.push({ field: 'postcode', kind: 'postcode-read-as', typed, postcode });
    if (filled) remarks.push({ field: 'postcode', kind: 'postcode-filled', postcode, others: filled.others });
    if (street) remarks.push({ field: 'suburb', kind: 'street-left-out', street });
    if (cell('waitingTime') === '') remarks.push({ field: 'waitingTime', kind: 'waiting-blank' });
    if (columns.time !== undefined && cell('time') === '' && isMidnight(at))
      remarks.push({ field: 'time', kind: 'time-blank' });
    return remarks;
  }
}
