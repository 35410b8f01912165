import { PassThrough, Readable } from 'node:stream';
import { brisbaneInstant } from '@shared/periods';
import { ZipFile } from 'yazl';
import { escapeHtml } from '../html/escape-html';
import { neutraliseText } from './formula-injection';

/** How a column's cells look: `code` is text that stays text when it is edited, such as a postcode with a leading zero. */
type Format = 'text' | 'code' | 'number' | 'dateTime';

type CellValue = string | number | Date | null;
type Heading = { header: string; width: number; format: Format };

/** A column of a workbook: its heading, its width in characters, and what stands there for a row. */
export type WorkbookColumn<Row> = Heading & { value: (row: Row) => CellValue };

/** A sheet with the name on its tab; `sheetOf` makes it. */
export type Sheet = { name: string; headings: readonly Heading[]; rows: AsyncGenerator<CellValue[]> };

/**
 * A sheet of rows.
 * @param columns at most 26; text that would be read as a formula is neutralised, dates are Brisbane's clock
 */
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
  /** When the workbook was made. */
  now: Date;
  /** Rows of a sheet, its heading included; the next row begins another sheet. Spreadsheets end at 1,048,576. */
  maxSheetRows?: number;
};

const DAY_MS = 24 * 60 * 60 * 1000;
const MAX_SHEET_ROWS = 1_048_576;
const CHUNK_CHARACTERS = 65_536;

/** What spreadsheets count their days from. Dates there have no zone: theirs is Brisbane's clock. */
const dayZero = brisbaneInstant('1899-12-30').getTime();

/** The number of each cell format (ECMA-376, 18.8.30); 164 is of our own. A cell names its format by its place here. */
const NUMBER_FORMATS = { text: 0, heading: 0, code: 49, dateTime: 164, number: 1 };
const STYLES: readonly string[] = Object.keys(NUMBER_FORMATS);
const styleOf = (format: keyof typeof NUMBER_FORMATS) => STYLES.indexOf(format);

const xml = (text: string) => `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${text}`;
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const officeDocument = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const contentType = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const styles = xml(
  `<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="164" formatCode="dd/mm/yyyy\\ hh:mm"/></numFmts>` +
    '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
    `<cellXfs count="${STYLES.length}">${Object.entries(NUMBER_FORMATS)
      .map(([style, format]) => {
        const font = `fontId="${style === 'heading' ? 1 : 0}" applyFont="1"`;
        return `<xf ${font} fillId="0" borderId="0" xfId="0" numFmtId="${format}" applyNumberFormat="1"/>`;
      })
      .join('')}</cellXfs>` +
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>',
);

/** The relations of a part, `rId1` and up: of what type another part is, and its path. */
const relations = (parts: string[][]) => {
  const elements = parts.map(
    ([type, target], index) =>
      `<Relationship Id="rId${index + 1}" Type="${officeDocument}/${type}" Target="${target}"/>`,
  );
  return xml(`<Relationships xmlns="${packages}/relationships">${elements.join('')}</Relationships>`);
};

const sheetPath = (index: number) => `worksheets/sheet${index + 1}.xml`;

