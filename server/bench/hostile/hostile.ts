import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Agent } from 'node:http';
import { createHistogram } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { trips } from '@shared/tables/trips';
import { eq } from 'drizzle-orm';
import { type Attacker, signInAttacker } from '../../test/attacks/attacker';
import { fillTrips } from '../../test/attacks/fill-trips';
import { memoryOfTree, sum } from '../../test/attacks/process-memory';
import { buildTrip, insertDriver } from '../../test/builders';
import { onInstallation } from '../installation';
import type { HostileLoad } from './hostile-load';

const HOSTILE = 100;
/** How many of these, the first, have many trips. */
const LARGE = 5;
const MINUTE_MS = 60_000;
const RETRY_MS = 500;

/** Logs a trip a second, on a connection that stays open as in browsers, and each until it is stored as the app does. */
async function logTrips({ ask }: Attacker, driver: Parameters<typeof buildTrip>[0], minutes: number) {
  const agent = new Agent({ keepAlive: true });
  const times = createHistogram();
  const refusals: Record<string, number> = {};
  const logTrip = async () => {
    const key = randomUUID();
    const json = buildTrip(driver, { notes: key });
    const call = { path: '/api/trips', headers: { 'Idempotency-Key': key }, json, agent };
    for (const began = performance.now(); ; await sleep(RETRY_MS)) {
      const { status } = await ask(call);
      if (status === 201) return times.record(Math.ceil(performance.now() - began));
      refusals[status] = (refusals[status] ?? 0) + 1;
    }
  };
  const sent: Promise<void>[] = [];
  for (const began = performance.now(); sent.length < minutes * 60; ) {
    sent.push(logTrip());
    await sleep(began + sent.length * 1000 - performance.now());
  }
  await Promise.race([Promise.all(sent), sleep(MINUTE_MS)]);
  return { sent: sent.length, times, refusals };
}

/** Prints how the server does while 100 holders attack it, from another process, and one logs a trip a second. */
export const measureHostile = (minutes: number) =>
  onInstallation(async ({ db, app: { url, child } }) => {
    const weigh = (when: string) => {
      const processes = memoryOfTree(child.pid).map(Math.round);
      console.log(`  memory ${when.padEnd(12)} ${sum(processes)} MB (${processes.join(' + ')})`);
    };
    console.log(`Registering ${HOSTILE} hostile holders and filling ${LARGE} of them …`);
    const honest = await signInAttacker(url);
    const driver = await insertDriver(db, honest.holderId);
    const holders: HostileLoad['holders'] = [];
    while (holders.length < HOSTILE) {
      const { holderId, cookie } = await signInAttacker(url);
      const own = await insertDriver(db, holderId);
      const large = { count: 20_000, places: 10_000, notes: 200 };
      await fillTrips(db, own, holders.length < LARGE ? large : { count: 300, places: 100 });
      holders.push({ cookie, licence: own.driverAuthorityLicense });
    }
    await db.execute('vacuum analyze');
    const hostile = fork('server/bench/hostile/hostile-load.ts');
    hostile.send({ url, holders } satisfies HostileLoad);
    await once(hostile, 'message');
    weigh('at the start');
    let minute = 0;
    const everyMinute = setInterval(() => weigh(`minute ${++minute}`), MINUTE_MS);
    const { sent, times, refusals } = await logTrips(honest, driver, minutes);
    clearInterval(everyMinute);
    hostile.send('end');
    const [answers] = await once(hostile, 'message');
    weigh('at the end');
    const stored = await db.$count(trips, eq(trips.beaHolderId, honest.holderId));
    await sleep(30_000);
    weigh('30 s later');
    const ms = (percent: number) => `${times.percentile(percent)} ms`;
    console.log(`  trips          ${sent} sent, ${times.count} answered, ${stored} stored`);
    console.log(`  a trip took    p50 ${ms(50)}, p99 ${ms(99)}, at most ${ms(100)}`);
    console.log(`  tried again    ${JSON.stringify(refusals)}`);
    console.log(`  the hostile    ${JSON.stringify(answers)}`);
    hostile.kill();
  });
