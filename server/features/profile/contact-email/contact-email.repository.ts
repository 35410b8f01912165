import { sessions } from '@shared/tables/holders';
import { contactChanges, devices } from '@shared/tables/sign-in';
import { and, eq, gte, isNull, sql } from 'drizzle-orm';
import { type DbOrTx, onlyRow, type Tx } from '../../../lib/database/db';
import type { ContactChange } from '../../deliveries/mail/take-back-link';

export async function insertContactChange(
  tx: Tx,
  change: typeof contactChanges.$inferInsert,
): Promise<{ id: string }> {
  return onlyRow(await tx.insert(contactChanges).values(change).returning({ id: contactChanges.id }));
}

export async function findContactChange(db: DbOrTx, { holderId, id }: ContactChange) {
  const [change] = await db
    .select()
    .from(contactChanges)
    .where(and(eq(contactChanges.beaHolderId, holderId), eq(contactChanges.id, id)));
  return change;
}

export const countContactChanges = (db: DbOrTx, holderId: string, since: Date): Promise<number> =>
  db.$count(
    contactChanges,
    and(eq(contactChanges.beaHolderId, holderId), gte(contactChanges.createdAt, since)),
  );

/** Notes that changes were taken back: those since `since`, so that no later address brings itself back in turn. */
export async function closeContactChanges(tx: Tx, holderId: string, since: Date, now: Date): Promise<void> {
  await tx
    .update(contactChanges)
    .set({ undoneAt: now })
    .where(
      and(
        eq(contactChanges.beaHolderId, holderId),
        gte(contactChanges.createdAt, since),
        isNull(contactChanges.undoneAt),
      ),
    );
}

/** Ends all sessions of the holder, and the trust in its devices. */
export async function endSessions(tx: Tx, holderId: string): Promise<void> {
  await tx.delete(sessions).where(eq(sql`${sessions.sess}::json ->> 'holderId'`, holderId));
  await tx.update(devices).set({ trustedUntil: null }).where(eq(devices.beaHolderId, holderId));
}
