import type { Shift } from '@shared/shifts/shifts';
import { expectNoViolations } from '@test/axe';
import { buildDriver, buildProposal, buildShift } from '@test/data';
import { expect } from '@test/expect';
import { expectedErrors } from '@test/expected-errors';
import { refuse, unreachable } from '@test/fake-server';
import { openApp } from '@test/open-app';
import { toast } from '@test/screen';
import { storeShifts } from '@test/stores';
import { test } from 'vitest';
import { page } from 'vitest/browser';

const amy = buildDriver();
const ben = buildDriver({ driverAuthorityLicense: 'DA-2', firstName: 'Ben', lastName: 'Okafor' });
const storedShifts = () => [
  buildShift(amy),
  // 13 hours, and a short night after it
  buildShift(ben, { start: '2026-11-18T21:00:00.000Z', end: '2026-11-19T10:00:00.000Z' }),
  buildShift(ben, { start: '2026-11-19T17:00:00.000Z', end: '2026-11-19T20:00:00.000Z', note: 'Airport' }),
];
const edit = (name: RegExp | string) => page.getByRole('button', { name });
const dialog = (name: string) => page.getByRole('dialog', { name });

test('hours are listed by day with their totals and what stands out, and downloaded', async () => {
  const shifts = storedShifts();
  const server = await openApp('/hours', { on: 'phone', answers: storeShifts([amy, ben], shifts) });
  await expect(edit(/^Edit shift:/)).toHaveCount(3);
  await expect(page.getByText('Longer than 12 hours')).toBeVisible();
  await expect(page.getByText('Less than 8 hours of rest before it')).toBeVisible();
  await expect(page.getByText("12 hours and 8 hours of rest are Trip Log's own figures")).toBeVisible();
  await expect(page.getByText('Total of 3 shifts')).toBeVisible();
  await expect(page.getByText('24 h 20 min', { exact: true })).toBeVisible();
  await expect(page.getByText('16 h 00 min', { exact: true }).last()).toBeVisible();
  await expectNoViolations();

  await page.getByLabelText('Driver').selectOptions('Amy Young');
  await expect(page.getByText(/own figures/)).toBeHidden();
  // on paper
  await expect(page.getByText('16/11/2026 to 22/11/2026, Amy Young')).toBeInTheDocument();
  await expect(page.getByText('Total of 1 shift')).toBeVisible();
  await page.getByLabelText('Period').selectOptions('Last week');
  await expect(page.getByText('No shifts in this period')).toBeVisible();
  expect(location.search).toBe(`?driver=${amy.id}&from=2026-11-09&to=2026-11-15`);
  await expectNoViolations();

  server.change({
    'GET /api/reports/hours': () => new Response('a', { headers: { 'Content-Type': 'text/csv' } }),
  });
  await page.getByLabelText('Period').selectOptions('This week');
  await edit('CSV').click();
  await expect(toast('Hours downloaded')).toBeVisible();
  const asked = server.calls.find(({ path }) => path === '/api/reports/hours')?.query;
  expect(Object.fromEntries(asked ?? [])).toEqual({
    driverId: amy.id,
    from: '2026-11-16',
    to: '2026-11-22',
    format: 'csv',
  });
});

test('a shift is added, edited and deleted, with Undo', async () => {
  const shifts: Shift[] = [];
  await openApp('/hours', { on: 'phone', answers: storeShifts([amy, ben], shifts) });
  await edit('Add Shift').click();
  const add = dialog('Add Shift');
  await add.getByLabelText('Driver', { exact: false }).selectOptions('Amy Young');
  await add.getByLabelText('Start', { exact: false }).fill('2000');
  await add.getByLabelText('End', { exact: true }).fill('215');
  await expect(add.getByText('6 h 15 min, ends on 23/11/2026')).toBeVisible();
  await expectNoViolations();
  await add.getByRole('button', { name: 'Add Shift' }).click();
  await expect(toast('Shift added')).toBeVisible();
  expect(shifts).toMatchObject([
    { driverId: amy.id, start: '2026-11-22T10:00:00.000Z', end: '2026-11-22T16:15:00.000Z' },
  ]);

  await edit(/^Edit shift: Amy Young, 22\/11\/2026/).click();
  await dialog('Edit Shift').getByLabelText('End', { exact: true }).fill('23:30');
  await dialog('Edit Shift').getByRole('button', { name: 'Update Shift' }).click();
  await expect(toast('Shift updated')).toBeVisible();
  await expect.poll(() => shifts).toMatchObject([{ end: '2026-11-22T13:30:00.000Z' }]);

  await edit(/^Edit shift: Amy Young/).click();
  await dialog('Edit Shift').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete shift' }).click();
  await expect(page.getByText('No shifts in this period')).toBeVisible();
  await edit('Undo').click();
  await expect(toast('Shift restored')).toBeVisible();
  await expect(edit(/^Edit shift:/)).toHaveCount(1);
});

