import { addDays, brisbaneDay, DAY_MINUTES, daysBetween, formatDay } from '../../periods';
import { readDayAndTime, USUAL_READING, weekdayRemark } from '../../reading/days';
import { splitDay } from '../../reading/moments';
import { plainDashes } from '../../reading/times';
import type { ShiftField } from './headings';
import {
  askAboutTimes,
  clockText,
  type OpenTimes,
  type Pair,
  pairsText,
  readSingle,
  readTimes,
  type TimesAnswers,
} from './times';

export type ShiftCells = Partial<Record<ShiftField, string>>;
export type TimesContext = {
  now: Date;
  /** How times such as "9-5" are meant on this sheet, as far as someone has said so. */
  times?: TimesAnswers | undefined;
};

/** Minutes from midnight of the row's day; an open shift has no end. */
export type OpenPair = { start: number; end: number | null };
type DayFault = 'missing' | 'day-unreadable' | 'day-differs';
type TimesFault =
  | 'missing'
  | 'times-unreadable'
  | 'times-open'
  | 'times-order'
  | 'end-missing'
  | 'end-is-start'
  | 'end-early';
export type RowTimes = { day?: string; dayFault?: DayFault; times: OpenPair[] | TimesFault };

const MIDNIGHT = /^00:00(?::00(?:\.000)?)?$/;
/** "24/11/2026 22:10 - 25/11/2026 06:30" in one cell. */
const DATED_PAIR = /^(.{8,40}?)(?:\s+-\s*|\s*-\s+|\s+(?:to|until)\s+)(.{8,40})$/i;

/** The texts of start and end, each with the day before it. */
function readCells({ day: dayCell = '', start: startCell = '', end: endCell = '' }: ShiftCells, now: Date) {
  const ofDay = readDayAndTime(dayCell.trim(), { ...USUAL_READING, today: brisbaneDay(now) });
  const [, first, second] = (endCell.trim() === '' && DATED_PAIR.exec(plainDashes(startCell.trim()))) || [];
  const inTwo =
    first && second && splitDay(second, USUAL_READING).day !== undefined ? [first, second] : undefined;
  const [start = '', end = ''] = (inTwo ?? [startCell, endCell]).map((text) => text.trim());
  // a day with a time is the start, where that has no cell
  const time = ofDay && !MIDNIGHT.test(ofDay.time) ? ofDay.time : '';
  return {
    isDayBlank: dayCell.trim() === '',
    day: ofDay?.day,
    from: start === '' ? { day: undefined, rest: time } : splitDay(start, USUAL_READING),
    to: splitDay(end, USUAL_READING),
  };
}

/**
 * Reads the day and the times of a row, from its own cells and from dates before the times, which count: "24/11/2026 06:10". Each date that
 * is written is the shift's, or a fault is answered.
 */
export function readRowTimes(cells: ShiftCells, { now, times: answers }: TimesContext): RowTimes {
  const { isDayBlank, day: ofCell, from, to } = readCells(cells, now);
  const day = isDayBlank ? from.day : ofCell;
  const times = timesOf(from.rest, to, day, brisbaneDay(now), answers);
  if (day === undefined) return { dayFault: isDayBlank ? 'missing' : 'day-unreadable', times };
  if (from.day !== undefined && from.day !== day) return { dayFault: 'day-differs', times };
  return { day, times };
}

function timesOf(
  start: string,
  end: ReturnType<typeof splitDay>,
  day: string | undefined,
  today: string,
  answers: TimesAnswers | undefined,
): OpenPair[] | TimesFault {
  if (start === '') return 'missing';
  if (end.day !== undefined) {
    const [first, last] = [readSingle(start), readSingle(end.rest)];
    if (first === undefined || last === undefined) return 'times-unreadable';
    const until = (day === undefined ? 0 : daysBetween(day, end.day)) * DAY_MINUTES + last;
    if (until === first) return 'end-is-start';
    return until < first ? 'end-early' : [{ start: first, end: until }];
  }
  const pairs: Pair[] | string = readTimes(start, end.rest, answers);
  if (typeof pairs !== 'string') return pairs;
  const opens = readSingle(start);
  if (pairs === 'no-end')
    return opens !== undefined && day === today ? [{ start: opens, end: null }] : 'end-missing';
  if (pairs === 'open' || pairs === 'order') return `times-${pairs}`;
  return pairs === 'no-time' ? 'end-is-start' : 'times-unreadable';
}

/** The question that a row's times leave open, whether or not it was answered. */
export function openTimesOf(cells: ShiftCells, now: Date): OpenTimes | undefined {
  const { from, to } = readCells(cells, now);
  return to.day === undefined ? askAboutTimes(from.rest, to.rest) : undefined;
}

/** A workbook's time or moment as people write it, "6:00" and "24/11/2026 22:00": without a zero, because it does not say how it was typed. */
export function plainMoment(text: string): string {
  const { day, rest } = splitDay(text.trim(), USUAL_READING);
  const minutes = /\d\d:\d\d:\d\d\.\d{3}$/.test(rest) ? readSingle(rest) : undefined;
  if (minutes === undefined) return text;
  return [day && formatDay(day), clockText(minutes).replace(/^0(?=\d)/, '')].filter(Boolean).join(' ');
}

/** A row's cells as the grid writes them, and what they do not say any more. */
export type SettledTimes = {
  cells: Pick<ShiftCells, 'day' | 'start' | 'end'>;
  /** How times such as "9-5" were read. */
  readAs?: string;
  /** The weekday that was written, where the day has another. */
  weekday?: string | undefined;
};

/** @returns the row's day, start and end in figures, where they then mean the same; undefined where they stay as they are written */
export function settleRowTimes(cells: ShiftCells, context: TimesContext): SettledTimes | undefined {
  const { day, times, dayFault } = readRowTimes(cells, context);
  const [pair, second] = typeof times === 'string' ? [] : times;
  if (!pair || second || dayFault === 'day-unreadable' || dayFault === 'day-differs') return undefined;
  if (pair.start >= DAY_MINUTES) return undefined;
  const settled = (end: string) => ({
    ...(day !== undefined && { day: formatDay(day) }),
    start: clockText(pair.start),
    end,
  });
  const { end } = pair;
  const ends = end === null ? [''] : [clockText(end), ...(day === undefined ? [] : [datedText(day, end)])];
  const same = JSON.stringify([day, times]);
  const found = ends.map(settled).find((candidate) => {
    const again = readRowTimes(candidate, { now: context.now });
    return JSON.stringify([again.day, again.times]) === same;
  });
  if (!found) return undefined;
  const open = openTimesOf(cells, context.now);
  const weekday = day === undefined ? undefined : weekdayRemark((cells.day || cells.start || '').trim(), day);
  return {
    cells: found,
    ...(open &&
      end !== null && { readAs: `"${open.typed}" is read as ${pairsText([{ start: pair.start, end }])}` }),
    ...(weekday && { weekday }),
  };
}

const datedText = (day: string, minutes: number) => {
  const daysOn = Math.floor(minutes / DAY_MINUTES);
  return `${formatDay(addDays(day, daysOn))} ${clockText(minutes - daysOn * DAY_MINUTES)}`;
};
