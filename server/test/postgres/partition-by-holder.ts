import { ON_COORDINATOR } from '@shared/tables/on-coordinator';
import pg from 'pg';

/** In their own schema no one takes them for tables of the product. */
const PARTITIONS = 'partitions';
const COUNT = 4;

/**
 * Builds the tables that `distribute` spreads over a cluster again, partitioned by a hash of their holder, with their constraints, indexes,
 * triggers and policies. The service's role needs its grants again.
 * @param ownerUrl a migrated database without rows
 */
export async function partitionByHolder(ownerUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ tables: string[]; statements: string[] }>(DEFINITIONS, [
      ['bea_holders', ...ON_COORDINATOR],
    ]);
    const [{ tables, statements }] = rows as [(typeof rows)[0]];
    await client.query(
      [
        `begin; create schema ${PARTITIONS}; create schema former`,
        ...tables.flatMap((table) => [
          `alter table ${table} set schema former`,
          `create table ${table} (like former.${table} including all excluding indexes) partition by hash (bea_holder_id)`,
          ...Array.from(
            { length: COUNT },
            (_, index) => `create table ${PARTITIONS}.${table}_${index} partition of ${table}
              for values with (modulus ${COUNT}, remainder ${index})`,
          ),
          `select isolate_by_holder('${table}')`,
        ]),
        'drop schema former cascade',
        ...statements,
      ].join(';'),
    );
    const { rows: indexes } = await client.query<{ rename: string }>(NAMED_AS_SHARDS);
    await client.query([...indexes.map(({ rename }) => rename), 'commit'].join(';'));
  } finally {
    await client.end();
  }
}

/** The tables, and what makes everything on and between them; $1: the tables that stay as they are. */
const DEFINITIONS = `
  with tables as (
    select oid, relname from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> all ($1)
  ), definitions as (
    select 1 + (contype = 'f')::int as step, format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as sql
    from pg_constraint
    where contype in ('p', 'u', 'f') and (conrelid in (select oid from tables) or confrelid in (select oid from tables))
    union all
    select 1, pg_get_indexdef(indexrelid) from pg_index
    where indrelid in (select oid from tables) and not exists (select from pg_constraint where conindid = indexrelid)
    union all
    select 3, pg_get_triggerdef(oid) from pg_trigger where tgrelid in (select oid from tables) and not tgisinternal
  )
  select (select array_agg(relname::text) from tables) as tables, array_agg(sql order by step) as statements from definitions`;

/** What an error calls the index of a partition: the index of the table and a number, as on a cluster. */
const NAMED_AS_SHARDS = `
  select format('alter index %s rename to %I', indexrelid::regclass, left(whole.relname, 60) || substring(part.relname from '_\\d+$')) as rename
  from pg_inherits join pg_class whole on whole.oid = inhparent
  join pg_index on indexrelid = inhrelid join pg_class part on part.oid = indrelid`;
