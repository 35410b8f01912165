import type { PictureKind } from '@shared/pictures/pictures';
import type { UpdateProfile } from '@shared/profile';
import { type Actor, changesBetween, recordAuditEvent } from '../../lib/audit';
import type { Db, Tx } from '../../lib/database/db';
import type { AppDeps } from '../../lib/deps';
import { makePicture, removePicture } from '../pictures/pictures.service';
import { lockHolder, updateHolder } from './profile.repository';

async function change(tx: Tx, actor: Actor, changes: Parameters<typeof updateHolder>[2], now: Date) {
  const before = await lockHolder(tx, actor.holderId);
  const after = await updateHolder(tx, actor.holderId, changes, now);
  const changed = changesBetween(before, after);
  if (Object.keys(changed).length > 0) {
    await recordAuditEvent(tx, actor, {
      entity: 'holder',
      entityId: actor.holderId,
      action: 'updated',
      changes: changed,
      at: now,
    });
  }
  return { before, after };
}

/**
 * Changes what the holder says about themselves. The contact e-mail is what sign-in hangs on: where sign-in codes are
 * on, a new one will need a fresh code first, and both addresses will be told (decisions §9).
 */
export async function changeProfile(db: Db, actor: Actor, input: UpdateProfile, now: Date) {
  const { after } = await db.transaction((tx) => change(tx, actor, input, now));
  return after;
}

const PICTURE_COLUMNS = { logos: 'logoUrl', 'profile-pictures': 'profilePictureUrl' } as const;

/**
 * Puts an uploaded picture in the place of the one before, or takes that away.
 * @param address where the picture was uploaded to; null for none any more
 * @throws what makePicture refuses; the picture before then stays
 */
export async function changePicture(
  deps: Pick<AppDeps, 'db' | 'storage' | 'log'>,
  actor: Actor,
  kind: PictureKind,
  { address, origin, now }: { address: string | null; origin: string; now: Date },
) {
  const { db, storage, log } = deps;
  const column = PICTURE_COLUMNS[kind];
  const picture =
    address === null ? null : await makePicture(deps, kind, { holderId: actor.holderId, address, origin });
  /** What cannot be removed now is left to the nightly sweep. */
  const tidyUp = (...removals: Promise<void>[]) =>
    Promise.all(removals).catch((error) =>
      log.warn({ err: error }, 'a file that is no longer needed was left'),
    );
  try {
    const { before, after } = await db.transaction(async (tx) => {
      await picture?.claim(tx);
      return change(tx, actor, { [column]: picture?.url ?? null }, now);
    });
    const replaced = before[column];
    if (picture) await tidyUp(picture.dropUpload());
    if (replaced) await tidyUp(removePicture(storage, replaced));
    return after;
  } catch (error) {
    if (picture) await tidyUp(removePicture(storage, picture.url));
    throw error;
  }
}
