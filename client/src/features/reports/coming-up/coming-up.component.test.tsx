import type { LodgementList } from '@shared/reports/lodgements';
import type { DatedEntry } from '@shared/to-do/dated-entries';
import { expectNoViolations } from '@test/axe';
import { buildDriver, buildLodgement, buildTrip, buildVehicle } from '@test/data';
import { expect } from '@test/expect';
import { expectedErrors } from '@test/expected-errors';
import { refuse } from '@test/fake-server';
import { openApp } from '@test/open-app';
import { storeDrivers, storeTrips, storeVehicles } from '@test/stores';
import { expect as expectValue, test } from 'vitest';
import { page } from 'vitest/browser';

const amy = buildDriver({ authorisationExpires: '2026-11-20' });
const car = buildVehicle();
const comingUp: DatedEntry[] = [
  { kind: 'driver-authorisation', id: amy.id, name: 'Amy Young', day: '2026-11-20' },
  { kind: 'vehicle-licence', id: car.id, name: '123ABC', day: '2026-11-22' },
  { kind: 'request', id: 'r', name: 'C-77', day: '2026-12-08' },
  { kind: 'entity-authorisation', id: 'h', name: null, day: '2026-12-31' },
];
const list: LodgementList = {
  lodgements: [],
  registeredOn: '2026-09-01',
  activity: { from: '2026-09-01', to: null },
};
const answers = {
  ...storeTrips([amy], [buildTrip(amy)]),
  ...storeDrivers([amy]),
  ...storeVehicles([car]),
  'GET /api/lodgements': list,
  'GET /api/coming-up': comingUp,
};
const panel = page.getByRole('region', { name: 'Coming up' });
const rows = panel.getByRole('listitem');

test('a desk lists what comes up next to Log Trip, soonest first, and each entry opens what settles it', async () => {
  const server = await openApp('/', {
    answers: { ...answers, 'POST /api/lodgements': buildLodgement() },
  });
  await expect(rows).toHaveCount(5);
  const texts = rows.elements().map((row) => row.textContent?.replace(/\s+/g, ' '));
  expectValue(texts).toEqual([
    'Quarterly report, Q1 (Jul–Sep 2026)Overdue 28/10/2026, 25 days agoMark as lodged',
    'Driver authorisation of Amy YoungExpired 20/11/2026, 2 days ago',
    'Vehicle licence of 123ABCExpires today',
    'Request from TMR C-77Due 08/12/2026, in 16 days',
    'Booking entity authorisationExpires 31/12/2026, in 39 days',
  ]);
  expectValue(
    panel
      .getByRole('link')
      .elements()
      .map((link) => link.getAttribute('href')),
  ).toEqual([
    '/portal/Q1-2026',
    `/?tab=drivers&driver=${amy.id}`,
    `/?tab=drivers&vehicle=${car.id}`,
    '/reports/records?part=tmr-requests',
    '/?tab=profile&part=account',
  ]);
  await expectNoViolations();
  await page.getByRole('button', { name: /^Mark as lodged: Quarterly report, Q1/ }).click();
  const lodging = page.getByRole('dialog', { name: /Mark as lodged/ });
  await lodging.getByRole('button', { name: 'Mark as lodged' }).click();
  await expect.poll(() => server.sent('POST /api/lodgements').length).toBe(1);
});

test('an entry leads to the form of its driver', async () => {
  await openApp('/', { answers });
  await panel.getByRole('link', { name: 'Driver authorisation of Amy Young' }).click();
  const form = page.getByRole('dialog', { name: 'Edit Driver' });
  await expect(form.getByLabelText('Authorisation Expires')).toHaveValue('20/11/2026');
});

test('a phone shows the reports alone, and asks for nothing else', async () => {
  const server = await openApp('/', { on: 'phone', answers });
  await expect(page.getByRole('region', { name: 'What is due' })).toBeVisible();
  await expect(panel).toHaveCount(0);
  expectValue(server.sent('GET /api/coming-up')).toEqual([]);
});

test('an entry leads to the requests, again after Back', async () => {
  await openApp('/?tab=reports', { on: { width: 1280, height: 500 }, answers });
  const link = page.getByRole('link', { name: 'Request from TMR C-77' });
  const requests = page.getByRole('heading', { name: 'Requests from TMR' });
  for (const _ of ['once', 'again']) {
    await link.click();
    await expect(requests).toBeInViewport();
    history.back();
  }
});

test('Reports has the whole list, and shows what is due before it comes', async () => {
  const server = await openApp('/?tab=reports', { on: 'phone', answers });
  const release = server.hold('GET /api/coming-up');
  await expect(page.getByRole('list', { name: 'Steps' })).toBeVisible();
  release();
  const heading = page.getByRole('button', { name: 'Coming up' });
  await expect(heading).toBeVisible();
  await heading.click();
  // the running quarter is due within the time shown
  for (const title of ['Request from TMR C-77', 'Quarterly report, Q2 (Oct–Dec 2026)'])
    await expect(page.getByRole('link', { name: title })).toBeVisible();
  // what can be lodged is above it, once
  await expect(page.getByText('Overdue')).toHaveCount(1);
  await expectNoViolations();
});

test('what cannot be read says so, with the reports that are known', async () => {
  expectedErrors.push(/api\/coming-up/);
  let asked = 0;
  const broken = () => {
    asked += 1;
    return refuse(500, 'Broken');
  };
  await openApp('/?tab=reports', { answers: { ...answers, 'GET /api/coming-up': broken } });
  await expect(page.getByText('Requests and expiry dates could not be loaded')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Quarterly report, Q2 (Oct–Dec 2026)' })).toBeVisible();
  // and is not asked for over and over
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(asked).toBe(1);
});
