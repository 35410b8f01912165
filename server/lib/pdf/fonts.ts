import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { inflateSync } from 'node:zlib';
import { create, type Font } from 'fontkit';
import { patchFont } from './fontkit-patches';

/**
 * The fonts that documents embed. Between them they have a glyph for every character of the Basic Multilingual Plane,
 * so any name prints:
 * - Google Sans (@expo-google-fonts/google-sans, 17 MB): Latin, Greek, Cyrillic, Hebrew, Thai, Lao, Khmer, the Indic
 *   scripts, Georgian, Armenian, Ethiopic; with tabular figures
 * - Noto Sans Arabic (@expo-google-fonts/noto-sans-arabic, 3 MB)
 * - Unifont (@fontsource/unifont, 5 MB): Chinese, Japanese, Korean and all the rest. A plain face, and the only one that
 *   covers them without 40 MB or more.
 */
const FILES = {
  regular: '@expo-google-fonts/google-sans/400Regular/GoogleSans_400Regular.ttf',
  semibold: '@expo-google-fonts/google-sans/600SemiBold/GoogleSans_600SemiBold.ttf',
  arabicRegular: '@expo-google-fonts/noto-sans-arabic/400Regular/NotoSansArabic_400Regular.ttf',
  arabicSemibold: '@expo-google-fonts/noto-sans-arabic/600SemiBold/NotoSansArabic_600SemiBold.ttf',
  unifont: '@fontsource/unifont/files/unifont-latin-400-normal.woff',
} as const;

export type FontName = keyof typeof FILES;
export type Weight = 'regular' | 'semibold';

/** Where a character's glyph is looked for, in this order. */
export const FALLBACKS: Record<Weight, readonly FontName[]> = {
  regular: ['regular', 'arabicRegular', 'unifont'],
  semibold: ['semibold', 'arabicSemibold', 'unifont'],
};

const require = createRequire(import.meta.url);
const opened = new Map<FontName, Font>();

/** The font, read from its package at the first call in this process and kept, since opening and shaping warm up slowly. */
export function openFont(name: FontName): Font {
  let font = opened.get(name);
  if (!font) {
    const file = readFileSync(require.resolve(FILES[name]));
    font = create(FILES[name].endsWith('.woff') ? unpackWoff(file) : file) as Font;
    patchFont(font, PLAIN);
    opened.set(name, font);
  }
  return font;
}

/** A stretch of text that one font prints in one direction. */
type Run = {
  font: FontName;
  text: string;
  /** Right to left: to be shaped whole, for its words stand in the other order. */
  rightToLeft: boolean;
  /** Whether the glyphs, read in their order, give the text. */
  legible: boolean;
};

/**
 * What Google Sans is known to have, so that ordinary text is not looked up character by character; it sets no letter of it
 * by more than the one beside it, a colon between figures apart.
 */
export const PLAIN =
  /^[\u0020-\u007e\u00a0-\u0148\u014a-\u017e\u2013\u2014\u2018\u2019\u201c\u201d\u2022\u2026]*$/;
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
/** Scripts that print some vowels before the consonant they follow: Indic, Burmese, Khmer. */
const REORDERED = /[\u0900-\u0dff\u1000-\u109f\u1780-\u17ff]/;
const NEUTRAL = /^[\p{White_Space}\p{P}\p{S}]+$/u;
/** Zero width joiners and variation selectors choose a shape, and have none of their own. */
const SHAPELESS = /^(?:\u200c|\u200d|\ufe0e|\ufe0f)$/;
const REPLACEMENT = '□';

const graphemes = new Intl.Segmenter('en-AU', { granularity: 'grapheme' });

/**
 * Splits text into runs by the fonts that have its glyphs. White space becomes single spaces, control and invisible
 * formatting characters go. A character that no font has becomes a box.
 * @param text any Unicode text, in reading order
 */
export function splitRuns(text: string, weight: Weight): Run[] {
  if (PLAIN.test(text)) return [{ font: weight, text, rightToLeft: false, legible: true }];
  const marks = [...graphemes.segment(printable(text))].map(({ segment }) => segment);
  const leads = rightToLeftAfter(marks);
  const runs: Run[] = [];
  marks.forEach((mark, index) => {
    const last = runs.at(-1);
    const rightToLeft = NEUTRAL.test(mark)
      ? Boolean(last?.rightToLeft && leads[index])
      : RIGHT_TO_LEFT.test(mark);
    const preferred =
      rightToLeft && last?.rightToLeft ? [last.font, ...FALLBACKS[weight]] : FALLBACKS[weight];
    const font = preferred.find((name) => hasGlyphs(name, mark));
    if (!font) runs.push({ font: 'unifont', text: REPLACEMENT, rightToLeft: false, legible: false });
    else if (last && last.font === font && last.rightToLeft === rightToLeft) last.text += mark;
    else runs.push({ font, text: mark, rightToLeft, legible: true });
  });
  return runs.map((run) => ({ ...run, legible: run.legible && !REORDERED.test(run.text) }));
}

/** Text as it goes to paper: composed, on one line, without what has no shape (joiners stay, scripts need them). */
function printable(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\p{White_Space}\p{Cc}]+/gu, ' ')
    .replace(/\p{Cf}/gu, (character) => (SHAPELESS.test(character) ? character : ''));
}

/** Of each mark, whether the next one that is not neutral is written from right to left. */
function rightToLeftAfter(marks: readonly string[]): boolean[] {
  let next = false;
  return marks
    .toReversed()
    .map((mark) => {
      const after = next;
      if (!NEUTRAL.test(mark)) next = RIGHT_TO_LEFT.test(mark);
      return after;
    })
    .reverse();
}

function hasGlyphs(name: FontName, mark: string): boolean {
  const font = openFont(name);
  return [...mark].every(
    (character) => SHAPELESS.test(character) || font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0),
  );
}

/** A WOFF 1.0 file as the TrueType file in it: fontkit would inflate a table anew for each glyph, here 12 MB of them. */
function unpackWoff(woff: Buffer): Buffer<ArrayBuffer> {
  const tableCount = woff.readUInt16BE(12);
  const header = Buffer.alloc(12 + 16 * tableCount);
  woff.copy(header, 0, 4, 8);
  header.writeUInt16BE(tableCount, 4);
  const parts: Buffer[] = [header];
  let offset = header.length;
  for (let index = 0; index < tableCount; index += 1) {
    const entry = 44 + 20 * index;
    const start = woff.readUInt32BE(entry + 4);
    const packedLength = woff.readUInt32BE(entry + 8);
    const length = woff.readUInt32BE(entry + 12);
    const packed = woff.subarray(start, start + packedLength);
    const record = 12 + 16 * index;
    woff.copy(header, record, entry, entry + 4);
    woff.copy(header, record + 4, entry + 16, entry + 20);
    header.writeUInt32BE(offset, record + 8);
    header.writeUInt32BE(length, record + 12);
    parts.push(packedLength < length ? inflateSync(packed) : packed, Buffer.alloc(-length & 3));
    offset += length + (-length & 3);
  }
  return Buffer.concat(parts);
}
