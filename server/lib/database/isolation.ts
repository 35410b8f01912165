import { NodePgDatabase, NodePgSession } from 'drizzle-orm/node-postgres';
import { PgDialect } from 'drizzle-orm/pg-core';
import type pg from 'pg';
import { retryTransaction } from './connection-errors';
import { type Db, drizzleOptions, withClient } from './db';
import { type Scope, ScopedQuery, scopeTo } from './scoped-query';

/** Whose rows a statement sees: a holder's id, or this. The policies of row-level security read it from the setting `app.holder`. */
const EVERYBODY = '*';

/**
 * A handle that sees and stores one holder's rows only, whatever its predicates say (docs/decisions/0012-row-level-security.md).
 * @param by.driverId narrows it to what a driver's own phone may see
 * @param by.token names the token in whatever the holder's history is told
 */
export function asHolder(
  db: Db,
  holderId: string,
  by: { driverId?: string | undefined; token?: string | undefined } = {},
): Db {
  if (holderId === EVERYBODY) throw new TypeError('Not the id of a holder');
  return new ScopedDatabase(poolOf(db), {
    holder: holderId,
    driver: by.driverId,
    token: by.token,
  }) as unknown as Db;
}

/** A handle that sees the rows of every holder, for what is asked before a holder is known, or of all of them. */
export const asService = (db: Db): Db =>
  new ScopedDatabase(poolOf(db), { holder: EVERYBODY }) as unknown as Db;

class ScopedPool {
  constructor(
    readonly pool: pg.Pool,
    readonly scope: Scope,
  ) {}

  async query(config: unknown, values?: unknown) {
    const onCluster = await isCluster(this.pool);
    return retryTransaction(() =>
      onCluster
        ? inTransactionOf(this, (client) => client.query(config as pg.QueryConfig, values as unknown[]))
        : this.pool.query(new ScopedQuery(this.scope, config, values) as never),
    );
  }

  /** A connection that sees nothing before a transaction on it is told `scopeTo`. */
  connect() {
    return this.pool.connect();
  }
}

const clusters = new WeakMap<pg.Pool, boolean>();

/** Whether workers hold the rows. They are told settings of transactions that were begun alone, not of a `ScopedQuery`. */
async function isCluster(pool: pg.Pool): Promise<boolean> {
  const known = clusters.get(pool);
  if (known !== undefined) return known;
  const { rows } = await pool.query("select current_setting('citus.version', true) is not null as is");
  clusters.set(pool, rows[0]?.is);
  return rows[0]?.is;
}

const inTransactionOf = <T>({ pool, scope }: ScopedPool, work: (client: pg.PoolClient) => Promise<T>) =>
  withClient(pool, async (client, markBroken) => {
    try {
      await client.query(`begin; ${scopeTo(scope)}`);
      const result = await work(client);
      await client.query('commit');
      return result;
    } catch (error) {
      await client.query('rollback').catch(markBroken);
      throw error;
    }
  });

const poolOf = ({ $client }: Db): pg.Pool =>
  $client instanceof ScopedPool ? $client.pool : ($client as pg.Pool);

/** One for all handles: it remembers the names of columns. */
const dialect = new PgDialect(drizzleOptions);
const sessionOn = (client: unknown) => new NodePgSession(client as pg.Pool, dialect, undefined, {});

class ScopedDatabase extends NodePgDatabase {
  readonly $client: ScopedPool;

  constructor(pool: pg.Pool, scope: Scope) {
    const client = new ScopedPool(pool, scope);
    super(dialect, sessionOn(client) as never, undefined);
    this.$client = client;
  }

  override async transaction<T>(...[work, config]: Parameters<Db['transaction']>): Promise<T> {
    const { pool, scope } = this.$client;
    return withClient(pool, (client, markBroken) => {
      // the transaction's first statement begins it; in the same message it takes no round trip of its own
      const query = async (statement: pg.QueryConfig, values: unknown[]) => {
        if (!statement.text.startsWith('begin')) return client.query(statement, values);
        return client.query(`${statement.text}; ${scopeTo(scope)}`).catch((error) => {
          markBroken();
          throw error;
        });
      };
      return sessionOn({ query }).transaction(work as never, config) as Promise<T>;
    });
  }
}
