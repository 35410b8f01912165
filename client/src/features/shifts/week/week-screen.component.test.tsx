import type { Driver } from '@shared/drivers';
import type { Shift } from '@shared/shifts/shifts';
import { expectNoViolations } from '@test/axe';
import { buildDriver, buildProposal, buildShift, buildVehicle } from '@test/data';
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
const answersWith = (shifts: Shift[], drivers: Driver[] = [amy, ben]) => ({
  ...storeVehicles([car]),
  ...storeShifts(drivers, shifts),
});
const AMY = 'Amy Young';
const BEN = 'Ben Okafor';

/** The cell of a driver on a day: "Mon 16/11". */
const cell = (driver: string, day: string) =>
  page.getByRole('textbox', { name: `${driver}, ${day}`, exact: true });
const stored = (label: string) => page.getByRole('button', { name: `Edit shift: ${label}`, exact: true });
const save = (count: string) => page.getByRole('button', { name: `Save ${count}`, exact: true });
const startsOf = (shifts: readonly Shift[]) => shifts.map(({ start }) => start);

async function focus(driver: string, day: string) {
  await cell(driver, day).click();
  await expect(cell(driver, day)).toHaveFocus();
}

/** Presses keys one after the other, and counts them. */
async function type(keys: readonly string[]): Promise<number> {
  for (const key of keys) await userEvent.keyboard(key.length > 1 ? `{${key}}` : key);
  return keys.length;
}

test('twelve drivers have five days in at most 200 keys, each with their own times', async () => {
  const shifts: Shift[] = [];
  const drivers = Array.from({ length: 12 }, (_, index) =>
    buildDriver({ driverAuthorityLicense: `DA-${index}`, firstName: `Driver${index}`, lastName: 'Young' }),
  );
  await openApp('/hours/week', { answers: answersWith(shifts, drivers) });
  await focus('Driver0 Young', 'Mon 16/11');
  let keys = 0;
  for (const [index] of drivers.entries())
    keys += await type([
      ...`${index % 3 === 0 ? 6 : 7}10-1${4 + (index % 2)}30`,
      'Tab',
      '=',
      '=',
      '=',
      '=',
      'Enter',
    ]);
  keys += 2;
  await press('Control+Enter');
  await expect(toast('60 shifts saved')).toBeVisible();
  expect(keys).toBeLessThanOrEqual(200);
  expect(shifts).toHaveLength(60);
  expect(new Set(shifts.map(({ driverId, start }) => `${driverId} ${start}`)).size).toBe(60);
  expect(shifts.every(({ vehicleId, note }) => vehicleId === null && note === null)).toBe(true);
});

