/** What holds in every component test: it begins on a clean device and leaves no error behind that it does not expect. */
import './react-records';
import { deleteDB } from 'idb';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import '@/styles.css';
import { changeRecord, OUTBOX, readRecords } from '@/features/outbox/outbox-records';
import { forgetServerTime } from '@/lib/device-clock';
import { forgetHalfDone } from '@/lib/drafts/half-done';
import { removeToasts } from '@/lib/toast';
import { expectedErrors } from './expected-errors';
import { endRequests, expectNoUnexpectedCalls } from './fake-server';
import { unmount } from './open-app';
import './prompt-actions';

const errors: string[] = [];
/** What a browser says when a measured element changes its size again: it is measured in the next frame. */
const HARMLESS = /^Error: ResizeObserver loop completed/;
const address = location.href;

beforeEach(() => {
  errors.length = 0;
  expectedErrors.length = 0;
  vi.spyOn(console, 'error').mockImplementation((...said: unknown[]) => void errors.push(said.join(' ')));
  vi.spyOn(console, 'info').mockImplementation(() => {});
});

afterEach(async () => {
  unmount();
  removeToasts();
  vi.useRealTimers();
  endRequests();
  forgetServerTime();
  forgetHalfDone();
  // the app of this test may still be sending, which keeps the next one from it
  await vi.waitUntil(async () => !(await navigator.locks.query()).held?.some(({ name }) => name === OUTBOX));
  // a dialog that was open goes back in the history, which would lead the next test elsewhere
  await vi.waitUntil(() => !history.state?.dialogs?.length);
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  // a record that could not be saved stays in the memory of the page, which is the next file's too
  for (const { order } of await readRecords().catch(() => [])) await changeRecord(order, () => undefined);
  localStorage.clear();
  sessionStorage.clear();
  for (const { name } of await cookieStore.getAll()) if (name) await cookieStore.delete(name);
  for (const { name } of await indexedDB.databases()) if (name) await deleteDB(name);
  history.replaceState(null, '', address);
  window.scrollTo(0, 0);
  expectNoUnexpectedCalls();
  const expectedOnes = [HARMLESS, ...expectedErrors];
  const unexpected = errors.filter((text) => !expectedOnes.some((pattern) => pattern.test(text)));
  expect(unexpected, 'unexpected console errors').toEqual([]);
});
