import { driverName } from '@shared/drivers';
import type { ImportRemark } from '@shared/imports';
import { LENGTHS } from '@shared/limits';
import { brisbaneDay, brisbaneTime, formatDateTime, formatDay } from '@shared/periods';
import type { LocalityIndex, SuburbMatch } from '@shared/places/suburb-lookup';
import { unitOfHeading } from '@shared/trips/headings';
import {
  type DateOrder,
  type DateReading,
  dayOf,
  leftOpen,
  readInstant,
  weekdayIn,
  weekdayOf,
} from '@shared/trips/reading/dates';
import { readMinutesOf } from '@shared/trips/reading/minutes';
import { type PlaceRead, placeReader, readPostcode } from '@shared/trips/reading/places';
import { brief, wordsOfRemark } from '@shared/trips/reading/remarks';
import {
  type PlainFieldName,
  plainField,
  plainFieldNames,
  type TripFieldName,
  tripField,
  tripFieldNames,
} from '@shared/trips/trip-fields';
import { type CreateTrip, createTripSchema } from '@shared/trips/trips';
import { safeParse } from 'zod/mini';
import type { SpreadsheetRow } from '../../lib/spreadsheets/rows';
import type { TripTable } from './find-columns';
import { driverFinder } from './find-driver';
import type { ImportDriver } from './imports.repository';

type ImportContext = {
  table: Pick<TripTable, 'columns' | 'headings'>;
  reading: DateReading;
  drivers: readonly ImportDriver[];
  /** Without it, no postcode is checked. */
  localities: LocalityIndex | undefined;
  now: Date;
};

/** A row as it was read; `trip` is undefined when there are problems. */
export type ReadRow = {
  number: number;
  /** What the row says, in short: made for the rows that are shown. */
  summary: () => string;
  tripId: string;
  trip: CreateTrip | undefined;
  remarks: ImportRemark[];
  /** What stands in its cells, as far as it was read; absent where the row is no trip at all. */
  cells?: () => Partial<Record<TripFieldName, string>>;
};

const problem = (text: string): ImportRemark => ({ kind: 'problem', text });
const check = (text: string): ImportRemark => ({ kind: 'check', text });
const note = (text: string): ImportRemark => ({ kind: 'note', text });

/** Places that a message names. */
const OFFERED = 3;
/** Characters of a cell that is handed out to be fixed. What is too long for its field stays too long. */
const MAX_FIXABLE_CHARACTERS = LENGTHS.suburb + 1;

