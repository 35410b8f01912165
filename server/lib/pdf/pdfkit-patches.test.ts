import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import { describe, expect, test } from 'vitest';
import { readPdf } from '../../test/documents/pdf-reader';
import { openFont } from './fonts';
import { encodeWord, reserveForm, showGlyphs } from './pdfkit-patches';

const MADE_AT = new Date('2026-04-14T00:00:00Z');

function open() {
  const info = { Title: 'Title', CreationDate: MADE_AT, ModDate: MADE_AT };
  const options = { font: '', margin: 0, autoFirstPage: false, lang: 'en-AU', info };
  const pdf = new PDFDocument({ ...options, pdfVersion: '1.7' });
  pdf.registerFont('house', openFont('regular') as unknown as Buffer);
  pdf.addPage();
  pdf.font('house').fontSize(10);
  return pdf;
}

const place = { x: 20, baseline: 40, size: 10, color: '#000000' };

/** Prints text that stands on the line. */
const show = (pdf: PDFKit.PDFDocument, text: string, at = place) =>
  showGlyphs(pdf, encodeWord(pdf, text).glyphs ?? '', at);

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
    expect(operatorsOf((pdf) => show(pdf, 'Toowong'))).toBe(1);
  });

  test('writes text that is read back, kerned letters too', async () => {
    const pdf = open();
    show(pdf, 'AVATAR Łódź 12');
    pdf.end();
    expect((await readPdf(await buffer(pdf))).text).toContain('AVATAR Łódź 12');
  });

  test('places marks off the line where pdfkit does', () => {
    const pdf = open();
    pdf.registerFont('devanagari', openFont('regular') as unknown as Buffer);
    pdf.font('devanagari').fontSize(1000);
    const places: string[] = [];
    const add = pdf.addContent.bind(pdf);
    pdf.addContent = (operator) => {
      const [, x, y] = /^1 0 0 1 (\S+) (\S+) Tm$/.exec(operator) ?? [];
      if (x && y) places.push(`${Math.round(Number(x))} ${Math.round(Number(y))}`);
      return add(operator);
    };
    pdf.text('ग\u0941\u0902रु', 0, 0, { lineBreak: false });
    const { pieces = [] } = encodeWord(pdf, 'ग\u0941\u0902रु');
    const line = Number(places[0]?.split(' ')[1]);
    expect(pieces.length).toBeGreaterThan(1);
    expect(pieces.map(({ x, y }) => `${Math.round(x)} ${Math.round(line + y)}`)).toEqual(places);
  });
});

test('reserveForm draws on a page that is written already', async () => {
  const pdf = open();
  const file = buffer(pdf);
  const draw = reserveForm(pdf, 'Later');
  pdf.addPage();
  draw(() => show(pdf, 'First page'));
  show(pdf, 'Second page');
  pdf.end();
  const { pages } = await readPdf(await file);
  expect(pages.map(({ lines }) => lines)).toEqual([['First page'], ['Second page']]);
});
