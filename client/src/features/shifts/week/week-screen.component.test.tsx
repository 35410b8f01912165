import type { Shift } from '@shared/shifts/shifts';
import { expectNoViolations } from '@test/axe';
import { buildDriver, buildShift, buildVehicle } from '@test/data';
import { expect } from '@test/expect';
import { expectedErrors } from '@test/expected-errors';
import { refuse, unreachable } from '@test/fake-server';
import { openApp, reload } from '@test/open-app';
import { paste, press, toast } from '@test/screen';
import { storeShifts, storeVehicles } from '@test/stores';
import { test } from 'vitest';
import { page, userEvent } from 'vitest/browser';

const amy = buildDriver();
const ben = buildDriver({ driverAuthorityLicense: 'DA-2', firstName: 'Ben', lastName: 'Okafor' });
const car = buildVehicle();
const answersWith = (shifts: Shift[]) => ({ ...storeVehicles([car]), ...storeShifts([amy, ben], shifts) });

const cell = (field: string, row: number) =>
  page.getByRole('textbox', { name: `${field}, row ${row}`, exact: true });

async function focus(field: string, row: number) {
  await cell(field, row).click();
  await expect(cell(field, row)).toHaveFocus();
}

test('a week is keyed: the next row is the next day, and another driver has the same week', async () => {
  const shifts: Shift[] = [];
  const server = await openApp('/hours/week', { on: 'phone', answers: answersWith(shifts) });
  await focus('Driver', 1);
  for (const row of [
    'am{Tab}mon{Tab}610{Tab}1430{Enter}',
    // one cell may have both times
    '6-2pm{Enter}',
    '2000{Tab}215{Enter}',
    '{Shift>}{Tab}{Tab}{/Shift}ben{Tab}{Tab}9{Tab}5pm{Enter}',
  ])
    await userEvent.keyboard(row);
  const column = async (field: string, values: string[]) => {
    for (const [index, value] of values.entries()) await expect(cell(field, index + 1)).toHaveValue(value);
  };
  await column('Driver', ['Amy Young', 'Amy Young', 'Amy Young', 'Ben Okafor']);
  await column('Day', ['16/11/2026', '17/11/2026', '18/11/2026', '16/11/2026']);
  await column('Start', ['06:10', '06:00', '20:00', '09:00']);
  await column('End', ['14:30', '14:00', '02:15', '17:00']);
  await expectNoViolations();
  await page.getByRole('button', { name: 'Save 4 rows' }).click();
  await expect(toast('4 shifts saved')).toBeVisible();
  expect(shifts).toMatchObject([
    { driverId: amy.id, start: '2026-11-15T20:10:00.000Z', end: '2026-11-16T04:30:00.000Z' },
    { start: '2026-11-16T20:00:00.000Z' },
    { start: '2026-11-18T10:00:00.000Z', end: '2026-11-18T16:15:00.000Z' },
    { driverId: ben.id, start: '2026-11-15T23:00:00.000Z' },
  ]);
  await expect(cell('Driver', 1)).toHaveValue('');

  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(toast('4 shifts removed')).toBeVisible();
  await expect(cell('Start', 1)).toHaveValue('06:10');
  expect(shifts).toEqual([]);
  expect(server.sent('POST /api/shifts/typed')).toHaveLength(1);
});

test('drivers that could not be loaded are reported, and asked for again', async () => {
  expectedErrors.push(/500/);
  const server = await openApp('/hours/week', {
    answers: { ...answersWith([]), 'GET /api/drivers': () => refuse(500, 'Something went wrong') },
  });
  await expect(page.getByText('Drivers could not be loaded.')).toBeVisible();
  server.change({ 'GET /api/drivers': [amy] });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Drivers could not be loaded.')).toBeHidden();
});

