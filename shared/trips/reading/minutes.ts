import { daysBetween, isDay } from '../../periods';
import type { PlainFieldName } from '../trip-fields';
import type { ReadRemark } from './remarks';

/** The unit of bare figures. A spreadsheet's time without its format is a fraction of a day. */
export type FigureUnit = 'milliseconds' | 'seconds' | 'minutes' | 'hours' | 'days';
/** The two readings of "04:30". */
export type ClockUnit = 'mm:ss' | 'h:mm';
export type Unit = FigureUnit | ClockUnit;

/** How the times of a column are read. */
export type MinuteUnits = {
  /** Absent in a column of clock times: bare figures are minutes there, with a remark. */
  figures?: FigureUnit;
  clock: ClockUnit;
  /** `mm:ss` where a spreadsheet took minutes and seconds for hours and minutes: it holds or writes 04:30:00. */
  cell: ClockUnit;
};

const USUAL_UNITS: MinuteUnits = { figures: 'minutes', clock: 'h:mm', cell: 'h:mm' };

/** How a column is read whose heading says the `unit`. */
export function unitsOf(unit: Unit = 'minutes'): MinuteUnits {
  if (unit === 'mm:ss' || unit === 'h:mm') return { clock: unit, cell: 'h:mm' };
  return { figures: unit, clock: unit === 'seconds' ? 'mm:ss' : 'h:mm', cell: 'h:mm' };
}

export type MinutesRead = {
  /** Null for a blank text, NaN for one that cannot be read. */
  minutes: number | null;
  /** Whether they are a fraction of minutes, which no trip has. */
  isFraction?: boolean;
  /** Whether the text says them in another way: in hours or seconds, as h:mm. */
  isConverted?: boolean;
};

/** Longer than any number of minutes. */
const MAX_CHARACTERS = 40;
const IN_MINUTES: Record<FigureUnit, number> = {
  milliseconds: 1 / 60_000,
  seconds: 1 / 60,
  minutes: 1,
  hours: 60,
  days: 1440,
};

