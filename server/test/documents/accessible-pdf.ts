import {
  PDFArray,
  PDFBool,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
  PDFRef,
  PDFString,
} from 'pdf-lib';
import { type Drawn, readDrawn } from './pdf-content';

const STANDARD = new Set(
  'Document Part Sect Div P H1 H2 H3 H4 H5 H6 L LI Lbl LBody Table THead TBody TFoot TR TH TD Span Link Annot Form Figure Caption Note'.split(
    ' ',
  ),
);
/** The parents of a table's parts. */
const PARENTS: Record<string, string[]> = {
  THead: ['Table'],
  TBody: ['Table'],
  TFoot: ['Table'],
  TR: ['Table', 'THead', 'TBody', 'TFoot'],
  TH: ['TR'],
  TD: ['TR'],
};
const SIMPLE_ENCODINGS = ['/WinAnsiEncoding', '/MacRomanEncoding'];

type Element = {
  dict: PDFDict;
  type: string;
  parent?: Element;
  kids: Element[];
  contents: Set<string>;
  objects: Set<string>;
};

const name = (dict: PDFDict, key: string) => dict.lookupMaybe(PDFName.of(key), PDFName)?.decodeText();
const text = (dict: PDFDict, key: string) =>
  dict.lookupMaybe(PDFName.of(key), PDFString, PDFHexString)?.decodeText().trim() ?? '';
const dictOf = (dict: PDFDict, key: string) => dict.lookupMaybe(PDFName.of(key), PDFDict);
const refOf = (dict: PDFDict, key: string) => String(dict.get(PDFName.of(key)));

/**
 * Checks a PDF against PDF/UA-1 as far as a program can: each fault names its condition of the Matterhorn Protocol 1.02.
 * @throws an error that lists every fault
 */
export async function assertAccessible(file: Uint8Array): Promise<void> {
  const document = await PDFDocument.load(file, { updateMetadata: false });
  const faults = new Set<string>();
  const rule = (condition: string, isMet: unknown, what = '') => {
    if (!isMet) faults.add(`${condition} ${what}`.trim());
  };
  checkCatalog(document, rule);
  const elements = readStructure(document, rule);
  checkStructure(elements, rule);
  const drawn = await readDrawn(file);
  for (const [index, page] of document.getPages().entries()) {
    checkContent(document, page.ref, drawn[index] ?? [], elements, rule);
    checkAnnotations(document, page.node, elements, rule);
  }
  for (const [, object] of document.context.enumerateIndirectObjects()) {
    if (object instanceof PDFDict && name(object, 'Type') === 'Font') checkFont(object, rule);
  }
  if (faults.size > 0) throw new Error(`The PDF is not accessible:\n${[...faults].join('\n')}`);
}

type Rule = (condition: string, isMet: unknown, what?: string) => void;

function checkCatalog({ catalog, context }: PDFDocument, rule: Rule): void {
  const metadata = catalog.lookup(PDFName.of('Metadata'));
  const xml = metadata instanceof PDFRawStream ? Buffer.from(metadata.getContents()).toString() : '';
  const mark = dictOf(catalog, 'MarkInfo');
  rule('06-001', xml, 'no metadata');
  rule('06-002', /<pdfuaid:part>1<\/pdfuaid:part>/.test(xml), 'no mark of PDF/UA-1');
  rule('06-003', /<dc:title>\s*<rdf:Alt>\s*<rdf:li[^>]*>[^<]+</.test(xml), 'no title in the metadata');
  rule('PDF 1.7, 14.7.1', mark?.lookup(PDFName.of('Marked')) === PDFBool.True, 'not marked as tagged');
  rule('01-007', mark?.lookup(PDFName.of('Suspects')) !== PDFBool.True, 'suspects');
  const preferences = dictOf(catalog, 'ViewerPreferences');
  rule('07-001', preferences?.lookup(PDFName.of('DisplayDocTitle')) === PDFBool.True, 'shows no title');
  rule('11-006', text(catalog, 'Lang'), 'no language');
  rule('26-001', !context.trailerInfo.Encrypt, 'is encrypted');
}

