import type { AnonymousCall } from '../../lib/call';
import { asHolder, asService } from '../../lib/database/isolation';
import type { AppDeps } from '../../lib/deps';
import { ForbiddenError, UnauthorisedError } from '../../lib/errors';
import type { Browser } from '../../lib/http/cookies';
import { type Budget, networkOf } from '../../lib/throttle';
import { signInBudgets } from '../codes/sign-in-budgets';
import { findAnyDevice } from '../devices/devices.service';
import { findHolder } from '../holders/holders.repository';
import { normaliseNumber } from './auth.service';

/**
 * Counts sign-ins that fail, and refuses one where too many have failed: by account and address, by account, and by address. A
 * browser that signed in to the account before has a count that no one else can use up. See docs/product/sign-in.md#sign-in-limits.
 * @param attempt is counted before it is made, because many can be made at once, and refunded when it succeeds
 * @throws TooManyRequestsError, and what `attempt` throws
 */
export async function countFailedSignIns<T>(
  call: AnonymousCall,
  { throttle }: Pick<AppDeps, 'throttle'>,
  beaNumber: string,
  browser: Browser,
  attempt: () => Promise<T>,
): Promise<T> {
  const account = normaliseNumber(beaNumber);
  const network = networkOf(browser.address);
  const deviceId = await findDeviceOfAccount(call, account, browser);
  const counts: [Budget, string][] = deviceId
    ? [[signInBudgets.signInFailures, `${account} ${deviceId}`]]
    : [
        [signInBudgets.signInFailures, `${account} ${network}`],
        [signInBudgets.signInsOfAddress, network],
        [signInBudgets.signInFailuresOfAccount, account],
      ];
  for (const [budget, key] of counts) await throttle.spend(budget, key);
  const refund = () => Promise.all(counts.map(([budget, key]) => throttle.refund(budget, key)));
  try {
    const result = await attempt();
    await refund();
    return result;
  } catch (error) {
    const isRefusal = error instanceof UnauthorisedError || error instanceof ForbiddenError;
    // where the database is away this fails too, and the first error is the one to report
    if (!isRefusal) await refund().catch(() => {});
    throw error;
  }
}

/** Looks the device up by the browser's token alone, so that the time it takes does not reveal whether there is such a number. */
async function findDeviceOfAccount({ db }: AnonymousCall, account: string, browser: Browser) {
  const device = await findAnyDevice({ db: asService(db) }, browser);
  const holder = device && (await findHolder(asHolder(db, device.beaHolderId), device.beaHolderId));
  return holder && normaliseNumber(holder.beaNumber) === account ? device?.id : undefined;
}
