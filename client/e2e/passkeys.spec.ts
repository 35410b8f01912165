/** @feature passkeys */
import type { Page } from '@playwright/test';
import { sql } from 'drizzle-orm';
import { expectNoOverflow, expectNoViolations } from './axe';
import { test as base, expect } from './fixtures';
import { PasskeyDevice } from './pages/passkey-device';

/** WebAuthn works at an address with a name only. */
const test = base.extend<{ device: PasskeyDevice }>({
  baseURL: ({ serverUrl }, use) => use(serverUrl.replace('127.0.0.1', 'localhost')),
  device: async ({ page, context }, use) => {
    const device = new PasskeyDevice(await context.newCDPSession(page), page);
    await device.plugIn();
    await use(device);
  },
});

const passkeyButton = (page: Page) => page.getByRole('button', { name: 'Sign in with a passkey' });
const logout = (page: Page) => page.getByRole('button', { name: 'Logout' });

test('a passkey is offered after a sign-in, signs in without typing, is renamed and removed', {
  tag: '@phone',
}, async ({ page, device, dashboard, signInByHand }) => {
  await signInByHand();
  await expect(device.card).toBeVisible();
  await expectNoViolations(page);
  await device.card.getByRole('button', { name: 'Create a passkey' }).click();
  await expect(dashboard.toast('Passkey added. Next time it signs you in')).toBeVisible();
  await expect(device.card).toBeHidden();
  expect(await device.countPasskeys()).toBe(1);

  await device.withoutSuggestions(() => logout(page).click());
  await expect(passkeyButton(page)).toBeVisible();
  await expect(page.getByLabel('BEA Number')).toHaveValue('');
  await expectNoViolations(page);
  await passkeyButton(page).click();
  await expect(logout(page)).toBeVisible();
  await expect(device.card).toBeHidden();

  await dashboard.open('Profile');
  const list = page.getByRole('list', { name: 'Passkeys' });
  await expect(list.getByText(/^Added .*, last used /)).toBeVisible();
  await expectNoViolations(page);
  await list.getByRole('button', { name: /^Rename passkey/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Rename passkey' });
  await dialog.getByLabel('Name').fill(' ');
  await dialog.getByRole('button', { name: 'Save name' }).click();
  await expect(dialog.getByText('Name is required')).toBeVisible();
  await expectNoViolations(page);
  await dialog.getByLabel('Name').fill('Office phone');
  await dialog.getByRole('button', { name: 'Save name' }).click();
  await expect(list.getByText('Office phone')).toBeVisible();
  await list.getByRole('button', { name: 'Remove passkey: Office phone' }).click();
  const question = page.getByRole('alertdialog');
  await expectNoViolations(page);
  await question.getByRole('button', { name: 'Remove passkey' }).click();
  await expect(page.getByText('No passkeys yet.')).toBeVisible();
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoOverflow(page);
});

test('a change needs a recent sign-in, which a dialog asks for', { tag: '@faults' }, async ({
  page,
  device,
  db,
  holder,
  holderId,
  signIn,
  dashboard,
  expectedErrors,
}) => {
  expectedErrors.push(/403.*api\/passkeys/);
  await signIn('/profile');
  await expect(page.getByText('No passkeys yet.')).toBeVisible();
  await db.execute(sql`update session set sess = jsonb_set(sess::jsonb, '{provedAt}',
    to_jsonb(now() - interval '16 minutes'))::text where sess::json ->> 'holderId' = ${holderId}`);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign in again first' });
  await expect(dialog).toBeVisible();
  await expectNoViolations(page);
  await dialog.getByLabel('Contact Email').fill(holder.contactEmail);
  await dialog.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByRole('button', { name: /^Remove passkey/ })).toBeVisible();
  expect(await device.countPasskeys()).toBe(1);

  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(dashboard.toast('This device has a passkey for Trip Log already')).toBeVisible();
});

test('a browser without passkeys, and an address of numbers, show nothing of them', {
  tag: '@faults',
}, async ({ page, serverUrl, holder, signInByHand }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(serverUrl);
  await expect(page.getByLabel('BEA Number')).toBeVisible();
  await page.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential'));
  await signInByHand();
  await page.goto('/profile');
  await expect(page.getByRole('definition').filter({ hasText: holder.beaNumber })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Passkeys' })).toHaveCount(0);
  expect(asked.filter((url) => /passkey/.test(new URL(url).pathname))).toEqual([]);
});

test('what goes wrong is said: a list that cannot be loaded, a passkey that was removed elsewhere', {
  tag: '@faults',
}, async ({ page, device, db, holderId, signIn, expectedErrors }) => {
  expectedErrors.push(/500.*api\/passkeys/, /401.*api\/auth\/passkey/);
  await page.route('**/api/passkeys', (route) => route.fulfill({ status: 500, body: '' }));
  await signIn('/profile');
  await expect(page.getByText('The passkeys could not be loaded')).toBeVisible();
  await expectNoViolations(page);
  await page.unroute('**/api/passkeys');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('No passkeys yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByRole('button', { name: /^Remove passkey/ })).toBeVisible();

  await db.execute(sql`delete from passkeys where bea_holder_id = ${holderId}`);
  await device.withoutSuggestions(() => logout(page).click());
  await passkeyButton(page).click();
  await expect(page.getByRole('alert')).toContainText(
    'This passkey did not work. Sign in with your details instead.',
  );
  await expectNoViolations(page);
});
