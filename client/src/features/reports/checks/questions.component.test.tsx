import type { Checks, Finding, Look } from '@shared/reports/checks';
import { expectNoViolations } from '@test/axe';
import { buildDriver, buildTrip } from '@test/data';
import { emptyAnswers } from '@test/empty-answers';
import { expect } from '@test/expect';
import type { Answers } from '@test/fake-server';
import { openApp } from '@test/open-app';
import { test } from 'vitest';
import { page } from 'vitest/browser';

const amy = buildDriver();
const expired: Finding = {
  kind: 'authorisation-expired',
  title: 'Amy Young has 14 trips after the driver authorisation expired on 01/08/2026',
  detail: 'If it was renewed, enter its new expiry. 9 of them were imported.',
  trips: { startDate: '2026-08-02', endDate: '2026-09-03', driverId: amy.id },
  examples: [buildTrip(amy, { suburb: 'Toowong' })],
  fixes: [{ opens: 'driver', id: amy.id, label: 'Amy Young' }],
};
const hours: Finding = {
  kind: 'hours-without-vehicle',
  title: 'Amy Young has 2 shifts without a vehicle',
  detail: 'From 04/08/2026 to 09/08/2026. Enter which vehicle was driven.',
  trips: null,
  hours: { driver: amy.id, from: '2026-08-04', to: '2026-08-09' },
  examples: [],
  fixes: [],
};
const assumed: Finding = {
  ...hours,
  kind: 'assumed',
  title: '2 vehicles have days that nobody has confirmed',
  hours: undefined,
};
const areas: Finding = {
  kind: 'areas',
  title: 'Confirm 58 taxi areas',
  detail: 'We guessed them from the map.',
  trips: null,
  examples: [],
  fixes: [],
};
const remark: Finding = { ...areas, kind: 'number-form', title: 'The BEA Number is not five or six digits' };

const build = (overrides: Partial<Checks> = {}): Checks => ({
  ...emptyAnswers['GET /api/checks'],
  findings: [expired, hours, areas, remark],
  placesToConfirm: 58,
  firstPlaces: [{ suburb: 'Toowong', postcode: '4066', area: 'Brisbane' }],
  tripCount: 401,
  toLookAt: 14,
  questions: 3,
  seen: '3-4f53cda18c2baa0c',
  ...overrides,
});
const look: Look = {
  person: 'Mary Smith',
  at: '2026-11-22T00:15:00.000Z',
  questions: 3,
  hasChanged: false,
};
const lodgements = {
  ...emptyAnswers['GET /api/lodgements'],
  registeredOn: '2026-10-01',
  activity: { from: '2026-07-01', to: null },
};
const open = (checks: Checks, more: Answers = {}) =>
  openApp('/?tab=reports', {
    on: 'phone',
    answers: { 'GET /api/lodgements': lodgements, 'GET /api/checks': checks, ...more },
  });
const steps = page.getByRole('list', { name: 'Steps' });
const firstStep = steps.getByRole('heading', { name: /^Step 1: What would an inspector ask\?/ });
const lookedAt = steps.getByRole('button', { name: 'Looked at' });

test('the questions lead to what they are about, and a look at them is the first step done', async () => {
  const server = await open(build(), { 'POST /api/checks/looks': look });
  await expect(steps.getByText('3 questions · 1 remark · 401 trips in all')).toBeVisible();
  await expect(firstStep).toHaveTextContent(/ask\?$/);
  await expect(steps.getByRole('link', { name: `Open in Trip History: ${expired.title}` })).toHaveAttribute(
    'href',
    `/?tab=history&startDate=2026-08-02&endDate=2026-09-03&driverId=${amy.id}`,
  );
  await expect(steps.getByRole('link', { name: `Open in Hours: ${hours.title}` })).toHaveAttribute(
    'href',
    `/hours?driver=${amy.id}&from=2026-08-04&to=2026-08-09`,
  );
  await expect(steps.getByRole('link', { name: `Confirm areas: ${areas.title}` })).toBeVisible();
  await expect(steps.getByText('And 57 more places.')).toBeVisible();
  await expect(steps.getByText(remark.title)).toBeHidden();
  await lookedAt.click();
  await expect(steps.getByText('Looked at by Mary Smith, 22/11/2026 10:15: 3 questions.')).toBeVisible();
  await expect(firstStep).toHaveTextContent(', done');
  expect(server.sent('POST /api/checks/looks')).toEqual([
    { report: 'quarterly', period: 'Q1-2026', seen: '3-4f53cda18c2baa0c' },
  ]);
  await expectNoViolations();
});

test('assumed facts are confirmed on a screen of their own', async () => {
  await open(build({ findings: [assumed], placesToConfirm: 0, questions: 1 }));
  await expect(steps.getByRole('link', { name: `Confirm: ${assumed.title}` })).toHaveAttribute(
    'href',
    '/assumed-facts',
  );
});

test('questions that changed since someone looked are said to have changed', async () => {
  await open(build({ look: { ...look, person: null, questions: 0, hasChanged: true } }));
  await expect(
    steps.getByText(
      'Looked at by a former user, 22/11/2026 10:15: no questions. The questions have changed since.',
    ),
  ).toBeVisible();
  await expect(firstStep).toHaveTextContent(/ask\?$/);
  await expectNoViolations();
});

test('a look that is not stored is said', async () => {
  await open(build(), { 'POST /api/checks/looks': new Response(null, { status: 503 }) });
  await lookedAt.click();
  await expect(page.getByText('Failed to note that you looked')).toBeVisible();
  await expect(steps.getByText(/^Looked at by/)).toBeHidden();
});
