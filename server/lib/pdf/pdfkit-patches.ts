/*
 * Every use of pdfkit's private parts, and every change to its behaviour. Its version, 0.20.2, is pinned;
 * pdfkit-patches.test.ts fails when one is no longer needed or no longer takes. Figures: docs/decisions/0005-pdf-typesetter.md
 */
import type { GlyphPosition } from 'fontkit';

const CHUNK_BYTES = 64 * 1024;

/** Emits the file in chunks of 64 kB. pdfkit emits it operator by operator, each a chunk of the HTTP answer. */
export function gatherOutput(pdf: PDFKit.PDFDocument): void {
  const push = pdf.push.bind(pdf);
  let chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  let used = 0;
  const flush = () => {
    if (used > 0) push(chunk.subarray(0, used));
    chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    used = 0;
  };
  pdf.push = (data: Uint8Array | null) => {
    if (!data || used + data.length > CHUNK_BYTES) flush();
    if (!data || data.length > CHUNK_BYTES) return push(data);
    chunk.set(data, used);
    used += data.length;
    return true;
  };
}

type GlyphPlace = { x: number; baseline: number; size: number; color: string; features?: [] | undefined };

/**
 * Writes text in the selected font as one operator, where pdfkit's text() writes eight: a report of 20,000 rows has a
 * quarter of a million runs.
 * @param place in points from the page's top left corner; `color` is '#rrggbb'
 * @returns false, with nothing written, when a glyph stands off the line: text() places those
 */
export function showGlyphs(pdf: PDFKit.PDFDocument, text: string, place: GlyphPlace): boolean {
  const { x, baseline, size, color, features } = place;
  const [glyphs, positions] = pdf._font.encode(text, features);
  if (positions.some(({ xOffset, yOffset }) => xOffset || yOffset)) return false;
  const adjusted = positions.map(({ advanceWidth, xAdvance }, index) => {
    const kern = Math.round(advanceWidth - xAdvance);
    return kern === 0 ? glyphs[index] : `${glyphs[index]}> ${kern} <`;
  });
  const { id } = pdf._font;
  pdf.page.fonts[id] ??= pdf._font.ref();
  const shares = [1, 3, 5].map((at) => (Number.parseInt(color.slice(at, at + 2), 16) / 255).toFixed(3));
  const matrix = `1 0 0 -1 ${x.toFixed(2)} ${baseline.toFixed(2)}`;
  pdf.addContent(`BT ${shares.join(' ')} rg /${id} ${size} Tf ${matrix} Tm [<${adjusted.join('')}>] TJ ET`);
  return true;
}

/**
 * Places a form XObject of the page's size on the current page, to be drawn later: the page itself can be written and
 * leave the memory.
 * @param name of the object among the page's
 * @returns draws the content, once; what `draw` prints goes there instead of the last page
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

/** Forgets how words were laid out: pdfkit keeps every word of every font until the document ends. */
export function forgetWords(pdf: PDFKit.PDFDocument): void {
  for (const font of Object.values(pdf._fontFamilies))
    if (font.layoutCache) font.layoutCache = Object.create(null);
}

/** What is left of a written element: it has a parent, or pdfkit would take it for an unfinished one. */
const RELEASED = { P: true };
const NOTHING: never[] = [];

/** Frees what pdfkit keeps of a structure element that is in the file already, until the document ends. */
export function releaseElement(element: PDFKit.PDFStructureElement): void {
  element.dictionary.data = RELEASED;
  element.dictionary.buffer = NOTHING;
}

declare global {
  namespace PDFKit {
    interface PDFDocument {
      /** The selected font. */
      _font: {
        id: string;
        ref(): PDFKitReference;
        /** Glyphs as four hexadecimal digits each, and their positions in thousandths of the size. */
        encode(text: string, features?: []): [string[], (GlyphPosition & { advanceWidth: number })[]];
      };
      /** Every font that was selected; a standard one keeps no words. */
      _fontFamilies: Record<string, { layoutCache?: Record<string, unknown> }>;
      /** The document's catalogue. */
      _root: { data: { AcroForm?: { data: { Fields: unknown[] } } } };
    }
    interface PDFStructureElement {
      dictionary: { data: object; buffer: unknown[] };
    }
  }
  namespace PDFKit.Mixins {
    // what pdfkit takes and its types leave out
    interface StructureElementOptions {
      bbox?: [number, number, number, number];
      scope?: 'Row' | 'Column' | 'Both';
    }
  }
}
