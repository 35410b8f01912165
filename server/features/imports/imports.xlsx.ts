import type { Readable } from 'node:stream';
import { formatCount } from '@shared/figures';
import { MAX_IMPORT_ROWS } from '@shared/imports';
import { tripField, tripFieldNames } from '@shared/trips/trip-fields';
import { sheetOf, type WorkbookColumn, writeWorkbook } from '../../lib/spreadsheets/workbook-writer';
import { TRIP_COLUMNS } from '../trips/trips.view-model';

type Hint = readonly [column: string, hint: string];

const HINTS: readonly Hint[] = [
  ...tripFieldNames
    .map(tripField)
    .flatMap(({ title, hint }): Hint[] => (hint === undefined ? [] : [[title, hint]])),
  [
    'All of them',
    `One row is one trip; at most ${formatCount(MAX_IMPORT_ROWS)} rows a file. The order of the columns does not matter.`,
  ],
];

const hintColumns: readonly WorkbookColumn<Hint>[] = [
  { header: 'Column', width: 26, format: 'text', value: ([column]) => column },
  { header: 'What goes there', width: 90, format: 'text', value: ([, hint]) => hint },
];

/** What is filled in: an export's columns without the id that stored trips have. */
export const TEMPLATE_COLUMNS = TRIP_COLUMNS.filter(({ header }) => header !== 'Trip ID');

/** An empty workbook to fill trips in, with a second sheet that says how. */
export function renderTemplateWorkbook(now: Date): Readable {
  const hints = sheetOf('How to fill in', hintColumns, HINTS);
  return writeWorkbook([sheetOf('Trips', TEMPLATE_COLUMNS, []), hints], { now });
}
