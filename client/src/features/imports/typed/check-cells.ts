import type { Driver } from '@shared/drivers';
import type { PreviewTyped } from '@shared/imports/imports';
import { brisbaneDay, brisbaneInstant, brisbaneTime, formatDate, formatDay } from '@shared/periods';
import { type PlaceTable, placesNamed, postcodeFits, type SuburbMatch } from '@shared/places/place-table';
import { farKmOf, filledBy, type KnownPlaces, lookUpSuburb } from '@shared/places/suburb-lookup';
import { readDay, USUAL_READING, weekdayRemark, whyNoDay } from '@shared/reading/days';
import { driverLabel, driversNamed, findTypedDrivers, NAMED } from '@shared/reading/drivers';
import { instantOf, readMoment, splitDay } from '@shared/reading/moments';
import { readTypedTime } from '@shared/reading/times';
import { placesOf, readPlace, readPostcode } from '@shared/trips/reading/places';
import { isFigure, readPlainField } from '@shared/trips/reading/plain-fields';
import type { ReadRemark } from '@shared/trips/reading/remarks';
import { findTypedVehicle, nearestVehicles } from '@shared/trips/reading/vehicles';
import { type PlainFieldName, plainField, plainFieldNames } from '@shared/trips/trip-fields';
import { createTripSchema, type RecentSuburb } from '@shared/trips/trips';
import { type Vehicle, vehicleName } from '@shared/vehicles/vehicles';
import { safeParse } from 'zod/mini';
import { isBlank } from '@/components/grid/grid-rows';
import type { CellFinding } from './cell-words';
import { type Cells, remarksWith, TYPED_FIELDS, type TypedField, type TypedRow, withCell } from './typed-row';

export type TripRowContext = {
  /** The active ones: a trip is logged for these only. An import has trips of all drivers. */
  drivers: readonly Driver[];
  own: readonly RecentSuburb[];
  /** Undefined while they are not known: then no registration is checked. */
  vehicles: readonly Vehicle[] | undefined;
  /** The table; only own places are found without it. */
  localities: PlaceTable | undefined;
  now: Date;
  /** The rows are an import's, by whose rules a time may be missing. */
  isOfFile?: boolean;
};

const CHOICES = 6;
/** The time of a file's row without a time. */
export const TIME_IN_FILE = '00:00';

/** The same with the places of rows, which come before those of earlier trips. */
export const knowingPlaces = (rows: readonly Cells[], known: TripRowContext): TripRowContext => ({
  ...known,
  own: [...rows, ...known.own].filter(
    ({ suburb, postcode }, index, all) =>
      /^\d{4}$/.test(postcode) &&
      suburb !== '' &&
      all.findIndex((other) => other.suburb === suburb && other.postcode === postcode) === index,
  ),
});

const cellsOf = ({ displayName, postcode }: SuburbMatch) => ({ suburb: displayName, postcode });

/**
 * The suburb and the postcode as the place is stored, without a street: completed where the text means one place, is the beginning of one, or
 * where Queensland has one of this name.
 */
function settlePlace(row: TypedRow, known: TripRowContext): TypedRow {
  const read = readPlace(row.suburb, row.postcode, known, searchOnce);
  const { suburb, postcode, street, unknown, noSuburb, question } = read;
  if (noSuburb || question) return row;
  const ofPostcode = unknown?.filter((place) => place.postcode === postcode) ?? [];
  const found = postcode === '' ? lookUpSuburb(suburb, known) : undefined;
  const meant = ofPostcode.length === 1 ? ofPostcode[0] : found && filledBy(found);
  const settled = { ...row, suburb, postcode, ...(meant && cellsOf(meant)) };
  const farKm = read.filled?.farKm ?? (found && farKmOf(found));
  const remark: ReadRemark | undefined = farKm
    ? { field: 'suburb', kind: 'place-far', place: settled.suburb, km: farKm }
    : street === undefined
      ? undefined
      : { field: 'suburb', kind: 'street-left-out', street };
  return remark ? { ...settled, remarks: remarksWith(row, 'suburb', remark) } : settled;
}

