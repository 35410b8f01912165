/** The program next to the server: it answers heavy requests from a pipe, one at a time, or runs the jobs, until the pipe ends. */
import { createServer } from 'node:http';
import { Socket } from 'node:net';
import { createApp } from './app';
import { loadConfig } from './config';
import { NAMED_OBJECTS } from './features/operator/named-objects';
import { loadLocalities } from './features/trips/localities';
import { scheduleJobs } from './jobs/schedule-jobs';
import { backUpNightly } from './lib/backup/backup';
import { TIMEOUTS } from './lib/database/db';
import { describeRole } from './lib/database/migrate';
import { openDatabase } from './lib/database/open-database';
import { tellFigures } from './lib/http/metrics';
import { openInstallation } from './lib/installation';
import { WORK_PIPE } from './lib/processes/spawn-sibling';
import { loadExceljs } from './lib/spreadsheets/workbook-writer';
import { COUNTED_ALREADY } from './lib/throttle';

const MAX_CONNECTIONS = 4;
/** A little less than what the server waits for this process. */
const GRACE_MS = 18_000;

// a terminal sends its signal to every process; the server's says when this one ends
process.on('SIGINT', () => {}).on('SIGTERM', () => {});

/** Cleans up before this process ends, without waiting for a request that is under way. */
let finish = async () => {};
const pipe = new Socket({ fd: WORK_PIPE });
// listened to at once, because the server may be gone before this process is ready
pipe.once('close', async () => {
  await finish();
  process.exit(0);
});
const options = { open: openDatabase, timeouts: TIMEOUTS.heavy, max: MAX_CONNECTIONS };
const config = loadConfig();
const installation = await openInstallation(config, options);
const { deps, close } = installation;
const kind = process.argv[2] === 'jobs' ? 'jobs' : 'work';
if (config.metrics) await tellFigures(kind);
if (kind === 'jobs') await runJobs();
else answerRequests();

async function runJobs(): Promise<void> {
  const { nightlyBackup } = config;
  const { ownerUrl } = installation;
  const { owns } = await describeRole(ownerUrl);
  const backedUp = { ...installation, namedObjects: NAMED_OBJECTS };
  const jobs = scheduleJobs(deps, {
    ownerUrl: owns ? ownerUrl : undefined,
    backUp: nightlyBackup && (() => backUpNightly(backedUp, nightlyBackup)),
  });
  pipe.resume();
  finish = async () => {
    deps.lifecycle.stopping = true;
    await jobs.stop(GRACE_MS);
    await close();
  };
}

function answerRequests(): void {
  // while this process waits for its first request
  void loadExceljs();
  void loadLocalities().catch(() => {});
  const app = createApp({ ...deps, throttle: COUNTED_ALREADY }, { forwarded: true });
  // the server's own process has limited the time of headers and bodies
  const server = createServer({ keepAliveTimeout: 0, requestTimeout: 0, headersTimeout: 0 }, app);
  server.emit('connection', pipe);
}
