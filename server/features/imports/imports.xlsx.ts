import type { Readable } from 'node:stream';
import { formatCount } from '@shared/figures';
import { MAX_IMPORT_ROWS } from '@shared/imports/imports';
import { LENGTHS, MAX_MINUTES } from '@shared/limits';
import {
  isPlain,
  plainField,
  type TripFieldName,
  tripField,
  tripFieldNames,
} from '@shared/trips/trip-fields';
import { TRIP_KIND_LABELS } from '@shared/trips/trip-kinds';
import { sheetOf, type WorkbookColumn, writeWorkbook } from '../../lib/spreadsheets/workbook-writer';
import { TRIP_COLUMNS } from '../trips/trip-files';

type Hint = readonly [column: string, hint: string];

const MINUTES = `In whole minutes, up to ${formatCount(MAX_MINUTES)}`;

/** Hints for columns of plain fields that need no hint of their own. */
const HINTS_OF_KINDS = {
  minutes: `${MINUTES}, or empty.`,
  count: 'A whole number, or empty.',
  text: 'A text, or empty.',
  code: 'A text, or empty.',
  longText: 'A text, or empty.',
  choice: 'One of the choices of the form, or empty.',
};

/** Hints for single fields. */
const FIELD_HINTS: Partial<Record<TripFieldName, string>> = {
  date: 'Day and time of the pickup in Queensland, such as 31/12/2026 14:05. The time may be left out.',
  driver: 'First and last name, as in Drivers. Needed only where the licence is not filled in.',
  licence: 'As in Drivers. The driver must be there before the trips are imported.',
  suburb: 'The pickup suburb.',
  postcode: 'The pickup postcode, 4 digits.',
  waitingTime: `${MINUTES}; Unknown where no one knows.`,
  bookingReference: `The number of the job in a dispatch system, up to ${LENGTHS.bookingReference} characters, or empty.`,
  notes: `Up to ${formatCount(LENGTHS.notes)} characters, or empty.`,
  kind: `${Object.values(TRIP_KIND_LABELS).join(', or ')}; empty is ${TRIP_KIND_LABELS.booked}.`,
  vehicle: "The registration of the vehicle, as in Vehicles; empty is the driver's usual one of that day.",
};

const HINTS: readonly Hint[] = [
  ...tripFieldNames.flatMap((name): Hint[] => {
    const hint = FIELD_HINTS[name] ?? (isPlain(name) && HINTS_OF_KINDS[plainField(name).kind]);
    return hint ? [[tripField(name).title, hint]] : [];
  }),
  [
    'All of them',
    `One row is one trip; at most ${formatCount(MAX_IMPORT_ROWS)} rows a file. The order of the columns does not matter.`,
  ],
];

const hintColumns: readonly WorkbookColumn<Hint>[] = [
  { header: 'Column', width: 26, kind: 'text', value: ([column]) => column },
  { header: 'What goes there', width: 90, kind: 'text', value: ([, hint]) => hint },
];

/** The columns to fill in: an export's, without the id of stored trips. */
export const TEMPLATE_COLUMNS = TRIP_COLUMNS.filter(({ header }) => header !== 'Trip ID');

/** An empty workbook to fill trips in, with a second sheet that says how. */
export function renderTemplateWorkbook(now: Date): Readable {
  const hints = sheetOf('How to fill in', hintColumns, HINTS);
  return writeWorkbook([sheetOf('Trips', TEMPLATE_COLUMNS, []), hints], { now });
}
