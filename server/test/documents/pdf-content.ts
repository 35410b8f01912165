import { getDocumentProxy, getResolvedPDFJS } from 'unpdf';

type Glyph = { unicode: string; isInFont: boolean };
type Mark = { tag: string; id: number | null };
/** A painted thing of a page: its marked contents, from the outermost, and its glyphs. */
export type Drawn = { what: string; marks: Mark[]; glyphs: Glyph[] };

/** Reads each page's drawing of a PDF, without its annotations, by pdf.js. */
export async function readDrawn(file: Uint8Array, { annotations = false } = {}): Promise<Drawn[][]> {
  transferBuffers();
  const { OPS } = await getResolvedPDFJS();
  const names = new Map(Object.entries(OPS).map(([name, code]) => [code as number, name]));
  const document = await getDocumentProxy(new Uint8Array(file));
  const pages: Drawn[][] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const { fnArray, argsArray } = await (await document.getPage(number)).getOperatorList();
    const drawn: Drawn[] = [];
    let marks: Mark[] = [];
    let isAnnotation = false;
    fnArray.forEach((code: number, index: number) => {
      const name = names.get(code) ?? '';
      const args: unknown[] = argsArray[index] ?? [];
      if (name.endsWith('Annotation')) isAnnotation = name === 'beginAnnotation';
      if (isAnnotation && !annotations) return;
      if (name.startsWith('beginMarkedContent')) marks = [...marks, markOf(args)];
      else if (name === 'endMarkedContent') marks = marks.slice(0, -1);
      else if (name === 'showText') drawn.push({ what: name, marks, glyphs: glyphsOf(args[0] as unknown[]) });
      else if (/^(paint\w+XObject|shadingFill|rawFillPath)$/.test(name) || paints(name, args, OPS))
        drawn.push({ what: name, marks, glyphs: [] });
    });
    pages.push(drawn);
  }
  return pages;
}

/** Numbers between glyphs move them; pdf.js finds no glyph where it is blank. */
const glyphsOf = (items: unknown[]): Glyph[] =>
  items
    .filter((item) => typeof item === 'object' && item !== null)
    .map((item) => item as Glyph)
    .map(({ unicode, isInFont }) => ({ unicode, isInFont: isInFont || !unicode.trim() }));
const markOf = ([tag, id]: unknown[]): Mark => ({
  tag: typeof tag === 'string' ? tag : String((tag as { name: string }).name),
  id: typeof id === 'number' ? id : null,
});
/** A path says with its first argument what is done with it. */
const paints = (name: string, [operation]: unknown[], { endPath }: Record<string, number>) =>
  name === 'constructPath' && operation !== endPath;

/** pdf.js calls what Node 20 does not have yet. */
function transferBuffers(): void {
  const buffers = ArrayBuffer.prototype as { transferToFixedLength?: (length?: number) => ArrayBuffer };
  buffers.transferToFixedLength ??= function (this: ArrayBuffer, length = this.byteLength) {
    return this.slice(0, length);
  };
}
