/** Files of hours as the screen "Enter a week" takes them: through the reader of files, the table, the questions and the cells of the week. */
import ExcelJS from 'exceljs';
import { describe, expect, test } from 'vitest';
import { readHoursFile } from '../../../server/test/spreadsheets/read-hours-file';
import type { Driver } from '../../drivers';
import { brisbaneInstant, formatDateTime, formatDay } from '../../periods';

const driver = (id: string, firstName: string, lastName: string) =>
  ({ id, firstName, lastName, driverAuthorityLicense: `DA-${id}` }) as Driver;
const drivers = [driver('1', 'Amy', 'Young'), driver('2', 'Ben', 'Okafor')];
const now = brisbaneInstant('2026-11-28', '12:00');

async function read(file: Buffer, answers: Parameters<typeof readHoursFile>[2] = {}) {
  const found = await readHoursFile(file, { drivers, now }, answers);
  return {
    open: found.open,
    notes: found.notes,
    grid: found.cells.map(({ driverId, day, text }) => {
      const { firstName, lastName } = drivers.find(({ id }) => id === driverId) ?? {};
      return `${firstName} ${lastName} | ${formatDay(day)} | ${text}`;
    }),
    unread: found.faults.map(({ row, fault }) => `Row ${row}, ${fault.field}: ${fault.kind}`),
    readAs: found.read.flatMap(({ readAs }) => readAs),
    shifts: found.read.flatMap(({ faults, shifts }) => [
      ...faults.map(({ field, kind }) => `${field}: ${kind}`),
      ...shifts.map(shiftText),
    ]),
  };
}
const shiftText = ({ start, end, note }: { start: string; end: string | null; note: string | null }) =>
  `${formatDateTime(new Date(start))} - ${end && formatDateTime(new Date(end))}${note ? ` ${note}` : ''}`;

const csv = (text: string) => Buffer.from(text.trim().replace(/^ +/gm, ''));

/** A workbook of one sheet, whose dates and times look as they are formatted. */
async function workbook(
  rows: unknown[][],
  formats: Record<number, string> = {},
  date1904 = false,
): Promise<Buffer> {
  const book = new ExcelJS.Workbook();
  book.properties.date1904 = date1904;
  const sheet = book.addWorksheet('Hours');
  for (const row of rows) sheet.addRow(row);
  for (const [column, numFmt] of Object.entries(formats)) sheet.getColumn(Number(column)).numFmt = numFmt;
  return Buffer.from(await book.xlsx.writeBuffer());
}
/** A moment, as a workbook stores it. */
const at = (clock: string) => new Date(`${clock}Z`);

