import { countOf, formatCount } from '@shared/figures';
import type { ImportAnswers, ImportQuestion } from '@shared/imports/imports';
import { type Learned, NOTHING_LEARNED } from '@shared/imports/learned';
import { MAX_MINUTES } from '@shared/limits';
import { type HeadingUnit, readHeading } from '@shared/trips/headings';
import {
  bareFigure,
  type ClockUnit,
  clockParts,
  type FigureUnit,
  type MinuteUnits,
  readMinutes,
  shownTime,
  unitsOf,
} from '@shared/trips/reading/minutes';
import { type TripFieldName, tripField } from '@shared/trips/trip-fields';
import type { TripTable } from '../tables/read-table';

export type MinutesAsked = {
  questions: ImportQuestion[];
  answers: ImportAnswers;
  units: Map<TripFieldName, MinuteUnits>;
};

const ANSWERS = [
  ['waitingTime', 'waitingUnit'],
  ['duration', 'durationUnit'],
] as const;
/** A wait that is longer is rarely meant in minutes. */
const LONG_MINUTES = 60;
const FIGURE_UNITS: readonly FigureUnit[] = ['milliseconds', 'seconds', 'minutes', 'hours', 'days'];
const CLOCK_UNITS: readonly ClockUnit[] = ['mm:ss', 'h:mm'];

const isClock = (unit: string | undefined): unit is ClockUnit => CLOCK_UNITS.some((one) => one === unit);

/**
 * Asks once for each column of times what it counts, where neither its heading nor its cells say so: an unknown unit, "04:30", figures that
 * are hours or seconds rather than minutes (docs/product/import-export.md#import).
 * A unit that is known is asked about as well, so that a file of short times is read as the earlier ones were.
 * @param given the answers so far; those to questions that the file does not raise are left out
 * @param learned the answers of earlier files, which give way where the times of this one would be impossible
 */
export function askAboutMinutes(
  table: TripTable,
  given: ImportAnswers,
  { answers: learned }: Learned = NOTHING_LEARNED,
): MinutesAsked {
  const asked: MinutesAsked = { questions: [], answers: {}, units: new Map() };
  for (const [field, name] of ANSWERS) {
    const column = table.columns[field];
    if (column === undefined) continue;
    const known = given[name] ?? learned[name];
    const times = timesOf(table, column, known);
    const heading = table.headings[column] ?? '';
    const { unit: said } = readHeading(heading);
    const units = { ...unitsOf(said === 'not understood' ? undefined : said) };
    if (times.areCellsShort) units.cell = units.clock;
    asked.units.set(field, units);
    const question = ask(times, said, known);
    if (!question) continue;
    const { example, choices, why } = question;
    const label = tripField(field).label;
    asked.questions.push({
      name,
      text: `${label} ${shownTime(example)} is …`,
      reason: `The heading "${heading.trim()}" ${why}.`,
      choices: choices.map((unit) => ({ value: unit, label: meaningOf(example, unit) })),
    });
    const offered = (unit: string | undefined) => choices.find((choice) => choice === unit);
    const fitting = offered(learned[name]);
    const answer = offered(given[name]) ?? (fitting && fits(times, fitting) ? fitting : undefined);
    if (!answer) continue;
    asked.answers[name] = answer;
    if (!isClock(answer)) units.figures = answer;
    else
      Object.assign(units, {
        clock: answer,
        figures: said === 'minutes' ? said : undefined,
        ...(times.areCellsShort && { cell: answer }),
      });
  }
  return asked;
}

/** The times of a column that can be read in several ways. */
type Times = {
  /** Bare figures above 0. */
  figures: string[];
  /** All "04:30" and "0:05". */
  clocks: string[];
  /** The first "04:30"; "0:05" is 5 minutes, as a wait of 5 seconds makes no sense. */
  short: string | undefined;
  /** Whether times such as 04:30:00 may be minutes and seconds that a spreadsheet took for hours and minutes. */
  areCellsShort: boolean;
};

const isLong = (minutes: number) => minutes > LONG_MINUTES;
const median = (sizes: readonly number[]) =>
  sizes.toSorted((a, b) => a - b)[Math.floor((sizes.length - 1) / 2)] ?? 0;

