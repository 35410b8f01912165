import { buildDriver, buildTrip } from '@test/data';
import { expect } from '@test/expect';
import type { FakeServer } from '@test/fake-server';
import { logTrip } from '@test/log-trip';
import { openApp } from '@test/open-app';
import { toast } from '@test/screen';
import { storeShifts, storeTrips } from '@test/stores';
import { logAgain, outboxStatus, waitingKeys } from '@test/waiting-trips';
import { afterEach, expect as expectValue, test } from 'vitest';
import { page } from 'vitest/browser';
import { OUTBOX } from '@/features/outbox/outbox-records';

const amy = buildDriver();
const withTrip = () => storeTrips([amy], [buildTrip(amy)]);
const warning = page.getByRole('status').filter({ hasText: "This browser's storage does not answer" });
const waiting = page.getByRole('listitem').filter({ hasText: 'Waiting to be sent' });

/** What keeps the database busy in this test; called, it ends. */
let release = async () => {};
afterEach(() => release());

/** Keeps a transaction alive by asking for one row after the other, as a page does whose loop never ends. @returns ends it */
function keepBusy(tx: IDBTransaction, store: string): () => Promise<void> {
  let isEnding = false;
  const askAgain = () => {
    if (isEnding) return tx.abort();
    tx.objectStore(store).get(1).onsuccess = askAgain;
  };
  askAgain();
  return () =>
    new Promise((resolve) => {
      if (isEnding) return resolve();
      isEnding = true;
      tx.onabort = () => {
        tx.db.close();
        resolve();
      };
    });
}

/** Another page opens the database first, and its upgrade never ends: every other one waits for it. */
function neverOpens(): Promise<void> {
  const opening = indexedDB.open(OUTBOX, 1);
  return new Promise((resolve) => {
    opening.onupgradeneeded = () => {
      opening.result.createObjectStore('busy');
      if (opening.transaction) release = keepBusy(opening.transaction, 'busy');
      resolve();
    };
    opening.onerror = (event) => event.preventDefault();
  });
}

/** Another page of the same browser writes to the open database and never ends. */
function neverWrites(): Promise<void> {
  const opening = indexedDB.open(OUTBOX);
  return new Promise((resolve) => {
    opening.onsuccess = () => {
      release = keepBusy(opening.result.transaction('waiting', 'readwrite'), 'waiting');
      resolve();
    };
  });
}

/** One for each trip, however often it was sent. */
const keysSent = (server: FakeServer) => [
  ...new Set(
    server.calls
      .filter(({ method, path }) => method === 'POST' && path === '/api/trips')
      .map(({ headers }) => headers.get('Idempotency-Key')),
  ),
];

const countSent = (server: FakeServer) => server.sent('POST /api/trips').length;

/** Logs a trip, and expects it to be sent three seconds later, with a moment to draw the screen. */
async function logInTime(server: FakeServer): Promise<void> {
  const before = countSent(server);
  let pressedAt = 0;
  const note = () => {
    pressedAt = performance.now();
  };
  window.addEventListener('click', note, { capture: true, once: true });
  await logTrip.repeat.click();
  await expect.poll(() => countSent(server)).toBe(before + 1);
  await expect(toast('Trip logged successfully!').first()).toBeVisible();
  expectValue(performance.now() - pressedAt).toBeLessThan(4000);
}

test('a database that never opens is noticed in three seconds: the trip is sent, and the screen says so', async () => {
  await neverOpens();
  const server = await openApp('/', { on: 'phone', answers: withTrip() });
  await expect(logTrip.repeat).toBeVisible();
  await logInTime(server);
  await expect(warning).toHaveTextContent(
    'What you log is sent at once. Keep this page open while you are offline. If this stays, reload the page.',
  );
  await expect(outboxStatus).toHaveTextContent('Storage does not answer');

  await release();
  await expect(warning).toHaveCount(0);
  const letGo = server.cutOff();
  await logAgain(1);
  await expect.poll(waitingKeys).toHaveLength(1);
  letGo();
  await expect.poll(waitingKeys).toHaveLength(0);
  expectValue(keysSent(server)).toHaveLength(2);
});

test('a database that stops answering is noticed in three seconds, and what it stores late is not sent twice', async () => {
  const server = await openApp('/', { answers: withTrip() });
  await logAgain(1);
  await expect.poll(() => countSent(server)).toBe(1);
  await expect.poll(waitingKeys).toHaveLength(0);
  await neverWrites();
  await logInTime(server);
  await expect(warning).toBeVisible();
  // from now on nothing waits for it
  const pressedAt = performance.now();
  await logAgain(1);
  await expect.poll(() => countSent(server)).toBe(3);
  expectValue(performance.now() - pressedAt).toBeLessThan(2500);

  await release();
  await expect(warning).toHaveCount(0);
  await expect.poll(waitingKeys).toHaveLength(0);
  await logAgain(1);
  await expect.poll(() => countSent(server)).toBe(4);
  expectValue(keysSent(server)).toHaveLength(4);
});

test('without network a trip stays in the page, and one that was saved before stays on the screen and is sent later', async () => {
  const before = [buildTrip(amy), buildTrip(amy, { suburb: 'Ascot', postcode: '4007' })];
  const server = await openApp('/', { answers: storeTrips([amy], before) });
  await expect(logTrip.repeat).toBeVisible();
  const letGo = server.cutOff();
  await logAgain(1, 'Ascot');
  await expect(waiting).toHaveCount(1);
  await neverWrites();
  await logTrip.recentSuburb('Toowong').click();
  await logTrip.submit.click();
  await expect(toast(/Not saved on this device: keep this page open until it is sent/)).toBeVisible();
  await expect(warning).toHaveTextContent('keep it open until you are online');
  await expect(outboxStatus).toHaveTextContent('1 trip not saved on this device');
  await expect(waiting).toHaveCount(2);
  // of what cannot be reached nothing is changed without a word
  await waiting.filter({ hasText: 'Ascot' }).getByRole('button').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete trip' }).click();
  await expect(toast(/storage does not answer. Nothing was changed/)).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();

  letGo();
  await expect.poll(() => countSent(server)).toBe(1);
  await expect(waiting).toHaveCount(1);
  await release();
  await expect.poll(() => countSent(server)).toBe(2);
  await expect(waiting).toHaveCount(0);
  await expect(warning).toHaveCount(0);
});

test('a shift is started in time, too', async () => {
  await neverOpens();
  const server = await openApp('/', { answers: storeShifts([amy], []) });
  const start = page.getByRole('button', { name: 'Start shift' });
  await expect(start).toBeEnabled();
  await start.click();
  await expect.poll(() => server.sent('POST /api/shifts').length, { timeout: 4000 }).toBe(1);
  await expect(page.getByRole('button', { name: 'End shift' })).toBeVisible();
  await release();
  await expect(warning).toHaveCount(0);
});
