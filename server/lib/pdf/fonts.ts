import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { inflateSync } from 'node:zlib';
import { create, type Font } from 'fontkit';
import { patchFont } from './fontkit-patches';

/** The fonts that documents embed: any name prints (docs/decisions/0005-pdf-typesetter.md#which-characters-print). */
const FILES = {
  regular: '@expo-google-fonts/google-sans/400Regular/GoogleSans_400Regular.ttf',
  semibold: '@expo-google-fonts/google-sans/600SemiBold/GoogleSans_600SemiBold.ttf',
  arabicRegular: '@expo-google-fonts/noto-sans-arabic/400Regular/NotoSansArabic_400Regular.ttf',
  arabicSemibold: '@expo-google-fonts/noto-sans-arabic/600SemiBold/NotoSansArabic_600SemiBold.ttf',
  unifont: '@fontsource/unifont/files/unifont-latin-400-normal.woff',
  emoji: '@expo-google-fonts/noto-emoji/400Regular/NotoEmoji_400Regular.ttf',
} as const;

export type FontName = keyof typeof FILES;
export type Weight = 'regular' | 'semibold';

/** The fonts in which a character's glyph is looked for, in this order. */
const FALLBACKS: Record<Weight, readonly FontName[]> = {
  regular: ['regular', 'arabicRegular', 'unifont', 'emoji'],
  semibold: ['semibold', 'arabicSemibold', 'unifont', 'emoji'],
};

const require = createRequire(import.meta.url);
const opened = new Map<FontName, Font>();

/** The font, read from its package at the first call in this process and kept, since opening and shaping warm up slowly. */
export function openFont(name: FontName): Font {
  let font = opened.get(name);
  if (!font) {
    const file = readFileSync(require.resolve(FILES[name]));
    font = create(FILES[name].endsWith('.woff') ? unpackWoff(file) : file) as Font;
    patchFont(font);
    opened.set(name, font);
  }
  return font;
}

/** A stretch of text that one font prints in one direction. */
export type Run = {
  font: FontName;
  text: string;
  /** A right-to-left run is shaped whole, because its words are in the other order. */
  rightToLeft: boolean;
  /** The text that the run represents. */
  source: string;
  /** Whether the glyphs, read in their order, give the source. */
  legible: boolean;
};

/** Characters that Google Sans is known to have: ordinary text needs no look-up by character. */
export const PLAIN =
  /^[\u0020-\u007e\u00a0-\u0148\u014a-\u017e\u2013\u2014\u2018\u2019\u201c\u201d\u2022\u2026]*$/;
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
/** Scripts that print some vowels before the consonant they follow: Indic, Burmese, Khmer. */
const REORDERED = /[\u0900-\u0dff\u1000-\u109f\u1780-\u17ff]/;
const NUMBER = /^\p{Nd}+$/u;
/** Characters that take the direction of their neighbours. */
const WEAK = /^[\p{White_Space}\p{P}\p{S}\p{Nd}\p{Variation_Selector}\u200d]+$/u;
/** Zero width joiners and variation selectors choose a shape and have no shape of their own. */
const SHAPELESS = /^(?:\u200c|\u200d|\p{Variation_Selector})$/u;
const PICTOGRAM = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u;
/** A flag is named by tags, which are invisible. */
const NAMED_FLAG = /\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]+\u{e007f}/u;
const INVISIBLE = new RegExp(`${NAMED_FLAG.source}|\\p{Cf}`, 'gu');

const graphemes = new Intl.Segmenter('en-AU', { granularity: 'grapheme' });

/**
 * Splits text into runs by the fonts that have its glyphs. White space becomes single spaces, control and invisible
 * formatting characters go. Of a character that no font has the compatible ones are printed ("𝒜" as "A"), else its number.
 * @param text any Unicode text, in reading order
 * @returns the runs in their order on the line, from the left
 */
export function splitRuns(text: string, weight: Weight): Run[] {
  if (PLAIN.test(text)) return [{ font: weight, text, source: text, rightToLeft: false, legible: true }];
  const marks = [...graphemes.segment(printable(text))].map(({ segment }) => segment);
  const leads = rightToLeftAfter(marks);
  const runs: (Run & { inStretch: boolean })[] = [];
  marks.forEach((mark, index) => {
    const last = runs.at(-1);
    const inStretch = WEAK.test(mark) ? Boolean(last?.inStretch && leads[index]) : RIGHT_TO_LEFT.test(mark);
    const rightToLeft = inStretch && !NUMBER.test(mark);
    const fonts = fontsFor(mark, weight);
    const preferred = rightToLeft && last?.rightToLeft ? [last.font, ...fonts] : fonts;
    for (const glyphs of glyphsFor(mark, preferred)) {
      const run = { ...glyphs, rightToLeft, inStretch };
      const before = runs.at(-1);
      if (before && JOINED.every((key) => before[key] === run[key])) {
        before.text += run.text;
        before.source += run.source;
      } else runs.push(run);
    }
  });
  return asTheyStand(runs).map(({ inStretch: _, ...run }) => ({
    ...run,
    legible: run.legible && !REORDERED.test(run.text),
  }));
}

