import { createHash, randomBytes } from 'node:crypto';
import type { Call } from '../../lib/call';
import type { DbOrTx } from '../../lib/database/db';
import { type Browser, REMEMBERED_MS } from '../../lib/http/cookies';
import { browserName } from './browser-name';
import { type DeviceRow, findDeviceByToken, insertDevice, updateDevice } from './devices.repository';

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');

/** The device that a browser is, whichever holder signed in with it last. */
export async function findAnyDevice(
  { db }: Pick<Call<DbOrTx>, 'db'>,
  { deviceToken }: Browser,
): Promise<DeviceRow | undefined> {
  return deviceToken ? findDeviceByToken(db, hashOf(deviceToken)) : undefined;
}

/** The device that a browser is, if this holder has signed in with it. */
export async function findDevice(
  { db, holderId }: Pick<Call<DbOrTx>, 'db' | 'holderId'>,
  browser: Browser,
): Promise<DeviceRow | undefined> {
  const device = await findAnyDevice({ db }, browser);
  return device?.beaHolderId === holderId ? device : undefined;
}

/**
 * Writes down that somebody has signed in with a browser, and has it keep the token that it is known by.
 * @param options.remember trusts it for 30 days from now; else it is not trusted any more
 * @returns the device, and whether the holder never signed in with it before
 */
export async function keepDevice(
  { db, holderId, userId, now }: Omit<Call<DbOrTx>, 'userId'> & { userId: string },
  browser: Browser,
  { remember }: { remember: boolean },
): Promise<{ device: DeviceRow; isNew: boolean }> {
  const state = {
    userId,
    name: browserName(browser.userAgent),
    address: browser.address,
    trustedUntil: remember ? new Date(now.getTime() + REMEMBERED_MS) : null,
    lastUsedAt: now,
  };
  const known = await findDevice({ db, holderId }, browser);
  const updated = known && (await updateDevice(db, holderId, known.id, state));
  if (updated) return { device: updated, isNew: false };
  const token = randomBytes(32).toString('base64url');
  const row = { ...state, beaHolderId: holderId, tokenHash: hashOf(token), createdAt: now };
  const device = await insertDevice(db, row);
  browser.keepDeviceToken(token);
  return { device, isNew: true };
}
