/** @feature statistics, reports */
import { expectNoViolations } from './axe';
import { expect, test } from './fixtures';

test('the map of pickup areas and its table open the trips of a place', async ({ page, data, signIn }) => {
  const amy = await data.addDriver();
  await data.addTrips(amy, 30);
  await data.addTrip(amy, { suburb: 'Cairns City', postcode: '4870' });
  await data.addTrip(amy, { suburb: 'Nowhere', postcode: '0001' });
  await signIn('/?tab=reports');
  await page.getByRole('heading', { name: 'Pickup areas' }).scrollIntoViewIfNeeded();
  const circles = page.locator('svg a:has(circle)');
  await expect(circles).toHaveCount(4);
  await expect(page.getByText('1 place is not on the map: the postcode is not known.')).toBeVisible();
  await page.getByText('Figures as a table').last().click();
  const table = page.getByRole('table', { name: 'Trips by pickup area' });
  await expect(table.getByRole('row')).toContainText([
    'Trips',
    'Ascot 400710',
    'St Lucia 406710',
    'Toowong 406610',
    'Cairns City 48701',
    'Nowhere 0001 (not on the map)1',
  ]);
  await expectNoViolations(page);

  await table.getByRole('link', { name: 'Nowhere 0001' }).click();
  await expect(page.getByText('1 trip matches')).toBeVisible();
  await page.goBack();
  await circles.filter({ hasText: 'Toowong 4066: 10' }).click();
  await expect(page.getByText('10 trips match')).toBeVisible();
});
