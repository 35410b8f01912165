import { once } from 'node:events';
import { PassThrough, type Readable, Stream } from 'node:stream';
import { brisbaneInstant } from '@shared/periods';
import { DAY_ZERO } from '@shared/reading/days';
import type { CellValue, Column, Kind } from '../columns';
import { neutraliseText } from './rows';

/** A column of a workbook; its width is in characters. */
export type WorkbookColumn<Row> = Column<Row> & { width: number };
type Heading = Pick<WorkbookColumn<never>, 'header' | 'width' | 'kind'>;

/** A sheet with the name on its tab; `sheetOf` makes it. */
export type Sheet = { name: string; headings: readonly Heading[]; rows: AsyncGenerator<CellValue[]> };

/** @param columns at most 26; text that would be read as a formula is neutralised, dates are Brisbane's clock */
export function sheetOf<Row>(
  name: string,
  columns: readonly WorkbookColumn<Row>[],
  rows: AsyncIterable<Row> | Iterable<Row>,
): Sheet {
  async function* cells() {
    for await (const row of rows) yield columns.map(({ value }) => value(row));
  }
  return { name, headings: columns, rows: cells() };
}

type WorkbookOptions = {
  now: Date;
  /** Rows of a sheet, its heading included; the next row begins another sheet. Spreadsheets end at 1,048,576. */
  maxSheetRows?: number;
};

const MAX_SHEET_ROWS = 1_048_576;
const NUMBER_FORMATS: Partial<Record<Kind, string>> = {
  code: '@',
  duration: '@',
  number: '0',
  dateTime: 'dd/mm/yyyy hh:mm',
};

/** Dates of a spreadsheet have no zone: they show Brisbane's clock. */
const toSpreadsheetClock = DAY_ZERO - brisbaneInstant('1899-12-30').getTime();

/** Writes characters that XML has no place for as spreadsheets do: `_x0001_` (ECMA-376, ST_Xstring). */
function escapeControls(text: string): string {
  // nearly all cells
  if (/^[ -^`-~]*$/.test(text)) return text;
  const plain = text.replace(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_');
  return plain.replace(/[^\P{Cc}\t\n]|[\ufffe\uffff]/gu, (character) => {
    const code = character.charCodeAt(0).toString(16).toUpperCase();
    return `_x${code.padStart(4, '0')}_`;
  });
}

/** @returns undefined for an empty cell, which the file leaves out */
function cellOf(value: CellValue) {
  if (value === '' || value === null) return undefined;
  if (value instanceof Date) return new Date(value.getTime() + toSpreadsheetClock);
  return typeof value === 'string' ? escapeControls(neutraliseText(value)) : value;
}

/** The part of exceljs's stream writer that its types leave out. */
type Zip = { append(source: unknown, entry: { name: string; date?: Date }): unknown; abort(): unknown };

/** Loaded when it is first needed: only work processes write workbooks. */
export const loadExceljs = () => import('exceljs');

/** Reads rows no faster than the file is taken, and closes them when it is taken no further. */
export function writeWorkbook(sheets: readonly Sheet[], options: WorkbookOptions): Readable {
  const output = new PassThrough();
  output.once('close', () => {
    for (const { rows } of sheets) void rows.return(undefined);
  });
  const write = async () => writeSheets(await openWorkbook(output, options.now), sheets, options);
  write().catch((error) => output.destroy(error));
  return output;
}

const NO_STYLE = {};

type OpenWorkbook = Awaited<ReturnType<typeof openWorkbook>>;

/** exceljs's writer, whose file has the same bytes for the same rows, and says when it has taken the rows written so far. */
async function openWorkbook(output: PassThrough, created: Date) {
  const { default: ExcelJS } = await loadExceljs();
  let taker = new PassThrough();
  function dateParts(zip: Zip) {
    const append = zip.append.bind(zip);
    zip.append = (source, entry) => {
      if (!(source instanceof Stream)) return append(source, { ...entry, date: created });
      // exceljs writes as fast as it is given rows (its issue 734), so the stream between it and the file says when to wait
      taker = new PassThrough();
      source.pipe(taker as never);
      return append(taker, { ...entry, date: created });
    };
    output.once('close', () => zip.abort());
  }
  class DatedWriter extends ExcelJS.stream.xlsx.WorkbookWriter {
    /** The first part of the file, which the constructor adds. */
    override addThemes() {
      dateParts((this as unknown as { zip: Zip }).zip);
      return super.addThemes();
    }
  }
  const zipOptions: object = { highWaterMark: 65_536 };
  const options = { stream: output, useStyles: true, zip: zipOptions, creator: 'Trip Log', created };
  const writer = new DatedWriter(options);
  const isFull = () => taker.writableNeedDrain;
  const hasRoom = () => once(taker, 'drain');
  return { writer, isFull, hasRoom };
}

async function writeSheets(
  { writer, isFull, hasRoom }: OpenWorkbook,
  sheets: readonly Sheet[],
  { maxSheetRows = MAX_SHEET_ROWS }: WorkbookOptions,
): Promise<void> {
  for (const { name, headings, rows } of sheets) {
    let next: IteratorResult<CellValue[]> | undefined;
    for (let part = 1; !next?.done; part += 1) {
      const { sheet, styles } = addSheet(writer, part === 1 ? name : `${name} ${part}`, headings);
      next ??= await rows.next();
      let count = 1;
      for (; !next.done && count < maxSheetRows; count += 1) {
        const row = sheet.addRow(next.value.map(cellOf));
        // each row and cell makes its own style, and exceljs knows only the same object again: that takes half of the time
        Object.assign(row, { style: NO_STYLE });
        row.eachCell((cell, column) => {
          cell.style = styles[column - 1] ?? NO_STYLE;
        });
        row.commit();
        if (isFull()) await hasRoom();
        next = await rows.next();
      }
      sheet.autoFilter = { from: { row: 1, column: 1 }, to: { row: count, column: headings.length } };
      sheet.commit();
    }
  }
  await writer.commit();
}

function addSheet(writer: OpenWorkbook['writer'], name: string, headings: readonly Heading[]) {
  const sheet = writer.addWorksheet(name, { views: [{ state: 'frozen', ySplit: 1 }] });
  const styles = headings.map(({ kind }) => ({ numFmt: NUMBER_FORMATS[kind] ?? 'General' }));
  sheet.columns = headings.map(({ header, width }, index) => ({ header, width, style: styles[index] ?? {} }));
  const heading = sheet.getRow(1);
  heading.eachCell((cell) => {
    cell.style = { font: { bold: true } };
  });
  heading.commit();
  return { sheet, styles };
}
