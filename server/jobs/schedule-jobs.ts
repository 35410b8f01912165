import { setTimeout as sleep } from 'node:timers/promises';
import { MINUTE_MS } from '@shared/durations';
import { TIME_ZONE } from '@shared/periods';
import { schedule } from 'node-cron';
import { renamePlaces } from '../features/areas/rename-places.service';
import { sweepClaims } from '../features/auth/claims.repository';
import { sweepCodes } from '../features/codes/codes.repository';
import { sendDueReports } from '../features/deliveries/sending/sending.service';
import { sweepDemos } from '../features/demo/demo.service';
import { sweepDevices } from '../features/devices/devices.repository';
import { sweepLodgedDocuments } from '../features/lodgements/lodged-documents.service';
import { sweepChallenges } from '../features/passkeys/passkeys.repository';
import { sweepPhones } from '../features/phones/phones.service';
import { sweepUploads } from '../features/pictures/pictures.service';
import { sweepIdempotencyKeys } from '../features/trips/trips.repository';
import type { AppDeps } from '../lib/deps';
import { logEvent } from '../lib/logger';
import { sweepBudgets } from '../lib/throttle';

const OPTIONS = {
  timezone: TIME_ZONE,
  noOverlap: true,
  suppressMissedWarning: true,
  // on a busy machine a timer is late, and node-cron would leave out what is due a second after its time
  missedExecutionTolerance: 30 * MINUTE_MS,
};
const sweeps = {
  'uploads never saved': sweepUploads,
  'documents of lodgements never saved': sweepLodgedDocuments,
  'idempotency keys': sweepIdempotencyKeys,
  'challenges for passkeys': sweepChallenges,
  'budgets that are over': sweepBudgets,
  'claims that no one decided on': sweepClaims,
  'devices that no one uses': sweepDevices,
  'sign-in codes': sweepCodes,
  "drivers' phones that have ended": sweepPhones,
  'places in a former spelling': renamePlaces,
};

type Options = { ownerUrl?: string | undefined; backUp?: (() => Promise<void>) | undefined };

/**
 * Sends due mails now and every minute (docs/decisions/0006-mail-ledger.md), and removes expired rows and files every night; a missed
 * night, or several processes at once, do no harm. Places in a former spelling are renamed at once, too.
 * @param options.ownerUrl the database with the role that owns the tables, which removes demos; without it none is removed
 * @param options.backUp makes this night's backup unless there is one: it is called again, because the first call may fail or be cut off
 * @returns `stop`, which waits for `graceMs` at most for mails that are being sent
 */
export function scheduleJobs(deps: AppDeps, { ownerUrl, backUp }: Options) {
  let sending: Promise<void> | undefined;
  const send = () => {
    // one that takes longer than a minute is still the one to wait for
    sending ??= sendDueReports(deps, deps.clock())
      .catch((error) => deps.log.error({ err: error }, 'mails could not be sent; trying again in a minute'))
      .finally(() => {
        sending = undefined;
      });
    return sending;
  };
  const sweepAll = async () => {
    for (const [what, sweep] of Object.entries(sweeps)) {
      await sweep(deps, deps.clock()).catch((error) =>
        deps.log.error({ err: error, what }, 'could not be swept; trying again tomorrow'),
      );
    }
  };
  const tasks = [schedule('* * * * *', send, OPTIONS), schedule('17 3 * * *', sweepAll, OPTIONS)];
  if (ownerUrl) {
    const removeDemos = () =>
      sweepDemos(deps, deps.clock(), ownerUrl).catch((error) =>
        deps.log.error({ err: error }, 'demos could not be removed; trying again in a minute'),
      );
    tasks.push(schedule('* * * * *', removeDemos, OPTIONS));
  }
  if (backUp) {
    const backUpTonight = () =>
      backUp().catch((error) => logEvent(deps.log, 'error', 'backup-failed', { err: error }));
    tasks.push(schedule('17 4-6 * * *', backUpTonight, OPTIONS));
  }
  // what the version before stored; what it still stores while servers change over, the sweep of the night renames
  renamePlaces(deps, deps.clock()).catch((error) =>
    deps.log.error({ err: error }, 'places could not be renamed; trying again tonight'),
  );
  send();
  return {
    async stop(graceMs: number): Promise<void> {
      for (const task of tasks) await task.destroy();
      await Promise.race([sending, sleep(graceMs, undefined, { ref: false })]);
    },
  };
}
