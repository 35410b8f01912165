import { expect, test } from 'vitest';
import { USUAL_READING } from '../../reading/days';
import { columnsLeftOut, readShiftTable, tableCells } from './table';

const NAMED = (name: string, licence: string) => name || licence;
const read = (text: string, reading = USUAL_READING) => {
  const rows = text
    .trim()
    .split('\n')
    .map((line, index) => ({ number: index + 1, cells: line.split('|').map((cell) => cell.trim()) }));
  const table = readShiftTable(rows);
  if (!table) throw new Error('There is no table');
  const cells = tableCells(table, reading, NAMED).map(({ cells: found }) =>
    Object.fromEntries(Object.entries(found).filter(([, cell]) => cell !== '')),
  );
  return {
    cells,
    notes: table.notes,
    left: columnsLeftOut(table),
  };
};

test('a table has its headings below a title; totals, repeated headings and rows without times are left out', () => {
  const { cells, notes, left } = read(`
    Smith Cars
    Week of | 23 November
    Driver | Date | Start | End | Depot
    Amy Young | 23/11/2026 | 6:00 | 14:00 | North
    Amy Young | 24/11/2026 | |
    Driver | Date | Start | End | Depot
    | 25/11/2026 | 22:00 | 6:00
    Total | | | 16:00
    Ben Okafor | 26/11/2026 | RDO |`);
  expect(cells).toEqual([
    { driver: 'Amy Young', day: '23/11/2026', start: '6:00', end: '14:00' },
    { driver: 'Amy Young', day: '25/11/2026', start: '22:00', end: '6:00' },
  ]);
  expect(notes).toEqual([
    'Row 8 left out: totals',
    'Row 6 left out: the headings again',
    'Row 5 left out: no times',
    'Row 2 not read: above the headings',
    '1 day off left out: RDO',
  ]);
  expect(left).toEqual(['Depot']);
});

test('days may be columns: a word for a day off and an empty cell are no shifts', () => {
  const { cells, notes } = read(`
    | Mon 23/11/2026 | Tue 24/11/2026 | 2026-11-25T00:00:00.000 | Total
    Amy Young | 6:00-14:00 | OFF | 22-6 | 16
    Ben Okafor | | A/L | 14-22 | 8`);
  expect(cells).toEqual([
    { driver: 'Amy Young', day: 'Monday 23/11/2026', start: '6:00-14:00' },
    { driver: 'Amy Young', day: '25/11/2026', start: '22-6' },
    { driver: 'Ben Okafor', day: '25/11/2026', start: '14-22' },
  ]);
  expect(notes).toEqual(['2 days off left out: OFF, A/L']);
  const typed = { ...USUAL_READING, readOn: '2026-11-28' };
  expect(
    read('Driver | Mon 23/11 | Tue 24/11\nAmy | 6-14 | 7-15', typed).cells.map(({ day }) => day),
  ).toEqual(['Monday 23/11/2026', 'Tuesday 24/11/2026']);
});

test('a second pair of times is a second shift of the row', () => {
  const { cells } = read(`
    First name | Surname | Date | In 1 | Out 1 | In 2 | Out 2 | Break (h) | Note
    Amy | Young | 23/11/2026 | 06:00:00.000 | 10:00:00.000 | 12:30:00.000 | 16:00:00.000 | 0.5 | Airport
    Amy | Young | 24/11/2026 | 6 | 10 | | | |
    Amy | Young | | 2026-11-25T06:00:00.000 | 2026-11-25T10:00:00.000 | 2026-11-25T22:00:00.000 | 2026-11-26T02:00:00.000 | 1 | x`);
  expect(cells).toEqual([
    {
      driver: 'Amy Young',
      day: '23/11/2026',
      start: '6:00-10:00, 12:30-16:00',
      break: '0.5 h',
      note: 'Airport',
    },
    { driver: 'Amy Young', day: '24/11/2026', start: '6', end: '10' },
    {
      driver: 'Amy Young',
      start: '25/11/2026 06:00:00.000',
      end: '25/11/2026 10:00:00.000',
      break: '1 h',
      note: 'x',
    },
    { driver: 'Amy Young', start: '25/11/2026 22:00:00.000', end: '26/11/2026 02:00:00.000' },
  ]);
});

