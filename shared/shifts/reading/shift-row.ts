import { safeParse } from 'zod/mini';
import type { Driver } from '../../drivers';
import { MINUTE_MS } from '../../durations';
import { brisbaneDay, brisbaneInstant, DAY_MINUTES } from '../../periods';
import { dayIn, USUAL_READING } from '../../reading/days';
import { findTypedDrivers } from '../../reading/drivers';
import { readMoment } from '../../reading/moments';
import { brief } from '../../trips/reading/remarks';
import { registrationText } from '../../vehicles/registration';
import type { Vehicle } from '../../vehicles/vehicles';
import { type CreateShift, createShiftSchema } from '../shifts';
import { SHIFT_FIELD_LABELS, SHIFT_FIELDS, type ShiftField } from './headings';
import { type Pair, readBreak, readStart, readTimes } from './times';

export type ShiftCells = Partial<Record<ShiftField, string>>;

export type ShiftFaultKind =
  | 'missing'
  | 'driver-unknown'
  | 'driver-several'
  | 'day-unreadable'
  | 'times-unreadable'
  | 'end-missing'
  | 'end-is-start'
  | 'break-unreadable'
  | 'vehicle-unknown'
  | 'against-rule';
/** Why a row is no shift: which cell, what is wrong with it, and what was typed; `message` is that of a rule. */
export type ShiftFault = { field: ShiftField; kind: ShiftFaultKind; typed: string; message?: string };

type ShiftDriver = Pick<Driver, 'id' | 'firstName' | 'lastName' | 'driverAuthorityLicense'>;
type ShiftVehicle = Pick<Vehicle, 'id' | 'registration'>;
export type ShiftSheetContext = {
  drivers: readonly ShiftDriver[];
  /** Undefined while they are not known. */
  vehicles: readonly ShiftVehicle[] | undefined;
  now: Date;
};

/** The shifts that a row means, one for each pair of times, or what is wrong with it. A row without any text is neither. */
export type ReadShiftRow = { shifts: CreateShift[]; faults: ShiftFault[] };

const registrationSchema = registrationText('');

/**
 * Reads a row of a sheet of shifts as people type it (docs/product/hours.md#sheets): the driver as in the grid of trips, the day, the times in
 * one cell or in two. A break in minutes has no time, so it becomes a note. An end may be missing on the row's own day only.
 */
export function readShiftRow(
  cells: ShiftCells,
  { drivers, vehicles = [], now }: ShiftSheetContext,
): ReadShiftRow {
  const cell = (field: ShiftField) => (cells[field] ?? '').trim();
  if (SHIFT_FIELDS.every((field) => cell(field) === '')) return { shifts: [], faults: [] };
  const faults: ShiftFault[] = [];
  const say = (field: ShiftField, kind: ShiftFaultKind, message?: string) => {
    faults.push({ field, kind, typed: cell(field), ...(message && { message }) });
  };

  const found = findTypedDrivers(cell('driver'), drivers);
  if (cell('driver') === '') say('driver', 'missing');
  else if (found.length !== 1) say('driver', found.length === 0 ? 'driver-unknown' : 'driver-several');

  const day = dayOfRow(cell);
  if (day === undefined) say('day', cell('day') === '' ? 'missing' : 'day-unreadable');

  const times = timesOfRow(cell, day, now);
  if (typeof times === 'string') {
    const field = times === 'end-missing' || times === 'end-is-start' ? 'end' : 'start';
    say(field, times);
  }

  const vehicleId = vehicleOfRow(cell('vehicle'), vehicles);
  if (cell('vehicle') !== '' && vehicleId === undefined) say('vehicle', 'vehicle-unknown');

  const minutes = cell('break') === '' ? 0 : readBreak(cell('break'));
  if (minutes === undefined) say('break', 'break-unreadable');
  const note = [cell('note'), minutes ? `Break ${minutes} min` : ''].filter(Boolean).join('. ');

  const [driver] = found;
  if (faults.length > 0 || !driver || day === undefined || typeof times === 'string')
    return { shifts: [], faults };
  const midnight = brisbaneInstant(day).getTime();
  const at = (minute: number) => new Date(midnight + minute * MINUTE_MS).toISOString();
  const shifts = times.flatMap(({ start, end }) => {
    const shift = {
      driverId: driver.id,
      vehicleId,
      start: at(start),
      end: end === null ? null : at(end),
      note,
    };
    const parsed = safeParse(createShiftSchema, shift);
    for (const { path, message } of parsed.error?.issues ?? [])
      say(fieldOf(path[0]), 'against-rule', message);
    return parsed.data ?? [];
  });
  return faults.length > 0 ? { shifts: [], faults } : { shifts, faults };
}

