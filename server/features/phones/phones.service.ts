import { createHmac, randomBytes } from 'node:crypto';
import { isActiveDriver } from '@shared/drivers';
import { HOUR_MS } from '@shared/durations';
import { PHONE_PATH } from '@shared/holders';
import { MAX_PHONES_A_DRIVER, PHONE_CODE_HOURS, PHONES_A_CODE } from '@shared/limits';
import type { PhoneCode } from '@shared/phones';
import type { Holder } from '@shared/tables/holders';
import { recordChanges } from '../../lib/audit';
import { type AnonymousCall, type Call, callFor, inTransaction } from '../../lib/call';
import type { Db, Tx } from '../../lib/database/db';
import { asHolder, asService } from '../../lib/database/isolation';
import type { AppDeps } from '../../lib/deps';
import { AppError, ConflictError, NotFoundError, TooManyRequestsError } from '../../lib/errors';
import { type Browser, browserOf } from '../../lib/http/cookies';
import { startPhoneSession } from '../../lib/http/session';
import { networkOf } from '../../lib/throttle';
import { newCode } from '../codes/codes.service';
import { browserName } from '../devices/browser-name';
import { type DeviceRow, updateDevice } from '../devices/devices.repository';
import { findAnyDevice, hashOf } from '../devices/devices.service';
import { driverNotFound, findDriverOfPhone, listDrivers, lockDriver } from '../drivers/drivers.repository';
import { findHolder } from '../holders/holders.repository';
import { countHeld } from './held.repository';
import { phoneBudgets } from './phone-budgets';
import {
  countPhones,
  findOfficeCode,
  findPhoneCode,
  insertPhone,
  insertPhoneCode,
  listPhoneDrivers,
  listPhones,
  markEnded,
  removeOldPhones,
  removePhoneCodes,
  spendPhoneCode,
} from './phones.repository';

/** One answer for every code that is not good, whatever is wrong with it. */
const wrongPhoneCode = () =>
  new AppError(401, 'wrong-code', 'This code is wrong or has expired. Ask the office for a new one.');

/** A code as it is stored. */
export const codeHashOf = ({ keys }: Pick<AppDeps, 'keys'>, code: string) =>
  createHmac('sha256', keys.phoneCodes).update(code).digest('base64url');

/**
 * Makes a code in place of the driver's earlier one. One that a phone shows is for one more app, and leaves the office's as it is: it may hang on
 * a screen there.
 * @throws NotFoundError for a driver who is not the holder's; ConflictError for one who drives no more
 */
export const makePhoneCode = (
  call: Call,
  deps: Pick<AppDeps, 'keys' | 'config'>,
  driverId: string,
): Promise<PhoneCode> =>
  inTransaction(call, async (within) => {
    await lockDriver(within, driverId, 'update');
    const driver = await findDriverOfPhone(within, driverId);
    if (!driver?.isActive)
      throw new ConflictError('This driver is switched off or has left. Change that first.');
    const madeOnPhone = call.driverId !== undefined;
    await removePhoneCodes(within, { driverId, madeOnPhone });
    const expiresAt = new Date(call.now.getTime() + PHONE_CODE_HOURS * HOUR_MS);
    const row = { driverId, phonesLeft: madeOnPhone ? 1 : PHONES_A_CODE, madeOnPhone, expiresAt };
    let code: string;
    do code = newCode();
    while (!(await insertPhoneCode(within, { ...row, codeHash: codeHashOf(deps, code) })));
    const url = `${deps.config.publicUrl}${PHONE_PATH}#${code}`;
    return { url, code, expiresAt: expiresAt.toISOString() };
  });

type Owner = { codeHash: string; holder: Holder; driver: { id: string; name: string } };

/** Whose phone a code makes. It asks as much for a code that is unknown, which then takes as long. */
async function findOwner({ db, now }: AnonymousCall, codeHash: string): Promise<Owner | undefined> {
  const { beaHolderId: holderId = '', driverId = '' } = (await findPhoneCode(db, codeHash, now)) ?? {};
  const own = asHolder(db, holderId);
  const holder = await findHolder(own, holderId);
  const driver = await findDriverOfPhone({ db: own, holderId, now }, driverId);
  if (!holder?.isActive || !driver?.isActive) return undefined;
  return { codeHash, holder, driver: { id: driverId, name: driver.name } };
}

