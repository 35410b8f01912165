import { type FontName, openFont, PLAIN, type Run, splitRuns, type Weight } from './fonts';
import { encodeWord, type Glyphs, showGlyphs } from './pdfkit-patches';
import { textString } from './structure';
import { palette } from './theme';

export type TextStyle = {
  /** Points. */
  size: number;
  weight?: Weight;
  color?: string;
  /** Proportional figures suit display sizes; everywhere else figures are tabular. */
  proportionalFigures?: boolean;
};

const AFTER_SPACE = /(?<= )/;
const graphemes = new Intl.Segmenter('en-AU', { granularity: 'grapheme' });
const wordSegmenter = new Intl.Segmenter('en-AU', { granularity: 'word' });

const MONTHS = 'January|February|March|April|May|June|July|August|September|October|November|December';
/** A line ends after a space, but for those of a date ("31 March 2026") … */
const AFTER_WORD = new RegExp(
  `(?<=[^\\S\u00a0\u202f])(?<!\\d\\s(?=(?:${MONTHS}) \\d{4}))(?<!\\d (?:${MONTHS})\\s(?=\\d{4}))`,
  'u',
);
/** … or after a hyphen between letters, but for those of email addresses. */
const AFTER_HYPHEN = /(?<=\p{L}-)(?=\p{L})/u;
const splitLine = (text: string): string[] =>
  text.split(AFTER_WORD).flatMap((word) => (word.includes('@') ? [word] : word.split(AFTER_HYPHEN)));

/** Places to break a word that is wider than a line, the gentlest first. */
const IN_WORDS = [/(?<=[./])(?=[\p{L}\p{N}])/u, /(?<=[_,;:?&=+-])(?=[\p{L}\p{N}])/u];
/** An email address is broken before its signs: a line that ends "@example." reads as the end of a sentence. */
const IN_ADDRESSES = [/(?=@)/u, /(?=\.[\p{L}\p{N}])/u, /(?=[_+-])/u];

/** The words of scripts that have no spaces, with the punctuation after each. */
function splitIntoWords(text: string): string[] {
  const parts = [''];
  for (const { segment, isWordLike } of wordSegmenter.segment(text)) {
    if (isWordLike && parts.at(-1)) parts.push('');
    parts[parts.length - 1] += segment;
  }
  return parts;
}

/** Reports repeat their words: so many are measured and encoded once. */
const MOST_WORDS = 10_000;
/** Text in other scripts is split into runs character by character, and measured several times before it is printed. */
const MOST_OTHERS = 1_000;

/** A word, the space after it included; or a run that must be shaped whole. Widths are in thousandths of the size. */
type Word = ReturnType<typeof encodeWord>;
type TextRun = Pick<Run, 'font' | 'source' | 'legible'> & { words: Word[]; width: number };

/** The words of a run as few pieces: those on the line are one, unless a word has glyphs off it. */
function piecesOf(words: Word[]): Glyphs[] {
  if (words.every(({ pieces }) => !pieces))
    return [{ x: 0, y: 0, glyphs: words.map(({ glyphs }) => glyphs).join('') }];
  let start = 0;
  return words.flatMap(({ glyphs, pieces = [{ x: 0, y: 0, glyphs }], width }) => {
    const placed = pieces.map((piece) => ({ ...piece, x: start + piece.x }));
    start += width;
    return placed;
  });
}

const sum = (parts: { width: number }[]) => parts.reduce((total, { width }) => total + width, 0);

const widthOf = (runs: TextRun[], { size }: TextStyle) => (sum(runs) * size) / 1000;

/** Measures, breaks and prints text in one document, each character in a font that has it. Lengths are in points. */
export function createTypesetter(pdf: PDFKit.PDFDocument) {
  const { selectFont, runsOf } = createRuns(pdf);
  const measure: MeasureWidth = (text, style) => widthOf(runsOf(text, style), style);
  const wrap = (text: string, style: TextStyle, width: number) => wrapText(measure, text, style, width);

  /** The text, or as much of it as fits in the width with an ellipsis. */
  function shorten(text: string, style: TextStyle, width: number): string {
    const whole = wrap(text, style, width);
    return whole.length === 1 ? text : `${wrap(text, style, width - measure('…', style))[0]}…`;
  }

  /** Prints one line. @param x its left edge @param baseline measured from the top of the page */
  const print = (text: string, x: number, baseline: number, style: TextStyle) =>
    printRuns(runsOf(text, style), x, baseline, style);

  function printRuns(runs: TextRun[], x: number, baseline: number, style: TextStyle) {
    let left = x;
    const { size, color = palette.ink } = style;
    for (const run of runs) {
      selectFont(run.font);
      const draw = () => {
        for (const { x, y, glyphs, actual } of piecesOf(run.words)) {
          const place = { x: left + (x * size) / 1000, baseline: baseline - (y * size) / 1000, size, color };
          drawAs(run.legible ? actual : undefined, () => showGlyphs(pdf, glyphs, place));
        }
      };
      drawAs(run.legible ? undefined : run.source, draw);
      left += (run.width * size) / 1000;
    }
  }

  function printRight(text: string, right: number, baseline: number, style: TextStyle) {
    const runs = runsOf(text, style);
    printRuns(runs, right - widthOf(runs, style), baseline, style);
  }

  /** Draws glyphs as a text that they do not spell, also for programs that know no tags. */
  function drawAs(text: string | undefined, draw: () => void) {
    if (text) pdf.addContent(`/Span <</ActualText ${textString(text)}>> BDC`);
    draw();
    if (text) pdf.addContent('EMC');
  }

  /** The text that the structure gives to readers for glyphs that do not spell it. */
  const actualText = (text: string): { actual?: string } =>
    splitRuns(text, 'regular').every(({ legible }) => legible) ? {} : { actual: text };

  return { measure, wrap, shorten, print, printRight, actualText };
}

