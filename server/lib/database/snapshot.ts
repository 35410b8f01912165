import { drizzle } from 'drizzle-orm/node-postgres';
import type { PoolClient } from 'pg';
import Cursor from 'pg-cursor';
import type { Call } from '../call';
import { type DbOrTx, drizzleOptions, withClient } from './db';
import { scopeTo } from './scoped-query';

const ROWS_AT_ONCE = 500;

type Select<Row> = PromiseLike<Row[]> & {
  toSQL(): { sql: string; params: unknown[] };
  _: { readonly selectedFields: Record<string, unknown> };
};

/** A call within a snapshot: all reads see the database as of one moment. */
export type SnapshotCall = Call<DbOrTx> & {
  /** The rows of a query through a database cursor: no more of them are read than were asked for. */
  stream<Row>(select: Select<Row>): AsyncGenerator<Row>;
};

/** Runs reads in one read-only snapshot, on one connection, until `work` settles; it may stream. */
export const inSnapshot = <T>(call: Call, work: (call: SnapshotCall) => Promise<T>): Promise<T> =>
  withClient(call.db.$client, async (client, markBroken) => {
    try {
      await client.query(
        `begin isolation level repeatable read read only; ${scopeTo({ holder: call.holderId, driver: call.driverId })}`,
      );
      const db = drizzle(client, drizzleOptions);
      return await work({ ...call, db, stream: (select) => streamRows(client, select) });
    } finally {
      await client.query('rollback').catch(markBroken);
    }
  });

async function* streamRows<Row>(client: PoolClient, select: Select<Row>): AsyncGenerator<Row> {
  const { sql, params } = select.toSQL();
  const fields = Object.keys(select._.selectedFields);
  const cursor = client.query(new Cursor<unknown[]>(sql, params, { rowMode: 'array' }));
  try {
    for (;;) {
      const rows = await cursor.read(ROWS_AT_ONCE);
      for (const values of rows) {
        const row: Record<string, unknown> = {};
        fields.forEach((field, index) => {
          row[field] = values[index];
        });
        yield row as Row;
      }
      if (rows.length < ROWS_AT_ONCE) return;
    }
  } finally {
    await cursor.close();
  }
}

/** Changes rows as they are streamed. */
export async function* mapped<Row, Changed>(
  rows: AsyncIterable<Row>,
  change: (row: Row) => Changed,
): AsyncGenerator<Changed> {
  for await (const row of rows) yield change(row);
}
