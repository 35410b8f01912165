import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { connectDatabase, type Db } from '../lib/database/db';
import { openMigratedDatabase } from '../lib/database/open-database';
import { type Attacker, signInAttacker } from '../test/attacks/attacker';
import type { Seen } from '../test/attacks/watcher';
import { buildLogin, insertDriver, insertHolder } from '../test/builders';
import { storeManyTrips } from '../test/postgres/store-many-trips';
import { type Running, startServer } from '../test/processes';

/** The part of the usual trips that a quick try of the bench stores: `BENCH_SHARE=0.01 npm run bench`. */
export const SHARE = Number(process.env.BENCH_SHARE ?? 1);
export const LARGE = 500_000 * SHARE;
export const SMALL = 1_000;
const DRIVERS = 20;

export const makeDataDir = () => mkdtemp(join(tmpdir(), 'trip-log-bench-'));

type Installation = Awaited<ReturnType<typeof openInstallation>>;

/** Opens the built server over its own database; `db` is the owner's connection, which sees every row, without limits of time. */
async function openInstallation() {
  const dataDir = await makeDataDir();
  const urls = await openMigratedDatabase({ dataDir });
  const db = connectDatabase(urls.ownerUrl, { onError: console.error, timeouts: {} });
  const servers: Running[] = [];
  const start = async () => {
    const env = { DATA_DIR: dataDir, DATABASE_URL: urls.url };
    const server = await startServer(['dist/server/index.js'], env);
    servers.push(server);
    return server;
  };
  const app = await start();
  async function close() {
    for (const server of servers) await server.stop();
    await db.$client.end();
    await urls.release();
    await rm(dataDir, { recursive: true });
  }
  return { urls, db, app, dataDir, start, close };
}

/** Measures something on its own installation. */
export async function onInstallation<T>(measure: (installation: Installation) => Promise<T>): Promise<T> {
  const installation = await openInstallation();
  return measure(installation).finally(installation.close);
}

const contactOf = (beaNumber: string) => `${beaNumber}@example.com`.toLowerCase();

/** A session of a holder that `fillHolder` made. Its calls throw for any answer that is an error. */
export async function signIn({ url }: Running, beaNumber: string): Promise<Attacker> {
  const holder = await signInAttacker(url, buildLogin({ beaNumber, contactEmail: contactOf(beaNumber) }));
  const ask: Attacker['ask'] = async (call) => {
    const answer = await holder.ask(call);
    if (answer.status < 200 || answer.status > 299)
      throw new Error(`${call.path}: ${answer.status} ${answer.message}`);
    return answer;
  };
  return { ...holder, ask };
}

/** Inserts a holder with 20 drivers and trips over some days, generated in SQL and the same every time. */
export async function fillHolder(
  db: Db,
  beaNumber: string,
  trips: number,
  { suburbs = 200, from = '2024-11-21', days = 730, notes = sql`null` } = {},
) {
  const { id } = await insertHolder(db, { beaNumber, contactEmail: contactOf(beaNumber) });
  const alike = { firstName: 'Driver', lastName: 'One', startDate: '2024-07-01T00:00:00+10:00' };
  for (let n = 1; n < DRIVERS; n += 1)
    await insertDriver(db, id, { ...alike, driverAuthorityLicense: `DA-${n}` });
  const driver = await insertDriver(db, id, { ...alike, driverAuthorityLicense: 'DA-0' });
  const insert = sql`
    insert into trips (bea_holder_id, driver_id, driver_authority_license, postcode, suburb, waiting_time, duration, datetime, notes)
    select ${id}, drivers.id, driver_authority_license, (4000 + n * 7919 % ${suburbs}::int)::text,
      'Suburb ' || n * 7919 % ${suburbs}::int, n % 25, 10 + n % 40,
      (${from} || ' 00:00+10')::timestamptz + interval '1 day' * ${days} * (n / ${trips}::float8), ${notes}
    from generate_series(0, ${trips}::bigint - 1) n
    join drivers on bea_holder_id = ${id} and driver_authority_license = 'DA-' || n % ${DRIVERS}::int`;
  await storeManyTrips(db, id, insert);
  await db.execute('vacuum analyze');
  return driver;
}

let installation: Promise<Installation> | undefined;
let filled: ReturnType<typeof fill> | undefined;

async function fill({ db, app, ...rest }: Installation) {
  console.log(`Filling a database with ${(2 * LARGE + SMALL).toLocaleString('en-AU')} trips …`);
  const driver = await fillHolder(db, 'LARGE', LARGE);
  await fillHolder(db, 'SMALL', SMALL);
  await fillHolder(db, 'OTHER', LARGE);
  return { ...rest, db, app, driver, large: await signIn(app, 'LARGE'), small: await signIn(app, 'SMALL') };
}

/** The installation with a million trips that several parts measure. `driver` and `large` are of the holder with most of them. */
export function filledInstallation() {
  installation ??= openInstallation();
  filled ??= installation.then(fill);
  return filled;
}

export const closeFilled = async () => (await installation)?.close();

/** Does some work while a bystander, in another process, asks a server for cheap things. @returns also how the server's memory grew */
export async function watched<T>(server: Running, bystander: Attacker, work: () => Promise<T>) {
  const { url, child } = server;
  const watcher = fork('server/test/attacks/watcher.ts', [url, bystander.cookie, `${child.pid}`]);
  try {
    await once(watcher, 'message');
    watcher.send('begin');
    await once(watcher, 'message');
    const began = performance.now();
    const result = await work();
    const seconds = (performance.now() - began) / 1000;
    watcher.send('end');
    const [{ wrong, slowest, memory }] = (await once(watcher, 'message')) as [Seen];
    if (wrong.length > 0) throw new Error(`A bystander was answered ${wrong[0]}`);
    return { result, seconds, longestWaitMs: slowest.ms, growthMb: memory.peak - memory.idle };
  } finally {
    watcher.disconnect();
  }
}
