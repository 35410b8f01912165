import { buildDriver, buildTrip } from '@test/data';
import { expect } from '@test/expect';
import { expectedErrors } from '@test/expected-errors';
import { unreachable } from '@test/fake-server';
import { logTrip } from '@test/log-trip';
import { openApp } from '@test/open-app';
import { toast } from '@test/screen';
import { storeTrips } from '@test/stores';
import { test, vi } from 'vitest';
import { page } from 'vitest/browser';

const { suburb, postcode, waitingTime, submit, repeat } = logTrip;

const amy = buildDriver();
const withTrip = () => storeTrips([amy], [buildTrip(amy)]);
const withDriver = () => storeTrips([amy], []);

/** A browser that refuses the app its database, also one that was opened before. */
function withoutDatabase() {
  const refused = () => {
    throw new DOMException('A mutation operation was attempted', 'InvalidStateError');
  };
  vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(refused);
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(refused);
}

test('a browser without a database says that it needs a connection, and logs', async () => {
  withoutDatabase();
  const server = await openApp('/', { answers: withTrip() });
  await expect(page.getByRole('banner')).toHaveTextContent('Needs a connection');
  await repeat.click();
  await expect(toast('Trip logged successfully!')).toBeVisible();
  expect(server.sent('POST /api/trips')).toHaveLength(1);
});

test('where nothing can be saved, what the server refuses is shown at its field and stays in the form', async () => {
  expectedErrors.push(/400/);
  withoutDatabase();
  const server = await openApp('/', { answers: withDriver() });
  await expect(page.getByRole('banner')).toHaveTextContent('Needs a connection');
  const details = [{ path: 'postcode', message: 'No such postcode' }];
  server.change({
    'POST /api/trips': Response.json({ message: 'Invalid', code: 'validation', details }, { status: 400 }),
  });
  await logTrip.typeSuburb('toowong');
  await expect(postcode).toHaveValue('4066');
  await submit.click();
  await expect(postcode).toHaveAccessibleDescription(/No such postcode/);
  await expect(suburb).toHaveValue('Toowong');
  await expect(page.getByText(/not accepted/i)).toHaveCount(0);

  server.change(withDriver());
  await submit.click();
  await expect(toast('Trip logged successfully!')).toBeVisible();
  expect(server.sent('POST /api/trips').at(-1)).toMatchObject({ suburb: 'Toowong', postcode: '4066' });
});

/** Whether the page asks before it is closed. */
const asksBeforeClosing = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

test('where nothing can be saved, a trip waits in the page without reception, which asks before it is closed', async () => {
  withoutDatabase();
  const server = await openApp('/', { on: 'phone', answers: withDriver() });
  const status = page.getByRole('banner').getByRole('status');
  await expect(page.getByRole('banner')).toHaveTextContent('Needs a connection');
  await logTrip.typeSuburb('toowong');
  await expect(postcode).toHaveValue('4066');
  await waitingTime.fill('9');
  expect(asksBeforeClosing()).toBe(false);

  const isOnline = vi.spyOn(Navigator.prototype, 'onLine', 'get').mockReturnValue(false);
  server.change({ 'POST /api/trips': unreachable });
  window.dispatchEvent(new Event('offline'));
  await submit.click();
  await expect(toast(/Not saved on this device: keep this page open/)).toBeVisible();
  await expect(status).toHaveTextContent('1 trip not saved on this device');
  await expect(page.getByRole('listitem').filter({ hasText: 'Waiting to be sent' })).toHaveTextContent(
    /Toowong 4066\s*9 min/,
  );
  expect(asksBeforeClosing()).toBe(true);

  isOnline.mockRestore();
  server.change(withDriver());
  window.dispatchEvent(new Event('online'));
  await expect.poll(asksBeforeClosing).toBe(false);
  await expect(status).toHaveTextContent('Needs a connection');
  expect(server.sent('POST /api/trips').at(-1)).toMatchObject({ suburb: 'Toowong', waitingTime: 9 });
});
