import { safeParse } from 'zod/mini';
import type { Driver } from '../../drivers';
import { MINUTE_MS } from '../../durations';
import { brisbaneDay, brisbaneInstant } from '../../periods';
import { USUAL_READING, whyNoDay } from '../../reading/days';
import { findTypedDrivers } from '../../reading/drivers';
import { brief } from '../../trips/reading/remarks';
import { findTypedVehicle } from '../../trips/reading/vehicles';
import type { Vehicle } from '../../vehicles/vehicles';
import { type CreateShift, createShiftSchema } from '../shifts';
import { readBreak } from './breaks';
import { SHIFT_FIELD_LABELS, SHIFT_FIELDS, type ShiftField } from './headings';
import { readRowTimes, type ShiftCells, type TimesContext } from './row-times';
import { readSingle } from './times';

export type ShiftFaultKind =
  | 'missing'
  | 'driver-unknown'
  | 'driver-several'
  | 'day-unreadable'
  | 'day-differs'
  | 'times-unreadable'
  | 'times-open'
  | 'times-order'
  | 'end-missing'
  | 'end-is-start'
  | 'end-early'
  | 'break-unreadable'
  | 'vehicle-unknown'
  | 'against-rule';
/** Why a row is no shift: which cell, what is wrong with it, and what was typed; `message` is that of a rule. */
export type ShiftFault = { field: ShiftField; kind: ShiftFaultKind; typed: string; message?: string };

type ShiftDriver = Pick<Driver, 'id' | 'firstName' | 'lastName' | 'driverAuthorityLicense'>;
type ShiftVehicle = Pick<Vehicle, 'id' | 'registration' | 'callSigns'>;
export type ShiftSheetContext = TimesContext & {
  drivers: readonly ShiftDriver[];
  /** Undefined while they are not known. */
  vehicles: readonly ShiftVehicle[] | undefined;
};

/** The shifts that a row means, one for each pair of times, or what is wrong with it. A row without any text is neither. */
export type ReadShiftRow = { shifts: CreateShift[]; faults: ShiftFault[] };

/**
 * Reads a row of a sheet of shifts as people type it (docs/product/hours.md#sheets): the driver as in the grid of trips, the day, the times in
 * one cell or in two. A break in minutes has no time, so it becomes a note. An end may be missing on the row's own day only.
 */
export function readShiftRow(cells: ShiftCells, context: ShiftSheetContext): ReadShiftRow {
  const { drivers, vehicles = [] } = context;
  const cell = (field: ShiftField) => (cells[field] ?? '').trim();
  if (SHIFT_FIELDS.every((field) => cell(field) === '')) return { shifts: [], faults: [] };
  const faults: ShiftFault[] = [];
  const say = (field: ShiftField, kind: ShiftFaultKind, message?: string) => {
    faults.push({ field, kind, typed: cell(field), ...(message && { message }) });
  };

  const found = findTypedDrivers(cell('driver'), drivers);
  if (cell('driver') === '') say('driver', 'missing');
  else if (found.length !== 1) say('driver', found.length === 0 ? 'driver-unknown' : 'driver-several');

  const { day, dayFault, times } = readRowTimes(cells, context);
  if (dayFault)
    say('day', dayFault, whyNoDay(cell('day'), { ...USUAL_READING, today: brisbaneDay(context.now) }));
  const isEndUnreadable = cell('end') !== '' && readSingle(cell('start')) !== undefined;
  if (typeof times === 'string')
    say(AT_END.includes(times) || (times === 'times-unreadable' && isEndUnreadable) ? 'end' : 'start', times);

  const vehicleId = findTypedVehicle(cell('vehicle'), day, vehicles)?.id;
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

/** What is wrong with the end, and not with the start. */
const AT_END: readonly ShiftFaultKind[] = ['end-missing', 'end-is-start', 'end-early'];

const fieldOf = (path: PropertyKey | undefined): ShiftField =>
  SHIFT_FIELDS.find((field) => field === path) ?? 'day';

const FAULT_TEXTS: Record<
  Exclude<ShiftFaultKind, 'missing' | 'against-rule'>,
  (typed: string, why?: string) => string
> = {
  'driver-unknown': (typed) => `No driver is called "${typed}"`,
  'driver-several': (typed) => `"${typed}" may be several drivers`,
  'day-unreadable': (typed, why) =>
    `"${typed}" is not a date${why ? `: ${why}` : '. Write it as 31/12/2026'}`,
  'day-differs': () => 'The start has another date',
  'times-unreadable': (typed) => `"${typed}" is not a time. Write it as 6:10-14:30`,
  'times-open': (typed) => `"${typed}" can be read in several ways. Answer the question about it`,
  'times-order': (typed) => `The times of "${typed}" are not in their order`,
  'end-missing': () => 'Please enter the end',
  'end-is-start': () => 'The end is the same as the start',
  'end-early': () => 'The end must be after the start',
  'break-unreadable': (typed) => `"${typed}" is not a break. Write it in minutes`,
  'vehicle-unknown': (typed) => `No vehicle has the registration "${typed}". Write a note in brackets`,
};

/** Explains a cell's fault to the person who typed it. */
export const wordsOfShiftFault = ({ field, kind, typed, message }: ShiftFault): string => {
  if (kind === 'against-rule') return message ?? '';
  if (kind !== 'missing') return FAULT_TEXTS[kind](brief(typed), message);
  return field === 'driver'
    ? 'Please select a driver'
    : `Please enter the ${SHIFT_FIELD_LABELS[field].toLowerCase()}`;
};
