import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectDatabase, type Database } from '../lib/database/db';
import type { DatabaseUrls } from '../lib/database/migrate';
import { openMigratedDatabase } from '../lib/database/open-database';
import { buildLogin } from '../test/builders';
import { cookieHeader } from '../test/http/cookie-header';
import { freePort, kill, type Running } from '../test/processes';
import { contactOf } from './fill';

const READY_MS = 60_000;
const STOP_MS = 30_000;
const POLL_MS = 10;

/** The built server over its own database. */
export type Installation = {
  urls: DatabaseUrls;
  /** Of the owner, who sees every row, without limits of time. */
  db: Database;
  app: Running;
  /** Starts another server over the same database. */
  start(...nodeOptions: string[]): Promise<Running>;
  /** Ends the servers, and removes everything. */
  close(): Promise<void>;
};

export async function openInstallation(): Promise<Installation> {
  const dataDir = await makeDataDir();
  const database = await openMigratedDatabase({ dataDir });
  const db = connectDatabase(database.ownerUrl, { onError: console.error, timeouts: {} });
  const servers: Running[] = [];
  const start = async (...nodeOptions: string[]) => {
    const server = await startBuilt([...nodeOptions, 'dist/server/index.js'], dataDir, database.url);
    servers.push(server);
    return server;
  };
  return {
    urls: database,
    db,
    app: await start(),
    start,
    async close() {
      for (const server of servers) await server.stop();
      await db.$client.end();
      await database.release();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Measures something on its own installation. */
export async function onInstallation<T>(measure: (installation: Installation) => Promise<T>): Promise<T> {
  const installation = await openInstallation();
  return measure(installation).finally(installation.close);
}

/** The headers of a session of a holder that `fillHolder` made. */
export async function signIn({ url }: Running, beaNumber: string): Promise<Record<string, string>> {
  const login = buildLogin({ beaNumber, contactEmail: contactOf(beaNumber) });
  const headers = { 'Content-Type': 'application/json' };
  const answer = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers,
    body: JSON.stringify(login),
  });
  if (!answer.ok) throw new Error(`Sign-in: ${answer.status} ${await answer.text()}`);
  return { Cookie: cookieHeader(answer.headers.getSetCookie()) };
}

const STARTS = 3;

/** Milliseconds from `npm start`, without npm, to the first good answer of /readyz, where everything is built and the database is there: the median. */
export async function measureStart(): Promise<number> {
  const dataDir = await makeDataDir();
  const times: number[] = [];
  try {
    for (let start = 0; start <= STARTS; start += 1) {
      const began = performance.now();
      const server = await startBuilt(['server/scripts/run.js', 'index'], dataDir);
      // the first makes the database
      if (start > 0) times.push(performance.now() - began);
      await server.stop();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
  return times.sort((a, b) => a - b)[Math.floor(STARTS / 2)] ?? 0;
}

const makeDataDir = () => mkdtemp(join(tmpdir(), 'trip-log-bench-'));

/** Starts a server and waits until it is ready. Its log goes to a file: anyone who reads it takes the time of what is measured. */
async function startBuilt(args: string[], dataDir: string, databaseUrl = ''): Promise<Running> {
  const port = await freePort();
  const log = openSync(join(dataDir, 'server.log'), 'a');
  const env = { ...process.env, PORT: `${port}`, LOG_LEVEL: 'info', DATA_DIR: dataDir };
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', log, 'inherit'],
    env: { ...env, DATABASE_URL: databaseUrl },
  });
  closeSync(log);
  const url = `http://127.0.0.1:${port}`;
  await untilReady(url, child).catch(async (error) => {
    await kill(child);
    throw error;
  });
  return { url, child, stop: () => stop(child) };
}

async function untilReady(url: string, child: ChildProcess): Promise<void> {
  for (const began = performance.now(); performance.now() - began < READY_MS; await sleep(POLL_MS)) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error('The server ended as it started');
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    await answer?.arrayBuffer();
    if (answer?.ok) return;
  }
  throw new Error(`The server was not ready within ${READY_MS / 1000} s`);
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await Promise.race([once(child, 'exit'), sleep(STOP_MS, undefined, { ref: false })]);
  await kill(child);
}