describe('a workbook', () => {
  test('cells with dates count, whether or not there is a column for the day', async () => {
    const rows = [
      ['Amy Young', at('2026-10-18T20:10'), at('2026-10-19T04:30')],
      ['Amy Young', at('2026-10-20T06:00'), at('2026-10-20T14:00')],
      ['Amy Young', at('2026-10-21T06:00'), at('2026-10-22T08:00')],
    ];
    const { grid, shifts } = await read(
      await workbook([['Driver', 'Start', 'End'], ...rows], { 2: 'dd/mm/yyyy hh:mm', 3: 'hh:mm' }),
    );
    expect(grid).toEqual([
      'Amy Young | 18/10/2026 | 20:10-04:30',
      'Amy Young | 20/10/2026 | 06:00-14:00',
      'Amy Young | 21/10/2026 | 21/10/2026 06:00 - 22/10/2026 08:00',
    ]);
    expect(shifts).toEqual([
      '18/10/2026 20:10 - 19/10/2026 04:30',
      '20/10/2026 06:00 - 20/10/2026 14:00',
      '21/10/2026 06:00 - 22/10/2026 08:00',
    ]);
    const dated = rows.map(([who, start, end]) => [who, start, start, end]);
    const file = await workbook([['Driver', 'Day', 'Start', 'End'], ...dated], {
      2: 'dd/mm/yyyy',
      3: 'hh:mm',
      4: 'hh:mm',
    });
    expect((await read(file)).shifts).toEqual(shifts);
  });

  test("times without dates are the day's, also from 1904 and beyond 24 hours", async () => {
    const rows = [
      ['Driver', 'Date', 'Start', 'End', 'Break'],
      ['Amy Young', at('2026-11-23T00:00'), 0.25, 14.5 / 24, 0.5 / 24],
      ['Amy Young', at('2026-11-24T00:00'), 16 / 24, 1, 0],
      ['Amy Young', at('2026-11-25T00:00'), 22 / 24, 6 / 24, ''],
    ];
    const formats = { 2: 'd/mm/yyyy', 3: 'h:mm', 4: '[h]:mm', 5: 'hh:mm:ss' };
    const expected = [
      'Amy Young | 23/11/2026 | 06:00-14:30 Break 30 min',
      'Amy Young | 24/11/2026 | 16:00-24:00',
      'Amy Young | 25/11/2026 | 22:00-06:00',
    ];
    expect((await read(await workbook(rows, formats))).grid).toEqual(expected);
    const of1904 = await workbook(rows, formats, true);
    const asked = await read(of1904);
    expect(asked.open).toEqual(['Which day is 23/11/2026?']);
    expect((await read(of1904, { daysFrom: '1904' })).grid).toEqual(expected);
  });

  test('9:00 and 5:00 do not say how they were typed, and are asked about', async () => {
    const rows = [
      ['Driver', 'Date', 'Start', 'Finish'],
      ['Amy Young', at('2026-11-23T00:00'), 9 / 24, 5 / 24],
      ['Amy Young', at('2026-11-24T00:00'), 14.5 / 24, 22 / 24],
    ];
    const file = await workbook(rows, { 2: 'dd/mm/yyyy', 3: 'h:mm', 4: 'h:mm' });
    const asked = await read(file);
    expect(asked.open).toEqual([
      '9:00-5:00: 09:00 to 17:00, or 21:00 to 05:00 the next day, or 09:00 to 05:00 the next day?',
    ]);
    expect(asked.shifts[0]).toBe('start: times-open');
    expect(asked.grid[0]).toBe('Amy Young | 23/11/2026 | 9:00-5:00');
    expect((await read(file, { times: 'day' })).shifts).toEqual([
      '23/11/2026 09:00 - 23/11/2026 17:00',
      '24/11/2026 14:30 - 24/11/2026 22:00',
    ]);
  });
});

test('times without am or pm are asked about once a sheet', async () => {
  const file = csv(`
    Driver,Day,Hours
    Amy Young,1/10/2026,8-4
    Amy Young,2/10/2026,730-330
    Ben Okafor,1/10/2026,11-7`);
  const { open, shifts } = await read(file);
  expect(open).toEqual([
    '8-4: 08:00 to 16:00, or 20:00 to 04:00 the next day, or 08:00 to 04:00 the next day?',
    '11-7: 11:00 to 19:00, or 23:00 to 07:00 the next day, or 11:00 to 07:00 the next day?',
  ]);
  expect(shifts).toEqual(['start: times-open', 'start: times-open', 'start: times-open']);
  const { grid, readAs } = await read(file, { times: 'day' });
  expect(grid).toEqual([
    'Amy Young | 01/10/2026 | 8-4',
    'Amy Young | 02/10/2026 | 730-330',
    'Ben Okafor | 01/10/2026 | 11-7',
  ]);
  expect(readAs[2]).toBe('"11-7" is read as 11:00 to 19:00');
  expect((await read(file, { times: 'long' })).shifts[0]).toBe('01/10/2026 08:00 - 02/10/2026 04:00');
});

