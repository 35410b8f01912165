import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { PDFDict, PDFDocument, PDFHexString, PDFName } from 'pdf-lib';
import { expect, test } from 'vitest';
import { readPdf } from '../../test/documents/pdf-reader';
import { askPdfTool, hasPdfTools } from '../../test/documents/pdf-tools';
import { createDocument, type DocumentOptions } from './document';
import { drawTable, type Table } from './table';

const OPTIONS: DocumentOptions = {
  title: 'Some Report',
  period: 'Q3 (Jan–Mar 2026)',
  entityName: 'Łódź & Ngāti Cars',
  madeAt: new Date('2026-04-14T23:12:00Z'),
};

/** A white pixel with an alpha channel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

const suburbs = (count: number) => Array.from({ length: count }, (_, index) => `Suburb ${index + 1}`);

const suburbTable = (rows: Table<string>['rows']): Table<string> => ({
  heading: 'Suburbs',
  columns: [
    { header: 'Pickup suburb', weight: 3, value: (suburb) => suburb },
    { header: 'Trips', weight: 1, align: 'right', value: () => '1,234' },
  ],
  rows,
  total: ['Total', '9,999'],
  empty: 'None.',
});

async function print(table: Table<string>, options = OPTIONS): Promise<Buffer> {
  const document = createDocument(options);
  const file = buffer(document.pdf);
  await drawTable(document, table);
  document.end();
  return file;
}
const read = async (table: Table<string>, options = OPTIONS) => readPdf(await print(table, options));

test('a file has its title, language, time and tags', async () => {
  const file = await read(suburbTable(['Albion']));
  expect(file).toMatchObject({
    title: 'Some Report, Q3 (Jan–Mar 2026)',
    language: 'en-AU',
    madeAt: 'D:20260414231200Z',
    isTagged: true,
  });
  expect(file.pages[0]?.tags).toEqual([
    'Root',
    'Document',
    'Figure "Trip Log"',
    'H1',
    'P',
    'H2',
    'Table',
    ...['THead', 'TR', 'TH', 'TH'],
    ...['TBody', 'TR', 'TH', 'TD', 'TR', 'TH', 'TD'],
  ]);
});

test('every page says whose it is, when it was made and which of how many it is', async () => {
  const { pages } = await read(suburbTable(suburbs(100)));
  expect(pages.length).toBeGreaterThan(2);
  pages.forEach(({ lines }, index) => {
    expect(lines.at(-1)).toBe(
      `Łódź & Ngāti Cars · Made 15/04/2026 09:12, Brisbane time Page ${index + 1} of ${pages.length}`,
    );
  });
});

test('400 rows spread over pages, each under the header, none lost', async () => {
  const { pages, lines } = await read(suburbTable(suburbs(400)));
  const printed = lines
    .filter((line) => line.startsWith('Suburb '))
    .map((line) => line.replace(' 1,234', ''));
  expect(printed).toEqual(suburbs(400));
  for (const { lines } of pages) expect(lines).toContain('Pickup suburb Trips');
  const tags = pages.flatMap(({ tags }) => tags);
  expect(tags.filter((tag) => tag === 'THead')).toHaveLength(1);
  expect(tags.filter((tag) => tag === 'TBody')).toHaveLength(pages.length);
  expect(tags.filter((tag) => tag === 'TH')).toHaveLength(2 + 401);
  expect(tags.filter((tag) => tag === 'TD')).toHaveLength(401);
});

test('wherever a page ends, the total and its remark follow a row and the heading is followed by two', async () => {
  for (let count = 25; count < 40; count += 1) {
    const document = createDocument(OPTIONS);
    const file = buffer(document.pdf);
    await drawTable(document, { ...suburbTable(suburbs(count)), remark: 'More elsewhere.' });
    await drawTable(document, { ...suburbTable(suburbs(20)), heading: 'Again' });
    document.end();
    const { pages } = await readPdf(await file);
    for (const { lines } of pages) {
      const total = lines.indexOf('Total 9,999');
      if (total >= 0) expect(lines[total - 1]).toMatch(/^Suburb/);
      const remark = lines.indexOf('More elsewhere.');
      if (remark >= 0) expect(lines[remark - 1]).toBe('Total 9,999');
      const heading = lines.indexOf('Again');
      if (heading >= 0) expect(lines[heading + 3]).toMatch(/^Suburb 2/);
    }
  }
});

test('a table of up to 12 rows is on one page, unless that would leave over a quarter of another empty', async () => {
  const counts: number[] = [];
  for (let before = 8; before < 30; before += 1) {
    const document = createDocument(OPTIONS);
    const file = buffer(document.pdf);
    await drawTable(document, suburbTable(suburbs(before)));
    await drawTable(document, { ...suburbTable(suburbs(12)), heading: 'Again' });
    document.end();
    const { pages } = await readPdf(await file);
    const { lines = [] } = pages.find(({ lines }) => lines.includes('Again')) ?? {};
    counts.push(lines.slice(lines.indexOf('Again')).filter((line) => line.startsWith('Suburb ')).length);
  }
  const divided = counts.filter((count) => count < 12);
  expect(divided.length).toBeGreaterThan(0);
  expect(divided.length).toBeLessThan(counts.length / 2);
  // what a quarter of a page has room for, with heading and header
  expect(Math.min(...divided)).toBeGreaterThanOrEqual(5);
});

test('a table of few rows that is taller than a page begins where it stands', async () => {
  const long = Array.from({ length: 1_000 }, (_, index) => `word${index}`).join(' ');
  const { pages } = await read(suburbTable(['Before', 'Again', long]));
  expect(pages[0]?.lines).toContain('Before 1,234');
});

test('a row taller than a page goes on over the next pages', async () => {
  const words = Array.from({ length: 3_000 }, (_, index) => `word${index}`);
  const { pages, lines } = await read(suburbTable(['Before', words.join(' '), 'After']));
  expect(pages.length).toBeGreaterThan(2);
  expect(lines.join(' ').match(/word\d+/g)).toEqual(words);
  expect(lines).toContain('After 1,234');
});

test('a table without rows says so', async () => {
  const { lines } = await read(suburbTable([]));
  expect(lines).toContain('None.');
  expect(lines).not.toContain('Total 9,999');
});

test('the same content and time give the same bytes, whatever was printed in between', async () => {
  const table = suburbTable(['O’Connor', 'Łódź 12', 'محمد علی', '王小明 🚕']);
  const options = { ...OPTIONS, logo: PNG };
  const first = await print(table, options);
  await print(suburbTable(['O’Connor\u00a0Łódź\u00a012', 'علی محمد']));
  expect((await print(table, options)).equals(first)).toBe(true);
});

test('a logo takes the place of the mark', async () => {
  const { pages, text } = await read(suburbTable(['Albion']), { ...OPTIONS, logo: PNG });
  expect(pages[0]?.tags).toContain('Figure "Company Logo"');
  expect(text).not.toContain('Trip Log');
});

test('what glyphs cannot tell is told by the tags', async () => {
  const { context } = await PDFDocument.load(await print(suburbTable(['Albion', 'राम शर्मा', '🇦🇺'])));
  const told = context.enumerateIndirectObjects().flatMap(([, object]) => {
    const actual = object instanceof PDFDict && object.get(PDFName.of('ActualText'));
    return actual instanceof PDFHexString ? actual.decodeText() : [];
  });
  expect(told).toEqual(['राम शर्मा', '🇦🇺']);
});

test.skipIf(!hasPdfTools)('what is copied out of a file is what was typed', async () => {
  const typed = [
    ...['नरेन्द्र शर्मा', 'राम', 'สมชาย ใจดี', '𠮷田 太郎', '𝓙𝓸𝓱𝓷', 'Łódź'],
    ...['👨‍👩‍👧‍👦', '🇦🇺', '1️⃣', '❤️', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '👩🏾‍🚒', 'Taxi 🚕'],
    // the same shape with other dots
    ...['نبيل', 'بنيل', 'ثيتب', 'محمد علی'],
  ];
  const text = String(await askPdfTool('pdftotext', await print(suburbTable(typed))));
  const lines = text.replace(/[\u202a-\u202e]/g, '').split('\n');
  expect(lines.filter((line) => typed.includes(line))).toEqual(typed);
});

test('rows are asked for no longer when the reader has gone', async () => {
  let asked = 0;
  async function* endless() {
    for (; asked < 100_000; asked += 1) yield `Suburb ${asked}`;
  }
  const document = createDocument(OPTIONS);
  const drawn = drawTable(document, suburbTable(endless()));
  setTimeout(() => document.pdf.destroy(), 20);
  await drawn;
  expect(asked).toBeLessThan(100_000);
});

test('rows wait for a reader who is slow', async () => {
  let asked = 0;
  async function* rows() {
    for (; asked < 5_000; asked += 1) yield `Suburb ${asked}`;
  }
  const document = createDocument(OPTIONS);
  const drawn = drawTable(document, suburbTable(rows()));
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  expect(asked).toBeLessThan(5_000);
  document.pdf.resume();
  await drawn;
  expect(asked).toBe(5_000);
});

test('figures have one width unless asked otherwise', () => {
  const { measure } = createDocument(OPTIONS).type;
  expect(measure('111', { size: 9 })).toBe(measure('888', { size: 9 }));
  const proportional = { size: 9, proportionalFigures: true };
  expect(measure('111', proportional)).not.toBe(measure('888', proportional));
});

test('text is broken into lines that fit, and none of it is lost', () => {
  const { type } = createDocument(OPTIONS);
  const style = { size: 9 };
  const bare = (text: string) => text.replace(/\s/gu, '');
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 80 }),
      fc.integer({ min: 30, max: 200 }),
      (text, width) => {
        const lines = type.wrap(text, style, width);
        expect(bare(lines.join(''))).toBe(bare(text));
        for (const line of lines) {
          if ([...line].length > 1 && /^[\u0020-\u024f]+$/.test(line)) {
            expect(type.measure(line, style)).toBeLessThanOrEqual(width + 0.5);
          }
        }
      },
    ),
  );
});

test.each([
  ['Abernathy-Featherstonehaugh', 90, ['Abernathy-', 'Featherstonehaugh']],
  ['from 1 January 2026 to 31 March 2026', 100, ['from 1 January 2026 to', '31 March 2026']],
  ['from 1 January 2026 to 31 March 2026', 70, ['from', '1 January 2026', 'to', '31 March 2026']],
  ['licence QLD-100-200', 70, ['licence', 'QLD-100-200']],
  ['mail accounts@example.com', 100, ['mail', 'accounts@example.com']],
  ['mail accounts@long-name.example.com.au', 90, ['mail accounts', '@long-name.example', '.com.au']],
  ['a.b@reports-of-the-coast.example.com', 70, ['a.b@reports-of', '-the-coast', '.example.com']],
  ['Margaret Wolfeschlegelsteinhausen', 80, ['Margaret', 'Wolfeschlege', 'lsteinhausen']],
  ['Cab 北京市朝阳区建国路八十八号，请等。', 80, ['Cab 北京市朝阳区', '建国路八十八号，', '请等。']],
])('%s is broken where a reader expects it', (text, width, lines) => {
  const { type } = createDocument(OPTIONS);
  expect(type.wrap(text, { size: 9 }, width)).toEqual(lines);
});
