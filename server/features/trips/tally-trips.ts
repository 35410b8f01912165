import { sql } from 'drizzle-orm';
import type { Call } from '../../lib/call';
import type { Tx } from '../../lib/database/db';

/**
 * Adds trips to the totals, or takes them from them (-1), as they are stored at this moment: only next to statements that are
 * `withoutTotalsTrigger`.
 */
export async function tallyTrips(
  { db, holderId }: Pick<Call<Tx>, 'db' | 'holderId'>,
  ids: readonly string[],
  sign: 1 | -1,
): Promise<void> {
  await db.execute(sql`select tally_trips(${holderId}, ${sql.param(ids)}::text[], ${sign})`);
}

/**
 * Runs a statement that stores or changes many trips without the trigger, which would write the same totals at each of them
 * (docs/decisions/0001-totals-by-trigger.md). The caller adds them up once, by `tallyTrips`.
 */
export async function withoutTotalsTrigger<T>(db: Tx, change: () => Promise<T>): Promise<T> {
  await db.execute(sql`set local app.tally = 'off'`);
  const changed = await change();
  await db.execute(sql`set local app.tally = 'on'`);
  return changed;
}

/** Runs a statement that restores or deletes (-1) many trips, and adds them up once. @returns the trips that it answers */
export async function tallied<Trip extends { id: string }>(
  { db, holderId }: Pick<Call<Tx>, 'db' | 'holderId'>,
  change: () => Promise<Trip[]>,
  sign: 1 | -1,
): Promise<Trip[]> {
  const changed = await withoutTotalsTrigger(db, change);
  const ids = changed.map(({ id }) => id);
  await tallyTrips({ db, holderId }, ids, sign);
  return changed;
}