function readStructure({ catalog, context }: PDFDocument, rule: Rule): Map<string, Element> {
  const elements = new Map<string, Element>();
  const root = dictOf(catalog, 'StructTreeRoot');
  const visit = (kid: PDFObject | undefined, page: string, parent?: Element): void => {
    const object = kid instanceof PDFRef ? context.lookup(kid) : kid;
    if (object instanceof PDFArray) for (const each of object.asArray()) visit(each, page, parent);
    if (object instanceof PDFNumber) parent?.contents.add(`${page} ${object.asNumber()}`);
    if (!(object instanceof PDFDict)) return;
    if (name(object, 'Type') === 'OBJR') return void parent?.objects.add(refOf(object, 'Obj'));
    if (name(object, 'Type') === 'MCR')
      return void visit(object.get(PDFName.of('MCID')), refOf(object, 'Pg'), parent);
    const type = name(object, 'S') ?? '';
    const element: Element = {
      dict: object,
      type,
      parent,
      kids: [],
      contents: new Set(),
      objects: new Set(),
    };
    rule('02-001', STANDARD.has(type), `${type} is no standard type`);
    rule('09-004', refOf(object, 'P') !== 'undefined', 'an element without a parent');
    parent?.kids.push(element);
    elements.set(String(kid), element);
    visit(object.get(PDFName.of('K')), object.has(PDFName.of('Pg')) ? refOf(object, 'Pg') : page, element);
  };
  visit(root?.get(PDFName.of('K')), '');
  rule('01-005', elements.size > 0, 'no structure');
  return elements;
}

function checkStructure(elements: Map<string, Element>, rule: Rule): void {
  let last = 0;
  const all = [...elements.values()];
  const inOrder = all
    .filter(({ parent }) => !parent)
    .flatMap(function walk(element: Element): Element[] {
      return [element, ...element.kids.flatMap(walk)];
    });
  for (const { type, dict, parent, kids } of inOrder) {
    const parents = PARENTS[type];
    rule('09-004', !parents || parents.includes(parent?.type ?? ''), `${type} in ${parent?.type}`);
    if (['Table', 'THead', 'TBody', 'TR'].includes(type)) rule('09-004', kids.length > 0, `an empty ${type}`);
    if (type === 'Figure')
      rule('13-004', text(dict, 'Alt') || text(dict, 'ActualText'), 'a picture without words');
    if (type === 'TH')
      rule('15-003', name(dictOf(dict, 'A') ?? dict, 'Scope'), 'a header cell without scope');
    const level = Number(/^H(\d)$/.exec(type)?.[1] ?? 0);
    if (level > 0 && last === 0) rule('14-002', level === 1, `the first heading is H${level}`);
    if (level > 0 && last > 0) rule('14-003', level <= last + 1, `H${level} after H${last}`);
    last = level || last;
  }
  for (const table of all.filter(({ type }) => type === 'Table')) {
    const rows = table.kids.flatMap((kid) => (kid.type === 'TR' ? [kid] : kid.kids));
    rule(
      'ISO 14289-1, 7.2',
      new Set(rows.map(({ kids }) => kids.length)).size <= 1,
      'rows of different lengths',
    );
  }
}

/** The parent tree's value of a key: an element, or the elements of a page's contents. */
function parentsAt({ catalog }: PDFDocument, key: number | undefined): PDFObject | undefined {
  const tree = dictOf(catalog, 'StructTreeRoot');
  const numbers = tree && dictOf(tree, 'ParentTree')?.lookupMaybe(PDFName.of('Nums'), PDFArray);
  const at =
    numbers?.asArray().findIndex((item, index) => index % 2 === 0 && Number(String(item)) === key) ?? -1;
  return at < 0 ? undefined : numbers?.get(at + 1);
}

