import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { drawContinued, drawHeading, drawNotice, NOTICE } from './blocks';
import type { ReportDocument } from './document';
import { palette, sheet } from './theme';
import type { TextStyle } from './typesetter';

export type Column<Row> = {
  header: string;
  /** This column's part of the width, relative to the other columns' parts. */
  weight?: number;
  align?: 'left' | 'right';
  value: (row: Row) => string;
  /** The length of a bar before the figure, from 0 to 1. */
  share?: (row: Row) => number;
  /** Prints long text under the row's other cells, as wide as they are from the second on. The column needs no weight. */
  isBelow?: boolean;
};

export type Table<Row> = {
  heading: string;
  note?: string;
  columns: Column<Row>[];
  rows: Iterable<Row> | AsyncIterable<Row>;
  /** The cells of a closing row, one for each column. */
  total?: string[] | null;
  /** Printed in two lines at most under the last row, on its page. */
  remark?: string | null;
  /** Printed in place of a table without rows. */
  empty: string;
  /** Smaller and closer, for thousands of rows. */
  dense?: boolean;
};

type CellBox = { left: number; width: number; align?: 'left' | 'right'; isBelow?: boolean };
type Cell = CellBox & { text: string; lines: string[]; share?: number };
type TextOf<Row> = (column: Column<Row>, index: number) => string;

const HEADING_HEIGHT = 24;
const SPACE_AFTER = 28;
const REMARK_HEIGHT = 32;

const ROOMY = { size: 9, headerSize: 8, lineHeight: 12, ascent: 9, padding: 4, gap: 12 };
const DENSE = { size: 8, headerSize: 7.5, lineHeight: 10.5, ascent: 8, padding: 2.75, gap: 8 };

const BAR_HEIGHT = 4;
const FIGURE_WIDTH = 40;
const MOST_UNREAD_BYTES = 256 * 1024;
/** The most rows that stay on one page where it has room for them. */
const MOST_TOGETHER = 12;
/** The part of a page that may stay empty so that a table is not divided. */
const MOST_EMPTY = 0.25;

/**
 * Draws a heading and its table, row by row as the rows come. A table of few rows stays on one page where that leaves little of a page
 * empty, else the heading stays with the first two rows and the total with the last one.
 * Lets other work run between pages, waits where the reader of the file is behind, and stops when it has gone.
 */
export async function drawTable<Row>(document: ReportDocument, table: Table<Row>): Promise<void> {
  const heading = { text: table.heading, note: table.note };
  const look = lookOf(document, table);
  const rows = wrappedRows(document, table, look);
  const first = await firstOf(rows, MOST_TOGETHER + 1);
  let [last] = first;
  if (!last) {
    document.ensureRoom(HEADING_HEIGHT + look.lineHeight);
    drawHeading(document, heading, HEADING_HEIGHT);
    const baseline = document.y + look.ascent;
    document.tag('P', () => document.type.print(table.empty, sheet.margin, baseline, NOTICE));
    document.skip(look.lineHeight + SPACE_AFTER);
    return;
  }
  document.ensureRoom(roomToBegin(document, look, first));
  drawHeading(document, heading, HEADING_HEIGHT);
  const drawing = beginTable(document, table.heading, look);
  async function* followingRows() {
    yield* first.slice(1);
    yield* rows;
  }
  for await (const next of followingRows()) {
    await drawing.drawRow(last, 0);
    last = next;
  }
  await drawing.drawRow(last, look.closingHeight);
  drawing.end();
  if (table.remark) {
    document.skip(REMARK_HEIGHT - 24);
    drawNotice(document, table.remark);
  } else document.skip(SPACE_AFTER);
}

type Look<Row> = ReturnType<typeof lookOf<Row>>;

