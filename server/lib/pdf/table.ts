import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { drawHeading, NOTICE } from './blocks';
import type { ReportDocument } from './document';
import { releaseElement } from './pdfkit-patches';
import { palette, sheet } from './theme';
import type { TextStyle } from './typesetter';

export type Column<Row> = {
  header: string;
  /** This column's part of the width, relative to the other columns' parts. */
  weight: number;
  align?: 'left' | 'right';
  value: (row: Row) => string;
  /** From 0 to 1: the length of a bar before the figure. */
  share?: (row: Row) => number;
};

export type Table<Row> = {
  heading: string;
  /** Printed beside the heading. */
  note?: string;
  columns: Column<Row>[];
  rows: Iterable<Row> | AsyncIterable<Row>;
  /** The cells of a closing row, one for each column. */
  total?: string[];
  /** Printed in place of a table without rows. */
  empty: string;
  /** Smaller and closer, for thousands of rows. */
  dense?: boolean;
};

type Place = { left: number; width: number; align?: 'left' | 'right' };
type Cell = Place & { text: string; lines: string[]; share?: number };

const HEADING_HEIGHT = 24;
const SPACE_AFTER = 28;

const ROOMY = { size: 9, headerSize: 8, lineHeight: 12, ascent: 9, padding: 4, gap: 12 };
const DENSE = { size: 8, headerSize: 7.5, lineHeight: 10.5, ascent: 8, padding: 2.75, gap: 8 };

const BAR_HEIGHT = 4;
const FIGURE_WIDTH = 40;
const MOST_UNREAD_BYTES = 256 * 1024;

/**
 * Draws a heading and its table, row by row as the rows come. A row is never split between pages unless it is taller than
 * one; the header row is repeated on each page; the heading stays with the first two rows and the total with the last one.
 * Lets other work run between pages, waits where the reader of the file is behind, and stops when it has gone.
 */
