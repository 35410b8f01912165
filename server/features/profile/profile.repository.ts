import type { UpdateProfile } from '@shared/profile';
import { beaHolders, type Holder, holderColumns, sessions } from '@shared/tables/holders';
import { eq, sql } from 'drizzle-orm';
import { onlyRow, type Tx } from '../../lib/database/db';
import { nextVersion } from '../../lib/database/versions';

/** Reads the holder and locks it against any other change until the transaction ends. */
export async function lockHolder(tx: Tx, holderId: string) {
  return onlyRow(
    await tx.select(holderColumns).from(beaHolders).where(eq(beaHolders.id, holderId)).for('update'),
  );
}

type Changes = Partial<UpdateProfile> &
  Partial<Pick<Holder, 'logoUrl' | 'profilePictureUrl' | 'contactVerifiedAt'>>;

/** Stores changes of the profile. Pictures are not what people type, and make no new version. */
export async function updateHolder(tx: Tx, holderId: string, changes: Changes, now: Date) {
  const rows = await tx
    .update(beaHolders)
    .set({
      ...changes,
      updatedAt: now,
      ...('contactEmail' in changes && { version: nextVersion(beaHolders.version) }),
    })
    .where(eq(beaHolders.id, holderId))
    .returning(holderColumns);
  return onlyRow(rows);
}

/** Names the holder's next contact email in a session, which the change of it then spares (docs/product.md#sessions). */
export async function keepSession(tx: Tx, sid: string, contactEmail: string): Promise<void> {
  const sess = sql`jsonb_set(${sessions.sess}::jsonb, '{contactEmail}', to_jsonb(${contactEmail}::text))::text`;
  await tx.update(sessions).set({ sess }).where(eq(sessions.sid, sid));
}
