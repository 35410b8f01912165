import { buffer } from 'node:stream/consumers';
import { PDFDict, PDFDocument, PDFName, type PDFObject } from 'pdf-lib';
import { expect, test } from 'vitest';
import { createDocument } from '../../lib/pdf/document';
import { fillForm } from '../../lib/pdf/form';
import { drawTextField } from '../../lib/pdf/form-field';
import { drawTable } from '../../lib/pdf/table';
import { assertAccessible } from './accessible-pdf';

type Document = ReturnType<typeof createDocument>;

/** A document with a picture, a table over two pages and a field; `addFault` may draw what must not be. */
async function draw(addFault: (document: Document) => void = () => {}): Promise<PDFDocument> {
  const madeAt = new Date('2026-04-14T23:12:00Z');
  const document = createDocument({ title: 'Report', period: '2026', entityName: 'Łódź Cars', madeAt });
  const file = buffer(document.pdf);
  const column = { header: 'Pickup suburb', weight: 1, value: (suburb: string) => suburb };
  const rows = Array.from({ length: 60 }, (_, index) => `Suburb 王${index}`);
  await drawTable(document, { heading: 'Suburbs', columns: [column], rows, total: ['Total'], empty: '' });
  drawTextField(document, {
    name: 'Company',
    label: 'Company name',
    x: 60,
    y: 600,
    width: 200,
    height: 18,
    fontSize: 9,
  });
  addFault(document);
  document.end();
  const form = await PDFDocument.load(await file, { updateMetadata: false });
  await fillForm(form, [['Company', 'Łódź Cars 王']]);
  return form;
}

const check = async (document: PDFDocument) =>
  assertAccessible(await document.save({ updateFieldAppearances: false }));

const catalogEntry = (key: string) => (document: PDFDocument) => document.catalog.delete(PDFName.of(key));

/** Changes every dictionary that a test picks. */
const changeEach =
  (pick: (dict: PDFDict) => boolean, change: (dict: PDFDict) => void) => (document: PDFDocument) => {
    const picked = document.context
      .enumerateIndirectObjects()
      .map(([, object]) => object)
      .filter((object): object is PDFDict => object instanceof PDFDict && pick(object));
    expect(picked.length).toBeGreaterThan(0);
    for (const dict of picked) change(dict);
  };
const has = (key: string, value: string) => (dict: PDFDict) =>
  String(dict.get(PDFName.of(key))) === `/${value}`;
const without = (key: string) => (dict: PDFDict) => void dict.delete(PDFName.of(key));
const _withEntry = (key: string, value: PDFObject) => (dict: PDFDict) => dict.set(PDFName.of(key), value);

test('our documents are accessible', async () => {
  await check(await draw());
});

test.each<[fault: string, condition: string, plant: (document: PDFDocument) => unknown]>([
  ['no metadata', '06-001', catalogEntry('Metadata')],
  ['no language', '11-006', catalogEntry('Lang')],
  ['no structure', '01-005', catalogEntry('StructTreeRoot')],
  ['a picture without words', '13-004', changeEach(has('S', 'Figure'), without('Alt'))],
  ['a field without a name', '28-005', changeEach(has('Subtype', 'Widget'), without('TU'))],
  ['a font that is not embedded', '31-009', changeEach(has('Type', 'FontDescriptor'), without('FontFile2'))],
  ['a font without characters', '31-027', changeEach(has('Subtype', 'Type0'), without('ToUnicode'))],
])('%s is a fault (%s)', async (_fault, condition, plant) => {
  const document = await draw();
  await document.flush();
  plant(document);
  await expect(check(document)).rejects.toThrow(condition);
});

test.each<[fault: string, condition: string, add: (document: Document) => void]>([
  ['text that is not tagged', '01-005', ({ type }) => type.print('Words', 60, 700, { size: 9 })],
])('%s is a fault (%s)', async (_fault, condition, add) => {
  await expect(draw(add).then(check)).rejects.toThrow(condition);
});