function checkContent(
  document: PDFDocument,
  page: PDFRef,
  drawn: Drawn[],
  elements: Map<string, Element>,
  rule: Rule,
): void {
  const node = document.context.lookup(page, PDFDict);
  const key = node.lookupMaybe(PDFName.of('StructParents'), PDFNumber)?.asNumber();
  const ref = parentsAt(document, key);
  const parents = ref instanceof PDFRef ? document.context.lookup(ref) : ref;
  const ids = new Set<number>();
  for (const { what, marks, glyphs } of drawn) {
    const tagged = marks.filter(({ id }) => id !== null);
    const artifacts = marks.filter(({ tag }) => tag === 'Artifact');
    rule('01-005', tagged.length + artifacts.length > 0, `${what} is neither tagged nor an artifact`);
    if (tagged.length > 0 && artifacts.length > 0)
      rule(marks.indexOf(tagged[0] as (typeof marks)[number]) === 0 ? '01-003' : '01-004', false, what);
    for (const { id } of tagged) ids.add(id as number);
    checkGlyphs(glyphs, rule);
  }
  for (const id of ids) {
    const parent = parents instanceof PDFArray ? String(parents.get(id)) : '';
    rule('01-005', elements.get(parent)?.contents.has(`${page} ${id}`), `content ${id} is in no element`);
  }
}

function checkGlyphs(glyphs: Drawn['glyphs'], rule: Rule): void {
  for (const { isInFont, unicode } of glyphs) {
    rule('31-030', isInFont, `“${unicode}” has no glyph`);
    rule(
      '10-001',
      unicode && !/[\0\ufffe\uffff\ue000-\uf8ff]/.test(unicode),
      'a glyph that stands for nothing',
    );
  }
}

function checkAnnotations(
  document: PDFDocument,
  page: PDFDict,
  elements: Map<string, Element>,
  rule: Rule,
): void {
  const annotations = page.lookupMaybe(PDFName.of('Annots'), PDFArray)?.asArray() ?? [];
  if (annotations.length > 0)
    rule('28-009', name(page, 'Tabs') === 'S', 'the tab order is not the structure’s');
  for (const ref of annotations) {
    const annotation = document.context.lookup(ref, PDFDict);
    const kind = name(annotation, 'Subtype');
    const key = annotation.lookupMaybe(PDFName.of('StructParent'), PDFNumber)?.asNumber();
    const element = elements.get(String(parentsAt(document, key)));
    const type = { Widget: 'Form', Link: 'Link' }[kind ?? ''] ?? 'Annot';
    rule(kind === 'Widget' ? '28-010' : '28-002', element?.type === type, `${kind} in ${element?.type}`);
    rule('28-002', element?.objects.has(String(ref)), `${kind} that its element does not hold`);
    if (kind === 'Widget')
      rule('28-005', text(annotation, 'TU'), `the field ${text(annotation, 'T')} has no name`);
    else rule('28-004', text(annotation, 'Contents'), `${kind} without words`);
  }
}

function checkFont(font: PDFDict, rule: Rule): void {
  const what = name(font, 'BaseFont') ?? '';
  const type = name(font, 'Subtype');
  if (type === 'Type0') {
    rule('31-027', font.has(PDFName.of('ToUnicode')), `${what} does not map to its characters`);
    return;
  }
  const descriptor = dictOf(font, 'FontDescriptor');
  rule(
    '31-009',
    ['FontFile', 'FontFile2', 'FontFile3'].some((key) => descriptor?.has(PDFName.of(key))),
    `${what} is not embedded`,
  );
  if (type === 'CIDFontType2')
    return void rule('31-005', font.has(PDFName.of('CIDToGIDMap')), `${what} has no map of its glyphs`);
  const encoding = String(font.get(PDFName.of('Encoding')));
  rule('31-019', SIMPLE_ENCODINGS.includes(encoding), `${what} is encoded by ${encoding}`);
}
