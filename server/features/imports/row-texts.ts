import { brisbaneDay } from '@shared/periods';
import type { DateReading } from '@shared/reading/days';
import { readMoment } from '@shared/reading/moments';
import { type TripFieldName, tripFieldNames } from '@shared/trips/trip-fields';
import type { SpreadsheetRow } from '../../lib/spreadsheets/rows';
import type { StoredTrip } from './imports.repository';
import { readSaidName, type SaidName } from './said-names';
import type { TripTable } from './tables/read-table';

/** Rows that are read before others get their turn. */
export const ROWS_AT_ONCE = 250;

/** Results that a spreadsheet shows for a broken formula. */
const FORMULA_ERROR = /^(#(N\/A|REF!|NAME\?|VALUE!|DIV\/0!|NULL!|NUM!|SPILL!|CALC!|ERROR!)|Err:\d{3})$/i;
const isFormulaError = (text: string) => /^[#E]/i.test(text) && FORMULA_ERROR.test(text);
/** A time such as 6.45, of which a spreadsheet makes a number. Next to it 0.3 is half past midnight, or a fraction of a day. */
const DOTTED_TIME = /^(?:[1-9]|1\d|2[0-3])\.\d{1,2}$/;
const SHORT_FRACTION = /^0\.\d{1,2}$/;

/** A row, and the driver whom someone chose for it; a name or licence of that day may be another's. */
export type TripRow = SpreadsheetRow & { driverId?: string | undefined };

type Context = Pick<TripTable, 'columns'> & {
  reading: DateReading;
  /** All rows, which show how their times are written. */
  rows?: readonly SpreadsheetRow[];
  /** The stored trips whose ids the rows have. */
  stored?: ReadonlyMap<string, Pick<StoredTrip, 'driverId' | 'vehicleId'>>;
  now: Date;
};

/** What a row with a date says of its driver and vehicle. */
export type NamedRow = {
  /** Its Brisbane day. */
  day: string;
  said: SaidName;
  vehicle: string;
  vehicleLicence: string;
  known: { chosen?: string | undefined; stored?: string | undefined; vehicle?: string | null | undefined };
};

/** The columns that say who drove. */
const NAMING: readonly TripFieldName[] = ['licence', 'driver', 'lastName'];

/** Makes a function that takes a row's texts by field, its moment, and what it says of its driver and vehicle. */
export function textReader({ columns, reading, rows = [], stored: storedById, now }: Context) {
  const fields = tripFieldNames.filter((field) => columns[field] !== undefined);
  const areTimesDotted = rows.some(({ cells }) => DOTTED_TIME.test(cells[columns.time ?? -1]?.trim() ?? ''));
  return (row: TripRow) => {
    const cells = row.cells.map((text) => text.trim());
    const raw = (field: TripFieldName) => cells[columns[field] ?? -1] ?? '';
    /** A formula without a value counts as an empty cell. */
    const broken = fields.filter((field) => isFormulaError(raw(field)));
    const cell = (field: TripFieldName) => (broken.includes(field) ? '' : raw(field));
    const isUnclear = areTimesDotted && SHORT_FRACTION.test(cell('time'));
    const read = () => (isUnclear ? 'bad-time' : readMoment(cell('date'), cell('time'), reading));
    const moment = cell('date') === '' ? undefined : read();
    const at = typeof moment === 'object' ? moment.at : undefined;
    const stored = storedById?.get(cell('tripId'));
    const names: NamedRow = {
      day: brisbaneDay(at ?? now),
      said: readSaidName(cell('licence'), cell('driver'), cell('lastName')),
      vehicle: cell('vehicle'),
      vehicleLicence: cell('vehicleLicence'),
      known: { chosen: row.driverId, stored: stored?.driverId, vehicle: stored?.vehicleId },
    };
    const isNamed = !NAMING.some((field) => broken.includes(field));
    return { cells, raw, broken, cell, moment, at, names, isNamed };
  };
}