/** Splits text into encoded runs, and keeps those of words and of text in other scripts. */
function createRuns(pdf: PDFKit.PDFDocument) {
  const registered = new Set<FontName>();
  const words = new Map<string, Word>();
  const others = new Map<string, TextRun[]>();

  function selectFont(name: FontName): void {
    if (!registered.has(name)) {
      // pdfkit takes an opened font as well; its types do not say so
      pdf.registerFont(name, openFont(name) as unknown as Buffer);
      registered.add(name);
    }
    pdf.font(name);
  }

  const wordOf = (font: FontName, text: string, isWhole: boolean): Word =>
    kept(words, MOST_WORDS, `${font} ${isWhole} ${text}`, () => {
      selectFont(font);
      return encodeWord(pdf, text, { isWhole });
    });

  const splitInto = (text: string, { weight = 'regular', proportionalFigures }: TextStyle): TextRun[] =>
    splitRuns(text, weight).map(({ font, text, rightToLeft, source, legible }) => {
      const isWhole = Boolean(rightToLeft || proportionalFigures);
      const words = (isWhole ? [text] : text.split(AFTER_SPACE)).map((part) => wordOf(font, part, isWhole));
      return { font, source, legible, words, width: sum(words) };
    });

  function runsOf(text: string, style: TextStyle): TextRun[] {
    if (PLAIN.test(text)) return splitInto(text, style);
    const key = `${style.weight} ${style.proportionalFigures} ${text}`;
    return kept(others, MOST_OTHERS, key, () => splitInto(text, style));
  }

  return { selectFont, runsOf };
}

/** Returns a map's value, or makes and keeps it; a full map is emptied. */
function kept<Value>(map: Map<string, Value>, most: number, key: string, make: () => Value): Value {
  let value = map.get(key);
  if (value === undefined) {
    if (map.size >= most) map.clear();
    value = make();
    map.set(key, value);
  }
  return value;
}

type MeasureWidth = (text: string, style: TextStyle) => number;

/** Breaks text into lines, no text lost: a word that is wider than a line by IN_WORDS, else where its script has words, else evenly. */
function wrapText(measure: MeasureWidth, text: string, style: TextStyle, width: number): string[] {
  /** Whether a piece still fits in a line after what is used of it, the space at its end left out. */
  const fits = (piece: string, used = 0) =>
    used + measure(piece, style) <= width || used + measure(piece.trimEnd(), style) <= width;
  if (fits(text)) return [text];
  const breakUp = (word: string, [place, ...rougher]: RegExp[]): string[] => {
    if (fits(word)) return [word];
    if (place) return word.split(place).flatMap((part) => breakUp(part, rougher));
    return splitIntoWords(word).flatMap((part) =>
      fits(part) ? part : splitEvenly(measure, part, style, width),
    );
  };
  const pieces = splitLine(text).flatMap((word) =>
    breakUp(word, word.includes('@') ? IN_ADDRESSES : IN_WORDS),
  );
  const lines = [''];
  let used = 0;
  for (const piece of pieces) {
    if (used > 0 && !fits(piece, used)) {
      lines.push('');
      used = 0;
    }
    lines[lines.length - 1] += piece;
    used += measure(piece, style);
  }
  return lines.map((line) => line.trimEnd());
}

/** Splits a word into as few parts as fit, about equally wide, so that no single letter is left over. */
function splitEvenly(measure: MeasureWidth, word: string, style: TextStyle, width: number): string[] {
  const characters = [...graphemes.segment(word)].map(({ segment }) => segment);
  const widths = characters.map((character) => measure(character, style));
  const total = widths.reduce((sum, wide) => sum + wide, 0);
  const fewest = Math.ceil(total / width);
  // letters of very different widths do not divide evenly: their lines are filled
  for (const count of [fewest, fewest + 1]) {
    const parts = Array<string>(count).fill('');
    let start = 0;
    characters.forEach((character, index) => {
      const wide = widths[index] ?? 0;
      parts[Math.min(count - 1, Math.floor(((start + wide / 2) * count) / total))] += character;
      start += wide;
    });
    if (parts.every((part) => measure(part, style) <= width)) return parts;
  }
  return characters;
}
