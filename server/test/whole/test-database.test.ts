import { ON_COORDINATOR } from '@shared/tables/on-coordinator';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { insertDriver, insertTrip } from '../builders';
import { createTestApp } from '../http/create-test-app';
import { TEST_DATABASE } from '../postgres/test-database';

const it = createTestApp();

/** How a holder's table is stored, and in how many places the trips lie. */
const ASKED = {
  plain: {
    stored: "relkind = 'r'",
    places: 'select count(distinct tableoid) from trips',
  },
  partitions: {
    stored: "relkind = 'p'",
    places: 'select count(distinct tableoid) from trips',
  },
  cluster: {
    stored: "exists (select from pg_dist_partition where logicalrelid = pg_class.oid and partmethod = 'h')",
    places: `select count(distinct nodeport) from bea_holders join citus_shards
      on shardid = get_shard_id_for_distribution_column('trips', id)`,
  },
}[TEST_DATABASE];

test('these tests run on the database that TEST_DATABASE names', async () => {
  const { rows: others } = await it.db.execute(sql`
    select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
    and relname <> all (${sql.param(['bea_holders', ...ON_COORDINATOR])}) and not ${sql.raw(ASKED.stored)}`);
  expect(others).toEqual([]);
  for (let holder = 0; holder < 12; holder += 1) {
    const { holderId } = await it.signIn();
    await insertTrip(it.db, await insertDriver(it.db, holderId));
  }
  const { rows } = await it.db.execute<{ count: string }>(sql.raw(ASKED.places));
  const places = Number(rows[0]?.count);
  if (TEST_DATABASE === 'plain') expect(places).toBe(1);
  else expect(places).toBeGreaterThan(1);
});
