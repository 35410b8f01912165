import { setTimeout } from 'node:timers/promises';
import { DrizzleQueryError } from 'drizzle-orm/errors';
import pg from 'pg';

/** Errors of connections to the database, told by where they came from: those of all sockets look the same. */
const connectionErrors = new WeakSet<object>();

export const noteConnectionError = (error: Error) => void connectionErrors.add(error);

type Connected = Parameters<pg.Pool['connect']>[0];

/** A pool whose failures to connect `isDatabaseAway` knows again. */
export class DatabasePool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(connected: Connected): void;
  override connect(connected?: Connected): unknown {
    if (connected)
      return super.connect((error, client, release) => {
        if (error) noteConnectionError(error);
        connected(error, client, release);
      });
    return super.connect().catch((error: Error) => {
      noteConnectionError(error);
      throw error;
    });
  }
}

/** SQLSTATEs of a server that refuses or ends connections, or whose disk fails (58030), without 08P01, a bad message of ours. */
const AWAY = /^(08(?!P01)\w{3}|57P0[123]|53300|58030)$/;
/** pg's messages for a query on a connection that had broken before. */
const BROKEN = /^(Connection terminated|Client (has encountered a connection error|was closed))/;
/** The coordinator's messages, sent as an internal error, when a worker of a cluster goes away during a query (docs/scaling.md). */
const NODE_LOST = /^(server closed the connection unexpectedly|could not commit transaction for shard )/;
/**
 * SQLSTATEs of a deadlock, and of a column that is not there: a function remembers the rows of its tables, and the first call after an update by
 * the next version fails for it. The call after that reads them anew.
 */
const PASSES = /^(40P01|42703)$/;
/** SQLSTATEs of the limits on a statement, on waiting for a lock, and on a transaction, idle or whole, and of a deadlock in the last try. */
const TOO_SLOW = /^(57014|55P03|25P0[34]|40P01)$/;

/** The database's own error, out of Drizzle's wrapping. */
export const databaseFailure = (error: unknown): unknown =>
  error instanceof DrizzleQueryError ? error.cause : error;

export function isDatabaseAway(error: unknown): boolean {
  const failure = databaseFailure(error);
  if (failure instanceof pg.DatabaseError)
    return AWAY.test(failure.code ?? '') || NODE_LOST.test(failure.message);
  return failure instanceof Error && (connectionErrors.has(failure) || BROKEN.test(failure.message));
}

export function isTooSlow(error: unknown): boolean {
  const failure = databaseFailure(error);
  return failure instanceof pg.DatabaseError && TOO_SLOW.test(failure.code ?? '');
}

const MOST_TRIES = 6;
/** Doubled each time. Those that ended together, as on a cluster, would meet again without a pause of their own. */
const LONGEST_PAUSE_MS = 50;

/** Runs a transaction again, after a pause, that failed for what passes; nothing of it was stored. @param transact has no effect outside the database */
export async function retryTransaction<T>(transact: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await transact();
    } catch (error) {
      const failure = databaseFailure(error);
      const mayPass = failure instanceof pg.DatabaseError && PASSES.test(failure.code ?? '');
      if (!mayPass || tries === MOST_TRIES) throw error;
      await setTimeout(Math.random() * LONGEST_PAUSE_MS * 2 ** tries);
    }
  }
}
