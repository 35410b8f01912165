import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { parse as parseAtOnce } from 'csv-parse/sync';
import { ValidationError } from '../errors';
import { keepRows, SpreadsheetError, type SpreadsheetRow } from './rows';
import { decodeText } from './text-encoding';
import { readWorkbook, type WorkbookSheet } from './workbook-reader';

const MAX_RECORD_CHARACTERS = 100_000;
const CHUNK_CHARACTERS = 65_536;
const DELIMITERS = [',', ';', '\t', '|'] as const;
/** Records searched for the table, which a title of a few lines may precede. */
const MAX_RECORDS = 100;

const choose = 'Choose a CSV or an Excel (.xlsx) file';

/** The first bytes of kinds of files that cannot be read, in hex, and the message for each. */
const otherKinds: readonly [begins: RegExp, message: string][] = [
  [
    /^d0cf11e0/,
    'This is an old Excel workbook (.xls), or one with a password. Save it as .xlsx without a password, or as CSV',
  ],
  [/^25504446/, `This is a PDF. ${choose}`],
  // PNG, JPEG, GIF
  [/^(89504e47|ffd8ff|47494638)/, `This is a picture. ${choose}`],
];

/** Whether a file begins as a workbook does; else it is read as text. */
export const isWorkbook = (file: Buffer): boolean => file.toString('hex', 0, 4) === '504b0304';

/** Rows of cells as text, without empty rows; neutralised texts are restored. A CSV file has no sheets. */
export type Spreadsheet = WorkbookSheet & {
  /** How the file was read, where it does not say so itself, in words. */
  notes: string[];
};

/**
 * Reads a CSV file or a visible sheet of a workbook, from 0, told apart by their first bytes. Empty rows do not count.
 * @throws ValidationError with a message for people: another kind of file or encoding, damaged, or too large
 */
export async function readSpreadsheet(file: Buffer, maxRows: number, sheet = 0): Promise<Spreadsheet> {
  try {
    if (file.length === 0) throw new SpreadsheetError('The file is empty');
    const start = file.toString('hex', 0, 4);
    for (const [begins, message] of otherKinds) if (begins.test(start)) throw new SpreadsheetError(message);
    if (isWorkbook(file)) return { ...(await readWorkbook(file, maxRows, sheet)), notes: [] };
    const { text, notes } = decodeText(file);
    const rows = await readCsv(text, maxRows);
    return { sheets: [], sheet: 0, countsFrom1904: false, hiddenColumns: [], refusal: null, rows, notes };
  } catch (error) {
    throw error instanceof SpreadsheetError ? new ValidationError(error.message) : error;
  }
}

const CSV = {
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_column_count: true,
  relax_quotes: true,
  max_record_size: MAX_RECORD_CHARACTERS,
};

async function readCsv(text: string, maxRows: number): Promise<SpreadsheetRow[]> {
  if (/^\s*<(!|\?|[a-z])/i.test(text)) throw new SpreadsheetError(`This is a web page or XML. ${choose}`);
  // Excel's own line, which it does not show
  const said = /^sep=([,;\t|])\r?\n/i.exec(text);
  const body = withoutMarks(text.slice(said?.[0].length ?? 0));
  const parser = Readable.from(chunksOf(body)).pipe(
    parse({ ...CSV, delimiter: said?.[1] ?? delimiterOf(body.slice(0, MAX_RECORD_CHARACTERS)) }),
  );
  const rows: SpreadsheetRow[] = [];
  const take = keepRows(maxRows, (row) => rows.push(row));
  let number = 0;
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      number += 1;
      take({ number, cells: cells.map(unwrapped) });
    }
    return rows;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const why =
      error.code === 'CSV_QUOTE_NOT_CLOSED' ? 'a quotation mark is not closed' : 'the row cannot be read';
    throw new SpreadsheetError(`Row ${Number(error.records) + 1}: ${why}`);
  }
}

/** `="0800"` is what a CSV file has for a spreadsheet to keep the zero. */
const unwrapped = (cell: string) => (cell.startsWith('="') ? (/^="([^"]*)"$/.exec(cell)?.[1] ?? cell) : cell);

const MARK = '\ufeff';
/** Characters in which the headings of a file are looked for, and those of one heading. */
const MAX_START = 10_000;
const MAX_HEADING = 100;
const firstCell = (text: string) => (/^[^,;\t|\r\n]*/.exec(text)?.[0] ?? '').replaceAll('"', '').trim();

/**
 * Removes the byte order marks that are left where files were joined. Where the file before it has no line end, the mark stands for one, if
 * the text after it begins as a line of the file's start does.
 */
function withoutMarks(text: string): string {
  if (!text.includes(MARK)) return text;
  const starts = new Set(
    text
      .slice(0, MAX_START)
      .split(/[\r\n]+/)
      .map((line) => firstCell(line.replace(MARK, ''))),
  );
  return text.replace(/\ufeff/g, (_, at: number) => {
    const isAtStart = at === 0 || /[\r\n]/.test(text[at - 1] ?? '');
    const next = firstCell(text.slice(at + 1, at + MAX_HEADING));
    return !isAtStart && next !== '' && starts.has(next) ? '\n' : '';
  });
}

/** Other requests run between two chunks. */
function* chunksOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += CHUNK_CHARACTERS) yield text.slice(at, at + CHUNK_CHARACTERS);
}

/**
 * Finds what separates the cells of a CSV file: what most lines have the same number of, and much of it. So neither a title with commas above the table,
 * nor notes or decimal commas within it, decide. csv-parse's own `delimiter_auto` takes any character that is frequent.
 */
function delimiterOf(text: string): string {
  const scores = DELIMITERS.map((delimiter) => {
    const options = { ...CSV, delimiter, to: MAX_RECORDS, skip_records_with_error: true };
    const sizes = new Map<number, number>();
    for (const { length } of parseAtOnce(text, options))
      if (length > 1) sizes.set(length, (sizes.get(length) ?? 0) + 1);
    return Math.max(0, ...[...sizes].map(([size, records]) => (size - 1) * records ** 2));
  });
  return DELIMITERS[scores.indexOf(Math.max(...scores))] ?? ',';
}