test('dates of start and end have their own columns, and the order that is answered', () => {
  const text = `
    Driver | Start date | Start | End date | End
    Amy | 11/02/2026 | 22:00 | 11/03/2026 | 6:00`;
  expect(read(text).cells).toEqual([
    { driver: 'Amy', day: '11/02/2026', start: '22:00', end: '11/03/2026 6:00' },
  ]);
  expect(read(text, { ...USUAL_READING, order: 'month-first' }).cells).toEqual([
    { driver: 'Amy', day: '02/11/2026', start: '22:00', end: '03/11/2026 6:00' },
  ]);
});

test('days may stand over pairs of start and end', () => {
  const { cells, notes } = read(`
    | Mon 23/11/2026 | | Tue 24/11/2026 |
    Driver | In | Out | In | Out
    Amy | 6:00 | 14:00 | OFF |
    Ben | | | 22:00 | 6:00`);
  expect(cells).toEqual([
    { driver: 'Amy', day: 'Monday 23/11/2026', start: '6:00', end: '14:00' },
    { driver: 'Ben', day: 'Tuesday 24/11/2026', start: '22:00', end: '6:00' },
  ]);
  expect(notes).toEqual(['1 day off left out: OFF']);
});

test('a column called day has dates in any order, too', () => {
  const text = 'Driver | Day | Start | End\nAmy | 11/02/2026 | - | -\nAmy | 11/03/2026 | 6 | 14';
  const monthFirst = { ...USUAL_READING, order: 'month-first' } as const;
  expect(read(text, monthFirst).cells).toEqual([{ driver: 'Amy', day: '03/11/2026', start: '6', end: '14' }]);
});

test('a weekday next to a date stays with it', () => {
  expect(read('Driver | Day | Date | Hours\nAmy | Fri | 23/11/2026 | 6-14').cells).toEqual([
    { driver: 'Amy', day: 'Fri 23/11/2026', start: '6-14' },
  ]);
  expect(read('Driver | Day | Hours\nAmy | Fri | 6-14').cells).toEqual([
    { driver: 'Amy', day: 'Fri', start: '6-14' },
  ]);
});

test('remarks are a note where there is no note, and of an export they are not', () => {
  const exported =
    'Driver | Driver Authorisation | Day | Start | End | Hours (h:mm) | Minutes | Remarks | Note\nAmy | DA-1 | 23/11/2026 | 6:00 | 20:00 | 14:00 | 840 | Longer than 12 hours | Airport';
  expect(read(exported).cells[0]).toMatchObject({ note: 'Airport' });
  expect(read(exported).left).toEqual([]);
  const own = 'Driver | Day | Hours | Remarks\nAmy | 23/11/2026 | 6-14 | Late';
  expect(read(own).cells[0]).toMatchObject({ note: 'Late' });
  expect(read(`${own.replace('Remarks', 'Remarks | Note')} | x`).left).toEqual(['Remarks']);
});

test('rows without headings are no table', () => {
  const rows = [{ number: 1, cells: ['Amy', '23/11/2026 6:00', '24/11/2026 8:00'] }];
  expect(readShiftTable(rows)).toBeUndefined();
  expect(readShiftTable([{ number: 1, cells: ['Amy', '7-3', '9-5'] }])).toBeUndefined();
  expect(readShiftTable([])).toBeUndefined();
});

test('a depot writes when a car goes out before when it comes in', () => {
  const { cells, notes } = read(`
    Driver | Date | Time Out | Time In
    Amy Young | 23/11/2026 | 06:00 | 14:00`);
  expect(cells).toEqual([{ driver: 'Amy Young', day: '23/11/2026', start: '06:00', end: '14:00' }]);
  expect(notes).toEqual(['"Time Out" is read as the start, because it stands before "Time In"']);
});
