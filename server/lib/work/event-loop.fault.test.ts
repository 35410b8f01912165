import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { BusyError } from '../errors';
import { watchEventLoop } from './event-loop';

/** Keeps this process busy in pieces of 300 ms, until `stop` is called. */
function keepBusy(): { stop(): void } {
  const timer = setInterval(() => {
    const end = performance.now() + 300;
    while (performance.now() < end);
  }, 310);
  return { stop: () => clearInterval(timer) };
}

test('heavy work waits while the process is behind, and begins when it has caught up', async () => {
  const loop = watchEventLoop({ patienceMs: 60_000 });
  onTestFinished(() => loop.stop());
  const busy = keepBusy();
  onTestFinished(() => busy.stop());
  let waiting = Promise.resolve();
  const isWaiting = async () => {
    await waiting;
    waiting = loop.caughtUp();
    return (await Promise.race([waiting, wait(0, 'waiting')])) === 'waiting';
  };
  await expect.poll(isWaiting, { timeout: 30_000 }).toBe(true);
  busy.stop();
  await waiting;
});

test('heavy work is refused when the process stays behind', async () => {
  const loop = watchEventLoop({ patienceMs: 0 });
  onTestFinished(() => loop.stop());
  const busy = keepBusy();
  onTestFinished(() => busy.stop());
  const refusal = () =>
    loop.caughtUp().then(
      () => undefined,
      (error) => error,
    );
  await expect.poll(refusal, { timeout: 30_000 }).toBeInstanceOf(BusyError);
});
