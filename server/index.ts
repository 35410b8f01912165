import cluster from 'node:cluster';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { MAX_IMPORT_BYTES } from '@shared/limits';
import type { Logger } from 'pino';
import { createApp } from './app';
import { type Config, ConfigError, endInWords, loadConfig } from './config';
import { ledgerFigures } from './features/deliveries/sending/sending.service';
import { hasDemos } from './features/demo/demo.repository';
import { pictureWork } from './features/pictures/picture-limits';
import { documentWork, formWork } from './features/reports/document-limits';
import { exportWork } from './features/trips/export-limits';
import { importWork } from './features/trips/import-limits';
import { loadLocalities } from './features/trips/localities';
import { newestBackup } from './lib/backup/backup';
import { checkFolders, spoolFolderIn } from './lib/data-folder';
import { asService } from './lib/database/isolation';
import { describeRole } from './lib/database/migrate';
import { openDatabase, openMigratedDatabase } from './lib/database/open-database';
import { filledFolders, watchDisks } from './lib/disk-space';
import { clusterMetrics, createMetrics, type Metrics, metricsServer } from './lib/http/metrics';
import { withoutPipelines } from './lib/http/security';
import { forwardTo, starting } from './lib/http/starting';
import { createWork } from './lib/http/work';
import { type Installation, openInstallation } from './lib/installation';
import { createLogger, flushLog } from './lib/logger';
import { keepWorkers } from './lib/processes/keep-workers';
import { keepRunning, spawnSibling } from './lib/processes/spawn-sibling';
import { STORE_SECONDS } from './lib/storage/s3-object-store';

/** Form F5320 with every row that it may have needs most of it. */
const WORK_HEAP_MB = 240;
/** Of each half of the space for new objects. By default it is 16, and a process that makes a document takes 40 MB more. */
const WORK_NEW_SPACE_MB = 2;
/** How long a stopping server still answers behind proxies: longer than they take to notice by /readyz (deploy/nginx.conf). */
const DRAIN_MS = 5_000;
/** How long requests under way may take to finish once the process was told to stop, and has drained. */
const GRACE_MS = 10_000;
/** How long what follows answers, such as mailing a code, may take then. */
const AFTER_ANSWERS_MS = 5_000;
/** How long a mail that is being sent may take then: cut off, it would be sent again. */
const MAIL_GRACE_MS = 20_000;

/** How long a client may take, such as for an import of 10 MB at 35 kB a second. */
const PATIENCE = { headersTimeout: 15_000, requestTimeout: 300_000, connectionsCheckingInterval: 5_000 };
/** Longer than proxies (60 s) and clients keep an idle connection: they close it, and send no request into a closing one. */
const KEEP_ALIVE_MS = 75_000;

/** How many connections wait to be accepted, where the system allows it: one that finds no room tries again after 1, 3, 7 seconds. */
const BACKLOG = 4096;

type Address = Pick<Config, 'port' | 'host'>;

async function listen(server: Server, { port, host }: Address, variable = 'PORT'): Promise<void> {
  await once(server.listen(port, host, BACKLOG), 'listening').catch((error) => {
    const noAddress = `This machine does not have the address ${host}. Set ${variable.replace('PORT', 'HOST')} to one that it has.`;
    const faults: Record<string, string> = {
      EADDRINUSE: `Port ${port} on ${host} is in use by another program. Set ${variable} to a free one.`,
      EACCES: `This account may not listen on port ${port}. Set ${variable} to 1024 or more.`,
      EADDRNOTAVAIL: noAddress,
      ENOTFOUND: noAddress,
    };
    const fault = faults[error.code];
    throw fault ? new ConfigError(fault) : error;
  });
}

async function serveMetrics({ metrics, publicUrl }: Config, read: Metrics['read'], log: Logger) {
  if (!metrics) return;
  const hosts = [metrics.host.toLowerCase(), new URL(publicUrl).hostname];
  await listen(metricsServer(read, log, hosts), metrics, 'METRICS_PORT');
}

const NO_OWNER =
  'Only the role that owns the tables may erase demos. Name it in MIGRATIONS_DATABASE_URL: docs/operations.md#two-roles';

/**
 * The process that makes backups and removes demos does so as the owner of the tables; a worker never does.
 * @returns the owner's address where that process needs it. @throws ConfigError where demos are offered that could not be erased
 */
async function ownerForJobs(
  { nightlyBackup, demo }: Config,
  { deps, ownerUrl }: Installation,
): Promise<string> {
  const erasesDemos = demo || (await hasDemos(asService(deps.db)));
  if (erasesDemos && cluster.isPrimary && !(await describeRole(ownerUrl)).owns) {
    if (demo) throw new ConfigError(`DEMO=yes: ${NO_OWNER}`);
    deps.log.warn(`There are demos from before DEMO was taken out. ${NO_OWNER}`);
  }
  return nightlyBackup || erasesDemos ? ownerUrl : '';
}

type HandOver = ReturnType<typeof starting>['handOver'];

/** Starts the processes that share the work, and ends with the last of them. @param server listens until the first of them does */
async function runWorkers(
  config: Config,
  { deps, databaseUrl, close }: Installation,
  jobsOwner: string,
  server: Server,
  handOver: HandOver,
): Promise<void> {
  try {
    // workers find the database migrated
    const env = { DATABASE_URL: databaseUrl, MIGRATIONS_DATABASE_URL: jobsOwner };
    const workers = keepWorkers(config.webConcurrency, env, deps.log, {
      leave: () => server.close(),
      onTaken: ({ port }) => handOver(server, forwardTo({ host: config.host, port })),
    });
    stop = workers.stop;
    await workers.ended;
  } finally {
    await close();
  }
  process.exit(0);
}