/** What a spreadsheet shows for a formula that has no value. */
const FORMULA_ERROR = /^(#(N\/A|REF!|NAME\?|VALUE!|DIV\/0!|NULL!|NUM!|SPILL!|CALC!|ERROR!)|Err:\d{3})$/i;
const isFormulaError = (text: string) => /^[#E]/i.test(text) && FORMULA_ERROR.test(text);
/** What stands before the sums under a table. */
const SUM = /^(grand[\s-]?|sub[\s-]?)?totals?\b|^(sum|average|count)\b/i;

const minutesProblem = (label: string, text: string, isFraction: boolean | undefined) =>
  isFraction
    ? `${label} "${brief(text)}" is not a whole number of minutes`
    : `${label} "${brief(text)}" cannot be read: write whole minutes, such as 5`;

const EXAMPLES: Record<DateOrder, string> = {
  'day-first': 'write it as 31/12/2026 or 31/12/2026 14:05',
  'month-first': 'with the month first; write it as 2026-12-31',
  swapped: 'with the month first; write it as 2026-12-31',
  'year-first': 'with the year first; write it as 2026-12-31',
};

function dateProblem(text: string, { order }: DateReading): string {
  if (order === 'day-first' || leftOpen(text) === 'nothing')
    return `Date "${brief(text)}" cannot be read: ${EXAMPLES['day-first']}`;
  return `Date "${brief(text)}" cannot be read ${EXAMPLES[order]}`;
}

/** Puts the field's label before a message that does not name it. */
function namedMessage(path: PropertyKey | undefined, message: string): string {
  const name = tripFieldNames.find((field) => field === (path === 'datetime' ? 'date' : path));
  const label = name && tripField(name).label;
  return !label || message.toLowerCase().includes(label.toLowerCase()) ? message : `${label}: ${message}`;
}

function remarksOnWeekday(text: string, day: string): ImportRemark[] {
  const said = weekdayIn(text);
  const is = weekdayOf(day);
  return said && said !== is ? [check(`The date says ${said}, but ${formatDay(day)} is a ${is}`)] : [];
}

const namesOf = (places: readonly SuburbMatch[]) =>
  places
    .slice(0, OFFERED)
    .map(({ displayName, postcode }) => `${displayName} ${postcode}`)
    .join(', ');

/** What there is to say about a place that was read in another way than it is written, or that the table has otherwise. */
function remarksOnPlace(place: PlaceRead, typedPostcode: string): ImportRemark[] {
  const { suburb, postcode, street, filled, elsewhere, unknown = [] } = place;
  const others = filled && filled.others.length > 0 ? `; there is also ${namesOf(filled.others)}` : '';
  return [
    ...(elsewhere ? [check(`Postcode ${postcode} is not one of ${suburb}'s`)] : []),
    ...(unknown.length > 0
      ? [check(`No suburb is called "${brief(suburb)}". Did you mean ${namesOf(unknown)}?`)]
      : []),
    ...(typedPostcode && typedPostcode !== postcode
      ? [note(`Postcode ${typedPostcode} is read as ${postcode}`)]
      : []),
    ...(filled ? [note(`Postcode is blank: taken as ${postcode}${others}`)] : []),
    ...(street ? [note(wordsOfRemark({ field: 'suburb', kind: 'street-left-out', street }))] : []),
  ];
}

const plainParts = <Part>(partOf: (field: PlainFieldName) => Part) =>
  Object.fromEntries(plainFieldNames.map((field) => [field, partOf(field)]));

/** Makes a function that reads a row as a trip, by the rules of the form; see docs/product/import-export.md#import. */
export function tripReader(context: ImportContext): (row: SpreadsheetRow) => ReadRow {
  const { table, reading, drivers, localities, now } = context;
  const { columns, headings } = table;
  const findDriver = driverFinder(drivers);
  const readPlace = placeReader({ localities });
  const fields = tripFieldNames.filter((field) => columns[field] !== undefined);
  return ({ number, cells }) => {
    const raw = (field: TripFieldName) => cells[columns[field] ?? -1]?.trim() ?? '';
    const broken = fields.filter((field) => isFormulaError(raw(field)));
    const cell = (field: TripFieldName) => (broken.includes(field) ? '' : raw(field));
    const quoted = (field: TripFieldName) => brief(cell(field));
    const remarks = broken.map((field) =>
      problem(`${tripField(field).label} is ${raw(field)}: the formula gives no value`),
    );
    /** Paths of the trip that the schema's messages would repeat. */
    const said = new Set<PropertyKey | undefined>(['driverId', 'driverAuthorityLicense', ...broken]);
    const say = (path: PropertyKey | undefined, text: string) => {
      if (!said.has(path)) remarks.push(problem(text));
      said.add(path);
    };

    const isDriverKnown = !broken.includes('licence') && !broken.includes('driver');
    const found = isDriverKnown ? findDriver(cell('licence'), cell('driver')) : { remarks: [] };
    remarks.push(...found.remarks);
    if (broken.includes('date') || broken.includes('time')) said.add('datetime');
    const at = cell('date') === '' ? null : readInstant(cell('date'), cell('time'), reading);
    if (at === 'bad-date') say('datetime', dateProblem(cell('date'), reading));
    if (at === 'bad-time') say('datetime', `Time "${quoted('time')}" cannot be read: write it as 14:05`);
    const conversions: ImportRemark[] = [];
    const minutes = (field: PlainFieldName) => {
      const unit = unitOfHeading(headings[columns[field] ?? -1] ?? '');
      const { minutes: read, isFraction, remark } = readMinutesOf(field, cell(field), unit);
      if (Number.isNaN(read) || isFraction)
        say(field, minutesProblem(tripField(field).label, cell(field), isFraction));
      else if (remark) conversions.push(note(wordsOfRemark(remark)));
      return read ?? (plainField(field).isOptional ? null : 0);
    };
    const place = readPlace(cell('suburb'), cell('postcode'));
    if (place.elsewhere && place.postcode === '' && !broken.includes('postcode'))
      say('postcode', `Several suburbs are called "${quoted('suburb')}": fill in the postcode`);

    const parsed = safeParse(createTripSchema, {
      driverId: found.driver?.id,
      driverAuthorityLicense: found.driver?.driverAuthorityLicense,
      datetime: at instanceof Date ? at.toISOString() : '',
      ...plainParts((field) => (plainField(field).kind === 'minutes' ? minutes(field) : cell(field))),
      suburb: place.suburb,
      postcode: place.postcode,
    });
    for (const { path, message } of parsed.error?.issues ?? []) say(path[0], namedMessage(path[0], message));

    const trip = remarks.some(({ kind }) => kind === 'problem') ? undefined : parsed.data;
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
    if (noTrip) return { number, summary, tripId, trip, remarks: [problem(noTrip)] };
    const fixable = (field: TripFieldName) => cell(field).slice(0, MAX_FIXABLE_CHARACTERS);
    const asRead = () => ({
      driver: found.driver?.driverAuthorityLicense ?? (fixable('driver') || fixable('licence')),
      ...dateCells(at, fixable),
      ...plainParts((field) => (plainField(field).kind === 'longText' ? cell(field) : fixable(field))),
      postcode: readPostcode(fixable('postcode')),
    });
    return { number, summary, tripId, trip, remarks, cells: asRead };
  };

  /** Date and time as they were read. A date that cannot be read in the file's order must not be read in another one. */
  function dateCells(at: Date | string | null, cell: (field: TripFieldName) => string) {
    if (at instanceof Date) return { date: formatDay(brisbaneDay(at)), time: brisbaneTime(at) };
    const day = dayOf(cell('date'), reading);
    const unread = reading.order === 'day-first' ? cell('date') : '';
    return { date: day ? formatDay(day) : unread, time: cell('time') };
  }

  /** What a row without a date is instead of a trip, if that can be told. */
  function noTripAtAll(cells: readonly string[]): string | undefined {
    if (SUM.test(cells.find((text) => text.trim() !== '')?.trim() ?? ''))
      return 'Looks like a total, not like a trip';
    const isHeading = fields.every((field) => {
      const column = columns[field] ?? -1;
      return (cells[column] ?? '').trim() === (headings[column] ?? '').trim();
    });
    return isHeading ? 'Repeats the headings' : undefined;
  }

  function remarksOnTrip(
    trip: CreateTrip,
    cell: (field: TripFieldName) => string,
    place: PlaceRead,
  ): ImportRemark[] {
    const at = new Date(trip.datetime);
    const isTimeless = columns.time !== undefined && cell('time') === '' && brisbaneTime(at) === '00:00';
    const onPlace = remarksOnPlace(place, cell('postcode'));
    return [
      ...onPlace.filter(({ kind }) => kind === 'check'),
      ...remarksOnWeekday(cell('date'), brisbaneDay(at)),
      ...(at > now ? [check('The date is in the future')] : []),
      ...onPlace.filter(({ kind }) => kind === 'note'),
      ...(cell('waitingTime') === '' ? [note('Waiting time is blank: taken as 0')] : []),
      ...(isTimeless ? [note('Time is blank: taken as 00:00')] : []),
    ];
  }
}