test('proposals are shown apart and stored once they are confirmed, with Undo', async () => {
  const shifts: Shift[] = [buildShift(amy)];
  const answers = storeShifts([amy, ben], shifts, [buildProposal(amy), buildProposal(ben, { trips: 1 })]);
  const server = await openApp('/hours', { on: 'phone', answers });
  const proposed = page.getByRole('list', { name: 'Proposed hours' }).getByRole('listitem');
  await expect(proposed).toHaveCount(2);
  await expect(page.getByText('Total of 1 shift')).toBeVisible();
  await expectNoViolations();
  await proposed
    .first()
    .getByRole('button', { name: /^Confirm/ })
    .click();
  await expect(toast('1 shift confirmed')).toBeVisible();
  await expect(proposed).toHaveCount(1);
  await expect(page.getByText('Total of 2 shifts')).toBeVisible();
  await edit('Undo').click();
  await expect(toast('Proposed again')).toBeVisible();
  await expect(proposed).toHaveCount(2);

  await edit('Confirm all 2').click();
  await expect(page.getByText('Total of 3 shifts')).toBeVisible();
  await expect(proposed).toHaveCount(0);
  expect(server.sent('POST /api/shifts/typed').at(-1)).toMatchObject({
    shifts: [{ driverId: amy.id, end: '2026-11-20T04:40:00.000Z' }, { driverId: ben.id }],
  });
});

test('a phone asks for the days once they are no period', async () => {
  await openApp('/hours', { on: 'phone', answers: storeShifts([amy, ben], storedShifts()) });
  const from = page.getByLabelText('From', { exact: true });
  await expect(page.getByText('Total of 3 shifts')).toBeVisible();
  await expect(from).not.toBeInTheDocument();
  await page.getByLabelText('Period').selectOptions('Other days');
  await from.fill('2026-11-20');
  await expect(page.getByText('Total of 2 shifts')).toBeVisible();
  await expect(page.getByLabelText('Period')).toHaveValue('Other days');
  await page.getByLabelText('Period').selectOptions('This week');
  await expect(from).not.toBeInTheDocument();
});

test('a proposal is changed before it is confirmed', async () => {
  const shifts: Shift[] = [];
  await openApp('/hours', { answers: storeShifts([amy], shifts, [buildProposal(amy)]) });
  await edit(/^Change before confirming: Amy Young/).click();
  const add = dialog('Add Shift');
  await expect(add.getByLabelText('Start', { exact: false })).toHaveValue('06:00');
  await add.getByLabelText('Start', { exact: false }).fill('05:30');
  await add.getByRole('button', { name: 'Add Shift' }).click();
  await expect.poll(() => shifts).toMatchObject([{ start: '2026-11-19T19:30:00.000Z' }]);
});

test('without network the hours are shown as they were, and a file says why it does not come', async () => {
  const shifts = [buildShift(amy)];
  const server = await openApp('/hours', {
    on: 'phone',
    answers: { ...storeShifts([amy], shifts), 'GET /api/reports/hours': unreachable },
  });
  await expect(edit(/^Edit shift:/)).toHaveCount(1);
  server.cutOff();
  await expect(
    page.getByText(/^You're offline\. You can look at shifts, and start and end them/),
  ).toBeVisible();
  await edit('CSV').click();
  await expect(toast('Error')).toBeVisible();
  await expectNoViolations();
});

test('what cannot be loaded is loaded by Try again', async () => {
  expectedErrors.push(/500/);
  const shifts = [buildShift(amy)];
  const answers = storeShifts([amy], shifts);
  const server = await openApp('/hours', {
    answers: {
      ...answers,
      'GET /api/shifts': () => refuse(500, 'Something went wrong', { code: 'internal' }),
    },
  });
  await expect(page.getByText('The shifts could not be loaded')).toBeVisible();
  await expectNoViolations();
  server.change({ 'GET /api/shifts': answers['GET /api/shifts'] });
  await edit('Try again').click();
  await expect(edit(/^Edit shift:/)).toHaveCount(1);
});

test('without a driver adding one is the next step', async () => {
  await openApp('/hours', { on: 'phone', answers: storeShifts([], []) });
  await expect(page.getByText('A shift needs a driver, so add one first.')).toBeVisible();
  for (const name of ['Add Shift', 'Enter a week']) await expect(edit(name)).toBeDisabled();
  await expectNoViolations();
  await page.getByRole('link', { name: 'Add a driver' }).click();
  await expect(dialog('Add New Driver')).toBeVisible();
});