/** The sizes and styles of a table, where its columns are, and its first and last row. */
function lookOf<Row>({ type }: ReportDocument, table: Table<Row>) {
  const sizes = table.dense ? DENSE : ROOMY;
  const columns = placeColumns(table.columns, sizes.gap);
  const styles = {
    header: { size: sizes.headerSize, weight: 'semibold', color: palette.muted },
    body: { size: sizes.size },
    total: { size: sizes.size, weight: 'semibold' },
  } satisfies Record<string, TextStyle>;

  /** Wraps a row's cells; a cell below the others begins under their last line. */
  function wrapRow(textOf: TextOf<Row>, style: TextStyle): Cell[] {
    const cells = columns.map((column, index) => {
      const { left, width, align, isBelow } = column;
      const text = textOf(column, index);
      return { left, width, align, isBelow, text, lines: type.wrap(text, style, width) };
    });
    const above = lineCountOf(cells.filter(({ isBelow }) => !isBelow));
    return cells.map((cell) => (cell.isBelow && cell.text ? movedDown(cell, above) : cell));
  }

  const heightOf = (cells: Cell[]) =>
    cells.length === 0 ? 0 : lineCountOf(cells) * sizes.lineHeight + 2 * sizes.padding;
  const header = bottomAligned(wrapRow((column) => column.header, styles.header));
  const total = table.total ? wrapRow((_, index) => table.total?.[index] ?? '', styles.total) : [];
  const closingHeight = heightOf(total) + (table.remark ? REMARK_HEIGHT : 0);
  return { ...sizes, columns, styles, wrapRow, heightOf, header, total, closingHeight };
}

async function* wrappedRows<Row>(
  { pdf }: ReportDocument,
  { rows }: Table<Row>,
  { columns, styles, wrapRow }: Look<Row>,
): AsyncGenerator<Cell[]> {
  for await (const row of rows) {
    if (pdf.destroyed) return;
    const cells = wrapRow((column) => column.value(row), styles.body);
    yield cells.map((cell, index) => ({ ...cell, share: columns[index]?.share?.(row) }));
  }
}

async function firstOf<Item>(items: AsyncGenerator<Item>, most: number): Promise<Item[]> {
  const first: Item[] = [];
  while (first.length < most) {
    const next = await items.next();
    if (next.done) break;
    first.push(next.value);
  }
  return first;
}

/** The room that a table begins with, its heading included: all of it where it is short, else that of two rows. */
function roomToBegin<Row>(document: ReportDocument, look: Look<Row>, first: Cell[][]): number {
  const heightWith = (rows: Cell[][]) =>
    [look.header, ...rows].reduce((height, cells) => height + look.heightOf(cells), HEADING_HEIGHT);
  const isAll = first.length <= MOST_TOGETHER;
  const whole = isAll ? heightWith(first) + look.closingHeight : Number.POSITIVE_INFINITY;
  const isCheap = document.room <= document.pageRoom * MOST_EMPTY;
  if ((whole <= document.pageRoom && isCheap) || whole <= document.room || first.length === 1) return whole;
  return heightWith(first.slice(0, 2));
}

