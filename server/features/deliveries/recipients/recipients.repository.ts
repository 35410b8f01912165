import type { CreateRecipient, UpdateRecipient } from '@shared/deliveries/recipients';
import { emailSettings } from '@shared/tables/deliveries';
import { and, asc, eq, sql } from 'drizzle-orm';
import { type DbOrTx, onlyRow, type Tx } from '../../../lib/database/db';

const own = (holderId: string, id: string) =>
  and(eq(emailSettings.beaHolderId, holderId), eq(emailSettings.id, id));

export async function listRecipients(db: DbOrTx, holderId: string) {
  return db
    .select()
    .from(emailSettings)
    .where(eq(emailSettings.beaHolderId, holderId))
    .orderBy(asc(sql`lower(${emailSettings.email})`), asc(emailSettings.id));
}

/** One recipient, locked against any change until the transaction ends. */
export async function lockRecipient(tx: Tx, holderId: string, id: string) {
  const [recipient] = await tx.select().from(emailSettings).where(own(holderId, id)).for('update');
  return recipient;
}

export async function insertRecipient(db: DbOrTx, holderId: string, input: CreateRecipient, now: Date) {
  const rows = await db
    .insert(emailSettings)
    .values({ ...input, beaHolderId: holderId, createdAt: now })
    .returning();
  return onlyRow(rows);
}

export async function updateRecipient(db: DbOrTx, holderId: string, id: string, changes: UpdateRecipient) {
  return onlyRow(await db.update(emailSettings).set(changes).where(own(holderId, id)).returning());
}

export async function removeRecipient(db: DbOrTx, holderId: string, id: string): Promise<void> {
  await db.delete(emailSettings).where(own(holderId, id));
}
