import { drizzle, type NodePgDatabase, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import pg from 'pg';

export type Db = NodePgDatabase & { $client: pg.Pool };
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0];
/** What queries run on: the pool, a transaction or a snapshot. */
export type DbOrTx = PgDatabase<NodePgQueryResultHKT>;

/** Drizzle's options, the same for pool and snapshot. */
export const drizzleOptions = { casing: 'snake_case' } as const;

/** Makes a connection pool and the Drizzle handle over it. `onError` is called when an idle connection breaks. */
export function connectDatabase(connectionString: string, onError: (error: Error) => void, max = 20): Db {
  const pool = new pg.Pool({ connectionString, max, connectionTimeoutMillis: 5_000, keepAlive: true });
  pool.on('error', onError);
  // a connection that breaks between two queries of a transaction has no other listener and would end the process; the next
  // query on it fails
  pool.on('connect', (client) => client.on('error', () => {}));
  const db = drizzle(pool, drizzleOptions);
  // Drizzle's own transaction never releases a connection whose BEGIN fails, which leaks one each time until the pool is empty
  db.transaction = async (work, config) => {
    const client = await pool.connect();
    try {
      return await drizzle(client, drizzleOptions).transaction(work, config);
    } finally {
      client.release();
    }
  };
  return db;
}

/** The key of our advisory lock: any number that no other software on the same database uses. */
const MIGRATION_LOCK = 7_405_320;

/** Runs the migrations that are missing. Processes that start together wait for the first. */
export async function migrateDatabase(connectionString: string, migrationsFolder: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await migrate(drizzle(client), { migrationsFolder });
  } finally {
    await client.end();
  }
}

/** The row of an insert or update that must have one. @throws Error for none or several */
export function onlyRow<T>(rows: T[]): T {
  const [row] = rows;
  if (!row || rows.length > 1) throw new Error(`Expected one row, got ${rows.length}`);
  return row;
}

/**
 * Caches a query for each database handle, for the few that run so often that building them costs time.
 * @param build makes the prepared query; its placeholders are filled at each execution
 */
export function preparedOnce<Q>(build: (db: Db) => Q): (db: Db) => Q {
  const queries = new WeakMap<Db, Q>();
  return (db) => {
    const query = queries.get(db) ?? build(db);
    queries.set(db, query);
    return query;
  };
}
