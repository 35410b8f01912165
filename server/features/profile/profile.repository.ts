import { contactChanges, devices, sessions } from '@shared/tables/holders';
import { and, eq, gte, isNotNull, isNull, sql } from 'drizzle-orm';
import { type DbOrTx, onlyRow, type Tx } from '../../lib/database/db';
import type { ContactChange } from '../deliveries/signed-links';

const fieldOf = (name: 'holderId' | 'userId') => sql`${sessions.sess}::json ->> ${sql.raw(`'${name}'`)}`;

/** Names the holder's next contact email in a session, so that changing the email does not end it (docs/product/sign-in.md#sessions). */
export async function updateSessionEmail(tx: Tx, sid: string, contactEmail: string): Promise<void> {
  const sess = sql`jsonb_set(${sessions.sess}::jsonb, '{contactEmail}', to_jsonb(${contactEmail}::text))::text`;
  await tx.update(sessions).set({ sess }).where(eq(sessions.sid, sid));
}

/** Ends all sessions of people of the holder, and the trust in its devices. */
export async function endSessions(tx: Tx, holderId: string): Promise<void> {
  await tx.delete(sessions).where(and(eq(fieldOf('holderId'), holderId), isNotNull(fieldOf('userId'))));
  await tx.update(devices).set({ trustedUntil: null }).where(eq(devices.beaHolderId, holderId));
}

export const insertContactChange = async (tx: Tx, change: typeof contactChanges.$inferInsert) =>
  onlyRow(await tx.insert(contactChanges).values(change).returning({ id: contactChanges.id }));

export async function findContactChange(db: DbOrTx, { holderId, id }: ContactChange) {
  const isChange = and(eq(contactChanges.beaHolderId, holderId), eq(contactChanges.id, id));
  const [change] = await db.select().from(contactChanges).where(isChange);
  return change;
}

const changedSince = (holderId: string, since: Date) =>
  and(eq(contactChanges.beaHolderId, holderId), gte(contactChanges.createdAt, since));

export const countContactChanges = (db: DbOrTx, holderId: string, since: Date): Promise<number> =>
  db.$count(contactChanges, changedSince(holderId, since));

/** Marks the changes since `since` as undone, so that no later address restores itself in turn. */
export async function closeContactChanges(tx: Tx, holderId: string, since: Date, now: Date): Promise<void> {
  const isOpen = and(changedSince(holderId, since), isNull(contactChanges.undoneAt));
  await tx.update(contactChanges).set({ undoneAt: now }).where(isOpen);
}
