import { MINUTE_MS } from '../../durations';
import { DAY_MINUTES } from '../../periods';
import { readTime } from '../../reading/times';

const MAX_CHARACTERS = 40;
/** A fraction of a day has more places than any number of hours. */
const FRACTION = /^0\.\d{3,}$/;
/** Two places are of hours only where minutes cannot be meant: "7.6" and "7.25", but not "7.30". */
const HOURS = /^(\d{1,2}(?:\.(?:\d|00|25|50|75))?)\s*(?:h|hrs?|hours?)?\.?$/;
const LENGTH = /^\+(\d{1,2}):([0-5]\d)$/;

/** Minutes of a shift: "8", "7.6", "8:30", "8h30", "8 hrs", a workbook's time; undefined for any other text, none and more than a day. */
export function readHours(typed: string): number | undefined {
  const text = typed.trim().toLowerCase();
  if (text.length > MAX_CHARACTERS) return undefined;
  const [, hours] = HOURS.exec(text) ?? [];
  const time = FRACTION.test(text) || /[:th]\d/.test(text) ? readTime(text) : undefined;
  const minutes = time !== undefined ? Math.floor(time / MINUTE_MS) : Math.round(Number(hours) * 60);
  return minutes > 0 && minutes <= DAY_MINUTES ? minutes : undefined;
}

/** A length in place of an end, "+8:30". */
export const lengthText = (minutes: number): string =>
  `+${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;

/** The minutes of a length in place of an end; undefined for any other text. */
export function readLength(end: string): number | undefined {
  const [, hours, minutes] = LENGTH.exec(end.trim()) ?? [];
  return hours === undefined ? undefined : Number(hours) * 60 + Number(minutes);
}
