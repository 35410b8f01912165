import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drivers, trips } from '@shared/tables/trips';
import { sql } from 'drizzle-orm';
import supertest from 'supertest';
import { expect, type TestContext } from 'vitest';
import { createApp } from '../../app';
import { readConfig } from '../../config';
import { demoDrivers, demoTrips, seededRandom } from '../../features/demo/demo-data';
import { connectDatabase, type Db, onlyRow } from '../../lib/database/db';
import { asService } from '../../lib/database/isolation';
import { migrateDatabase } from '../../lib/database/migrate';
import { openDatabase } from '../../lib/database/open-database';
import { readSessionSecrets } from '../../lib/http/session-secret';
import { deriveKeys } from '../../lib/keys';
import { createMailer } from '../../lib/mail/mailer';
import { openObjectStore } from '../../lib/storage/open-object-store';
import { createThrottle } from '../../lib/throttle';
import { buildLogin, buildTrip } from '../builders';
import { asBuffer } from '../documents/as-buffer';
import { plainPicture } from '../documents/pictures';
import { insertFullHolder } from '../full-holder';
import { cookieHeader } from '../http/cookie-header';
import { TEST_DEPS, TEST_NOW } from '../http/create-test-app';
import { wrongTotals } from '../postgres/wrong-totals';

const TRIPS = 1500;
const HOST = 'localhost';

/** A folder that is removed with all that is in it when the test is over. */
export async function temporaryFolder({ onTestFinished }: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'trip-log-backup-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

/** Opens an installation as the server does, but with the tests' clock. */
export async function openInstallation({ onTestFinished }: TestContext, env: Record<string, string>) {
  const config = readConfig(env);
  const database = await openDatabase(config);
  await migrateDatabase(database);
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
export type TestInstallation = Awaited<ReturnType<typeof openInstallation>>;

/**
 * Fills an installation, mostly through its API: every table has rows, every store has files.
 * @param count of the trips, at least 20
 */
export async function fill({ agent, db, storage }: TestInstallation, count = TRIPS) {
  // what takes a mail or a passkey is not filled through the API
  const full = await insertFullHolder({ db, storage }, { mark: 'Full', postcode: '4066' });
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
  const made = [...demoTrips(count, { drivers: team, places }, TEST_NOW, random)].map((trip) => ({
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
    .send({ ids: stored.slice(1, 20).map(({ id }) => id) })
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
  return { cookie: cookieOf(login), details, driver, full };
}

const cookieOf = ({ headers }: { headers: Record<string, unknown> }) => cookieHeader(headers['set-cookie']);

async function importTrip(agent: TestInstallation['agent'], licence: string): Promise<void> {
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

async function upload(agent: TestInstallation['agent']): Promise<string> {
  const { uploadURL } = (await agent.post('/api/objects/upload').expect(200)).body;
  const { pathname, search } = new URL(uploadURL);
  await agent
    .put(pathname + search)
    .set('Content-Type', 'image/png')
    .send(await plainPicture(200, 100))
    .expect(200);
  return uploadURL;
}

/** The number of rows of each table, and a hash of their content, but of what is counted of requests: reading the documents counts. */
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
async function documentsOf({ agent }: TestInstallation, cookie: string) {
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
export async function stateOf(installation: TestInstallation, cookie: string) {
  const logo = await installation.agent.get('/api/auth/me').set('Cookie', cookie).expect(200);
  await installation.agent.get(logo.body.logoUrl).expect(200);
  return { documents: await documentsOf(installation, cookie), tables: await tablesOf(installation.db) };
}

/** Triggers and constraints are restored too, not only rows. */
export async function expectWorks(
  { agent, db }: TestInstallation,
  cookie: string,
  driver: { id: string; driverAuthorityLicense: string },
) {
  await agent.post('/api/trips').set('Cookie', cookie).send(buildTrip(driver)).expect(201);
  expect(await wrongTotals(db)).toEqual([]);
  await expect(db.execute(sql`delete from audit_events`)).rejects.toThrow();
  await expect(db.execute(sql`delete from drivers`)).rejects.toThrow();
}

/** Checks that only the sessions are missing: a holder signs in again, and gets the same documents to the byte. */
export async function expectRestored(
  restored: TestInstallation,
  before: Awaited<ReturnType<typeof stateOf>>,
  { cookie, details, driver }: Pick<Awaited<ReturnType<typeof fill>>, 'cookie' | 'details' | 'driver'>,
) {
  const { 'public.mail_hold': hold, ...tables } = await tablesOf(restored.db);
  expect(hold?.rows, 'its mails are held').toBe(1);
  const { 'public.mail_hold': _, ...expected } = before.tables;
  expect(tables).toEqual({ ...expected, 'public.session': { rows: 0, hash: null } });
  await restored.agent.get('/api/auth/me').set('Cookie', cookie).expect(401);
  const newCookie = cookieOf(await restored.agent.post('/api/auth/login').send(details).expect(200));
  expect(await stateOf(restored, newCookie)).toMatchObject({ documents: before.documents });
  await expectWorks(restored, newCookie, driver);
}
