import { brisbaneDay, brisbaneTime } from '@shared/periods';
import { neutraliseText } from './rows';

export type CsvValue = string | number | boolean | Date | null | undefined;

/** A column of a CSV file: its heading, and its value for a row. */
export type CsvColumn<Row> = { header: string; value: (row: Row) => CsvValue };

const quoteCell = (text: string) =>
  /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

function cell(value: CsvValue): string {
  if (typeof value === 'string') return quoteCell(neutraliseText(value));
  if (!(value instanceof Date)) return String(value ?? '');
  // typed trips have no seconds
  const seconds = value
    .toISOString()
    .slice(16, 23)
    .replace(/^:00\.000$|\.000$/, '');
  return `${brisbaneDay(value)} ${brisbaneTime(value)}${seconds}`;
}

const line = (values: CsvValue[]) => `${values.map(cell).join(',')}\r\n`;

const CHUNK_CHARACTERS = 32_768;

/**
 * Writes rows as CSV (RFC 4180), in UTF-8 with the mark that Excel needs to see it. Cells that would be read as formulas
 * are neutralised, dates are "2026-12-31 14:05" in Brisbane, which spreadsheets of any country read as a date.
 * @param rows read no faster than the text is taken
 */
export async function* csvText<Row>(
  columns: readonly CsvColumn<Row>[],
  rows: AsyncIterable<Row> | Iterable<Row>,
): AsyncGenerator<string> {
  let text = `\ufeff${line(columns.map(({ header }) => header))}`;
  for await (const row of rows) {
    text += line(columns.map(({ value }) => value(row)));
    if (text.length < CHUNK_CHARACTERS) continue;
    yield text;
    text = '';
  }
  yield text;
}
