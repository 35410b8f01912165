import { buffer } from 'node:stream/consumers';
import { formatCount } from '@shared/figures';
import { PDFDocument } from 'pdf-lib';
import { AppError } from '../../../lib/errors';
import { drawContinued, drawHeading, drawNotice, drawStatement } from '../../../lib/pdf/blocks';
import { createDocument, type ReportDocument } from '../../../lib/pdf/document';
import { fillForm } from '../../../lib/pdf/form';
import { drawTextField, type TextField } from '../../../lib/pdf/form-field';
import { palette, sheet } from '../../../lib/pdf/theme';
import type { TextStyle } from '../../../lib/pdf/typesetter';
import type { AnnualReport } from '../annual/annual.view-model';
import { FORM_VALUES, type FormRow, type FormValue, formData } from './f5320.view-model';

/** More than Queensland has; each is two fields, which take memory until the form is saved. */
const MAX_ROWS = 4500;

/**
 * Form F5320 filled with the annual report; it stays fillable. The same report and logo give the same bytes.
 * @throws AppError for a report of more rows than a form may have
 */
export async function renderF5320(report: AnnualReport, logo?: Buffer): Promise<Uint8Array> {
  const { postcodes, suburbs } = report.sections;
  const rows = postcodes.rows.length + suburbs.rows.length;
  if (rows > MAX_ROWS) {
    const message = `The form has room for ${formatCount(MAX_ROWS)} postcodes and suburbs, and this year has ${formatCount(rows)}. Download the annual report instead.`;
    throw new AppError(422, 'form-too-long', message);
  }
  const form = await drawForm(report, logo);
  form.setModificationDate(report.madeAt);
  return form.save({ updateFieldAppearances: false });
}

const LABEL: TextStyle = { size: 7.5, color: palette.muted };
const VALUE_SIZE = 9.5;
const FIELD_LINE = 16;
const GAP = 12;
const ROW_SIZE = 8.5;
const ROW_LINE = 15;
const ROW_GAP = 2;
const TRIPS_WIDTH = 56;
const HEADER_HEIGHT = 14;
const HEADING_HEIGHT = 20;
const SPACE_AFTER = 16;
/** The total shares a page with the last rows. */
const TOTAL_HEIGHT = 32;

const SECTIONS = [
  { key: 'postcodes', letter: 'C', noun: 'Postcode', columnCount: 4 },
  { key: 'suburbs', letter: 'D', noun: 'Suburb', columnCount: 2 },
] as const;

type Sheets = ReturnType<typeof openSheets>;

function openSheets(report: AnnualReport, logo?: Buffer) {
  const { period, entityName, madeAt } = report;
  const document = createDocument({ title: 'Form F5320 Data', period, entityName, madeAt, logo });
  const filled: [name: string, text: string][] = [];
  return {
    document,
    drawField(field: TextField, text: string) {
      drawTextField(document, field);
      if (text) filled.push([field.name, text]);
    },
    async close(): Promise<PDFDocument> {
      document.end();
      const form = await PDFDocument.load(await buffer(document.pdf), { updateMetadata: false });
      await fillForm(form, filled);
      return form;
    },
  };
}

function drawForm(report: AnnualReport, logo?: Buffer) {
  const data = formData(report);
  const sheets = openSheets(report, logo);
  const { document } = sheets;
  const ask = (...names: FormValue[]) => drawValues(sheets, names, data.values);

  if (report.unfinished) drawStatement(document, report.unfinished);
  drawNotice(document, `${report.notice} Every field can be changed.`);
  drawHeading(document, { letter: 'A', text: 'Booking entity' });
  ask('companyName');
  ask('tradingName');
  ask('beaNumber', 'holderName');
  ask('contactEmail', 'contactPhone');
  document.skip(SPACE_AFTER);
  drawHeading(document, { letter: 'B', text: 'Reporting period' });
  ask('financialYear', 'periodFrom', 'periodTo', 'dueDate');
  if (report.nilStatement) ask('nilStatement');
  document.skip(SPACE_AFTER);
  for (const section of SECTIONS) {
    const { heading, note } = report.sections[section.key];
    const rows = data[section.key];
    drawRows(sheets, section, { heading, note, rows });
    drawTotal(sheets, `Total trips by ${section.noun.toLowerCase()}`, data.values.totalTrips);
  }
  return sheets.close();
}

/** Draws labelled fields side by side, as high as the longest value needs. */
function drawValues(sheets: Sheets, names: FormValue[], values: Record<FormValue, string>): void {
  const { document } = sheets;
  const width = (sheet.contentWidth - GAP * (names.length - 1)) / names.length;
  const lines = Math.max(...names.map((name) => linesOf(document, values[name], VALUE_SIZE, width)));
  const height = lines * FIELD_LINE + 2;
  document.ensureRoom(height + 18);
  names.forEach((name, index) => {
    const x = sheet.margin + index * (width + GAP);
    const label = FORM_VALUES[name];
    document.tag('P', () => document.type.print(label, x, document.y + 8, LABEL));
    const field = { name: label, x, y: document.y + 12, width, height, fontSize: VALUE_SIZE };
    sheets.drawField({ ...field, multiline: lines > 1 }, values[name]);
  });
  document.skip(height + 22);
}

