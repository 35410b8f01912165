import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import { describe, expect, test } from 'vitest';
import { readPdf } from '../../test/documents/pdf-reader';
import { openFont } from './fonts';
import { forgetWords, gatherOutput, releaseElement, reserveForm, showGlyphs } from './pdfkit-patches';

const MADE_AT = new Date('2026-04-14T00:00:00Z');

function open() {
  const info = { Title: 'Title', CreationDate: MADE_AT, ModDate: MADE_AT };
  const options = { font: '', margin: 0, tagged: true, autoFirstPage: false, lang: 'en-AU', info };
  const pdf = new PDFDocument({ ...options, pdfVersion: '1.7' });
  pdf.registerFont('house', openFont('regular') as unknown as Buffer);
  pdf.addPage();
  pdf.font('house').fontSize(10);
  return pdf;
}

const place = { x: 20, baseline: 40, size: 10, color: '#000000' };

/** A short document of structure elements. */
async function print({ gathered = false, released = false } = {}) {
  const pdf = open();
  if (gathered) gatherOutput(pdf);
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  const root = pdf.struct('Document');
  pdf.addStructure(root);
  for (let row = 0; row < 100; row += 1) {
    const element = pdf.struct('P', {}, () => showGlyphs(pdf, `Row ${row}`, { ...place, baseline: row * 5 }));
    root.add(element);
    if (released) releaseElement(element);
  }
  pdf.end();
  await once(pdf, 'end');
  return { bytes: Buffer.concat(chunks), chunks: chunks.length };
}

describe('gatherOutput', () => {
  test('emits few chunks of the same bytes, where pdfkit emits one for each operator', async () => {
    const [plain, gathered] = [await print(), await print({ gathered: true })];
    expect(plain.chunks).toBeGreaterThan(100);
    expect(gathered.chunks).toBeLessThan(10);
    expect(gathered.bytes.equals(plain.bytes)).toBe(true);
  });
});

describe('releaseElement', () => {
  test('empties an element that pdfkit keeps after it is written', () => {
    const pdf = open();
    const root = pdf.struct('Document');
    pdf.addStructure(root);
    const element = pdf.struct('P', {}, () => showGlyphs(pdf, 'Text', place));
    root.add(element);
    element.end();
    expect(Object.keys(element.dictionary.data)).toContain('S');
    releaseElement(element);
    expect(Object.keys(element.dictionary.data)).toEqual(['P']);
  });

  test('leaves the bytes as they are', async () => {
    const [kept, released] = [await print(), await print({ released: true })];
    expect(released.bytes.equals(kept.bytes)).toBe(true);
  });
});

describe('showGlyphs', () => {
  function operatorsOf(write: (pdf: PDFKit.PDFDocument) => void): number {
    const pdf = open();
    const add = pdf.addContent.bind(pdf);
    let count = 0;
    pdf.addContent = (operator) => {
      count += 1;
      return add(operator);
    };
    write(pdf);
    return count;
  }

  test('writes one operator, where pdfkit writes eight', () => {
    const text = (pdf: PDFKit.PDFDocument) => pdf.text('Toowong', 20, 40, { lineBreak: false });
    expect(operatorsOf(text)).toBe(8);
    expect(operatorsOf((pdf) => showGlyphs(pdf, 'Toowong', place))).toBe(1);
  });

  test('writes text that is read back, kerned letters too', async () => {
    const pdf = open();
    expect(showGlyphs(pdf, 'AVATAR Łódź 12', place)).toBe(true);
    pdf.end();
    expect((await readPdf(await buffer(pdf))).text).toContain('AVATAR Łódź 12');
  });

  test('leaves text with placed marks to pdfkit', () => {
    const pdf = open();
    pdf.registerFont('arabic', openFont('arabicRegular') as unknown as Buffer);
    pdf.font('arabic');
    expect(operatorsOf(() => expect(showGlyphs(pdf, '\u06a5', place)).toBe(false))).toBe(0);
  });
});

test('reserveForm draws on a page that is written already', async () => {
  const pdf = open();
  const file = buffer(pdf);
  const draw = reserveForm(pdf, 'Later');
  pdf.addPage();
  draw(() => showGlyphs(pdf, 'First page', place));
  showGlyphs(pdf, 'Second page', place);
  pdf.end();
  const { pages } = await readPdf(await file);
  expect(pages.map(({ lines }) => lines)).toEqual([['First page'], ['Second page']]);
});

test('forgetWords frees the words that pdfkit keeps, and the next ones are printed the same', () => {
  const pdf = open();
  const wordsKept = () => Object.keys(pdf._fontFamilies.house?.layoutCache ?? {}).length;
  const width = pdf.widthOfString('Toowong');
  for (let word = 0; word < 50; word += 1) pdf.widthOfString(`Word${word}`);
  expect(wordsKept()).toBe(51);
  forgetWords(pdf);
  expect(wordsKept()).toBe(0);
  expect(pdf.widthOfString('Toowong')).toBe(width);
});
