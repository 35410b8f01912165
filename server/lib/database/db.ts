import { foldText } from '@shared/fold-text';
import { type SQLWrapper, sql } from 'drizzle-orm';
import { drizzle, type NodePgDatabase, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import type { AnyPgColumn, PgDatabase } from 'drizzle-orm/pg-core';
import type pg from 'pg';
import { DatabasePool, noteConnectionError } from './connection-errors';
import { prepareScope } from './scoped-query';

/** The handle of most queries, made by `asHolder` or `asService`. */
export type Db = NodePgDatabase & { $client: Pick<pg.Pool, 'query' | 'connect'> };
/** A connected database; with the service's role it shows no holder's rows. */
export type Database = Db & { $client: pg.Pool };
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0];
/** A handle for queries: the pool, a transaction or a snapshot. */
export type DbOrTx = PgDatabase<NodePgQueryResultHKT>;

export const drizzleOptions = { casing: 'snake_case' } as const;

/** How long the server lets something take before it ends it, in milliseconds; what is left out has no limit. */
export type Timeouts = {
  connect?: number;
  statement?: number;
  lock?: number;
  /** Then the connection is closed, as after `transaction`. */
  idleInTransaction?: number;
  /** PostgreSQL knows it since version 17. */
  transaction?: number;
};

/** By kind of work: what people wait for; exports, documents and imports; health checks. */
export const TIMEOUTS = {
  light: { connect: 5_000, statement: 10_000, lock: 5_000, idleInTransaction: 10_000, transaction: 20_000 },
  heavy: {
    // a process of low priority gets little of a busy machine's time; that the database is away, the session's query has found before
    connect: 60_000,
    statement: 120_000,
    lock: 15_000,
    idleInTransaction: 60_000,
    transaction: 300_000,
  },
  health: { connect: 2_000, statement: 2_000 },
} satisfies Record<string, Timeouts>;

export type PoolOptions = {
  /** Called when an idle connection breaks. */
  onError: (error: Error) => void;
  max?: number;
  timeouts?: Timeouts;
};

export function connectDatabase(connectionString: string, options: PoolOptions): Database {
  const { onError, max = 20, timeouts = TIMEOUTS.light } = options;
  const pool = new DatabasePool({
    connectionString,
    max,
    connectionTimeoutMillis: timeouts.connect,
    keepAlive: true,
    onConnect: async (client) => {
      if (await isPooled(client)) {
        sendWithoutNames(client);
        // settings may outlast this connection's use; those of the longest work do no harm
        await limitTimes(client, TIMEOUTS.heavy);
      } else {
        await limitTimes(client, timeouts);
        await prepareScope(client);
      }
    },
  });
  pool.on('error', onError);
  // a connection that breaks between two queries of a transaction has no other listener and would end the process; the next
  // query on it fails
  pool.on('connect', (client) => client.on('error', noteConnectionError));
  const db = drizzle(pool, drizzleOptions);
  // Drizzle's own transaction never releases a connection whose BEGIN fails, which leaks one each time until the pool is empty
  db.transaction = (work, config) =>
    withClient(pool, (client) => drizzle(client, drizzleOptions).transaction(work, config));
  return db;
}

export const pidOf = async (client: pg.ClientBase): Promise<unknown> =>
  (await client.query('select pg_backend_pid() as pid')).rows[0]?.pid;

/** Whether a pooler, such as PgBouncer, stands between: it invents the process id that a client sees. */
export const isPooled = async (client: pg.ClientBase): Promise<boolean> =>
  (await pidOf(client)) !== (client as unknown as { processID: number }).processID;

/** Sends statements without the names that PostgreSQL keeps: behind a pooler the next may be on another connection. */
function sendWithoutNames(client: pg.ClientBase): void {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown;
  client.query = ((statement: unknown, ...rest: unknown[]) => {
    const isNamed = typeof statement === 'object' && statement && 'name' in statement;
    if (!isNamed) return query(statement, ...rest);
    const isQuery = 'submit' in statement;
    return query(Object.assign(isQuery ? statement : { ...statement }, { name: undefined }), ...rest);
  }) as typeof client.query;
}

/** Lends a connection of a pool to `work`, and closes it where `work` marks it as broken. */
export async function withClient<T>(
  pool: Pick<pg.Pool, 'connect'>,
  work: (client: pg.PoolClient, markBroken: () => void) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let isBroken = false;
  try {
    return await work(client, () => {
      isBroken = true;
    });
  } finally {
    client.release(isBroken);
  }
}

/** Has the server end what takes too long on a connection, and what it does for a process that was killed. */
async function limitTimes(client: pg.ClientBase, timeouts: Timeouts): Promise<void> {
  const { statement, lock, idleInTransaction, transaction } = timeouts;
  const settings = Object.entries({
    statement_timeout: statement,
    lock_timeout: lock,
    idle_in_transaction_session_timeout: idleInTransaction,
    transaction_timeout: transaction,
    // a cluster's workers must learn whose rows a transaction sees (docs/scaling.md)
    'citus.propagate_set_commands': 'local',
  }).filter(([, milliseconds]) => milliseconds !== undefined);
  // a setting that the server's version does not know is left out
  await client.query(
    `select set_config(name, value, false) from unnest($1::text[], $2::text[]) as setting (name, value)
     where current_setting(name, true) is not null`,
    [settings.map(([name]) => name), settings.map(([, milliseconds]) => String(milliseconds))],
  );
  // not every operating system can tell the server that a client is gone
  await client.query('set client_connection_check_interval = 1000').catch(() => {});
}

/**
 * Whether a text column has one of the values, however many: with Drizzle's `inArray` each is a parameter, and PostgreSQL takes 65,535.
 * A single value is compared as such, because then an index gives the rows in its order.
 */
export const isAnyOf = (column: AnyPgColumn, values: readonly string[]) =>
  values.length === 1 ? sql`${column} = ${values[0]}` : sql`${column} = any(${sql.param(values)}::text[])`;

/** `foldText` in SQL (docs/product/trip-history.md#search). */
export const foldTextSql = (text: SQLWrapper) => sql<string>`fold_text(${text})`;

/** The pattern of `foldTextSql` texts that contain a typed one. */
export const containing = (typed: string) => `%${foldText(typed).replace(/[\\%_]/g, '\\$&')}%`;

/** The row of an insert or update that must have one. @throws Error for any other number of rows */
export function onlyRow<T>(rows: T[]): T {
  const [row] = rows;
  if (!row || rows.length > 1) throw new Error(`Expected one row, got ${rows.length}`);
  return row;
}

/** Stands in for a connection while a query is built. */
const noConnection = { query: () => Promise.reject(new Error('A prepared query ran without its handle')) };

/** Builds a frequent query once. @returns the query as it runs on a handle; placeholders are filled at each execution */
export function preparedOnce<Q extends object>(build: (db: Db) => Q): (db: Db) => Q {
  let query: Q | undefined;
  return (db) => {
    query ??= build(drizzle(noConnection as unknown as pg.Pool, drizzleOptions));
    return Object.assign(Object.create(query), { client: db.$client });
  };
}
