import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CreateTrip } from '@shared/trips/trips';
import { expect, type TestContext, test, vi } from 'vitest';
import { connectDatabase, type Db } from '../../lib/database/db';
import { asService } from '../../lib/database/isolation';
import { startCluster } from '../../lib/embedded-postgres/cluster';
import { startEmbeddedPostgres } from '../../lib/embedded-postgres/embedded-postgres';
import { buildLogin, buildTrip, insertDriver } from '../builders';
import { cookieHeader } from '../http/cookie-header';
import { cloneDatabase } from '../http/create-test-app';
import { expectStoredOnce } from '../postgres/stored-once';
import { freePort, kill, startProgram } from '../processes';
import { program } from '../program';

const KILLS = 5;
const CLIENTS = 8;
const RETRY_MS = 50;
const PAUSE_MS = 20;
/** An answer that takes longer than this counts as none. */
const HANGS_MS = 30_000;
/** The same of a document or a file: it waits up to 30 seconds for its turn, and is made in up to 60. */
const HEAVY_HANGS_MS = 100_000;

const settings = { timeout: 600_000 };
const long = { ...settings, tags: 'long' };
const patiently = { timeout: 120_000, interval: 5 };
const forHeavyWork = { ...patiently, timeout: 240_000 };

async function temporaryFolder({ onTestFinished }: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'trip-log-faults-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

function connect({ onTestFinished }: TestContext, databaseUrl: string): Db {
  const db = connectDatabase(databaseUrl, { onError: () => {} });
  onTestFinished(() => db.$client.end());
  return asService(db);
}

/** A server on its own port, which stays the same over restarts. */
async function serverOf({ onTestFinished }: TestContext, env: Record<string, string>) {
  const PORT = String(await freePort());
  let running: ReturnType<typeof startProgram>;
  const server = {
    url: `http://127.0.0.1:${PORT}`,
    start() {
      running = startProgram([program('index')], { ...env, PORT });
    },
    ready: () =>
      vi.waitFor(async () => expect((await ask(server.url, { path: '/readyz' })).status).toBe(200), {
        ...patiently,
        interval: 50,
      }),
    kill: () => kill(running.child),
    async stop() {
      running.child.kill('SIGTERM');
      return running.ended;
    },
  };
  server.start();
  onTestFinished(() => server.kill());
  await server.ready();
  return server;
}

type Call = {
  path: string;
  method?: string;
  body?: object;
  headers?: Record<string, string>;
  isHeavy?: boolean;
};
type Answer = {
  status: number | 'broken' | 'no answer';
  retryAfter?: string | null;
  cookie?: string | undefined;
  body?: unknown;
};

async function ask(url: string, { path, body, isHeavy, ...call }: Call): Promise<Answer> {
  try {
    const answer = await fetch(url + path, {
      ...call,
      ...(body && { body: JSON.stringify(body) }),
      headers: { ...call.headers, ...(body && { 'Content-Type': 'application/json' }) },
      signal: AbortSignal.timeout(isHeavy ? HEAVY_HANGS_MS : HANGS_MS),
    });
    const text = await answer.text();
    return {
      status: answer.status,
      retryAfter: answer.headers.get('retry-after'),
      cookie: cookieHeader(answer.headers.getSetCookie()),
      body: answer.headers.get('content-type')?.startsWith('application/json') ? JSON.parse(text) : text,
    };
  } catch (error) {
    return { status: (error as Error).name === 'TimeoutError' ? 'no answer' : 'broken' };
  }
}

const isSuccess = ({ status }: Answer) => status === 200 || status === 201;
const isDisconnected = ({ status }: Answer) => status === 'broken';
const saysWhenToRetry = ({ status, retryAfter }: Answer) => status === 503 && Number(retryAfter) > 0;
/** A server may close an idle connection just as a call is sent on it: every client has to retry such a call. */
const isRetryable = (answer: Answer) => isDisconnected(answer) || saysWhenToRetry(answer);

/** A holder with drivers, signed in. */
async function signIn(url: string, db: Db) {
  const login: Call = { method: 'POST', path: '/api/auth/login', body: buildLogin() };
  const { cookie, body } = await ask(url, login);
  const holderId = (body as { beaHolder: { id: string } }).beaHolder.id;
  const drivers = [await insertDriver(db, holderId), await insertDriver(db, holderId)] as const;
  return {
    login,
    drivers,
    ask: (url: string, call: Call) =>
      ask(url, { ...call, headers: { Cookie: cookie ?? '', ...call.headers } }),
  };
}
type Holder = Awaited<ReturnType<typeof signIn>>;

/** A trip whose notes hold its key. */
const logging = (key: string, trip: CreateTrip): Call => ({
  method: 'POST',
  path: '/api/trips',
  headers: { 'Idempotency-Key': key },
  body: { ...trip, notes: key },
});

/**
 * Clients that log trip after trip. Each retries a call, on the next server if there are several, until the trip is
 * acknowledged, as the app does; it gives up on an answer that is neither a success nor one of those `retried`.
 */
function logTrips(urls: string[], { ask, drivers }: Holder, retried: (answer: Answer) => boolean) {
  const acknowledged = new Map<string, string>();
  const givenUp: Answer[] = [];
  let stopping = false;
  let refused = 0;

  async function client(number: number) {
    let server = number;
    const log = async (key: string, trip: CreateTrip) => {
      for (let attempt = 1; ; attempt += 1) {
        const answer = await ask(urls[server % urls.length] ?? '', logging(key, trip));
        if (answer.status === 201) {
          return acknowledged.set(key, (answer.body as { id: string }).id);
        }
        if (!retried(answer)) return givenUp.push(answer);
        refused += 1;
        server += 1;
        if (attempt % urls.length === 0) await sleep(RETRY_MS);
      }
    };
    for (let trip = number; !stopping && givenUp.length === 0; trip += CLIENTS) {
      const datetime = new Date(Date.UTC(2026, 6, 1, trip)).toISOString();
      const place = { suburb: `Suburb ${trip % 5}`, postcode: String(4000 + (trip % 3)) };
      const driver = drivers[trip % 2 ? 1 : 0];
      await log(randomUUID(), buildTrip(driver, { ...place, waitingTime: trip % 60, datetime }));
      // else they take all processors, and what has a low priority gets no time
      await sleep(PAUSE_MS);
    }
  }
  const clients = Array.from({ length: CLIENTS }, (_, number) => client(number));

  const reaches = (count: number) =>
    vi.waitFor(() => {
      expect(givenUp).toEqual([]);
      expect(acknowledged.size).toBeGreaterThanOrEqual(count);
    }, patiently);
  return {
    acknowledged,
    goesOn: (count: number) => reaches(acknowledged.size + count),
    refused: () => refused,
    /** Lets every client finish its trip. */
    async stop() {
      stopping = true;
      await Promise.all(clients);
      expect(givenUp).toEqual([]);
    },
  };
}

test(
  'servers killed while trips are logged store every acknowledged trip exactly once',
  settings,
  async (context) => {
    const database = await cloneDatabase();
    context.onTestFinished(() => database.drop());
    const db = connect(context, database.url);
    const env = { DATABASE_URL: database.url, DATA_DIR: await temporaryFolder(context) };
    // two, so that a call is retried at once, while the killed server's transaction still runs in the database
    const servers = [await serverOf(context, env), await serverOf(context, env)] as const;
    const holder = await signIn(servers[0].url, db);
    const urls = servers.map(({ url }) => url);
    const load = logTrips(urls, holder, isRetryable);
    for (let life = 0; life < KILLS; life += 1) {
      const server = servers[life % 2 ? 1 : 0];
      await server.ready();
      await load.goesOn(1 + ((life * 7) % KILLS));
      await server.kill();
      server.start();
    }
    await load.goesOn(1);
    await load.stop();
    await expectStoredOnce(db, load.acknowledged);
    for (const server of servers) {
      await server.ready();
      expect(await server.stop()).toEqual({ code: 0, errors: '' });
    }
  },
);

/** What people and monitors request again and again; the trip is a stored one. */
function everydayCalls({ drivers, login }: Holder, [notes, id]: [string, string]) {
  const trip = buildTrip(drivers[0]);
  const prompt: Call[] = [
    { path: '/readyz' },
    { path: '/api/trips?page=1&limit=10' },
    { path: '/api/trips?search=suburb&startDate=2026-07-01' },
    { path: '/api/statistics' },
  ];
  const others: Call[] = [
    // without the cookie: signing in again would end the session
    { ...login, headers: { Cookie: '' } },
    { path: '/api/auth/me' },
    { method: 'PUT', path: `/api/trips/${id}`, body: { ...trip, notes } },
    { method: 'POST', path: '/api/reports/quarterly', body: { quarter: 'Q1', year: 2026 }, isHeavy: true },
    { path: '/api/export/trips', isHeavy: true },
    { path: '/api/export/everything', isHeavy: true },
  ];
  return { prompt, others };
}

/** Clients that each repeat one call; they expect a success, or to be told when to retry. */
function keepAsking(url: string, { ask }: Holder, calls: Call[]) {
  const wrong: object[] = [];
  let stopping = false;
  const clients = calls.map(async (call) => {
    while (!stopping) {
      const answer = await ask(url, call);
      if (!isSuccess(answer) && !isRetryable(answer)) wrong.push({ ...call, ...answer });
      await sleep(RETRY_MS);
    }
  });
  return {
    async stop() {
      stopping = true;
      await Promise.all(clients);
      expect(wrong.map((answer) => JSON.stringify(answer))).toEqual([]);
    },
  };
}

/** Repeats calls until each has the expected answer. @returns the answers */
async function askUntil(url: string, holder: Holder, calls: Call[], isExpected: (answer: Answer) => boolean) {
  const answers = calls.map((call) =>
    vi.waitFor(
      async () => {
        const answer = await holder.ask(url, call);
        if (!isExpected(answer)) throw new Error(`${call.path} ${answer.status}`);
        return { ...call, ...answer };
      },
      call.isHeavy ? forHeavyWork : patiently,
    ),
  );
  return Promise.all(answers);
}

/** A PostgreSQL that the test starts and stops itself, and that prints nothing. */
async function ownCluster(context: TestContext, dataDir: string) {
  const made = await startEmbeddedPostgres({ dataDir });
  await made.stop();
  const folder = join(dataDir, 'postgres');
  await appendFile(join(folder, 'data/postgresql.conf'), 'log_min_messages = panic\n');
  let postgres: ChildProcess | undefined;
  const cluster = {
    url: made.connectionString,
    ownerUrl: made.ownerConnectionString,
    async start() {
      const started = await startCluster(folder);
      expect(started.addresses.connectionString).toBe(made.connectionString);
      postgres = started.postgres;
    },
    async end(signal: NodeJS.Signals) {
      if (!postgres || postgres.exitCode !== null || postgres.signalCode !== null) return;
      postgres.kill(signal);
      await once(postgres, 'exit');
    },
  };
  context.onTestFinished(() => cluster.end('SIGQUIT'));
  await cluster.start();
  return cluster;
}

test(
  'while its database restarts a server answers 503 with Retry-After, and works again soon after',
  long,
  async (context) => {
    const DATA_DIR = await temporaryFolder(context);
    const cluster = await ownCluster(context, DATA_DIR);
    const server = await serverOf(context, {
      DATABASE_URL: cluster.url,
      MIGRATIONS_DATABASE_URL: cluster.ownerUrl,
      DATA_DIR,
    });
    const db = connect(context, cluster.url);
    const holder = await signIn(server.url, db);
    const askUntilAll = (calls: Call[], isExpected: (answer: Answer) => boolean) =>
      askUntil(server.url, holder, calls, isExpected);
    const notes = randomUUID();
    const { body } = await holder.ask(server.url, logging(notes, buildTrip(holder.drivers[0])));
    const first: [string, string] = [notes, (body as { id: string }).id];
    const { prompt, others } = everydayCalls(holder, first);
    // what makes documents starts at a low priority: before the machine has no time left
    await askUntilAll(others, isSuccess);
    const load = logTrips([server.url], holder, isRetryable);
    load.acknowledged.set(...first);
    const readers = keepAsking(server.url, holder, [...prompt, ...others.slice(0, -2)]);

    // a fast shutdown, an immediate one, and a crash, which some backends outlive by a moment
    for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
      await load.goesOn(50);
      const key = randomUUID();
      const logOne = logging(key, buildTrip(holder.drivers[0]));
      await cluster.end(signal);
      const isRefused = (answer: Answer) => !isSuccess(answer) && !isDisconnected(answer);
      const refusals = await askUntilAll([...prompt, ...others, logOne], isRefused);
      expect(refusals.filter((answer) => !saysWhenToRetry(answer))).toEqual([]);
      expect((await ask(server.url, { path: '/healthz' })).status).toBe(200);
      await cluster.start();
      await askUntilAll([...prompt, logOne], isSuccess);
      const logged = (await holder.ask(server.url, logOne)).body as { id: string };
      load.acknowledged.set(key, logged.id);
      await askUntilAll(others, isSuccess);
    }
    await readers.stop();
    await load.stop();
    expect(load.refused()).toBeGreaterThan(0);
    await expectStoredOnce(db, load.acknowledged);
    expect(await server.stop(), 'the same process').toEqual({ code: 0, errors: '' });
  },
);