function timesOf({ rows, columns }: TripTable, column: number, known: string | undefined): Times {
  const figures: string[] = [];
  const clocks: string[] = [];
  const cellClocks: string[] = [];
  let short: string | undefined;
  let whole: string | undefined;
  const sizes: number[] = [];
  let [haveSeconds, isCellLong] = [false, false];
  for (const { cells } of rows) {
    const text = cells[column]?.trim() ?? '';
    // a row of sums has no date
    if (text === '' || !/\d/.test(cells[columns.date ?? -1] ?? '')) continue;
    if (bareFigure(text)) figures.push(text);
    const { first = 0, last = 0, seconds, isCell } = clockParts(text) ?? {};
    if (first + last > 0) (seconds === undefined ? clocks : cellClocks).push(text);
    if (seconds === undefined) {
      if (first > 0) short ??= text;
      continue;
    }
    haveSeconds ||= seconds !== 0;
    if (first + last > 0) sizes.push(first * 60 + last);
    if (first > 0) whole ??= text;
    isCellLong ||= isCell === true && first > 0;
  }
  const areCellsShort = !haveSeconds && (isCellLong || isLong(median(sizes)) || known === 'mm:ss');
  if (areCellsShort) clocks.push(...cellClocks);
  return { figures, clocks, short: short ?? (areCellsShort ? whole : undefined), areCellsShort };
}

type Asked = { example: string; choices: readonly (FigureUnit | ClockUnit)[]; why: string };

function ask(
  { figures, clocks, short }: Times,
  said: HeadingUnit | undefined,
  known: string | undefined,
): Asked | undefined {
  const isSaid = said !== undefined && said !== 'not understood';
  const clock = short ?? (isClock(known) ? clocks[0] : undefined);
  if (clock && (!isSaid || said === 'minutes'))
    return {
      example: clock,
      choices: CLOCK_UNITS,
      why: 'does not say whether such times are minutes and seconds, or hours and minutes',
    };
  if (isSaid) return undefined;
  const askOf = (some: readonly string[], why: string): Asked | undefined => {
    const example = some.find((text) => fitting(text).length > 0);
    return example === undefined ? undefined : { example, choices: fitting(example), why };
  };
  if (said) return askOf(figures, 'has a unit that is not known');
  if (isLong(median(figures.map((text) => bareFigure(text) ?? 0)))) {
    const long = figures.filter((text) => isLong(bareFigure(text) ?? 0));
    return askOf(long, 'has no unit, and most of these times would be longer than an hour');
  }
  const fractions = figures.filter((text) => !Number.isInteger(bareFigure(text)));
  if (fractions.length * 4 < figures.length) {
    const isAnother = known && known !== 'minutes' && !isClock(known);
    return isAnother ? askOf(figures, 'has no unit') : undefined;
  }
  return askOf(fractions, 'has no unit, and some of its times are no whole minutes');
}

/** The units in which a time is a minute at least, and no longer than a trip's may be. */
const fitting = (example: string) =>
  FIGURE_UNITS.filter((unit) => {
    const { minutes, isFraction } = readMinutes(example, unitsOf(unit));
    return isFraction || (minutes && minutes > 0 && minutes <= MAX_MINUTES);
  });

/** Whether a unit makes possible whole minutes of all times, and not nothing of most. */
function fits({ figures, clocks }: Times, unit: FigureUnit | ClockUnit): boolean {
  const read = isClock(unit)
    ? clocks.map((text) => readMinutes(text, { clock: unit, cell: unit }))
    : figures.map((text) => readMinutes(text, unitsOf(unit)));
  const minutes = read.map((time) => time.minutes ?? 0);
  return (
    !read.some(({ isFraction }) => isFraction) && Math.max(...minutes) <= MAX_MINUTES && median(minutes) > 0
  );
}

/** "4 minutes 30 seconds: 5 minutes". */
function meaningOf(example: string, unit: FigureUnit | ClockUnit): string {
  const { minutes, isFraction } = readMinutes(
    example,
    isClock(unit) ? { clock: unit, cell: unit } : unitsOf(unit),
  );
  const counted = countOf(minutes ?? 0, 'minute');
  if (!isClock(unit)) {
    if (isFraction) return `${example} minutes: such rows have a problem, because minutes are whole`;
    return unit === 'minutes' ? counted : `${formatFigure(example)} ${unit}: ${counted}`;
  }
  const { first = 0, last = 0 } = clockParts(example) ?? {};
  const [larger, smaller] =
    unit === 'mm:ss' ? (['minute', 'second'] as const) : (['hour', 'minute'] as const);
  return `${countOf(first, larger)} ${countOf(last, smaller)}: ${counted}`;
}

const formatFigure = (text: string) => (/^\d+$/.test(text) ? formatCount(Number(text)) : text);