test('a week is typed by the keys of a spreadsheet, and stored once, with Undo', async () => {
  const shifts: Shift[] = [];
  const server = await openApp('/hours/week', { answers: answersWith(shifts) });
  await focus(AMY, 'Mon 16/11');
  await userEvent.keyboard('610-1430{Tab}0600-10, 14-18 123abc school{Tab}rdo{Enter}');
  await expect(cell(AMY, 'Mon 16/11')).toHaveValue('06:10-14:30');
  await expect(cell(AMY, 'Tue 17/11')).toHaveValue('06:00-10:00, 14:00-18:00 123ABC school');
  await expect(cell(BEN, 'Mon 16/11')).toHaveFocus();
  // the driver above, then Ben's Tuesday by an arrow
  await userEvent.keyboard('"');
  await expect(cell(BEN, 'Mon 16/11')).toHaveValue('06:10-14:30');
  await focus(BEN, 'Mon 16/11');
  await userEvent.keyboard('{End}{ArrowRight}22-6{ArrowUp}');
  await expect(cell(AMY, 'Tue 17/11')).toHaveFocus();
  await expect(cell(BEN, 'Tue 17/11')).toHaveValue('22:00-06:00');
  await press('Control+z', 'Control+y');
  await expect(cell(BEN, 'Tue 17/11')).toHaveValue('22:00-06:00');
  await expectNoViolations();
  await save('5 shifts').click();
  await expect(toast('5 shifts saved')).toBeVisible();
  expect(shifts).toMatchObject([
    { driverId: amy.id, start: '2026-11-15T20:10:00.000Z', end: '2026-11-16T04:30:00.000Z', vehicleId: null },
    { start: '2026-11-16T20:00:00.000Z', vehicleId: car.id, note: 'school' },
    { start: '2026-11-17T04:00:00.000Z', vehicleId: car.id, note: 'school' },
    { driverId: ben.id, start: '2026-11-15T20:10:00.000Z' },
    { end: '2026-11-17T20:00:00.000Z' },
  ]);
  await expect(stored(`${AMY}, 16/11/2026, 06:10 to 14:30`)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Done' })).toBeVisible();

  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(toast('5 shifts removed')).toBeVisible();
  await expect(cell(AMY, 'Mon 16/11')).toHaveValue('06:10-14:30');
  expect(shifts).toEqual([]);
  expect(server.sent('POST /api/shifts/typed')).toHaveLength(1);
});

test('faults are said in words under their driver, and lead to their cells', async () => {
  const shifts: Shift[] = [];
  const server = await openApp('/hours/week', { answers: answersWith(shifts) });
  await focus(AMY, 'Fri 20/11');
  await userEvent.keyboard('soon{Enter}6-14 rego 999{Tab}');
  await expect(page.getByText('Fri: "soon" is not a time. Write it as 6:10-14:30')).toBeVisible();
  await expect(page.getByText('Fri: No vehicle has the registration "999"')).toBeVisible();
  await press('Control+Enter');
  await expect(page.getByRole('alert').filter({ hasText: '2 cells to fix' })).toBeVisible();
  await expect(cell(AMY, 'Fri 20/11')).toHaveFocus();
  await expectNoViolations();
  expect(server.sent('POST /api/shifts/typed')).toEqual([]);
  await userEvent.keyboard('{Control>}a{/Control}5-1330');
  await page.getByRole('button', { name: `${BEN}, Fri 20/11` }).click();
  await expect(cell(BEN, 'Fri 20/11')).toHaveFocus();
  await userEvent.keyboard('{Control>}a{/Control}{Delete}');
  await press('Control+Enter');
  await expect(toast('1 shift saved')).toBeVisible();
});

test('drivers that could not be loaded are reported, and asked for again', async () => {
  expectedErrors.push(/500/);
  const server = await openApp('/hours/week', {
    answers: { ...answersWith([]), 'GET /api/drivers': () => refuse(500, 'Something went wrong') },
  });
  await expect(page.getByText('Drivers could not be loaded.')).toBeVisible();
  server.change({ 'GET /api/drivers': [amy] });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(cell(AMY, 'Mon 16/11')).toBeVisible();
});

test.each([
  ['2026-11-23T01:00:00.000Z', 'Mon 16/11'],
  ['2026-11-24T01:00:00.000Z', 'Mon 16/11'],
  ['2026-11-24T03:00:00.000Z', 'Mon 23/11'],
])('at %s the week begins with %s; another is a click away', async (now, first) => {
  await openApp('/hours/week', { now, answers: answersWith([]) });
  await expect(cell(AMY, first)).toBeVisible();
  await page.getByRole('button', { name: 'Earlier week' }).click();
  await expect(cell(AMY, first)).toBeHidden();
  await page.getByRole('button', { name: 'Later week' }).click();
  await expect(cell(AMY, first)).toBeVisible();
});

test('stored shifts stand in their cells and open to be edited; another of the day is typed below', async () => {
  const shifts: Shift[] = [buildShift(amy)];
  await openApp('/hours/week', { answers: answersWith(shifts) });
  const shift = stored(`${AMY}, 21/11/2026, 06:10 to 14:30`);
  await shift.click();
  const dialog = page.getByRole('dialog', { name: 'Edit Shift' });
  await dialog.getByLabelText('End', { exact: true }).fill('15:00');
  await dialog.getByRole('button', { name: 'Update Shift' }).click();
  await expect.poll(() => shifts[0]?.version).toBe(2);
  const changed = stored(`${AMY}, 21/11/2026, 06:10 to 15:00`);
  await expect(changed).toBeVisible();

  await focus(AMY, 'Fri 20/11');
  await userEvent.keyboard('{ArrowRight}');
  await expect(changed).toHaveFocus();
  await userEvent.keyboard('1400-22{Tab}');
  await expect(cell(AMY, 'Sat 21/11')).toHaveValue('14:00-22:00');
  await expect(page.getByText('Sat: Overlaps another shift')).toBeVisible();
  await expectNoViolations();
  await cell(AMY, 'Sat 21/11').fill('610-1500');
  await press('Tab');
  await expect(page.getByText('Sat: Already stored: it is not saved again')).toBeVisible();
  expect(shifts).toHaveLength(1);
});

test('last week is copied into free cells in one click', async () => {
  const at = (day: number, hour: number) => new Date(Date.UTC(2026, 10, day, hour)).toISOString();
  const lastWeek = (driver: Driver, day: number) =>
    buildShift(driver, { start: at(day, 20), end: at(day + 1, 4), vehicleId: car.id });
  const shifts: Shift[] = [lastWeek(amy, 9), lastWeek(amy, 10), lastWeek(ben, 9), lastWeek(ben, 16)];
  await openApp('/hours/week', { answers: answersWith(shifts) });
  await focus(AMY, 'Wed 18/11');
  await userEvent.keyboard('off{Tab}');
  await page.getByRole('button', { name: 'Copy last week' }).click();
  await expect(cell(AMY, 'Tue 17/11')).toHaveValue('06:00-14:00');
  await expect(cell(AMY, 'Tue 17/11')).toHaveFocus();
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect(cell(AMY, 'Tue 17/11')).toHaveValue('');
  await page.getByRole('button', { name: 'Copy last week' }).click();
  await expect(cell(AMY, 'Wed 18/11')).toHaveValue('off');
  await save('1 shift').click();
  await expect(toast('1 shift saved')).toBeVisible();
  // the driver's usual vehicle
  expect(shifts.at(-1)).toMatchObject({ driverId: amy.id, start: at(16, 20), vehicleId: null });
});

test.each(['9999-12-27', '1900-01-01', 'soon'])(
  'an address with the week %s opens the usual one',
  async (monday) => {
    await openApp(`/hours/week?monday=${monday}`, { answers: answersWith([]) });
    await expect(cell(AMY, 'Tue 17/11')).toBeVisible();
  },
);

test('trips propose hours in dashed cells, which one button confirms, or which are taken to be changed', async () => {
  const shifts: Shift[] = [];
  const proposal = buildProposal(amy);
  const other = buildProposal(ben);
  await openApp('/hours/week', {
    answers: { ...storeVehicles([car]), ...storeShifts([amy, ben], shifts, [proposal, other]) },
  });
  await expect(page.getByText('2 shifts proposed from trips: the dashed cells')).toBeVisible();
  await expectNoViolations();
  await page.getByRole('button', { name: /^Take .*: Ben Okafor, Fri 20\/11$/ }).click();
  await expect(cell(BEN, 'Fri 20/11')).not.toHaveValue('');
  await page.getByRole('button', { name: 'Confirm 1', exact: true }).click();
  await expect(toast('1 shift confirmed')).toBeVisible();
  expect(shifts).toMatchObject([{ driverId: amy.id, start: proposal.start, end: proposal.end }]);
});

test('times such as 9-5 are asked about once, and the answer counts for all of them', async () => {
  const shifts: Shift[] = [];
  await openApp('/hours/week', { on: 'phone', answers: answersWith(shifts) });
  await page.getByRole('button', { name: /^Mon 16\/11/ }).click();
  await focus(AMY, 'Mon 16/11');
  await userEvent.keyboard('9-5{Enter}7-3{Tab}');
  const question = page.getByRole('status').filter({ hasText: 'without am or pm' });
  await expect(question).toHaveTextContent('The answer counts for 9-5 and 7-3, in 2 cells.');
  await expectNoViolations();
  await question.getByRole('button', { name: '09:00 to 17:00', exact: true }).click();
  await expect(question).toHaveTextContent('9-5 is read as 09:00 to 17:00');
  await expect(page.getByText('"7-3" is read as 07:00 to 15:00')).toBeVisible();
  await save('2 shifts').click();
  await expect(toast('2 shifts saved')).toBeVisible();
  expect(startsOf(shifts)).toEqual(['2026-11-15T23:00:00.000Z', '2026-11-15T21:00:00.000Z']);
});

test('a phone shows a day at a time, and what is typed is kept until it is stored', async () => {
  const shifts: Shift[] = [];
  const server = await openApp('/hours/week', { on: 'phone', answers: answersWith(shifts) });
  await page.getByRole('button', { name: 'Mon 16/11, no hours' }).click();
  await focus(AMY, 'Mon 16/11');
  await userEvent.keyboard('6-14{Enter}"');
  await page.getByRole('button', { name: 'Tue 17/11, no hours' }).click();
  await cell(BEN, 'Tue 17/11').fill('=');
  await expect(cell(BEN, 'Tue 17/11')).toHaveValue('06:00-14:00');
  await expect(page.getByRole('button', { name: 'Mon 16/11, hours of 2' })).toBeVisible();
  server.change({ 'POST /api/shifts/typed': unreachable });
  await save('3 shifts').click();
  await expect(toast('Error')).toBeVisible();
  await reload();
  await expect(page.getByText('What you typed before is here again.')).toBeVisible();
  server.change({ 'POST /api/shifts/typed': answersWith(shifts)['POST /api/shifts/typed'] });
  await save('3 shifts').click();
  await expect(toast('3 shifts saved')).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth);
});

