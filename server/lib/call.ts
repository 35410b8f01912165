import { retryTransaction } from './database/connection-errors';
import type { Db, DbOrTx, Tx } from './database/db';
import { asHolder } from './database/isolation';

/** The database, person and time that a service acts with; the database shows that holder's rows only. Scripts and jobs use `callFor`. */
export type Call<D extends DbOrTx = Db> = {
  db: D;
  holderId: string;
  /** Null when the software itself acts, or a person of whom only a signed link is known. */
  userId: string | null;
  /** The driver whose own phone acts; the database shows that driver's rows only. */
  driverId?: string | undefined;
  /** The name of the token by which another program acts; whatever is recorded names it. */
  token?: string | undefined;
  now: Date;
};

/** A call before sign-in, when neither holder nor person is known. */
export type AnonymousCall<D extends DbOrTx = Db> = Pick<Call<D>, 'db' | 'now'>;

export type PersonsCall<D extends DbOrTx = Db> = Call<D> & { userId: string };

export const callFor = <U extends string | null>(
  db: Db,
  caller: Pick<Call, 'holderId' | 'driverId' | 'token' | 'now'> & { userId: U },
): Call & { userId: U } => ({ db: asHolder(db, caller.holderId, caller), ...caller });

/** Runs `work` in one transaction, in that of the call if it has one, and again where `retryTransaction` does: it has no effect outside the database. */
export function inTransaction<T>(call: Call<DbOrTx>, work: (call: Call<Tx>) => Promise<T>): Promise<T> {
  return retryTransaction(() => call.db.transaction((tx) => work({ ...call, db: tx })));
}
