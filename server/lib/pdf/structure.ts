import type { ObjectWriter } from './object-streams';

/** An element that others are added to until it ends. */
export type Container = {
  readonly id: number;
  readonly kids: number[];
  end(): void;
};

export type TagOptions = {
  /** What a picture shows. */
  alt?: string;
  /** The text, where its glyphs do not tell it. */
  actual?: string;
  /** Of a header cell: which cells it names. */
  scope?: 'Row' | 'Column';
  /** Of a picture: left, bottom, right and top from the page's bottom left corner, in points. */
  bbox?: [number, number, number, number];
};

/**
 * The tags of a document: elements are written as soon as they are complete, and forgotten. pdfkit's own are kept until the
 * document ends, and lie in the file one by one.
 */
export function createStructure(pdf: PDFKit.PDFDocument, objects: ObjectWriter) {
  // pdfkit writes both when it ends the document
  pdf._root.data.MarkInfo = pdf.ref({ Marked: true });
  const tree = pdf.ref({ Type: 'StructTreeRoot' });
  pdf._root.data.StructTreeRoot = tree;
  /** What each key of the parent tree stands for: an element, or those of a page. */
  const parents: number[] = [];
  /** The elements of the marked contents of this page, each at its number. */
  let ofPage: { id: number; elements: number[] } | undefined;
  const attributes = new Map<string, number>();
  const root = open('Document', { id: tree.id, kids: [] });

  /** Opens an element for others. */
  function open(type: string, parent: Pick<Container, 'id' | 'kids'>): Container {
    const id = objects.reserve();
    const kids: number[] = [];
    parent.kids.push(id);
    const end = () => objects.write(id, `<</S/${type}/P ${parent.id} 0 R/K[${references(kids)}]>>`);
    return { id, kids, end };
  }

  /** Adds an element whose content `draw` prints on the current page at once; without `draw` it is empty. */
  function add(type: string, parent: Container, draw?: () => void, options: TagOptions = {}): void {
    const id = objects.reserve();
    parent.kids.push(id);
    const content = draw ? `/Pg ${pdf.page.dictionary.id} 0 R/K ${mark(type, id, draw)}` : '';
    objects.write(id, `<</S/${type}/P ${parent.id} 0 R${content}${entriesOf(options)}>>`);
  }

  /** Adds an element for an annotation of the current page, which has `nextKey` as its StructParent. */
  function addAnnotation(type: string, parent: Container, annotationId: number): void {
    const id = objects.reserve();
    parent.kids.push(id);
    const page = `${pdf.page.dictionary.id} 0 R`;
    const kid = `<</Type/OBJR/Obj ${annotationId} 0 R/Pg ${page}>>`;
    objects.write(id, `<</S/${type}/P ${parent.id} 0 R/Pg ${page}/K ${kid}>>`);
    parents.push(id);
  }

  function mark(type: string, element: number, draw: () => void): number {
    ofPage ??= beginPage();
    const number = ofPage.elements.push(element) - 1;
    pdf.addContent(`/${type} <</MCID ${number}>> BDC`);
    draw();
    pdf.addContent('EMC');
    return number;
  }

  function beginPage(): { id: number; elements: number[] } {
    const id = objects.reserve();
    Object.assign(pdf.page.dictionary.data, { StructParents: parents.push(id) - 1 });
    return { id, elements: [] };
  }

  /** Writes whose contents are on the current page; call it before the next one begins. */
  function endPage(): void {
    if (ofPage) objects.write(ofPage.id, `[${references(ofPage.elements)}]`);
    ofPage = undefined;
  }

  function entriesOf({ alt, actual, scope, bbox }: TagOptions): string {
    const table = scope && `<</O/Table/Scope/${scope}>>`;
    const layout = bbox && `<</O/Layout/Placement/Block/BBox[${bbox.map((at) => at.toFixed(2)).join(' ')}]>>`;
    return [
      alt && `/Alt${textString(alt)}`,
      actual && `/ActualText${textString(actual)}`,
      table && `/A ${shared(table)} 0 R`,
      layout && `/A${layout}`,
    ]
      .filter(Boolean)
      .join('');
  }

  /** The number of an object with these words, written once. */
  function shared(words: string): number {
    let id = attributes.get(words);
    if (id === undefined) {
      id = objects.reserve();
      objects.write(id, words);
      attributes.set(words, id);
    }
    return id;
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

  return {
    root,
    open,
    add,
    addAnnotation,
    /** The key of the parent tree that an annotation is added with. */
    get nextKey() {
      return parents.length;
    },
    endPage,
    end,
  };
}

const references = (ids: number[]) => ids.map((id) => `${id} 0 R`).join(' ');

/** Text in a PDF's object. */
function textString(text: string): string {
  return `<FEFF${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`;
}
