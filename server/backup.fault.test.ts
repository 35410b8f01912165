import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { drivers, trips } from '@shared/tables/trips';
import { sql } from 'drizzle-orm';
import supertest from 'supertest';
import { expect, type TestContext, test } from 'vitest';
import { createApp } from './app';
import { readConfig } from './config';
import { connectDatabase, type Db, onlyRow } from './lib/database/db';
import { asService } from './lib/database/isolation';
import { migrateDatabase } from './lib/database/migrate';
import { openDatabase } from './lib/database/open-database';
import { readSessionSecrets } from './lib/http/session-secret';
import { deriveKeys } from './lib/keys';
import { createMailer } from './lib/mail/mailer';
import { openObjectStore } from './lib/storage/open-object-store';
import { createThrottle } from './lib/throttle';
import { demoDrivers, demoTrips, seededRandom } from './scripts/demo-data';
import { buildLogin, buildTrip } from './test/builders';
import { asBuffer } from './test/documents/as-buffer';
import { plainPicture } from './test/documents/pictures';
import { insertFullHolder } from './test/full-holder';
import { cookieHeader } from './test/http/cookie-header';
import { runSql, TEST_DEPS, TEST_NOW } from './test/http/create-test-app';
import { postgresMissing, startInstalledPostgres } from './test/postgres/installed-postgres';
import { wrongTotals } from './test/postgres/wrong-totals';

const TRIPS = 1500;
const HOST = 'localhost';
const settings = { timeout: 300_000 };

const run = promisify(execFile);