const FIGURES =
  /^(-?\d{1,9})(?:[.,](\d{1,9}))?\s*(?:(s|secs?|seconds?)|(m|mins?|minutes?|')|(h|hrs?|hours?))?\.?$/;
const HOURS_AND_MINUTES = /^(\d{1,4})\s*(?:h|hrs?|hours?)\s*(\d{1,2})\s*(?:m|mins?|minutes?)?\.?$/;
const MINUTES_AND_SECONDS = /^(\d{1,4})\s*(?:m|mins?|minutes?)\s*(\d{1,2})\s*(?:s|secs?|seconds?)\.?$/;
/** "0:04", "1:05:30", and what a workbook has for a cell with a time or a span of time. */
const CLOCK = /^(?:(\d{4}-\d\d-\d\d)t)?(\d{1,4}):([0-5]\d)(?::([0-5]\d))?(\.\d{1,3})?$/;
/** A thousand, or one and a fraction. */
const MAYBE_THOUSANDS = /^-?\d{1,3},\d{3}(?!\d)/;
const NO_WAIT = /^(?:no wait(?:ing)?|none|nil)$/;
/** The day from which spreadsheets count. */
const DAY_ZERO = '1899-12-30';
const MAX_DAYS = 366;

const UNREADABLE: MinutesRead = { minutes: Number.NaN };

/** The parts of a clock time: "04:30" has two, and `last` is 30; "0:04:30" has three. */
export type ClockParts = { first: number; last: number; seconds: number | undefined; isCell: boolean };

/** The parts of "04:30", "0:04:30" or a workbook's time, whose days count in `first`; undefined for another text. */
export function clockParts(typed: string): ClockParts | undefined {
  const text = typed.trim().toLowerCase();
  const [, day, first, last, seconds, fraction] =
    text.length > MAX_CHARACTERS ? [] : (CLOCK.exec(text) ?? []);
  if (first === undefined || (day && !isDay(day))) return undefined;
  const days = day ? daysBetween(DAY_ZERO, day) : 0;
  if (days < 0 || days > MAX_DAYS) return undefined;
  // "04:30.0" is what a format of minutes and seconds shows
  if (fraction && seconds === undefined)
    return { first: 0, last: Number(first), seconds: Number(last), isCell: false };
  const isCell = day !== undefined || fraction !== undefined;
  const third = seconds === undefined && !isCell ? undefined : Number(seconds ?? 0);
  return { first: days * 24 + Number(first), last: Number(last), seconds: third, isCell };
}

function readClock(typed: string, { clock, cell }: MinuteUnits): MinutesRead {
  const parts = clockParts(typed);
  if (!parts) return UNREADABLE;
  const { first, last, seconds = 0 } = parts;
  const isShort = (parts.seconds === undefined ? clock : cell) === 'mm:ss';
  const minutes = isShort ? first + Math.round(last / 60) : first * 60 + last + Math.round(seconds / 60);
  return { minutes, isConverted: true };
}

/** Reads minutes: "5" in the column's unit, "5 min", "0:05" (hours, minutes, unless `units` say otherwise), "1h 5m", "300 sec", rounded. */
export function readMinutes(typed: string, units = USUAL_UNITS): MinutesRead {
  const text = typed.trim().toLowerCase();
  if (text === '') return { minutes: null };
  if (text.length > MAX_CHARACTERS) return UNREADABLE;
  if (NO_WAIT.test(text)) return { minutes: 0 };
  if (MAYBE_THOUSANDS.test(text)) return UNREADABLE;
  const [, whole, fraction = '', seconds, minutes, hours] = FIGURES.exec(text) ?? [];
  if (whole !== undefined) {
    const own = seconds ? 'seconds' : minutes ? 'minutes' : hours ? 'hours' : undefined;
    const counted = own ?? units.figures ?? 'minutes';
    const count = Number(`${whole}.${fraction || '0'}`);
    if (counted !== 'minutes') return { minutes: Math.round(count * IN_MINUTES[counted]), isConverted: true };
    const isFraction = !Number.isInteger(count);
    return !own && !units.figures && count !== 0
      ? { minutes: count, isFraction, isConverted: true }
      : { minutes: count, isFraction };
  }
  const [, ofHours, more] = HOURS_AND_MINUTES.exec(text) ?? [];
  if (ofHours !== undefined) return { minutes: Number(ofHours) * 60 + Number(more), isConverted: true };
  const [, ofMinutes, rest] = MINUTES_AND_SECONDS.exec(text) ?? [];
  if (ofMinutes !== undefined)
    return { minutes: Number(ofMinutes) + Math.round(Number(rest) / 60), isConverted: true };
  return readClock(text, units);
}

/** A bare figure, which the unit of its column counts; undefined for another text. */
export function bareFigure(typed: string): number | undefined {
  const text = typed.trim();
  if (!/^\d{1,9}(?:[.,]\d{1,9})?$/.test(text)) return undefined;
  return Number(text.replace(',', '.'));
}

/** A time as its column shows it: a workbook's "1899-12-31T01:30:00.000" is 25:30. */
export function shownTime(typed: string): string {
  const parts = clockParts(typed);
  if (!parts?.isCell) return typed.trim();
  const { first, last, seconds = 0 } = parts;
  return [first, last, ...(seconds > 0 ? [seconds] : [])]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
}

/** Reads minutes in a column that counts in these `units`, and remarks on those that were converted. */
export function readMinutesOf(
  field: PlainFieldName,
  typed: string,
  units = USUAL_UNITS,
): MinutesRead & { remark?: Extract<ReadRemark, { kind: 'minutes-converted' }> } {
  const read = readMinutes(typed, units);
  // no wait is none in every unit
  if (!read.isConverted || bareFigure(typed) === 0) return read;
  const { figures } = units;
  const said = figures && bareFigure(typed) !== undefined ? `${typed.trim()} ${figures}` : shownTime(typed);
  return { ...read, remark: { field, kind: 'minutes-converted', typed: said, minutes: read.minutes ?? 0 } };
}