/** How many lines a value takes in a field, with a margin, because viewers break lines differently. */
const linesOf = ({ type }: ReportDocument, text: string, size: number, width: number): number =>
  type.wrap(text, { size }, (width - 8) * 0.92).length;

type Rows = { heading: string; note: string; rows: FormRow[] };

function drawRows(
  sheets: Sheets,
  { letter, noun, columnCount }: (typeof SECTIONS)[number],
  { heading, note, rows }: Rows,
): void {
  const { document } = sheets;
  const { type } = document;
  const width = (sheet.contentWidth - GAP * (columnCount - 1)) / columnCount;
  const placeWidth = width - TRIPS_WIDTH - ROW_GAP;
  const sized = rows.map((row) => ({
    ...row,
    height: linesOf(document, row.place, ROW_SIZE, placeWidth) * ROW_LINE,
  }));
  const heights = sized.map(({ height }) => height);
  document.ensureRoom(HEADING_HEIGHT + HEADER_HEIGHT + Math.max(...heights.slice(0, 1), 0) + 4 * ROW_LINE);
  drawHeading(document, { letter, text: heading, note });

  let first = 0;
  while (first < rows.length) {
    const room = document.room - HEADER_HEIGHT - TOTAL_HEIGHT;
    const columns = layOutColumns(heights.slice(first), columnCount, room);
    const top = document.y + HEADER_HEIGHT;
    columns.forEach(({ from, to }, column) => {
      const x = sheet.margin + column * (width + GAP);
      document.tag('P', () => {
        type.print(noun, x, document.y + 8, LABEL);
        type.printRight('Trips', x + width - 3, document.y + 8, LABEL);
      });
      let y = top;
      for (const [index, { place, trips, height: full }] of sized.slice(first + from, first + to).entries()) {
        const height = full - ROW_GAP;
        const name = `${noun} ${first + from + index + 1}`;
        const common = { y, height, fontSize: ROW_SIZE };
        sheets.drawField({ ...common, name, x, width: placeWidth, multiline: height > ROW_LINE }, place);
        const right = { x: x + placeWidth + ROW_GAP, width: TRIPS_WIDTH, align: 'right' as const };
        const label = `Trips, ${name.toLowerCase()}`;
        sheets.drawField({ ...common, ...right, name: `${name} trips`, label }, trips);
        y += full;
      }
    });
    const used = columns.map(({ from, to }) => sum(heights.slice(first + from, first + to)));
    first += Math.max(...columns.map(({ to }) => to));
    document.skip(HEADER_HEIGHT + Math.max(...used));
    if (first < rows.length) {
      document.addPage();
      drawContinued(document, heading);
    }
  }
}

function drawTotal(sheets: Sheets, name: string, total: string): void {
  const { document } = sheets;
  const height = FIELD_LINE + 2;
  document.skip(6);
  document.rule(document.y, palette.ink);
  document.skip(6);
  const right = sheet.margin + sheet.contentWidth;
  const width = TRIPS_WIDTH + 20;
  document.tag('P', () =>
    document.type.print(name, sheet.margin, document.y + 12, { size: 9.5, weight: 'semibold' }),
  );
  const field = { name, x: right - width, y: document.y, width, height, fontSize: VALUE_SIZE };
  sheets.drawField({ ...field, align: 'right' }, total);
  document.skip(height + SPACE_AFTER + 6);
}

type Column = { from: number; to: number };

/** Even columns grow by so many points at a time, so many times at most, until all rows fit. */
const STEP = 15;
const MOST_STEPS = 8;

/** Assigns rows of these heights to columns as high as the room: as even as can be where all rows fit, else filled to the bottom. */
export function layOutColumns(heights: number[], columnCount: number, room: number): Column[] {
  const even = sum(heights) / columnCount;
  const limits = Array.from({ length: MOST_STEPS }, (_, tries) => even + tries * STEP).filter(
    (limit) => limit < room,
  );
  for (const limit of [...limits, room]) {
    const columns = fillColumns(heights, columnCount, limit);
    if (limit === room || columns.at(-1)?.to === heights.length) return columns;
  }
  return [];
}

function fillColumns(heights: number[], columnCount: number, limit: number): Column[] {
  const columns: Column[] = [];
  let used = 0;
  for (const [row, height] of heights.entries()) {
    const column = columns.at(-1);
    if (column && used + height <= limit + 0.01) {
      column.to = row + 1;
      used += height;
      continue;
    }
    // a row that is taller than a column is drawn anyway, in the first one: its page has the most room
    if (columns.length === columnCount || (column && height > limit)) break;
    columns.push({ from: row, to: row + 1 });
    used = height;
  }
  return columns;
}

const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0);
