import type { Db, DbOrTx, Tx } from './database/db';

/**
 * What a service acts on: who asks, for which holder, when, and the database. It is made once per request, from the
 * session and the clock; a script or job makes its own.
 */
export type Call<D extends DbOrTx = Db> = {
  db: D;
  holderId: string;
  /** Null when the software itself acts, or a person of whom only a signed link is known. */
  userId: string | null;
  now: Date;
};

/** The call of a person who is signed in. */
export type PersonsCall<D extends DbOrTx = Db> = Call<D> & { userId: string };

/** Runs `work` in one transaction: it commits when the promise resolves and rolls back when it rejects. */
export function inTransaction<T>(call: Call, work: (call: Call<Tx>) => Promise<T>): Promise<T> {
  return call.db.transaction((tx) => work({ ...call, db: tx }));
}
