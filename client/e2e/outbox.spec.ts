/** @feature trips, outbox */
import { sessions } from '@shared/tables/holders';
import { sql } from 'drizzle-orm';
import { expect, test } from './fixtures';
import { LogTripPage } from './pages/log-trip-page';
import { storedKeys, WaitingTripsPage } from './pages/waiting-trips';

test('trips of a session that ended wait for the same holder to sign in', async ({
  page,
  db,
  data,
  holder,
  holderId,
  signIn,
  expectedErrors,
}) => {
  expectedErrors.push(/401 \(Unauthorized\)/);
  await data.addTrip(await data.addDriver());
  await signIn();
  const log = new LogTripPage(page);
  const waiting = new WaitingTripsPage(page);
  await log.repeat.waitFor();
  // what is still being read would be refused
  await page.waitForLoadState('networkidle');
  await db.delete(sessions).where(sql`${sessions.sess}::json ->> 'holderId' = ${holderId}`);
  await waiting.logAgain(2);
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
  await expect(dialog).toBeVisible();
  expect(await waiting.keys()).toHaveLength(2);
  await dialog.getByLabel('Contact Email').fill(holder.contactEmail);
  await dialog.getByRole('button', { name: 'Sign In' }).click();
  await expect(dialog).toBeHidden();
  await waiting.expectWaiting(0);
  expect(await storedKeys(db, holderId)).toHaveLength(2);
});
