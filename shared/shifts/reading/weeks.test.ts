import { expect, test } from 'vitest';
import { brisbaneInstant } from '../../periods';
import { USUAL_READING } from '../../reading/days';
import { readShiftTable, tableCells } from './table';
import { weekOfSheet } from './weeks';

const MONDAY = '2026-10-05';

function read(text: string, today: string, answer?: string) {
  const rows = text
    .trim()
    .split('\n')
    .map((line, index) => ({ number: index + 1, cells: line.split('|').map((cell) => cell.trim()) }));
  const table = readShiftTable(rows);
  if (!table?.week) throw new Error('There are no weekdays');
  if (table.refusal) return table.refusal;
  const week = weekOfSheet(table.week, USUAL_READING, brisbaneInstant(today, '12:00'), MONDAY, answer);
  if ('question' in week) return week.question.choices.map(({ label }) => label);
  const cells = tableCells(table, { ...USUAL_READING, ...week }, (name) => name);
  return [week.note, ...cells.map((row) => `${row.cells.driver} ${row.cells.day}`)];
}

const ACROSS = 'Driver | Mon | Tue | Wed | Thu | Fri | Sat | Sun\nAmy | 6-14 | | | | | | 7-15';

test('weekdays are those of the week on the screen', () => {
  expect(read(ACROSS, '2026-10-28')).toEqual([
    'The weekdays are those of 05/10/2026 to 11/10/2026',
    'Amy 05/10/2026',
    'Amy 11/10/2026',
  ]);
});

test('weekdays in order from another day than Monday on are asked about', () => {
  const pay = 'Driver | Thu | Fri | Wed\nAmy | 6-14 | | 7-15';
  expect(read(pay, '2026-10-28')).toEqual(['01/10/2026 to 07/10/2026', '08/10/2026 to 14/10/2026']);
  expect(read(pay, '2026-10-28', '2026-10-01').slice(1)).toEqual(['Amy 01/10/2026', 'Amy 07/10/2026']);
  expect(read('Driver | Sun | Mon | Tue\nAmy | 6-14 | |', '2026-10-28')[0]).toBe('04/10/2026 to 10/10/2026');
});

test.each([
  'Week ending 11/10/2026',
  'Week ending: | Sunday 11 October 2026',
  'W/E 11/10',
  'Depot North, w/e Sun 11/10/26',
  'Roster week commencing 5/10/2026',
  'Week starting | 2026-10-05T00:00:00.000',
  'W/C 5/10/2026',
  'Week of 5th October 2026',
  '5/10 - 11/10',
  '5/10/2026 to 11/10/2026',
  '5 Oct - 11 Oct 2026',
])('the title %j says the week', (title) => {
  const [note, ...days] = read(`${title}\n${ACROSS}`, '2026-10-28');
  expect(note).toBe('The weekdays are those of 05/10/2026 to 11/10/2026, as row 1 says');
  expect(days).toEqual(['Amy 05/10/2026', 'Amy 11/10/2026']);
});

test.each(['Printed 11/10/2026', 'Fortnight 5/10/2026 to 18/10/2026', 'Week 41', 'Week ending 31/11/2026'])(
  'the title %j says no week',
  (title) => {
    expect(read(`${title}\n${ACROSS}`, '2026-10-14')[0]).toBe(
      'The weekdays are those of 05/10/2026 to 11/10/2026',
    );
  },
);

test('weekdays down a column are one week, and several shifts of a day are of it', () => {
  const down = `
    Week ending 11/10/2026
    Driver | Day | Start | End
    Amy | Monday | 6:00 | 10:00
    | Monday | 14:00 | 18:00
    Amy | Sunday | 6:00 | 14:00
    Ben | Monday | 6:00 | 14:00`;
  expect(read(down, '2026-10-14').slice(1)).toEqual([
    'Amy 05/10/2026',
    'Amy 05/10/2026',
    'Amy 11/10/2026',
    'Ben 05/10/2026',
  ]);
  expect(read(`${down}\nBen | Tue | 6:00 | 14:00\nBen | Mon | 6:00 | 14:00`, '2026-10-14')).toBe(
    'the weekdays are more than one week, Mon comes again. Write dates',
  );
});

test('two weeks of weekdays across are refused', () => {
  expect(read('Driver | Mon | Tue | Monday | Tue\nAmy | 6-14 | | 6-14 |', '2026-10-14')).toMatch(
    /more than one week/,
  );
});
