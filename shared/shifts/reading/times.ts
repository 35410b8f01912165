import { HOUR_MS, MINUTE_MS } from '../../durations';
import { DAY_MINUTES } from '../../periods';
import { plainDashes, readTime } from '../../reading/times';
import { NIGHT_HOURS } from '../shift-remarks';
import { readLength } from './lengths';

const HALF_DAY = 720;
/** A longer time from one to the next is never taken without asking (docs/product/hours.md#sheets). */
const LONG = (16 * HOUR_MS) / MINUTE_MS;
/** A shift after midnight belongs to the day before, unless its driver has rested. */
const REST = (NIGHT_HOURS * HOUR_MS) / MINUTE_MS;
/** Longer than the times of any day. */
const MAX_CHARACTERS = 200;
/** More pairs than anyone drives in a day. */
const MAX_PAIRS = 6;

/**
 * The meaning of "9-5" and of "6-7": `day` is 09:00 to 17:00 and 06:00 to 07:00, `night` 21:00 to 05:00 and 18:00 to 19:00, `long` 09:00 to
 * 05:00 the next day and 06:00 to 19:00.
 */
export const TIMES_ANSWERS = ['day', 'night', 'long'] as const;
export type TimesAnswer = (typeof TIMES_ANSWERS)[number];
/**
 * Times that are likely to be meant alike: "6-2", "2-10" and "10-6" of one roster are of the morning, the afternoon and the night. Those that
 * fall, "9-5", and those that rise, "6-10", are apart.
 */
export const TIMES_KINDS = [
  'falling from 12',
  'falling from 5',
  'falling from 10',
  'rising from 12',
  'rising from 5',
  'rising from 10',
] as const;
export type TimesKind = (typeof TIMES_KINDS)[number];
export type TimesAnswers = Partial<Record<TimesKind, TimesAnswer>>;

/** Minutes from midnight. */
type ReadTime = {
  minutes: number;
  /** Whether "am", "pm" or the like was written. */
  hasHalf: boolean;
  /** Whether it may be of the other half of the day: 1:00 to 12:59. */
  is12: boolean;
  /** Whether nothing says that it is of a clock of 24 hours: "6" and "6:10", not "06:10". */
  isBare: boolean;
  /** Whether it has four figures, which may be of a clock of 24 hours: "10:00". */
  isFull: boolean;
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
  const isFull = !CELL.test(text) && /^\d\d[:.h]?\d\d/.test(text);
  return { minutes, hasHalf, is12, isBare, isFull };
}

/** Start and end in minutes from midnight of the day that the shift begins on; beyond 1,440 they are of the next day. */
export type Pair = { start: number; end: number };
/** `open`: it can be read in several ways, and no one has said which. `order`: a time is before the one before it, and hardly of the next day. */
export type TimesFault = 'unreadable' | 'no-end' | 'no-time' | 'open' | 'order';

const certain = (minutes: number): ReadTime => ({
  minutes,
  hasHalf: true,
  is12: false,
  isBare: false,
  isFull: true,
});

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

/** What times leave open; undefined where they are certain. */
function kindOf(times: readonly ReadTime[]): TimesKind | undefined {
  const [first] = times;
  if (!first) return undefined;
  const from = partOf(first);
  const isShort = times.every(({ isBare }) => isBare) && times.some(({ isFull }) => !isFull);
  if (times.every((_, index) => !isLater(times, index))) return isShort ? `rising from ${from}` : undefined;
  const byDays = onDays(times);
  const isOpen = times.some(({ is12, isBare }, index) => {
    const before = times[index - 1];
    if (!before || before.hasHalf || !is12 || !isLater(times, index)) return false;
    return (isBare && before.is12) || (byDays[index] ?? 0) - (byDays[index - 1] ?? 0) > LONG;
  });
  return isOpen ? `falling from ${from}` : undefined;
}

function partOf({ minutes }: ReadTime): '12' | '5' | '10' {
  const hour = Math.floor(minutes / 60) % 12;
  if (hour < 5) return '12';
  return hour < 10 ? '5' : '10';
}

/** Whether a time is past the end of the clock that the one before it is on. */
function isLater(times: readonly ReadTime[], index: number): boolean {
  const [before, at] = [times[index - 1]?.minutes, times[index]?.minutes];
  if (before === undefined || at === undefined) return false;
  return index % 2 === 1 ? at <= before : at < before;
}

/** The times by a clock of 24 hours, each after the one before it. */
function onDays(times: readonly ReadTime[]): number[] {
  const moments: number[] = [];
  for (const [index, { minutes }] of times.entries())
    moments.push(next(minutes, moments[index - 1] ?? 0, index % 2 === 1, DAY_MINUTES));
  return moments;
}

/** The times in their order, starts and ends in turn, each after the one before it. */
function inOrder(times: readonly ReadTime[], answers: TimesAnswers): number[] | TimesFault {
  const kind = kindOf(times);
  if (!kind) {
    const moments = onDays(times);
    const isTurned = moments.some(
      (at, index) => index % 2 === 1 && isLater(times, index) && at - (moments[index - 1] ?? 0) > LONG,
    );
    if (times.some((_, index) => isSame(times, index))) return 'no-time';
    return isTurned ? 'order' : ofOneDay(moments);
  }
  const answer = answers[kind];
  if (answer) return asAnswered(times, kind, answer);
  const isNever = TIMES_ANSWERS.every((one) => asAnswered(times, kind, one) === 'order');
  return isNever ? 'order' : 'open';
}

