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

test('words written from right to left stay together, figures and Latin next to them do not', () => {
  const runs = splitRuns('Cab 12 محمد علی, David דוד כהן.', 'semibold');
  expect(runs.map(({ font, text, rightToLeft }) => [font, text, rightToLeft])).toEqual([
    ['semibold', 'Cab 12 ', false],
    ['arabicSemibold', 'محمد علی', true],
    ['semibold', ', David ', false],
    ['semibold', 'דוד כהן', true],
    ['semibold', '.', false],
  ]);
});

test('figures and emoji within words from right to left stand among them in that order', () => {
  const runs = splitRuns('شارع 12، علی 🚕 דוד', 'regular');
  expect(runs.map(({ text }) => text.trim())).toEqual(['דוד', '🚕', '، علی', '12', 'شارع']);
  expect(runs.map(({ rightToLeft }) => rightToLeft)).toEqual([true, true, true, false, true]);
});

test('emoji are printed as emoji, symbols that the house font has are not', () => {
  expect(fontsOf('Taxi 🚕, ☎ 1 © ™')).toEqual([
    ['regular', 'Taxi '],
    ['emoji', '🚕'],
    ['regular', ', '],
    ['emoji', '☎'],
    ['regular', ' 1 © ™'],
  ]);
});

test.each(['👨‍👩‍👧‍👦', '🇦🇺', '1️⃣', '❤️', '🏳️‍🌈', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '👩🏾‍🚒', '👍🏽'])(
  '%s is one glyph, and the run says what it stands for',
  (sequence) => {
    expect(splitRuns(sequence, 'regular')).toEqual([
      { font: 'emoji', text: sequence, source: sequence, rightToLeft: false, legible: false },
    ]);
    const { glyphs } = openFont('emoji').layout(sequence);
    expect(glyphs.map(({ id }) => id)).toEqual([expect.any(Number)]);
    expect(glyphs[0]?.id).not.toBe(0);
  },
);

test('every emoji has a glyph', () => {
  const emoji = openFont('emoji');
  const lacking = [];
  for (let codePoint = 0x80; codePoint < 0x20000; codePoint += 1) {
    const character = String.fromCodePoint(codePoint);
    if (/\p{Emoji}/u.test(character) && !emoji.hasGlyphForCodePoint(codePoint)) lacking.push(character);
  }
  expect(lacking).toEqual([]);
});

test('of a character that no font has the compatible letters are printed, or its number', () => {
  expect(splitRuns('𝓙𝓸 𠮷田', 'regular')).toEqual([
    { font: 'regular', text: 'Jo', source: '𝓙𝓸', rightToLeft: false, legible: false },
    { font: 'regular', text: ' ', source: ' ', rightToLeft: false, legible: true },
    { font: 'regular', text: '[U+20BB7]', source: '𠮷', rightToLeft: false, legible: false },
    { font: 'unifont', text: '田', source: '田', rightToLeft: false, legible: true },
  ]);
});

test('line breaks are spaces, and what has no shape is left out', () => {
  expect(fontsOf('Łódź\r\n\u202eevil\u0000\u200b')).toEqual([['regular', 'Łódź evil ']]);
});

test('every run of any text is in a font that has all of it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      for (const run of splitRuns(text, 'semibold')) {
        for (const character of run.text) {
          if (/\p{Variation_Selector}|\u200c|\u200d|[\u{e0020}-\u{e007f}]/u.test(character)) continue;
          expect(openFont(run.font).hasGlyphForCodePoint(character.codePointAt(0) ?? 0)).toBe(true);
        }
      }
    }),
  );
});

test('what the runs of any text stand for is the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const isLeftToRight = splitRuns(text, 'regular').every(({ rightToLeft }) => !rightToLeft);
      fc.pre(isLeftToRight && !/[\p{Cc}\p{Cf}\p{White_Space}]/u.test(text));
      const sources = splitRuns(text, 'regular').map(({ source }) => source);
      expect(sources.join('')).toBe(text.normalize('NFC'));
    }),
  );
});

test('every letter and mark can be shaped, and the dots of an Arabic letter stand on it', {
  tags: 'long',
}, () => {
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