test('a pair of times with a point is no date', async () => {
  const file = csv(`
    Driver,Date,Time
    Amy Young,1/10/2026,7-3.45
    Ben Okafor,1/10/2026,6.10-2pm`);
  const { grid, shifts } = await read(file, { times: 'day' });
  expect(grid).toEqual(['Amy Young | 01/10/2026 | 7-3.45', 'Ben Okafor | 01/10/2026 | 06:10-14:00']);
  expect(shifts).toEqual(['01/10/2026 07:00 - 01/10/2026 15:45', '01/10/2026 06:10 - 01/10/2026 14:00']);
  const odd = csv('Driver,Date,Time\nAmy Young,25/10/2026,5-13-45\nBen Okafor,25/10/2026,6-14');
  expect(await read(odd)).toMatchObject({
    open: [],
    shifts: ['start: times-unreadable', '25/10/2026 06:00 - 25/10/2026 14:00'],
  });
  const roster = csv('Driver,Mon 16/11,Tue 17/11\nAmy,7-3.45,10-6.30');
  expect((await read(roster)).shifts).toEqual(['start: times-open', 'start: times-open']);
});

test('days may be columns', async () => {
  const { grid, notes, shifts } = await read(
    csv(`
    Driver,Mon 16/11,Tue 17/11,Wed 18/11
    Amy Young,5:00-13:00,OFF,21:00-05:00
    Ben Okafor,,13-21,RDO`),
  );
  expect(grid).toEqual([
    'Amy Young | 16/11/2026 | 05:00-13:00',
    'Amy Young | 18/11/2026 | 21:00-05:00',
    'Ben Okafor | 17/11/2026 | 13:00-21:00',
  ]);
  expect(notes).toEqual(['2 days off left out: OFF, RDO']);
  expect(shifts[1]).toBe('18/11/2026 21:00 - 19/11/2026 05:00');
});

test('the order of day and month is asked', async () => {
  const file = csv(`
    Employee,Date,Start,End
    Amy Young,11/04/2026,6:00,14:00
    Amy Young,11/16/2026,6:00,14:00`);
  expect((await read(file)).open).toEqual(['Which day is 11/04/2026?']);
  expect((await read(file, { dateOrder: 'month-first' })).grid).toEqual([
    'Amy Young | 04/11/2026 | 06:00-14:00',
    'Amy Young | 16/11/2026 | 06:00-14:00',
  ]);
});

test('a row without a day is no row of the next day', async () => {
  const { grid, unread, notes } = await read(
    csv(`
    Driver,Date,Start,End
    Amy Young,16/11/2026,6:00,14:00
    ,,18:00,22:00`),
  );
  expect(grid).toHaveLength(1);
  expect(unread).toEqual(['Row 3, day: missing']);
  expect(notes).toEqual(['Row 3 left out: Please enter the day']);
});

test('weekdays in a column of their own say which order fits', async () => {
  const { open, grid } = await read(
    csv(`
    Driver,Weekday,Date,Start,End
    Amy Young,Mon,11/02/2026,6:00,14:00
    Amy Young,Tue,11/03/2026,6:00,14:00`),
  );
  expect(open).toEqual([]);
  expect(grid).toEqual(['Amy Young | 02/11/2026 | 06:00-14:00', 'Amy Young | 03/11/2026 | 06:00-14:00']);
});

test('a weekday next to a dated start is that of its date', async () => {
  const { grid, notes, shifts } = await read(
    csv(`
    Driver,Day,Start,End
    Amy Young,Mon,19/10/2026 6:00,19/10/2026 14:00
    Amy Young,Mon,20/10/2026 6:00,20/10/2026 14:00`),
  );
  expect(grid).toEqual(['Amy Young | 19/10/2026 | 06:00-14:00', 'Amy Young | 20/10/2026 | 06:00-14:00']);
  expect(notes).toEqual(['Row 3: The date says Monday, but 20/10/2026 is a Tuesday']);
  expect(shifts).toHaveLength(2);
});

