import { brisbaneInstant } from '@shared/periods';
import { annualPeriod } from '@shared/reports/report-periods';
import {
  decodePDFRawStream,
  PDFBool,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  type PDFRawStream,
} from 'pdf-lib';
import { beforeAll, describe, expect, test } from 'vitest';
import { assertAccessible } from '../../../test/documents/accessible-pdf';
import { readDrawn } from '../../../test/documents/pdf-content';
import { readFormFields } from '../../../test/documents/pdf-form';
import { readPdf } from '../../../test/documents/pdf-reader';
import { askPdfTool, hasPdfTools } from '../../../test/documents/pdf-tools';
import { type AnnualFigures, buildAnnualReport } from '../annual/annual.view-model';
import { renderF5320 } from './f5320.pdf';

function year(
  placeCount: number,
  overrides: Partial<AnnualFigures['holder']> = {},
  madeAt = brisbaneInstant('2026-07-14', '09:12'),
) {
  const places = Array.from({ length: placeCount }, (_, index) => index);
  return buildAnnualReport(
    {
      holder: {
        companyName: 'Ngāti & Łódź Cars',
        tradingName: '王小明',
        holderName: 'محمد علی',
        beaNumber: 'BEA-1',
        contactEmail: 'office@example.com',
        contactPhone: '07 3555 0142',
        ...overrides,
      },
      period: annualPeriod('2025-2026'),
      totals: { tripCount: (placeCount * (placeCount + 1)) / 2 },
      postcodes: places.map((index) => ({ postcode: String(4000 + index), tripCount: index + 1 })),
      locations: places.map((index) => ({
        postcode: String(4000 + index),
        suburb: `O'Connor ${String(index).padStart(3, '0')}`,
        tripCount: index + 1,
      })),
      rankAndHailByArea: { areas: [], apart: [], placesToConfirm: 0 },
      otherEntity: [],
    },
    madeAt,
  );
}

const _totalOf = (fields: Record<string, string>, name: RegExp) =>
  Object.entries(fields)
    .filter(([field]) => name.test(field))
    .reduce((sum, [, trips]) => sum + Number(trips.replaceAll(',', '')), 0);

