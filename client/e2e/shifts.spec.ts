/** @feature trips */
import { expect, test } from './fixtures';
import { fillWithLongest } from './longest-values';
import { answerLate, watchShifts } from './shifts';

const READ = /\/api\/(?!auth)/;

test('nothing moves while answers come late, one after another', { tag: '@faults' }, async ({
  page,
  db,
  holderId,
  expectedErrors,
}) => {
  expectedErrors.push(/500/);
  await page.route(READ, (route) => route.fulfill({ status: 500, json: { message: 'Broken' } }));
  await answerLate(page);
  const shifts = await watchShifts(page);

  async function expectStill(path: string, ...says: string[]) {
    await page.goto(path);
    for (const text of says) await expect(page.getByText(text).first()).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(await shifts(), path).toEqual([]);
  }

  await expectStill(
    '/',
    'Your drivers and last trip could not be loaded.',
    "Today's trips could not be loaded",
  );
  await expectStill('/?tab=settings', 'The recipients could not be loaded');
  await page.unroute(READ);
  await expectStill('/', 'Please add drivers in the Drivers tab', 'No trips yet today');
  await expectStill('/?tab=settings', 'No one gets reports by email yet.', 'Next emails, earliest first');
  await fillWithLongest(db, holderId);
  // what is kept from the last visit is as long as what comes
  await page.goto('/?tab=profile');
  await expect(page.getByText('WWW').first()).toBeVisible();
  await expectStill('/?tab=profile', 'Signed in as WWW', 'This device');
});
