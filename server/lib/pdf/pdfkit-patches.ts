/*
 * Every use of pdfkit's private parts, and every change to its behaviour. Its version, 0.20.2, is pinned;
 * pdfkit-patches.test.ts fails when one is no longer needed or no longer takes. Figures: docs/decisions/0005-pdf-typesetter.md
 */
import type { GlyphPosition } from 'fontkit';

/** Glyphs as showGlyphs takes them, and how far to the right of their text's beginning and above its line they begin. */
export type Glyphs = {
  x: number;
  y: number;
  glyphs: string;
  /** The text of the glyphs, where the document reads them as something else. */
  actual?: string;
};

/**
 * The glyphs of a text in the selected font, in pieces if one stands off the line or is shared by letters: Arabic ones differ
 * by their dots alone, and a document reads each glyph as the first that it printed with it. Lengths are in thousandths of
 * the font's size. Figures are tabular.
 * @param isWhole whether it is a run of words and not a single one, whose figures are proportional
 */
export function encodeWord(pdf: PDFKit.PDFDocument, text: string, { isWhole = false } = {}) {
  const features = isWhole ? [] : ['tnum'];
  const [codes, positions] = pdf._font.encode(text, features);
  const { glyphs: shapes } = isWhole ? pdf._font.layout(text, features) : { glyphs: [] };
  const pieces: Glyphs[] = [];
  let width = 0;
  let isOnLine = true;
  positions.forEach(({ advanceWidth, xAdvance, xOffset, yOffset }, index) => {
    const kern = Math.round(advanceWidth - xAdvance);
    const code = codes[index] ?? '';
    const last = pieces.at(-1);
    const meant = String.fromCodePoint(...(shapes[index]?.codePoints ?? []));
    const read = String.fromCodePoint(...(pdf._font.unicode[Number.parseInt(code, 16)] ?? []));
    const actual = meant && meant !== read ? meant : undefined;
    if (xOffset || yOffset || actual) {
      isOnLine = false;
      const alone = { x: width + xOffset, y: yOffset, glyphs: code, ...(actual && { actual }) };
      pieces.push(alone, { x: width + xAdvance, y: 0, glyphs: '' });
    } else {
      const glyphs = kern === 0 ? code : `${code}> ${kern} <`;
      if (last) last.glyphs += glyphs;
      else pieces.push({ x: 0, y: 0, glyphs });
    }
    width += xAdvance;
  });
  const glyphs = pieces.map(({ glyphs }) => glyphs).join('');
  return isOnLine ? { width, glyphs } : { width, glyphs, pieces: pieces.filter(({ glyphs }) => glyphs) };
}

/** The operator that fills in a colour, '#rrggbb'. */
function fillOf(color: string): string {
  const shares = [1, 3, 5].map((at) => (Number.parseInt(color.slice(at, at + 2), 16) / 255).toFixed(3));
  return `${shares.join(' ')} rg`;
}

type TextPosition = { x: number; baseline: number; size: number; color: string };

/** Writes glyphs in the selected font as one operator, where pdfkit's text() writes eight. Points are from the page's top left corner. */
export function showGlyphs(
  pdf: PDFKit.PDFDocument,
  glyphs: string,
  { x, baseline, size, color }: TextPosition,
) {
  const { id } = pdf._font;
  pdf.page.fonts[id] ??= pdf._font.ref();
  const matrix = `1 0 0 -1 ${x.toFixed(2)} ${baseline.toFixed(2)}`;
  pdf.addContent(`BT ${fillOf(color)} /${id} ${size} Tf ${matrix} Tm [<${glyphs}>] TJ ET`);
}

/**
 * Places a form XObject of the page's size on the current page, which can then be written and leave the memory.
 * @returns draws the content, once; the output of `draw` is printed there instead of on the last page
 */
export function reserveForm(pdf: PDFKit.PDFDocument, name: string): (draw: () => void) => void {
  const resources = { Font: {} };
  const { width, height } = pdf.page;
  const BBox = [0, 0, width, height];
  const form = pdf.ref({ Type: 'XObject', Subtype: 'Form', BBox, Resources: resources });
  pdf.page.xobjects[name] = form;
  pdf.addContent(`/${name} Do`);
  return (draw) => {
    const lastPage = pdf.page;
    pdf.page = Object.create(lastPage, {
      content: { value: form },
      resources: { value: { data: resources } },
    });
    draw();
    pdf.page = lastPage;
    form.end(undefined);
  };
}

/** Begins a form whose fields name fonts that are added later; pdfkit's would name one that no program can type in. */
export function beginForm(pdf: PDFKit.PDFDocument, defaultAppearance: string): void {
  pdf.initForm();
  pdf._acroform.fonts = {};
  if (pdf._root.data.AcroForm)
    pdf._root.data.AcroForm.data = { Fields: [], DA: defaultAppearance, DR: { Font: {} } };
}

declare global {
  namespace PDFKit {
    interface PDFDocument {
      _font: {
        id: string;
        ref(): PDFKitReference;
        /** Glyphs as four hexadecimal digits each, and their positions in thousandths of the size. */
        encode(text: string, features: string[]): [string[], (GlyphPosition & { advanceWidth: number })[]];
        layout(text: string, features: string[]): { glyphs: { codePoints: number[] }[] };
        /** The text of each glyph of the document, by the glyph's number in it. */
        unicode: number[][];
      };
      _root: {
        data: Record<string, unknown> & {
          AcroForm?: { data: { Fields: unknown[]; DA: string; DR: object } };
        };
      };
      _acroform: { fonts: object };
      _info: PDFKitReference;
      _id: Uint8Array;
      /** The offsets of objects by number, from 1; null when an object is not written yet. */
      _offsets: (number | null)[];
      _offset: number;
      _write(data: string | Uint8Array): void;
      /** Notes that an object is written. */
      _refEnd(ref: PDFKitReference): void;
      /** Writes the table of objects, after all of them. */
      _finalize(): void;
    }
    interface PDFKitReference {
      id: number;
      offset: number;
    }
  }
  namespace PDFKit.Mixins {
    interface AnnotationOption {
      StructParent?: number;
    }
  }
}
