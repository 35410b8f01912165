import { MINUTE_MS } from '../../durations';
import { DAY_MINUTES } from '../../periods';
import { readTime } from '../../reading/times';

const HALF_DAY = 720;
/** Longer than the times of any day. */
const MAX_CHARACTERS = 200;
/** More pairs than anyone drives in a day. */
const MAX_PAIRS = 6;

/** Minutes from midnight. `half` says whether "am" or "pm" was written, `isClock12` whether the hour may need one. */
type ReadTime = { minutes: number; hasHalf: boolean; isClock12: boolean };

/** A time as people write it in a sheet of hours: "6:10", "0610", "6.10am", "6", "24:00", a workbook's cell; undefined for any other text. */
function readClock(typed: string): ReadTime | undefined {
  const text = typed.trim().toLowerCase();
  const isMidnight = /^(?:24(?:[:.h]?00)?|midnight)$/.test(text);
  if (isMidnight) return { minutes: DAY_MINUTES, hasHalf: true, isClock12: false };
  if (/^(?:noon|midday)$/.test(text)) return { minutes: HALF_DAY, hasHalf: true, isClock12: false };
  const bare = /^\d{1,2}$/.test(text);
  const time = bare ? readTime(`${text}:00`) : readTime(text);
  if (time === undefined) return undefined;
  // "06:10" and "0610" are of a clock of 24 hours
  const isClock12 = /^(?:[1-9]|1[0-2])(?:[:.h]?[0-5]\d)?$/.test(text);
  return { minutes: Math.floor(time / MINUTE_MS), hasHalf: /[ap]\.?m?\.?$/.test(text), isClock12 };
}

/** Start and end in minutes from midnight of the day that the shift begins on; beyond 1,440 they are of the next day. */
export type Pair = { start: number; end: number };
export type TimesFault = 'unreadable' | 'no-end' | 'no-time';

/** "6-2pm" is of the half of the day that makes it short, "10am-2" ends at the next two o'clock. */
function pairOf(start: ReadTime, end: ReadTime): Pair {
  let [from, to] = [start.minutes, end.minutes];
  if (end.hasHalf && !start.hasHalf && start.isClock12) {
    const inSameHalf = (from % HALF_DAY) + (to >= HALF_DAY && to < DAY_MINUTES ? HALF_DAY : 0);
    if (inSameHalf < to) from = inSameHalf;
  }
  if (start.hasHalf && !end.hasHalf && end.isClock12) {
    to %= HALF_DAY;
    while (to <= from) to += HALF_DAY;
  }
  return { start: from, end: to };
}

const BETWEEN = /\s*(?:-|–|—|−|~|\bto\b|\btill?\b|\buntil\b)\s*/i;
const PAIRS = /\s*(?:[,;&+/\n]|\band\b)\s*/i;

/** Moves each time that is earlier than the one before it to the next day. */
function inOrder(pairs: readonly Pair[]): Pair[] {
  let before = 0;
  return pairs.map(({ start, end }) => {
    const next = (time: number) => {
      let moved = time;
      while (moved < before) moved += DAY_MINUTES;
      before = moved;
      return moved;
    };
    return { start: next(start), end: next(end) };
  });
}

/**
 * The shifts of a day as people write them: "6:10-14:30"; "6-10, 12-16:30" are two; "22:00 to 6:00" ends on the next day.
 * @param end the end, if it has a column of its own
 */
export function readTimes(start: string, end = ''): Pair[] | TimesFault {
  if (start.length + end.length > MAX_CHARACTERS) return 'unreadable';
  // a workbook's cell with a time has the signs of a pair, too
  if (end.trim() === '' && readClock(start)) return 'no-end';
  const texts = end.trim() === '' ? start.trim().split(PAIRS).filter(Boolean) : [`${start} - ${end}`];
  if (texts.length > MAX_PAIRS) return 'unreadable';
  const pairs: Pair[] = [];
  for (const text of texts) {
    const [from = '', to, ...more] = end.trim() === '' ? text.trim().split(BETWEEN) : [start, end];
    const first = readClock(from);
    if (!first || more.length > 0) return 'unreadable';
    if (to === undefined || to.trim() === '') return texts.length === 1 ? 'no-end' : 'unreadable';
    const last = readClock(to);
    if (!last) return 'unreadable';
    const pair = pairOf({ ...first, minutes: first.minutes % DAY_MINUTES }, last);
    if (pair.start === pair.end) return 'no-time';
    pairs.push(pair);
  }
  return pairs.length === 0 ? 'unreadable' : inOrder(pairs);
}

/** The minutes of a single start; undefined for any other text. */
export const readStart = (text: string): number | undefined => {
  const clock = readClock(text);
  return clock && clock.minutes % DAY_MINUTES;
};

/** Minutes of a break: "30", "30 min", "0:30", "1 h", "half an hour" is not read; undefined for any other text. */
export function readBreak(typed: string): number | undefined {
  const text = typed.trim().toLowerCase();
  if (text.length > MAX_CHARACTERS) return undefined;
  const [, minutes] = /^(\d{1,3})\s*(?:m|min|mins|minutes?)?\.?$/.exec(text) ?? [];
  if (minutes) return Number(minutes);
  const [, hours, rest = '0'] = /^(\d{1,2})(?:[:.h]\s*([0-5]\d)|\s*(?:h|hrs?|hours?))\.?$/.exec(text) ?? [];
  return hours === undefined ? undefined : Number(hours) * 60 + Number(rest);
}
