import { setTimeout as sleep } from 'node:timers/promises';
import { TIME_ZONE } from '@shared/periods';
import { schedule } from 'node-cron';
import { sendDueReports } from '../features/deliveries/sending/sending.service';
import type { AppDeps } from '../lib/deps';

/**
 * Sends what is due now, and then every minute. What is due depends on the schedule and the ledger, not on when the callback
 * runs (docs/decisions/0006-mail-ledger.md).
 */
export function scheduleReportDeliveries(deps: AppDeps): { stop(graceMs: number): Promise<void> } {
  let running = Promise.resolve();
  const tick = () => {
    running = sendDueReports(deps, deps.clock()).catch((error) =>
      deps.log.error({ err: error }, 'mails could not be sent; trying again in a minute'),
    );
    return running;
  };
  const task = schedule('* * * * *', tick, {
    timezone: TIME_ZONE,
    noOverlap: true,
    suppressMissedWarning: true,
  });
  tick();
  return {
    async stop(graceMs) {
      await task.destroy();
      await Promise.race([running, sleep(graceMs, undefined, { ref: false })]);
    },
  };
}
