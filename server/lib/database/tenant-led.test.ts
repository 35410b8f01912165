import { ON_COORDINATOR } from '@shared/tables/on-coordinator';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createTestApp } from '../../test/http/create-test-app';
import { TEST_DATABASE } from '../../test/postgres/test-database';

const it = createTestApp();

const OF_NO_HOLDER = ['bea_holders', ...ON_COORDINATOR];

test('every key and index of a holder’s table begins with the holder', async () => {
  const { rows } = await it.db.execute<{ index: string; column: string }>(sql`
    select indexrelid::regclass::text as index, attname as column
    from pg_index join pg_class t on t.oid = indrelid and relnamespace = 'public'::regnamespace
    left join pg_attribute on attrelid = indrelid and attnum = indkey[0]
    where t.relname <> all (${sql.param(OF_NO_HOLDER)})`);
  expect(rows.length).toBeGreaterThan(30);
  expect(rows.filter(({ column }) => column !== 'bea_holder_id')).toEqual([]);
});

test('a row refers to its holder, and to rows of the same holder alone', async () => {
  const { rows } = await it.db.execute<{ name: string; from: string; to: string }>(sql`
    select conname as name, f.attname as from, t.attname as to from pg_constraint
    join pg_attribute f on f.attrelid = conrelid and f.attnum = conkey[1]
    join pg_attribute t on t.attrelid = confrelid and t.attnum = confkey[1]
    where contype = 'f' and connamespace = 'public'::regnamespace`);
  // on a cluster those of the coordinator's tables are gone
  expect(rows.length).toBeGreaterThan(TEST_DATABASE === 'cluster' ? 20 : 25);
  const stray = rows.filter(({ from, to }) => from !== 'bea_holder_id' || !['id', from].includes(to));
  expect(stray).toEqual([]);
});