test('a server restarts its embedded database after a crash, and loses nothing', long, async (context) => {
  const DATA_DIR = await temporaryFolder(context);
  const lock = join(DATA_DIR, 'postgres/data/postmaster.pid');
  context.onTestFinished(() => vi.waitFor(() => expect(existsSync(lock)).toBe(false), patiently));
  const postmaster = () => {
    const lines = existsSync(lock) ? readFileSync(lock, 'utf8').split('\n') : [];
    return { pid: Number(lines[0]), state: lines[7]?.trim() };
  };
  const server = await serverOf(context, { DATABASE_URL: '', DATA_DIR });
  const joined = await startEmbeddedPostgres({ dataDir: DATA_DIR });
  const db = connect(context, joined.connectionString);
  const holder = await signIn(server.url, db);
  // from here on only the server holds the database
  await joined.stop();
  const load = logTrips([server.url], holder, isRetryable);
  await load.goesOn(50);
  const { prompt } = everydayCalls(holder, [...load.acknowledged][0] as [string, string]);
  const killed = postmaster();
  process.kill(killed.pid, 'SIGKILL');
  await vi.waitFor(() => {
    const { pid, state } = postmaster();
    expect({ isAnother: pid !== killed.pid, state }).toEqual({ isAnother: true, state: 'ready' });
  }, patiently);
  await askUntil(server.url, holder, prompt, isSuccess);
  await load.goesOn(50);
  await load.stop();
  expect(load.refused()).toBeGreaterThan(0);
  await expectStoredOnce(db, load.acknowledged);
  expect(await server.stop(), 'the same process').toEqual({ code: 0, errors: '' });
});
