import { HOUR_MS, MINUTE_MS } from '../../durations';
import { DAY_MINUTES } from '../../periods';
import { plainDashes, readTime } from '../../reading/times';

const HALF_DAY = 720;
/** A longer time from one to the next is never taken without asking (docs/product/hours.md#sheets). */
const LONG = (16 * HOUR_MS) / MINUTE_MS;
/** Longer than the times of any day. */
const MAX_CHARACTERS = 200;
/** More pairs than anyone drives in a day. */
const MAX_PAIRS = 6;

/** The meaning of "9-5": 09:00 to 17:00, 21:00 to 05:00, or 09:00 to 05:00 the next day. */
export const TIMES_ANSWERS = ['day', 'night', 'next-day'] as const;
export type TimesAnswer = (typeof TIMES_ANSWERS)[number];

/** Minutes from midnight. */
type ReadTime = {
  minutes: number;
  /** Whether "am", "pm" or the like was written. */
  hasHalf: boolean;
  /** Whether it may be of the other half of the day: 1:00 to 12:59. */
  is12: boolean;
  /** Whether nothing says that it is of a clock of 24 hours: "6" and "6:10", not "06:10". */
  isBare: boolean;
};

/** A workbook's time, which does not say how it was typed. */
const CELL = /^(?:.*t)?\d\d:\d\d:\d\d\.\d{3}$|^0\.\d+$/;

/** A time as people write it in a sheet of hours: "6:10", "0610", "6.10am", "6", "24:00", a workbook's cell; undefined for any other text. */
function readClock(typed: string): ReadTime | undefined {
  const text = typed.trim().toLowerCase();
  const time = readTime(/^\d{1,2}$/.test(text) ? `${text}:00` : text);
  if (time === undefined) return undefined;
  const minutes = Math.floor(time / MINUTE_MS);
  const hasHalf = minutes === DAY_MINUTES || /[ap]\.?m?\.?$|noon|mid/.test(text);
  const is12 = !hasHalf && minutes >= 60 && minutes < HALF_DAY + 60;
  const isBare = is12 && (CELL.test(text) || /^[1-9]/.test(text));
  return { minutes, hasHalf, is12, isBare };
}

/** Start and end in minutes from midnight of the day that the shift begins on; beyond 1,440 they are of the next day. */
export type Pair = { start: number; end: number };
/** `open`: it can be read in several ways, and no one has said which. */
export type TimesFault = 'unreadable' | 'no-end' | 'no-time' | 'open';

const certain = (minutes: number): ReadTime => ({ minutes, hasHalf: true, is12: false, isBare: false });

/** "6-2pm" is of the half of the day that makes it short, "10am-2" ends at the next two o'clock. */
function sayHalves(start: ReadTime, end: ReadTime): [ReadTime, ReadTime] {
  let [from, to] = [start.minutes, end.minutes];
  if (start.hasHalf === end.hasHalf) return [start, end];
  if (end.hasHalf && start.isBare) {
    const inSameHalf = (from % HALF_DAY) + (to >= HALF_DAY && to < DAY_MINUTES ? HALF_DAY : 0);
    if (inSameHalf < to) from = inSameHalf;
  }
  if (start.hasHalf && end.isBare) {
    to %= HALF_DAY;
    while (to <= from) to += HALF_DAY;
  }
  return [certain(from), certain(to)];
}

const BETWEEN = /\s*(?:-{1,2}|~|→|\bto\b|\btill?\b|\buntil\b)\s*/i;
const PAIRS = /\s*(?:[,;&+/\n]|\band\b)\s*/i;
/** "6:10/14:30": what otherwise separates pairs. */
const ONE_PAIR = /^([^/\n]+)[/\n]([^/\n]+)$/;

/** The first moment at or after `before` (after it for an end) at which a clock of so many minutes shows the time. */
function next(minutes: number, before: number, isEnd: boolean, clock: number): number {
  const least = isEnd ? before + 1 : before;
  return minutes + Math.max(0, Math.ceil((least - minutes) / clock)) * clock;
}

/** The times in their order, starts and ends in turn, each after the one before it. */
function inOrder(times: readonly ReadTime[], answer: TimesAnswer | undefined): number[] | TimesFault {
  const byDays: number[] = [];
  let isOpen = false;
  for (const [index, { minutes, is12, isBare }] of times.entries()) {
    const before = times[index - 1];
    const isEnd = index % 2 === 1;
    const at = next(minutes, byDays[index - 1] ?? 0, isEnd, DAY_MINUTES);
    const isLater = before && (isEnd ? minutes <= before.minutes : minutes < before.minutes);
    if (isLater && is12 && !before.hasHalf)
      isOpen ||= (isBare && before.is12) || at - (byDays[index - 1] ?? 0) > LONG;
    byDays.push(at);
  }
  if (isOpen && !answer) return 'open';
  if (isOpen && answer !== 'next-day') return byHalves(times, answer === 'night');
  const isSame = times.some(({ minutes }, index) => index % 2 === 1 && minutes === times[index - 1]?.minutes);
  return isSame && !isOpen ? 'no-time' : byDays;
}

