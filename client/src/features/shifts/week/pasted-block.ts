import type { Driver } from '@shared/drivers';
import { countOf } from '@shared/figures';
import { addDays } from '@shared/periods';
import { readDay } from '@shared/reading/days';
import { findTypedDrivers } from '@shared/reading/drivers';
import { SHIFT_FIELD_LABELS, SHIFT_FIELDS } from '@shared/shifts/reading/headings';
import { readTimes } from '@shared/shifts/reading/times';
import { isDayOff } from '@shared/shifts/reading/week-cell';
import type { WeekCell } from '@shared/shifts/reading/week-sheet';

const DAYS_OF_WEEK = 7;

type Place = {
  /** The drivers from the cell's one on, and the days of the week, of which `day` is the cell's. */
  drivers: readonly Driver[];
  row: number;
  days: readonly string[];
  day: string;
};

const isName = (text: string) => text.trim() !== '' && readTimes(text) === 'unreadable' && !isDayOff(text);

/**
 * Cells without headings: those that begin with names of drivers get headings, and are read as a sheet. Others fill the week from a cell on.
 * @returns the rows of a sheet, or cells, or why they are neither
 */
export function readBlock(
  cells: readonly (readonly string[])[],
  { drivers, row, days, day }: Place,
): { rows: string[][] } | { cells: WeekCell[] } | { refusal: string } {
  const filled = cells.filter((texts) => texts.some((text) => text.trim() !== ''));
  const isNamed =
    filled.every(([first = '']) => isName(first)) &&
    filled.some(([first = '']) => findTypedDrivers(first, drivers).length > 0);
  const width = Math.max(0, ...filled.map(({ length }) => length));
  if (isNamed) {
    // "4-12" is times, and no day
    const isList = filled.every(
      ([, second = '']) => isName(second) && readDay(second, days[0] ?? '') !== undefined,
    );
    const first = width - 1 > DAYS_OF_WEEK - days.indexOf(day) ? (days[0] ?? day) : day;
    // a single day would be no heading
    const ofDays = Array.from({ length: Math.max(2, width - 1) }, (_, index) => addDays(first, index));
    const headings = isList ? SHIFT_FIELDS.map((field) => SHIFT_FIELD_LABELS[field]) : ['Driver', ...ofDays];
    return { rows: [headings, ...filled.map((texts) => [...texts])] };
  }
  const [hasRows, hasDays] = [drivers.length - row, days.length - days.indexOf(day)];
  if (cells.length > hasRows || width > hasDays)
    return {
      refusal: `${countOf(cells.length, 'row')} of ${width} do not fit here: there is room for ${countOf(hasRows, 'row')} of ${hasDays}. Nothing was taken`,
    };
  return {
    cells: cells.flatMap((texts, down) =>
      texts.map((text, across) => ({
        driverId: drivers[row + down]?.id ?? '',
        day: addDays(day, across),
        text: text.trim(),
      })),
    ),
  };
}
