import { expectNoViolations } from '@test/axe';
import { buildDriver, buildTrip } from '@test/data';
import { expect } from '@test/expect';
import type { FakeServer } from '@test/fake-server';
import { logTrip } from '@test/log-trip';
import { type Opened, openApp, reload } from '@test/open-app';
import { toast } from '@test/screen';
import { storeTrips } from '@test/stores';
import { afterEach, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { installPrompt } from './install-prompt';

const amy = buildDriver();
const invitation = page.getByRole('region', { name: 'Trip Log on your home screen' });
const open = (on: Opened['on'] = 'phone') =>
  openApp('/', { on, answers: storeTrips([amy], [buildTrip(amy)]), runs: true });

afterEach(() => installPrompt.set(undefined));

let isAsked = false;

/** What Chromium on Android sends to a page that can be installed. @returns whether the page keeps it */
function offerInstallation(): boolean {
  isAsked = false;
  const prompt = async () => {
    isAsked = true;
    return { outcome: 'accepted' };
  };
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt });
  return !window.dispatchEvent(event);
}

/** Logs the last trip again, and waits until all that follows from it is shown. */
async function logAgain(server: FakeServer) {
  const sent = server.sent('POST /api/trips').length;
  await logTrip.repeat.click();
  await expect(toast('Trip logged successfully!').last()).toBeVisible();
  await expect.poll(() => server.sent('POST /api/trips').length).toBe(sent + 1);
  await vi.advanceTimersByTimeAsync(2000); // until then a tap is part of a double tap
  await expect(logTrip.repeat).toBeVisible();
}

for (const on of ['desk', 'phone'] as const)
  test(`the invitation to install comes after a trip on a phone, and not again after "Not now": on a ${on}`, async () => {
    const server = await open(on);
    expect(offerInstallation()).toBe(true);
    await expect(invitation).toBeHidden();
    await logAgain(server);
    if (on === 'desk') return expect(invitation).toBeHidden();
    await expect(invitation).toBeVisible();
    await expectNoViolations();
    await invitation.getByRole('button', { name: 'Not now' }).click();
    await expect(invitation).toBeHidden();
    await reload();
    offerInstallation();
    await logAgain(server);
    await expect(invitation).toBeHidden();
  });

test('it asks the browser at a tap', async () => {
  await logAgain(await open());
  await expect(invitation).toBeHidden();
  // a browser may find out later that the app can be installed
  offerInstallation();
  // the toast of the trip makes room
  await expect(toast('Trip logged successfully!')).toBeVisible();
  await invitation.getByRole('button', { name: 'Install' }).click();
  await expect.poll(() => isAsked).toBe(true);
  await expect(invitation).toBeHidden();
});

test('it tells an iPhone how and why, unless it is done', async () => {
  let standalone = false;
  Object.defineProperty(navigator, 'standalone', { configurable: true, get: () => standalone });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'standalone'));
  const server = await open();
  await logAgain(server);
  await expect(invitation).toHaveTextContent('Safari forgets');
  await expect(invitation).toHaveTextContent('Add to Home Screen');
  await expect(invitation.getByRole('button', { name: 'Install' })).toHaveCount(0);
  await expectNoViolations();

  standalone = true;
  await reload();
  await logAgain(server);
  await expect(invitation).toBeHidden();
});
