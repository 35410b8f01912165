import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { backOff, startSending } from './outbox-sender';
import type { Pass } from './send-waiting';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a try waits twice as long each time, up to 30 seconds', () => {
  expect([0, 1, 2, 3, 4, 5, 50].map((failures) => backOff(failures, 0, 1))).toEqual([
    1000, 2000, 4000, 8000, 16_000, 30_000, 30_000,
  ]);
});

test('many devices do not come back at the same moment, and none before the server asks for it', () => {
  fc.assert(
    fc.property(
      fc.nat(1000),
      fc.nat(60_000),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (failures, asked, random) => {
        const wait = backOff(failures, asked, random);
        expect(wait).toBeGreaterThanOrEqual(Math.max(asked, 500));
        expect(wait).toBeLessThanOrEqual(Math.max(asked, 30_000));
      },
    ),
  );
  expect(backOff(3, 0, 0)).toBe(4000);
});

test('a line that drops now and then is tried again soon, and one that is dead less and less often', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', new EventTarget());
  vi.stubGlobal('navigator', { onLine: true });
  let isDead = false;
  const send = vi.fn(async (_holderId: string, onProgress: () => void): Promise<Pass> => {
    if (!isDead) onProgress();
    return { end: 'later', isOffline: true, retryAfterMs: 0 };
  });
  const sender = startSending({ owner: 'a', onSessionEnd: async () => false, onChange: () => {}, send });
  await vi.advanceTimersByTimeAsync(20_000);
  expect(send.mock.calls.length).toBeGreaterThanOrEqual(20);

  isDead = true;
  await vi.advanceTimersByTimeAsync(30_000);
  send.mockClear();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(send.mock.calls.length).toBeLessThanOrEqual(7);
  sender.stop();
});
