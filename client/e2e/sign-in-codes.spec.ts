import type { Page } from '@playwright/test';
import { insertHolder } from '../../server/test/builders';
import { expectNoOverflow, expectNoViolations } from './axe';
import { test, unlike } from './code-fixtures';
import { expect, fillLogin } from './fixtures';
import { LogTripPage } from './pages/log-trip-page';
import { startServer } from './server';

const WRONG = 'This code is wrong or has expired. Check it, or ask for a new one.';

const codeField = (page: Page) => page.getByLabel('Code', { exact: true });
const signOut = (page: Page) => page.getByRole('button', { name: 'Logout' });

test.beforeEach(({ expectedErrors }) => {
  expectedErrors.push(/401 \(Unauthorized\)/);
});

// one worker, one mail server
test.describe.configure({ mode: 'default' });

test('on a new phone a code is typed, and sent with its last digit', { tag: ['@phone', '@firefox'] }, async ({
  page,
  askForCode,
  nextCode,
}) => {
  await askForCode();
  await expect(page.getByText('Sent just now. Good for 10 minutes.')).toBeVisible();
  await expect(codeField(page)).toBeFocused();
  await expect(codeField(page)).toHaveAttribute('autocomplete', 'one-time-code');
  await expect(codeField(page)).toHaveAttribute('inputmode', 'numeric');
  await codeField(page).pressSequentially(await nextCode());
  await expect(signOut(page)).toBeVisible();
});

test('a code is pasted with the words around it', { tag: '@phone' }, async ({
  page,
  askForCode,
  nextCode,
}) => {
  await askForCode();
  const code = await nextCode();
  await page.evaluate(
    (text) => {
      const data = new DataTransfer();
      data.setData('text/plain', text);
      const wasTaken = !document.activeElement?.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      );
      // what a browser does by itself with a paste that no script takes
      if (!wasTaken) document.execCommand('insertText', false, text);
    },
    `Your code: ${code.slice(0, 4)}-${code.slice(4)} (good for 10 minutes)`,
  );
  await expect(signOut(page)).toBeVisible();
});

test('a wrong code is said under the field and stays in it, and the right one signs in', {
  tag: '@both',
}, async ({ page, askForCode, nextCode }) => {
  await askForCode();
  const code = await nextCode();
  await codeField(page).fill(unlike(code));
  await expect(codeField(page)).toHaveAccessibleDescription(new RegExp(WRONG));
  await expect(page.getByRole('alert')).toHaveText(WRONG);
  await expect(codeField(page)).toHaveValue(unlike(code));
  await expect(codeField(page)).toBeFocused();
  await expectNoViolations(page);
  await codeField(page).fill(code);
  await expect(signOut(page)).toBeVisible();
});

test('fewer digits are not sent', async ({ page, askForCode }) => {
  await askForCode();
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.url()));
  await codeField(page).fill('1234 567');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(codeField(page)).toHaveAccessibleDescription(/Enter the 8 digits of the code/);
  expect(sent.filter((url) => url.includes('/api/'))).toEqual([]);
});

test('a new code replaces the earlier one', { tag: '@both' }, async ({ page, askForCode, nextCode }) => {
  await askForCode();
  const first = await nextCode();
  await codeField(page).fill('12');
  await page.getByRole('button', { name: 'Send a new code' }).click();
  await expect(page.getByText('A new code was sent. Earlier ones no longer work.')).toBeVisible();
  await expect(codeField(page)).toHaveValue('');
  await expect(codeField(page)).toBeFocused();
  const second = await nextCode();
  await expectNoViolations(page);
  await codeField(page).fill(first);
  await expect(page.getByRole('alert')).toHaveText(WRONG);
  await codeField(page).fill(second);
  await expect(signOut(page)).toBeVisible();
});

