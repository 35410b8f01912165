/** @module-tag long */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { buildDriver, buildLogin, buildTrip } from '../builders';
import { cookieHeader } from '../http/cookie-header';
import { cloneDatabase } from '../http/create-test-app';
import { pgbouncerMissing, startPgbouncer } from '../postgres/pgbouncer';
import { kill, startProgram } from '../processes';
import { program } from '../program';

// biome-ignore lint/suspicious/noConsole: a run without an S3 server must say so
if (pgbouncerMissing) console.warn(pgbouncerMissing);

const settings = { timeout: 150_000 };
let database: Awaited<ReturnType<typeof cloneDatabase>>;
let dataDir: string;

beforeEach(async () => {
  database = await cloneDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'trip-log-pooler-'));
  onTestFinished(async () => {
    await database.drop();
    await rm(dataDir, { recursive: true });
  });
});

async function pooled(mode: Parameters<typeof startPgbouncer>[1]) {
  const pooler = await startPgbouncer(database, mode);
  onTestFinished(() => pooler.stop());
  return pooler;
}

function run(name: string, env: Record<string, string>, ...args: string[]) {
  const running = startProgram([program(name), ...args], { DATA_DIR: dataDir, LOG_LEVEL: 'info', ...env });
  onTestFinished(() => kill(running.child));
  return running;
}

/** A holder that signs in, makes a driver, logs trips at once and reads its own. @returns what asks for more */
async function logTripsAs(url: string, trips: number) {
  const call = async (path: string, json?: object, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${url}${path}`, {
      method: json ? 'POST' : 'GET',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: json ? JSON.stringify(json) : null,
    });
    const body = await answer.text();
    expect(answer.status, `${path} ${body}`).toBeLessThan(300);
    return { answer, body };
  };
  const signIn = await call('/api/auth/login', buildLogin());
  const headers = { Cookie: cookieHeader(signIn.answer.headers.getSetCookie()) };
  const driver = JSON.parse((await call('/api/drivers', buildDriver(), headers)).body);
  const log = () => call('/api/trips', buildTrip(driver), { ...headers, 'Idempotency-Key': randomUUID() });
  const read = () => call('/api/trips?limit=10', undefined, headers);
  await Promise.all(Array.from({ length: trips }, (_, index) => (index % 3 ? log() : log().then(read))));
  expect(JSON.parse((await read()).body).total).toBe(trips);
  return (path: string) => call(path, undefined, headers);
}

describe.skipIf(pgbouncerMissing).each(['transaction', 'session'] as const)(
  'behind PgBouncer in %s mode',
  settings,
  (mode) => {
    test('holders sign in, log trips and export them at once, and see their own alone', async () => {
      const pooler = await pooled(mode);
      const server = run('index', { DATABASE_URL: pooler.url, MIGRATIONS_DATABASE_URL: database.ownerUrl });
      const url = await server.ready;
      const [get] = await Promise.all(Array.from({ length: 10 }, () => logTripsAs(url, 12)));
      for (const path of ['/api/statistics/recent', '/api/export/trips?format=csv', '/api/export/everything'])
        await get?.(path);
      expect((await fetch(`${url}/readyz`)).status).toBe(200);
      const faults = server.log.map((line) => JSON.parse(line)).filter(({ level }) => level >= 50);
      expect(faults, pooler.log()).toEqual([]);
    });

    test('a database that is up to date needs no other address, however often the server starts', async () => {
      const { url } = await pooled(mode);
      for (let start = 0; start < 2; start += 1) {
        const server = run('index', { DATABASE_URL: url, MIGRATIONS_DATABASE_URL: '' });
        await logTripsAs(await server.ready, 3);
        server.child.kill('SIGTERM');
        expect((await server.ended).code).toBe(0);
      }
      const client = new pg.Client(database.ownerUrl);
      await client.connect();
      // the server has databases of other tests, too
      const { rows } = await client.query(
        `select mode from pg_locks join pg_database on pg_database.oid = database
         where locktype = 'advisory' and datname = current_database()`,
      );
      await client.end();
      expect(rows, 'no lock is left on a connection of the pooler').toEqual([]);
    });
  },
);

describe.skipIf(pgbouncerMissing)('in transaction mode', settings, () => {
  const REFUSAL =
    'Migrations and backups need their own connection, and this pooler gives each transaction another. Name PostgreSQL itself in MIGRATIONS_DATABASE_URL: docs/operations.md#a-pooler';

  test('what needs its own connection says that the pooler gives none', async () => {
    const { url, ownerUrl } = await pooled('transaction');
    const env = { DATABASE_URL: url, MIGRATIONS_DATABASE_URL: ownerUrl };
    for (const [name, ...args] of [['index'], ['backup', '--to', join(dataDir, 'backup')]] as const) {
      const { code, errors } = await run(name, env, ...args).ended;
      expect([name, code, errors]).toEqual([name, 1, `${REFUSAL}\n`]);
    }
    const doctor = run('doctor', env);
    expect((await doctor.ended).code).toBe(1);
    expect(doctor.log.filter((line) => line.startsWith('wrong  role'))).toEqual([
      `wrong  role        ${REFUSAL}`,
    ]);
  });
});
