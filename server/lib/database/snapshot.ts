import { drizzle } from 'drizzle-orm/node-postgres';
import type { PoolClient } from 'pg';
import Cursor from 'pg-cursor';
import type { Call } from '../call';
import { type Db, type DbOrTx, drizzleOptions } from './db';

const ROWS_AT_ONCE = 500;

/** A Drizzle select as far as it is streamed: its SQL, and its fields in the order of its columns. */
type Select<Row> = PromiseLike<Row[]> & {
  toSQL(): { sql: string; params: unknown[] };
  _: { readonly selectedFields: Record<string, unknown> };
};

/** What is read within a snapshot: everything as of one moment. */
export type Snapshot = {
  db: DbOrTx;
  /** The rows of a query through a database cursor: no more of them are read than were asked for. */
  stream<Row>(select: Select<Row>): AsyncGenerator<Row>;
};

/**
 * Runs reads that must agree with each other on one connection, in one read-only snapshot of the database.
 * @param work may stream; the snapshot ends when its promise settles
 */
export async function withSnapshot<T>(db: Db, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  const client = await db.$client.connect();
  let broken = false;
  try {
    await client.query('begin isolation level repeatable read read only');
    return await work({
      db: drizzle(client, drizzleOptions),
      stream: (select) => streamRows(client, select),
    });
  } finally {
    await client.query('rollback').catch(() => {
      broken = true;
    });
    client.release(broken);
  }
}

/** A call within a snapshot. */
export type SnapshotCall = Call<DbOrTx> & Snapshot;

/**
 * Runs reads that must agree with each other in one snapshot.
 * @param work may stream; the snapshot ends when its promise settles
 */
export function inSnapshot<T>(call: Call, work: (call: SnapshotCall) => Promise<T>): Promise<T> {
  return withSnapshot(call.db, (snapshot) => work({ ...call, ...snapshot }));
}

async function* streamRows<Row>(client: PoolClient, select: Select<Row>): AsyncGenerator<Row> {
  const { sql, params } = select.toSQL();
  const fields = Object.keys(select._.selectedFields);
  const cursor = client.query(new Cursor<unknown[]>(sql, params, { rowMode: 'array' }));
  try {
    for (;;) {
      const rows = await cursor.read(ROWS_AT_ONCE);
      for (const row of rows)
        yield Object.fromEntries(fields.map((field, index) => [field, row[index]])) as Row;
      if (rows.length < ROWS_AT_ONCE) return;
    }
  } finally {
    await cursor.close();
  }
}