/** Completes a cell that is left. @param isChanged typed just now: another suburb takes its postcode along */
export function settleCell(
  row: TypedRow,
  field: TypedField,
  known: TripRowContext,
  isChanged = true,
): TypedRow {
  const today = brisbaneDay(known.now);
  if (field === 'driver') {
    const [driver, second] = findTypedDrivers(row.driver, known.drivers);
    return driver && !second ? { ...row, driver: driverLabel(driver, known.drivers) } : row;
  }
  if (field === 'date') return settleDate(row, today);
  if (field === 'time') return (isChanged && withoutTimeOf(row, known)) || settleTime(row, today);
  if (field === 'vehicle') {
    const vehicle = vehicleOf(row, known);
    return vehicle ? { ...row, vehicle: vehicle.registration } : row;
  }
  if (field === 'suburb') {
    const time = isChanged && row.time === '' && readTypedTime(row.suburb);
    if (time) return { ...row, time, suburb: '' };
    const isOther =
      isChanged && known.localities && !postcodeFits(known.localities, row.suburb, row.postcode);
    return settlePlace(isOther ? { ...row, postcode: '' } : row, known);
  }
  // the suburb asks which place it is, and its next cell had to be the wait
  if (field === 'postcode' && isChanged && /^\d{1,2}$/.test(row.postcode) && row.waitingTime === '')
    return { ...row, postcode: '', waitingTime: row.postcode };
  if (field === 'postcode') return settlePlace({ ...row, postcode: readPostcode(row.postcode) }, known);
  return { ...row, [field]: settledText(field, row[field]) };
}

/** The vehicle that a row names; a call sign is that of the row's day. */
const vehicleOf = ({ vehicle, date }: Cells, { vehicles = [], now }: TripRowContext) =>
  findTypedVehicle(vehicle, readDay(date, brisbaneDay(now)), vehicles);

/** A figure or a choice as the grid writes it, where it can be read; else the text as it is. */
function settledText(field: PlainFieldName, typed: string): string {
  const { choices } = plainField(field);
  if (typed.trim() === '' || !(choices || isFigure(field))) return typed;
  const { value, isFraction } = readPlainField(field, typed);
  if (choices) return choices.find((choice) => choice.value === value)?.label ?? typed;
  return Number.isNaN(value) || isFraction ? typed : String(value);
}

/**
 * The row with the driver or the day that was typed as its time, as people read them from paper: "Ben, Fri, 7:30"; undefined for any
 * other text. A whole name comes before a weekday.
 */
function withoutTimeOf(row: TypedRow, { drivers, now }: TripRowContext): TypedRow | undefined {
  const typed = row.time.trim();
  if (typed === '' || readTypedTime(typed)) return undefined;
  const named = findTypedDrivers(typed, drivers);
  const [driver, second] = named;
  const day = readDay(typed, brisbaneDay(now));
  if (day && driversNamed(typed, named, NAMED.byNames).length === 0)
    return { ...withCell(row, 'date', formatDay(day)), time: '' };
  if (!driver || !/\p{L}/u.test(typed)) return undefined;
  return { ...row, driver: second ? typed : driverLabel(driver, drivers), time: '' };
}

/** The time; a date before it, as some programs write, must be the row's. */
function settleTime(row: TypedRow, today: string): TypedRow {
  const { day, rest } = splitDay(row.time.trim(), USUAL_READING);
  const time = readTypedTime(rest);
  if (time === undefined || (day !== undefined && row.date !== '' && readDay(row.date, today) !== day))
    return row;
  return { ...row, time, ...(day !== undefined && row.date === '' && { date: formatDay(day) }) };
}

/** The date, and the time where it is in the same cell, as a spreadsheet or another program writes them. */
function settleDate(row: TypedRow, today: string): TypedRow {
  const read = readMoment(row.date.trim(), '', { ...USUAL_READING, today });
  if (typeof read === 'string') return row;
  const isTimed = row.time === '' && read.hasTime;
  const text = weekdayRemark(row.date.trim(), brisbaneDay(read.at));
  const remark = text ? ({ field: 'date', kind: 'weekday-differs', text } as const) : undefined;
  return {
    ...withCell(row, 'date', formatDate(read.at), remark),
    ...(isTimed && { time: brisbaneTime(read.at) }),
  };
}

