/*
 * Every change to fontkit's own behaviour. They reach into private parts of 2.0.4, whose version is pinned;
 * fontkit-patches.test.ts fails when one is no longer needed or no longer takes. Figures: docs/decisions/0005-pdf-typesetter.md
 */
import type { Font, GlyphRun } from 'fontkit';

const SHAPED_WORDS_KEPT = 5_000;

/** Corrects a font in place, once. */
export function patchFont(font: Font): void {
  keepCodePointsApart(font);
  passOverMissingAnchors(font);
  keepShapedWords(font);
}

/** Gives each use of a glyph its own characters. fontkit caches a glyph with the characters that it first stood for. */
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

/** Shapes a word once for all documents: reports repeat their words, and shaping is most of a short one's time. */
function keepShapedWords(font: Font): void {
  const shape = font.layout.bind(font);
  const kept = new Map<string, Pick<GlyphRun, 'glyphs' | 'positions' | 'advanceWidth'>>();
  font.layout = (text, features) => {
    const key = `${features} ${text}`;
    let run = kept.get(key);
    if (!run) {
      const { glyphs, positions, advanceWidth } = shape(text, features);
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