test('a fault leads to its cell, and what stands out is said and stored', async () => {
  const shifts: Shift[] = [];
  const server = await openApp('/hours/week', { on: 'phone', answers: answersWith(shifts) });
  await focus('Driver', 1);
  await userEvent.keyboard('amy{Tab}fri{Tab}5{Tab}soon{Enter}');
  await press('Control+Enter');
  await expect(page.getByRole('alert').filter({ hasText: '1 thing to fix' })).toBeVisible();
  await expectNoViolations();
  expect(server.sent('POST /api/shifts/typed')).toEqual([]);
  await cell('Start', 1).fill('5-10, 13-18:30');
  await cell('End', 1).fill('');
  await cell('Vehicle', 1).fill('999');
  await press('Control+Enter');
  await expect(cell('Vehicle', 1)).toHaveFocus();
  await cell('Vehicle', 1).fill('123abc');
  await press('Tab');
  await press('Control+Enter');
  await expect(toast('2 shifts saved')).toBeVisible();
  expect(shifts).toMatchObject([{ vehicleId: car.id }, { vehicleId: car.id }]);
});

test('copied cells fill the grid by their headings, and are kept until they are stored', async () => {
  const shifts: Shift[] = [];
  const server = await openApp('/hours/week', { answers: answersWith(shifts) });
  await focus('Driver', 1);
  paste(
    'Name\tDate\tOn\tOff\tLunch\tDepot\nAmy Young\t16/11/2026\t6:10\t22:30\t30\tNorth\nBen Okafor\t16/11/2026\t5:00\t13:00\t\tNorth',
  );
  await expect(cell('End', 2)).toHaveValue('13:00');
  await expect(cell('Break', 1)).toHaveValue('30');
  await expect(page.getByText('What is this column?')).toBeVisible();
  await page.getByRole('button', { name: 'Leave it out' }).click();
  await expect(page.getByText("Longer than 12 hours (Trip Log's own figure)")).toBeVisible();
  await expectNoViolations();

  server.change({ 'POST /api/shifts/typed': unreachable });
  await page.getByRole('button', { name: 'Save 2 rows' }).click();
  await expect(toast('Error')).toBeVisible();
  await reload();
  await expect(page.getByText('What you typed before is here again.')).toBeVisible();
  await expect(cell('Driver', 2)).toHaveValue('Ben Okafor');
  server.change({ 'POST /api/shifts/typed': answersWith(shifts)['POST /api/shifts/typed'] });
  await page.getByRole('button', { name: 'Save 2 rows' }).click();
  await expect(toast('2 shifts saved')).toBeVisible();
  expect(shifts).toMatchObject([{ note: 'Break 30 min' }, { driverId: ben.id }]);
});

test('times such as 9-5 are asked about once, and the answer counts for all of them', async () => {
  const shifts: Shift[] = [];
  const server = await openApp('/hours/week', { on: 'phone', answers: answersWith(shifts) });
  await focus('Driver', 1);
  for (const row of ['am{Tab}mon{Tab}9-5{Enter}', '7{Tab}3{Enter}', '8-16{Enter}'])
    await userEvent.keyboard(row);
  const question = page.getByRole('status').filter({ hasText: 'without am or pm' });
  await expect(question).toHaveTextContent(
    '9-5: 09:00 to 17:00, or 21:00 to 05:00 the next day, or 09:00 to 05:00 the next day?',
  );
  await expect(question).toHaveTextContent('The answer counts for 9-5 and 7 to 3, in 2 rows.');
  await expectNoViolations();
  await press('Control+Enter');
  await expect(page.getByRole('alert').filter({ hasText: '2 things to fix' })).toBeVisible();
  expect(server.sent('POST /api/shifts/typed')).toEqual([]);

  await question.getByRole('button', { name: '21:00 to 05:00 the next day' }).click();
  await expect(cell('Start', 2)).toHaveValue('19:00');
  await question.getByRole('button', { name: '09:00 to 17:00' }).click();
  await expect(question).toHaveTextContent('9-5 is read as 09:00 to 17:00');
  await expect(page.getByText('"7 to 3" is read as 07:00 to 15:00')).toBeVisible();
  for (const [row, start, end] of [
    [1, '09:00', '17:00'],
    [2, '07:00', '15:00'],
    [3, '08:00', '16:00'],
  ] as const) {
    await expect(cell('Start', row)).toHaveValue(start);
    await expect(cell('End', row)).toHaveValue(end);
  }
  await focus('Start', 4);
  await userEvent.keyboard('6-6{Enter}');
  await expect(cell('End', 4)).toHaveValue('18:00');
  await page.getByRole('button', { name: 'Save 4 rows' }).click();
  await expect(toast('4 shifts saved')).toBeVisible();
  await expect(question).toBeHidden();
  expect(shifts[1]).toMatchObject({ start: '2026-11-16T21:00:00.000Z', end: '2026-11-17T05:00:00.000Z' });
});