export const settleRow = (row: TypedRow, known: TripRowContext): TypedRow =>
  TYPED_FIELDS.filter((field) => field !== 'postcode').reduce(
    (settled, field) => settleCell(settled, field, known, false),
    row,
  );

function aboutDriver(
  typed: string,
  found: readonly Driver[],
  known: TripRowContext,
): CellFinding | undefined {
  const field = 'driver';
  if (found.length === 1) return undefined;
  if (typed.trim() === '') return { field, kind: 'driver-missing', isMissing: true };
  const offered = found.length > 0 || known.drivers.length > CHOICES ? found : known.drivers;
  const labels = offered.slice(0, CHOICES).map((driver) => driverLabel(driver, known.drivers));
  const choices = labels.map((label) => ({ label, cells: { driver: label } }));
  if (found.length > 0) return { field, kind: 'driver-several', count: found.length, choices };
  const isActive = !known.isOfFile;
  return { field, kind: 'driver-unknown', typed, isActive, choices };
}

function aboutVehicle(row: Cells, known: TripRowContext): CellFinding | undefined {
  const typed = row.vehicle;
  if (typed.trim() === '' || !known.vehicles || vehicleOf(row, known)) return undefined;
  const choices = nearestVehicles(typed, known.vehicles).map((vehicle) => ({
    label: vehicleName(vehicle, readDay(row.date, brisbaneDay(known.now)) ?? brisbaneDay(known.now)),
    cells: { vehicle: vehicle.registration },
  }));
  return { field: 'vehicle', kind: 'vehicle-unknown', typed, choices };
}

const choicesOf = (places: readonly SuburbMatch[]) =>
  places.slice(0, CHOICES).map((place) => ({
    label: `${place.displayName} ${place.postcode}`,
    cells: cellsOf(place),
  }));

const searched = new WeakMap<PlaceTable, Map<string, SuburbMatch[]>>();

/** The places that an unknown name may mean, each searched for once. */
function searchOnce(suburb: string, known: KnownPlaces): SuburbMatch[] {
  if (!known.localities) return placesOf(suburb, known);
  const before = searched.get(known.localities) ?? new Map<string, SuburbMatch[]>();
  const found = before.get(suburb) ?? placesOf(suburb, known);
  searched.set(known.localities, before.set(suburb, found));
  return found;
}

function aboutPlace(row: Cells, known: TripRowContext): CellFinding | undefined {
  if (row.suburb.trim() === '') return undefined;
  const { localities } = known;
  const typed = row.suburb;
  const read = readPlace(typed, row.postcode, known, searchOnce);
  const field = 'suburb';
  if (read.noSuburb)
    return { field, kind: 'no-suburb', why: read.noSuburb, choices: choicesOf(read.choices ?? []) };
  const isPostcode = /^\d{4}$/.test(row.postcode);
  // its own remark comes first
  if (row.postcode !== '' && !isPostcode) return undefined;
  if (!localities) return isPostcode ? undefined : { field, kind: 'table-missing' };
  if (read.unknown && isPostcode)
    return {
      field,
      kind: 'suburb-unknown',
      typed,
      isAlike: read.unknown.length > 0,
      choices: choicesOf(read.unknown),
    };
  if (read.unknown) return { field, kind: 'suburb-not-found', typed, choices: choicesOf(read.unknown) };
  if (read.elsewhere)
    return { field: 'postcode', kind: 'postcode-elsewhere', typed, choices: choicesOf(read.elsewhere) };
  if (read.choices)
    return { field, kind: 'suburb-several', question: read.question, choices: choicesOf(read.choices) };
  const others = choicesOf(otherPlaces(row, localities));
  return others.length > 0 ? { field: 'postcode', kind: 'places-alike', choices: others } : undefined;
}

