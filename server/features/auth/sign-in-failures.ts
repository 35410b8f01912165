import type { Call } from '../../lib/call';
import type { Db } from '../../lib/database/db';
import { asHolder, asService } from '../../lib/database/isolation';
import type { AppDeps } from '../../lib/deps';
import { ForbiddenError, UnauthorisedError } from '../../lib/errors';
import type { Browser } from '../../lib/http/cookies';
import { type BudgetName, networkOf } from '../../lib/throttle';
import { findAnyDevice } from '../devices/devices.service';
import { findHolder } from '../holders/holders.repository';
import { plainNumber } from './auth.service';

/**
 * Counts a sign-in that fails, and refuses one where too many have failed: by account and address, by account, and by address. A
 * browser that signed in to the account before is counted by itself, so that no one else can use up what it needs. See
 * docs/product.md#sign-in-limits.
 * @param attempt is counted before it is made, because many can be made at once, and is taken back when it succeeds
 * @throws TooManyRequestsError, and what `attempt` throws
 */
export async function countingFailures<T>(
  { db }: { db: Db },
  { throttle }: Pick<AppDeps, 'throttle'>,
  { beaNumber, browser }: { beaNumber: string; browser: Browser },
  attempt: () => Promise<T>,
): Promise<T> {
  const account = plainNumber(beaNumber);
  const network = networkOf(browser.address);
  const deviceId = await knownDevice({ db }, beaNumber, browser);
  const counts: [BudgetName, string][] = deviceId
    ? [['signInFailures', `${account} ${deviceId}`]]
    : [
        ['signInFailures', `${account} ${network}`],
        ['signInsOfAddress', network],
        ['signInFailuresOfAccount', account],
      ];
  for (const [budget, key] of counts) await throttle.spend(budget, key);
  const takeBack = () => Promise.all(counts.map(([budget, key]) => throttle.refund(budget, key)));
  try {
    const result = await attempt();
    await takeBack();
    return result;
  } catch (error) {
    const isRefusal = error instanceof UnauthorisedError || error instanceof ForbiddenError;
    // where the database is away this fails too, and the error to be told is the first
    if (!isRefusal) await takeBack().catch(() => {});
    throw error;
  }
}

/** It asks by the browser's token alone, so that its time tells no one whether there is such a number. */
async function knownDevice(
  { db }: Pick<Call, 'db'>,
  beaNumber: string,
  browser: Browser,
): Promise<string | undefined> {
  const device = await findAnyDevice({ db: asService(db) }, browser);
  const holder = device && (await findHolder(asHolder(db, device.beaHolderId), device.beaHolderId));
  return holder && plainNumber(holder.beaNumber) === plainNumber(beaNumber) ? device?.id : undefined;
}
