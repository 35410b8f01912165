import type { Readable } from 'node:stream';
import { MAX_IMPORT_ROWS } from '@shared/imports';
import { LENGTHS, MAX_MINUTES } from '@shared/limits';
import { sheetOf, type WorkbookColumn, writeWorkbook } from '../../lib/spreadsheets/workbook-writer';
import { TRIP_COLUMNS } from '../trips/trips.view-model';

type Hint = { column: string; hint: string };

const hintColumns: readonly WorkbookColumn<Hint>[] = [
  { header: 'Column', width: 26, format: 'text', value: ({ column }) => column },
  { header: 'What goes there', width: 90, format: 'text', value: ({ hint }) => hint },
];

const minutes = `whole minutes, up to ${MAX_MINUTES.toLocaleString('en-AU')}`;

const hints: readonly Hint[] = [
  {
    column: 'Date',
    hint: 'Day and time of the pickup in Queensland, such as 31/12/2026 14:05. The time may be left out.',
  },
  {
    column: 'Driver',
    hint: 'First and last name, as in Drivers. Needed only where the licence is not filled in.',
  },
  {
    column: 'Driver Authority License',
    hint: 'As in Drivers. The driver must be there before the trips are imported.',
  },
  { column: 'Suburb', hint: 'The pickup suburb.' },
  { column: 'Postcode', hint: 'The pickup postcode, 4 digits.' },
  { column: 'Waiting Time (minutes)', hint: `In ${minutes}; empty is 0.` },
  { column: 'Duration (minutes)', hint: `In ${minutes}, or empty.` },
  { column: 'Notes', hint: `Up to ${LENGTHS.notes.toLocaleString('en-AU')} characters, or empty.` },
  {
    column: 'All of them',
    hint: `One row is one trip; at most ${MAX_IMPORT_ROWS.toLocaleString('en-AU')} rows a file. The order of the columns does not matter.`,
  },
];

/** What is filled in: an export's columns without the id that stored trips have. */
export const TEMPLATE_COLUMNS = TRIP_COLUMNS.filter(({ header }) => header !== 'Trip ID');

/** An empty workbook to fill trips in, with a second sheet that says how. */
export const renderTemplateWorkbook = (now: Date): Readable =>
  writeWorkbook([sheetOf('Trips', TEMPLATE_COLUMNS, []), sheetOf('How to fill in', hintColumns, hints)], {
    now,
  });
