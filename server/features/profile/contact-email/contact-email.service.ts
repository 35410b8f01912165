import { CONTACT_CHANGE_HOURS, MAX_CONTACT_CHANGES_A_DAY } from '@shared/limits';
import { recordChange } from '../../../lib/audit';
import { type Call, callFor, inTransaction } from '../../../lib/call';
import type { Tx } from '../../../lib/database/db';
import { asHolder } from '../../../lib/database/isolation';
import { TooManyRequestsError } from '../../../lib/errors';
import type { Mailer } from '../../../lib/mail/mailer';
import type { ContactChange } from '../../deliveries/mail/take-back-link';
import { enqueueNotice } from '../../deliveries/notices.service';
import { findDeviceById } from '../../devices/devices.repository';
import { dropPasskeys } from '../../passkeys/passkeys.service';
import { lockHolder, updateHolder } from '../profile.repository';
import {
  closeContactChanges,
  countContactChanges,
  endSessions,
  findContactChange,
  insertContactChange,
} from './contact-email.repository';

type Deps = { mailer: Pick<Mailer, 'messageId'> };

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

/**
 * Writes down a change of the contact email and tells both addresses; the old one can take it back. Call it in the transaction of
 * the change, with the holder locked.
 * @throws TooManyRequestsError when there were too many within a day
 */
export async function keepContactChange(
  call: Call<Tx>,
  { messageId }: Pick<Mailer, 'messageId'>,
  { from, to, deviceId }: { from: string; to: string; deviceId: string },
): Promise<void> {
  const { db, holderId, now } = call;
  const recent = await countContactChanges(db, holderId, new Date(now.getTime() - DAY_MS));
  if (recent >= MAX_CONTACT_CHANGES_A_DAY)
    throw new TooManyRequestsError(
      'The contact email was changed many times today. Please change it tomorrow.',
      DAY_MS / 1000,
    );
  const device = await findDeviceById(db, holderId, deviceId);
  const { id } = await insertContactChange(db, {
    beaHolderId: holderId,
    oldEmail: from,
    newEmail: to,
    createdAt: now,
    undoUntil: new Date(now.getTime() + CONTACT_CHANGE_HOURS * HOUR_MS),
  });
  const { name = 'Unknown browser', address = 'unknown' } = device ?? {};
  await enqueueNotice(
    call,
    { messageId },
    {
      kind: 'contact-changed',
      about: id,
      recipients: [from, to],
      facts: { at: now.toISOString(), device: { name, address }, change: { id, from, to } },
    },
  );
}

/** Where a change of the contact email stands, for anyone who has the link of its old address. */
export type TakeBackState = { oldEmail: string; newEmail: string; state: 'open' | 'taken-back' | 'over' };

/** @param link.id of a change; @returns undefined where there is none */
export async function readTakeBack(
  { db, now }: Pick<Call, 'db' | 'now'>,
  link: ContactChange,
): Promise<TakeBackState | undefined> {
  const change = await findContactChange(asHolder(db, link.holderId), link);
  if (!change) return undefined;
  const { oldEmail, newEmail, undoneAt, undoUntil } = change;
  return { oldEmail, newEmail, state: undoneAt ? 'taken-back' : now < undoUntil ? 'open' : 'over' };
}

/**
 * Takes a change of the contact email back: the address from before it is the contact's again, proved by the link that came there,
 * all sessions, trust in devices and passkeys end, and the addresses are told. See docs/product.md#contact-email.
 * @returns whether this call did it: not where it was done before, or the time for it is over
 */
export function takeBack(
  { db, now }: Pick<Call, 'db' | 'now'>,
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
    const after = await updateHolder(
      within.db,
      holderId,
      { contactEmail: oldEmail, contactVerifiedAt: now },
      now,
    );
    await endSessions(within.db, holderId);
    await dropPasskeys(within);
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
