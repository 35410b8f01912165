import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { connectDatabase } from '../../lib/database/db';
import { openMigratedDatabase } from '../../lib/database/open-database';
import { build } from '../../scripts/build/build';
import { signInAttacker } from '../../test/attacks/attacker';
import { fillTrips } from '../../test/attacks/fill-trips';
import { memoryOfTree, sum } from '../../test/attacks/process-memory';
import { insertDriver } from '../../test/builders';
import { startServer } from '../../test/processes';
import type { HonestLoad, HonestOutcome } from './honest-load';
import type { HostileLoad } from './hostile-load';

const HOSTILE = 100;
/** Of these the first have many trips. */
const LARGE = 5;
const MINUTE_MS = 60_000;

const percentile = (values: number[], share: number) =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;

/**
 * 100 holders do their worst while one logs a trip a second. Prints how many of these are stored, how long they took, what the
 * others were answered, and the memory of the server's processes.
 */
export async function measureHostile(minutes: number): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'trip-log-hostile-'));
  await build();
  const database = await openMigratedDatabase({ dataDir });
  const db = connectDatabase(database.ownerUrl, { onError: console.error, timeouts: {} });
  const app = await startServer(['dist/server/index.js'], { DATABASE_URL: database.url, DATA_DIR: dataDir });
  const weigh = (when: string) => {
    const processes = memoryOfTree(app.child.pid);
    const each = processes.map((one) => one.toFixed(0)).join(' + ');
    console.log(`  memory ${when.padEnd(12)} ${sum(processes).toFixed(0)} MB (${each})`);
  };
  try {
    console.log(`Registering ${HOSTILE} hostile holders and filling ${LARGE} of them …`);
    const honest = await signInAttacker(app.url);
    const driver = await insertDriver(db, honest.holderId);
    const hostile: HostileLoad['holders'] = [];
    for (let index = 0; index < HOSTILE; index += 1) {
      const { holderId, cookie } = await signInAttacker(app.url);
      const own = await insertDriver(db, holderId);
      await fillTrips(
        db,
        own,
        index < LARGE ? { count: 20_000, places: 10_000, notes: 200 } : { count: 300, places: 100 },
      );
      hostile.push({ cookie, licence: own.driverAuthorityLicense });
    }
    await db.execute('vacuum analyze');
    const load = fork('server/bench/hostile/hostile-load.ts', { execArgv: ['--import', 'tsx'] });
    load.send({ url: app.url, holders: hostile } satisfies HostileLoad);
    await once(load, 'message');
    weigh('at the start');
    let minute = 0;
    const everyMinute = setInterval(() => weigh(`minute ${++minute}`), MINUTE_MS);
    load.send('begin');
    // in a separate process, as the people of the hostile ones are: else it would wait for this one
    const logging = fork('server/bench/hostile/honest-load.ts', { execArgv: ['--import', 'tsx'] });
    logging.send({ url: app.url, cookie: honest.cookie, driver, minutes } satisfies HonestLoad);
    const [{ sent, times, refusals }] = (await once(logging, 'message')) as [HonestOutcome];
    clearInterval(everyMinute);
    load.send('end');
    const [answers] = (await once(load, 'message')) as [Record<string, number>];
    weigh('at the end');
    const { rows } = await db.execute(
      sql`select count(distinct notes)::int as stored from trips where bea_holder_id = ${honest.holderId}`,
    );
    await sleep(30_000);
    weigh('30 s later');
    const ms = (share: number) => `${percentile(times, share).toFixed(0)} ms`;
    console.log(`  trips          ${sent} sent, ${times.length} answered, ${rows[0]?.stored} stored`);
    console.log(`  a trip took    p50 ${ms(0.5)}, p99 ${ms(0.99)}, at most ${ms(1)}`);
    console.log(`  tried again    ${JSON.stringify(refusals)}`);
    console.log(`  the hostile    ${JSON.stringify(answers)}`);
  } finally {
    await app.stop();
    await db.$client.end();
    await database.release();
    await rm(dataDir, { recursive: true, force: true });
  }
}
