import { MAX_ASSUMED_FACTS } from '@shared/limits';
import type { ConfirmAssumed } from '@shared/vehicles/assumed';
import { expectNoOverflow, expectNoViolations } from '@test/axe';
import { buildLodgement, buildVehicle } from '@test/data';
import { expect } from '@test/expect';
import { expectedErrors } from '@test/expected-errors';
import { type Call, refuse } from '@test/fake-server';
import { openApp } from '@test/open-app';
import { toast } from '@test/screen';
import { storeVehicles } from '@test/stores';
import { test } from 'vitest';
import { page } from 'vitest/browser';

const POST = 'POST /api/vehicles/assumed';
const from = '2025-07-01';

const buildFleet = () => [
  buildVehicle({
    description: 'White Camry',
    availability: [{ from, to: null, isAssumed: true }],
    licences: [{ kind: 'booked-hire', number: '500044', from, expires: null, isAssumed: true }],
  }),
  buildVehicle({
    registration: '456DEF',
    availability: [{ from, to: '2026-06-30', isAssumed: true }],
  }),
  buildVehicle({ registration: '789GHI' }),
];

const status = (text: string) => page.getByRole('status').filter({ hasText: text });
const car = (registration: string) => page.getByRole('group', { name: registration, exact: true });
const since = (registration: string) => car(registration).getByLabelText('Available since');

for (const on of ['desk', 'phone'] as const)
  test(`the list of vehicles marks what is assumed, and all is confirmed in one step, on a ${on}`, async () => {
    const fleet = buildFleet();
    const server = await openApp('/drivers', { on, answers: storeVehicles(fleet) });
    await expect(page.getByText('3 facts are assumed')).toBeVisible();
    if (on === 'desk') await expect(page.getByText('assumed', { exact: true })).toHaveCount(3);
    else await expect(page.getByText('Available since 01/07/2025, assumed')).toBeVisible();
    await page.getByRole('link', { name: 'Confirm or correct them' }).click();
    await expect(status('3 facts are assumed')).toBeVisible();
    await expect(car('789GHI')).not.toBeInTheDocument();
    await expectNoViolations();
    await expectNoOverflow();
    await page.getByRole('button', { name: 'These are right' }).click();
    await expect(toast('3 facts confirmed')).toBeVisible();
    await expect(page.getByText('Nothing is assumed')).toBeVisible();
    await expectNoViolations();
    const [camry, sold] = fleet.map(({ id }) => id);
    const facts = [
      { vehicleId: camry, fact: 'time', number: null, from, to: null },
      { vehicleId: camry, fact: 'licence', number: '500044', from, to: null },
      { vehicleId: sold, fact: 'time', number: null, from, to: '2026-06-30' },
    ];
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(toast('They are assumed again')).toBeVisible();
    await expect(status('3 facts are assumed')).toBeVisible();
    expect(server.sent(POST)).toEqual([
      { facts, isConfirmed: true, ifDriven: 'ask' },
      { facts, isConfirmed: false, ifDriven: 'confirm' },
    ]);
  });

