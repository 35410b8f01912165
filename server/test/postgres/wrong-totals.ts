import { sql } from 'drizzle-orm';
import type { DbOrTx } from '../../lib/database/db';

const tables = {
  trip_location_totals: 'bea_holder_id, postcode, suburb_key',
  trip_driver_totals: 'bea_holder_id, driver_id, driver_authority_license',
  trip_day_totals: 'bea_holder_id, day',
};

/** The running totals that differ from a count of the trips themselves. */
export async function wrongTotals(db: DbOrTx): Promise<unknown[]> {
  const wrong = await Promise.all(
    Object.entries(tables).map(([table, key]) =>
      db.execute(
        sql.raw(`
          select * from (select ${key}, trip_count, waiting_total, unknown_waits from ${table}
            where trip_count <> 0 or waiting_total <> 0 or unknown_waits <> 0) kept
          full join (
            select ${key}, count(*)::int as trip_count, coalesce(sum(waiting_time), 0) as waiting_total,
              (count(*) - count(waiting_time))::int as unknown_waits
            from (select *, (datetime at time zone 'Australia/Brisbane')::date as day from trips where deleted_at is null) t
            group by ${key}
          ) counted using (${key}, trip_count, waiting_total, unknown_waits)
          where kept.* is null or counted.* is null`),
      ),
    ),
  );
  return wrong.flatMap((result) => result.rows);
}
