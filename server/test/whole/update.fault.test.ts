/** What an update of the database does to those who use it, and what is left where it is broken off. */
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { connectDatabase } from '../../lib/database/db';
import { migrateDatabase } from '../../lib/database/migrate';
import { openDatabase } from '../../lib/database/open-database';
import { signInAttacker } from '../attacks/attacker';
import { buildDriver, buildTrip } from '../builders';
import { addBaselineTrips, fillBaseline, readFilled } from '../migrations/fill-baseline';
import { writeNextMigrations } from '../migrations/next-version';
import { ownedDatabase } from '../postgres/owned-database';
import { wrongTotals } from '../postgres/wrong-totals';
import { freePort, kill, startProgram } from '../processes';
import { program } from '../program';
import { mountSmallDisk, smallDiskMissing } from '../small-disk';

const PATIENTLY = { timeout: 60_000, interval: 50 };
const patiently = { timeout: 180_000 };

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'trip-log-update-'));
  onTestFinished(() => rm(made, { recursive: true, force: true, maxRetries: 5 }));
  return made;
}

const EMBEDDED = { DATABASE_URL: '', MIGRATIONS_DATABASE_URL: '' };

/** Uses the embedded database of a folder. */
async function inDatabase<T>(dataDir: string, use: (ownerUrl: string) => Promise<T>): Promise<T> {
  const { ownerUrl, release } = await openDatabase({ dataDir });
  return use(ownerUrl).finally(release);
}

/** What the first version stored, in figures and sums that no update may change. */
const readSums = (ownerUrl: string) =>
  query(
    ownerUrl,
    `select (select count(*) from audit_events) as events, count(*) as trips, sum(waiting_time) as waiting,
      sum(hashtextextended(concat_ws('|', id, driver_id, suburb, postcode, datetime, version), 0)) as sum from trips`,
  );

async function totalsOf(ownerUrl: string): Promise<unknown[]> {
  const db = connectDatabase(ownerUrl, { onError: () => {}, timeouts: {} });
  return wrongTotals(db).finally(() => db.$client.end());
}

/** A folder to start a program in that has the next version's migrations: these and one more. */
async function nextVersion(sql: string): Promise<string> {
  const cwd = await folder();
  await writeNextMigrations(join(cwd, 'migrations'), sql, `select 'next';`);
  return cwd;
}

function start(env: Record<string, string>, cwd?: string, name = 'index') {
  const server = startProgram([program(name)], { LOG_LEVEL: 'info', ...env }, { cwd });
  onTestFinished(() => kill(server.child));
  const said = (what: string | RegExp) =>
    vi.waitFor(() => {
      const found = server.log.find((line) => line.match(what));
      if (!found) throw new Error(`${what} is not in the log:\n${server.log.join('\n')}`);
      return found;
    }, PATIENTLY);
  return { ...server, said };
}

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return (await client.query(sql).finally(() => client.end())).rows;
}

const namesOfTables = (url: string) =>
  query(url, `select relname from pg_class where relnamespace = 'public'::regnamespace`);

async function portInUse(): Promise<string> {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  onTestFinished(() => void other.close());
  return String((other.address() as AddressInfo).port);
}

describe('a start that cannot serve', patiently, () => {
  test.each([
    ['PORT', {}],
    ['PORT', { WEB_CONCURRENCY: '2' }],
    ['METRICS_PORT', { WEB_CONCURRENCY: '2' }],
  ])('because %s is in use makes no table and no embedded database: %j', async (name, more) => {
    const { url, ownerUrl } = await ownedDatabase({ onTestFinished });
    const env = { DATA_DIR: await folder(), [name]: await portInUse(), ...more };
    const own = { DATABASE_URL: url, MIGRATIONS_DATABASE_URL: ownerUrl };
    for (const database of [own, EMBEDDED]) {
      const { code, errors } = await start({ ...env, ...database }).ended;
      expect([code, errors]).toEqual([
        1,
        expect.stringMatching(/^Port \d+ on .* is in use by another program/),
      ]);
    }
    expect(await namesOfTables(ownerUrl)).toEqual([]);
    expect(existsSync(join(env.DATA_DIR, 'postgres'))).toBe(false);
  });
});