function asAnswered(
  times: readonly ReadTime[],
  kind: TimesKind,
  answer: TimesAnswer,
): number[] | 'open' | 'order' {
  const isRising = kind.startsWith('rising');
  if (answer === 'day') return ofOneDay(isRising ? onDays(times) : byHalves(times, false));
  if (answer === 'night') return ofOneDay(byHalves(times, true));
  const moments = onDays(times);
  if (!isRising) return ofOneDay(moments);
  // "6-7" may be 13 hours, and "2-10" is not 20
  const [from = 0, to = 0, ...more] = moments;
  return more.length === 0 && to + HALF_DAY - from < LONG ? [from, to + HALF_DAY] : 'open';
}

/** Times whose shifts begin on their day, or after midnight without a rest. "6-14, 13-16" is no shift of the next afternoon. */
const ofOneDay = (moments: number[]): number[] | 'order' =>
  moments.some(
    (at, index) =>
      index > 0 && index % 2 === 0 && at >= DAY_MINUTES && at - (moments[index - 1] ?? 0) >= REST,
  )
    ? 'order'
    : moments;

const isSame = (times: readonly ReadTime[], index: number) =>
  index % 2 === 1 && times[index]?.minutes === times[index - 1]?.minutes;

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
 * @param end the end, if it has a column of its own @param answers how times such as "9-5" are meant
 */
export function readTimes(start: string, end = '', answers: TimesAnswers = {}): Pair[] | TimesFault {
  const length = readLength(end);
  if (length !== undefined) return ofLength(start, length, answers);
  const times = readClocks(start, end);
  if (typeof times === 'string') return times;
  const moments = inOrder(times, answers);
  if (typeof moments === 'string') return moments;
  return Array.from({ length: moments.length / 2 }, (_, index) => ({
    start: moments[2 * index] ?? 0,
    end: moments[2 * index + 1] ?? 0,
  }));
}

/** A start with a length. */
function ofLength(start: string, length: number, answers: TimesAnswers): Pair[] | TimesFault {
  const time = readClock(start);
  if (!time) return 'unreadable';
  const kind = kindOfStart(time);
  const answer = kind ? answers[kind] : 'day';
  if (length === 0 || !answer || answer === 'long') return length === 0 ? 'no-time' : 'open';
  const from = answer === 'day' ? time.minutes : (time.minutes + HALF_DAY) % DAY_MINUTES;
  return [{ start: from, end: from + length }];
}

/** What a start alone leaves open. */
const kindOfStart = (time: ReadTime): TimesKind | undefined =>
  time.isBare && !time.isFull ? `rising from ${partOf(time)}` : undefined;

/** The times of a text, starts and ends in turn. */
function readClocks(start: string, end: string): ReadTime[] | TimesFault {
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
  return times.length === 0 ? 'unreadable' : times;
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
export type OpenTimes = {
  kind: TimesKind;
  typed: string;
  question: string;
  choices: { value: TimesAnswer; label: string }[];
};

/** Asks about times such as "9-5"; undefined where they can be read in one way only, or not at all. */
export function askAboutTimes(start: string, end = ''): OpenTimes | undefined {
  const isLength = readLength(end) !== undefined;
  const times = readClocks(start, isLength ? '' : end);
  const first = isLength ? readClock(start) : undefined;
  const kind = first ? kindOfStart(first) : typeof times === 'string' ? undefined : kindOf(times);
  if (!kind) return undefined;
  const shown = (text: string) =>
    CELL.test(text.trim().toLowerCase()) ? clockText(readSingle(text) ?? 0) : text.trim();
  const typed =
    end.trim() === '' ? shown(start) : `${shown(start)} ${isLength ? end.trim() : `to ${shown(end)}`}`;
  const readings = TIMES_ANSWERS.flatMap((value) => {
    const pairs = readTimes(start, end, { [kind]: value });
    return typeof pairs === 'string' ? [] : { value, label: pairsText(pairs) };
  });
  const choices = readings.filter(
    ({ label }, index) => readings.findIndex((other) => other.label === label) === index,
  );
  if (choices.length === 0) return undefined;
  return { kind, typed, question: `${typed}: ${choices.map(({ label }) => label).join(', or ')}?`, choices };
}

/** What cells leave open about times such as "9-5": of each kind the first, with all its texts and the number of cells. */
export type AskedTimes = OpenTimes & { texts: readonly string[]; cells: number };

/** The questions about times, one of each kind, for all that are likely to be meant alike. */
export function timesToAsk(read: readonly { open: readonly OpenTimes[] }[]): AskedTimes[] {
  const asked = read.flatMap(({ open }) => open);
  return TIMES_KINDS.flatMap((kind) => {
    const alike = asked.filter((one) => one.kind === kind);
    // the one with most meanings, in the fewest words
    const [first] = alike.toSorted(
      (a, b) => b.choices.length - a.choices.length || a.question.length - b.question.length,
    );
    return first
      ? { ...first, texts: [...new Set(alike.map(({ typed }) => typed))], cells: alike.length }
      : [];
  });
}
