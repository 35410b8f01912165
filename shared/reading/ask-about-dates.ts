import { countOf } from '../figures';
import type { ImportAnswers, ImportQuestion } from '../imports/imports';
import { type Doubts, type Learned, learnedAnswer, NOTHING_LEARNED } from '../imports/learned';
import { addDays, brisbaneDay, formatDay, formatLongDay } from '../periods';
import {
  DAYS_TO_1904,
  type DateOrder,
  type DateReading,
  dayIn,
  leftOpen,
  USUAL_READING,
  weekdayIn,
  weekdayOf,
} from './days';

export type DatesRead = {
  questions: ImportQuestion[];
  answers: ImportAnswers;
  reading: DateReading;
  notes: string[];
  doubts?: Doubts;
};

/** The file's dates by what they leave open, and what a workbook says of its dates. */
type FileDates = Record<ReturnType<typeof leftOpen>, string[]> & { countsFrom1904: boolean };

/**
 * A question, and the answer that an import assumes: `proved` by the file, or `taken` for want of another. An answer of earlier files is used
 * if it `fits` the dates and nothing else is in doubt than was then.
 */
type Asked = ImportQuestion & {
  proved?: string | undefined;
  taken?: string | undefined;
  doubts?: string[];
  fits: (value: string) => boolean;
};

/** Trips and shifts of earlier years are not taken over. */
const FIRST_DAY = '2000-01-01';

/**
 * Asks about dates that can be read in several ways, each question with an example of the file (docs/product/import-export.md#import). Day first is
 * taken without an answer only where every date fits.
 * @param texts the trimmed cells that may have dates @param given the answers so far; those to questions that the file does not raise are left out
 * @param learned the answers of earlier files, which this one may contradict
 */
export function askAboutDates(
  texts: readonly string[],
  countsFrom1904: boolean,
  given: ImportAnswers,
  now: Date,
  learned: Learned = NOTHING_LEARNED,
): DatesRead {
  const dates: FileDates = { order: [], 'short-year': [], cell: [], count: [], nothing: [], countsFrom1904 };
  for (const text of texts) dates[leftOpen(text)].push(text);
  const reading = { ...USUAL_READING, readOn: brisbaneDay(now) };
  const questions: ImportQuestion[] = [];
  const answers: ImportAnswers = {};
  const doubts: Doubts = {};
  const ask = ({ proved, taken, doubts: inDoubt = [], fits, ...question }: Asked) => {
    const { name, choices } = question;
    const isOffered = (answer: string | undefined) => choices.some(({ value }) => value === answer);
    const known = learnedAnswer(learned, name, inDoubt);
    const fitting = known && isOffered(known) && fits(known) ? known : undefined;
    const otherwise = learned.answers[name] === undefined ? taken : fitting;
    const answer = isOffered(given[name]) ? given[name] : (proved ?? otherwise);
    questions.push(question);
    doubts[name] = inDoubt;
    if (answer) Object.assign(answers, { [name]: answer });
  };

  const order = askOrder(dates, brisbaneDay(now), learned.answers.dateOrder);
  if (order) ask(order);
  reading.order = answers.dateOrder ?? 'day-first';
  const century = order && !answers.dateOrder ? undefined : askCentury(dates, reading, now);
  if (century) ask(century);
  if (answers.century === '1900') reading.lastShortYear = shortYearAfter(now);
  const daysFrom = askDaysFrom(dates, brisbaneDay(now));
  if (daysFrom) ask(daysFrom);
  if (answers.daysFrom === '1904') reading.countShift = DAYS_TO_1904;
  if (answers.daysFrom === '1900' && countsFrom1904) reading.cellShift = -DAYS_TO_1904;

  const [count] = dates.count;
  const day = count && dayIn(count, reading);
  const notes = day ? [`Dates such as ${count} are counts of days: ${formatLongDay(day)}`] : [];
  return { questions, answers, reading, notes, doubts };
}

const ORDER_LABELS: Record<DateOrder, string> = {
  'day-first': 'Day first',
  'month-first': 'Month first',
  'year-first': 'Year first',
  swapped: 'Month first, and swapped by the spreadsheet where it could',
};

/**
 * Asks whether the day or the month comes first, unless day first fits every date; month first is offered where it fits as well.
 * @param learned the order of earlier files: one that this file contradicts is asked about
 */
