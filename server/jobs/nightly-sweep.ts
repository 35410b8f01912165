import { TIME_ZONE } from '@shared/periods';
import { schedule } from 'node-cron';
import { sweepUploads } from '../features/pictures/pictures.service';
import { sweepIdempotencyKeys } from '../features/trips/trips.service';
import type { AppDeps } from '../lib/deps';

const sweeps = { 'uploads never saved': sweepUploads, 'idempotency keys': sweepIdempotencyKeys };

/** Removes expired rows and files every night. A missed night, or several processes at once, do no harm. */
export function scheduleNightlySweep(deps: AppDeps): { stop(): Promise<void> } {
  const sweepAll = async () => {
    for (const [what, sweep] of Object.entries(sweeps)) {
      await sweep(deps, deps.clock()).catch((error) =>
        deps.log.error({ err: error, what }, 'could not be swept; trying again tomorrow'),
      );
    }
  };
  const task = schedule('17 3 * * *', sweepAll, {
    timezone: TIME_ZONE,
    noOverlap: true,
    suppressMissedWarning: true,
  });
  return { stop: async () => void (await task.destroy()) };
}
