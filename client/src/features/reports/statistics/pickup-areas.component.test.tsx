import { expectNoViolations } from '@test/axe';
import { buildDriver, buildTrip, buildTrips } from '@test/data';
import { expect } from '@test/expect';
import { openApp } from '@test/open-app';
import { storeTrips } from '@test/stores';
import { test } from 'vitest';
import { page } from 'vitest/browser';

const amy = buildDriver();
const trips = [
  ...buildTrips(amy, 30),
  buildTrip(amy, { suburb: 'Cairns City', postcode: '4870' }),
  buildTrip(amy, { suburb: 'Nowhere', postcode: '0001' }),
];
const places = [
  { suburb: 'Ascot', postcode: '4007', tripCount: 10, at: [153.06, -27.43] },
  { suburb: 'St Lucia', postcode: '4067', tripCount: 10, at: [153.0, -27.5] },
  { suburb: 'Toowong', postcode: '4066', tripCount: 10, at: [152.98, -27.48] },
  { suburb: 'Cairns City', postcode: '4870', tripCount: 1, at: [145.77, -16.92] },
  { suburb: 'Nowhere', postcode: '0001', tripCount: 1, at: null },
];

test('the map of pickup areas and its table open the trips of a place', async () => {
  await openApp('/reports/charts', {
    on: 'phone',
    answers: {
      ...storeTrips([amy], trips),
      'GET /api/statistics': { totalTrips: 32, avgWaitTime: 15, uniquePostcodes: 5, activeDrivers: 1 },
      'GET /api/statistics/places': places,
    },
  });
  const map = () => page.getByRole('heading', { name: 'Pickup areas' }).element().closest('section');
  await expect.poll(() => map()?.querySelectorAll('svg a:has(circle)').length).toBe(4);
  await expect(page.getByText('1 place is not on the map: the postcode is not known.')).toBeVisible();
  await page.getByText('Figures as a table').last().click();
  const table = page.getByRole('table', { name: 'Trips by pickup area' });
  const rows = [
    'Trips',
    'Ascot 400710',
    'St Lucia 406710',
    'Toowong 406610',
    'Cairns City 48701',
    'Nowhere 0001 (not on the map)1',
  ];
  for (const [index, text] of rows.entries())
    await expect(table.getByRole('row').nth(index)).toHaveTextContent(text);
  await expectNoViolations();

  await table.getByRole('link', { name: 'Nowhere 0001' }).click();
  await expect(page.getByText('1 trip matches')).toBeVisible();
  history.back();
  await page.getByText('Figures as a table').last().click();
  await page.getByRole('link', { name: 'Toowong 4066: 10' }).click();
  await expect(page.getByText('10 trips match')).toBeVisible();
});
