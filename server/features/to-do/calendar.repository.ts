import { calendarAddresses } from '@shared/tables/holders';
import { eq } from 'drizzle-orm';
import type { Call } from '../../lib/call';
import type { DbOrTx } from '../../lib/database/db';

const ofHolder = (holderId: string) => eq(calendarAddresses.beaHolderId, holderId);

/** The holder's address: when it was made, and the SHA-256 of its secret; undefined without one. */
export async function findAddress(db: DbOrTx, holderId: string) {
  const { secretSha256, createdAt } = calendarAddresses;
  const [address] = await db
    .select({ secretSha256, createdAt })
    .from(calendarAddresses)
    .where(ofHolder(holderId));
  return address;
}

/** Stores a new secret in place of the one before. */
export async function upsertAddress(
  { db, holderId, now }: Call<DbOrTx>,
  secretSha256: string,
): Promise<void> {
  const values = { secretSha256, createdAt: now };
  await db
    .insert(calendarAddresses)
    .values({ ...values, beaHolderId: holderId })
    .onConflictDoUpdate({ target: calendarAddresses.beaHolderId, set: values });
}

export const removeAddress = ({ db, holderId }: Call<DbOrTx>) =>
  db.delete(calendarAddresses).where(ofHolder(holderId));
