import type pg from 'pg';
import { ConfigError } from '../../config';
import { connectOnce } from '../database/connect-once';
import { onlyRow } from '../database/db';

/**
 * Spreads the tables of holders over the nodes of a Citus cluster: all or nothing, and those that are spread stay as they are.
 * @param onCoordinator the tables that are not spread: they are read before a holder is known, or for all at once
 * @throws ConfigError for a database that is not the coordinator of a cluster, or lacks what this needs
 */
export async function distribute(
  ownerUrl: string,
  onCoordinator: readonly string[],
  say: (line: string) => void,
): Promise<void> {
  const client = await connectOnce(ownerUrl);
  try {
    const workers = await assertDistributable(client);
    const tables = await listUndistributed(client, onCoordinator);
    if (tables.length === 0) return say('Every table is distributed already: nothing was done.');
    await client.query('begin');
    await spread(client, tables, onCoordinator);
    await client.query('commit');
    for (const table of tables) say(`${table}: ${table === 'bea_holders' ? 'on every node' : 'by holder'}`);
    say(`${tables.length} tables are distributed over ${workers} workers.`);
    say(`On the coordinator stay: ${onCoordinator.join(', ')}.`);
  } finally {
    await client.end();
  }
}

/** @returns how many nodes take rows */
async function assertDistributable(client: pg.Client): Promise<number> {
  const exists = async (what: string, query: string) => {
    if (!(await client.query(query)).rowCount) throw new ConfigError(what);
  };
  await exists(
    'This database has no Citus. On each node put it into shared_preload_libraries, and run "create extension citus" in the database.',
    "select from pg_extension where extname = 'citus'",
  );
  await exists(
    'The database is not migrated yet. Start Trip Log once, then stop it.',
    "select from pg_tables where schemaname = 'public' and tablename = 'bea_holders'",
  );
  const isWorker = 'This is a worker. Name the coordinator in DATABASE_URL.';
  await exists(isWorker, 'select where citus_is_coordinator()');
  const { rows } = await client.query<{ workers: number }>(
    'select count(*)::int as workers from pg_dist_node where isactive and shouldhaveshards',
  );
  const { workers } = onlyRow(rows);
  if (workers === 0) throw new ConfigError('The cluster has no worker. Add one with citus_add_node.');
  await exists(
    'The triggers that keep the totals and the audit trail must run on the workers. Set citus.enable_unsafe_triggers = on on each node (alter system, then reload).',
    `select where (select bool_and(success and result = 'on') from run_command_on_all_nodes('show citus.enable_unsafe_triggers'))`,
  );
  return workers;
}

/** The holders' tables that lie on the coordinator still: the holders first, then the table next to which all others lie. */
async function listUndistributed(client: pg.Client, onCoordinator: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ table: string }>(
    `select relname as table from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> all ($1)
       and oid not in (select logicalrelid from pg_dist_partition where partmethod = 'h' or repmodel = 't')
     order by relname <> 'bea_holders', relname <> 'users', relname`,
    [onCoordinator],
  );
  return rows.map(({ table }) => table);
}

async function spread(client: pg.Client, tables: string[], onCoordinator: readonly string[]): Promise<void> {
  await client.query(
    `set local client_min_messages = warning; set local citus.multi_shard_modify_mode = 'sequential'`,
  );
  // the totals come with the trips
  await client.query(`set local citus.propagate_set_commands = 'local'; set local app.tally = 'off'`);
  type Key = { table: string; name: string; definition: string; stays: boolean };
  const { rows: keys } = await client.query<Key>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition,
       conrelid::regclass::text = any ($2) as stays
     from pg_constraint where contype = 'f' and (conrelid::regclass::text = any ($1) or confrelid::regclass::text = any ($1))`,
    [tables, onCoordinator],
  );
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`);
  for (const table of tables) {
    const isHolders = table === 'bea_holders';
    await writePoliciesPlainly(client, table);
    await client.query(`alter table ${table} disable trigger user`);
    const byHolder = `select create_distributed_table($1, 'bea_holder_id', colocate_with => $2)`;
    if (isHolders) await client.query('select create_reference_table($1)', [table]);
    else await client.query(byHolder, [table, table === 'users' ? 'default' : 'users']);
    await client.query('select truncate_local_data_after_distributing_table($1)', [table]);
    await client.query(`alter table ${table} enable trigger user`);
  }
  // Citus copies a function that is older than itself to the workers only if a table refers to it; some name the tables' types
  await client.query(
    `select create_distributed_function(oid::regprocedure) from pg_proc
     where pronamespace = 'public'::regnamespace and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')`,
  );
  // a table of the coordinator cannot refer to one that is spread
  for (const { table, name, definition, stays } of keys)
    if (!stays) await client.query(`alter table ${table} add constraint ${name} ${definition}`);
}

/** Writes a table's policies (migrations/functions.sql) without their subselects, which those of a distributed table may not have. */
async function writePoliciesPlainly(client: pg.Client, table: string): Promise<void> {
  const { rows } = await client.query<{ name: string; condition: string }>(
    'select polname as name, pg_get_expr(polqual, polrelid) as condition from pg_policy where polrelid = $1::regclass',
    [table],
  );
  for (const { name, condition } of rows) {
    const plain = condition.replace(/\( SELECT (.+?) AS "?\w+"?\)/g, '$1');
    await client.query(`alter policy ${name} on ${table} using (${plain})`);
  }
}
