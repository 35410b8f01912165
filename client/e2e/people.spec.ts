/** @feature people, auth */
import type { Page } from '@playwright/test';
import { test as base } from './code-fixtures';
import { expect, fillLogin, type Holder } from './fixtures';
import { DashboardPage } from './pages/dashboard-page';
import { PasskeyDevice } from './pages/passkey-device';

type Grace = {
  /** The page of another browser. */
  page: Page;
  email: string;
  /** Signs in there with the BEA number, the own email and the code that is sent to it. */
  signIn: () => Promise<void>;
};

const test = base.extend<{ grace: Grace }>({
  // passkeys work at an address with a name only
  baseURL: ({ serverUrl }, use) => use(serverUrl.replace('127.0.0.1', 'localhost')),
  grace: async ({ browser, baseURL, viewport, holder, codesTo }, use) => {
    const context = await browser.newContext({ baseURL, viewport });
    const page = await context.newPage();
    const email = holder.contactEmail.replace('mary', 'grace');
    const own: Holder = { ...holder, holderName: 'Grace', contactEmail: email };
    let codes = 0;
    await use({
      page,
      email,
      signIn: async () => {
        await fillLogin(page, own);
        await page.getByRole('button', { name: 'Sign In', exact: true }).click();
        codes += 1;
        await expect.poll(() => codesTo(email).length, 'the email with a code').toBe(codes);
        await page.getByLabel('Code', { exact: true }).fill(codesTo(email).at(-1) ?? '');
        await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
      },
    });
    await context.close();
  },
});

async function addGrace(page: Page, { email }: Grace): Promise<void> {
  await page.getByRole('button', { name: 'Add a person' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a person' });
  await dialog.getByLabel('Full Name').fill('Grace Lee');
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByRole('button', { name: 'Add person' }).click();
  await expect(dialog).toBeHidden();
}

test('a person is added, signs in with the own email, is removed in the middle of a form, and goes on once added again', {
  tag: '@phone',
}, async ({ page, grace, signIn, dashboard }) => {
  const people = page.getByRole('list', { name: 'People' });
  const theirs = new DashboardPage(grace.page);
  const adding = grace.page.getByRole('dialog', { name: 'Add New Driver' });
  const startDriver = async () => {
    await theirs.open('Drivers');
    await grace.page.getByRole('button', { name: 'Add Your First Driver' }).click();
  };

  await test.step('added and signed in', async () => {
    await signIn('/?tab=profile');
    await addGrace(page, grace);
    await expect(people).toContainText('Grace Lee');
    await grace.page.goto('/');
    await grace.signIn();
    await theirs.open('Profile');
    await expect(grace.page.getByText(`Signed in as Grace Lee (${grace.email}).`)).toBeVisible();
    await page.reload();
    await expect(people.getByRole('listitem').filter({ hasText: 'Grace Lee' })).toContainText('1 device');
  });

  await test.step('removed in the middle of a form', async () => {
    await startDriver();
    for (const label of ['Driver Authority License', 'Booked Hire Service License', 'Vehicle Registration'])
      await adding.getByLabel(label).fill('1ABC');
    await adding.getByLabel('First Name').fill('Amy');
    await people.getByRole('button', { name: 'Remove person: Grace Lee' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove person' }).click();
    await expect(dashboard.toast('Grace Lee was removed')).toBeVisible();
    await adding.getByRole('button', { name: 'Create Driver' }).click();
    await expect(grace.page.getByRole('alert')).toContainText(
      'You may no longer sign in for Smith Cars Pty Ltd.',
    );
    await expect(grace.page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible();
  });

  await test.step('the draft is there once Grace is added again', async () => {
    await addGrace(page, grace);
    await grace.signIn();
    await startDriver();
    await expect(adding.getByText('What you typed before is here again.')).toBeVisible();
    await expect(adding.getByLabel('First Name')).toHaveValue('Amy');
  });
});

test('a device that remembers a person by a passkey signs in that person, not the contact', {
  tag: '@faults',
}, async ({ page, grace, signIn }) => {
  const device = new PasskeyDevice(await grace.page.context().newCDPSession(grace.page), grace.page);
  await device.plugIn();
  const logout = grace.page.getByRole('button', { name: 'Logout' });
  await signIn('/?tab=profile');
  await addGrace(page, grace);
  await grace.page.goto('/');
  await grace.signIn();
  await device.card.getByRole('button', { name: 'Create a passkey' }).click();
  await expect(device.card).toBeHidden();
  await device.withoutSuggestions(() => logout.click());
  await grace.page.getByLabel('Remember me on this device').check();
  await grace.page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(logout).toBeVisible();

  await grace.page.context().clearCookies({ name: 'triplog.sid' });
  const signedIn = grace.page.waitForResponse('**/api/auth/login');
  await grace.page.goto('/?tab=profile');
  expect((await signedIn).status()).toBe(200);
  await expect(grace.page.getByText(`Signed in as Grace Lee (${grace.email}).`)).toBeVisible();
});
