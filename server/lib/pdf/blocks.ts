import type { ReportDocument } from './document';
import { palette, sheet } from './theme';
import type { TextStyle } from './typesetter';

type Detail = { label: string; value: string };
export type Figure = Detail & { unit?: string };

const ENTITY: TextStyle = { size: 14, weight: 'semibold' };
const SUBTITLE: TextStyle = { size: 9.5, color: palette.muted };
const LABEL: TextStyle = { size: 7.5, color: palette.muted };
const VALUE: TextStyle = { size: 9.5 };
const FIGURE: TextStyle = { size: 23, weight: 'semibold', color: palette.brand, proportionalFigures: true };
const UNIT: TextStyle = { size: 10, color: palette.brand };
const STATEMENT: TextStyle = { size: 11, weight: 'semibold', proportionalFigures: true };
const HEADING: TextStyle = { size: 12.5, weight: 'semibold', proportionalFigures: true };
const CONTINUED: TextStyle = { size: 9, weight: 'semibold', proportionalFigures: true };
export const NOTICE: TextStyle = { size: 8.5, color: palette.muted };

const DETAIL_COLUMNS = 3;
const GAP = 16;
const UNIT_GAP = 3;
const VALUE_LINE = 12.5;
const LETTER_WIDTH = 18;

/** Draws whom the report is about: a name, a line under it, and details in three columns. */
export function drawEntity(
  document: ReportDocument,
  name: string,
  subtitle: string | null,
  details: Detail[],
): void {
  drawLines(document, name, ENTITY, { lineHeight: 18 });
  document.skip(2);
  if (subtitle) drawLines(document, subtitle, SUBTITLE, { lineHeight: 13 });
  document.skip(12);
  const width = (sheet.contentWidth - GAP * (DETAIL_COLUMNS - 1)) / DETAIL_COLUMNS;
  const { type } = document;
  for (let start = 0; start < details.length; start += DETAIL_COLUMNS) {
    const row = details.slice(start, start + DETAIL_COLUMNS).map(({ label, value }) => ({
      label,
      lines: type.wrap(value, VALUE, width),
      ...type.actualText(`${label} ${value}`),
    }));
    row.forEach(({ label, lines, actual }, index) => {
      const x = sheet.margin + index * (width + GAP);
      const draw = () => {
        type.print(label, x, document.y + 7, LABEL);
        for (const [number, line] of lines.entries())
          type.print(line, x, document.y + 20 + number * VALUE_LINE, VALUE);
      };
      document.tag('P', draw, { actual });
    });
    document.skip(22 + Math.max(...row.map(({ lines }) => lines.length)) * VALUE_LINE);
  }
}

/** Draws the few figures that matter most in one row, as large as the longest allows. */
export function drawFigures(document: ReportDocument, figures: Figure[]): void {
  const { type } = document;
  document.skip(2);
  document.rule(document.y);
  document.skip(20);
  const width = sheet.contentWidth / figures.length;
  const widthOf = ({ value, unit }: Figure) =>
    type.measure(value, FIGURE) + (unit ? UNIT_GAP + type.measure(unit, UNIT) : 0);
  const widest = Math.max(...figures.map(widthOf));
  const style = { ...FIGURE, size: FIGURE.size * Math.min(1, (width - GAP) / widest) };
  figures.forEach(({ label, value, unit }, index) => {
    const x = sheet.margin + index * width;
    document.tag('P', () => {
      type.print(label, x, document.y + 32, LABEL);
      type.print(value, x, document.y + 17, style);
      if (unit) type.print(unit, x + type.measure(value, style) + UNIT_GAP, document.y + 17, UNIT);
    });
  });
  document.skip(50);
  document.rule(document.y);
  document.skip(18);
}

export function drawStatement(document: ReportDocument, text: string): void {
  document.skip(4);
  const top = document.y;
  drawLines(document, text, STATEMENT, { lineHeight: 16, indent: 14 });
  const height = document.y - top;
  document.decorate(() => document.pdf.rect(sheet.margin, top, 2.5, height).fill(palette.brand));
  document.skip(20);
}

/** Draws a section's heading. @param height from its top to what follows, in points */
export function drawHeading(
  document: ReportDocument,
  { letter, text, note }: { letter?: string; text: string; note?: string },
  height = 20,
): void {
  const { type } = document;
  const baseline = document.y + 11;
  const indent = letter ? LETTER_WIDTH : 0;
  document.tag('H2', () => {
    if (letter) type.print(letter, sheet.margin, baseline, { ...HEADING, color: palette.brand });
    type.print(text, sheet.margin + indent, baseline, HEADING);
  });
  if (note)
    document.tag('P', () => type.printRight(note, sheet.margin + sheet.contentWidth, baseline, NOTICE));
  document.skip(height);
}

/** Repeats the section's heading at the top of a further page; tags leave the repetition out. */
export function drawContinued(document: ReportDocument, heading: string): void {
  document.decorate(() => {
    document.type.print(`${heading}, continued`, sheet.margin, document.y + CONTINUED.size, CONTINUED);
  }, 'Pagination');
  document.skip(16);
}

export function drawNotice(document: ReportDocument, text: string): void {
  drawLines(document, text, NOTICE, { lineHeight: 12 });
  document.skip(24);
}

/** Draws paragraphs, each of which stays on one page. */
export function drawParagraphs(document: ReportDocument, paragraphs: readonly string[]): void {
  for (const text of paragraphs) {
    document.ensureRoom(document.type.wrap(text, VALUE, sheet.contentWidth).length * VALUE_LINE);
    drawLines(document, text, VALUE, { lineHeight: VALUE_LINE });
    document.skip(6);
  }
  document.skip(14);
}

function drawLines(
  document: ReportDocument,
  text: string,
  style: TextStyle,
  { lineHeight, indent = 0 }: { lineHeight: number; indent?: number },
) {
  const { type } = document;
  const lines = type.wrap(text, style, sheet.contentWidth - indent);
  const draw = () => {
    for (const [number, line] of lines.entries())
      type.print(line, sheet.margin + indent, document.y + style.size + number * lineHeight, style);
  };
  document.tag('P', draw, type.actualText(text));
  document.skip(lines.length * lineHeight);
}