describe('names above times', () => {
  const refusal = (text: string) => read(csv(text)).catch((error: Error) => error.message);

  test('over pairs of start and end are the drivers', async () => {
    const { grid, shifts } = await read(
      csv(`
      Date,Amy Young,,Ben Okafor,,
      ,On,Off,On,Off,Notes
      5/10/2026,05:30,13:30,13:30,21:30,x
      6/10/2026,05:30,13:30,RDO,,
      7/10/2026,,,21:00,05:00,`),
    );
    expect(grid).toEqual([
      'Amy Young | 05/10/2026 | 05:30-13:30',
      'Ben Okafor | 05/10/2026 | 13:30-21:30',
      'Amy Young | 06/10/2026 | 05:30-13:30',
      'Ben Okafor | 07/10/2026 | 21:00-05:00',
    ]);
    expect(shifts[3]).toBe('07/10/2026 21:00 - 08/10/2026 05:00');
  });

  test.each(['Date', ''])('over a column of times each are the drivers, dates below %j', async (heading) => {
    const { grid, notes } = await read(
      csv(`
      ${heading},Amy Young,Ben Okafor
      5/10/2026,05:30-13:30,13:30-21:30
      6/10/2026,05:30-13:30,OFF`),
    );
    expect(grid).toEqual([
      'Amy Young | 05/10/2026 | 05:30-13:30',
      'Ben Okafor | 05/10/2026 | 13:30-21:30',
      'Amy Young | 06/10/2026 | 05:30-13:30',
    ]);
    expect(notes).toEqual(['1 day off left out: OFF']);
  });

  test('over some of the times only are not understood', async () => {
    const some = 'Date,Amy,,Ben,,,\n,On,Off,On,Off,On,Off\n5/10/2026,5:30,13:30,13:30,21:30,6:00,14:00';
    expect(await refusal(some)).toBe('names stand above some of the times only');
    const beside = 'Amy,Ben\nDate,On,Off,On,Off\n5/10/2026,5:30,13:30,13:30,21:30';
    expect(await refusal(beside)).toBe('names stand above some of the times only');
    expect(await refusal('Date,Amy,,Ben,\n,On,Hours,On,Hours\n5/10/2026,5:30,8,13:30,8')).toBe(
      'a start has no end',
    );
    expect(await refusal('Date,Amy,Ben\n5/10/2026,early,late')).toBe(
      'no heading says which column has the start',
    );
  });

  test.each(['Driver', ''])('the heading %j of the names may stand next to the days', async (heading) => {
    const { grid } = await read(
      csv(`
      ${heading},Mon 5/10,,Tue 6/10,
      ,On,Off,On,Off
      Amy Young,05:30,13:30,21:00,05:00
      Ben Okafor,06:00,14:00,,`),
    );
    expect(grid).toEqual([
      'Amy Young | 05/10/2026 | 05:30-13:30',
      'Amy Young | 06/10/2026 | 21:00-05:00',
      'Ben Okafor | 05/10/2026 | 06:00-14:00',
    ]);
  });
});

test('a start with hours and no end ends after them, also today', async () => {
  const { grid, notes, shifts } = await read(
    csv(`
    Driver,Date,Start,Hours,Break
    Amy Young,28/11/2026,05:15,6,
    Amy Young,26/11/2026,21:00,8.5,0
    Ben Okafor,26/11/2026,14:00,7:36,none
    Ben Okafor,27/11/2026,14:00,8,30
    Ben Okafor,28/11/2026,14:00,7.35,`),
  );
  expect(notes).toEqual(['The end is the start and "Hours" together']);
  expect(grid.slice(0, 3)).toEqual([
    'Amy Young | 28/11/2026 | 05:15-11:15',
    'Amy Young | 26/11/2026 | 21:00-05:30',
    'Ben Okafor | 26/11/2026 | 14:00-21:36',
  ]);
  expect(shifts).toEqual([
    '28/11/2026 05:15 - 28/11/2026 11:15',
    '26/11/2026 21:00 - 27/11/2026 05:30',
    '26/11/2026 14:00 - 26/11/2026 21:36',
    'start: times-unreadable',
    'start: times-unreadable',
  ]);
});

test('a start without am or pm is asked about with its hours, too', async () => {
  const file = csv('Driver,Date,Start,Total hours\nAmy Young,26/11/2026,3:00,8');
  const { open, shifts } = await read(file);
  expect(open).toEqual(['3:00 +8:00: 03:00 to 11:00, or 15:00 to 23:00?']);
  expect(shifts).toEqual(['start: times-open']);
  expect((await read(file, { times: 'night' })).shifts).toEqual(['26/11/2026 15:00 - 26/11/2026 23:00']);
});
