import { DAY_MS } from '@shared/durations';
import type { QueryClient } from '@tanstack/react-query';
import type { DBSchema, IDBPDatabase } from 'idb';
import { isPassing, pathOf } from '../api-client';
import { now } from '../clock';
import { browserDatabase } from './browser-database';
import { KEPT_ANSWERS } from './storage';

/** The length of a remembered session. */
const KEPT_FOR_MS = 30 * DAY_MS;

/** The address of the code, which changes with it: what another version has kept may have another shape. */
const VERSION = import.meta.url;

type KeptAnswer = { path: string; holderId: string; version: string; at: number; data: unknown };

interface Kept extends DBSchema {
  answers: { key: string; value: KeptAnswer };
}

const database = browserDatabase<Kept>({
  name: KEPT_ANSWERS,
  version: 1,
  upgrade: (db) => void db.createObjectStore('answers', { keyPath: 'path' }),
});

/** Does nothing where the browser has no store, a full one, or one that does not answer: the app then works as without. */
const attempt = (action: (db: IDBPDatabase<Kept>) => Promise<unknown>) =>
  database.run(action).catch(() => {});

/** Keeps the answers of queries with `meta.kept`, shown until the server's (docs/product/app.md#kept-answers). */
export function keepAnswers(client: QueryClient, holderId: string): void {
  const isGood = (kept: KeptAnswer) =>
    kept.holderId === holderId && kept.version === VERSION && kept.at > now().getTime() - KEPT_FOR_MS;

  void attempt(async (db) => {
    for (const kept of await db.getAll('answers')) if (!isGood(kept)) await db.delete('answers', kept.path);
  });

  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || !event.query.meta?.kept) return;
    const { query, action } = event;
    const path = pathOf(query.queryKey);
    const isEmpty = () => query.state.data === undefined;
    if (action.type === 'fetch' && isEmpty())
      void attempt(async (db) => {
        const kept = await db.get('answers', path);
        if (!kept || !isGood(kept) || !isEmpty()) return;
        const { error } = query.state;
        query.setState({
          data: kept.data,
          dataUpdatedAt: kept.at,
          status: error && !isPassing(error) ? 'error' : 'success',
        });
      });
    if (action.type === 'success' && !action.manual)
      void attempt((db) =>
        db.put('answers', { path, holderId, version: VERSION, at: now().getTime(), data: action.data }),
      );
  });
}
