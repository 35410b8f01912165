import { reportDeliveries } from '@shared/tables/reports';
import { expect, onTestFinished, test, vi } from 'vitest';
import { insertDeliveries } from '../features/deliveries/deliveries.repository';
import { insertDriver, insertTrip } from '../test/builders';
import { createTestApp, TEST_NOW } from '../test/http/create-test-app';
import { scheduleJobs } from './schedule-jobs';

const it = createTestApp();

test('jobs that are stopped wait for a mail that was being sent when the next minute began', async () => {
  const { holderId } = await it.signIn();
  const delivery = { beaHolderId: holderId, kind: 'test' as const, period: '', recipient: 'a@example.com' };
  await insertDeliveries(it.db, [delivery], (id) => `<${id}@example.org>`, TEST_NOW);
  let accept = () => {};
  const accepted = new Promise<void>((resolve) => {
    accept = resolve;
  });
  const send = vi.fn(() => accepted);
  const { setTimeout: later } = globalThis;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const jobs = scheduleJobs({ ...it.deps, mailer: { ...it.deps.mailer, transport: 'smtp', send } }, it.urls);
  await vi.waitFor(() => expect(send).toHaveBeenCalled(), { timeout: 30_000, interval: 50 });
  await vi.advanceTimersByTimeAsync(61_000);
  later(accept, 1000);
  await jobs.stop(10_000);
  expect(await it.db.select().from(reportDeliveries)).toMatchObject([{ state: 'sent', attempts: 1 }]);
});

test('a busy machine whose timers are half a minute late still makes the backup of the night', async () => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'Date'],
    now: new Date('2026-11-22T04:16:50+10:00'),
  });
  onTestFinished(() => void vi.useRealTimers());
  const backUp = vi.fn(async () => {});
  const jobs = scheduleJobs(it.deps, { ...it.urls, backUp });
  vi.setSystemTime(new Date('2026-11-22T04:17:20+10:00'));
  await vi.advanceTimersByTimeAsync(20_000);
  expect(backUp).toHaveBeenCalledTimes(1);
  await jobs.stop(1000);
});

test('places that the version before spelt otherwise are renamed at the start', async () => {
  const { agent, holderId } = await it.signIn();
  await insertTrip(it.db, await insertDriver(it.db, holderId), { suburb: 'Milton, QLD', postcode: '4064' });
  const jobs = scheduleJobs(it.deps, it.urls);
  const suburb = async () => (await agent.get('/api/top-locations').expect(200)).body[0].suburb;
  await vi.waitFor(async () => expect(await suburb()).toBe('Milton'), { timeout: 30_000, interval: 50 });
  await jobs.stop(1000);
});