const workbook = (sheetNames: string[]) => {
  const sheets = sheetNames.map(
    (name, index) => `<sheet name="${escaped(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  );
  return xml(
    `<workbook xmlns="${main}" xmlns:r="${officeDocument}"><sheets>${sheets.join('')}</sheets></workbook>`,
  );
};

const workbookRelations = (sheetNames: string[]) =>
  relations([...sheetNames.map((_, index) => ['worksheet', sheetPath(index)]), ['styles', 'styles.xml']]);

const contentTypes = (sheetNames: string[]) => {
  const parts = [
    ['workbook.xml', 'sheet.main'],
    ['styles.xml', 'styles'],
    ...sheetNames.map((_, index) => [sheetPath(index), 'worksheet']),
  ];
  const overrides = parts.map(
    ([path, type]) => `<Override PartName="/xl/${path}" ContentType="${contentType}.${type}+xml"/>`,
  );
  return xml(
    `<Types xmlns="${packages}/content-types">` +
      '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
      `${overrides.join('')}</Types>`,
  );
};

/** Text as XML; characters that XML has no place for as spreadsheets write them, `_x0001_` (ECMA-376, ST_Xstring). */
const escaped = (text: string) =>
  escapeHtml(
    text
      .replace(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_')
      .replace(/[^\P{Cc}\t\n]|[\ufffe\uffff]/gu, (character) => {
        const code = character.charCodeAt(0).toString(16).toUpperCase();
        return `_x${code.padStart(4, '0')}_`;
      }),
  );

const letter = (column: number) => String.fromCharCode(65 + column);

const textCell = (reference: string, text: string, style: number) =>
  `<c r="${reference}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(neutraliseText(text))}</t></is></c>`;

function cell(reference: string, value: CellValue, format: Format): string {
  const style = styleOf(format);
  if (value === null || value === '') return '';
  if (typeof value === 'string') return textCell(reference, value, style);
  const number = typeof value === 'number' ? value : (value.getTime() - dayZero) / DAY_MS;
  return `<c r="${reference}" s="${style}"><v>${number}</v></c>`;
}

function sheetHead(columns: readonly Heading[]): string {
  const widths = columns.map(({ width, format }, index) => {
    const place = `min="${index + 1}" max="${index + 1}"`;
    return `<col ${place} width="${width}" style="${styleOf(format)}" customWidth="1"/>`;
  });
  const headings = columns.map(({ header }, index) =>
    textCell(`${letter(index)}1`, header, styleOf('heading')),
  );
  return xml(
    `<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0">` +
      '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
      `<cols>${widths.join('')}</cols><sheetData><row r="1">${headings.join('')}</row>`,
  );
}

const sheetTail = (columnCount: number, rowCount: number) =>
  `</sheetData><autoFilter ref="A1:${letter(columnCount - 1)}${rowCount}"/></worksheet>`;

/**
 * Writes sheets as an Excel workbook; each has a frozen, bold heading and a filter. Rows wait for
 * the reader of the file, which exceljs cannot do; see docs/decisions/0004-workbooks.md.
 * @param sheets their rows are read no faster than the file is taken, and closed when it is taken no further
 * @returns the file's bytes; the first come before the first row was read
 */
export function writeWorkbook(
  sheets: readonly Sheet[],
  { now, maxSheetRows = MAX_SHEET_ROWS }: WorkbookOptions,
): Readable {
  const zip = new ZipFile();
  const output = new PassThrough();
  const names: string[] = [];
  const addPart = (path: string, text: string) => zip.addBuffer(Buffer.from(text), path, { mtime: now });

  function addSheets(
    [sheet, ...others]: readonly Sheet[],
    part = 1,
    first?: IteratorResult<CellValue[]>,
  ): void {
    if (!sheet) {
      addRest();
      return;
    }
    let rest: IteratorResult<CellValue[]> | undefined;
    async function* text(headings: readonly Heading[], rows: AsyncGenerator<CellValue[]>) {
      yield sheetHead(headings);
      rest = yield* sheetRows(headings, rows, first ?? (await rows.next()), maxSheetRows);
    }
    const stream = Readable.from(text(sheet.headings, sheet.rows), { objectMode: false });
    stream.once('error', (error) => output.destroy(error));
    stream.once('end', () =>
      rest?.done === false ? addSheets([sheet, ...others], part + 1, rest) : addSheets(others),
    );
    output.once('close', () => stream.destroy());
    names.push(part === 1 ? sheet.name : `${sheet.name} ${part}`);
    zip.addReadStream(stream, `xl/worksheets/sheet${names.length}.xml`, { mtime: now });
  }

  function addRest(): void {
    addPart('xl/workbook.xml', workbook(names));
    addPart('xl/_rels/workbook.xml.rels', workbookRelations(names));
    addPart('xl/styles.xml', styles);
    addPart('[Content_Types].xml', contentTypes(names));
    zip.end();
  }

  output.once('close', () => sheets.forEach(({ rows }) => void rows.return(undefined)));
  zip.outputStream.pipe(output);
  addPart('_rels/.rels', relations([['officeDocument', 'xl/workbook.xml']]));
  addSheets(sheets);
  return output;
}

/**
 * The rows of one sheet and its end.
 * @param next the first of them, already read
 * @returns the first row that the sheet has no room for, or that there is none
 */
async function* sheetRows(
  headings: readonly Heading[],
  rows: AsyncGenerator<CellValue[]>,
  next: IteratorResult<CellValue[]>,
  maxRows: number,
): AsyncGenerator<string, IteratorResult<CellValue[]>> {
  let text = '';
  let number = 1;
  let row = next;
  while (!row.done && number < maxRows) {
    number += 1;
    text += `<row r="${number}">`;
    for (const [index, { format }] of headings.entries())
      text += cell(`${letter(index)}${number}`, row.value[index] ?? null, format);
    text += '</row>';
    if (text.length >= CHUNK_CHARACTERS) {
      yield text;
      text = '';
    }
    row = await rows.next();
  }
  yield text + sheetTail(headings.length, number);
  return row;
}
