import { beaHolders, type Holder, holderColumns } from '@shared/tables/holders';
import { and, count, eq, isNotNull, lte, min, sql } from 'drizzle-orm';
import { type DbOrTx, onlyRow, type Tx } from '../../lib/database/db';

/** Has whoever else counts demos wait until the transaction ends. @returns how many there are, and when the first of them is over */
export async function lockAndCountDemos(tx: Tx) {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('demos', 0))`);
  const { demoUntil } = beaHolders;
  const rows = await tx
    .select({ count: count(), first: min(demoUntil) })
    .from(beaHolders)
    .where(isNotNull(demoUntil));
  return onlyRow(rows);
}

export const hasDemos = async (db: DbOrTx): Promise<boolean> =>
  (await db.select({ id: beaHolders.id }).from(beaHolders).where(isNotNull(beaHolders.demoUntil)).limit(1))
    .length > 0;

export async function listDemosOver(db: DbOrTx, now: Date): Promise<string[]> {
  const { id, demoUntil } = beaHolders;
  return (await db.select({ id }).from(beaHolders).where(lte(demoUntil, now))).map((row) => row.id);
}

/** @returns undefined for one that another process removes, or has removed */
export async function lockDemoOver(tx: Tx, id: string, now: Date): Promise<Holder | undefined> {
  const [holder] = await tx
    .select(holderColumns)
    .from(beaHolders)
    .where(and(eq(beaHolders.id, id), lte(beaHolders.demoUntil, now)))
    .for('update', { skipLocked: true });
  return holder;
}

export async function insertDemo(tx: Tx, holder: typeof beaHolders.$inferInsert): Promise<Holder> {
  return onlyRow(await tx.insert(beaHolders).values(holder).returning(holderColumns));
}
