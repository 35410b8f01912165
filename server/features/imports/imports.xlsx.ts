import type { Readable } from 'node:stream';
import { formatCount } from '@shared/figures';
import { MAX_IMPORT_ROWS } from '@shared/imports';
import { LENGTHS, MAX_MINUTES } from '@shared/limits';
import { sheetOf, type WorkbookColumn, writeWorkbook } from '../../lib/spreadsheets/workbook-writer';
import { TRIP_COLUMNS } from '../trips/trips.view-model';

const minutes = `whole minutes, up to ${formatCount(MAX_MINUTES)}`;

const HINTS = {
  Date: 'Day and time of the pickup in Queensland, such as 31/12/2026 14:05. The time may be left out.',
  Driver: 'First and last name, as in Drivers. Needed only where the licence is not filled in.',
  'Driver Authority License': 'As in Drivers. The driver must be there before the trips are imported.',
  Suburb: 'The pickup suburb.',
  Postcode: 'The pickup postcode, 4 digits.',
  'Waiting Time (minutes)': `In ${minutes}; empty is 0.`,
  'Duration (minutes)': `In ${minutes}, or empty.`,
  Notes: `Up to ${formatCount(LENGTHS.notes)} characters, or empty.`,
  'All of them': `One row is one trip; at most ${formatCount(MAX_IMPORT_ROWS)} rows a file. The order of the columns does not matter.`,
};

const hintColumns: readonly WorkbookColumn<[column: string, hint: string]>[] = [
  { header: 'Column', width: 26, format: 'text', value: ([column]) => column },
  { header: 'What goes there', width: 90, format: 'text', value: ([, hint]) => hint },
];

/** What is filled in: an export's columns without the id that stored trips have. */
export const TEMPLATE_COLUMNS = TRIP_COLUMNS.filter(({ header }) => header !== 'Trip ID');

/** An empty workbook to fill trips in, with a second sheet that says how. */
export function renderTemplateWorkbook(now: Date): Readable {
  const hints = sheetOf('How to fill in', hintColumns, Object.entries(HINTS));
  return writeWorkbook([sheetOf('Trips', TEMPLATE_COLUMNS, []), hints], { now });
}
