import { DAY_MS, HOUR_MS } from '@shared/durations';
import { CONTACT_CHANGE_HOURS, MAX_CONTACT_CHANGES_A_DAY } from '@shared/limits';
import { recordChange } from '../../lib/audit';
import { type AnonymousCall, type Call, callFor, inTransaction } from '../../lib/call';
import type { Tx } from '../../lib/database/db';
import { asHolder } from '../../lib/database/isolation';
import { AppError, TooManyRequestsError, WrongCodeError } from '../../lib/errors';
import type { Mailer } from '../../lib/mail/mailer';
import { type Asking, type CodeDeps, redeemCode, requestCode } from '../codes/codes.service';
import { enqueueNotice } from '../deliveries/notices.service';
import type { ContactChange } from '../deliveries/signed-links';
import { findDeviceById } from '../devices/devices.repository';
import { isSameEmail, lockHolder, updateHolder } from '../holders/holders.repository';
import { removeOwnPasskeys } from '../passkeys/passkeys.service';
import { moveContact, restoreContact } from '../people/people.service';
import { endAllPhones } from '../phones/phones.service';
import { revokeTokens } from '../tokens/tokens.service';
import {
  closeContactChanges,
  countContactChanges,
  endSessions,
  findContactChange,
  insertContactChange,
} from './profile.repository';

type Deps = { mailer: Pick<Mailer, 'messageId'> };

const purpose = 'contact-email';

/** Mails the code that proves a new contact email once the request is answered; the code before no longer works. */
export function requestContactCode(call: Call, deps: CodeDeps, req: Asking, email: string) {
  const { holderId: beaHolderId } = call;
  const request = { purpose, account: `${purpose} ${beaHolderId}`, email, login: null, beaHolderId } as const;
  return requestCode(call, deps, req, request, async () => ({ isExpected: true }));
}

/** Accepts the code of a new contact email. @throws AppError (400) for a wrong one: a 401 would say that the session has ended */
export async function redeemContactCode(
  call: Call,
  deps: Parameters<typeof redeemCode>[1],
  req: Asking,
  { email, ...typed }: { id: string; code: string; email: string },
): Promise<void> {
  try {
    const row = await redeemCode(call, deps, req, { ...typed, purpose, holderId: call.holderId });
    if (!isSameEmail(row.email, email)) throw new WrongCodeError();
  } catch (error) {
    if (error instanceof WrongCodeError) throw new AppError(400, error.code, error.message);
    throw error;
  }
}

/**
 * Records a change of the contact email, among the people too, and notifies both addresses. The caller has locked the holder.
 * @throws TooManyRequestsError when there were too many within a day
 */
export async function recordContactChange(
  call: Call<Tx>,
  mailer: Deps['mailer'],
  { from, to, deviceId }: { from: string; to: string; deviceId: string },
): Promise<void> {
  const { db, holderId, now } = call;
  const recent = await countContactChanges(db, holderId, new Date(now.getTime() - DAY_MS));
  const refusal = 'The contact email was changed many times today. Please change it tomorrow.';
  if (recent >= MAX_CONTACT_CHANGES_A_DAY) throw new TooManyRequestsError(refusal, DAY_MS / 1000);
  await moveContact(call, from, to);
  const device = await findDeviceById(db, holderId, deviceId);
  const undoUntil = new Date(now.getTime() + CONTACT_CHANGE_HOURS * HOUR_MS);
  const change = { beaHolderId: holderId, oldEmail: from, newEmail: to, createdAt: now, undoUntil };
  const { id } = await insertContactChange(db, change);
  const { name = 'Unknown browser', address = 'unknown' } = device ?? {};
  await enqueueNotice(call, mailer, {
    kind: 'contact-changed',
    about: id,
    recipients: [from, to],
    facts: { at: now.toISOString(), device: { name, address }, change: { id, from, to } },
  });
}

/** Reads a change of the contact email and the actions left to its link. @returns undefined without such a change */
export async function readContactChange({ db, now }: AnonymousCall, link: ContactChange) {
  const change = await findContactChange(asHolder(db, link.holderId), link);
  if (!change) return undefined;
  const { oldEmail, newEmail, undoneAt, undoUntil } = change;
  const state = undoneAt ? 'undone' : now < undoUntil ? 'open' : 'expired';
  return { oldEmail, newEmail, state } as const;
}

/**
 * Undoes a change of the contact email, ends all sessions, trust in devices and passkeys, and removes all people but the contact
 * (docs/product/profile.md#contact-email).
 * @returns false where it was undone before, or the time for it is over
 */
export function undoContactChange(
  { db, now }: AnonymousCall,
  { mailer }: Deps,
  link: ContactChange,
  device: { name: string; address: string },
): Promise<boolean> {
  const { holderId } = link;
  return inTransaction(callFor(db, { now, holderId, userId: null }), async (within) => {
    const before = await lockHolder(within.db, holderId);
    const change = await findContactChange(within.db, link);
    if (!change || change.undoneAt || now >= change.undoUntil) return false;
    const { id, oldEmail, createdAt } = change;
    await closeContactChanges(within.db, holderId, createdAt, now);
    const changes = { contactEmail: oldEmail, contactVerifiedAt: now };
    const after = await updateHolder(within.db, holderId, changes, now);
    await endSessions(within.db, holderId);
    await endAllPhones(within);
    await removeOwnPasskeys(within, 'all');
    await revokeTokens(within, 'all');
    await restoreContact(within, before.contactEmail, after);
    await recordChange(within, 'holder', before, after);
    await enqueueNotice(within, mailer, {
      kind: 'contact-restored',
      about: id,
      recipients: [oldEmail, change.newEmail, before.contactEmail],
      facts: { at: now.toISOString(), device, change: { id, from: oldEmail, to: before.contactEmail } },
    });
    return true;
  });
}