test('anyone who asks for too many codes learns how long to wait, and the last one still works', async ({
  page,
  askForCode,
  nextCode,
  expectedErrors,
}) => {
  expectedErrors.push(/429 \(Too Many Requests\)/);
  await askForCode();
  await nextCode();
  let last = '';
  for (let sends = 2; sends <= 3; sends++) {
    await page.getByRole('button', { name: 'Send a new code' }).click();
    last = await nextCode();
    await expect(page.getByText('A new code was sent.')).toBeVisible();
  }
  await page.getByRole('button', { name: 'Send a new code' }).click();
  await expect(page.getByRole('alert')).toHaveText(/Too many codes. Please try again in \d+ minutes\./);
  await codeField(page).fill(last);
  await expect(signOut(page)).toBeVisible();
});

test('Back keeps what was typed', { tag: '@phone' }, async ({ page, holder, askForCode, nextCode }) => {
  await askForCode({ companyName: 'Smith & Daughters', remember: true });
  await nextCode();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByLabel('Contact Email')).toBeFocused();
  await expect(page.getByLabel('BEA Number')).toHaveValue(holder.beaNumber);
  await expect(page.getByLabel('Company Name')).toHaveValue('Smith & Daughters');
  await expect(page.getByLabel('Contact Email')).toHaveValue(holder.contactEmail);
  await expect(page.getByLabel('Remember me on this device')).toBeChecked();
  await page.getByRole('button', { name: 'Sign In' }).click();
  await codeField(page).fill(await nextCode());
  await expect(signOut(page)).toBeVisible();
});

test('a tab that is loaded again during the code step is still there', { tag: '@phone' }, async ({
  page,
  holder,
  askForCode,
  nextCode,
}) => {
  await askForCode();
  await page.reload();
  await expect(page.getByText('We sent a code to')).toContainText(holder.contactEmail);
  await expect(codeField(page)).toBeFocused();
  await codeField(page).fill(await nextCode());
  await expect(signOut(page)).toBeVisible();
  const kept = await page.evaluate(() => JSON.stringify(sessionStorage));
  expect(kept).not.toContain(holder.contactEmail);
});

test('without a network nothing is lost, and the button tries again', async ({
  page,
  context,
  askForCode,
  nextCode,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_INTERNET_DISCONNECTED/);
  await askForCode();
  const code = await nextCode();
  await context.setOffline(true);
  await codeField(page).fill(code);
  await expect(page.getByRole('alert')).toContainText('You appear to be offline. Nothing was lost');
  await expect(codeField(page)).toHaveValue(code);
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(signOut(page)).toBeVisible();
});

test('where the code of the code step does not load, it is said and tried again', async ({
  page,
  holder,
  nextCode,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_FAILED/);
  let isCutOff = true;
  await page.route('**/assets/code-step-*.js', (route) => (isCutOff ? route.abort() : route.continue()));
  await page.goto('/');
  await fillLogin(page, holder);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('alert')).toContainText('Please check your reception and try again.');
  isCutOff = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await codeField(page).fill(await nextCode());
  await expect(signOut(page)).toBeVisible();
});

test('an old code is said to have expired before it is tried', async ({ page, askForCode, nextCode }) => {
  await page.clock.install();
  await askForCode();
  await nextCode();
  await page.clock.fastForward('04:30');
  await expect(page.getByText('Sent 4 minutes ago. Good for 6 minutes.')).toBeVisible();
  await page.clock.fastForward('06:00');
  await expect(page.getByText('The code has expired. Send a new one.')).toBeVisible();
  await page.getByRole('button', { name: 'Send a new code' }).click();
  await expect(page.getByText('Sent just now. Good for 10 minutes.')).toBeVisible();
  await codeField(page).fill(await nextCode());
  await expect(signOut(page)).toBeVisible();
});

test('a remembered device signs in without a code when its session is gone', { tag: '@phone' }, async ({
  page,
  askForCode,
  nextCode,
  codesSent,
  endSessions,
}) => {
  await askForCode({ remember: true });
  await codeField(page).fill(await nextCode());
  await expect(signOut(page)).toBeVisible();
  await endSessions();
  const signedIn = page.waitForResponse('**/api/auth/login');
  await page.reload();
  expect((await signedIn).request().postDataJSON()).toMatchObject({ silent: true });
  await expect(signOut(page)).toBeVisible();
  expect(codesSent()).toBe(1);
});

