import type { PictureKind } from '@shared/pictures/pictures';
import type { ChangeProfile } from '@shared/profile';
import { recordChanges } from '../../lib/audit';
import { type Call, inTransaction } from '../../lib/call';
import type { Tx } from '../../lib/database/db';
import { assertNewest } from '../../lib/database/versions';
import type { AppDeps } from '../../lib/deps';
import { type HolderChanges, isSameEmail, lockHolder, updateHolder } from '../holders/holders.repository';
import { claimPicture, keepForRestore, makePicture, removePicture } from '../pictures/pictures.service';
import { recordContactChange } from './contact-email.service';
import { updateSessionEmail } from './profile.repository';

async function change(call: Call<Tx>, changes: HolderChanges) {
  const { db, holderId, now } = call;
  const before = await lockHolder(db, holderId);
  const after = await updateHolder(db, holderId, changes, now);
  await recordChanges(call, 'holder', [{ before, after }], { skipUnchanged: true });
  return { before, after };
}

/**
 * Changes the holder's profile. Another contact email ends all other sessions and trust (docs/product/profile.md#contact-email).
 * @param by.isProved whether a code has proved the contact email
 * @throws ChangedMeanwhileError; TooManyRequestsError when the contact email was changed too often within a day
 */
export function changeProfile(
  call: Call,
  { mailer }: Pick<AppDeps, 'mailer'>,
  { sessionId, deviceId, isProved = false }: { sessionId: string; deviceId: string; isProved?: boolean },
  asked: ChangeProfile,
) {
  return inTransaction(call, async (within) => {
    // first, because anyone who changes the holder meanwhile ends this session
    const before = await lockHolder(within.db, within.holderId);
    const input = assertNewest('profile', before, asked);
    const { contactEmail } = before;
    await updateSessionEmail(within.db, sessionId, input.contactEmail);
    if (isSameEmail(contactEmail, input.contactEmail)) return (await change(within, input)).after;
    await recordContactChange(within, mailer, { from: contactEmail, to: input.contactEmail, deviceId });
    return (await change(within, { ...input, contactVerifiedAt: isProved ? within.now : null })).after;
  });
}

const PICTURE_COLUMNS = { logos: 'logoUrl', 'profile-pictures': 'profilePictureUrl' } as const;

/**
 * Replaces the holder's picture by an uploaded one, or removes it. A removed one can be restored by its address for a day.
 * @param address the address that it was uploaded to, or had before it was removed; null for no picture
 */
export async function changePicture(
  call: Call,
  { storage, log }: Pick<AppDeps, 'storage' | 'log'>,
  kind: PictureKind,
  { address, origin }: { address: string | null; origin: string },
) {
  const column = PICTURE_COLUMNS[kind];
  const picture = address === null ? null : await makePicture(call, storage, kind, { address, origin });
  /** The nightly sweep removes what cannot be removed now. */
  const tidyUp = (removal: Promise<void>) =>
    removal.catch((error) => log.warn({ err: error }, 'a file that is no longer needed was left'));
  try {
    const { before, after } = await inTransaction(call, async (within) => {
      if (picture) await claimPicture(within, picture);
      const changed = await change(within, { [column]: picture?.url ?? null });
      const removed = changed.before[column];
      if (removed && !picture) await keepForRestore(within, removed);
      return changed;
    });
    const replaced = before[column];
    if (picture?.uploadKey) await tidyUp(storage.remove(picture.uploadKey));
    if (picture && replaced) await tidyUp(removePicture(storage, replaced));
    return after;
  } catch (error) {
    if (picture?.uploadKey) await tidyUp(removePicture(storage, picture.url));
    throw error;
  }
}