/** The places that have the name of the row's suburb besides it, with or without its state. */
function otherPlaces({ suburb, postcode }: Cells, localities: PlaceTable): SuburbMatch[] {
  const all = placesNamed(localities, suburb.replace(/,[^,]*$/, ''));
  return all.filter((place) => place.postcode !== postcode);
}

/** By the trip form's rules (docs/product/log-several.md#log-several); a cell shows its first finding. */
export function checkRow(row: Cells, known: TripRowContext) {
  const found = findTypedDrivers(row.driver, known.drivers);
  const driver = found.length === 1 ? found[0] : undefined;
  const day = readDay(row.date, brisbaneDay(known.now));
  const isTimeBlank = row.time.trim() === '';
  const time = isTimeBlank && known.isOfFile ? TIME_IN_FILE : readTypedTime(row.time);
  const at = day && time ? instantOf(day, time) : undefined;
  const plain = Object.fromEntries(
    plainFieldNames.map((field) => [field, readPlainField(field, row[field]).value]),
  );
  const findings: CellFinding[] = [];

  const aboutWho = aboutDriver(row.driver, found, known);
  if (aboutWho) findings.push(aboutWho);
  if (row.date.trim() === '') findings.push({ field: 'date', kind: 'date-missing', isMissing: true });
  else if (!day)
    findings.push({
      field: 'date',
      kind: 'date-unreadable',
      why: whyNoDay(row.date, { ...USUAL_READING, today: brisbaneDay(known.now) }),
    });
  if (!time && isTimeBlank) findings.push({ field: 'time', kind: 'time-missing', isMissing: true });
  else if (!time) findings.push({ field: 'time', kind: 'time-unreadable' });
  for (const field of plainFieldNames.filter(isFigure))
    if (!Number.isInteger(plain[field] ?? 0))
      findings.push({ field, kind: 'figure-unreadable', figure: field });
  if (!plain.kind) findings.push({ field: 'kind', kind: 'kind-unreadable' });
  const aboutCar = aboutVehicle(row, known);
  if (aboutCar) findings.push(aboutCar);
  const aboutWhere = aboutPlace(row, known);
  if (aboutWhere) findings.push(aboutWhere);

  const parsed = safeParse(createTripSchema, {
    driverId: driver?.id ?? 'unknown',
    driverAuthorityLicense: driver?.driverAuthorityLicense ?? 'unknown',
    datetime: at?.toISOString() ?? brisbaneInstant(day ?? '2000-01-01').toISOString(),
    ...plain,
  });
  for (const { path, message } of parsed.error?.issues ?? []) {
    const field = path[0] === 'datetime' ? 'date' : (path[0] as TypedField);
    // the remark on the suburb says how it is found
    if (field === 'postcode' && aboutWhere?.field === 'suburb') continue;
    const isMissing = field !== 'date' && row[field]?.trim() === '';
    findings.push({ field, kind: 'against-rule', message, isMissing });
  }
  if (at && at > known.now) findings.push({ field: 'date', kind: 'in-future' });
  return { findings, driver, at };
}

/** The rows with something in them, as they were read, with the numbers that the grid gives them. */
export const rowsToStore = (
  rows: readonly TypedRow[],
  known: TripRowContext,
  numberOf: (row: TypedRow, index: number) => number,
): PreviewTyped['rows'] =>
  rows.flatMap((row, index) => {
    if (isBlank(row)) return [];
    const { driver, at } = checkRow(row, known);
    const plain = Object.fromEntries(plainFieldNames.map((field) => [field, row[field]]));
    const read = {
      date: at ? brisbaneDay(at) : '',
      time: at ? brisbaneTime(at) : '',
      licence: driver?.driverAuthorityLicense ?? '',
      waitingTime: row.waitingTime || '0',
      vehicle: vehicleOf(row, known)?.registration ?? row.vehicle,
    };
    return [{ number: numberOf(row, index), driverId: driver?.id, cells: { ...plain, ...read } }];
  });
