/** @feature auth, devices, passkeys */
import { test as base } from './code-fixtures';
import { expect } from './fixtures';
import { PasskeyDevice } from './pages/passkey-device';

/** Passkeys work at an address with a name only. */
const test = base.extend({
  baseURL: ({ serverUrl }, use) => use(serverUrl.replace('127.0.0.1', 'localhost')),
});

test('a new phone signs in by a code, then by its passkey without typing, until it is signed out elsewhere', {
  tag: '@phone',
}, async ({
  page,
  context,
  browser,
  baseURL,
  holder,
  dashboard,
  askForCode,
  nextCode,
  codesSent,
  expectedErrors,
}) => {
  expectedErrors.push(/401 \(Unauthorized\)/);
  const logout = page.getByRole('button', { name: 'Logout' });
  const device = new PasskeyDevice(await context.newCDPSession(page), page);
  await device.plugIn();

  await test.step('by a code', async () => {
    await askForCode();
    await page.getByLabel('Code', { exact: true }).fill(await nextCode());
    await expect(logout).toBeVisible();
  });

  await test.step('by the passkey that was offered, without typing and without an email', async () => {
    await device.card.getByRole('button', { name: 'Create a passkey' }).click();
    await expect(dashboard.toast('Passkey added. Next time it signs you in')).toBeVisible();
    // the virtual device stands for someone who picks the suggestion of the first field
    const signedIn = page.waitForResponse('**/api/auth/passkey');
    await logout.click();
    expect((await signedIn).status()).toBe(200);
    await expect(logout).toBeVisible();
    await device.touches(false);
    expect(codesSent()).toBe(1);
  });

  await test.step('signed out at a desk', async () => {
    const desk = await browser.newContext({ baseURL });
    const asked = await desk.request.post('/api/auth/login', { data: holder });
    const { verification } = await asked.json();
    const data = { id: verification.id, code: await nextCode() };
    expect((await desk.request.post('/api/auth/verify', { data })).ok()).toBe(true);
    const profile = await desk.newPage();
    await profile.goto('/?tab=profile');
    const phone = profile
      .getByRole('tabpanel')
      .getByRole('list', { name: /^Devices of / })
      .getByRole('listitem')
      .filter({ hasNotText: 'This device' });
    await phone.getByRole('button', { name: /^Sign out: / }).click();
    await profile.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click();
    await expect(phone).toHaveCount(0);
    await desk.close();
  });

  await dashboard.meetSessionEnd();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible();
});
