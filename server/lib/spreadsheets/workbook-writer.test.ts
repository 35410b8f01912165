import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import ExcelJS from 'exceljs';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { sheetOf, type WorkbookColumn, writeWorkbook } from './workbook-writer';

const now = new Date('2026-11-21T02:00:00Z');
type Row = { text: string; at: Date | null; figure: number };
const columns: WorkbookColumn<Row>[] = [
  { header: 'Text', width: 20, kind: 'text', value: ({ text }) => text },
  { header: 'At', width: 18, kind: 'dateTime', value: ({ at }) => at },
  { header: 'Figure', width: 10, kind: 'number', value: ({ figure }) => figure },
  { header: 'Code', width: 10, kind: 'code', value: () => '0800' },
];
const row = (overrides: Partial<Row> = {}): Row => ({ text: 'a', at: null, figure: 1, ...overrides });

const write = (rows: Iterable<Row> | AsyncIterable<Row>, maxSheetRows?: number) =>
  writeWorkbook(
    [sheetOf('Trips & more', columns, rows), sheetOf('Help', columns.slice(0, 1), [row({ text: 'how' })])],
    {
      now,
      ...(maxSheetRows && { maxSheetRows }),
    },
  );

async function read(rows: Row[], maxSheetRows?: number) {
  const workbook = new ExcelJS.Workbook();
  // exceljs's own Buffer type is older than Node's
  await workbook.xlsx.load((await buffer(write(rows, maxSheetRows))).buffer as ArrayBuffer);
  return workbook;
}

describe('writeWorkbook', () => {
  test('writes text, dates, figures and codes that read as such', async () => {
    const workbook = await read([
      row({ text: 'Łukasz <Ngāti> & "Co"\nline 2', at: new Date('2026-12-31T14:05:00Z'), figure: 12 }),
      row({ text: '' }),
    ]);
    expect(workbook.worksheets.map(({ name }) => name)).toEqual(['Trips & more', 'Help']);
    const sheet = workbook.worksheets[0];
    expect(sheet?.getRow(1).values).toEqual([undefined, 'Text', 'At', 'Figure', 'Code']);
    expect(sheet?.getCell('A2').text).toBe('Łukasz <Ngāti> & "Co"\nline 2');
    // a spreadsheet's date has no zone: it is Brisbane's clock
    expect(sheet?.getCell('B2').value).toEqual(new Date('2027-01-01T00:05:00Z'));
    expect(sheet?.getCell('B2').numFmt).toBe('dd/mm/yyyy hh:mm');
    expect(sheet?.getCell('C2').value).toBe(12);
    expect(sheet?.getCell('D2').value).toBe('0800');
    expect(sheet?.getCell('D2').numFmt).toBe('@');
    expect(sheet?.getCell('A3').value).toBeNull();
    expect(sheet?.rowCount).toBe(3);
  });

  test('has a frozen bold heading, a filter over all rows, and widths', async () => {
    const sheet = (await read([row(), row()])).worksheets[0];
    expect(sheet?.views[0]).toMatchObject({ state: 'frozen', ySplit: 1 });
    expect(sheet?.autoFilter).toBe('A1:D3');
    expect(sheet?.getCell('A1').font.bold).toBe(true);
    expect(sheet?.getColumn(1).width).toBe(20);
  });

  test.each(['=1+1', '+61', '-1', '@SUM(A1)'])('the text %j is no formula', async (text) => {
    expect((await read([row({ text })])).worksheets[0]?.getCell('A2').value).toBe(`'${text}`);
  });

  test('goes on in another sheet where one is full', async () => {
    const workbook = await read(
      [1, 2, 3].map((figure) => row({ figure })),
      3,
    );
    expect(workbook.worksheets.map(({ name }) => name)).toEqual(['Trips & more', 'Trips & more 2', 'Help']);
    expect(workbook.worksheets[1]?.getCell('C2').value).toBe(3);
  });

  test('without rows is a heading', async () => {
    expect((await read([])).worksheets[0]?.rowCount).toBe(1);
  });

  test('is the same bytes for the same rows', async () => {
    const first = await buffer(write([row()]));
    onTestFinished(() => void vi.useRealTimers());
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 });
    expect(first.equals(await buffer(write([row()])))).toBe(true);
  });

  test('reads no more rows than are taken, and closes them when it is taken no further', async () => {
    let read = 0;
    let closed = false;
    async function* endless() {
      try {
        for (;;) {
          read += 1;
          yield row({ text: randomBytes(300).toString('base64') });
        }
      } finally {
        closed = true;
      }
    }
    const file = write(endless());
    const chunks = file[Symbol.asyncIterator]();
    await chunks.next();
    // it goes on until its buffers are full; on a busy machine that takes a while
    for (let taken = -1; taken < read || read === 0; ) {
      taken = read;
      expect(taken).toBeLessThan(5000);
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
    file.destroy();
    await expect.poll(() => closed).toBe(true);
  });

  test('fails when its rows fail', async () => {
    async function* broken() {
      yield row();
      throw new Error('the database went away');
    }
    await expect(buffer(write(broken()))).rejects.toThrow('the database went away');
  });
});
