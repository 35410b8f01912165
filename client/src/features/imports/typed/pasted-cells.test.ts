import { wordsOfRemark } from '@shared/trips/reading/remarks';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseCells } from '@/components/grid/pasted-cells';
import { readPasted, withPasted } from './pasted-cells';
import { newRow, TYPED_FIELDS, withCell } from './typed-row';

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

function placeCells(...pasted: Parameters<typeof readPasted>) {
  const { rows, columns, headings } = readPasted(...pasted);
  return rows.map((cells) => {
    const row = withPasted(newRow(), cells, { columns, headings });
    return Object.fromEntries(
      TYPED_FIELDS.filter((field) => row[field] !== '').map((field) => [field, row[field]]),
    );
  });
}

const namesLeftOut = (...pasted: Parameters<typeof readPasted>) =>
  readPasted(...pasted).leftOut.map(({ name, example }) => [name, example]);

it('places cells from a column on, and by their headings', () => {
  expect(placeCells([['1015', 'Toowong']], 'time')).toEqual([{ time: '1015', suburb: 'Toowong' }]);
  expect(placeCells([['x', 'rank', '123ABC', 'y']], 'notes')).toEqual([
    { notes: 'x', kind: 'rank', vehicle: '123ABC' },
  ]);
  const copied = [
    ['Suburb', 'Trip', 'Driver', 'Date'],
    ['Toowong', '7', 'Amy', '22/11/2026'],
  ];
  expect(placeCells(copied, 'notes')).toEqual([{ suburb: 'Toowong', driver: 'Amy', date: '22/11/2026' }]);
});

it('knows the headings that an import knows', () => {
  const copied = [
    ['Date', 'Time', 'Driver', 'Rego', 'Pickup', 'Wait'],
    ['22/11/2026', '0810', 'Amy', '123ABC', 'Toowong', '5'],
  ];
  expect(placeCells(copied, 'notes')).toEqual([
    {
      date: '22/11/2026',
      time: '0810',
      driver: 'Amy',
      vehicle: '123ABC',
      suburb: 'Toowong',
      waitingTime: '5',
    },
  ]);
  expect(namesLeftOut(copied, 'notes')).toEqual([]);
  const byLicence = [
    ['PickupDateTime', 'Driver Authority License', 'p/code'],
    ['22/11/2026 08:10', 'DA-1', '4066'],
  ];
  expect(placeCells(byLicence, 'driver')).toEqual([
    { date: '22/11/2026 08:10', driver: 'DA-1', postcode: '4066' },
  ]);
});

it('names the columns with something in them that no field takes', () => {
  const copied = [
    ['Date', 'Where', 'Time', 'Driver', 'Empty', '', 'From', 'Suburb'],
    ['22/11/2026', 'Toowong', '0810', 'Amy', '', 'x'],
    ['22/11/2026', 'Ascot', '0910', 'Amy', '', '', 'Ascot', 'Milton'],
  ];
  expect(namesLeftOut(copied, 'driver')).toEqual([
    ['Where', 'Toowong'],
    ['Column 6', 'x'],
    ['Suburb', 'Milton'],
  ]);
  expect(namesLeftOut([['5', '', 'J-1', 'gate 2', 'rank', '123ABC', 'late']], 'waitingTime')).toEqual([
    ['Column 7', 'late'],
  ]);
  expect(namesLeftOut([['0915', 'Ascot']], 'time')).toEqual([]);
});

it('converts minutes that the heading counts in another unit, and remarks on it until something else is typed', () => {
  const copied = [
    ['Date', 'Time', 'Driver', 'Suburb', 'Wait (seconds)', 'Duration (hours)'],
    ['22/11/2026', '0810', 'Amy', 'Toowong', '300', '0.5'],
    ['22/11/2026', '0910', 'Amy', 'Toowong', '4 min', 'soon'],
  ];
  const { rows, columns, headings } = readPasted(copied, 'driver');
  const [first, second] = rows.map((cells) => withPasted(newRow(), cells, { columns, headings }));
  expect(first).toMatchObject({ waitingTime: '5', duration: '30' });
  expect(first?.remarks?.map(wordsOfRemark)).toEqual([
    'Waiting time 300 seconds is read as 5 minutes',
    'Duration 0.5 hours is read as 30 minutes',
  ]);
  expect(second).toMatchObject({ waitingTime: '4 min', duration: 'soon', remarks: [] });
  const retyped = first && withCell(first, 'waitingTime', '6');
  expect(retyped?.remarks).toEqual([
    { field: 'duration', kind: 'minutes-converted', typed: '0.5 hours', minutes: 30 },
  ]);
});