const fieldOf = (path: PropertyKey | undefined): ShiftField =>
  SHIFT_FIELDS.find((field) => field === path) ?? 'day';

type CellOf = (field: ShiftField) => string;

/** The day, from its own cell or from a date in the start's: "24/11/2026 06:10". */
const dayOfRow = (cell: CellOf): string | undefined => dayIn(cell('day') || cell('start'), USUAL_READING);

type OpenPair = { start: number; end: number | null };

function timesOfRow(
  cell: CellOf,
  day: string | undefined,
  now: Date,
): OpenPair[] | 'missing' | 'times-unreadable' | 'end-missing' | 'end-is-start' {
  const [start, end] = [cell('start'), cell('end')];
  if (start === '') return 'missing';
  const dated = day === undefined ? undefined : datedPair(day, start, end);
  const pairs: Pair[] | string = dated ? [dated] : readTimes(start, end);
  if (typeof pairs !== 'string') return pairs;
  const opens = readStart(start);
  if (pairs === 'no-end' && opens !== undefined && day === brisbaneDay(now))
    return [{ start: opens, end: null }];
  if (pairs === 'no-end') return 'end-missing';
  return pairs === 'no-time' ? 'end-is-start' : 'times-unreadable';
}

/** A start and an end that have their dates with them; undefined where they do not. */
function datedPair(day: string, start: string, end: string): Pair | undefined {
  const [from, to] = [start, end].map((text) => {
    const read = readStart(text) === undefined ? readMoment(text) : 'no-date';
    return typeof read === 'string' ? undefined : read.at;
  });
  if (!from) return undefined;
  const midnight = brisbaneInstant(day).getTime();
  const minutes = (at: Date) => Math.floor((at.getTime() - midnight) / MINUTE_MS);
  if (to && to > from) return { start: minutes(from), end: minutes(to) };
  const clock = readStart(end);
  if (clock === undefined) return undefined;
  const startOfDay = minutes(from);
  return { start: startOfDay, end: clock <= startOfDay ? clock + DAY_MINUTES : clock };
}

/** The vehicle with a registration, however it is written; undefined means the driver's usual one. */
function vehicleOfRow(typed: string, vehicles: readonly ShiftVehicle[]): string | undefined {
  const { data } = typed === '' ? { data: undefined } : safeParse(registrationSchema, typed);
  return data === undefined ? undefined : vehicles.find(({ registration }) => registration === data)?.id;
}

const FAULT_TEXTS: Record<Exclude<ShiftFaultKind, 'missing' | 'against-rule'>, (typed: string) => string> = {
  'driver-unknown': (typed) => `No driver is called "${typed}"`,
  'driver-several': (typed) => `"${typed}" may be several drivers`,
  'day-unreadable': (typed) => `"${typed}" is not a date. Write it as 31/12/2026`,
  'times-unreadable': (typed) => `"${typed}" is not a time. Write it as 6:10-14:30`,
  'end-missing': () => 'Please enter the end',
  'end-is-start': () => 'The end is the same as the start',
  'break-unreadable': (typed) => `"${typed}" is not a break. Write it in minutes`,
  'vehicle-unknown': (typed) => `No vehicle has the registration "${typed}"`,
};

/** Explains a cell's fault to the person who typed it. */
export const wordsOfShiftFault = ({ field, kind, typed, message = '' }: ShiftFault): string => {
  if (kind === 'against-rule') return message;
  if (kind !== 'missing') return FAULT_TEXTS[kind](brief(typed));
  return field === 'driver'
    ? 'Please select a driver'
    : `Please enter the ${SHIFT_FIELD_LABELS[field].toLowerCase()}`;
};
