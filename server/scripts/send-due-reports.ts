import { parseArgs } from 'node:util';
import { formatDateTime, instantOrDayStart } from '@shared/periods';
import { loadConfig } from '../config';
import { sendDueReports } from '../features/deliveries/sending/sending.service';
import { systemClock } from '../lib/clock';
import { connectDatabase, migrateDatabase } from '../lib/database/db';
import { openDatabase } from '../lib/database/open-database';
import { readSessionSecret } from '../lib/http/session-secret';
import { createLogger, describeError, flushLog } from '../lib/logger';
import { createMailer } from '../lib/mail/mailer';
import { openObjectStore } from '../lib/storage/open-object-store';

const usage = `Sends the report e-mails that are due and not sent yet, once; a running server does so every minute.

  npm run send-due-reports -- [--now 2026-10-01T08:00:00+10:00]

--now sends what is due at that time instead of now.`;

const { values } = parseArgs({ options: { now: { type: 'string' } } });
const now = values.now ? instantOrDayStart(values.now) : systemClock();
if (!now) {
  console.error(usage);
  process.exit(1);
}

const config = loadConfig();
const log = createLogger(config.logLevel);
const database = await openDatabase(config);
await migrateDatabase(database.url, 'migrations');
const db = connectDatabase(database.url, (error) =>
  log.error({ err: describeError(error) }, 'database connection lost'),
);
const secret = await readSessionSecret(config);
const mailer = createMailer(config);
const lifecycle = { stopping: false };
process.once('SIGTERM', () => {
  lifecycle.stopping = true;
});
try {
  await sendDueReports(
    {
      db,
      mailer,
      log,
      lifecycle,
      storage: await openObjectStore(config, secret),
      config: { ...config, sessionSecret: secret },
    },
    now,
  );
  console.log(`Sent what was due at ${formatDateTime(now)} in Brisbane.`);
} finally {
  mailer.close();
  await db.$client.end();
  await database.release();
  await flushLog(log);
}
process.exit(0);
