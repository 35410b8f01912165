import { expect } from 'vitest';
import type { Db } from '../../lib/database/db';
import { wrongTotals } from './wrong-totals';

const entries = async (db: Db, query: string) =>
  (await db.$client.query({ text: query, rowMode: 'array' })).rows.sort();

/** Each acknowledged trip is stored exactly once, with its key and its audit event, and no other trip is. */
export async function expectStoredOnce(db: Db, acknowledged: Map<string, string>): Promise<void> {
  const trips = [...acknowledged].sort();
  expect(await entries(db, 'select notes, id from trips')).toEqual(trips);
  expect(await entries(db, 'select key, trip_id from idempotency_keys')).toEqual(trips);
  const audited = `select entity_id from audit_events where entity = 'trip' and action = 'created'`;
  expect((await entries(db, audited)).flat()).toEqual([...acknowledged.values()].sort());
  expect(await wrongTotals(db)).toEqual([]);
}
