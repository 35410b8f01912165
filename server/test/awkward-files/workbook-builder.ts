import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

/** A cell as a spreadsheet program stores it. */
export type StoredCell =
  | string
  | number
  | null
  /** A count of days that is shown as a date. */
  | { date: number }
  /** A fraction of a day that is shown as a time. */
  | { time: number }
  /** `value` is the program's last result; without it the formula was never calculated. */
  | { formula: string; value?: number | string }
  | { error: string }
  | { iso: string };

export type StoredSheet = {
  name: string;
  rows: StoredCell[][];
  state?: 'hidden' | 'veryHidden';
  /** Such as "A2:A4". */
  merged?: string[];
  isChart?: boolean;
};

/** How the three programs write; see `PROGRAMS`. */
type Dialect = {
  /** The format of a date, and its number. */
  dateFormat: string;
  /** Whether texts are shared, or stand in their cells. */
  sharesTexts: boolean;
  /** Empty cells after each row, and empty rows after the last. */
  padding: number;
  /** Whether parts are named from the root. */
  absolute: boolean;
};

const PROGRAMS = {
  excel: { dateFormat: 'dd/mm/yyyy\\ hh:mm', sharesTexts: true, padding: 0, absolute: false },
  libreoffice: { dateFormat: '[$-C09]dd/mm/yyyy hh:mm:ss;@', sharesTexts: true, padding: 3, absolute: false },
  googleSheets: { dateFormat: 'd"/"m"/"yyyy h:mm:ss', sharesTexts: true, padding: 20, absolute: true },
  openpyxl: { dateFormat: 'yyyy\\-mm\\-dd\\ h:mm:ss', sharesTexts: false, padding: 0, absolute: true },
} satisfies Record<string, Dialect>;
type Program = keyof typeof PROGRAMS;

const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const GENERAL = 0;
const DATE = 1;
const TIME = 2;

/** Builds a workbook as one of four programs writes it. */
export function workbook(
  program: Program,
  sheets: StoredSheet[],
  { countsFrom1904 = false } = {},
): Promise<Buffer> {
  const { dateFormat, sharesTexts, padding, absolute } = PROGRAMS[program];
  const texts: string[] = [];
  const textCell = (at: string, text: string) => {
    if (!sharesTexts)
      return `<c ${at} t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;
    if (!texts.includes(text)) texts.push(text);
    return `<c ${at} t="s"><v>${texts.indexOf(text)}</v></c>`;
  };
  const cellXml = (cell: StoredCell, at: string): string => {
    if (cell === null) return `<c ${at}/>`;
    if (typeof cell === 'string') return textCell(at, cell);
    if (typeof cell === 'number') return `<c ${at}><v>${cell}</v></c>`;
    if ('date' in cell) return `<c ${at} s="${DATE}"><v>${cell.date}</v></c>`;
    if ('time' in cell) return `<c ${at} s="${TIME}"><v>${cell.time}</v></c>`;
    if ('error' in cell) return `<c ${at} t="e"><f>VLOOKUP(A1,B:B,1)</f><v>${cell.error}</v></c>`;
    if ('iso' in cell) return `<c ${at} s="${DATE}" t="d"><v>${cell.iso}</v></c>`;
    const formula = `<f>${escaped(cell.formula)}</f>`;
    if (cell.value === undefined) return `<c ${at}>${formula}</c>`;
    return typeof cell.value === 'number'
      ? `<c ${at}>${formula}<v>${cell.value}</v></c>`
      : `<c ${at} t="str">${formula}<v>${escaped(cell.value)}</v></c>`;
  };
  const sheetXml = ({ rows, merged = [] }: StoredSheet): string => {
    const width = Math.max(0, ...rows.map(({ length }) => length));
    const blank = (row: number) =>
      Array.from(
        { length: padding > 0 ? width : 0 },
        (_, column) => `<c r="${letter(column)}${row}" s="${DATE}"/>`,
      );
    const data = rows.map((cells, index) => {
      const row = index + 1;
      const filled = cells.map((cell, column) => cellXml(cell, `r="${letter(column)}${row}"`));
      const after = blank(row).slice(cells.length);
      return `<row r="${row}">${[...filled, ...after].join('')}</row>`;
    });
    const after = Array.from({ length: padding }, (_, index) => {
      const row = rows.length + index + 1;
      return `<row r="${row}">${blank(row).join('')}</row>`;
    });
    const merges = merged.map((ref) => `<mergeCell ref="${ref}"/>`).join('');
    return `<worksheet ${MAIN}><sheetData>${[...data, ...after].join('')}</sheetData>${merges && `<mergeCells>${merges}</mergeCells>`}</worksheet>`;
  };

  const parts: Record<string, string> = {};
  const relations: string[] = [];
  const relate = (type: string, path: string, xml: string) => {
    const id = `rId${relations.length + 1}`;
    parts[`xl/${path}`] = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${xml}`;
    relations.push(
      `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${absolute ? '/xl/' : ''}${path}"/>`,
    );
    return id;
  };
  const listed = sheets.map((sheet, index) => {
    const number = index + 1;
    const id = sheet.isChart
      ? relate('chartsheet', `chartsheets/sheet${number}.xml`, `<chartsheet ${MAIN}/>`)
      : relate('worksheet', `worksheets/sheet${number}.xml`, sheetXml(sheet));
    const state = sheet.state ? ` state="${sheet.state}"` : '';
    return `<sheet name="${escaped(sheet.name)}" sheetId="${number}"${state} r:id="${id}"/>`;
  });
  relate('styles', 'styles.xml', stylesXml(dateFormat));
  if (sharesTexts) {
    const items = texts.map((text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`);
    relate('sharedStrings', 'sharedStrings.xml', `<sst ${MAIN} count="9">${items.join('')}</sst>`);
  }
  const properties = countsFrom1904 ? '<workbookPr date1904="1"/>' : '<workbookPr/>';
  return zip({
    '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    'xl/workbook.xml': `<workbook ${MAIN} xmlns:r="${OFFICE}">${properties}<sheets>${listed.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${relations.join('')}</Relationships>`,
    ...parts,
  });
}

/** Formats of cells: general, date, time. cellStyleXfs has no formats of cells. */
function stylesXml(dateFormat: string): string {
  const formats = `<numFmts count="1"><numFmt numFmtId="164" formatCode="${dateFormat.replaceAll('"', '&quot;')}"/></numFmts>`;
  const xf = (id: number) => `<xf numFmtId="${id}" applyNumberFormat="1"/>`;
  const ids = { [GENERAL]: 0, [DATE]: 164, [TIME]: 20 };
  return `<styleSheet ${MAIN}>${formats}<cellStyleXfs>${xf(14)}${xf(9)}</cellStyleXfs><cellXfs>${Object.values(ids).map(xf).join('')}</cellXfs></styleSheet>`;
}

const letter = (column: number) => String.fromCharCode(65 + column);

/** A ZIP of texts. */
export function zip(parts: Record<string, string>): Promise<Buffer> {
  const file = new ZipFile();
  for (const [path, text] of Object.entries(parts)) file.addBuffer(Buffer.from(text), path);
  file.end();
  return buffer(file.outputStream);
}
