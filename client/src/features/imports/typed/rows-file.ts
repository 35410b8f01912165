import { brisbaneDay, brisbaneTime } from '@shared/periods';
import { plainFieldNames, tripField } from '@shared/trips/trip-fields';
import { checkRow, type Known } from './check-cells';
import type { TypedRow } from './typed-row';

const FIELDS = ['date', 'time', 'licence', ...plainFieldNames] as const;

/** Which column each field is in: nothing is left to be guessed. */
export const ROWS_COLUMNS = Object.fromEntries(FIELDS.map((field, column) => [field, column]));

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;

/**
 * Rows as the file that an import takes: a typed row goes the same way as one of a spreadsheet (docs/product.md#log-several).
 * @param rows without problems
 */
export function rowsFile(rows: readonly TypedRow[], known: Known): string {
  const lines = rows.map((row) => {
    const { driver, at } = checkRow(row, known);
    return [
      at ? brisbaneDay(at) : '',
      at ? brisbaneTime(at) : '',
      driver?.driverAuthorityLicense ?? '',
      ...plainFieldNames.map((field) => row[field] || (field === 'waitingTime' ? '0' : '')),
    ];
  });
  return [FIELDS.map((field) => tripField(field).label), ...lines]
    .map((cells) => cells.map(quoted).join(','))
    .join('\r\n');
}