describe('while a server starts', patiently, () => {
  test.each<Record<string, string>>([{}, { WEB_CONCURRENCY: '2' }])(
    'what is asked is answered by the app, and the port stays open: %j',
    async (more) => {
      const { url, ownerUrl } = await ownedDatabase({ onTestFinished });
      const env = { DATABASE_URL: url, MIGRATIONS_DATABASE_URL: ownerUrl, DATA_DIR: await folder() };
      const address = `http://127.0.0.1:${await freePort()}`;
      const server = start({ ...env, ...more, PORT: new URL(address).port });
      const isAlive = async () => expect((await fetch(`${address}/healthz`)).status).toBe(200);
      await vi.waitFor(isAlive, { timeout: 60_000, interval: 2 });
      const asked = performance.now();
      const early = fetch(`${address}/api/auth/me`).then(({ status }) => ({
        status,
        took: performance.now() - asked,
      }));
      const ready = await fetch(`${address}/readyz`);
      expect([ready.status, await ready.json()]).toEqual([503, { status: 'not ready', reason: 'starting' }]);
      let isReady = false;
      const untilReady = server.ready.finally(() => {
        isReady = true;
      });
      let refused = 0;
      while (!isReady) await isAlive().catch(() => (refused += 1));
      await untilReady;
      // the port passes from the first process to its workers in less than a millisecond
      expect(refused).toBeLessThanOrEqual(more.WEB_CONCURRENCY ? 1 : 0);
      const { status, took } = await early;
      expect(status, `${took} ms`).toBe(took < 9_500 ? 401 : 503);
      server.child.kill('SIGTERM');
      expect(await server.ended).toEqual({ code: 0, errors: '' });
    },
  );
});