/** Whether a budget is used up. */
const isRefused = (spent: Promise<void>): Promise<boolean> =>
  spent.then(
    () => false,
    (error: unknown) => {
      if (error instanceof TooManyRequestsError) return true;
      throw error;
    },
  );

/**
 * Finds whose a code is, and counts one that is wrong, the same of one address once: before it is tried, because many can be tried at once.
 * @throws AppError 401, whatever is wrong with the code; TooManyRequestsError
 */
export async function findOwnerOfCode(
  call: AnonymousCall,
  deps: Pick<AppDeps, 'keys' | 'throttle'>,
  { address }: Pick<Browser, 'address'>,
  code: string,
): Promise<Owner> {
  const { throttle } = deps;
  const codeHash = codeHashOf(deps, code);
  const again = [phoneBudgets.phoneCodesAgain, `${networkOf(address)} ${codeHash}`] as const;
  const isCounted = await isRefused(throttle.check(...again));
  const counts = isCounted
    ? []
    : ([
        [phoneBudgets.phoneCodesOfAddress, networkOf(address)],
        [phoneBudgets.phoneCodes, 'everybody'],
      ] as const);
  for (const [budget, key] of counts) await throttle.spend(budget, key);
  const refund = () => Promise.all(counts.map(([budget, key]) => throttle.refund(budget, key)));
  const owner = await findOwner(call, codeHash).catch(async (error) => {
    // the refund fails too while the database is away, and the first error is the one to report
    await refund().catch(() => {});
    throw error;
  });
  if (owner) {
    await refund();
    return owner;
  }
  // of those that came at once one is counted
  if (!isCounted && (await isRefused(throttle.spend(...again)))) await refund();
  throw wrongPhoneCode();
}

/**
 * Makes a browser the phone of the driver whose code it is, and starts its session. Whoever was signed in there is signed out; a browser that is the
 * driver's phone already stays it, so that a link that is opened again adds none.
 * @param req behind `sessions` and `readCookies` @throws AppError 401 where the code was used up meanwhile
 */
export async function usePhoneCode(
  { db, now }: AnonymousCall,
  deps: Pick<AppDeps, 'config'>,
  req: Parameters<typeof startPhoneSession>[0],
  { codeHash, holder, driver }: Owner,
): Promise<{ phoneId: string; isNew: boolean }> {
  const browser = browserOf(req, deps);
  const call = callFor(db, { holderId: holder.id, userId: null, driverId: driver.id, now });
  const known = await findAnyDevice({ db: asService(db) }, browser);
  const isSame = known?.beaHolderId === holder.id && known.driverId === driver.id && !known.endedAt;
  const phoneId = isSame ? known.id : await addPhone(call, browser, codeHash);
  if (isSame) await updateDevice(call.db, holder.id, known.id, { lastUsedAt: now });
  else if (known) await leaveDevice(db, known, now);
  await startPhoneSession(req, { holderId: holder.id, deviceId: phoneId, now });
  return { phoneId, isNew: !isSame };
}

async function addPhone(call: Call, browser: Browser, codeHash: string): Promise<string> {
  const { driverId = '' } = call;
  const token = randomBytes(32).toString('base64url');
  const { address } = browser;
  const row = { driverId, tokenHash: hashOf(token), name: browserName(browser.userAgent), address };
  const { id } = await inTransaction(call, async (within) => {
    if (!(await spendPhoneCode(within, codeHash))) throw wrongPhoneCode();
    const added = await insertPhone(within, row);
    await recordChanges(within, 'phone', [{ after: auditedPhone(added) }]);
    const others = (await listPhones(within, driverId)).filter((phone) => phone.id !== added.id);
    const tooMany = others.slice(MAX_PHONES_A_DRIVER - 1).map((phone) => phone.id);
    if (tooMany.length > 0) await endPhones(within, { driverId, ids: tooMany });
    return added;
  });
  browser.keepDeviceToken(token);
  return id;
}

