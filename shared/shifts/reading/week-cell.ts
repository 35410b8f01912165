import type { Driver } from '../../drivers';
import { formatDay } from '../../periods';
import { USUAL_READING } from '../../reading/days';
import { splitDay } from '../../reading/moments';
import { findTypedVehicle } from '../../trips/reading/vehicles';
import { normaliseRegistration } from '../../vehicles/registration';
import type { Vehicle } from '../../vehicles/vehicles';
import type { CreateShift } from '../shifts';
import { readBreak } from './breaks';
import { DAY_OFF } from './find-columns';
import {
  openTimesOf,
  plainMoment,
  readRowTimes,
  type ShiftCells,
  settleRowTimes,
  type TimesContext,
} from './row-times';
import { readShiftRow, type ShiftFault } from './shift-row';
import { clockText, type OpenTimes, pairsText, readTimes } from './times';

/** What a cell of the week is read with. */
export type WeekCellContext = TimesContext & {
  /** Undefined while they are not known. */
  vehicles: readonly Pick<Vehicle, 'id' | 'registration' | 'callSigns'>[] | undefined;
};

/** The shifts that a cell means, or what is wrong with it. A day off has neither. */
export type ReadWeekCell = {
  shifts: CreateShift[];
  faults: ShiftFault[];
  /** The questions that times such as "9-5" leave open, also after they were answered. */
  open: OpenTimes[];
  /** How such times were read: '"9-5" is read as 09:00 to 17:00'. */
  readAs: string[];
};

/** One shift of a cell, or several with one vehicle and note: "6-10, 12-16 123ABC airport". */
type CellPart = { times: string; vehicle: string; note: string };