function askOrder(dates: FileDates, today: string, learned: DateOrder | undefined): Asked | undefined {
  const [short, cells] = [dates['short-year'], dates.cell];
  const orders: DateOrder[] =
    short.length > 0 ? ['day-first', 'month-first', 'year-first'] : ['day-first', 'month-first'];
  const readable = [...dates.order, ...short]
    .map((text) => ({ text, days: orders.map((order) => dayIn(text, { ...USUAL_READING, order })) }))
    .filter(({ days }) => days.some(Boolean));
  const unread = (index: number) => readable.filter((date) => !date.days[index]).length;
  const onlyMonthFirst = readable.find((date) => !date.days[0]);
  const onlyDayFirst = readable.find((date) => !date.days[1]);
  const either = readable.find(({ days: [first, second] }) => first && second && first !== second);
  const meanings = (date: DateInOrders) => new Set(date.days.filter(Boolean)).size;
  const proof = orderOfWeekdays(readable);
  const likely = likelyOrder(orders, readable, today);
  const example =
    proof?.date ?? [3, 2, 1].map((size) => readable.find((date) => meanings(date) === size)).find(Boolean);
  // a date with a whole year that has the day first says so of the column
  const isSettled = readable.some(
    ({ text, days: [first, second] }) => first && !second && /\d{4}/.test(text),
  );
  const isShort = short.length > 0 && !isSettled;
  const mustAsk = onlyMonthFirst !== undefined || isShort;
  const swappable = cells.every((text) => Number(text.slice(8, 10)) <= 12);
  if (!example && learned === 'swapped' && cells[0] && swappable) return askSwapped(cells[0]);
  const contradicts = learned === 'month-first' || learned === 'swapped' ? onlyDayFirst : undefined;
  if (!example || (!mustAsk && !contradicts && (onlyDayFirst || !either))) return undefined;

  const choices = orders.flatMap((value, index) =>
    index === 0 || readable.some(({ days }) => days[index] !== days[0])
      ? [{ value, label: orderLabel(value, example.days[index], unread(index)) }]
      : [],
  );
  if (choices.length === 1) return undefined;
  const swapped = onlyMonthFirst && short.length === 0 && swappable ? cells[0] : undefined;
  if (swapped) {
    const day = dayIn(swapped, { ...USUAL_READING, order: 'swapped' });
    choices.push({ value: 'swapped', label: orderLabel('swapped', day, unread(1), swapped) });
  }
  return {
    name: 'dateOrder',
    text: `Which day is ${example.text}?`,
    reason: proof
      ? `The weekdays of the file fit one order only: that day is a ${weekdayIn(proof.date.text)}.`
      : short.length > 0
        ? 'In Australia the day comes first. Other programs write it in another order.'
        : mustAsk
          ? orderReason(onlyMonthFirst?.text, onlyDayFirst?.text)
          : contradicts
            ? `${contradicts.text} is no date with the month first.`
            : 'Every date of the file fits both ways; in Australia the day comes first.',
    choices,
    ...(likely && mustAsk && { likely }),
    proved: proof && orders[proof.order],
    taken: mustAsk ? undefined : 'day-first',
    doubts: [
      ...(isShort ? ['short years'] : []),
      ...(swapped ? ['swapped'] : []),
      ...(likely && likely !== learned ? [likely] : []),
    ],
    fits: (value) => unread(value === 'swapped' ? 1 : (orders as string[]).indexOf(value)) === 0,
  };
}

/** Asks about a workbook that has only dates which a spreadsheet may have swapped, as it did in an earlier one. */
function askSwapped(cell: string): Asked {
  const day = dayIn(cell, { ...USUAL_READING, order: 'swapped' });
  return {
    name: 'dateOrder',
    text: `Which day is ${formatDay(cell.slice(0, 10))}?`,
    reason:
      'In an earlier file the spreadsheet had swapped day and month, and nothing in this one shows whether it did.',
    choices: [
      { value: 'day-first', label: orderLabel('day-first', cell.slice(0, 10), 0) },
      { value: 'swapped', label: orderLabel('swapped', day, 0, cell) },
    ],
    likely: 'swapped',
    fits: () => false,
  };
}

/** How far from today the days of trips usually are. */
const [MOST_YEARS_AGO, MOST_DAYS_AHEAD] = [10, 60];

/** The share of the dates that must be usual in an order: others may be no days at all. */
const MOST_USUAL = 0.8;

/** The order in which most dates are of the last years: day first, or the only other one. */
function likelyOrder(
  orders: readonly DateOrder[],
  dates: readonly DateInOrders[],
  today: string,
): DateOrder | undefined {
  const [first, last] = [addDays(today, -366 * MOST_YEARS_AGO), addDays(today, MOST_DAYS_AHEAD)];
  const isUsual = (day = '') => day >= first && day <= last;
  const counts = orders.map((_, order) => dates.filter(({ days }) => isUsual(days[order])).length);
  const most = Math.max(...counts);
  const [best, second] = orders.filter((_, order) => counts[order] === most);
  if (most < dates.length * MOST_USUAL) return undefined;
  return best === 'day-first' || !second ? best : undefined;
}