test('a roster with days across and names down lands in the week of its title', async () => {
  const shifts: Shift[] = [];
  await openApp('/hours/week', { answers: answersWith(shifts) });
  await focus(AMY, 'Mon 16/11');
  paste('Week ending 15/11/2026\nDriver\tMon\tTue\tSun\nAmy\t6-14\tOFF\t7-15\nJo\t5-13\t\t\nBen\t5-13\t\t');
  await expect(cell(AMY, 'Mon 09/11')).toHaveValue('06:00-14:00');
  await expect(cell(AMY, 'Sun 15/11')).toHaveValue('07:00-15:00');
  await expect(page.getByText(/as row 1 says\. 1 day off left out: OFF\./)).toBeVisible();
  const question = page.getByRole('status').filter({ hasText: 'Who is "Jo"?' });
  await expectNoViolations();
  await question.getByLabelText('Driver').selectOptions(BEN);
  await expect(question).toBeHidden();
  await save('3 shifts').click();
  await expect(toast('3 shifts saved')).toBeVisible();
});

test('weekdays without dates are the week on the screen; cells without headings fill it from the cell on', async () => {
  await openApp('/hours/week?monday=2026-11-09', { answers: answersWith([]) });
  await focus(AMY, 'Tue 10/11');
  paste('Driver\tMon\tTue\nBen\t5-13\t7-15');
  await expect(cell(BEN, 'Mon 09/11')).toHaveValue('05:00-13:00');
  paste('Driver\tMon\tTue\nBen\t6-14\t7-15');
  await expect(cell(BEN, 'Mon 09/11')).toHaveValue('06:00-14:00');
  await expect(page.getByText('1 cell had other hours. Undo brings them back.')).toBeVisible();
  paste('7-15\t8-16\nOFF\t6-13');
  await expect(cell(AMY, 'Wed 11/11')).toHaveValue('08:00-16:00');
  await expect(cell(BEN, 'Tue 10/11')).toHaveValue('OFF');
  paste('6-14\n6-14\n6-14');
  await expect(page.getByText(/3 rows of 1 do not fit here/)).toBeVisible();
  // names without headings
  paste('Ben\t5-13\nAmy\t4-13');
  await expect(cell(AMY, 'Tue 10/11')).toHaveValue('04:00-13:00');
  await press('Control+z');
  await expect(cell(AMY, 'Tue 10/11')).toHaveValue('07:00-15:00');
});