/** Times and all that belongs to them have fewer words. */
const MAX_WORDS = 16;
/** Parts are separated by semicolons, but not within a note in brackets, which ends a part. */
const PARTS = /(?:[^;(]|\((?:[^)]|\)(?!\s*(?:;|$)))*\)?)+/g;
const BRACKETS = /^([^(]*)\((.*)\)$/s;
const LENGTH = /^(.*?)\s*(\+\d{1,2}:[0-5]\d)$/;
const WORD = /^(\S+)\s*(.*)$/s;
/** A registration as Queensland makes them; "QF1234" is a flight, and in two words, "999 XYZ", there are three signs in each. */
const PLATE = /^(?!\p{L}{2}\d{4}$)(?=.*\d.*\d)(?=.*\p{L}.*\p{L})[\p{L}\d]{6}$/u;
const PLATE_IN_TWO = /^(?:\d{3} \p{L}{3}|\p{L}{3} \d{3})$/u;

/** A day and times as a row of a sheet has them. A length in place of an end has a cell of its own. */
function rowOf(day: string, times: string): ShiftCells {
  const [, start = times, end = ''] = LENGTH.exec(times) ?? [];
  return { day: formatDay(day), start, end };
}

/** The words at the beginning that are times, as many as possible, and the rest; undefined without times. */
function timesFirst(text: string, day: string, { now }: WeekCellContext) {
  let found: { times: string; rest: string } | undefined;
  const ends = [...text.matchAll(/\S+/g)].slice(0, MAX_WORDS).map((word) => word.index + word[0].length);
  for (const end of ends) {
    const times = text.slice(0, end).trim();
    const read = readRowTimes(rowOf(day, times), { now }).times;
    if (read !== 'times-unreadable' && read !== 'missing') found = { times, rest: text.slice(end).trim() };
  }
  return found;
}

/** The vehicle that a text begins with, written in one word or two, and the rest. */
function vehicleFirst(text: string, day: string, { vehicles }: WeekCellContext) {
  const [, word = '', after = ''] = WORD.exec(text) ?? [];
  const [, second = '', afterTwo = ''] = WORD.exec(after) ?? [];
  // an unknown one of a file says what it is
  if (/^rego$/i.test(word) && /\d/.test(second)) return { vehicle: second, rest: afterTwo };
  for (const [written, rest] of [
    [word + second, afterTwo],
    [word, after],
  ] as const) {
    // a number alone may be a time, or a part of the note
    const known = findTypedVehicle(written, /\p{L}/u.test(written) ? day : undefined, vehicles ?? []);
    if (known && written) return { vehicle: known.registration, rest };
  }
  // it may be mistyped, and is no note
  if (vehicles && PLATE_IN_TWO.test(`${word} ${second}`))
    return { vehicle: normaliseRegistration(word + second), rest: afterTwo };
  const plate = normaliseRegistration(word);
  return vehicles && PLATE.test(plate) ? { vehicle: plate, rest: after } : { vehicle: '', rest: text };
}

/** Whether a text after times may be more times, and so is no note. */
function isLikeTimes(text: string): boolean {
  const [, word] = WORD.exec(text) ?? [];
  return word !== undefined && (word.startsWith('+') || readTimes(word) !== 'unreadable');
}

/** A part with its times, vehicle and note; undefined where it is not read. */
function readPart(text: string, day: string, context: WeekCellContext): CellPart | undefined {
  const [, before = text, inBrackets] = BRACKETS.exec(text.trim()) ?? [];
  const first = timesFirst(before, day, context);
  if (!first) return undefined;
  const { vehicle, rest } = vehicleFirst(first.rest, day, context);
  if (isLikeTimes(rest)) return undefined;
  const note = rest === '' || inBrackets === undefined ? (inBrackets ?? rest) : `${rest} (${inBrackets})`;
  return { times: first.times, vehicle, note: note.trim() };
}

/** The parts of a cell. A semicolon in a note separates nothing. */
function partsOf(text: string, day: string, context: WeekCellContext): (CellPart | string)[] {
  // "6-10; 14-18" says more together than apart
  if (timesFirst(text, day, context)?.rest === '') return [{ times: text.trim(), vehicle: '', note: '' }];
  const texts: string[] = [];
  for (const one of text.match(PARTS) ?? [])
    if (texts.length === 0 || isPair(one, day, context)) texts.push(one);
    else texts.push(`${texts.pop()};${one}`);
  return texts.map((one) => readPart(one, day, context) ?? one.trim());
}

const isPair = (text: string, day: string, context: WeekCellContext) => {
  const first = timesFirst(text, day, context);
  const { times = 'missing' } = first ? readRowTimes(rowOf(day, first.times), context) : {};
  return typeof times !== 'string' || times === 'times-open' || times === 'times-order';
};

/** Whether a cell says that no one drives: "OFF", "RDO". */
export const isDayOff = (text: string): boolean => DAY_OFF.test(text.trim());

/**
 * Reads a driver's cell of a day (docs/product/hours.md#enter-a-week): "6:10-14:30", two shifts "6-10, 14-18", a registration and a note after
 * the times, a day off, or nothing. Shifts with a vehicle or a note of their own have semicolons between them.
 */
export function readWeekCell(
  text: string,
  driver: Pick<Driver, 'id' | 'firstName' | 'lastName' | 'driverAuthorityLicense'>,
  day: string,
  context: WeekCellContext,
): ReadWeekCell {
  const read: ReadWeekCell = { shifts: [], faults: [], open: [], readAs: [] };
  if (text.trim() === '' || isDayOff(text)) return read;
  for (const part of partsOf(text, day, context)) {
    const { times, vehicle, note } = typeof part === 'string' ? { times: part, vehicle: '', note: '' } : part;
    const cells = rowOf(day, times);
    const row = { ...cells, driver: driver.driverAuthorityLicense, vehicle, note };
    const { shifts, faults } = readShiftRow(
      // the whole part is unreadable, and not its first words
      typeof part === 'string' ? { ...row, start: part, end: '' } : row,
      { ...context, drivers: [driver] },
    );
    const isUnread = typeof part === 'string' && faults.length === 0;
    read.shifts.push(...(isUnread ? [] : shifts));
    read.faults.push(
      ...(isUnread ? [{ field: 'start', kind: 'times-unreadable', typed: part } as const] : faults),
    );
    const open = typeof part === 'string' ? undefined : openTimesOf(cells, context.now);
    if (!open) continue;
    read.open.push(open);
    const { times: pairs } = readRowTimes(cells, context);
    if (typeof pairs !== 'string')
      read.readAs.push(
        `"${open.typed}" is read as ${pairsText(pairs.flatMap(({ start, end }) => (end === null ? [] : { start, end })))}`,
      );
  }
  return read;
}

/** A cell as the week writes it, "06:10-14:30", where it then means the same; times that are asked about stay as they are typed. */
export function settleWeekCell(text: string, day: string, { vehicles, now }: WeekCellContext): string {
  const context = { vehicles, now };
  if (text.trim() === '' || isDayOff(text)) return text.trim();
  const parts = partsOf(text, day, context);
  const settled = parts.map((part) => {
    if (typeof part === 'string') return part;
    const { times } = readRowTimes(rowOf(day, part.times), context);
    if (typeof times === 'string') return textOfPart(part, day, context);
    const written = times
      .map(({ start, end }) => (end === null ? clockText(start) : `${clockText(start)}-${clockText(end)}`))
      .join(', ');
    const again = readRowTimes(rowOf(day, written), context).times;
    const isSame = JSON.stringify(again) === JSON.stringify(times);
    return textOfPart({ ...part, times: isSame ? written : part.times }, day, context);
  });
  return settled.join('; ');
}

/** A part in words; a note that might be read otherwise is in brackets. */
function textOfPart({ times, vehicle, note }: CellPart, day: string, context: WeekCellContext): string {
  const known = context.vehicles?.some(({ registration }) => registration === vehicle);
  const before = [times, vehicle && !known ? `rego ${vehicle}` : vehicle].filter(Boolean).join(' ');
  if (note === '') return before;
  const plain = `${before} ${note}`;
  const again = partsOf(plain, day, context);
  const [first] = again;
  const isSame =
    again.length === 1 &&
    typeof first === 'object' &&
    first.note === note &&
    first.times === times &&
    first.vehicle === vehicle;
  return isSame ? plain : `${before} (${note})`;
}

/** The cell's text of a stored or proposed shift, or of a row of a sheet. @returns its day too; undefined where the row has none */
export function textOfRow(
  cells: ShiftCells,
  context: WeekCellContext,
): { day: string; text: string; weekday?: string | undefined } | undefined {
  const { now } = context;
  const { day, dayFault } = readRowTimes(cells, { now });
  if (day === undefined || dayFault) return undefined;
  const settled = settleRowTimes(cells, { now });
  const text = (field: keyof ShiftCells) => (cells[field] ?? '').trim();
  const known = findTypedVehicle(text('vehicle'), day, context.vehicles ?? []);
  const registration = known?.registration ?? normaliseRegistration(text('vehicle'));
  const isVehicle = known !== undefined || /\d/.test(registration);
  const minutes = text('break') === '' ? 0 : readBreak(text('break'));
  const note = [
    !isVehicle && text('vehicle') && `Vehicle ${text('vehicle')}`,
    text('note'),
    minutes === undefined ? `Break ${text('break')}` : minutes > 0 && `Break ${minutes} min`,
  ]
    .filter(Boolean)
    .join('. ');
  const part = {
    times: joinTimes(
      settled?.cells ?? { start: plainMoment(text('start')), end: plainMoment(text('end')) },
      day,
    ),
    vehicle: isVehicle ? registration : '',
    note,
  };
  return { day, text: textOfPart(part, day, context), weekday: settled?.weekday };
}

/** Start and end in one text. An end on another date has dates before both. */
function joinTimes({ start = '', end = '' }: ShiftCells, day: string): string {
  if (end === '' || start === '') return start || end;
  if (end.startsWith('+')) return `${start} ${end}`;
  const hasDay = (text: string) => splitDay(text, USUAL_READING).day !== undefined;
  if (!hasDay(end)) return `${start}-${end}`;
  return `${hasDay(start) ? start : `${formatDay(day)} ${start}`} - ${end}`;
}