test('what is settled says what was typed: a weekday that is wrong, a shift of 26 hours, a day to come', async () => {
  const shifts: Shift[] = [];
  await openApp('/hours/week', { answers: answersWith(shifts) });
  await focus('Driver', 1);
  paste('Driver\tStart\tEnd\tBreak\nAmy Young\tFri 16/11/2026 06:00\t17/11/2026 08:00\thalf an hour');
  await expect(cell('Day', 1)).toHaveValue('16/11/2026');
  await expect(cell('Start', 1)).toHaveValue('06:00');
  await expect(cell('End', 1)).toHaveValue('17/11/2026 08:00');
  await expect(cell('Break', 1)).toHaveValue('30');
  await expect(page.getByText('The date says Friday, but 16/11/2026 is a Monday')).toBeVisible();
  await cell('Day', 1).fill('16/11/2027');
  await cell('End', 1).fill('14:00');
  await press('Tab');
  await expect(page.getByText('This is in the future')).toBeVisible();
  await expect(page.getByText('The date says Friday')).toBeHidden();
});

test('a workbook is read into the grid from the sheet that is chosen', async () => {
  const shifts: Shift[] = [];
  const sheet = {
    sheets: ['Rates', 'November'],
    sheet: 0,
    refusal: null,
    notes: [],
    countsFrom1904: false,
    rows: [],
  };
  const cells = [
    ['Smith Cars'],
    ['Driver', 'Day', 'Hours'],
    ['Amy', '16/11/2026', '6:10-14:30'],
    ['Ben', '16/11/2026', '22-6'],
  ];
  const server = await openApp('/hours/week', { on: 'phone', answers: answersWith(shifts) });
  server.change({
    'POST /api/shifts/read': ({ query }) => ({
      ...sheet,
      sheet: Number(query.get('sheet') ?? 0),
      rows: query.get('sheet') === '1' ? cells.map((row, index) => ({ number: index + 1, cells: row })) : [],
    }),
  });
  const file = new File(['hours'], 'hours.xlsx');
  await userEvent.upload(page.getByLabelText('File with hours'), file);
  const dialog = page.getByRole('dialog', { name: 'Which sheet has the hours?' });
  await expect(dialog).toBeVisible();
  await expectNoViolations();
  await dialog.getByRole('button', { name: 'November' }).click();
  await expect(cell('End', 2)).toHaveValue('06:00');
  await page.getByRole('button', { name: 'Save 2 rows' }).click();
  await expect.poll(() => shifts).toMatchObject([{ driverId: amy.id }, { end: '2026-11-16T20:00:00.000Z' }]);
});