/** A date, and the day that it means in each order; undefined in one that it does not fit. */
type DateInOrders = { text: string; days: (string | undefined)[] };

/** The one order in which every date fits its weekday, and a date that would not in another; else undefined. */
function orderOfWeekdays(dates: readonly DateInOrders[]): { order: number; date: DateInOrders } | undefined {
  const isOn = (day: string | undefined, text: string) =>
    Boolean(day) && [undefined, weekdayOf(day ?? '')].includes(weekdayIn(text));
  const fitting = (dates[0]?.days ?? [])
    .map((_, order) => order)
    .filter((order) => dates.every(({ days, text }) => isOn(days[order], text)));
  const [order, second] = fitting;
  if (order === undefined || second !== undefined) return undefined;
  const date = dates.find(({ days, text }) => days.some((day) => day && !isOn(day, text)));
  return date && { order, date };
}

/** "Day first: 7 January 2026 (3 dates cannot be read)". */
function orderLabel(order: DateOrder, day: string | undefined, unread: number, cell?: string): string {
  const example = cell ? `${formatDay(cell.slice(0, 10))} is ` : '';
  const meant = day ? `: ${example}${formatLongDay(day)}` : '';
  return `${ORDER_LABELS[order]}${meant}${unread > 0 ? ` (${countOf(unread, 'date')} cannot be read)` : ''}`;
}

function orderReason(onlyMonthFirst = '', onlyDayFirst = ''): string {
  const noDayFirst = `${onlyMonthFirst} is no date with the day first`;
  return onlyDayFirst ? `${noDayFirst}, ${onlyDayFirst} is none with the month first.` : `${noDayFirst}.`;
}

/** A year later than now may be a typing error; two are another century. */
const shortYearAfter = (now: Date) => (Number(brisbaneDay(now).slice(0, 4)) + 1) % 100;

/** Asks for the century of years with two digits that would lie years ahead. */
function askCentury(dates: FileDates, reading: DateReading, now: Date): Asked | undefined {
  const latest = addDays(brisbaneDay(now), 366);
  const example = dates['short-year'].find((text) => (dayIn(text, reading) ?? '') > latest);
  if (!example) return undefined;
  const [ahead, past] = [99, shortYearAfter(now)].map((lastShortYear) =>
    dayIn(example, { ...reading, lastShortYear }),
  );
  return {
    name: 'century',
    text: `Which day is ${example}?`,
    reason: 'Years with two digits leave the century open, and this one would lie ahead.',
    choices: [
      {
        value: '1900',
        label: `${past ? formatLongDay(past) : 'No date'}; days before 2000 are not taken`,
      },
      { value: '2000', label: `${ahead ? formatLongDay(ahead) : 'No date'}; it lies in the future` },
    ],
    // a date of the future was meant as that one date
    fits: (value) => value === '1900',
  };
}

/** Asks for the year that days are counted from, if the workbook counts from 1904 or only that gives dates of this century. */
function askDaysFrom({ cell, count, countsFrom1904 }: FileDates, today: string): Asked | undefined {
  const from1904 = { ...USUAL_READING, countShift: DAYS_TO_1904 };
  const day = (text: string, reading: DateReading) => dayIn(text, reading) ?? FIRST_DAY;
  const example = countsFrom1904
    ? (cell[0] ?? count[0])
    : count.find((text) => day(text, USUAL_READING) < FIRST_DAY && day(text, from1904) >= FIRST_DAY);
  if (!example) return undefined;
  const isCell = example === cell[0];
  const later = day(example, from1904);
  const earlier = day(example, isCell ? { ...USUAL_READING, cellShift: -DAYS_TO_1904 } : USUAL_READING);
  const tooEarly = earlier < FIRST_DAY ? '; days before 2000 are not taken' : '';
  const isUsual = (day: string) => day >= addDays(today, -366) && day <= addDays(today, MOST_DAYS_AHEAD);
  return {
    name: 'daysFrom',
    text: `Which day is ${isCell ? formatDay(example.slice(0, 10)) : example}?`,
    reason: countsFrom1904
      ? 'This workbook counts days from 1904. Dates that were copied into it from another can be four years and a day too late.'
      : 'Days are usually counted from 1900; so counted, this one lies before 2000.',
    choices: [
      { value: '1904', label: `Counted from 1904: ${formatLongDay(later)}` },
      { value: '1900', label: `Counted from 1900: ${formatLongDay(earlier)}${tooEarly}` },
    ],
    doubts: isUsual(later) === isUsual(earlier) ? [] : [isUsual(later) ? '1904' : '1900'],
    fits: () => true,
  };
}