export async function drawTable<Row>(document: ReportDocument, table: Table<Row>): Promise<void> {
  const { pdf, type } = document;
  const { size, headerSize, lineHeight, ascent, padding, gap } = table.dense ? DENSE : ROOMY;
  const styles = {
    header: { size: headerSize, weight: 'semibold', color: palette.muted },
    body: { size },
    total: { size, weight: 'semibold' },
  } satisfies Record<string, TextStyle>;

  const parts = table.columns.reduce((sum, { weight }) => sum + weight, 0);
  const textWidth = sheet.contentWidth - gap * (table.columns.length - 1);
  let left = sheet.margin;
  const columns = table.columns.map((column) => {
    const placed = { ...column, left, width: (textWidth * column.weight) / parts };
    left += placed.width + gap;
    return placed;
  });
  const header = columns.map((column) => wrap(column.header, column, styles.header));
  const total =
    table.total && columns.map((column, index) => wrap(table.total?.[index] ?? '', column, styles.total));
  const totalHeight = total ? heightOf(total) : 0;

  function wrap(text: string, { left, width, align }: Place, style: TextStyle): Cell {
    return { left, width, align, text, lines: type.wrap(text, style, width) };
  }

  function heightOf(cells: Cell[]): number {
    return Math.max(1, ...cells.map(({ lines }) => lines.length)) * lineHeight + 2 * padding;
  }

  async function* cellsOfRows(): AsyncGenerator<Cell[]> {
    for await (const row of table.rows) {
      if (pdf.destroyed) return;
      yield columns.map((column) => ({
        ...wrap(column.value(row), column, styles.body),
        share: column.share?.(row),
      }));
    }
  }

  function printCell({ lines, left, width, align }: Cell, style: TextStyle): void {
    lines.forEach((line, number) => {
      const baseline = document.y + padding + ascent + number * lineHeight;
      if (align === 'right') type.printRight(line, left + width, baseline, style);
      else type.print(line, left, baseline, style);
    });
  }

  function tagRow(cells: Cell[], style: TextStyle, kind: 'TH' | 'TD'): void {
    const row = document.tag('TR', undefined, {}, element);
    const scope = kind === 'TH' ? ({ scope: 'Column' } as const) : {};
    const elements = cells.map((cell) => {
      const draw = () => printCell(cell, style);
      return document.tag(kind, draw, { ...scope, ...type.actualText(cell.text) }, row);
    });
    row.end();
    for (const written of [row, ...elements]) releaseElement(written);
  }

  function drawHeader(repeated: boolean): void {
    const height = heightOf(header);
    const bottomAligned = header.map((cell) => ({
      ...cell,
      lines: [...Array<string>((height - heightOf([cell])) / lineHeight).fill(''), ...cell.lines],
    }));
    if (repeated) {
      document.decorate(() => {
        for (const cell of bottomAligned) printCell(cell, styles.header);
      }, 'Pagination');
    } else {
      tagRow(bottomAligned, styles.header, 'TH');
    }
    document.skip(height);
    document.rule(document.y, palette.muted);
  }

  function drawBars(cells: Cell[]): void {
    const top = document.y + padding + ascent - 3 - BAR_HEIGHT / 2;
    for (const { share, left, width } of cells) {
      if (!share) continue;
      const length = Math.max(0.5, (width - FIGURE_WIDTH) * share);
      document.decorate(() => pdf.rect(left, top, length, BAR_HEIGHT).fill(palette.tint));
    }
  }

  async function turnPage(): Promise<void> {
    await nextTurn();
    while (pdf.readableLength > MOST_UNREAD_BYTES && !pdf.destroyed) await sleep(5);
    document.addPage();
    drawHeader(true);
  }

  async function drawRow(cells: Cell[], roomAfter: number): Promise<void> {
    if (heightOf(cells) + roomAfter > document.room) await turnPage();
    const lineCount = Math.floor((document.room - roomAfter - 2 * padding) / lineHeight);
    const isTaller = cells.some(({ lines }) => lines.length > lineCount);
    const fitting = isTaller ? cells.map((cell) => partOf(cell, 0, lineCount)) : cells;
    drawBars(fitting);
    tagRow(fitting, styles.body, 'TD');
    document.skip(heightOf(fitting));
    document.rule(document.y);
    if (isTaller) {
      const rest = cells.map((cell) => partOf(cell, lineCount));
      await drawRow(rest, roomAfter);
    }
  }

  const heading = { text: table.heading, note: table.note };
  const rows = cellsOfRows();
  const first = await rows.next();
  if (first.done) {
    document.ensureRoom(HEADING_HEIGHT + lineHeight);
    drawHeading(document, heading, HEADING_HEIGHT);
    document.tag('P', () => type.print(table.empty, sheet.margin, document.y + ascent, NOTICE));
    document.skip(lineHeight + SPACE_AFTER);
    return;
  }
  const second = await rows.next();
  const secondHeight = second.done ? totalHeight : heightOf(second.value);
  document.ensureRoom(HEADING_HEIGHT + heightOf(header) + heightOf(first.value) + secondHeight);
  drawHeading(document, heading, HEADING_HEIGHT);
  const element = document.tag('Table');
  drawHeader(false);

  let last = first.value;
  for (let next = second; !next.done; next = await rows.next()) {
    await drawRow(last, 0);
    last = next.value;
  }
  await drawRow(last, totalHeight);
  if (total) {
    document.rule(document.y, palette.ink);
    tagRow(total, styles.total, 'TD');
    document.skip(totalHeight);
  }
  element.end();
  document.skip(SPACE_AFTER);
}

/** Some lines of a cell that had to be divided; a bar is not drawn twice. */
function partOf(cell: Cell, from: number, to?: number): Cell {
  const lines = cell.lines.slice(from, to);
  return { ...cell, text: lines.join(' '), lines, share: undefined };
}
