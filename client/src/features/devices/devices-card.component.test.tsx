import type { Device } from '@shared/devices';
import { expectNoOverflow, expectNoViolations } from '@test/axe';
import { NOW } from '@test/data';
import { expect } from '@test/expect';
import { expectedErrors } from '@test/expected-errors';
import type { Answers, Call } from '@test/fake-server';
import { openApp } from '@test/open-app';
import { press, toast } from '@test/screen';
import { card } from '@test/waiting-trips';
import { test } from 'vitest';
import { page } from 'vitest/browser';

const buildDevice = (overrides: Partial<Device> = {}): Device => ({
  id: 'this',
  userId: 'u1',
  name: 'Chrome on Linux',
  address: '127.0.0.1',
  isThisDevice: true,
  trustedUntil: null,
  isSignedIn: true,
  createdAt: NOW,
  lastUsedAt: NOW,
  ...overrides,
});
const phone = buildDevice({
  id: 'phone',
  name: 'Chrome on Android',
  isThisDevice: false,
  trustedUntil: '2026-12-22T02:00:00.000Z',
});

/** Keeps these devices as the server does. */
function storeDevices(...devices: Device[]): Answers {
  const keep = (isKept: (device: Device) => boolean) =>
    void devices.splice(0, devices.length, ...devices.filter(isKept));
  return {
    'GET /api/devices': () => devices,
    'DELETE /api/devices/:id': ({ params }: Call) => keep(({ id }) => id !== params.id),
    'POST /api/devices/sign-out-others': () => keep(({ isThisDevice }) => isThisDevice),
    'POST /api/auth/logout': undefined,
  };
}

const list = page.getByRole('list', { name: 'Devices' });
const rows = list.getByRole('listitem');
const everywhere = page.getByRole('button', { name: 'Sign out everywhere else' });

test('this device alone is shown, and is signed out as Logout does', async () => {
  await openApp('/?tab=profile', { on: 'phone', answers: storeDevices(buildDevice()) });
  await expect(rows).toHaveCount(1);
  await expect(rows).toHaveTextContent('This device');
  await expect(rows).toHaveTextContent(/127\.0\.0\.1 \d\d\/\d\d\/\d{4} \d\d:\d\d/);
  await expect(everywhere).toBeHidden();
  await rows.getByRole('button', { name: /^Sign out: .*this device/ }).click();
  const question = page.getByRole('alertdialog', { name: 'Sign out on this device?' });
  await question.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
});

test('another device is signed out after a question', async () => {
  await openApp('/?tab=profile', { on: 'phone', answers: storeDevices(buildDevice(), phone) });
  await expect(rows).toHaveCount(2);
  const row = rows.filter({ hasText: 'Chrome on Android' });
  await expect(row).toHaveTextContent(/remembered until \d\d\/\d\d\/\d{4}/);
  await expectNoViolations();

  const signOut = row.getByRole('button', { name: /^Sign out: Chrome on Android/ });
  await signOut.click();
  const question = page.getByRole('alertdialog', { name: 'Sign out Chrome on Android?' });
  await expect(question).toBeVisible();
  await expectNoViolations();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(row).toBeVisible();
  await signOut.click();
  await question.getByRole('button', { name: 'Sign out' }).click();
  await expect(toast('Chrome on Android was signed out')).toBeVisible();
  await expect(rows).toHaveCount(1);
});

test('every other device is signed out by keyboard', async () => {
  const tablet = { ...phone, id: 'tablet' };
  await openApp('/?tab=profile', { on: 'phone', answers: storeDevices(buildDevice(), phone, tablet) });
  await expect(everywhere).toBeVisible();
  (everywhere.element() as HTMLElement).focus();
  await press('Enter');
  const question = page.getByRole('alertdialog', { name: 'Sign out everywhere else?' });
  await expect(question.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await press('Tab', 'Enter');
  await expect(toast('Signed out everywhere else')).toBeVisible();
  await expect(rows).toHaveCount(1);
  await expect(card('Where you are signed in').getByText('No other device has signed in.')).toBeVisible();
});

test('the card fits 320 px, says what failed, and tries again', async () => {
  expectedErrors.push(/api\/devices/);
  const answers = storeDevices(buildDevice(), phone);
  const server = await openApp('/?tab=profile', {
    on: 'smallPhone',
    answers: { ...answers, 'GET /api/devices': new Response('', { status: 500 }) },
  });
  await expect(page.getByText('The devices could not be loaded')).toBeVisible();
  server.change(answers);
  await card('Where you are signed in').getByRole('button', { name: 'Try again' }).click();
  await expect(rows).toHaveCount(2);
  await expectNoOverflow();
});

test('five devices are shown at first, and one that is signed out and forgotten has nothing to sign out', async () => {
  const others = ['a', 'b', 'c', 'd', 'e'].map((id) =>
    buildDevice({ id, name: `Phone ${id}`, isThisDevice: false, isSignedIn: id !== 'a' }),
  );
  await openApp('/?tab=profile', { answers: storeDevices(buildDevice(), ...others) });
  await expect(rows).toHaveCount(5);
  await expect(rows.filter({ hasText: 'Phone a' }).getByRole('button')).not.toBeInTheDocument();
  await expect(rows.filter({ hasText: 'Phone b' }).getByRole('button')).toBeVisible();
  await page.getByRole('button', { name: 'Show all 6' }).click();
  await expect(rows).toHaveCount(6);
});

test('a device that is signed out and still remembered is forgotten', async () => {
  await openApp('/?tab=profile', { answers: storeDevices(buildDevice(), { ...phone, isSignedIn: false }) });
  await rows.getByRole('button', { name: /^Forget: Chrome on Android/ }).click();
  const question = page.getByRole('alertdialog', { name: 'Forget Chrome on Android?' });
  await expect(question).toHaveAccessibleDescription(/The next sign-in on it will need a code or a passkey/);
  await question.getByRole('button', { name: 'Forget' }).click();
  await expect(toast('Chrome on Android was forgotten')).toBeVisible();
  await expect(rows).toHaveCount(1);
});
