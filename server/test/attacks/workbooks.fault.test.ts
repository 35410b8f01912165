import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { readSpreadsheet } from '../../lib/spreadsheets/spreadsheet';
import { workbookOf } from './hostile-archives';

/** Incompressible bytes, so that the ratio of the whole file looks ordinary. */
const padding = { name: 'xl/media/image1.png', content: randomBytes(600_000) };
const text = (letters: string) =>
  `<worksheet><row><c t="inlineStr"><is><t>${letters}</t></is></c></row></worksheet>`;
const attributes = Array.from({ length: 4_000_000 }, (_, n) => `a${n.toString(36)}=""`).join(' ');
const references = `<row>${'<c t="s"><v>0</v></c>'.repeat(100)}</row>`.repeat(20_000);
const texts = (content: string) => [padding, { name: 'xl/texts.xml', content: `<sst>${content}</sst>` }];
const LARGE = 'too large when unpacked';

test.each([
  ['nested 20 million deep', '<a>'.repeat(20_000_000), [], LARGE],
  ['nested 10 million deep at an ordinary ratio', '<a>'.repeat(10_000_000), [padding], LARGE],
  ['with 4 million attributes', `<worksheet><row ${attributes}/></worksheet>`, [], LARGE],
  ['with a comment of 40 MB', `<!--${'- '.repeat(20_000_000)}-->`, [padding], LARGE],
  ['with 10 million shared texts', '<worksheet/>', texts('<si/>'.repeat(10_000_000)), LARGE],
  [
    'with 2 million cells of one long text',
    `<worksheet><sheetData>${references}</sheetData></worksheet>`,
    texts(`<si><t>${'x'.repeat(5000)}</t></si>`),
    'too much text',
  ],
  [
    'with a million cell formats',
    '<worksheet/>',
    [
      padding,
      {
        name: 'xl/styles.xml',
        content: `<cellXfs>${'<xf numFmtId="14"/>'.repeat(1_000_000)}</cellXfs>`,
      },
    ],
    LARGE,
  ],
  ['with a text of 8 million entities', text('&#88;'.repeat(8_000_000)), [padding], LARGE],
])('a workbook %s ends in words, and no one waits for it', async (_, sheet, parts, message) => {
  const file = workbookOf(sheet, parts);
  const before = process.memoryUsage().rss;
  let [peak, longestWait, last] = [0, 0, performance.now()];
  const watching = setInterval(() => {
    longestWait = Math.max(longestWait, performance.now() - last);
    last = performance.now();
    peak = Math.max(peak, process.memoryUsage().rss - before);
  }, 2);
  await expect(readSpreadsheet(file, 20_000)).rejects.toThrow(message);
  clearInterval(watching);
  expect(longestWait).toBeLessThan(300);
  expect(peak).toBeLessThan(300 * 1024 * 1024);
});

test('mixed text in millions of pieces is cut', async () => {
  const { rows } = await readSpreadsheet(workbookOf(text('x<b/>'.repeat(2_000_000)), [padding]), 100);
  expect(rows[0]?.cells[0]).toHaveLength(5000);
});
