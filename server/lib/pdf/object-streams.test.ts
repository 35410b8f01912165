import { buffer } from 'node:stream/consumers';
import { PDFDict, PDFName, PDFNumber, PDFDocument as PdfLib } from 'pdf-lib';
import PDFDocument from 'pdfkit';
import { expect, test } from 'vitest';
import { askPdfTool, hasPdfTools } from '../../test/documents/pdf-tools';
import { packObjects } from './object-streams';

const MADE_AT = new Date('2026-04-14T00:00:00Z');

/** A page, and objects that each hold their number. */
async function print(count: number, packed: boolean): Promise<Buffer> {
  const info = { CreationDate: MADE_AT, ModDate: MADE_AT };
  const pdf = new PDFDocument({ autoFirstPage: false, pdfVersion: '1.7', info });
  const objects = packed ? packObjects(pdf) : undefined;
  pdf.addPage();
  pdf.rect(20, 20, 100, 100).fill('#000000');
  for (let row = 0; row < count; row += 1) {
    if (objects) objects.write(objects.reserve(), `<</Row ${row}>>`);
    else pdf.ref({ Row: row }).finalize();
  }
  pdf.end();
  return buffer(pdf);
}

async function rowsOf(file: Buffer): Promise<number[]> {
  const { context } = await PdfLib.load(file);
  return context.enumerateIndirectObjects().flatMap(([, object]) => {
    const row = object instanceof PDFDict && object.get(PDFName.of('Row'));
    return row instanceof PDFNumber ? row.asNumber() : [];
  });
}

test.each([0, 1, 499, 500, 501, 1800])('%i objects are read back, each once', async (count) => {
  const rows = await rowsOf(await print(count, true));
  expect(rows.sort((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, row) => row));
});

test.runIf(hasPdfTools)('qpdf finds no fault in the tables', async () => {
  expect(String(await askPdfTool('qpdf', await print(1800, true), '--check'))).toContain('No syntax');
});

test('take a fifth of the room that pdfkit gives them', async () => {
  const [packed, plain] = [await print(5000, true), await print(5000, false)];
  expect(packed.length).toBeLessThan(plain.length / 5);
});

test('the same objects give the same bytes', async () => {
  expect((await print(1200, true)).equals(await print(1200, true))).toBe(true);
});