/** What a signal to stop does: an update that is broken off is undone. */
let stop: () => void = () => process.exit(0);
for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => stop());

const isEveryAddress = (host: string) => host === '0.0.0.0' || host === '::';

/** Serves the app, on a server that may listen already, until `stop`, which lets requests and jobs under way finish. */
async function serve(
  config: Config,
  { deps, databaseUrl }: Installation,
  jobsOwner: string,
  server: Server,
  handOver: HandOver,
  metrics?: Metrics,
) {
  const start = (what: 'work' | 'jobs', owner = '') => {
    const child = spawnSibling(import.meta.url, 'work-process', [what], {
      nodeOptions: [`--max-old-space-size=${WORK_HEAP_MB}`, `--max-semi-space-size=${WORK_NEW_SPACE_MB}`],
      // one thread a picture, and one pool of memory for all threads: what one frees, another takes
      env: {
        DATABASE_URL: databaseUrl,
        MIGRATIONS_DATABASE_URL: owner,
        VIPS_CONCURRENCY: '1',
        MALLOC_ARENA_MAX: '1',
      },
      // after the pipe for the work, a channel for the figures
      stdio: ['ignore', 'inherit', 'inherit', 'pipe', ...(metrics ? (['ipc'] as const) : [])],
    });
    metrics?.follow(child);
    return child;
  };
  const spoolFolder = spoolFolderIn(config.dataDir);
  const work = createWork({
    kinds: [documentWork, formWork, exportWork, importWork, pictureWork],
    maxBodyBytes: MAX_IMPORT_BYTES,
    start: () => start('work'),
    folder: spoolFolder,
    storeSeconds: config.s3 ? STORE_SECONDS : 0,
    log: deps.log,
    count: metrics?.countWork,
  });
  const client = resolve('dist/client');
  const { nightlyBackup, host, publicUrl } = config;
  metrics?.watch({
    pool: deps.db.$client,
    work,
    figures: ledgerFigures(deps),
    newestBackup: nightlyBackup && (() => newestBackup(nightlyBackup.folder)),
    folders: filledFolders(config),
  });
  const served = { ...deps, work, spoolFolder, observe: metrics?.observe };
  const app = createApp(served, { client: existsSync(client) ? client : undefined });
  const handle = withoutPipelines(app);
  // the first trip waits for it otherwise
  void loadLocalities().catch(() => {});
  handOver(server, (req, res) => {
    // a proxy that keeps this connection would send the next request to a server that is gone
    if (deps.lifecycle.stopping) res.setHeader('Connection', 'close');
    handle(req, res);
  });
  if (!server.listening)
    await listen(server, config).catch(async (error) => {
      await work.stop();
      throw error;
    });
  const { port } = server.address() as AddressInfo;
  const jobs = keepRunning(() => start('jobs', jobsOwner));
  return {
    // every address of the machine is none to open
    url: isEveryAddress(host) ? publicUrl : `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    async stop(): Promise<void> {
      deps.lifecycle.stopping = true;
      const jobsEnded = jobs.stop(MAIL_GRACE_MS);
      if (config.trustProxy > 0) await sleep(DRAIN_MS);
      const closed = new Promise<void>((done) => server.close(() => done()));
      server.closeIdleConnections();
      // busy ones are closed once they have answered
      server.keepAliveTimeout = 1;
      const grace = setTimeout(() => server.closeAllConnections(), GRACE_MS);
      await Promise.all([closed, jobsEnded]);
      clearTimeout(grace);
      await Promise.race([Promise.all(deps.lifecycle.underWay), sleep(AFTER_ANSWERS_MS)]);
      await work.stop();
    },
  };
}

async function main(): Promise<void> {
  const config = loadConfig();
  const log = createLogger(config.logLevel);
  const { isPrimary } = cluster;
  const hasWorkers = isPrimary && config.webConcurrency > 1;
  await checkFolders(config);
  const metrics = config.metrics && !hasWorkers ? await createMetrics() : undefined;
  if (hasWorkers && config.metrics) await serveMetrics(config, await clusterMetrics(), log);
  else if (metrics && isPrimary) await serveMetrics(config, metrics.read, log);
  const { answer, step, handOver } = starting();
  const server = createServer({ ...PATIENCE, keepAliveTimeout: KEEP_ALIVE_MS }, answer);
  // whoever looks meanwhile is answered, and a port in use is found before anything is done to the database
  if (isPrimary) await listen(server, config);
  // workers find the database migrated by the first process
  const open = isPrimary
    ? (...given: Parameters<typeof openDatabase>) => openMigratedDatabase(...given, step)
    : openDatabase;
  const installation = await openInstallation(config, { open });
  const { deps } = installation;
  const jobsOwner = await ownerForJobs(config, installation).catch(async (error) => {
    await installation.close();
    throw error;
  });
  if (isPrimary) {
    for (const warning of config.warnings) deps.log.warn(warning);
    await watchDisks(filledFolders(config), deps.log);
  }
  if (hasWorkers) return runWorkers(config, installation, jobsOwner, server, handOver);

  const served = await serve(config, installation, jobsOwner, server, handOver, metrics).catch(
    async (error) => {
      await installation.close();
      throw error;
    },
  );
  deps.log.info({ url: served.url }, `Trip Log is ready at ${served.url}`);
  await flushLog(deps.log);

  stop = async () => {
    deps.log.info('stopping');
    await served.stop();
    await installation.close();
    deps.log.info('stopped');
    await flushLog(deps.log);
    process.exit(0);
  };
}

main().catch((error) => endInWords(error));
