import { posix } from 'node:path';
import { DAYS_TO_1904 } from '@shared/reading/days';
import { SaxesParser } from 'saxes';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import {
  keepRows,
  MAX_CELL_CHARACTERS,
  MAX_COLUMNS,
  type SheetChoice,
  SpreadsheetError,
  type SpreadsheetRow,
  serialText,
} from './rows';

/* Limits on what a file makes this process hold: V8 aborts a process when one array, map or string grows past its memory. */
const MAX_UNPACKED_BYTES = 64 * 1024 * 1024;
const MAX_PARTS = 2000;
/** Workbooks of 20,000 rows unpack to 10 or 15 times their size; deflate reaches 1,032. */
const MAX_RATIO = 100;
const MIN_RATIO_BYTES = 10 * 1024 * 1024;
const MAX_DEPTH = 100;
/** The longest string between two tags. */
const MAX_GAP_CHARACTERS = 1_000_000;
const MAX_SHARED_STRINGS = 2_000_000;
/** Excel's names have 31 characters at most. */
const MAX_SHEETS = 100;
const MAX_NAME_CHARACTERS = 100;
/** A stored formula without a value reads as this: no spreadsheet has calculated the file. */
const UNCALCULATED = '#CALC!';
/** Excel's own limits are 65,490 cell formats, and 255 characters for each. */
const MAX_STYLES = 65_536;
const MAX_FORMAT_CHARACTERS = 255;
/** Many cells can share one text; each becomes a copy in the answer. */
const MAX_CHARACTERS = 32_000_000;
const MAX_DIGITS = 15;
const TIMEOUT_MS = 15_000;

const tooLarge = () =>
  new SpreadsheetError('The workbook is too large when unpacked. Split it, or save it as CSV');

/** Handlers of one XML part; `text` lies directly inside the element that ends, cut at a cell's length. */
type Handlers = {
  opened?(name: string, attributes: Record<string, string>): void;
  closed?(name: string, text: string): void;
};

/** Names without the prefix that some programs (OpenXML SDK, WPS) give to the main namespace. */
const localName = (name: string) => name.slice(name.indexOf(':') + 1);

/** `refusal`: why the sheet cannot be read, in words; then it has no rows. */
export type WorkbookSheet = SheetChoice & { rows: SpreadsheetRow[]; refusal: string | null };

type Archive = { zip: ZipFile; deadline: number };

/**
 * Reads a visible sheet of a workbook. A hostile file takes time and memory up to the limits above, so this runs in a work process
 * (docs/decisions/0004-workbooks.md).
 * @param sheet from 0 @throws SpreadsheetError for a file that cannot be read; where there are other sheets, that is the refusal
 */
export async function readWorkbook(file: Buffer, maxRows: number, sheet: number): Promise<WorkbookSheet> {
  const zip = await fromBufferPromise(file).catch(() => {
    throw new SpreadsheetError('The file is damaged: it cannot be unpacked');
  });
  const archive = { zip, deadline: performance.now() + TIMEOUT_MS };
  const parts = await listParts(zip, file.length);
  if (!parts.has('xl/workbook.xml'))
    throw new SpreadsheetError('This is not an Excel workbook. Choose a CSV or an Excel (.xlsx) file');
  const { sheets, ...contents } = await refuseDamaged(readContents(archive, parts));
  const chosen = sheets[sheet];
  if (!sheets[0]) throw new SpreadsheetError('The workbook has no sheet to read');
  if (!chosen) throw new SpreadsheetError('The workbook has no such sheet');
  const { countsFrom1904 } = contents;
  const choice: SheetChoice = {
    sheets: sheets.map(({ name }) => name),
    sheet,
    countsFrom1904,
    hiddenColumns: [],
  };
  try {
    const read = await refuseDamaged(readRows(archive, contents, chosen.entry, maxRows));
    return { ...choice, ...read, refusal: null };
  } catch (error) {
    if (!(error instanceof SpreadsheetError) || sheets.length === 1) throw error;
    return { ...choice, rows: [], refusal: error.message };
  }
}

/** @throws SpreadsheetError when reading fails */
async function refuseDamaged<T>(reading: Promise<T>): Promise<T> {
  return reading.catch((error: unknown) => {
    if (error instanceof SpreadsheetError) throw error;
    throw new SpreadsheetError('The workbook is damaged: it cannot be read');
  });
}

type Parts = Map<string, Entry>;

/** Checks number, sizes and ratio of the parts as the ZIP declares them; yauzl fails on a part that unpacks to more. */
async function listParts(zip: ZipFile, packedBytes: number): Promise<Parts> {
  const parts: Parts = new Map();
  let unpackedBytes = 0;
  try {
    for await (const entry of zip.eachEntry()) {
      unpackedBytes += entry.uncompressedSize;
      const isBomb = unpackedBytes > Math.max(MIN_RATIO_BYTES, packedBytes * MAX_RATIO);
      if (unpackedBytes > MAX_UNPACKED_BYTES || parts.size >= MAX_PARTS || isBomb) throw tooLarge();
      parts.set(entry.fileName, entry);
    }
  } catch (error) {
    if (error instanceof SpreadsheetError) throw error;
    throw new SpreadsheetError('The file is damaged: it cannot be unpacked');
  }
  return parts;
}

