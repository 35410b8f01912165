import { createHash, randomBytes } from 'node:crypto';
import { recordChanges } from '../../lib/audit';
import { type Call, inTransaction, type PersonsCall } from '../../lib/call';
import type { DbOrTx } from '../../lib/database/db';
import { UnauthorisedError } from '../../lib/errors';
import { type Browser, REMEMBERED_MS } from '../../lib/http/cookies';
import type { Mailer } from '../../lib/mail/mailer';
import { enqueueNotice } from '../deliveries/notices.service';
import { holdHolder } from '../holders/holders.repository';
import { findUser } from '../holders/people.repository';
import { browserName } from './browser-name';
import {
  type DeviceRow,
  findDeviceByToken,
  insertDevice,
  listDevices,
  removeDevices,
  updateDevice,
} from './devices.repository';

/** A token of a browser as it is stored. */
export const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');

/** The device of a browser, whoever's it is or was. */
export const findAnyDevice = async ({ db }: Pick<Call<DbOrTx>, 'db'>, { deviceToken }: Browser) =>
  deviceToken ? findDeviceByToken(db, hashOf(deviceToken)) : undefined;

/** The device of a browser that people sign in on: a driver's phone, and that of someone who was removed, is as unknown. */
export async function findPersonsDevice(call: Pick<Call<DbOrTx>, 'db'>, browser: Browser) {
  const device = await findAnyDevice(call, browser);
  return device?.userId && !device.endedAt ? device : undefined;
}

async function findOwnDevice({ db, holderId }: Pick<Call<DbOrTx>, 'db' | 'holderId'>, browser: Browser) {
  const device = await findPersonsDevice({ db }, browser);
  return device?.beaHolderId === holderId ? device : undefined;
}

/** Whether a browser is trusted to sign a person in. */
export async function isTrusted(call: PersonsCall<DbOrTx>, browser: Browser): Promise<boolean> {
  const device = await findOwnDevice(call, browser);
  return device?.userId === call.userId && (device.trustedUntil ?? call.now) > call.now;
}

/**
 * Records a sign-in with a browser, which gets a token. The contact and the person are notified of a new device unless the holder is new too.
 * @param options.remember trusts it for 30 days from now; `silent` leaves the trust in it as it is
 * @throws UnauthorisedError for a silent sign-in where the device was signed out meanwhile, and where the person was removed meanwhile
 */
export async function recordDevice(
  call: PersonsCall,
  { mailer }: { mailer: Pick<Mailer, 'messageId'> },
  browser: Browser,
  { remember, silent, isNew }: { remember: boolean; silent: boolean; isNew: boolean },
): Promise<DeviceRow> {
  const { now, holderId, userId } = call;
  const name = browserName(browser.userAgent);
  const { address } = browser;
  const trust = { trustedUntil: remember ? new Date(now.getTime() + REMEMBERED_MS) : null };
  const state = { userId, name, address, lastUsedAt: now, ...(silent ? {} : trust) };
  const token = randomBytes(32).toString('base64url');
  const row = { ...state, beaHolderId: holderId, tokenHash: hashOf(token), createdAt: now };
  const { device, isAdded } = await inTransaction(call, async (within) => {
    // anyone who removes the person meanwhile waits, and ends this device too
    const { contactEmail } = await holdHolder(within.db, holderId);
    const person = await findUser(within.db, holderId, userId);
    if (!person) throw new UnauthorisedError();
    const known = await findOwnDevice(within, browser);
    const updated = known && (await updateDevice(within.db, holderId, known.id, state));
    if (updated) return { device: updated, isAdded: false };
    if (silent) throw new UnauthorisedError();
    const added = await insertDevice(within.db, row);
    if (!isNew)
      await enqueueNotice(within, mailer, {
        kind: 'new-device',
        about: added.id,
        recipients: [contactEmail, person.email],
        facts: { at: now.toISOString(), device: { name, address }, person: person.email },
      });
    return { device: added, isAdded: true };
  });
  if (isAdded) browser.keepDeviceToken(token);
  return device;
}

export async function listOwnDevices({ db, holderId, now }: Call, deviceId: string) {
  const devices = (await listDevices(db, holderId)).map(({ trustedUntil, ...device }) => ({
    ...device,
    trustedUntil: trustedUntil && trustedUntil > now ? trustedUntil : null,
    isThisDevice: device.id === deviceId,
  }));
  return devices.toSorted((a, b) => Number(b.isThisDevice) - Number(a.isThisDevice));
}

/** Signs out one device, or all but one: their sessions end, and they are new devices at the next sign-in. @returns how many */
export const signOutDevices = (call: Call, which: Parameters<typeof removeDevices>[2]): Promise<number> =>
  inTransaction(call, async (within) => {
    const rows = (await removeDevices(within.db, within.holderId, which)).map((before) => ({ before }));
    await recordChanges(within, 'device', rows);
    return rows.length;
  });
