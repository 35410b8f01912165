/** @feature auth, codes */
import type { Page } from '@playwright/test';
import { expectNoViolations } from './axe';
import { test } from './code-fixtures';
import { expect } from './fixtures';
import { LogTripPage } from './pages/log-trip-page';

const codeField = (page: Page) => page.getByLabel('Code', { exact: true });
const signOut = (page: Page) => page.getByRole('button', { name: 'Logout' });

test.beforeEach(({ expectedErrors }) => {
  expectedErrors.push(/401 \(Unauthorized\)/);
});

// one worker, one mail server
test.describe.configure({ mode: 'default' });

test('a device that is trusted no more is asked for a code, and its form is still filled in', {
  tag: '@faults',
}, async ({ page, holder, askForCode, nextCode, codesSent }) => {
  await askForCode({ remember: true });
  await codeField(page).fill(await nextCode());
  await signOut(page).click();
  await expect(page.getByText('✓ Previous login details loaded')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Company Name')).toHaveValue(holder.companyName);
  expect(codesSent()).toBe(1);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await codeField(page).fill(await nextCode());
  await expect(signOut(page)).toBeVisible();
});

test('a session that ended asks for the email and a code, and keeps what was being typed', {
  tag: ['@faults', '@firefox-long'],
}, async ({ page, holder, data, dashboard, nextCode, endSessions }) => {
  await data.addDriver();
  const log = new LogTripPage(page);
  const toDo = page.waitForResponse(/\/api\/to-do$/);
  await log.open();
  await log.suburb.fill('Toowong');
  await log.suburb.press('Enter');
  await expect(log.postcode).toHaveValue('4066');
  await log.waitingTime.fill('12');
  // the last to ask the server by itself
  await toDo;
  await page.waitForLoadState('networkidle');
  await endSessions();
  const dialog = await dashboard.meetSessionEnd();

  await expect(dialog.getByLabel('BEA Number')).toHaveValue(holder.beaNumber);
  await expect(dialog.getByLabel('Company Name')).toHaveValue(holder.companyName);
  await expect(dialog.getByLabel('Contact Email')).toHaveValue('');
  await dialog.getByLabel('Contact Email').fill(holder.contactEmail);
  await dialog.getByRole('button', { name: 'Sign In' }).click();
  await expect(dialog.getByText('We sent a code to')).toContainText(holder.contactEmail);
  await expect(codeField(page)).toBeFocused();
  await expectNoViolations(page);
  await codeField(page).fill(await nextCode());
  await expect(dialog).toBeHidden();

  await dashboard.open('Log Trip');
  await expect(log.suburb).toHaveValue('Toowong');
  await expect(log.postcode).toHaveValue('4066');
  await expect(log.waitingTime).toHaveValue('12');
  await log.submit.click();
  await expect(dashboard.toast('Trip logged successfully!')).toBeVisible();
});
