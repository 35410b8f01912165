import type { ToDo } from '@shared/to-do/to-do';
import { expectNoViolations } from '@test/axe';
import { buildDriver, buildTrip } from '@test/data';
import { expect } from '@test/expect';
import { expectedErrors } from '@test/expected-errors';
import { refuse } from '@test/fake-server';
import { openApp } from '@test/open-app';
import { storeTrips } from '@test/stores';
import { expect as expectValue, test } from 'vitest';
import { page } from 'vitest/browser';

const amy = buildDriver();
const toDo: ToDo[] = [
  {
    kind: 'report',
    title: 'Quarterly report, Q1 (Jul–Sep 2026)',
    due: '2026-10-28',
    href: '/?tab=reports&period=Q1-2026&part=report',
  },
  { kind: 'shifts-left-open', title: '4 shifts left open', count: 4, href: '/hours?open=left' },
  { kind: 'request', title: 'Request from TMR C-77', due: '2026-12-08', href: '/?tab=reports' },
  {
    kind: 'driver-authorisation',
    title: 'Driver authorisation of Amy Young',
    due: '2026-12-31',
    href: `/?tab=drivers&driver=${amy.id}`,
  },
  { kind: 'areas', title: '58 taxi areas to confirm', count: 58, href: '/areas' },
];
const answers = { ...storeTrips([amy], [buildTrip(amy)]), 'GET /api/to-do': toDo };
const list = page.getByRole('region', { name: 'To do' });
const rows = list.getByRole('listitem');
const texts = () => rows.elements().map((row) => row.textContent);

test('a desk has the three most urgent lines next to Log Trip, each with the link that settles it, and the count on Reports', async () => {
  await openApp('/', { answers });
  await expect(rows).toHaveCount(3);
  expectValue(texts()).toEqual([
    'Quarterly report, Q1 (Jul–Sep 2026)Overdue 28/10/2026, 25 days agoLodge',
    'Request from TMR C-77Due 08/12/2026, in 16 daysAnswer',
    'Driver authorisation of Amy YoungExpires 31/12/2026, in 39 daysRenew',
  ]);
  const links = list.getByRole('link').elements();
  expectValue(
    links.map((link) => [link.getAttribute('aria-label') ?? link.textContent, link.getAttribute('href')]),
  ).toEqual([
    ['All 5', '/?tab=reports'],
    ['Lodge: Quarterly report, Q1 (Jul–Sep 2026)', '/?tab=reports&period=Q1-2026&part=report'],
    ['Answer: Request from TMR C-77', '/?tab=reports'],
    ['Renew: Driver authorisation of Amy Young', `/?tab=drivers&driver=${amy.id}`],
  ]);
  await expect(page.getByRole('tab', { name: 'Reports' })).toHaveTextContent('Reports5');
  await expectNoViolations();
});

test('a phone has one line below Log Trip, and the count in its list of tabs', async () => {
  await openApp('/', { on: 'phone', answers });
  await expect(rows).toHaveCount(1);
  await expect(page.getByRole('option', { name: 'Reports (5)' })).toBeInTheDocument();
  await list.getByRole('link', { name: 'All 5' }).click();
  await expect(page.getByRole('heading', { name: 'Reports' })).toBeVisible();
  await expect(page.getByText('58 taxi areas to confirm')).toBeVisible();
  await expectNoViolations();
});

test('a line opens what settles it', async () => {
  await openApp('/?tab=reports', { answers });
  await page.getByRole('link', { name: 'Renew: Driver authorisation of Amy Young' }).click();
  await expect(page.getByRole('dialog', { name: 'Edit Driver' })).toBeVisible();
});

test('a line about a report leads to that report, from Log Trip and from Reports', async () => {
  await openApp('/', { on: { width: 1366, height: 650 }, answers });
  const lodge = page.getByRole('link', { name: 'Lodge: Quarterly report, Q1 (Jul–Sep 2026)' });
  const report = page.getByRole('region', { name: 'What is due?' });
  for (const _ of ['from Log Trip', 'from Reports']) {
    await lodge.click();
    await expect(report).toHaveFocus();
    await expect(report.getByText('Quarterly report, Q1 (Jul–Sep 2026)')).toBeInViewport();
    expectValue(location.search).toBe('?tab=reports&period=Q1-2026');
  }
});

test('a long list shows its first lines until the others are asked for', async () => {
  const many = Array.from({ length: 20 }, (_, index) => ({ ...toDo[3], title: `Driver ${index}` }) as ToDo);
  await openApp('/?tab=reports', { answers: { ...answers, 'GET /api/to-do': many } });
  await expect(page.getByText('Driver 5', { exact: true })).toBeVisible();
  await expect(page.getByText('Driver 6', { exact: true })).toBeHidden();
  await page.getByRole('button', { name: 'Show all 20' }).click();
  await expect(page.getByText('Driver 19', { exact: true })).toBeVisible();
});

test('nothing to do takes no place on Log Trip, and is said on Reports', async () => {
  await openApp('/', { answers: { ...answers, 'GET /api/to-do': [] } });
  await expect(page.getByRole('heading', { name: "Today's trips" })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'To do' })).toBeHidden();
  await page.getByRole('tab', { name: 'Reports' }).click();
  await expect(page.getByText('Nothing to do right now.')).toBeVisible();
});

test('a list that cannot be read says so on Reports, and is read again', async () => {
  expectedErrors.push(/api\/to-do/);
  const server = await openApp('/?tab=reports', {
    answers: { ...answers, 'GET /api/to-do': refuse(500, 'Broken') },
  });
  await expect(page.getByText('What there is to do could not be loaded')).toBeVisible();
  server.change({ 'GET /api/to-do': toDo });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('58 taxi areas to confirm')).toBeVisible();
});