test('a file with a row a shift lands in its weeks, and says what it leaves out', async () => {
  const shifts: Shift[] = [];
  const rows = [
    ['Employee', 'Date', 'On', 'Off', 'Lunch', 'Depot'],
    ['Amy Young', '11/02/2026', '6:00', '14:00', '30', 'North'],
    ['Amy Young', '11/13/2026', '6:00', '14:00', '', 'North'],
    ['Ben Okafor', '', '5:00', '13:00', '', 'North'],
    ['Total', '', '', '16:00', '', ''],
  ];
  await openApp('/hours/week', {
    answers: {
      ...answersWith(shifts),
      'POST /api/shifts/read': {
        sheets: [],
        sheet: 0,
        refusal: null,
        notes: [],
        countsFrom1904: false,
        rows: rows.map((cells, index) => ({ number: index + 1, cells })),
      },
    },
  });
  await userEvent.upload(page.getByLabelText('File with hours'), new File(['hours'], 'hours.csv'));
  const question = page.getByRole('status').filter({ hasText: 'Which day is 11/02/2026?' });
  await question.getByRole('button', { name: 'Month first: 2 November 2026' }).click();
  await expect(cell(AMY, 'Mon 02/11')).toHaveValue('06:00-14:00 Break 30 min');
  await expect(
    page.getByText(
      /Row 5 left out: totals\. 1 column not read: Depot\. Row 4 left out: Please enter the day\./,
    ),
  ).toBeVisible();
  await expect(page.getByText('Hours to save are in 2 weeks.')).toBeVisible();
  await expectNoViolations();
  await page.getByRole('button', { name: '09/11/2026 (1)' }).click();
  await expect(cell(AMY, 'Fri 13/11')).toHaveValue('06:00-14:00');
  await save('2 shifts').click();
  await expect(toast('2 shifts saved')).toBeVisible();
  expect(shifts).toMatchObject([{ note: 'Break 30 min' }, { note: null }]);
});

