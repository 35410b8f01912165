import { DAY_MS } from '@shared/durations';
import { signInCodes } from '@shared/tables/holders';
import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import type { AnonymousCall } from '../../lib/call';
import { type Db, type DbOrTx, onlyRow } from '../../lib/database/db';
import { asService } from '../../lib/database/isolation';

export type CodeRow = typeof signInCodes.$inferSelect;
export type CodePurpose = CodeRow['purpose'];

/** A code's purpose, the browser that asked for it, and the holder, if someone was signed in. */
export type CodeOwner = Pick<CodeRow, 'purpose' | 'browserHash'> & { holderId: string | null };

const isCode = ({ purpose, browserHash, holderId }: CodeOwner, id: string) =>
  and(
    eq(signInCodes.id, id),
    eq(signInCodes.purpose, purpose),
    eq(signInCodes.browserHash, browserHash),
    holderId === null ? isNull(signInCodes.beaHolderId) : eq(signInCodes.beaHolderId, holderId),
  );

/** Stores a code in place of the one that the browser had for the same account, under that one's id. */
export async function storeCode(db: DbOrTx, code: typeof signInCodes.$inferInsert): Promise<CodeRow> {
  const { id: _, ...fresh } = code;
  const rows = await db
    .insert(signInCodes)
    .values(code)
    .onConflictDoUpdate({
      target: [signInCodes.accountHash, signInCodes.browserHash, signInCodes.purpose],
      set: { ...fresh, tries: 0 },
    })
    .returning();
  return onlyRow(rows);
}

export async function findCode(db: DbOrTx, owner: CodeOwner, id: string): Promise<CodeRow | undefined> {
  const [code] = await db.select().from(signInCodes).where(isCode(owner, id));
  return code;
}

const MAX_TRIES = 5;

/** Counts a try of a code. @returns undefined where there is no such code, or it has expired, or was tried too often */
export async function countTry({ db, now }: AnonymousCall<DbOrTx>, owner: CodeOwner, id: string) {
  const { expiresAt, tries } = signInCodes;
  const [code] = await db
    .update(signInCodes)
    .set({ tries: sql`${tries} + 1` })
    .where(and(isCode(owner, id), gt(expiresAt, now), lt(tries, MAX_TRIES)))
    .returning();
  return code;
}

/** Removes a code. @returns false where someone else has, or a newer one took its place */
export async function removeCode(db: DbOrTx, { id, codeHash }: CodeRow): Promise<boolean> {
  const isStored = and(eq(signInCodes.id, id), eq(signInCodes.codeHash, codeHash));
  return (await db.delete(signInCodes).where(isStored)).rowCount === 1;
}

/** Removes codes that expired too long ago to be replaced. */
export async function sweepCodes({ db }: { db: Db }, now: Date): Promise<void> {
  const before = new Date(now.getTime() - DAY_MS);
  await asService(db).delete(signInCodes).where(lt(signInCodes.expiresAt, before));
}