describe('while the database is updated', patiently, () => {
  /** A database of this version, and the variables of a server that uses it. */
  async function installation() {
    const urls = await ownedDatabase({ onTestFinished });
    await migrateDatabase(urls);
    const env = { DATABASE_URL: urls.url, MIGRATIONS_DATABASE_URL: urls.ownerUrl, DATA_DIR: await folder() };
    return { ...urls, env };
  }

  test.each<Record<string, string>>([{}, { WEB_CONCURRENCY: '2' }])(
    'a server answers what it does, and then serves: %j',
    async (more) => {
      const { env } = await installation();
      const PORT = String(await freePort());
      // longer than requests wait for the app
      const cwd = await nextVersion('select pg_sleep(14)');
      const server = start({ ...env, ...more, PORT }, cwd);
      await server.said('updating the database: 1 of 1, 9999_next"');
      const ask = async (path: string, init?: RequestInit) => {
        const answer = await fetch(`http://127.0.0.1:${PORT}${path}`, init);
        return { status: answer.status, headers: answer.headers, text: await answer.text() };
      };
      const { status, text } = await ask('/healthz');
      const { version } = JSON.parse(await readFile('package.json', 'utf8'));
      expect([status, JSON.parse(text)]).toEqual([200, { status: 'ok', version }]);
      const ready = await ask('/readyz');
      const notReady = { status: 'not ready', reason: 'updating', progress: '1 of 1, 9999_next' };
      expect([ready.status, JSON.parse(ready.text)]).toEqual([503, notReady]);
      const login = await ask('/api/auth/login', { method: 'POST', body: '{}' });
      expect([login.status, JSON.parse(login.text)]).toEqual([
        503,
        { code: 'unavailable', message: 'Trip Log is starting. Please try again in a moment.' },
      ]);
      const page = await ask('/', { headers: { accept: 'text/html' } });
      expect([page.status, page.headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8']);
      expect(page.text).toContain('<h1>Trip Log is starting</h1>');
      expect(page.headers.get('refresh'), 'the browser asks again').toBe('2');
      for (const { headers } of [ready, login, page]) {
        expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
        expect(headers.get('cache-control')).toBe('no-store');
      }
      await server.said(/updating the database: 1 of 1, 9999_next, for \d\.\d s/);
      await server.ready;
      await server.said(/the database is up to date, after \d+\.\d s/);
      expect((await ask('/readyz')).status).toBe(200);
      expect((await ask('/api/auth/me')).status).toBe(401);
      server.child.kill('SIGTERM');
      expect(await server.ended).toEqual({ code: 0, errors: '' });
    },
  );

  test('a stop then undoes it, and a second process waits for the first', async () => {
    const { env, ownerUrl } = await installation();
    const cwd = await nextVersion('create table added (id int); select pg_sleep(3)');
    const first = start(env, cwd);
    await first.said('1 of 1, 9999_next');
    const second = start(env, cwd, 'migrate');
    await second.said('another process has begun, which is waited for');
    first.child.kill('SIGTERM');
    expect(await first.ended).toEqual({ code: 0, errors: '' });
    expect(await second.ended).toEqual({ code: 0, errors: '' });
    expect(second.log.at(-1)).toBe('The database is as this version needs it.');
    expect((await namesOfTables(ownerUrl)).map(({ relname }) => relname)).toContain('added');
    // the owner is needed for updates only
    const server = start({ ...env, MIGRATIONS_DATABASE_URL: '' }, cwd);
    expect((await fetch(`${await server.ready}/readyz`)).status).toBe(200);
  });

  test('a server of the version before logs each trip, and never waits for long', async () => {
    const { env, ownerUrl } = await installation();
    const before = start(env);
    const holder = await signInAttacker(await before.ready);
    const { body } = await holder.ask({ path: '/api/drivers', json: buildDriver() });
    const driver = JSON.parse(body.toString());
    // someone reads trips for long: the update waits, and no one waits for it
    const reader = new pg.Client({ connectionString: ownerUrl });
    await reader.connect();
    await reader.query('begin; select count(*) from trips');
    const cwd = await nextVersion('alter table trips add column added text');
    const after = start(env, cwd);
    let isUpdated = false;
    const update = (async () => {
      await after.said(
        /nothing is stored yet, because other work has its tables in use; try 3 of 100 follows/,
      );
      await reader.end();
      await after.ready;
      isUpdated = true;
    })();
    const answers: { status: number; took: number }[] = [];
    for (let i = 0; !isUpdated || i % 20 > 0; i += 1) {
      const since = performance.now();
      const { status } = await holder.ask({ path: '/api/trips', json: buildTrip(driver) });
      answers.push({ status, took: performance.now() - since });
    }
    await update;
    expect(
      answers.filter(({ status }) => status !== 201),
      before.log.filter((line) => /"level":50/.test(line)).join('\n'),
    ).toEqual([]);
    expect(Math.max(...answers.map(({ took }) => took))).toBeLessThan(3_000);
    const [stored] = await query(
      ownerUrl,
      'select count(*)::int as trips, count(added)::int as added from trips',
    );
    expect(stored).toEqual({ trips: answers.length, added: 0 });
    expect(await totalsOf(ownerUrl)).toEqual([]);
  });
});

/** Kills an update from the first version twice with its server, and once with PostgreSQL. */
async function killUpdate(count: number): Promise<void> {
  const DATA_DIR = await folder();
  const before = await inDatabase(DATA_DIR, async (ownerUrl) => {
    await fillBaseline({ ownerUrl }, await readFilled());
    await addBaselineTrips(ownerUrl, count);
    return readSums(ownerUrl);
  });
  expect(Number(before[0]?.trips)).toBeGreaterThan(count);
  const cwd = await nextVersion('select pg_sleep(2)');
  const startAndWait = async () => {
    const server = start({ ...EMBEDDED, DATA_DIR }, cwd);
    await server.said(/updating the database: (\d+) of \1, 9999_next"/);
    return server;
  };
  for (let times = 0; times < 2; times += 1) {
    const server = await startAndWait();
    await kill(server.child);
    const applied = 'select count(*)::int as applied from drizzle.__drizzle_migrations';
    expect(await inDatabase(DATA_DIR, (url) => query(url, applied))).toEqual([{ applied: 1 }]);
  }
  const server = await startAndWait();
  await inDatabase(DATA_DIR, async (ownerUrl) => {
    const [backend] = await query(
      ownerUrl,
      `select pid from pg_stat_activity where query = 'select pg_sleep(2)'`,
    );
    process.kill(Number(backend?.pid), 'SIGKILL');
    await server.said(/nothing is stored yet, because PostgreSQL went away .*; try 2 of 100 follows/);
    expect((await fetch(`${await server.ready}/readyz`)).status).toBe(200);
    expect(await readSums(ownerUrl)).toEqual(before);
    expect(await totalsOf(ownerUrl)).toEqual([]);
  });
  server.child.kill('SIGTERM');
  expect(await server.ended).toEqual({ code: 0, errors: '' });
}

describe('an update from the first version that is killed three times', { timeout: 900_000 }, () => {
  test('loses nothing, and is done by the next try', () => killUpdate(2_000));
  test('nor does it of 400,000 trips', { tags: 'long' }, () => killUpdate(400_000));
});

describe.skipIf(smallDiskMissing)('on a full disk', { timeout: 300_000 }, () => {
  const FULL = 'The disk of DATA_DIR is full, and';
  const ADVICE = 'Make room, then start again: docs/operations.md#the-disk-is-full\n';

  test('a first start and an update end in words with nothing half done, and go on once there is room', async () => {
    const disk = mountSmallDisk(20);
    onTestFinished(() => disk.unmount());
    const DATA_DIR = join(disk.folder, 'data');
    const env = { ...EMBEDDED, DATA_DIR };
    expect(await start(env).ended).toEqual({
      code: 1,
      errors: `${FULL} the embedded PostgreSQL does not start. ${ADVICE}`,
    });
    disk.resize(200);
    const first = start(env);
    const holder = await signInAttacker(await first.ready);
    const { body } = await holder.ask({ path: '/api/drivers', json: buildDriver() });
    await holder.ask({ path: '/api/trips', json: buildTrip(JSON.parse(body.toString())) });
    first.child.kill('SIGTERM');
    await first.ended;
    const before = await inDatabase(DATA_DIR, readSums);

    const cwd = await nextVersion(
      'create table big as select md5(n::text) a, md5((-n)::text) b from generate_series(1, 3000000) n',
    );
    expect(await start(env, cwd).ended).toEqual({
      code: 1,
      errors: `${FULL} nothing of the update is stored. ${ADVICE}`,
    });
    disk.resize(1000);
    const again = start(env, cwd);
    await again.ready;
    expect(await inDatabase(DATA_DIR, readSums)).toEqual(before);
    again.child.kill('SIGTERM');
    expect(await again.ended).toEqual({ code: 0, errors: '' });
  });
});
