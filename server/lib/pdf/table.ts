import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
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

type Cell = { text: string; lines: string[]; share?: number };

const HEADING: TextStyle = { size: 12.5, weight: 'semibold', proportionalFigures: true };
const NOTE: TextStyle = { size: 8.5, color: palette.muted };
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

  const columns = placeColumns();
  const header = table.columns.map((column, index) => wrap(column.header, index, styles.header));
  const total = table.total?.map((text, index) => wrap(text, index, styles.total));
  const totalHeight = total ? heightOf(total) : 0;

  function placeColumns() {
    const parts = table.columns.reduce((sum, { weight }) => sum + weight, 0);
    const width = sheet.contentWidth - gap * (table.columns.length - 1);
    let left = sheet.margin;
    return table.columns.map(({ weight, align = 'left' }) => {
      const column = { left, width: (width * weight) / parts, align };
      left += column.width + gap;
      return column;
    });
  }

  function wrap(text: string, index: number, style: TextStyle): Cell {
    return { text, lines: type.wrap(text, style, columns[index]?.width ?? 0) };
  }

  function heightOf(cells: Cell[]): number {
    return Math.max(1, ...cells.map(({ lines }) => lines.length)) * lineHeight + 2 * padding;
  }

  async function* cellsOfRows(): AsyncGenerator<Cell[]> {
    for await (const row of table.rows) {
      if (pdf.destroyed) return;
      yield table.columns.map((column, index) => ({
        ...wrap(column.value(row), index, styles.body),
        share: column.share?.(row),
      }));
    }
  }

  function drawHeading(): void {
    document.tag('H2', () => type.print(table.heading, sheet.margin, document.y + 11, HEADING));
    const { note } = table;
    if (note) {
      const right = sheet.margin + sheet.contentWidth;
      document.tag('P', () => type.print(note, right, document.y + 11, NOTE, 'right'));
    }
    document.skip(HEADING_HEIGHT);
  }

  function printCell({ lines }: Cell, index: number, style: TextStyle): void {
    const column = columns[index];
    if (!column) return;
    const x = column.align === 'right' ? column.left + column.width : column.left;
    lines.forEach((line, number) => {
      type.print(line, x, document.y + padding + ascent + number * lineHeight, style, column.align);
    });
  }

  function tagRow(cells: Cell[], style: TextStyle, kind: 'TH' | 'TD'): void {
    const row = document.tag('TR', undefined, {}, element);
    const scope = kind === 'TH' ? ({ scope: 'Column' } as const) : {};
    const elements = cells.map((cell, index) => {
      const draw = () => printCell(cell, index, style);
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
        for (const [index, cell] of bottomAligned.entries()) printCell(cell, index, styles.header);
      }, 'Pagination');
    } else {
      tagRow(bottomAligned, styles.header, 'TH');
    }
    document.skip(height);
    document.rule(document.y, palette.muted);
  }

  function drawBars(cells: Cell[]): void {
    cells.forEach(({ share }, index) => {
      const column = columns[index];
      if (!share || !column) return;
      const length = Math.max(0.5, (column.width - FIGURE_WIDTH) * share);
      const top = document.y + padding + ascent - 3 - BAR_HEIGHT / 2;
      document.decorate(() => pdf.rect(column.left, top, length, BAR_HEIGHT).fill(palette.tint));
    });
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
    const fitting = isTaller ? cells.map(({ lines }) => partOf(lines.slice(0, lineCount))) : cells;
    drawBars(fitting);
    tagRow(fitting, styles.body, 'TD');
    document.skip(heightOf(fitting));
    document.rule(document.y);
    if (isTaller) {
      const rest = cells.map(({ lines }) => partOf(lines.slice(lineCount)));
      await drawRow(rest, roomAfter);
    }
  }

  const rows = cellsOfRows();
  const first = await rows.next();
  if (first.done) {
    document.ensureRoom(HEADING_HEIGHT + lineHeight);
    drawHeading();
    document.tag('P', () => type.print(table.empty, sheet.margin, document.y + ascent, NOTE));
    document.skip(lineHeight + SPACE_AFTER);
    return;
  }
  const second = await rows.next();
  const secondHeight = second.done ? totalHeight : heightOf(second.value);
  document.ensureRoom(HEADING_HEIGHT + heightOf(header) + heightOf(first.value) + secondHeight);
  drawHeading();
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

/** A part of a cell that had to be divided. */
function partOf(lines: string[]): Cell {
  return { text: lines.join(' '), lines };
}