/** Neighbouring runs that agree in these are joined. */
const JOINED = ['font', 'rightToLeft', 'inStretch', 'legible'] as const;

/** Reverses the runs of each right-to-left stretch, figures included, into the order of the line. */
function asTheyStand<Placed extends { inStretch: boolean }>(runs: Placed[]): Placed[] {
  const groups: Placed[][] = [];
  for (const run of runs) {
    const group = groups.at(-1);
    if (run.inStretch && group?.[0]?.inStretch) group.unshift(run);
    else groups.push([run]);
  }
  return groups.flat();
}

const fontsFor = (mark: string, weight: Weight): readonly FontName[] =>
  PICTOGRAM.test(mark) ? [weight, 'emoji', ...FALLBACKS[weight]] : FALLBACKS[weight];

/** The printed form of a mark: its glyphs, else those of its characters one by one, of compatible ones, or of its number. */
function glyphsFor(mark: string, fonts: readonly FontName[]): Omit<Run, 'rightToLeft'>[] {
  const font = fonts.find((name) => hasGlyphs(name, mark));
  if (font) {
    // fontkit leaves out the characters of a sequence that choose its shape
    const legible = font !== 'emoji' || [...mark].length === 1;
    return [{ font, text: mark, source: mark, legible }];
  }
  const characters = [...mark];
  if (characters.length > 1) return characters.flatMap((character) => glyphsFor(character, fonts));
  const compatible = mark.normalize('NFKC');
  const standIn = compatible === mark ? `[U+${mark.codePointAt(0)?.toString(16).toUpperCase()}]` : compatible;
  const [first, ...rest] = [...standIn].flatMap((character) => glyphsFor(character, fonts));
  return first
    ? [first, ...rest].map((part, index) => ({ ...part, source: index === 0 ? mark : '', legible: false }))
    : [];
}

/** Text ready for paper: composed, on one line, without characters that have no shape (joiners stay, scripts need them). */
function printable(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\p{White_Space}\p{Cc}]+/gu, ' ')
    .replace(INVISIBLE, (found) => (found.length > 2 || SHAPELESS.test(found) ? found : ''));
}

/** Tells for each mark whether the next one that is not weak is written from right to left. */
function rightToLeftAfter(marks: readonly string[]): boolean[] {
  let next = false;
  return marks
    .toReversed()
    .map((mark) => {
      const after = next;
      if (!WEAK.test(mark)) next = RIGHT_TO_LEFT.test(mark);
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

/** A WOFF 1.0 file as the TrueType file in it: fontkit would inflate a table again for each glyph, here 12 MB of them. */
function unpackWoff(woff: Buffer): Buffer<ArrayBuffer> {
  const tables = Array.from({ length: woff.readUInt16BE(12) }, (_, index) => {
    const at = 44 + 20 * index;
    const [start, packedLength, length] = [4, 8, 12].map((field) => woff.readUInt32BE(at + field));
    const packed = woff.subarray(start, (start ?? 0) + (packedLength ?? 0));
    const content = packedLength === length ? packed : inflateSync(packed);
    return { tag: woff.toString('latin1', at, at + 4), content };
  });
  return trueTypeFile(woff.subarray(4, 8), tables);
}

const HEADER_BYTES = 12;
const RECORD_BYTES = 16;

/** A TrueType file of tables, sorted by their tags. It has no checksums, which no program that we know looks at. */
export function trueTypeFile(version: Buffer, tables: readonly { tag: string; content: Buffer }[]) {
  const header = Buffer.alloc(HEADER_BYTES + RECORD_BYTES * tables.length);
  version.copy(header);
  header.writeUInt16BE(tables.length, 4);
  let offset = header.length;
  const parts: Buffer[] = [header];
  tables.forEach(({ tag, content }, index) => {
    const at = HEADER_BYTES + RECORD_BYTES * index;
    const padding = Buffer.alloc(-content.length & 3);
    header.write(tag, at, 'latin1');
    header.writeUInt32BE(offset, at + 8);
    header.writeUInt32BE(content.length, at + 12);
    parts.push(content, padding);
    offset += content.length + padding.length;
  });
  return Buffer.concat(parts);
}
