import { signInCodes } from '@shared/tables/sign-in';
import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import { type Db, type DbOrTx, onlyRow } from '../../lib/database/db';

export type CodeRow = typeof signInCodes.$inferSelect;
export type CodePurpose = CodeRow['purpose'];

/** What a code is for, the browser that asked for it, and the holder, if someone was signed in. */
export type CodeOwner = Pick<CodeRow, 'purpose' | 'browserHash'> & { holderId: string | null };

const ownedBy = ({ purpose, browserHash, holderId }: CodeOwner) =>
  and(
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
  const [code] = await db
    .select()
    .from(signInCodes)
    .where(and(ownedBy(owner), eq(signInCodes.id, id)));
  return code;
}

/** Counts a try of a code. @returns undefined where there is no such code, or it has expired, or was tried `most` times */
export async function countTry(
  db: DbOrTx,
  owner: CodeOwner,
  id: string,
  { now, most }: { now: Date; most: number },
): Promise<CodeRow | undefined> {
  const [code] = await db
    .update(signInCodes)
    .set({ tries: sql`${signInCodes.tries} + 1` })
    .where(
      and(
        ownedBy(owner),
        eq(signInCodes.id, id),
        gt(signInCodes.expiresAt, now),
        lt(signInCodes.tries, most),
      ),
    )
    .returning();
  return code;
}

/** Removes a code. @returns false where someone else has, or a newer one took its place */
export async function removeCode(db: DbOrTx, { id, codeHash }: CodeRow): Promise<boolean> {
  const { rowCount } = await db
    .delete(signInCodes)
    .where(and(eq(signInCodes.id, id), eq(signInCodes.codeHash, codeHash)));
  return rowCount === 1;
}

export async function removeExpiredCodes(db: Db, before: Date): Promise<void> {
  await db.delete(signInCodes).where(lt(signInCodes.expiresAt, before));
}