/** The same by a clock of 12 hours. */
function byHalves(times: readonly ReadTime[], isNight: boolean): number[] {
  const moments: number[] = [];
  for (const [index, { minutes, is12 }] of times.entries()) {
    const first = isNight && is12 ? (minutes + HALF_DAY) % DAY_MINUTES : minutes;
    const least = moments[index - 1];
    moments.push(
      least === undefined
        ? first
        : next(is12 ? minutes % HALF_DAY : minutes, least, index % 2 === 1, is12 ? HALF_DAY : DAY_MINUTES),
    );
  }
  return moments;
}

/**
 * The shifts of a day as people write them: "6:10-14:30"; "6-10, 12-16:30" are two; "22:00 to 6:00" ends on the next day.
 * @param end the end, if it has a column of its own @param answer how times such as "9-5" are meant
 */
export function readTimes(start: string, end = '', answer?: TimesAnswer): Pair[] | TimesFault {
  if (start.length + end.length > MAX_CHARACTERS) return 'unreadable';
  // a workbook's cell with a time has the signs of a pair, too
  if (end.trim() === '' && readClock(start)) return 'no-end';
  const plain = plainDashes(start.trim());
  const whole = BETWEEN.test(plain) ? plain : plain.replace(ONE_PAIR, '$1-$2');
  const texts = end.trim() === '' ? whole.split(whole === plain ? PAIRS : /\n/).filter(Boolean) : [start];
  if (texts.length > MAX_PAIRS) return 'unreadable';
  const times: ReadTime[] = [];
  for (const text of texts) {
    const [from = '', to, ...more] = end.trim() === '' ? text.trim().split(BETWEEN) : [start, end];
    const first = readClock(from);
    if (!first || more.length > 0) return 'unreadable';
    if (to === undefined || to.trim() === '') return texts.length === 1 ? 'no-end' : 'unreadable';
    const last = readClock(to);
    if (!last) return 'unreadable';
    times.push(...sayHalves(first, last));
  }
  if (times.length === 0) return 'unreadable';
  const moments = inOrder(times, answer);
  if (typeof moments === 'string') return moments;
  return Array.from({ length: moments.length / 2 }, (_, index) => ({
    start: moments[2 * index] ?? 0,
    end: moments[2 * index + 1] ?? 0,
  }));
}

/** The minutes of a single time; 1,440 for 24:00; undefined for any other text. */
export const readSingle = (text: string): number | undefined => readClock(text)?.minutes;

/** A moment of a shift's days as a clock shows it: 1,500 minutes are "01:00". The end of the first day is "24:00". */
export const clockText = (minutes: number): string =>
  `${String(minutes === DAY_MINUTES ? 24 : Math.floor(minutes / 60) % 24).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

const endText = (minutes: number) => `${clockText(minutes)}${minutes > DAY_MINUTES ? ' the next day' : ''}`;

/** "09:00 to 17:00", "21:00 to 05:00 the next day". */
export const pairsText = (pairs: readonly Pair[]): string =>
  pairs.map(({ start, end }) => `${endText(start)} to ${endText(end)}`).join(', ');

/** Times that can be read in several ways, and what each answer makes of them; an answer that says the same as another is left out. */
export type OpenTimes = { typed: string; question: string; choices: { value: TimesAnswer; label: string }[] };

/** Asks about times such as "9-5"; undefined where they can be read in one way only, or not at all. */
export function askAboutTimes(start: string, end = ''): OpenTimes | undefined {
  if (readTimes(start, end) !== 'open') return undefined;
  const shown = (text: string) =>
    CELL.test(text.trim().toLowerCase()) ? clockText(readSingle(text) ?? 0) : text.trim();
  const typed = end.trim() === '' ? shown(start) : `${shown(start)} to ${shown(end)}`;
  const readings = TIMES_ANSWERS.flatMap((value) => {
    const pairs = readTimes(start, end, value);
    return typeof pairs === 'string'
      ? []
      : { value, label: pairsText(pairs), until: endText(pairs.at(-1)?.end ?? 0) };
  });
  const choices = readings.filter(
    ({ label }, index) => readings.findIndex((other) => other.label === label) === index,
  );
  const [first, last] = [choices[0]?.until, choices.at(-1)?.until];
  return {
    typed,
    question: `${typed}: until ${first}, or until ${last}?`,
    choices: choices.map(({ value, label }) => ({ value, label })),
  };
}