/** Opens a table with its header, which each of its pages repeats. */
function beginTable<Row>(document: ReportDocument, heading: string, look: Look<Row>) {
  const { pdf } = document;
  const { header, heightOf, lineHeight, padding, styles, total } = look;
  const element = document.group('Table');
  let part: ReturnType<typeof document.group> | undefined;

  /** @param scope of a header row's cells; else the row's first cell names the row */
  function tagRow(cells: Cell[], style: TextStyle, scope?: 'Column'): void {
    part ??= document.group(scope ? 'THead' : 'TBody', element);
    const row = document.group('TR', part);
    cells.forEach((cell, index) => {
      const names = scope ?? (index === 0 && cell.text ? 'Row' : undefined);
      const draw = cell.text ? () => printCell(document, look, cell, style) : undefined;
      document.tag(names ? 'TH' : 'TD', draw, { scope: names, ...document.type.actualText(cell.text) }, row);
    });
    row.end();
  }

  /** The rows of each page are their own part: who reads a page need not go through those of all pages. */
  function endPart(): void {
    part?.end();
    part = undefined;
  }

  function skipHeader(): void {
    document.skip(heightOf(header));
    document.rule(document.y, palette.muted);
    endPart();
  }

  async function turnPage(): Promise<void> {
    await nextTurn();
    while (pdf.readableLength > MOST_UNREAD_BYTES && !pdf.destroyed) await sleep(5);
    document.addPage();
    drawContinued(document, heading);
    document.decorate(() => {
      for (const cell of header) printCell(document, look, cell, styles.header);
    }, 'Pagination');
    skipHeader();
  }

  async function drawRow(cells: Cell[], roomAfter: number): Promise<void> {
    if (heightOf(cells) + roomAfter > document.room) await turnPage();
    const lineCount = Math.floor((document.room - roomAfter - 2 * padding) / lineHeight);
    const isTaller = cells.some(({ lines }) => lines.length > lineCount);
    const fitting = isTaller ? cells.map((cell) => partOf(cell, 0, lineCount)) : cells;
    drawBars(document, look, fitting);
    tagRow(fitting, styles.body);
    document.skip(heightOf(fitting));
    document.rule(document.y);
    if (isTaller) {
      const rest = cells.map((cell) => partOf(cell, lineCount));
      await drawRow(rest, roomAfter);
    }
  }

  function end(): void {
    if (total.length > 0) {
      document.rule(document.y, palette.ink);
      tagRow(total, styles.total);
      document.skip(heightOf(total));
    }
    endPart();
    element.end();
  }

  tagRow(header, styles.header, 'Column');
  skipHeader();
  return { drawRow, end };
}

type Sizes = Pick<typeof ROOMY, 'padding' | 'ascent' | 'lineHeight'>;

function printCell({ type, y }: ReportDocument, sizes: Sizes, cell: Cell, rowStyle: TextStyle): void {
  const { lines, left, width, align, isBelow } = cell;
  const style = isBelow ? { ...rowStyle, color: palette.muted } : rowStyle;
  lines.forEach((line, number) => {
    if (!line) return;
    const baseline = y + sizes.padding + sizes.ascent + number * sizes.lineHeight;
    if (align === 'right') type.printRight(line, left + width, baseline, style);
    else type.print(line, left, baseline, style);
  });
}

function drawBars(document: ReportDocument, { padding, ascent }: Sizes, cells: Cell[]): void {
  const top = document.y + padding + ascent - 3 - BAR_HEIGHT / 2;
  for (const { share, left, width } of cells) {
    if (!share) continue;
    const length = Math.max(0.5, (width - FIGURE_WIDTH) * share);
    document.decorate(() => document.pdf.rect(left, top, length, BAR_HEIGHT).fill(palette.tint));
  }
}

/** Some lines of a cell that had to be divided; a bar is not drawn twice. */
function partOf(cell: Cell, from: number, to?: number): Cell {
  const lines = cell.lines.slice(from, to);
  return { ...cell, text: lines.join(' ').trim(), lines, share: undefined };
}

const lineCountOf = (cells: Cell[]) => Math.max(1, ...cells.map(({ lines }) => lines.length));

const movedDown = (cell: Cell, lineCount: number): Cell => ({
  ...cell,
  lines: [...Array<string>(lineCount).fill(''), ...cell.lines],
});

/** Aligns a row's cells side by side, all ending with its last line. */
function bottomAligned(cells: Cell[]): Cell[] {
  const lineCount = lineCountOf(cells.filter(({ isBelow }) => !isBelow));
  return cells.map((cell) => (cell.isBelow ? cell : movedDown(cell, lineCount - cell.lines.length)));
}

function placeColumns<Row>(columns: Column<Row>[], gap: number): (Column<Row> & CellBox)[] {
  const other = columns.filter(({ isBelow }) => !isBelow);
  const weights = other.reduce((sum, { weight = 0 }) => sum + weight, 0);
  const textWidth = sheet.contentWidth - gap * (other.length - 1);
  const right = sheet.margin + sheet.contentWidth;
  let left = sheet.margin;
  let second = left;
  return columns.map((column, index) => {
    if (index === 1) second = left;
    if (column.isBelow) return { ...column, left: second, width: right - second };
    const placed = { ...column, left, width: (textWidth * (column.weight ?? 0)) / weights };
    left += placed.width + gap;
    return placed;
  });
}