test('a workbook is read from the sheet that is chosen', async () => {
  const sheet = { sheet: 0, refusal: null, notes: [], countsFrom1904: false, rows: [] };
  const cells = [['Smith Cars'], ['Driver', 'Day', 'Hours'], ['Amy', '16/11/2026', '6:10-14:30']];
  await openApp('/hours/week', {
    on: 'phone',
    answers: {
      ...answersWith([]),
      'POST /api/shifts/read': ({ query }) => ({
        ...sheet,
        sheets: ['Rates', 'November'],
        sheet: Number(query.get('sheet') ?? 0),
        rows:
          query.get('sheet') === '1' ? cells.map((row, index) => ({ number: index + 1, cells: row })) : [],
      }),
    },
  });
  await userEvent.upload(page.getByLabelText('File with hours'), new File(['hours'], 'hours.xlsx'));
  const dialog = page.getByRole('dialog', { name: 'Which sheet has the hours?' });
  await expectNoViolations();
  await dialog.getByRole('button', { name: 'November' }).click();
  await expect(save('1 shift')).toBeEnabled();
});

test('what is typed while the week is saved stays', async () => {
  const shifts: Shift[] = [];
  const server = await openApp('/hours/week', { answers: answersWith(shifts) });
  await focus(AMY, 'Mon 16/11');
  await userEvent.keyboard('610-1430{Tab}');
  const release = server.hold('POST /api/shifts/typed');
  await save('1 shift').click();
  await cell(BEN, 'Tue 17/11').fill('07:00-15:00');
  release();
  await expect(toast('1 shift saved')).toBeVisible();
  await expect(save('1 shift')).toBeVisible();
  await expect(cell(BEN, 'Tue 17/11')).toHaveValue('07:00-15:00');
});
