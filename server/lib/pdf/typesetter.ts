import { type FontName, openFont, splitRuns, type Weight } from './fonts';
import { showGlyphs } from './pdfkit-patches';
import { palette } from './theme';

export type TextStyle = {
  /** In points. */
  size: number;
  weight?: Weight;
  color?: string;
  /** For figures in display sizes; everywhere else they are tabular. */
  proportionalFigures?: boolean;
};

const graphemes = new Intl.Segmenter('en-AU', { granularity: 'grapheme' });

const widthOf = (runs: { width: number }[]) => runs.reduce((sum, { width }) => sum + width, 0);

/** Measures, breaks and prints text in one document, each character in a font that has it. Lengths are in points. */
export function createTypesetter(pdf: PDFKit.PDFDocument) {
  const registered = new Set<FontName>();

  function selectFont(name: FontName, size: number): void {
    if (!registered.has(name)) {
      // pdfkit takes an opened font as well; its types do not say so
      pdf.registerFont(name, openFont(name) as unknown as Buffer);
      registered.add(name);
    }
    pdf.font(name).fontSize(size);
  }

  function runsOf(text: string, style: TextStyle) {
    return splitRuns(text, style.weight ?? 'regular').map((run) => {
      const features: [] | undefined = run.rightToLeft || style.proportionalFigures ? [] : undefined;
      selectFont(run.font, style.size);
      return { ...run, features, width: pdf.widthOfString(run.text, { features }) };
    });
  }

  /** The width of the text on one line. */
  function measure(text: string, style: TextStyle): number {
    return widthOf(runsOf(text, style));
  }

  /** Breaks text between words or after hyphens, and inside a word that is wider than a line; no text is lost. */
  function wrap(text: string, style: TextStyle, width: number): string[] {
    const fits = (line: string) => measure(line.trimEnd(), style) <= width;
    if (fits(text)) return [text];
    const lines = [''];
    let used = 0;
    for (const word of text.split(/(?<=[\s-])/u)) {
      const pieces = fits(word) ? [word] : [...graphemes.segment(word)].map(({ segment }) => segment);
      for (const piece of pieces) {
        if (used > 0 && used + measure(piece.trimEnd(), style) > width) {
          lines.push('');
          used = 0;
        }
        lines[lines.length - 1] += piece;
        used += measure(piece, style);
      }
    }
    return lines.map((line) => line.trimEnd());
  }

  /** The text, or as much of it as fits in the width with an ellipsis. */
  function shorten(text: string, style: TextStyle, width: number): string {
    const whole = wrap(text, style, width);
    return whole.length === 1 ? text : `${wrap(text, style, width - measure('…', style))[0]}…`;
  }

  /**
   * Prints one line.
   * @param x the line's left edge
   * @param baseline measured from the top of the page
   */
  function print(text: string, x: number, baseline: number, style: TextStyle) {
    printRuns(runsOf(text, style), x, baseline, style);
  }

  /** Prints one line that ends at `right`; as `print` otherwise. */
  function printRight(text: string, right: number, baseline: number, style: TextStyle) {
    const runs = runsOf(text, style);
    printRuns(runs, right - widthOf(runs), baseline, style);
  }

  function printRuns(runs: ReturnType<typeof runsOf>, x: number, baseline: number, style: TextStyle) {
    let left = x;
    const { size, color = palette.ink } = style;
    for (const { font, text, features, width } of runs) {
      selectFont(font, size);
      if (!showGlyphs(pdf, text, { x: left, baseline, size, color, features })) {
        pdf.fillColor(color);
        pdf.text(text, left, baseline, { lineBreak: false, baseline: 'alphabetic', features });
      }
      left += width;
    }
  }

  /** What the structure must say of a text whose glyphs do not: a reader is told the text itself. */
  function actualText(text: string): { actual?: string } {
    return splitRuns(text, 'regular').every(({ legible }) => legible) ? {} : { actual: text };
  }

  return { measure, wrap, shorten, print, printRight, actualText };
}
