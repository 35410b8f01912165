import cluster from 'node:cluster';
import { existsSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import type { Logger } from 'pino';
import { createApp } from './app';
import { type Config, ConfigError, loadConfig } from './config';
import { scheduleNightlySweep } from './jobs/nightly-sweep';
import { scheduleReportDeliveries } from './jobs/report-deliveries';
import { systemClock } from './lib/clock';
import { connectDatabase, type Db, migrateDatabase } from './lib/database/db';
import { openDatabase } from './lib/database/open-database';
import type { AppDeps } from './lib/deps';
import { readSessionSecret } from './lib/http/session-secret';
import { createLogger, describeError, flushLog } from './lib/logger';
import { createMailer } from './lib/mail/mailer';
import { openObjectStore } from './lib/storage/open-object-store';

// The heap grows in small steps: a long PDF would otherwise leave the process with several times what is live.
setFlagsFromString('--heap-growing-percent=30');

/** How long requests under way may take to finish once the process was told to stop. */
const GRACE_MS = 10_000;

/**
 * An idle connection is kept longer than proxies (60 s is usual) and clients keep it, so that it is they who close it: a
 * request that crosses our closing of it would get no answer.
 */
const KEEP_ALIVE_MS = 75_000;

/** A start that failed for a reason a person can mend; its message says how. */
class StartError extends Error {}

function listen(server: Server, { port, host }: Config): Promise<AddressInfo> {
  return new Promise((resolved, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EADDRINUSE') return reject(error);
      reject(new StartError(`Port ${port} on ${host} is in use by another program. Set PORT to a free one.`));
    });
    server.listen(port, host, () => resolved(server.address() as AddressInfo));
  });
}

/** Starts the processes that share the work when WEB_CONCURRENCY asks for more than one. */
function forkWorkers(count: number, databaseUrl: string, log: Logger): void {
  let stopping = false;
  const fork = () => cluster.fork({ DATABASE_URL: databaseUrl });
  for (let i = 0; i < count; i += 1) fork();
  cluster.on('exit', (worker, code) => {
    if (stopping) return;
    log.error({ worker: worker.id, code }, 'a worker ended; starting another');
    fork();
  });
  onStopSignal(() => {
    stopping = true;
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGTERM');
  });
}

function onStopSignal(stop: () => void): void {
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}

async function serve(config: Config, db: Db, log: Logger): Promise<{ stop(): Promise<void>; url: string }> {
  const lifecycle = { stopping: false };
  const client = resolve('dist/client');
  const secret = await readSessionSecret(config);
  const deps: AppDeps = {
    db,
    storage: await openObjectStore(config, secret),
    mailer: createMailer(config),
    clock: systemClock,
    log,
    config: { ...config, sessionSecret: secret },
    lifecycle,
  };
  const app = createApp(deps, existsSync(client) ? client : undefined);
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, app);
  const { port } = await listen(server, config);
  const reports = scheduleReportDeliveries(deps);
  const sweep = scheduleNightlySweep(deps);
  return {
    url: `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`,
    async stop() {
      lifecycle.stopping = true;
      const closed = new Promise<void>((done) => server.close(() => done()));
      server.closeIdleConnections();
      // those that are busy go when they have answered
      server.keepAliveTimeout = 1;
      const grace = setTimeout(() => server.closeAllConnections(), GRACE_MS);
      await Promise.all([closed, reports.stop(GRACE_MS), sweep.stop()]);
      clearTimeout(grace);
      deps.mailer.close();
    },
  };
}

async function main(): Promise<void> {
  const config = loadConfig();
  const log = createLogger(config.logLevel);
  const database = await openDatabase(config, (message) => log.debug(message));
  if (cluster.isPrimary) await migrateDatabase(database.url, resolve('migrations'));

  if (cluster.isPrimary && config.webConcurrency > 1) {
    forkWorkers(config.webConcurrency, database.url, log);
    cluster.on('exit', () => {
      if (Object.keys(cluster.workers ?? {}).length === 0) database.release().then(() => process.exit(0));
    });
    return;
  }

  const db = connectDatabase(database.url, (error) =>
    log.error({ err: describeError(error) }, 'database connection lost'),
  );
  const served = await serve(config, db, log).catch(async (error) => {
    await db.$client.end();
    await database.release();
    throw error;
  });
  log.info({ url: served.url }, `Trip Log is ready at ${served.url}`);
  await flushLog(log);

  onStopSignal(async () => {
    log.info('stopping');
    await served.stop();
    await db.$client.end();
    await database.release();
    log.info('stopped');
    await flushLog(log);
    process.exit(0);
  });
}

main().catch((error) => {
  const expected = error instanceof ConfigError || error instanceof StartError;
  console.error(expected ? error.message : error);
  process.exit(1);
});