/** @throws whatever is wrong with the XML; a document type, which could define ever longer entities, is refused */
async function readPart({ zip, deadline }: Archive, entry: Entry | undefined, { opened, closed }: Handlers) {
  if (!entry) return;
  const parser = new SaxesParser();
  const texts: string[] = [];
  let gap = 0;
  parser.on('doctype', () => {
    throw new Error('A workbook has no document type');
  });
  parser.on('opentag', ({ name, attributes }) => {
    gap = 0;
    if (texts.push('') > MAX_DEPTH) throw tooLarge();
    opened?.(localName(name), attributes);
  });
  parser.on('text', (text) => {
    const before = texts.at(-1);
    if (before !== undefined && before.length < MAX_CELL_CHARACTERS) texts[texts.length - 1] = before + text;
  });
  parser.on('closetag', ({ name }) => {
    gap = 0;
    closed?.(localName(name), texts.pop() ?? '');
  });
  const decoder = new TextDecoder();
  for await (const chunk of await zip.openReadStreamPromise(entry)) {
    gap += chunk.length;
    parser.write(decoder.decode(chunk, { stream: true }));
    if (gap > MAX_GAP_CHARACTERS) throw tooLarge();
    if (performance.now() > deadline)
      throw new SpreadsheetError('The workbook takes too long to read. Split it, or save it as CSV');
  }
  parser.write(decoder.decode()).close();
}

