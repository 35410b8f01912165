import { brisbaneDay, brisbaneTime } from '@shared/periods';
import { checkRow, type Known } from './check-cells';
import type { TypedRow } from './typed-row';

const HEADINGS = [
  'Date',
  'Time',
  'Driver Authority License',
  'Suburb',
  'Postcode',
  'Waiting time',
  'Duration',
  'Notes',
];

/** Which column each field is in: nothing is left to be guessed. */
export const ROWS_COLUMNS = {
  date: 0,
  time: 1,
  licence: 2,
  suburb: 3,
  postcode: 4,
  waitingTime: 5,
  duration: 6,
  notes: 7,
} as const;

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;

/**
 * Rows as the file that an import takes: a typed row goes the same way as one of a spreadsheet (docs/product.md#log-several).
 * @param rows without problems
 */
export function rowsFile(rows: readonly TypedRow[], known: Known): string {
  const lines = rows.map((row) => {
    const { driver, at } = checkRow(row, known);
    const { suburb, postcode, waitingTime, duration, notes } = row;
    return [
      at ? brisbaneDay(at) : '',
      at ? brisbaneTime(at) : '',
      driver?.driverAuthorityLicense ?? '',
      suburb,
      postcode,
      waitingTime || '0',
      duration,
      notes,
    ];
  });
  return [HEADINGS, ...lines].map((cells) => cells.map(quoted).join(',')).join('\r\n');
}
