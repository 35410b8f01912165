import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { type DatabaseUrls, migrateDatabase } from '../../lib/database/migrate';
import { readMigrations } from '../../lib/database/migrations';
import { runSql } from '../postgres/run-sql';

export type Rows = Record<string, Record<string, unknown>[]>;

/** A holder with a row in every table, as the first version stored it. */
export const readFilled = async (): Promise<Rows> =>
  JSON.parse(await readFile('server/test/migrations/filled-baseline.json', 'utf8'));

/** Makes an empty database one of the first version, with `rows` in it. */
export async function fillBaseline({ ownerUrl }: Pick<DatabaseUrls, 'ownerUrl'>, rows: Rows): Promise<void> {
  await migrateDatabase({ url: ownerUrl, ownerUrl }, { upTo: readMigrations()[0]?.madeAt ?? 0 });
  for (const [table, stored] of Object.entries(rows)) {
    const columns = Object.keys(stored[0] ?? {}).map(pg.escapeIdentifier);
    const values = pg.escapeLiteral(JSON.stringify(stored));
    const from = `jsonb_populate_recordset(null::${table}, ${values})`;
    await runSql(ownerUrl, `insert into ${table} (${columns}) select ${columns} from ${from}`);
  }
}

/** Adds so many trips to a database of the first version, with their events in the audit trail, and counts them. */
export const addBaselineTrips = (ownerUrl: string, count: number): Promise<void> =>
  runSql(
    ownerUrl,
    `insert into trips (bea_holder_id, driver_id, driver_authority_license, postcode, suburb, waiting_time, datetime)
    select bea_holder_id, id, driver_authority_license, (4000 + n % 300)::text, 'Suburb ' || n % 300, n % 25, timestamptz '2025-01-01' + interval '1 minute' * n
    from (select * from drivers order by id limit 1) driver, generate_series(1, ${count}) n;
    insert into audit_events (bea_holder_id, at, entity, entity_id, action, changes)
    select bea_holder_id, created_at, 'trip', id, 'created', '{}' from trips;
    truncate trip_location_totals, trip_driver_totals, trip_day_totals;
    insert into trip_location_totals (bea_holder_id, postcode, suburb_key, trip_count, waiting_total)
    select bea_holder_id, postcode, suburb_key, count(*), sum(waiting_time) from trips where deleted_at is null group by 1, 2, 3;
    insert into trip_driver_totals (bea_holder_id, driver_id, driver_authority_license, trip_count, waiting_total)
    select bea_holder_id, driver_id, driver_authority_license, count(*), sum(waiting_time) from trips where deleted_at is null group by 1, 2, 3;
    insert into trip_day_totals (bea_holder_id, day, trip_count, waiting_total)
    select bea_holder_id, (datetime at time zone 'Australia/Brisbane')::date, count(*), sum(waiting_time) from trips where deleted_at is null group by 1, 2;
    analyze`,
  );
