import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { ValidationError } from '../errors';
import { keepRows, SpreadsheetError, type SpreadsheetRow } from './rows';
import { readWorkbook } from './workbook-reader';

const MAX_RECORD_CHARACTERS = 100_000;
const CHUNK_CHARACTERS = 65_536;

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
const zipped = /^504b0304/;

/**
 * Reads a CSV file or the first visible sheet of an Excel workbook, told apart by their first bytes.
 * @param maxRows the most rows that are read, empty ones left out
 * @returns rows of cells as text, without empty rows; neutralised texts are restored
 * @throws ValidationError with a message for people: another kind of file or encoding, damaged, or too large
 */
export async function readSpreadsheet(file: Buffer, maxRows: number): Promise<SpreadsheetRow[]> {
  try {
    if (file.length === 0) throw new SpreadsheetError('The file is empty');
    const start = file.toString('hex', 0, 4);
    for (const [begins, message] of otherKinds) if (begins.test(start)) throw new SpreadsheetError(message);
    return await (zipped.test(start) ? readWorkbook(file, maxRows) : readCsv(decode(file), maxRows));
  } catch (error) {
    throw error instanceof SpreadsheetError ? new ValidationError(error.message) : error;
  }
}

/** @throws SpreadsheetError for bytes that are no text, or text in an encoding that cannot be told */
function decode(file: Buffer): string {
  const mark = file.toString('hex', 0, 2);
  if (mark === 'fffe') return new TextDecoder('utf-16le').decode(file);
  if (mark === 'feff') return new TextDecoder('utf-16be').decode(file);
  if (file.includes(0)) throw new SpreadsheetError(`This is neither CSV nor an Excel workbook. ${choose}`);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file);
  } catch {
    throw new SpreadsheetError(
      'The letters of this file cannot be read. Save it again as "CSV UTF-8" or as an Excel workbook (.xlsx)',
    );
  }
}

async function readCsv(text: string, maxRows: number): Promise<SpreadsheetRow[]> {
  if (/^\s*<(!|\?|[a-z])/i.test(text)) throw new SpreadsheetError(`This is a web page or XML. ${choose}`);
  const parser = Readable.from(chunksOf(text)).pipe(
    parse({
      delimiter: delimiterOf(text),
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
      max_record_size: MAX_RECORD_CHARACTERS,
    }),
  );
  const rows: SpreadsheetRow[] = [];
  const take = keepRows(maxRows, (row) => rows.push(row));
  let number = 0;
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      number += 1;
      take({ number, cells });
    }
    return rows;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const why =
      error.code === 'CSV_QUOTE_NOT_CLOSED' ? 'a quotation mark is not closed' : 'the row cannot be read';
    throw new SpreadsheetError(`Row ${Number(error.records) + 1}: ${why}`);
  }
}

/** Other requests run between two chunks. */
function* chunksOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += CHUNK_CHARACTERS) yield text.slice(at, at + CHUNK_CHARACTERS);
}

/** Spreadsheets write semicolons where the comma is the decimal point. */
function delimiterOf(text: string): string {
  const [firstLine = ''] = text.slice(0, MAX_RECORD_CHARACTERS).trimStart().split('\n', 1);
  const count = (delimiter: string) => firstLine.split(delimiter).length;
  return [',', ';', '\t'].reduce((best, delimiter) => (count(delimiter) > count(best) ? delimiter : best));
}
