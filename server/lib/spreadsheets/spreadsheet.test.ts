import { execFile } from 'node:child_process';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import ExcelJS from 'exceljs';
import { describe, expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import { bundleProgram } from '../../test/program';
import { readSpreadsheet } from './spreadsheet';
import { sheetOf, writeWorkbook } from './workbook-writer';

const read = async (file: Buffer | string, maxRows = 100) =>
  (await readSpreadsheet(Buffer.from(file as string), maxRows)).rows.map(({ cells }) => cells);

async function workbook(fill: (sheet: ExcelJS.Worksheet, book: ExcelJS.Workbook) => void): Promise<Buffer> {
  const book = new ExcelJS.Workbook();
  fill(book.addWorksheet('Trips'), book);
  return Buffer.from(await book.xlsx.writeBuffer());
}

async function zip(parts: Record<string, string | Buffer>): Promise<Buffer> {
  const file = new ZipFile();
  for (const [path, text] of Object.entries(parts)) file.addBuffer(Buffer.from(text as string), path);
  file.end();
  return buffer(file.outputStream);
}

const rels = () =>
  `<Relationships>${['worksheets/sheet1', 'sharedStrings', 'styles']
    .map((part, index) => `<Relationship Id="rId${index + 1}" Type="http://x/${part}" Target="${part}.xml"/>`)
    .join('')}</Relationships>`;
const contents =
  '<workbook xmlns:r="r"><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>';
const withSheet = (sheet: string | Buffer, parts: Record<string, string | Buffer> = {}) =>
  zip({
    'xl/workbook.xml': contents,
    'xl/_rels/workbook.xml.rels': rels(),
    'xl/worksheets/sheet1.xml': sheet,
    ...parts,
  });

const program = bundleProgram('server/lib/spreadsheets/spreadsheet.ts');

test('a workbook says which rows and columns it hides, by hand, by a filter or by a size of 0', async () => {
  const cell = '<c><v>1</v></c>';
  const file = await withSheet(
    `<worksheet><cols><col min="2" max="3" hidden="1"/><col min="4" max="4" width="0"/><col min="90" max="16384" hidden="true"/></cols>
    <sheetData><row r="1">${cell}</row><row r="2" hidden="1">${cell}</row><row r="3" ht="0" customHeight="1">${cell}</row>
    <row r="4" hidden="0" ht="15">${cell}</row><row r="5" hidden="true"/></sheetData></worksheet>`,
  );
  const { rows, hiddenColumns } = await readSpreadsheet(file, 9);
  expect(rows.map(({ number, isHidden = false }) => [number, isHidden])).toEqual([
    [1, false],
    [2, true],
    [3, true],
    [4, false],
  ]);
  expect(hiddenColumns).toEqual([1, 2, 3, ...Array.from({ length: 11 }, (_, index) => 89 + index)]);
});

test('a number with more digits than a spreadsheet keeps is read as it shows it', async () => {
  const cells = ['123456789012345', '2026103114050000', '-1e21']
    .map((value) => `<c><v>${value}</v></c>`)
    .join('');
  const file = await withSheet(`<worksheet><sheetData><row>${cells}</row></sheetData></worksheet>`);
  expect(await read(file)).toEqual([['123456789012345', '2.02610311405E+15', '-1E+21']]);
});

describe('CSV', () => {
  test('is read with quotes, line ends of any kind and empty rows', async () => {
    expect((await readSpreadsheet(Buffer.from('a,"b ""x""\nc"\r\n\r\nd,e\n , \nf'), 10)).rows).toEqual([
      { number: 1, cells: ['a', 'b "x"\nc'] },
      { number: 3, cells: ['d', 'e'] },
      { number: 5, cells: ['f'] },
    ]);
  });

  test.each([
    ['UTF-8 with its mark', Buffer.from('\ufeffSuburb,x\r\nŁódź,1')],
    ['UTF-16, little end first', Buffer.from('\ufeffSuburb,x\r\nŁódź,1', 'utf16le')],
    ['UTF-16, big end first', Buffer.from('\ufeffSuburb,x\r\nŁódź,1', 'utf16le').swap16()],
    ['semicolons', Buffer.from('Suburb;x\r\nŁódź;1')],
    ['tabs', Buffer.from('Suburb\tx\r\nŁódź\t1')],
  ])('in %s is read', async (_, file) => {
    expect(await read(file)).toEqual([
      ['Suburb', 'x'],
      ['Łódź', '1'],
    ]);
  });

  test('of two joined files is read without the marks between them', async () => {
    const second = '\ufeffSuburb,x\r\nŁódź,2';
    const rows = [
      ['Suburb', 'x'],
      ['Łódź', '1'],
      ['Suburb', 'x'],
      ['Łódź', '2'],
    ];
    expect(await read(`\ufeffSuburb,x\r\nŁódź,1\r\n${second}`)).toEqual(rows);
    expect(await read(`\ufeffSuburb,x\r\nŁódź,1${second}`)).toEqual(rows);
    expect(await read(`\ufeffSuburb,x\nŁódź,"by\ufeff the park"`)).toEqual([
      rows[0],
      ['Łódź', 'by the park'],
    ]);
  });

  test('in Windows-1252 is read, and says so', async () => {
    const file = Buffer.from('Smith & Sons;Suburb\r\n1;M\xfcnster \x96 caf\xe9\r\n', 'latin1');
    expect(await readSpreadsheet(file, 9)).toMatchObject({
      rows: [{ cells: ['Smith & Sons', 'Suburb'] }, { cells: ['1', 'Münster – café'] }],
      notes: [`Its letters are read as Windows-1252, as in Excel's plain CSV: "Münster – café"`],
    });
  });

  test.each([
    [
      'a title with commas above it',
      'Smith, Jones, and Sons, cars\n\nDate;Suburb;Postcode\n1;Toowong;4066',
      3,
    ],
    ['quoted commas in it', 'a;b\n"1,2,3,4,5";"x"\n"1,""2,3,4,5";"x;y"', 2],
    ['a quotation mark in a cell', 'a;b\n12" pipe, 2,3,4,5,6;x\n3" pipe;y', 2],
    ["Excel's own line", 'sep=|\na,b|c\n1|2', 2],
  ])('with %s has its columns', async (_, file, columns) => {
    expect((await read(file)).slice(-1)[0]).toHaveLength(columns);
  });

  test('keeps zeros that are written for a spreadsheet to keep', async () => {
    expect(await read('="0800","=""0012""","=""a"" & b"')).toEqual([['0800', '0012', '="a" & b']]);
  });

  test('is cut to what a row may keep, as a workbook is', async () => {
    const [row = []] = await read(`${'x'.repeat(6000)}${',y'.repeat(200)}`);
    expect([row.length, row[0]?.length]).toEqual([100, 5000]);
  });

  test('keeps thirty marks of a letter', async () => {
    expect(await read(`e${'\u0301'.repeat(31)}a\u0301`)).toEqual([[`e${'\u0301'.repeat(30)}a\u0301`]]);
  });

  test('gets texts back that were neutralised', async () => {
    expect(await read("'=1+1,'plain,''@x")).toEqual([['=1+1', "'plain", "'@x"]]);
  });
});

describe('a workbook', () => {
  test('is read as it shows: dates, times, figures, rich text, formulas, booleans', async () => {
    const file = await workbook((sheet) => {
      sheet.addRow(['Date', 'Time', 'Figure', 'Code', 'Rich', 'Formula', 'Yes']);
      sheet.addRow([]);
      const row = sheet.addRow([
        new Date('2026-12-31T14:05:00Z'),
        new Date('1899-12-30T09:30:00Z'),
        4066,
        '0800',
        { richText: [{ text: 'Two' }, { font: { bold: true }, text: 'wong' }] },
        { formula: '1+1', result: 2 },
        true,
      ]);
      row.getCell(1).numFmt = 'dd/mm/yyyy hh:mm';
      row.getCell(2).numFmt = '[h]:mm';
      row.getCell(3).numFmt = '#,##0" days"';
    });
    expect((await readSpreadsheet(file, 10)).rows).toEqual([
      { number: 1, cells: ['Date', 'Time', 'Figure', 'Code', 'Rich', 'Formula', 'Yes'] },
      {
        number: 3,
        cells: ['2026-12-31T14:05:00.000', '09:30:00.000', '4066', '0800', 'Twowong', '2', 'TRUE'],
      },
    ]);
  });

  test('that counts from 1904 has the same dates', async () => {
    const file = await workbook((sheet, book) => {
      book.properties.date1904 = true;
      sheet.addRow([new Date('2026-12-31T14:05:00Z')]);
    });
    expect(await read(file)).toEqual([['2026-12-31T14:05:00.000']]);
  });

  test('is read from its first visible sheet, or the one that is chosen', async () => {
    const file = await workbook((sheet, book) => {
      sheet.state = 'hidden';
      sheet.addRow(['hidden']);
      book.addWorksheet('Seen').addRow(['seen']);
      book.addWorksheet('Second').addRow(['second']);
    });
    const sheets = ['Seen', 'Second'];
    expect(await readSpreadsheet(file, 9)).toMatchObject({ sheets, sheet: 0, rows: [{ cells: ['seen'] }] });
    expect(await readSpreadsheet(file, 9, 1)).toMatchObject({
      sheets,
      sheet: 1,
      rows: [{ cells: ['second'] }],
    });
    await expect(readSpreadsheet(file, 9, 2)).rejects.toThrow('no such sheet');
  });

  test('whose sheet cannot be read says so next to its other sheets', async () => {
    const file = await workbook((sheet, book) => {
      for (const cell of ['a', 'b', 'c']) sheet.addRow([cell]);
      book.addWorksheet('Short').addRow(['d']);
    });
    expect(await readSpreadsheet(file, 2)).toMatchObject({
      sheets: ['Trips', 'Short'],
      refusal: 'The file has more than 2 rows. Split it',
      rows: [],
    });
    expect(await readSpreadsheet(file, 2, 1)).toMatchObject({ refusal: null, rows: [{ cells: ['d'] }] });
  });

  test('that no one has calculated says so in its formulas', async () => {
    const sheet =
      '<worksheet><row><c><f>1+1</f></c><c t="str"><f>""</f><v></v></c><c><v>3</v></c></row></worksheet>';
    expect(await read(await withSheet(sheet))).toEqual([['#CALC!', '', '3']]);
  });

  test('of our own is read back, whatever its texts are', async () => {
    const texts = ['=1', "'=1", 'a\r\nb', '_x000D_', 'x\u0001y', ' spaced ', '<&>"', '😀', '1.0', '0800'];
    const column = { header: 'Text', width: 9, kind: 'text', value: (text: string) => text } as const;
    const file = writeWorkbook([sheetOf('T', [column], texts)], { now: new Date(0) });
    expect(await read(await buffer(file))).toEqual([['Text'], ...texts.map((text) => [text])]);
  });

  test('with names of a prefix and without references is read', async () => {
    const sheet =
      '<x:worksheet xmlns:x="m"><x:sheetData><x:row><x:c><x:v>1</x:v></x:c><x:c t="inlineStr"><x:is><x:t>two</x:t></x:is></x:c></x:row></x:sheetData></x:worksheet>';
    expect(await read(await withSheet(sheet))).toEqual([['1', 'two']]);
  });
});

describe('what cannot be read is refused in words', () => {
  test.each([
    ['nothing', '', 'The file is empty'],
    ['a PDF', '%PDF-1.7 …', 'This is a PDF'],
    ['a PNG', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0]), 'This is a picture'],
    [
      'an old workbook',
      Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1]),
      'old Excel workbook (.xls), or one with a password',
    ],
    ['a program', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 0]), 'neither CSV nor an Excel workbook'],
    ['a web page', '<!doctype html><p>', 'web page or XML'],
    [
      'a letter that Windows-1252 has not',
      Buffer.from('Suburb\nM\x81nster', 'latin1'),
      'Save it again as "CSV UTF-8"',
    ],
    [
      'UTF-8 and Windows-1252 in one',
      Buffer.concat([Buffer.from('Łódź,Žižkov\n'), Buffer.from([0xfc, 0x0a])]),
      'Save it again',
    ],
    ['an open quote', 'a,b\n"c,d', 'Row 2: a quotation mark is not closed'],
    ['an endless cell', `"${'x'.repeat(200_000)}"`, 'Row 1: the row cannot be read'],
  ])('%s', async (_, file, message) => {
    await expect(read(file)).rejects.toThrow(message);
  });

  test('a ZIP of other things', async () => {
    await expect(read(await zip({ 'photo.jpg': 'x' }))).rejects.toThrow('not an Excel workbook');
  });

  test('a workbook whose XML is broken', async () => {
    await expect(read(await withSheet('<worksheet><row></worksheet>'))).rejects.toThrow('damaged');
  });

  test('XML that defines entities', async () => {
    const bomb = '<!DOCTYPE w [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><worksheet>&b;</worksheet>';
    await expect(read(await withSheet(bomb))).rejects.toThrow('damaged');
  });

  test('more rows than are read', async () => {
    await expect(read('a\nb\nc', 2)).rejects.toThrow('more than 2 rows');
    await expect(read('a\n\n\nb\n\n', 2)).resolves.toHaveLength(2);
  });

  test('a bomb, before it is unpacked', async () => {
    const file = await withSheet(Buffer.alloc(80 * 1024 * 1024, ' '));
    expect(file.length).toBeLessThan(200_000);
    const before = process.memoryUsage().rss;
    await expect(read(file)).rejects.toThrow('too large when unpacked');
    expect(process.memoryUsage().rss - before).toBeLessThan(50 * 1024 * 1024);
  });

  test('a bomb that says it is small', async () => {
    const file = await withSheet(Buffer.alloc(80 * 1024 * 1024, ' '));
    const size = Buffer.alloc(4);
    size.writeUInt32LE(80 * 1024 * 1024);
    const lie = Buffer.from([0, 1, 0, 0]);
    for (let at = file.indexOf(size); at >= 0; at = file.indexOf(size, at)) lie.copy(file, at);
    await expect(read(file)).rejects.toThrow('damaged');
  });
});

test('the bundled server reads a workbook', async () => {
  const file = await workbook((sheet) => sheet.addRow(['Suburb', 1]));
  const script = `
    import { readSpreadsheet } from ${JSON.stringify(program())};
    const file = Buffer.from('${file.toString('base64')}', 'base64');
    console.log(JSON.stringify((await readSpreadsheet(file, 9)).rows));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);
  expect(JSON.parse(stdout)).toEqual([{ number: 1, cells: ['Suburb', '1'] }]);
});