test('a day is corrected in place, which says so where it is lodged; Undo brings the former day back', async () => {
  const server = await openApp('/assumed-facts', {
    answers: {
      ...storeVehicles(buildFleet()),
      'GET /api/lodgements': {
        lodgements: [buildLodgement({ period: 'Q1-2026' })],
        registeredOn: '2025-01-01',
        activity: null,
      },
    },
  });
  await since('456DEF').fill('01/07/2026');
  await since('123ABC').fill('');
  await page.getByRole('button', { name: 'These are right' }).click();
  await expect(car('456DEF')).toHaveTextContent('The last day must not be before the first');
  await expect(car('123ABC')).toHaveTextContent('Please enter the first day');
  await expectNoViolations();
  expect(server.sent(POST)).toEqual([]);
  await since('456DEF').fill('01/06/2026');
  await since('123ABC').fill('03/08/2026');
  await expect(page.getByText('Already lodged')).toHaveCount(1);
  await page.getByRole('button', { name: 'Confirm: 123ABC' }).click();
  await expect(toast('2 facts confirmed')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Assumed facts' })).toHaveFocus();
  await expect(status('1 fact is assumed')).toBeVisible();
  await expect(since('456DEF')).toHaveValue('01/06/2026');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(toast('They are assumed again')).toBeVisible();
  await expect(since('123ABC')).toHaveValue('01/07/2025');
  expect(server.sent(POST)).toMatchObject([
    { facts: [{ from, firstDay: '2026-08-03' }, { fact: 'licence' }], isConfirmed: true },
    { facts: [{ from: '2026-08-03', firstDay: from }, { fact: 'licence' }], isConfirmed: false },
  ]);
});

test('what someone else changed meanwhile is said, with the day that was typed', async () => {
  const fleet = buildFleet();
  const server = await openApp('/assumed-facts', { answers: storeVehicles(fleet) });
  await since('123ABC').fill('15/09/2026');
  const [camry] = fleet;
  if (camry) fleet[0] = { ...camry, availability: [{ from: '2026-10-01', to: null }] };
  await page.getByRole('button', { name: 'Confirm: 123ABC' }).click();
  await expect(toast('1 fact confirmed')).toBeVisible();
  await expect(page.getByText('1 fact was changed by someone else')).toBeVisible();
  await expect(page.getByText('your “Available since 15/09/2026” is not stored')).toBeVisible();
  await expectNoViolations();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(toast('They are assumed again')).toBeVisible();
  expect(server.sent(POST)).toMatchObject([
    { facts: [{ fact: 'time' }, { fact: 'licence' }] },
    { facts: [{ fact: 'licence' }], isConfirmed: false },
  ]);
});

test('a first day in the future is refused, and one after trips is asked about', async () => {
  expectedErrors.push(/409.*assumed/);
  const answers = storeVehicles(buildFleet());
  const message = '2 trips and 1 shift before 15/09/2026 are in 123ABC';
  const server = await openApp('/assumed-facts', {
    answers: { ...answers, [POST]: refuse(409, message, { code: 'driven-before' }) },
  });
  const confirm = page.getByRole('button', { name: 'Confirm: 123ABC' });
  await since('123ABC').fill('15/09/2099');
  await confirm.click();
  await expect(car('123ABC')).toHaveTextContent('That date is in the future');
  expect(server.sent(POST)).toEqual([]);
  await since('123ABC').fill('15/09/2026');
  await confirm.click();
  const question = page.getByRole('alertdialog', { name: `${message}.` });
  await expect(question).toBeVisible();
  await expectNoViolations();
  await question.getByRole('button', { name: 'Change the day' }).click();
  await expect(since('123ABC')).toHaveValue('15/09/2026');
  await confirm.click();
  server.change(answers);
  await question.getByRole('button', { name: 'Confirm it' }).click();
  await expect(toast('2 facts confirmed')).toBeVisible();
  expect(server.sent(POST)).toMatchObject([
    { ifDriven: 'ask' },
    { ifDriven: 'ask' },
    { ifDriven: 'confirm' },
  ]);
});

test('where the second batch asks first, all facts are confirmed in the end, and Undo takes all back', async () => {
  expectedErrors.push(/409.*assumed/);
  const licence = { kind: 'booked-hire' as const, from, expires: null, isAssumed: true };
  const licences = Array.from({ length: MAX_ASSUMED_FACTS }, (_, index) => ({
    ...licence,
    number: `BHSL-${index}`,
  }));
  const availability = [{ from, to: '2026-06-30', isAssumed: true }];
  const fleet = [buildVehicle({ licences }), buildVehicle({ registration: '456DEF', availability })];
  const answers = storeVehicles(fleet);
  const confirm = answers[POST] as (call: Call<ConfirmAssumed>) => object;
  const message = '1 trip before 01/08/2025 is in 456DEF';
  const server = await openApp('/assumed-facts', {
    answers: {
      ...answers,
      [POST]: (call: Call<ConfirmAssumed>) =>
        call.body.facts?.some(({ firstDay }) => firstDay) && call.body.ifDriven === 'ask'
          ? refuse(409, message, { code: 'driven-before' })
          : confirm(call),
    },
  });
  await since('456DEF').fill('01/08/2025');
  await page.getByRole('button', { name: 'These are right' }).click();
  const question = page.getByRole('alertdialog', { name: `${message}.` });
  await expect(question).toBeVisible();
  await expect(status('1 fact is assumed')).toBeVisible();
  await question.getByRole('button', { name: 'Confirm it' }).click();
  await expect(toast('301 facts confirmed')).toBeVisible();
  await expect(page.getByText('changed by someone else')).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(toast('They are assumed again')).toBeVisible();
  await expect(status('301 facts are assumed')).toBeVisible();
  const counts = (server.sent(POST) as ConfirmAssumed[]).map(({ facts }) => facts?.length);
  expect(counts).toEqual([300, 1, 300, 1, 300, 1]);
});