async function temporaryFolder({ onTestFinished }: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'trip-log-backup-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

/** Opens an installation as the server does, but with the tests' clock. */
async function openInstallation({ onTestFinished }: TestContext, env: Record<string, string>) {
  const config = readConfig(env);
  const database = await openDatabase(config);
  await migrateDatabase(database, 'migrations');
  const db = connectDatabase(database.url, { onError: () => {} });
  const keys = deriveKeys(await readSessionSecrets(config));
  const storage = await openObjectStore(config, keys.uploads);
  const deps = {
    ...TEST_DEPS,
    db,
    healthDb: db,
    storage,
    mailer: createMailer(config),
    config,
    keys,
    throttle: createThrottle(db, keys),
  };
  let isOpen = true;
  const close = async () => {
    if (!isOpen) return;
    isOpen = false;
    await db.$client.end();
    await database.release();
  };
  onTestFinished(close);
  return { db: asService(db), storage, agent: supertest.agent(createApp(deps)).set('Host', HOST), close };
}
type Installation = Awaited<ReturnType<typeof openInstallation>>;

/** Fills an installation, mostly through its API: every table has rows, every store has files. */
async function fill({ agent, db, storage }: Installation) {
  // what takes a mail or a passkey is not filled through the API
  await insertFullHolder({ db, storage }, { mark: 'Full', postcode: '4066' });
  const details = buildLogin();
  const login = await agent.post('/api/auth/login').send(details).expect(200);
  const beaHolderId: string = login.body.beaHolder.id;
  const random = seededRandom(1);
  const team = await db
    .insert(drivers)
    .values(demoDrivers(10, TEST_NOW, random).map((driver) => ({ ...driver, beaHolderId })))
    .returning();
  const places = Array.from({ length: 40 }, (_, n) => ({
    name: `Suburb ${n}`,
    state: 'QLD' as const,
    postcode: String(4000 + n),
  }));
  const made = [...demoTrips(TRIPS, { drivers: team, places }, TEST_NOW, random)].map((trip) => ({
    ...trip,
    beaHolderId,
  }));
  const stored = await db.insert(trips).values(made).returning({ id: trips.id });

  const [driver] = team;
  if (!driver) throw new Error('A demo without drivers');
  await agent.post('/api/trips').set('Idempotency-Key', randomUUID()).send(buildTrip(driver)).expect(201);
  await agent
    .put(`/api/trips/${stored[0]?.id}`)
    .send(buildTrip(driver, { notes: 'Łódź' }))
    .expect(200);
  await agent
    .post('/api/trips/delete')
    .send({ ids: stored.slice(1, 60).map(({ id }) => id) })
    .expect(200);
  await agent
    .post('/api/trips/restore')
    .send({ ids: stored.slice(1, 10).map(({ id }) => id) })
    .expect(200);
  await importTrip(agent, driver.driverAuthorityLicense);
  for (const lodged of [
    { report: 'quarterly', period: 'Q1-2026' },
    { report: 'annual', period: '2025-2026' },
  ]) {
    await agent
      .post('/api/lodgements')
      .send({ ...lodged, lodgedOn: '2026-10-20', reference: 'R-77' })
      .expect(201);
  }
  await agent.post('/api/email-settings').send({ email: 'reports@example.com' }).expect(201);
  await agent
    .put('/api/report-preferences')
    .send({ sendQuarterly: true, sendAnnual: false, detailedBreakdown: true })
    .expect(200);
  await agent
    .put('/api/bea-holders/logo')
    .send({ logoUrl: await upload(agent) })
    .expect(200);
  await upload(agent);
  return { cookie: cookieOf(login), details, driver };
}

const cookieOf = ({ headers }: { headers: Record<string, unknown> }) => cookieHeader(headers['set-cookie']);

async function importTrip(agent: Installation['agent'], licence: string): Promise<void> {
  const file = `Date,Driver,Driver Authority License,Suburb,Postcode,Waiting Time (minutes)\r\n2026-08-20 10:00,,${licence},Toowong,4066,5`;
  const send = (path: string) => agent.post(path).set('Content-Type', 'text/csv');
  const { body } = await send('/api/imports/preview').send(file).expect(200);
  expect(body.counts).toMatchObject({ ready: 1, problem: 0, stored: 0 });
  await send('/api/imports')
    .query({ fileName: 'trips.csv', columns: JSON.stringify(body.columns), tripCount: 1 })
    .set('Idempotency-Key', randomUUID())
    .send(file)
    .expect(201);
}

async function upload(agent: Installation['agent']): Promise<string> {
  const { uploadURL } = (await agent.post('/api/objects/upload').expect(200)).body;
  const { pathname, search } = new URL(uploadURL);
  await agent
    .put(pathname + search)
    .set('Content-Type', 'image/png')
    .send(await plainPicture(200, 100))
    .expect(200);
  return uploadURL;
}

/** The number of rows of each table, and a hash of their content. */
/** Every table's rows, but what is counted of requests: reading the documents counts. */
async function tablesOf(db: Db): Promise<Record<string, { rows: number; hash: string }>> {
  const { rows: tables } = await db.execute<{ name: string }>(
    sql`select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'drizzle')
        and tablename <> 'rate_limits'`,
  );
  const found = tables.map(async ({ name }) => {
    const { rows } = await db.execute<{ rows: number; hash: string }>(
      sql.raw(
        `select count(*)::int as rows, md5(string_agg(t::text, '' order by t::text)) as hash from ${name} t`,
      ),
    );
    return [name, onlyRow(rows)] as const;
  });
  return Object.fromEntries(await Promise.all(found));
}

/** A hash of each document that can be downloaded. */
async function documentsOf({ agent }: Installation, cookie: string) {
  const year = { financialYear: '2025-2026' };
  const calls = {
    quarterly: agent
      .post('/api/reports/quarterly')
      .send({ quarter: 'Q1', year: 2026, detailedBreakdown: true }),
    annual: agent.post('/api/reports/annual').send(year),
    f5320: agent.post('/api/reports/tmr-filled-form').send(year),
    workbook: agent.get('/api/export/trips'),
    everything: agent.get('/api/export/everything'),
  };
  const hashes: Record<string, string> = {};
  for (const [name, call] of Object.entries(calls)) {
    const { body } = await call.set('Cookie', cookie).buffer(true).parse(asBuffer).expect(200);
    expect(body.length).toBeGreaterThan(2000);
    hashes[name] = createHash('sha256').update(body).digest('hex');
  }
  return hashes;
}

/** Everything that a backup must restore. */
async function stateOf(installation: Installation, cookie: string) {
  const logo = await installation.agent.get('/api/auth/me').set('Cookie', cookie).expect(200);
  await installation.agent.get(logo.body.logoUrl).expect(200);
  return { documents: await documentsOf(installation, cookie), tables: await tablesOf(installation.db) };
}

/** Triggers and constraints are restored too, not only rows. */
async function expectWorks(
  { agent, db }: Installation,
  cookie: string,
  driver: { id: string; driverAuthorityLicense: string },
) {
  await agent.post('/api/trips').set('Cookie', cookie).send(buildTrip(driver)).expect(201);
  expect(await wrongTotals(db)).toEqual([]);
  await expect(db.execute(sql`delete from audit_events`)).rejects.toThrow();
  await expect(db.execute(sql`delete from drivers`)).rejects.toThrow();
}

test(
  'a copy of a stopped installation with its embedded database has the same data and documents, to the byte',
  settings,
  async (context) => {
    const folder = await temporaryFolder(context);
    const [dataDir, copy] = [join(folder, 'data'), join(folder, 'copy')];
    const installation = await openInstallation(context, { DATA_DIR: dataDir });
    const { cookie, driver } = await fill(installation);
    const before = await stateOf(installation, cookie);
    expect(Object.entries(before.tables).filter(([, { rows }]) => rows === 0)).toEqual([]);
    await installation.close();
    await run('cp', ['-a', dataDir, copy]);
    await rename(dataDir, join(folder, 'lost'));

    const restored = await openInstallation(context, { DATA_DIR: copy });
    expect(await stateOf(restored, cookie)).toEqual(before);
    await expectWorks(restored, cookie, driver);
  },
);

// biome-ignore lint/suspicious/noConsole: a run without pg_dump must say so
if (postgresMissing) console.warn(postgresMissing);

test.skipIf(postgresMissing)(
  'a dump of DATABASE_URL, restored into an empty database, has the same data and documents, to the byte',
  settings,
  async (context) => {
    const postgres = await startInstalledPostgres();
    context.onTestFinished(() => postgres.stop());
    const folder = await temporaryFolder(context);
    const [dataDir, copy, dump] = [join(folder, 'data'), join(folder, 'copy'), join(folder, 'trip-log.dump')];
    const owner = await postgres.createDatabase('triplog');
    await runSql(owner, 'create role service login');
    const asService = (url: string) => Object.assign(new URL(url), { username: 'service' }).href;
    const open = (url: string, DATA_DIR: string) =>
      openInstallation(context, { DATABASE_URL: asService(url), MIGRATIONS_DATABASE_URL: url, DATA_DIR });
    const installation = await open(owner, dataDir);
    const { cookie, details, driver } = await fill(installation);
    const before = await stateOf(installation, cookie);
    // while the server runs: pg_dump reads one snapshot
    const dumpOptions = ['--format=custom', '--exclude-table-data=session', `--file=${dump}`];
    await postgres.run('pg_dump', ...dumpOptions, owner);
    await run('cp', ['-a', dataDir, copy]);
    await installation.close();

    const empty = await postgres.createDatabase('restored');
    const restoreOptions = ['--exit-on-error', '--no-owner', '--no-privileges', `--dbname=${empty}`];
    await postgres.run('pg_restore', ...restoreOptions, dump);
    const restored = await open(empty, copy);
    const withoutSessions = { ...before.tables, 'public.session': { rows: 0, hash: null } };
    expect(await tablesOf(restored.db)).toEqual(withoutSessions);
    await restored.agent.get('/api/auth/me').set('Cookie', cookie).expect(401);
    const newCookie = cookieOf(await restored.agent.post('/api/auth/login').send(details).expect(200));
    expect(await stateOf(restored, newCookie)).toMatchObject({ documents: before.documents });
    await expectWorks(restored, newCookie, driver);
  },
);
