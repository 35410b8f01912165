import { expectNoViolations } from '@test/axe';
import { buildDriver, buildHolder } from '@test/data';
import { expect } from '@test/expect';
import { expectedErrors } from '@test/expected-errors';
import type { Call } from '@test/fake-server';
import { openApp, reload } from '@test/open-app';
import { openTab, press, toast } from '@test/screen';
import { logout, openRemembered, signInButton } from '@test/session';
import { storeTrips } from '@test/stores';
import { test } from 'vitest';
import { page } from 'vitest/browser';

const OFFERED = 'What you typed before is here again.';

const amy = buildDriver();
const question = page.getByRole('alertdialog', { name: 'Discard what you typed?' });
const newDriver = page.getByRole('dialog', { name: 'Add New Driver' });
const firstName = newDriver.getByLabelText('First Name');

/** The drafts that are stored on the device. */
const stored = () => Object.keys(localStorage).filter((key) => key.startsWith('draft:'));

async function openNewDriver() {
  await page.getByRole('button', { name: 'Add Driver' }).click();
  await expect(newDriver).toBeVisible();
}

test('a half-typed driver is offered again after a reload, as a new driver alone, until one starts over', async () => {
  await openApp('/?tab=drivers', { answers: storeTrips([amy], []) });
  await openNewDriver();
  await firstName.fill('Łukasz');
  await newDriver.getByLabelText('Active').click();
  await expect(newDriver.getByText(OFFERED)).toBeHidden();

  await reload();
  // it is that of a new driver alone
  await page.getByRole('button', { name: /^Edit driver: Amy Young/ }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Driver' });
  await expect(edit.getByLabelText('First Name')).toHaveValue('Amy');
  await expect(edit.getByText(OFFERED)).toBeHidden();
  await press('Escape');
  await expect(edit).toBeHidden();

  await openNewDriver();
  await expect(newDriver.getByText(OFFERED)).toBeVisible();
  await expect(firstName).toHaveValue('Łukasz');
  await expect(newDriver.getByLabelText('Active')).not.toBeChecked();
  await expectNoViolations();

  // "Start over" shows what is stored, and there is no draft any more
  await newDriver.getByRole('button', { name: 'Start over' }).click();
  await expect(firstName).toHaveValue('');
  await expect(newDriver.getByLabelText('Active')).toBeChecked();
  await expect(newDriver.getByLabelText('Driver Authority License')).toHaveFocus();
  await expect(newDriver.getByText(OFFERED)).toBeHidden();
  expect(stored()).toEqual([]);
  await press('Escape');
  await expect(newDriver).toBeHidden();
});

const tradingName = page.getByLabelText('Trading Name');
const editProfile = page.getByRole('button', { name: 'Edit Profile' });
const cancel = page.getByRole('button', { name: 'Cancel' });

test('a half-typed profile outlives a reload and leaving the page, and Cancel and Save end it', async () => {
  let holder = buildHolder();
  await openApp('/?tab=profile', {
    answers: {
      'GET /api/auth/me': () => holder,
      'PUT /api/profile': ({ body }: Call<object>) => {
        holder = { ...holder, ...body, version: holder.version + 1 };
        return holder;
      },
    },
  });
  await editProfile.click();
  await tradingName.fill('Smith Express');
  const expectOffered = async () => {
    await expect(page.getByText(OFFERED)).toBeVisible();
    await expect(tradingName).toHaveValue('Smith Express');
    await expect(tradingName).toBeEnabled();
  };
  await reload();
  await expectOffered();
  await expectNoViolations();
  await openTab('Log Trip');
  await expect(page.getByRole('tabpanel', { name: 'Log Trip' })).toBeVisible();
  history.back();
  await expectOffered();

  // "Start over" goes on editing what is stored
  await page.getByRole('button', { name: 'Start over' }).click();
  await expect(tradingName).toHaveValue('');
  await expect(page.getByLabelText('Full Name')).toHaveFocus();
  await expect(page.getByText(OFFERED)).toBeHidden();
  await tradingName.fill('Smith & Co');

  // Cancel asks, and shows what is stored
  await cancel.click();
  await question.getByRole('button', { name: 'Keep typing' }).click();
  await expect(tradingName).toHaveValue('Smith & Co');
  await cancel.click();
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(editProfile).toBeVisible();
  await expect(page.getByText('Smith & Co', { exact: true })).toBeHidden();
  expect(stored()).toEqual([]);

  // what is saved leaves no draft
  await editProfile.click();
  await tradingName.fill(' Smith Express ');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(toast('Profile updated successfully')).toBeVisible();
  const value = page.getByRole('definition');
  await expect(value.filter({ hasText: 'Smith Express' })).toBeVisible();
  await expect(value.filter({ hasText: holder.companyName })).toBeVisible();
  await expect(tradingName).toBeHidden();
  expect(stored()).toEqual([]);
  await reload();
  await expect(editProfile).toBeVisible();
});

test('a draft is for its holder alone, and goes with the sign-out', async () => {
  expectedErrors.push(/401/);
  const other = buildHolder({ id: '00000000-0000-4000-8000-00000000000b', beaNumber: 'BEA-2' });
  const { server, session } = await openRemembered(storeTrips([amy], []));
  await openTab('Drivers');
  await openNewDriver();
  await firstName.fill('Amy');

  server.change({ 'GET /api/auth/me': () => (session.isOpen ? other : undefined) });
  await reload();
  await expect.poll(() => page.getByRole('banner').element().textContent).toContain('BEA-2');
  await openNewDriver();
  await expect(firstName).toHaveValue('');
  await expect(newDriver.getByText(OFFERED)).toBeHidden();
  await firstName.fill('Ben');
  expect(stored()).toHaveLength(2);
  await reload();
  await logout.click();
  await expect(signInButton).toBeVisible();
  expect(stored()).toHaveLength(1);

  session.isOpen = true;
  server.change({ 'GET /api/auth/me': () => (session.isOpen ? buildHolder() : undefined) });
  await reload();
  await openNewDriver();
  await expect(firstName).toHaveValue('Amy');
  await reload();
  await logout.click();
  await expect(signInButton).toBeVisible();
  expect(stored()).toEqual([]);
});
