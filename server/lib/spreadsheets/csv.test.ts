import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { csvText } from './csv';
import { restoreText } from './rows';

async function csvOf(...cells: unknown[]): Promise<string> {
  const columns = cells.map((cell, index) => ({ header: `c${index}`, value: () => cell as string }));
  const chunks = [];
  for await (const chunk of csvText(columns, [{}])) chunks.push(chunk);
  return chunks.join('').replace(/^\ufeffc0.*\r\n/, '');
}

/** Reads CSV as RFC 4180 has it. */
function parse(text: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quotedCell, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    rows.at(-1)?.push(quotedCell?.replaceAll('""', '"') ?? plain ?? '');
    if (end === '\r\n') rows.push([]);
    if (end === '') break;
  }
  return rows.slice(0, -1);
}

describe('csvText', () => {
  test.each([
    ['a,b', '"a,b"\r\n'],
    ['say "hi"', '"say ""hi"""\r\n'],
    ['two\nlines', '"two\nlines"\r\n'],
    [' spaced', '" spaced"\r\n'],
    [4066, '4066\r\n'],
    [-5, '-5\r\n'],
    [true, 'true\r\n'],
    [null, '\r\n'],
    [new Date('2026-12-31T14:05:00Z'), '2027-01-01 00:05\r\n'],
    [new Date('2026-12-31T14:05:07Z'), '2027-01-01 00:05:07\r\n'],
    [new Date('2026-12-31T14:05:07.040Z'), '2027-01-01 00:05:07.040\r\n'],
  ])('%j is written %j', async (value, written) => {
    expect(await csvOf(value)).toBe(written);
  });

  test.each(['=1+1', '+61 7 3000 0000', '-1', '@SUM(A1)', '\t=1', '\r=1'])(
    'the text %j is no formula',
    async (text) => {
      const [[written = ''] = []] = parse(await csvOf(text));
      expect(written).toBe(`'${text}`);
    },
  );

  test('begins with the mark of UTF-8 and the headings', async () => {
    const { value } = await csvText([{ header: 'Suburb', value: () => '' }], []).next();
    expect(value).toBe('\ufeffSuburb\r\n');
  });

  test('whatever is written is read back, and nothing begins like a formula', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: 'binary' }), { minLength: 1, maxLength: 4 }),
        async (cells) => {
          const [row = []] = parse(await csvOf(...cells));
          expect(row.map(restoreText)).toEqual(cells);
          for (const text of row) expect(text).not.toMatch(/^[=+\-@\t\r]/);
        },
      ),
    );
  });

  test('reads no more rows than are taken', async () => {
    let read = 0;
    function* rows() {
      for (;;) {
        read += 1;
        yield { name: 'x'.repeat(100) };
      }
    }
    const text = csvText([{ header: 'Name', value: (row: { name: string }) => row.name }], rows());
    await text.next();
    expect(read).toBeLessThan(400);
    await text.return(undefined);
  });
});
