import { daysBetween, isDay } from '../../periods';
import type { PlainFieldName } from '../trip-fields';
import type { ReadRemark } from './remarks';

/** The unit of a column of figures; minutes unless its heading says something else. */
export type Unit = 'seconds' | 'minutes' | 'hours';

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
const IN_MINUTES: Record<Unit, number> = { seconds: 1 / 60, minutes: 1, hours: 60 };

const FIGURES =
  /^(-?\d{1,9})(?:[.,](\d{1,9}))?\s*(?:(s|secs?|seconds?)|(m|mins?|minutes?|')|(h|hrs?|hours?))?\.?$/;
const HOURS_AND_MINUTES = /^(\d{1,4})\s*(?:h|hrs?|hours?)\s*(\d{1,2})\s*(?:m|mins?|minutes?)?\.?$/;
/** "0:04", "1:05:30", and what a workbook has for a cell with a time or a span of time. */
const CLOCK = /^(?:(\d{4}-\d\d-\d\d)t)?(\d{1,4}):([0-5]\d)(?::([0-5]\d)(?:\.\d{1,3})?)?$/;
const NO_WAIT = /^(?:no wait(?:ing)?|none|nil)$/;
/** The day from which spreadsheets count. */
const DAY_ZERO = '1899-12-30';

const UNREADABLE: MinutesRead = { minutes: Number.NaN };

/** Reads minutes: "5" of `unit`, "5 min", "0:05" (hours, minutes), "1h 5m", "300 sec", rounded. */
export function readMinutes(typed: string, unit: Unit = 'minutes'): MinutesRead {
  const text = typed.trim().toLowerCase();
  if (text === '') return { minutes: null };
  if (text.length > MAX_CHARACTERS) return UNREADABLE;
  if (NO_WAIT.test(text)) return { minutes: 0 };
  const [, whole, fraction = '', seconds, minutes, hours] = FIGURES.exec(text) ?? [];
  if (whole !== undefined) {
    const counted = seconds ? 'seconds' : minutes ? 'minutes' : hours ? 'hours' : unit;
    const count = Number(`${whole}.${fraction || '0'}`);
    if (counted === 'minutes') return { minutes: count, isFraction: !Number.isInteger(count) };
    return { minutes: Math.round(count * IN_MINUTES[counted]), isConverted: true };
  }
  const [, ofHours, more] = HOURS_AND_MINUTES.exec(text) ?? [];
  if (ofHours !== undefined) return { minutes: Number(ofHours) * 60 + Number(more), isConverted: true };
  const [, day, hour, minute, second = '0'] = CLOCK.exec(text) ?? [];
  if (hour === undefined || (day && !isDay(day))) return UNREADABLE;
  const days = day ? daysBetween(DAY_ZERO, day) : 0;
  const read = (days * 24 + Number(hour)) * 60 + Number(minute) + Math.round(Number(second) / 60);
  return days < 0 || days > 366 ? UNREADABLE : { minutes: read, isConverted: true };
}

/** Reads minutes in a column whose heading says the `unit`, and remarks on those that were converted. */
export function readMinutesOf(
  field: PlainFieldName,
  typed: string,
  unit: Unit = 'minutes',
): MinutesRead & { remark?: ReadRemark } {
  const read = readMinutes(typed, unit);
  if (!read.isConverted) return read;
  // a workbook has the thousandths of a second of a cell with a time
  const figures = typed.trim().replace(/\.000$/, '');
  const said = /[^\d.,-]/.test(typed.trim()) ? figures : `${figures} ${unit}`;
  return { ...read, remark: { field, kind: 'minutes-converted', typed: said, minutes: read.minutes ?? 0 } };
}
