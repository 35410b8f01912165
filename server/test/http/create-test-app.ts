import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rateLimits } from '@shared/tables/holders';
import type { Express } from 'express';
import supertest from 'supertest';
import { afterAll, beforeAll, inject } from 'vitest';
import { createApp } from '../../app';
import { connectDatabase, type Db, TIMEOUTS } from '../../lib/database/db';
import { asService } from '../../lib/database/isolation';
import type { DatabaseUrls } from '../../lib/database/migrate';
import type { AppDeps } from '../../lib/deps';
import { deriveKeys } from '../../lib/keys';
import { createLogger } from '../../lib/logger';
import { createMailer } from '../../lib/mail/mailer';
import { createDiskStore } from '../../lib/storage/disk-object-store';
import type { ObjectStore } from '../../lib/storage/object-store';
import { createThrottle } from '../../lib/throttle';
import { buildLogin } from '../builders';
import { clusterDatabase } from '../postgres/cluster-database';
import { refuseAsCluster } from '../postgres/cluster-statements';
import { runSql } from '../postgres/run-sql';
import { TEST_DATABASE } from '../postgres/test-database';
import type { TestUrls } from '../postgres/test-postgres';

/** Noon of a Saturday in Brisbane, in Q2 2026 of the financial year 2026-2027. */
export const TEST_NOW = new Date('2026-11-21T02:00:00Z');

const TEST_KEYS = deriveKeys(['a secret that is only good for tests']);

/** An empty object store in a temporary folder; `drop` removes it. */
export async function createTestStore(): Promise<{ storage: ObjectStore; drop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'trip-log-objects-'));
  return {
    storage: createDiskStore(folder, TEST_KEYS.uploads),
    drop: () => rm(folder, { recursive: true, force: true }),
  };
}

/** The parts that every test's app is built from, except those that each test file makes for itself. */
export const TEST_DEPS: Omit<AppDeps, 'db' | 'healthDb' | 'storage' | 'mailer' | 'throttle'> = {
  clock: () => TEST_NOW,
  log: createLogger('silent'),
  config: {
    demo: true,
    selfRegistration: 'on',
    signInCodes: false,
    trustProxy: 0,
    publicUrl: 'http://trips.example.org',
    checkAnswers: true,
    mailPerHour: 1000,
    mailPerHolderADay: 500,
    maxDrivers: 2000,
    maxRecipients: 100,
  },
  keys: TEST_KEYS,
  codeCost: 2,
  lifecycle: { stopping: false, underWay: new Set() },
};

export type TestApp = {
  app: Express;
  /** Serves the app; connections are kept from one request to the next. */
  server: Server;
  /** Sees every holder's rows, unlike the app's. */
  db: Db;
  storage: ObjectStore;
  /** The parts of the app. */
  deps: AppDeps;
  /** Its mails are files in the folder `outbox` in here. */
  dataDir: string;
  /** The addresses of its database. */
  urls: DatabaseUrls;
  /** Runs statements that the app's role may not. */
  asOwner(sql: string): Promise<void>;
  /** Moves the app's clock; what the throttle counts stays counted. */
  setNow(now: Date | string): void;
  /** Ends every window that the throttle counts in. */
  endWindows(): Promise<void>;
  /** A signed-in browser of a new holder. */
  signIn(overrides?: Parameters<typeof buildLogin>[0]): Promise<SignedIn>;
};
export type SignedIn = {
  agent: ReturnType<typeof supertest.agent>;
  holderId: string;
  login: ReturnType<typeof buildLogin>;
};

const onServer = (url: string, sql: string) =>
  runSql(Object.assign(new URL(url), { pathname: '/postgres' }).href, sql);

/**
 * A new database, cloned from the migrated template, or on the cluster if TEST_DATABASE says so; `drop` removes it. The app's role uses it by `url`; only its owner, by
 * `ownerUrl`, may change tables.
 */
export async function cloneDatabase(
  template: TestUrls = inject('template'),
): Promise<TestUrls & { drop(): Promise<void> }> {
  if (TEST_DATABASE === 'cluster') return clusterDatabase();
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const from = new URL(template.ownerUrl).pathname.slice(1);
  await onServer(template.ownerUrl, `create database ${name} template ${from} strategy file_copy`);
  const clone = (url: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href;
  return {
    url: clone(template.url),
    ownerUrl: clone(template.ownerUrl),
    socketUrl: template.socketUrl && clone(template.socketUrl),
    drop: () => onServer(template.ownerUrl, `drop database ${name} with (force)`),
  };
}

/**
 * Gives the tests of a file, or of a `describe`, an app with its own database. Call it at the top.
 * @param openStore its object store, if not a temporary folder
 * @param openDatabase its database, if not a clone of the template
 */
export function createTestApp(
  overrides: Partial<AppDeps['config']> = {},
  openStore: typeof createTestStore = createTestStore,
  openDatabase: () => ReturnType<typeof cloneDatabase> = cloneDatabase,
): TestApp {
  const test = {} as TestApp;
  let now = TEST_NOW;
  let drop: () => Promise<unknown>;

  beforeAll(async () => {
    const [database, store] = await Promise.all([openDatabase(), openStore()]);
    test.dataDir = await mkdtemp(join(tmpdir(), 'trip-log-data-'));
    drop = () => Promise.all([database.drop(), store.drop(), rm(test.dataDir, { recursive: true })]);
    test.storage = store.storage;
    test.urls = database;
    test.asOwner = (sql) => runSql(database.ownerUrl, sql);
    // in tests heavy work is done by the same process
    const url = database.socketUrl ?? database.url;
    const db = connectDatabase(url, { onError: () => {}, timeouts: TIMEOUTS.heavy });
    db.$client.on('connect', refuseAsCluster);
    test.db = asService(db);
    const healthDb = connectDatabase(url, { onError: () => {}, max: 1, timeouts: TIMEOUTS.health });
    test.deps = {
      ...TEST_DEPS,
      db,
      healthDb,
      storage: test.storage,
      mailer: createMailer({
        smtpUrl: undefined,
        mailFrom: 'Trip Log <reports@example.org>',
        dataDir: test.dataDir,
      }),
      throttle: createThrottle(db, TEST_KEYS),
      clock: () => now,
      config: { ...TEST_DEPS.config, ...overrides },
    };
    test.app = createApp(test.deps);
    test.server = createServer(test.app).listen(0, '127.0.0.1');
    await once(test.server, 'listening');
  });
  afterAll(async () => {
    test.server.close();
    test.server.closeAllConnections();
    // as a process that stops does: a mail that is still written would need the folder
    await Promise.all(test.deps.lifecycle.underWay);
    await Promise.all([test.deps.db.$client.end(), test.deps.healthDb.$client.end()]);
    await drop();
  });

  test.setNow = (to) => {
    now = new Date(to);
  };
  test.endWindows = async () => {
    await test.db.update(rateLimits).set({ expire: 0 });
  };
  test.signIn = async (details) => {
    const login = buildLogin(details);
    const agent = supertest.agent(test.server);
    const { body } = await agent.post('/api/auth/login').send(login).expect(200);
    return { agent, holderId: body.beaHolder.id, login };
  };
  return test;
}
