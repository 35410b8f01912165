import type { ObjectWriter } from './object-streams';

/** An element that others, or contents, are added to until it ends. */
type Element = { id: number; kids: (string | number)[]; end(): void };
type Parent = Omit<Element, 'end'>;

export type TagOptions = {
  alt?: string;
  /** The text, where its glyphs do not say it. */
  actual?: string;
  scope?: 'Row' | 'Column';
  /** A picture's left, bottom, right and top from the page's bottom left corner, in points. */
  bbox?: [number, number, number, number];
};

/** The tags of a document: elements are written as soon as they are complete, and forgotten (docs/decisions/0005-pdf-typesetter.md). */
export function createStructure(pdf: PDFKit.PDFDocument, objects: ObjectWriter) {
  const tree = pdf.getStructTreeRoot();
  /** The value of each key of the parent tree: an element, or the list of a page's elements. */
  const parents: number[] = [];
  /** The elements of the marked contents of this page, each at its number. */
  let ofPage: { id: number; elements: string[] } | undefined;
  const root = open('Document', { id: tree.id, kids: [] });

  /** Opens an element in the document, or in `parent`; it points to the current page, for the contents that are added to it. */
  function open(type: string, parent: Parent = root, options: TagOptions = {}): Element {
    const id = objects.reserve();
    const kids: Parent['kids'] = [];
    const page = pdf.page ? `/Pg ${pdf.page.dictionary}` : '';
    parent.kids.push(`${id} 0 R`);
    const end = () => {
      const entries = `/S/${type}/P ${parent.id} 0 R${page}${entriesOf(options)}/K[${kids.join(' ')}]`;
      objects.write(id, `<<${entries}>>`);
    };
    return { id, kids, end };
  }

  /** Adds an element to the document, or to `parent`; `draw` prints its content on the current page at once. */
  function add(type: string, draw?: () => void, options?: TagOptions, parent: Parent = root): void {
    const element = open(type, parent, options);
    if (draw) {
      ofPage ??= beginPage();
      const number = ofPage.elements.push(`${element.id} 0 R`) - 1;
      element.kids.push(number);
      pdf.addContent(`/${type} <</MCID ${number}>> BDC`);
      draw();
      pdf.addContent('EMC');
    }
    element.end();
  }

  /** Adds an annotation to the current page, in its own element. `place`: left, top, width, height, in points. */
  function annotate(type: string, place: [number, number, number, number], options: object) {
    const element = open(type);
    pdf.annotate(...place, { ...options, StructParent: parents.push(element.id) - 1 });
    const annotation = pdf.page.annotations.at(-1);
    element.kids.push(`<</Type/OBJR/Obj ${annotation}>>`);
    element.end();
    return annotation;
  }

  function beginPage() {
    const id = objects.reserve();
    Object.assign(pdf.page.dictionary.data, { StructParents: parents.push(id) - 1 });
    return { id, elements: [] as string[] };
  }

  /** Writes whose contents are on the current page; call it before the next one begins. */
  function endPage(): void {
    if (ofPage) objects.write(ofPage.id, `[${ofPage.elements.join(' ')}]`);
    ofPage = undefined;
  }

  /** Ends the tree; call it before pdfkit ends the document. */
  function end(): void {
    endPage();
    root.end();
    Object.assign(tree.data, {
      K: objects.reference(root.id),
      ParentTree: { Nums: parents.flatMap((id, key) => [key, objects.reference(id)]) },
      ParentTreeNextKey: parents.length,
    });
  }

  return { open, add, annotate, endPage, end };
}

function entriesOf({ alt, actual, scope, bbox }: TagOptions): string {
  const entries = [
    alt && `/Alt${textString(alt)}`,
    actual && `/ActualText${textString(actual)}`,
    scope && `/A<</O/Table/Scope/${scope}>>`,
    bbox && `/A<</O/Layout/Placement/Block/BBox[${bbox.map((at) => at.toFixed(2)).join(' ')}]>>`,
  ];
  return entries.filter(Boolean).join('');
}

/** Text in any script, as a PDF's objects have it. */
export const textString = (text: string): string =>
  `<feff${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`;
