import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseCells, placeCells } from './paste-cells';

it.each([
  [
    'a\tb\r\nc\td',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    'a\t\n\tb',
    [
      ['a', ''],
      ['', 'b'],
    ],
  ],
  ['"two\nlines"\t"a ""word"""', [['two\nlines', 'a "word"']]],
  ['"open\tend', [['open\tend']]],
  ['5"\tb', [['5"', 'b']]],
  ['', []],
])('reads %j', (text, cells) => {
  expect(parseCells(text)).toEqual(cells);
});

it('reads back what a spreadsheet writes', () => {
  const cell = fc.string().map((text) => text.trim());
  const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1 });
  fc.assert(
    fc.property(rows, (written) => {
      const text = written
        .map((row) => row.map((one) => `"${one.replaceAll('"', '""')}"`).join('\t'))
        .join('\n');
      expect(parseCells(text)).toEqual(written);
    }),
  );
});

it.each(['"', '""', '"a', '\t', '\n', '\r'])('reads 100 kB of %j at once', (unit) => {
  const before = performance.now();
  parseCells(unit.repeat(100_000 / unit.length));
  expect(performance.now() - before).toBeLessThan(2000);
});

it('places cells from a column on, and by their headings', () => {
  expect(placeCells([['1015', 'Toowong']], 'time')).toEqual([{ time: '1015', suburb: 'Toowong' }]);
  expect(placeCells([['x', 'y']], 'notes')).toEqual([{ notes: 'x' }]);
  const copied = [
    ['Suburb', 'Trip', 'Driver', 'Date'],
    ['Toowong', '7', 'Amy', '22/11/2026'],
  ];
  expect(placeCells(copied, 'notes')).toEqual([{ suburb: 'Toowong', driver: 'Amy', date: '22/11/2026' }]);
});
