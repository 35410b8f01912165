import { parseArgs } from 'node:util';
import { formatDateTime, instantOrDayStart } from '@shared/periods';
import { endInWords, loadConfig } from '../config';
import { findHold } from '../features/deliveries/held.repository';
import { sendDueReports } from '../features/deliveries/sending/sending.service';
import { systemClock } from '../lib/clock';
import { TIMEOUTS } from '../lib/database/db';
import { asService } from '../lib/database/isolation';
import { openInstallation } from '../lib/installation';

const usage = `Sends the report emails that are due and not sent yet, once; a running server does so every minute.

  npm run send-due-reports -- [--now 2026-10-01T08:00:00+10:00]

--now sends what is due at that time instead of now.`;

process.once('uncaughtException', (error) => endInWords(error, usage));
const { values } = parseArgs({ options: { now: { type: 'string' } } });
const now = values.now ? instantOrDayStart(values.now) : systemClock();
if (!now) {
  console.error(usage);
  process.exit(1);
}

const { deps, close } = await openInstallation(loadConfig(), { timeouts: TIMEOUTS.heavy });
process.once('SIGTERM', () => {
  deps.lifecycle.stopping = true;
});
try {
  await sendDueReports(deps, now);
  const since = await findHold(asService(deps.db));
  if (since) console.log(`Nothing was sent: mails are held since ${formatDateTime(since)} (npm run mails).`);
  else console.log(`Sent what was due at ${formatDateTime(now)} in Brisbane.`);
} finally {
  await close();
}
process.exit(0);