test('a shift that is stored already is said so, and so is one that is there twice', async () => {
  const times = { start: '2026-11-15T20:00:00.000Z', end: '2026-11-16T04:00:00.000Z' };
  const shifts: Shift[] = [buildShift(amy, times)];
  await openApp('/hours/week', { answers: answersWith(shifts) });
  await focus('Driver', 1);
  paste(
    'Driver\tDay\tHours\nAmy Young\t16/11/2026\t6-14\nAmy Young\t17/11/2026\t6-14\nAmy Young\t17/11/2026\t06:00-14:00',
  );
  await expect(page.getByText('Already stored: it is not saved again')).toBeVisible();
  await expect(page.getByText('The same shift as a row above: it is saved once')).toBeVisible();
  await page.getByRole('button', { name: 'Save 3 rows' }).click();
  await expect(toast('1 shift saved. 2 shifts already stored')).toBeVisible();
  expect(shifts).toHaveLength(2);
});

test('a file whose dates have an order of their own is asked about, and days may be columns', async () => {
  const shifts: Shift[] = [];
  const server = await openApp('/hours/week', { on: 'phone', answers: answersWith(shifts) });
  const fileOf = (...rows: string[][]) => {
    server.change({
      'POST /api/shifts/read': {
        sheets: [],
        sheet: 0,
        refusal: null,
        notes: [],
        countsFrom1904: false,
        rows: rows.map((cells, index) => ({ number: index + 1, cells })),
      },
    });
    return userEvent.upload(page.getByLabelText('File with hours'), new File(['hours'], 'hours.csv'));
  };
  await fileOf(
    ['Employee', 'Date', 'Start', 'End'],
    ['Amy Young', '11/02/2026', '6:00', '14:00'],
    ['Amy Young', '11/13/2026', '6:00', '14:00'],
    ['Total', '', '', '16:00'],
  );
  const question = page.getByRole('status').filter({ hasText: 'Which day is 11/02/2026?' });
  await expect(question).toBeVisible();
  await expectNoViolations();
  await expect(cell('Driver', 1)).toHaveValue('');
  await question.getByRole('button', { name: 'Month first: 2 November 2026' }).click();
  await expect(question).toBeHidden();
  await expect(cell('Day', 1)).toHaveValue('02/11/2026');
  await expect(cell('Day', 2)).toHaveValue('13/11/2026');
  await expect(page.getByText('Row 4 left out: totals.')).toBeVisible();

  await fileOf(['', 'Mon 16/11', 'Tue 17/11'], ['Ben', '22-6', 'RDO']);
  await expect(cell('Day', 3)).toHaveValue('16/11/2026');
  await expect(cell('End', 3)).toHaveValue('06:00');
  await expect(page.getByText('1 day off left out: RDO.')).toBeVisible();
  await page.getByRole('button', { name: 'Save 3 rows' }).click();
  await expect(toast('3 shifts saved')).toBeVisible();
});

test('weekdays without dates are one week, which is asked for once; two weeks of them are refused', async () => {
  const shifts: Shift[] = [];
  await openApp('/hours/week', { on: 'phone', answers: answersWith(shifts) });
  await focus('Driver', 1);
  paste('Driver\tMon\tTue\tSun\nAmy\t6-14\tOFF\t7-15');
  const question = page.getByRole('status').filter({ hasText: 'Which week are these weekdays of?' });
  await expect(question).toBeVisible();
  await expectNoViolations();
  await expect(cell('Driver', 1)).toHaveValue('');
  await question.getByRole('button', { name: 'Last week: 09/11/2026 to 15/11/2026' }).click();
  await expect(question).toBeHidden();
  await expect(cell('Day', 1)).toHaveValue('09/11/2026');
  await expect(cell('Day', 2)).toHaveValue('15/11/2026');
  await expect(page.getByText(/The weekdays are those of 09\/11\/2026 to 15\/11\/2026/)).toBeVisible();
  await focus('Driver', 3);
  paste('Driver\tMon\tTue\tMon\tTue\nBen\t6-14\t\t7-15\t');
  await expect(
    page.getByText(/This table is not understood: the weekdays are more than one week/),
  ).toBeVisible();
  await expect(cell('Start', 3)).toHaveValue('');
});
