import { randomInt } from 'node:crypto';
import { HOUR_MS, MINUTE_MS } from '@shared/durations';
import { countOf } from '@shared/figures';
import { DEMO_HOURS, MAX_DEMOS } from '@shared/limits';
import { periodAt } from '@shared/reports/report-periods';
import type { AnonymousCall } from '../../lib/call';
import { connectDatabase, type Db, TIMEOUTS } from '../../lib/database/db';
import { asService } from '../../lib/database/isolation';
import type { AppDeps } from '../../lib/deps';
import { AppError } from '../../lib/errors';
import { logEvent } from '../../lib/logger';
import { createTurns } from '../../lib/work/turns';
import type { SignedInUser } from '../auth/auth.service';
import { endDemo } from '../holders/holders.repository';
import { findOrInsertContact } from '../holders/people.repository';
import { removeLodgedDocuments } from '../lodgements/lodged-documents.service';
import { eraseHolder } from '../operator/forget.repository';
import { removeObjectsOf } from '../pictures/pictures.service';
import { insertDemo, listDemosOver, lockAndCountDemos, lockDemoOver } from './demo.repository';
import { authorisedUntil, DEMO_OPERATOR, fillDemoHolder } from './demo-data';

const SIZE = { tripCount: 2000, driverCount: 8 };

/** Letters and digits that no one takes for another. */
const SIGNS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const newNumber = () => `DEMO-${Array.from({ length: 12 }, () => SIGNS[randomInt(SIGNS.length)]).join('')}`;

class DemosFullError extends AppError {
  constructor(readonly retryAfterSeconds: number) {
    const wait = countOf(Math.ceil(retryAfterSeconds / 60), 'minute');
    super(503, 'busy', `Many people try Trip Log at the moment. Please try again in ${wait}.`);
  }
}

/** Others are served meanwhile, and a class that begins together waits for half a minute at most. */
const turns = createTurns({ atOnce: 2, waiting: MAX_DEMOS, patienceMs: MINUTE_MS });

/**
 * Makes a filled holder for someone who tries Trip Log (docs/product/demo.md), in the turn of the visitor's network.
 * @throws AppError (503) when there are enough
 */
export async function startDemo(call: AnonymousCall, network: string): Promise<SignedInUser> {
  const end = await turns.take(network, 'any');
  return makeDemo(call).finally(end);
}

async function makeDemo({ db, now }: AnonymousCall): Promise<SignedInUser> {
  const service = asService(db);
  // counted and stored first, so that those who are filled meanwhile count
  const holder = await service.transaction(async (tx) => {
    const { count, first } = await lockAndCountDemos(tx);
    if (count >= MAX_DEMOS) throw new DemosFullError(secondsUntil(first ?? now, now));
    return insertDemo(tx, {
      ...DEMO_OPERATOR,
      beaNumber: newNumber(),
      authorisationExpires: authorisedUntil(now),
      contactVerifiedAt: now,
      demoUntil: new Date(now.getTime() + DEMO_HOURS * HOUR_MS),
      // the report of last quarter is due
      createdAt: periodAt('quarterly', now).range.from,
    });
  });
  try {
    const userId = await service.transaction(async (tx) => {
      await fillDemoHolder(tx, holder, { ...SIZE, seed: randomInt(2 ** 31), now });
      return (await findOrInsertContact(tx, holder, now)).id;
    });
    return { holder, userId, isNew: true };
  } catch (error) {
    await endDemo(service, holder.id, now).catch(() => {});
    throw error;
  }
}

/** One that is over is removed within a minute. */
const secondsUntil = (at: Date, now: Date) =>
  Math.max(MINUTE_MS, at.getTime() - now.getTime() + MINUTE_MS) / 1000;

/**
 * Erases demos that are over, whole. Several processes may do it at once.
 * @param ownerUrl the database with the role that owns the tables, which alone may erase
 */
export async function sweepDemos(
  { db, storage, log }: Pick<AppDeps, 'storage' | 'log'> & { db: Db },
  now: Date,
  ownerUrl: string,
): Promise<void> {
  const over = await listDemosOver(asService(db), now);
  if (over.length === 0) return;
  const onError = (err: Error) => log.error({ err }, 'database connection lost');
  const owner = connectDatabase(ownerUrl, { onError, max: 1, timeouts: TIMEOUTS.heavy });
  let removed = 0;
  try {
    // one that cannot be removed keeps no other
    for (const id of over)
      await removeDemo({ owner: asService(owner), storage, now }, id).then(
        (isRemoved) => {
          removed += Number(isRemoved);
        },
        (err) => logEvent(log, 'error', 'demo-left', { holder: id, err }),
      );
  } finally {
    await owner.$client.end();
  }
  if (removed > 0) logEvent(log, 'info', 'demos-removed', { demos: removed });
}

/** Files first: where this process ends between, the rows say that there is more to do. */
async function removeDemo(
  { owner, storage, now }: Pick<AppDeps, 'storage'> & { owner: Db; now: Date },
  id: string,
): Promise<boolean> {
  await removeObjectsOf(storage, id);
  await removeLodgedDocuments(storage, id);
  return owner.transaction(async (tx) => {
    const holder = await lockDemoOver(tx, id, now);
    if (holder) await eraseHolder(tx, holder);
    return holder !== undefined;
  });
}