describe('our own form', () => {
  test('holds the report in fields that another library reads', async () => {
    const file = await renderF5320(year(2));
    expect(await readFormFields(file)).toEqual({
      'Company name': 'Ngāti & Łódź Cars',
      'Trading name': '王小明',
      'BEA Number': 'BEA-1',
      'Account holder': 'محمد علی',
      'Contact email': 'office@example.com',
      'Contact phone': '07 3555 0142',
      'Financial year': '2025-2026',
      'Period from': '01/07/2025',
      'Period to': '30/06/2026',
      'Due date': '28/07/2026',
      'Postcode 1': '4000',
      'Postcode 1 trips': '1',
      'Postcode 2': '4001',
      'Postcode 2 trips': '2',
      'Total trips by postcode': '3',
      'Suburb 1': "O'Connor 000",
      'Suburb 1 trips': '1',
      'Suburb 2': "O'Connor 001",
      'Suburb 2 trips': '2',
      'Total trips by suburb': '3',
    });
    const { title, isTagged, text, pages } = await readPdf(file);
    expect(title).toBe('Form F5320 Data, 2025-2026');
    expect(isTagged).toBe(true);
    expect(text).toContain('This is not an official form');
    expect(pages.flatMap(({ tags }) => tags).filter((tag) => tag === 'Form').length).toBe(20);
  });

  let _several: ReturnType<typeof renderF5320>;
  beforeAll(() => {
    _several = renderF5320(year(400));
  });

  test.each([
    ['running', '2026-05-14', 2, 60],
    ['finished', '2026-07-14', 16, 20],
  ])(
    'a total of a %s year shares its page with a row and its heading',
    { tags: 'long' },
    async (_year, madeOn, from, to) => {
      const alone: string[] = [];
      // in columns: an odd count takes as many lines as the next even one
      for (let placeCount = from; placeCount <= to; placeCount += 2) {
        const { pages } = await readPdf(await renderF5320(year(placeCount, {}, brisbaneInstant(madeOn))));
        pages.forEach(({ lines }, page) => {
          const text = lines.join('\n');
          for (const noun of ['postcode', 'suburb']) {
            // the columns have headers where they have rows
            const whole = new RegExp(
              `Trips by pickup ${noun}.*\\n${noun} Trips.*\\nTotal trips by ${noun}`,
              'i',
            );
            if (text.includes(`Total trips by ${noun}`) && !whole.test(text))
              alone.push(`${placeCount} ${noun}s, page ${page + 1}`);
          }
        });
      }
      expect(alone).toEqual([]);
    },
  );

  test('has an end: a year of more places than Queensland has is refused in words', async () => {
    await expect(renderF5320(year(2251))).rejects.toMatchObject({
      status: 422,
      message:
        'The form has room for 4,500 postcodes and suburbs, and this year has 4,502. Download the annual report instead.',
    });
  });

  /** A field's appearance: what is drawn, and the types of the fonts that it is drawn in. */
  function appearanceOf(form: PDFDocument, name: string) {
    const [widget] = form.getForm().getTextField(name).acroField.getWidgets();
    const stream = widget?.getAppearances()?.normal as PDFRawStream;
    const fonts = stream.dict.lookup(PDFName.of('Resources'), PDFDict).lookup(PDFName.of('Font'), PDFDict);
    return {
      drawn: Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1'),
      fonts: fonts.keys().map((key) => String(fonts.lookup(key, PDFDict).get(PDFName.of('Subtype')))),
    };
  }

  test('stays fillable, with an embedded font that every program types in', async () => {
    const form = await PDFDocument.load(await renderF5320(year(1)));
    const { acroForm } = form.getForm();
    expect(acroForm.dict.toString()).not.toContain('NeedAppearances');
    const fonts = acroForm.dict.lookup(PDFName.of('DR'), PDFDict).lookup(PDFName.of('Font'), PDFDict);
    const fields = form.getForm().getFields();
    expect(fields.length).toBe(16);
    for (const field of fields) {
      expect(field.isReadOnly()).toBe(false);
      const named = /\/(\S+) [\d.]+ Tf/.exec(field.acroField.getDefaultAppearance() ?? '')?.[1] ?? '';
      const font = fonts.lookup(PDFName.of(named), PDFDict);
      expect(String(font.get(PDFName.of('Encoding')))).toBe('/WinAnsiEncoding');
      expect(font.lookup(PDFName.of('FontDescriptor'), PDFDict).has(PDFName.of('FontFile2'))).toBe(true);
    }
  });

  test('an odd letter is drawn in another font, the others in the field’s own', async () => {
    const form = await PDFDocument.load(await renderF5320(year(1, { companyName: 'Brisbane 王 Cars' })));
    expect(appearanceOf(form, 'BEA Number').fonts).toEqual(['/TrueType']);
    const { drawn, fonts } = appearanceOf(form, 'Company name');
    expect(fonts.sort()).toEqual(['/TrueType', '/Type0']);
    const hex = (text: string) => Buffer.from(text, 'latin1').toString('hex');
    expect(drawn.toLowerCase()).toContain(`<${hex('Brisbane ')}> tj`);
    expect(drawn.toLowerCase()).toContain(`<${hex(' Cars')}> tj`);
  });

  test.runIf(hasPdfTools)('is readable when another program changes and draws its fields', async () => {
    const typed = '07 – Café “Größe” €9';
    const form = await PDFDocument.load(await renderF5320(year(1)));
    form.getForm().getTextField('Contact phone').acroField.setValue(PDFHexString.fromText(typed));
    form.getForm().acroForm.dict.set(PDFName.of('NeedAppearances'), PDFBool.True);
    const changed = await form.save({ updateFieldAppearances: false });
    const drawn = await askPdfTool('qpdf', changed, '--generate-appearances');
    const text = String(await askPdfTool('pdftotext', drawn, '-layout'));
    for (const value of [typed, 'office@example.com', "O'Connor 000"]) expect(text).toContain(value);
    // the glyphs too, which pdftotext does not look at
    const glyphs = (await readDrawn(drawn, { annotations: true })).flat().flatMap(({ glyphs }) => glyphs);
    expect(glyphs.length).toBeGreaterThan(200);
    expect(glyphs.filter(({ isInFont }) => !isInFont)).toEqual([]);
  });

  test('is accessible', async () => {
    for (const places of [0, 3, 60]) await assertAccessible(await renderF5320(year(places)));
  });

  test.runIf(hasPdfTools)('shows a long word whole, as small as it takes', async () => {
    const contactEmail = `${'mary.smith.'.repeat(5)}booking@hire-operators.example.com`;
    const file = await renderF5320(year(1, { contactEmail }));
    const form = (await PDFDocument.load(file)).getForm();
    const [widget] = form.getTextField('Contact email').acroField.getWidgets();
    const { x = 0, width = 0 } = widget?.getRectangle() ?? {};
    const boxes = String(await askPdfTool('pdftotext', file, '-bbox'));
    const [, right] = new RegExp(`xMax="([\\d.]+)"[^>]*>${contactEmail}<`).exec(boxes) ?? [];
    expect(Number(right)).toBeGreaterThan(x + width / 2);
    expect(Number(right)).toBeLessThanOrEqual(x + width);
  });
});