test('a device that is trusted no more is asked for a code, and its form is still filled in', async ({
  page,
  holder,
  askForCode,
  nextCode,
  codesSent,
}) => {
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
  tag: ['@both', '@firefox'],
}, async ({ page, holder, data, dashboard, nextCode, endSessions }) => {
  await data.addDriver();
  const log = new LogTripPage(page);
  await log.open();
  await log.suburb.fill('Toowong');
  await log.suburb.press('Enter');
  await expect(log.postcode).toHaveValue('4066');
  await log.waitingTime.fill('12');
  // the last to ask the server by itself
  await page.getByRole('region', { name: 'What is due' }).getByRole('listitem').first().waitFor();
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

test('details that do not belong together lead back to the form, after the right code too', async ({
  page,
  db,
  holder,
  askForCode,
  nextCode,
}) => {
  await insertHolder(db, { beaNumber: holder.beaNumber, contactEmail: `other.${holder.contactEmail}` });
  await askForCode();
  await codeField(page).fill(await nextCode());
  await expect(page.getByRole('alert')).toContainText('The details do not match our records');
  await expect(page.getByLabel('Contact Email')).toHaveValue(holder.contactEmail);
  await page.reload();
  await expect(page.getByLabel('BEA Number')).toBeVisible();
});

test('whose account is inactive gets an explanation', { tag: '@both' }, async ({
  page,
  db,
  holder,
  askForCode,
  nextCode,
  expectedErrors,
}) => {
  expectedErrors.push(/403 \(Forbidden\)/);
  const { beaNumber, contactEmail } = holder;
  await insertHolder(db, { beaNumber, contactEmail, isActive: false });
  await askForCode();
  await codeField(page).fill(await nextCode());
  await expect(page.getByRole('heading', { name: 'This account is inactive' })).toBeFocused();
  await expect(page.getByRole('alert')).toBeHidden();
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByLabel('Contact Email')).toHaveValue(contactEmail);
});

test('who waits for approval gets an explanation', { tag: '@phone' }, async ({
  page,
  holder,
  nextCode,
  codesEnv,
  expectedErrors,
}) => {
  expectedErrors.push(/403 \(Forbidden\)/);
  const server = await startServer({
    DATABASE_URL: process.env.E2E_DATABASE_URL ?? '',
    ...codesEnv,
    SELF_REGISTRATION: 'approval',
  });
  await page.goto(server.url);
  await fillLogin(page, holder);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await codeField(page).fill(await nextCode());
  await expect(page.getByRole('heading', { name: 'Waiting for approval' })).toBeFocused();
  await expect(page.getByText('Your registration is waiting for approval by the operator')).toBeVisible();
  await expectNoViolations(page);
  await server.stop();
});

test('all of it by keyboard', async ({ page, holder, nextCode }) => {
  await page.goto('/');
  await page.getByLabel('BEA Number').focus();
  const { beaNumber, holderName, companyName, contactEmail, contactPhone } = holder;
  for (const text of [beaNumber, holderName, companyName, contactEmail, contactPhone]) {
    await page.keyboard.type(text);
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(codeField(page)).toBeFocused();
  const first = await nextCode();

  await test.step('Back and forth', async () => {
    for (let tabs = 1; tabs <= 3; tabs++) await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Back' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Contact Email')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(codeField(page)).toBeFocused();
  });
  const second = await nextCode();
  await page.keyboard.type(first);
  await expect(page.getByRole('alert')).toHaveText(WRONG);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(second);
  await expect(signOut(page)).toBeVisible();
});

test('the code step is accessible, and fits 320 px', { tag: '@both' }, async ({ page, askForCode }) => {
  await askForCode();
  await expectNoViolations(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoOverflow(page);
});
