import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../lib/database/db';

/**
 * Runs a statement that stores or changes so many trips of one holder that the trigger would take minutes to count each; they are
 * added up once.
 */
export async function storeManyTrips(db: Db, holderId: string, statement: SQL): Promise<void> {
  const ids = sql`array(select id from trips where bea_holder_id = ${holderId} and deleted_at is null)`;
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local app.tally = 'off'`);
    // a plan kept from a call with few ids would compare each trip with every id, for a minute
    await tx.execute(sql`set local plan_cache_mode = 'force_custom_plan'`);
    await tx.execute(sql`select tally_trips(${holderId}, ${ids}, -1)`);
    await tx.execute(statement);
    await tx.execute(sql`select tally_trips(${holderId}, ${ids}, 1)`);
  });
}
