import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import fc from 'fast-check';
import { create, type Font } from 'fontkit';
import { describe, expect, test } from 'vitest';
import { patchFont } from './fontkit-patches';
import { PLAIN } from './fonts';

const require = createRequire(import.meta.url);
const LATIN = '@expo-google-fonts/google-sans/400Regular/GoogleSans_400Regular.ttf';
const ARABIC = '@expo-google-fonts/noto-sans-arabic/400Regular/NotoSansArabic_400Regular.ttf';

function open(file: string, patched: boolean): Font {
  const font = create(readFileSync(require.resolve(file))) as Font;
  if (patched) patchFont(font, PLAIN);
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

  test('shapes a word again each time', () => {
    const font = open(LATIN, false);
    expect(font.layout('Toowong').glyphs).not.toBe(font.layout('Toowong').glyphs);
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

  test('shapes a word once, and hands out positions that pdfkit may scale', () => {
    const font = open(LATIN, true);
    const first = font.layout('Toowong');
    const advances = first.positions.map(({ xAdvance }) => xAdvance);
    for (const position of first.positions) position.xAdvance *= 2;
    const second = font.layout('Toowong');
    expect(second.glyphs).toBe(first.glyphs);
    expect(second.positions.map(({ xAdvance }) => xAdvance)).toEqual(advances);
  });

  test('puts a word together from its pairs as the font shapes it whole', () => {
    const [whole, paired] = [open(LATIN, false), open(LATIN, true)];
    const shapeOf = (font: Font, text: string, features: string[]) => {
      const { glyphs, positions } = font.layout(text, features);
      return glyphs.map(({ id, codePoints }, index) => [id, codePoints, positions[index]?.xAdvance]);
    };
    const letter = fc.constantFrom(...'fftthijlbk AVTo.,-1:2éłŁž’');
    fc.assert(
      fc.property(
        fc.string({ unit: fc.oneof(letter, fc.string({ minLength: 1, maxLength: 1 })), maxLength: 12 }),
        fc.constantFrom<string[]>([], ['tnum']),
        (text, features) => {
          fc.pre(PLAIN.test(text));
          expect(shapeOf(paired, text, features)).toEqual(shapeOf(whole, text, features));
        },
      ),
      { numRuns: 300 },
    );
  });

  test('shapes a pair once, however many words have it', () => {
    const font = open(LATIN, false);
    const shape = font.layout.bind(font);
    let shaped = 0;
    font.layout = (text, features) => {
      shaped += 1;
      return shape(text, features);
    };
    patchFont(font, PLAIN);
    for (let number = 0; number < 200; number += 1) font.layout(`banana${'an'.repeat(number)}`);
    expect(shaped).toBeLessThan(10);
  });
});