/** Who used a browser before leaves it: a person is not trusted there any more, and another driver's phone ends. */
async function leaveDevice(db: Db, { id, beaHolderId: holderId, driverId }: DeviceRow, now: Date) {
  const call = callFor(db, { holderId, userId: null, driverId: driverId ?? undefined, now });
  if (driverId) await leavePhone(call, id);
  else await updateDevice(call.db, holderId, id, { trustedUntil: null });
}

/** Ends the phone that a browser was, once a person has signed in there: its session is gone. */
export async function endPhoneOf({ db, now }: AnonymousCall, browser: Browser): Promise<void> {
  const known = await findAnyDevice({ db: asService(db) }, browser);
  if (known?.driverId && !known.endedAt) await leaveDevice(db, known, now);
}

const auditedPhone = ({ id, name, driverId }: Pick<DeviceRow, 'id' | 'name' | 'driverId'>) => ({
  id,
  name,
  driverId,
});

/** Ends phones, and the codes that would make others. They can still hand in what waited. @returns how many */
async function endPhones(within: Call<Tx>, which: Parameters<typeof markEnded>[1]): Promise<number> {
  const ended = await markEnded(within, which);
  await recordChanges(
    within,
    'phone',
    ended.map((phone) => ({ before: auditedPhone(phone) })),
  );
  return ended.length;
}

/** The phones of a driver, the last used first, and the code in force; those of one who drives no more have ended. @throws NotFoundError */
export async function listDriverPhones(call: Call, driverId: string) {
  const driver = await findDriverOfPhone(call, driverId);
  if (!driver) throw driverNotFound();
  if (!driver.isActive) return { code: null, phones: [] };
  return { code: await findOfficeCode(call, driverId), phones: await listPhones(call, driverId) };
}

/** The drivers who have phones, or of whom something waits for the office. */
export async function listDriversPhones(call: Call) {
  const { db, holderId, now } = call;
  const phones = new Map((await countPhones(call)).map((row) => [row.driverId, row]));
  const held = new Map((await countHeld(db, holderId)).map((row) => [row.driverId, row.held]));
  const all = await listDrivers(db, holderId);
  const active = new Set(
    all
      .filter(({ isActive, endDate }) =>
        isActiveDriver({ isActive, endDate: endDate?.toISOString() ?? null }, now),
      )
      .map(({ id }) => id),
  );
  return [...new Set([...phones.keys(), ...held.keys()])]
    .map((driverId) => {
      const used = active.has(driverId) ? phones.get(driverId) : undefined;
      const { phones: count = 0, lastUsedAt = null } = used ?? {};
      return { driverId, phones: count, lastUsedAt, held: held.get(driverId) ?? 0 };
    })
    .filter((line) => line.phones > 0 || line.held > 0);
}

/** Ends one phone from the office, and the driver's code, which whoever has that phone may have seen. @throws NotFoundError */
export const endPhone = (call: Call, driverId: string, phoneId: string): Promise<void> =>
  inTransaction(call, async (within) => {
    await removePhoneCodes(within, { driverId });
    if ((await endPhones(within, { driverId, ids: [phoneId] })) === 0)
      throw new NotFoundError('Phone not found');
  });

/** Ends the phones of all drivers, and every code. */
export async function endAllPhones(within: Call<Tx>): Promise<void> {
  await removePhoneCodes(within);
  await endPhones(within, {});
}

/** Ends the phone of a call from the phone itself. */
export const leavePhone = (call: Call, phoneId: string) =>
  inTransaction(call, (within) => endPhones(within, { driverId: call.driverId, ids: [phoneId] }));

/**
 * Marks the phones of all holders as ended that were not used for too long, or whose drivers drive no more: they could do nothing any more, and from
 * now on the time runs in which they can hand in what waited. Removes those that ended too long ago for it, and the codes that expired.
 */
export async function sweepPhones({ db }: { db: Db }, now: Date): Promise<void> {
  await removeOldPhones(db, now);
  for (const { holderId, driverId } of await listPhoneDrivers(db)) {
    const call = callFor(db, { holderId, userId: null, now });
    const driver = await findDriverOfPhone(call, driverId);
    await inTransaction(call, (within) =>
      endPhones(within, driver?.isActive ? { driverId, unused: true } : { driverId }),
    );
  }
}
