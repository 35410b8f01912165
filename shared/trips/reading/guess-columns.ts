import type { ImportColumns } from '../../imports/imports';
import { localitiesNamed, type PlaceTable } from '../../places/place-table';
import { splitStreet } from '../../places/street';
import { dayInAnyOrder, isZeroDay, readDay } from '../../reading/days';
import { findTypedDrivers, NAMED } from '../../reading/drivers';
import { readTypedTime } from '../../reading/times';
import type { TripFieldName } from '../trip-fields';
import { readTripKind } from './column-words';
import { findTypedVehicle } from './vehicles';

/** A column that no heading names, and its cells. */
export type UnnamedColumn = { column: number; name: string; values: readonly string[] };

type KnownNames = {
  /** No place is guessed without the table. */
  localities: PlaceTable | undefined;
  drivers: Parameters<typeof findTypedDrivers>[1];
  vehicles: Parameters<typeof findTypedVehicle>[2];
  /** 'YYYY-MM-DD'. */
  today: string;
};

/** A column's cells beyond these are not looked at. */
export const MOST_LOOKED_AT = 50;
/** The share of a column's cells that have to be of a field, and the share where its heading says that a trip begins there. */
const [MOST, MOST_OF_BEGINNING] = [0.6, 0.5];
const LONGEST = 300;

/** A place or time of a trip's end, and a heading that says more clearly than another that it is of its beginning. */
const OF_END = /\b(?:to|dest\w*|drop\w*|end\w*|finish\w*|off|arriv\w*|clear\w*|via)\b/i;
const OF_BEGINNING = /\b(?:pick\w*|pu|from|start\w*|begin\w*|origin)\b/i;
const OF_WAIT = /\b(?:wait\w*|stood|standing|idle)\b/i;

type Test = (cell: string, known: KnownNames, heading: string) => boolean;

/** Whether a cell is of a field, the surest first. */
const TESTS: readonly (readonly [TripFieldName, Test])[] = [
  [
    'date',
    (cell, { today }) => {
      const day = dayInAnyOrder(cell) ?? (/\D/.test(cell) ? readDay(cell, today) : undefined);
      return day !== undefined && /\D/.test(cell) && !isZeroDay(day);
    },
  ],
  // 22.50 is a fare
  ['time', (cell) => /:|\d\s?[ap]\.?m/i.test(cell) && readTypedTime(cell) !== undefined],
  ['driver', (cell, { drivers }) => findTypedDrivers(cell, drivers, NAMED.byNames).length > 0],
  [
    'vehicle',
    // figures are more often something else than call signs
    (cell, { vehicles, today }) =>
      findTypedVehicle(cell, /\p{L}/u.test(cell) ? today : undefined, vehicles) !== undefined,
  ],
  [
    'postcode',
    (cell, { localities }) =>
      /^\d{4}$/.test(cell) && (localities?.byPostcode.get(cell) ?? []).some(({ state }) => state === 'QLD'),
  ],
  [
    'suburb',
    (cell, { localities }) =>
      localities !== undefined &&
      /\p{L}/u.test(cell) &&
      localitiesNamed(localities, splitStreet(cell, localities).suburb).length > 0,
  ],
  ['kind', (cell) => /\p{L}{4}/u.test(cell) && readTripKind(cell) !== undefined],
  ['waitingTime', (cell, _, heading) => OF_WAIT.test(heading) && /^\d{1,3}(?:\s?min\w*)?$/i.test(cell)],
];

/** Times before 6 am only are how long something took. */
const areLengths = (cells: readonly string[]) => cells.every((cell) => (readTypedTime(cell) ?? '') < '06:00');

/**
 * Guesses the fields of columns by what is in them: a column of Queensland's suburbs is the suburb. Nothing is guessed for a trip's end, or
 * where two columns may be the same field. @param fields those without a column
 */
export function guessColumns(
  columns: readonly UnnamedColumn[],
  fields: readonly TripFieldName[],
  known: KnownNames,
): ImportColumns {
  const guesses: ImportColumns = {};
  for (const [field, test] of TESTS) {
    if (!fields.includes(field)) continue;
    const fitting = columns.filter(({ column, name, values }) => {
      const cells = values
        .map((value) => value.trim())
        .filter((cell) => cell !== '' && cell.length <= LONGEST);
      const looked = cells.slice(0, MOST_LOOKED_AT);
      if (looked.length === 0 || OF_END.test(name) || Object.values(guesses).includes(column)) return false;
      if (field === 'time' && areLengths(looked)) return false;
      const share = OF_BEGINNING.test(name) ? MOST_OF_BEGINNING : MOST;
      return looked.filter((cell) => test(cell, known, name)).length >= looked.length * share;
    });
    const begin = fitting.filter(({ name }) => OF_BEGINNING.test(name));
    const [only, second] = begin.length > 0 ? begin : fitting;
    if (only && !second) guesses[field] = only.column;
  }
  return guesses;
}
