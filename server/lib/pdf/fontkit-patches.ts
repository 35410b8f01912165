/*
 * Every change to fontkit's own behaviour. They reach into private parts of 2.0.4, whose version is pinned;
 * fontkit-patches.test.ts fails when one is no longer needed or no longer takes. Figures: docs/decisions/0005-pdf-typesetter.md
 */
import type { Font, GlyphRun } from 'fontkit';

const SHAPED_WORDS_KEPT = 5_000;
const SHAPED_PAIRS_KEPT = 20_000;

/**
 * Patches a font in place; once, when it is opened.
 * @param plain matches text that this font sets letter by letter, no shape depending on more than the letter next to it
 */
export function patchFont(font: Font, plain: RegExp): void {
  keepCodePointsApart(font);
  passOverMissingAnchors(font);
  shapeByPairs(font, plain);
  keepShapedWords(font);
}

/**
 * Gives each use of a glyph its own characters. fontkit caches a glyph with the characters it first stood for; fonts are
 * shared by all documents of the process, so the text layer of one would depend on those printed before it.
 */
function keepCodePointsApart(font: Font): void {
  const glyphOf = font.getGlyph.bind(font);
  font.getGlyph = (id, codePoints = []) =>
    codePoints.length === 0
      ? glyphOf(id)
      : Object.create(glyphOf(id), { codePoints: { value: codePoints, enumerable: true } });
}

/**
 * Tries the next table when a table of marks has no anchor for a base, as OpenType says ('GPOS', Mark Attachment).
 * fontkit throws there; Arabic letters with three dots are such.
 */
function passOverMissingAnchors(font: Font): void {
  const positioner = font._layoutEngine.engine?.GPOSProcessor;
  if (!positioner) return;
  const attach = positioner.applyAnchor.bind(positioner);
  const apply = positioner.applyLookup.bind(positioner);
  let missing = false;
  positioner.applyAnchor = (mark, anchor, base) => {
    if (anchor) attach(mark, anchor, base);
    else missing = true;
  };
  positioner.applyLookup = (type, table) => {
    const applied = apply(type, table) && !missing;
    missing = false;
    return applied;
  };
}

type Shape = Pick<GlyphRun, 'glyphs' | 'positions' | 'advanceWidth'>;

/** A colon between figures is raised: that depends on both. */
const RAISED_COLON = /\d:\d/;

/**
 * Puts plain text together from its pairs of letters, which are shaped once each: shaping a new word takes a third of a
 * millisecond, and a quarter's notes may have a hundred thousand of them. Letters that become one ("fi") count as one.
 */
function shapeByPairs(font: Font, plain: RegExp): void {
  const shape = font.layout.bind(font);
  const shaped = new Map<string, Shape>();

  function shapeOf(text: string, features: string[]): Shape {
    const key = `${features} ${text}`;
    let result = shaped.get(key);
    if (!result) {
      result = shape(text, features);
      if (shaped.size >= SHAPED_PAIRS_KEPT) shaped.clear();
      shaped.set(key, result);
    }
    return result;
  }

  /** Where the letters end that begin at `start` and become one. */
  function endOfLetter(text: string, start: number, features: string[]): number {
    let end = start + 1;
    while (end < text.length && shapeOf(text.slice(end - 1, end + 1), features).glyphs.length === 1) end += 1;
    return end;
  }

  font.layout = (text, features) => {
    const names = (features ?? []) as string[];
    if (text.length < 3 || !plain.test(text) || RAISED_COLON.test(text)) return shape(text, features);
    const glyphs: Shape['glyphs'] = [];
    const positions: Shape['positions'] = [];
    for (let start = 0, end = endOfLetter(text, 0, names); start < text.length; ) {
      const next = end < text.length ? endOfLetter(text, end, names) : end;
      const count = shapeOf(text.slice(start, end), names).glyphs.length;
      const pair = shapeOf(text.slice(start, next), names);
      glyphs.push(...pair.glyphs.slice(0, count));
      positions.push(...pair.positions.slice(0, count));
      [start, end] = [end, next];
    }
    const advanceWidth = positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0);
    return { glyphs, positions, advanceWidth } as GlyphRun;
  };
}

/**
 * Caches shaped words: shaping is the slow part of printing, and reports repeat their words. Figures are tabular unless
 * the caller names features of its own.
 */
function keepShapedWords(font: Font): void {
  const shape = font.layout.bind(font);
  const kept = new Map<string, Shape>();
  font.layout = (text, features) => {
    const key = features ? `${features}\n${text}` : text;
    let run = kept.get(key);
    if (!run) {
      const tabular = /\d/.test(text) ? ['tnum'] : undefined;
      const { glyphs, positions, advanceWidth } = shape(text, features ?? tabular);
      run = { glyphs, positions, advanceWidth: (advanceWidth * 1000) / font.unitsPerEm };
      if (kept.size >= SHAPED_WORDS_KEPT) kept.clear();
      kept.set(key, run);
    }
    // pdfkit scales positions to 1000 units in place, and reads the width afterwards
    return { ...run, positions: run.positions.map((position) => ({ ...position })) } as GlyphRun;
  };
}

declare module 'fontkit' {
  interface Font {
    /** Private to fontkit, whose version is pinned. */
    _layoutEngine: {
      engine: {
        GPOSProcessor: {
          /** Places a mark by the anchor of its base, if the base has one. */
          applyAnchor(mark: unknown, anchor: object | null, base: number): void;
          /** @returns whether it applied, so that no further table is tried */
          applyLookup(type: number, table: unknown): boolean;
        } | null;
      } | null;
    };
  }
}