/** Finds the parts of the visible sheets, their texts and their formats. */
async function readContents(archive: Archive, parts: Parts) {
  const targets = new Map<string, Entry | undefined>();
  const byType = new Map<string, Entry | undefined>();
  await readPart(archive, parts.get('xl/_rels/workbook.xml.rels'), {
    opened(name, { Id = '', Type = '', Target = '' }) {
      if (name !== 'Relationship') return;
      const path = posix.join(Target.startsWith('/') ? '' : 'xl', Target).replace(/^\//, '');
      if (targets.size > MAX_PARTS || byType.size > MAX_PARTS) throw tooLarge();
      targets.set(Id, parts.get(path));
      byType.set(posix.basename(Type), parts.get(path));
    },
  });
  const sheets: { name: string; entry: Entry }[] = [];
  let countsFrom1904 = false;
  await readPart(archive, parts.get('xl/workbook.xml'), {
    opened(name, attributes) {
      if (name === 'workbookPr') countsFrom1904 = /^(1|true)$/.test(attributes.date1904 ?? '');
      if (name !== 'sheet' || (attributes.state ?? 'visible') !== 'visible') return;
      const id = Object.entries(attributes).find(([attribute]) => /:id$/.test(attribute))?.[1];
      const entry = targets.get(id ?? '');
      // a separate sheet may be a chart, which has no rows
      if (!entry || /chartsheets\//.test(entry.fileName) || sheets.length >= MAX_SHEETS) return;
      const label = (attributes.name ?? '').slice(0, MAX_NAME_CHARACTERS);
      sheets.push({ name: label || `Sheet ${sheets.length + 1}`, entry });
    },
  });
  return { sheets, countsFrom1904, styles: byType.get('styles'), sharedStrings: byType.get('sharedStrings') };
}

/** Text is in `t`; what Japanese workbooks say about its pronunciation, in `rPh`, is not part of it. */
function textCollector() {
  let text = '';
  let inPhonetic = false;
  return {
    opened(name: string) {
      if (name === 'rPh') inPhonetic = true;
    },
    closed(name: string, content: string) {
      if (name === 'rPh') inPhonetic = false;
      if (name === 't' && !inPhonetic && text.length < MAX_CELL_CHARACTERS) text += content;
    },
    take() {
      const taken = tidied(text);
      text = '';
      return taken;
    },
  };
}

/** Writes out what XML has no character for (ECMA-376, ST_Xstring). */
const tidied = (text: string) =>
  text
    .slice(0, MAX_CELL_CHARACTERS)
    .replace(/_x([\dA-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

async function readSharedStrings(archive: Archive, entry: Entry | undefined): Promise<string[]> {
  const texts: string[] = [];
  const collector = textCollector();
  await readPart(archive, entry, {
    opened: collector.opened,
    closed(name, text) {
      collector.closed(name, text);
      if (name === 'si' && texts.push(collector.take()) > MAX_SHARED_STRINGS) throw tooLarge();
    },
  });
  return texts;
}

/** The built-in formats that show a date or a time (ECMA-376, 18.8.30). */
const isBuiltInDate = (id: number) =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

/** Whether a format shows a date or a time: outside of quotes, brackets and escapes it has one of their letters. */
const isDateFormat = (code: string) =>
  /[ymdhs]/i.test(
    code.slice(0, MAX_FORMAT_CHARACTERS).replace(/"[^"]*"|\\.|\[(?![hms]+\])[^\]]*\]|_./gi, ''),
  );

/** The numbers of the cell styles that show a number as a date or a time. */
async function readDateStyles(archive: Archive, entry: Entry | undefined): Promise<Set<number>> {
  const dateFormats = new Set<number>();
  const dateStyles = new Set<number>();
  let style = -1;
  let inCellFormats = false;
  await readPart(archive, entry, {
    opened(name, { numFmtId = '0', formatCode = '' }) {
      const id = Number(numFmtId);
      if (name === 'numFmt' && isDateFormat(formatCode)) dateFormats.add(id);
      if (dateFormats.size > MAX_STYLES) throw tooLarge();
      if (name === 'cellXfs') inCellFormats = true;
      if (name !== 'xf' || !inCellFormats) return;
      style += 1;
      if (style > MAX_STYLES) throw tooLarge();
      if (dateFormats.has(id) || isBuiltInDate(id)) dateStyles.add(style);
    },
    closed(name) {
      if (name === 'cellXfs') inCellFormats = false;
    },
  });
  return dateStyles;
}

type StoredCell = { type: string; style: number; value: string };

/** Reads the text of a stored cell: dates as "2026-12-31T14:05:00.000", times as "14:05:00.000", both as the workbook shows them. */
function cellReader(sharedStrings: string[], dateStyles: Set<number>, countsFrom1904: boolean) {
  return ({ type, style, value }: StoredCell): string => {
    if (type === 's') return sharedStrings[Number(value)] ?? '';
    if (type === 'inlineStr') return value;
    if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE';
    if (type !== 'n' || value === '' || !Number.isFinite(Number(value))) return tidied(value);
    const serial = Number(value);
    // no spreadsheet keeps more digits of a number
    if (Math.abs(serial) >= 10 ** MAX_DIGITS) return serial.toExponential().replace('e', 'E');
    if (!dateStyles.has(style) || serial < 0) return String(serial);
    return serialText(serial >= 1 && countsFrom1904 ? serial + DAYS_TO_1904 : serial);
  };
}

async function readRows(
  archive: Archive,
  contents: Omit<Awaited<ReturnType<typeof readContents>>, 'sheets'>,
  entry: Entry,
  maxRows: number,
): Promise<Pick<WorkbookSheet, 'rows' | 'hiddenColumns'>> {
  const texts = await readSharedStrings(archive, contents.sharedStrings);
  const toText = cellReader(texts, await readDateStyles(archive, contents.styles), contents.countsFrom1904);
  const rows: SpreadsheetRow[] = [];
  const hiddenColumns: number[] = [];
  let characters = 0;
  const take = keepRows(maxRows, (row) => {
    for (const cell of row.cells) characters += cell.length;
    if (characters > MAX_CHARACTERS) throw new SpreadsheetError('The workbook has too much text. Split it');
    rows.push(row);
  });
  const inline = textCollector();
  let row: SpreadsheetRow = { number: 0, cells: [] };
  let column = -1;
  let cell: StoredCell = { type: 'n', style: 0, value: '' };
  let isUncalculated = false;
  await readPart(archive, entry, {
    opened(name, attributes) {
      const { r, t = 'n', s = '0' } = attributes;
      inline.opened(name);
      if (name === 'col' && isHidden(attributes, 'width')) {
        const last = Math.min(Number(attributes.max), MAX_COLUMNS);
        for (let hidden = Number(attributes.min); hidden <= last; hidden += 1) hiddenColumns.push(hidden - 1);
      } else if (name === 'row') {
        row = { number: r ? Number(r) : row.number + 1, cells: [] };
        if (isHidden(attributes, 'ht')) row.isHidden = true;
        column = -1;
      } else if (name === 'c') {
        column = r ? columnOf(r) : column + 1;
        cell = { type: t, style: Number(s), value: '' };
        isUncalculated = false;
      } else if (name === 'f') isUncalculated = true;
      else if (name === 'v') isUncalculated = false;
    },
    closed(name, text) {
      inline.closed(name, text);
      if (name === 'v') cell.value = text;
      else if (name === 'is') cell.value = inline.take();
      else if (name === 'c' && column < MAX_COLUMNS && (cell.value !== '' || isUncalculated)) {
        while (row.cells.length < column) row.cells.push('');
        row.cells[column] = isUncalculated ? UNCALCULATED : toText(cell);
      } else if (name === 'row') take(row);
    },
  });
  return { rows, hiddenColumns: hiddenColumns.slice(0, MAX_COLUMNS) };
}

/** Whether a row or column is hidden by hand, by a filter or by a size of 0. */
const isHidden = ({ hidden, ...sizes }: Record<string, string>, size: 'ht' | 'width') =>
  hidden === '1' || hidden === 'true' || (sizes[size] !== undefined && Number(sizes[size]) === 0);

/** A column's number from 0: "A1" is in 0, "AB12" in 27. */
function columnOf(reference: string): number {
  const letters = /^[A-Z]{1,3}/.exec(reference)?.[0] ?? 'ZZZ';
  return [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}
