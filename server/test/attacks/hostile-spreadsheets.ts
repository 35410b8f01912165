import { randomBytes } from 'node:crypto';
import { MAX_IMPORT_ROWS } from '@shared/imports/imports';
import { MAX_IMPORT_BYTES } from '@shared/limits';
import { archiveOf, workbookOf } from './hostile-archives';

const MILLION = 1_000_000;
const HEADINGS = 'Date,Driver Authority License,Suburb,Postcode,Waiting time\n';

/** A CSV file of as many trips as an import takes; each line is made of its number. */
const csvOf = (line: (row: number) => string, rows = MAX_IMPORT_ROWS) =>
  HEADINGS + Array.from({ length: rows }, (_, row) => `${line(row)}\n`).join('');

/** The most that fits into an import. */
const fill = (text: string, bytes = MAX_IMPORT_BYTES - 100) =>
  text.repeat(Math.floor(bytes / Buffer.byteLength(text)));

const sheetOf = (rows: string) => `<worksheet><sheetData>${rows}</sheetData></worksheet>`;
/** Incompressible bytes: with them an archive may unpack to a hundred times its size. */
const ballast = (bytes: number) => ({ name: 'xl/ballast.bin', content: randomBytes(bytes) });

/** A text that a pattern may read in many ways before it finds no date. */
const slowDate = (length: number) => `"2026-01-01${' '.repeat(length)}x\ny"`;

/**
 * Files that someone might import, by what is wrong with them. Each is refused in words, or read and its rows are.
 */
export const hostileSpreadsheets: Record<string, () => string | Buffer> = {
  'XML nested 20 million deep, which claims to be short': () =>
    workbookOf('', [{ name: 'xl/sheet1.xml', content: '<a>'.repeat(20 * MILLION), claimedSize: 1000 }]),
  'a tag of 4 million attributes': () =>
    workbookOf(
      `<a ${Array.from({ length: 4 * MILLION }, (_, index) => `a${index.toString(36)}=""`).join(' ')}/>`,
      [ballast(MILLION)],
    ),
  'a tag without an end': () => workbookOf(`<a ${'x'.repeat(60 * MILLION)}`, [ballast(MILLION)]),
  'entities that grow': () =>
    workbookOf(
      `<!DOCTYPE a [<!ENTITY a "${'ha'.repeat(1000)}"><!ENTITY b "${'&a;'.repeat(1000)}">]><a>&b;</a>`,
    ),
  'a zip bomb in many parts': () =>
    archiveOf(
      Array.from({ length: 30 }, (_, part) => ({
        name: `xl/${part}.xml`,
        content: Buffer.alloc(5 * MILLION),
      })),
    ),
  '60,000 parts': () =>
    archiveOf(Array.from({ length: 60_000 }, (_, part) => ({ name: `${part}`, content: '' }))),
  'parts that share one place': () => {
    const bomb = { name: 'xl/a.xml', content: Buffer.alloc(10 * MILLION) };
    const others = Array.from({ length: 1900 }, (_, part) => ({
      ...bomb,
      name: `xl/${part}.xml`,
      claimedStart: 0,
      content: '',
    }));
    return archiveOf([bomb, ...others]);
  },
  'a part that begins in itself': () =>
    workbookOf('', [{ name: 'xl/sheet1.xml', content: 'x', claimedStart: 0 }]),
  'parts of 4 GB, which they are not': () =>
    workbookOf('', [{ name: 'xl/sheet1.xml', content: 'x', claimedSize: 0xffffffff }]),
  'an encrypted part': () => workbookOf('', [{ name: 'xl/sheet1.xml', content: 'x', isEncrypted: true }]),
  '2 million shared texts': () =>
    workbookOf(sheetOf(''), [
      { name: 'xl/texts.xml', content: `<sst>${'<si><t>a</t></si>'.repeat(2 * MILLION)}</sst>` },
      ballast(MILLION),
    ]),
  'a long text shared by every cell': () =>
    workbookOf(sheetOf(`<row>${'<c t="s"><v>0</v></c>'.repeat(100)}</row>`.repeat(10_000)), [
      { name: 'xl/texts.xml', content: `<sst><si><t>${'a'.repeat(5000)}</t></si></sst>` },
      ballast(MILLION),
    ]),
  'cells beyond every column': () =>
    workbookOf(sheetOf(`<row>${'<c r="ZZZZ1"><v>1</v></c>'.repeat(MILLION)}</row>`), [ballast(MILLION)]),
  'a row number of nines': () => workbookOf(sheetOf(`<row r="${'9'.repeat(300)}"><c><v>1e308</v></c></row>`)),
  'a million number formats': () =>
    workbookOf(sheetOf(''), [
      {
        name: 'xl/styles.xml',
        content: `<styleSheet>${'<numFmt numFmtId="1" formatCode="["/>'.repeat(MILLION)}</styleSheet>`,
      },
      ballast(MILLION),
    ]),
  'random bytes that begin like a workbook': () =>
    Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), randomBytes(10 * MILLION)]),
  '10 MB of such dates': () => HEADINGS + fill(`${slowDate(90_000)},DA-1,Toowong,4066,5\n`),
  'one heading of 90 kB': () => `${'pickup in '.repeat(9000)},Date\n1,1\n`,
  'a row of 100,000 columns': () => `${'Date,'.repeat(19_000)}\n`.repeat(100),
  'a quotation mark that is not closed': () => `${HEADINGS}"${fill('a')}`,
  'zeros only': () => Buffer.alloc(MAX_IMPORT_BYTES),
  'half a character of UTF-16': () => Buffer.from('fffe00d800', 'hex'),
  'numbers of many digits': () => HEADINGS + fill(`2026-01-01,DA-1,Toowong,4066,${'9'.repeat(90_000)}\n`),
  '20,000 trips of no one': () => csvOf((row) => `2026-01-01 10:00,DA-${row},Toowong,4066,5`),
  '20,000 totals': () => csvOf(() => `total${' '.repeat(400)},,,,`),
  'formulas in error in every cell': () => csvOf(() => Array(100).fill('#N/A').join(',')),
  'controls that an answer has to write out': () =>
    workbookOf(
      sheetOf(
        `<row>${['Date', 'Driver', 'Suburb', 'Postcode', 'Waiting'].map((text) => `<c t="str"><v>${text}</v></c>`).join('')}</row>${`<row>${'<c t="s"><v>0</v></c>'.repeat(5)}</row>`.repeat(5000)}`,
      ),
      [{ name: 'xl/texts.xml', content: `<sst><si><t>${'_x0001_'.repeat(700)}</t></si></sst>` }],
    ),
};

/** The most trips of one driver, suburb and minute as an import takes. */
export const sameTrips = (licence: string, rows = MAX_IMPORT_ROWS, day = '2026-01-01 10:00') =>
  csvOf(() => `${day},${licence},Toowong,4066,5`, rows);
