import { type PDFDocument, PDFHexString, PDFName, type PDFRef } from 'pdf-lib';
import { openFont, trueTypeFile } from './fonts';

/** The form font's name among a form's fonts. */
export const FORM_FONT = 'GoogleSans';

const FIRST_CODE = 0x20;
const LAST_CODE = 0xff;
const NON_SYMBOLIC = 1 << 5;
const STEM_WIDTH = 80;
/** WinAnsiEncoding (PDF 1.7, annex D.2) from 0x80 to 0x9f, a space where it has nothing; all else is Latin-1. */
const FROM_0X80 = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';

/** The character of each code from the first on. */
const characters = Array.from({ length: LAST_CODE - FIRST_CODE + 1 }, (_, index) => {
  const code = FIRST_CODE + index;
  return code === 0x7f ? ' ' : (FROM_0X80[code - 0x80] ?? String.fromCharCode(code));
});

/** Whether the form font has every character of a text: those of Western Europe, and the usual punctuation. */
export const isInFormFont = (text: string): boolean =>
  [...text].every((character) => characters.includes(character));

const codesOf = (text: string) => [...text].map((character) => FIRST_CODE + characters.indexOf(character));

export const encodeInFormFont = (text: string) => PDFHexString.of(Buffer.from(codesOf(text)).toString('hex'));

const font = () => openFont('regular');
const inThousandths = (units: number) => Math.round((units * 1000) / font().unitsPerEm);
const glyphOf = (character: string) => font().glyphForCodePoint(character.codePointAt(0) ?? 0);
const widthOf = (character: string) => inThousandths(glyphOf(character).advanceWidth);

/** The width of a text in points. */
export const widthInFormFont = (text: string, size: number): number =>
  ([...text].reduce((sum, character) => sum + widthOf(character), 0) * size) / 1000;

/** The height in points from the lowest descender, unless it is left out, to the highest ascender. */
export const heightOfFormFont = (size: number, { descender = true } = {}): number =>
  (inThousandths(font().ascent - (descender ? font().descent : 0)) * size) / 1000;

/**
 * Embeds the font that a form's fields name (docs/decisions/0005-pdf-typesetter.md#forms). It is no subset by name: some programs do
 * not type in those.
 */
export function embedFormFont({ context }: PDFDocument): PDFRef {
  const subset = font().createSubset();
  const glyphs = new Map<number, number>();
  for (const character of characters) {
    // its types say that it answers whether it did
    const glyph = subset.includeGlyph(glyphOf(character)) as unknown as number;
    glyphs.set(character.codePointAt(0) ?? 0, glyph);
  }
  const file = withCharacterMap(Buffer.from(subset.encode()), glyphs);
  const { postscriptName, bbox, ascent, descent, capHeight } = font();
  const descriptor = context.register(
    context.obj({
      Type: 'FontDescriptor',
      FontName: postscriptName ?? FORM_FONT,
      Flags: NON_SYMBOLIC,
      FontBBox: [bbox.minX, bbox.minY, bbox.maxX, bbox.maxY].map(inThousandths),
      ItalicAngle: 0,
      Ascent: inThousandths(ascent),
      Descent: inThousandths(descent),
      CapHeight: inThousandths(capHeight),
      StemV: STEM_WIDTH,
      FontFile2: context.register(context.flateStream(file, { Length1: file.length })),
    }),
  );
  return context.register(
    context.obj({
      Type: 'Font',
      Subtype: 'TrueType',
      BaseFont: PDFName.of(postscriptName ?? FORM_FONT),
      FirstChar: FIRST_CODE,
      LastChar: LAST_CODE,
      Widths: characters.map(widthOf),
      Encoding: 'WinAnsiEncoding',
      FontDescriptor: descriptor,
    }),
  );
}

/** A TrueType file with a table of characters, which subsets lack: viewers look glyphs up in it. */
function withCharacterMap(file: Buffer, glyphs: Map<number, number>): Buffer {
  const tables = Array.from({ length: file.readUInt16BE(4) }, (_, index) => {
    const at = 12 + 16 * index;
    const offset = file.readUInt32BE(at + 8);
    return {
      tag: file.toString('latin1', at, at + 4),
      content: file.subarray(offset, offset + file.readUInt32BE(at + 12)),
    };
  });
  tables.push({ tag: 'cmap', content: characterMap(glyphs) });
  tables.sort((a, b) => (a.tag < b.tag ? -1 : 1));
  return trueTypeFile(file.subarray(0, 4), tables);
}

/** A "cmap" table of one subtable for Unicode: format 4, a segment for each character. */
function characterMap(glyphs: Map<number, number>): Buffer {
  const segments = [...glyphs].sort(([a], [b]) => a - b).concat([[0xffff, 0]]);
  const count = segments.length;
  /** How often a search by halves divides the segments. */
  const steps = Math.floor(Math.log2(count));
  const words = [
    ...[0, 1, 3, 1, 0, 12],
    ...[4, 16 + 8 * count, 0, 2 * count],
    ...[2 * 2 ** steps, steps, 2 * (count - 2 ** steps)],
    ...segments.map(([character]) => character),
    0,
    ...segments.map(([character]) => character),
    ...segments.map(([character, glyph]) => (glyph - character) & 0xffff),
    ...segments.map(() => 0),
  ];
  const table = Buffer.alloc(2 * words.length);
  for (const [index, word] of words.entries()) table.writeUInt16BE(word, 2 * index);
  return table;
}
