import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create, type Font } from 'fontkit';
import { describe, expect, test } from 'vitest';
import { patchFont } from './fontkit-patches';

const require = createRequire(import.meta.url);
const ARABIC = '@expo-google-fonts/noto-sans-arabic/400Regular/NotoSansArabic_400Regular.ttf';

function open(file: string, patched: boolean): Font {
  const font = create(readFileSync(require.resolve(file))) as Font;
  if (patched) patchFont(font);
  return font;
}

const codePoints = (font: Font, text: string) => font.layout(text).glyphs[0]?.codePoints;

describe('fontkit by itself, so that its patch is needed', () => {
  test('keeps a glyph with the characters it first stood for', () => {
    const font = open(ARABIC, false);
    expect([codePoints(font, '\u00a0'), codePoints(font, ' ')]).toEqual([[0xa0], [0xa0]]);
  });

  test('throws where a base has no anchor for a mark', () => {
    expect(() => open(ARABIC, false).layout('\u06a5')).toThrow(TypeError);
  });
});

describe('a patched font', () => {
  test('gives each use of a glyph its characters', () => {
    const font = open(ARABIC, true);
    expect([codePoints(font, '\u00a0'), codePoints(font, ' ')]).toEqual([[0xa0], [0x20]]);
  });

  test('places a mark whose first table has no anchor for the base', () => {
    expect(open(ARABIC, true).layout('\u06a5').positions[0]?.yOffset).not.toBe(0);
  });

  test('shapes a word once, and each caller has positions of its own', () => {
    const font = open(ARABIC, true);
    const [first, second] = [font.layout('سلام'), font.layout('سلام')];
    expect(second.glyphs).toBe(first.glyphs);
    expect(second.positions).toEqual(first.positions);
    for (const position of first.positions) position.xAdvance = 0;
    expect(font.layout('سلام').positions).toEqual(second.positions);
    expect(font.layout('سلام', []).glyphs).not.toBe(first.glyphs);
  });
});
