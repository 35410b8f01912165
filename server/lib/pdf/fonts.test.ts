import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openFont, splitRuns } from './fonts';

const fontsOf = (text: string) => splitRuns(text, 'regular').map(({ font, text }) => [font, text]);

test.each(['Łukasz Ngāti', 'Γειάσου Привет', 'नमस्ते தமிழ் ไทย', 'ქართული Հայ አማ', '3 × 4 – “five” …'])(
  '%s is printed in the house font',
  (text) => {
    expect(fontsOf(text)).toEqual([['regular', text]]);
  },
);

test('a name that mixes scripts is split between the fonts that have them', () => {
  expect(fontsOf('Wang 王小明, 김민준')).toEqual([
    ['regular', 'Wang '],
    ['unifont', '王小明'],
    ['regular', ', '],
    ['unifont', '김민준'],
  ]);
});

test('words written from right to left stay together, figures and Latin beside them do not', () => {
  const runs = splitRuns('Cab 12 محمد علی, David דוד כהן.', 'semibold');
  expect(runs.map(({ font, text, rightToLeft }) => [font, text, rightToLeft])).toEqual([
    ['semibold', 'Cab 12 ', false],
    ['arabicSemibold', 'محمد علی', true],
    ['semibold', ', David ', false],
    ['semibold', 'דוד כהן', true],
    ['semibold', '.', false],
  ]);
});

test('a character that no font has becomes a box, and the run says that it cannot be read', () => {
  expect(splitRuns('Taxi 🚕', 'regular')).toEqual([
    { font: 'regular', text: 'Taxi ', rightToLeft: false, legible: true },
    { font: 'unifont', text: '□', rightToLeft: false, legible: false },
  ]);
});

test('line breaks are spaces, and what has no shape is left out', () => {
  expect(fontsOf('Łódź\r\n\u202eevil\u0000\u200b')).toEqual([['regular', 'Łódź evil ']]);
});

test('a decomposed letter is printed as the letter', () => {
  expect(fontsOf('Nga\u0304ti')).toEqual([['regular', 'Ngāti']]);
});

test('every run of any text is in a font that has all of it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      for (const run of splitRuns(text, 'semibold')) {
        for (const character of run.text) {
          if (/\p{Variation_Selector}|\u200c|\u200d/u.test(character)) continue;
          expect(openFont(run.font).hasGlyphForCodePoint(character.codePointAt(0) ?? 0)).toBe(true);
        }
      }
    }),
  );
});

test('every letter and mark can be shaped, and the dots of an Arabic letter stand on it', () => {
  for (const name of ['regular', 'semibold', 'arabicRegular', 'arabicSemibold', 'unifont'] as const) {
    const font = openFont(name);
    for (const codePoint of font.characterSet.filter((codePoint) => codePoint < 0x10000)) {
      font.layout(`ب${String.fromCodePoint(codePoint)}`);
    }
  }
  const [dots] = openFont('arabicRegular').layout('\u06a5').positions;
  expect(dots).toMatchObject({ xAdvance: 0 });
  expect(dots?.yOffset).not.toBe(0);
});

test('what a glyph stands for does not depend on what was printed before', () => {
  const font = openFont('regular');
  const codePoints = (text: string) => font.layout(text).glyphs.map((glyph) => glyph.codePoints);
  expect(codePoints('a\u00a0b')).toEqual([[0x61], [0xa0], [0x62]]);
  expect(codePoints('a b')).toEqual([[0x61], [0x20], [0x62]]);
});

test('figures have one width unless asked otherwise', () => {
  const font = openFont('regular');
  expect(font.layout('111').advanceWidth).toBe(font.layout('888').advanceWidth);
  expect(font.layout('111', []).advanceWidth).not.toBe(font.layout('888', []).advanceWidth);
});
