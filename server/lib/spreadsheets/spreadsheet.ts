import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { ValidationError } from '../errors';
import { keepRows, SpreadsheetError, type SpreadsheetRow } from './rows';
import { readWorkbook } from './workbook-reader';

const MAX_RECORD_CHARACTERS = 100_000;
const CHUNK_CHARACTERS = 65_536;

const choose = 'Choose a CSV or an Excel (.xlsx) file';

/** Kinds of files by their first bytes, and the message for each that cannot be read. */
const otherKinds: readonly { begins: Buffer; message: string }[] = [
  {
    begins: Buffer.from([0xd0, 0xcf, 0x11, 0xe0]),
    message:
      'This is an old Excel workbook (.xls), or one with a password. Save it as .xlsx without a password, or as CSV',
  },
  { begins: Buffer.from('%PDF'), message: `This is a PDF. ${choose}` },
  { begins: Buffer.from([0x89, 0x50, 0x4e, 0x47]), message: `This is a picture. ${choose}` },
  { begins: Buffer.from([0xff, 0xd8, 0xff]), message: `This is a picture. ${choose}` },
  { begins: Buffer.from('GIF8'), message: `This is a picture. ${choose}` },
];
const zipped = Buffer.from([0x50, 0x4b, 0x03, 0x04]);

const beginsWith = (file: Buffer, bytes: Buffer) => file.subarray(0, bytes.length).equals(bytes);

/**
 * Reads a CSV file or the first visible sheet of an Excel workbook, told apart by their first bytes.
 * @param maxRows the most rows that are read, empty ones left out
 * @returns rows of cells as text, without empty rows; neutralised texts are restored
 * @throws ValidationError with a message for people: another kind of file or encoding, damaged, or too large
 */
export async function readSpreadsheet(file: Buffer, maxRows: number): Promise<SpreadsheetRow[]> {
  try {
    if (file.length === 0) throw new SpreadsheetError('The file is empty');
    const other = otherKinds.find(({ begins }) => beginsWith(file, begins));
    if (other) throw new SpreadsheetError(other.message);
    return await (beginsWith(file, zipped) ? readWorkbook(file, maxRows) : readCsv(decode(file), maxRows));
  } catch (error) {
    throw error instanceof SpreadsheetError ? new ValidationError(error.message) : error;
  }
}

/** @throws SpreadsheetError for bytes that are no text, or text in an encoding that cannot be told */
function decode(file: Buffer): string {
  if (beginsWith(file, Buffer.from([0xff, 0xfe]))) return new TextDecoder('utf-16le').decode(file);
  if (beginsWith(file, Buffer.from([0xfe, 0xff]))) return new TextDecoder('utf-16be').decode(file);
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
