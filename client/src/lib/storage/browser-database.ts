import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { DatabaseSilent } from './storage';

/** An answer that takes longer, in milliseconds, does not come: a person notices after three seconds. */
const ANSWERS_WITHIN_MS = 2800;
/** Lets an answer in that arrived while the page was busy. */
const GRACE_MS = 100;

type Options<Schema extends DBSchema> = {
  name: string;
  /** Undefined for whatever version it has: a tab of a newer app may have opened it. */
  version?: number;
  upgrade: (db: IDBPDatabase<Schema>) => void;
};

/** A database of the browser (IndexedDB), which may be missing, full, or never answer. All that is read and written goes through `run`. */
export function browserDatabase<Schema extends DBSchema>({ name, version, upgrade }: Options<Schema>) {
  let opening: Promise<IDBPDatabase<Schema>> | undefined;
  let opened: IDBPDatabase<Schema> | undefined;
  let isSilent = false;
  const listeners = new Set<(isSilent: boolean) => void>();

  function forget() {
    opening = undefined;
    opened = undefined;
  }

  const connect = async () =>
    openDB<Schema>(name, version, {
      upgrade,
      // another tab deletes it, or one of a newer app waits for this
      blocking(_from, _to, event) {
        forget();
        (event.target as IDBDatabase).close();
      },
      terminated: forget,
    });

  async function open() {
    opening ??= connect();
    try {
      opened = await opening;
      return opened;
    } catch (error) {
      forget();
      throw error;
    }
  }

  function tell(next: boolean) {
    isSilent = next;
    for (const listener of listeners) listener(next);
  }

  function fallSilent() {
    if (isSilent) return;
    // a connection can be dead while a new one works; one that is still being opened holds its place in the browser's queue
    if (opened) {
      opened.close();
      forget();
    }
    tell(true);
    const isAnswered = () => tell(false);
    void open()
      .then(async (db) => {
        for (const store of db.objectStoreNames) await db.count(store);
      })
      .then(isAnswered, isAnswered);
  }

  return {
    /**
     * Does something with the database. While the browser does not answer it fails at once.
     * @param action ends its transaction when the signal is aborted
     * @throws DOMException where the browser has no database, or a full one; DatabaseSilent without an answer in three seconds
     */
    async run<Result>(action: (db: IDBPDatabase<Schema>, signal: AbortSignal) => Promise<Result>) {
      if (isSilent) throw new DatabaseSilent();
      const ending = new AbortController();
      let timer: ReturnType<typeof setTimeout> | undefined;
      const silence = new Promise<never>((_, reject) => {
        const end = () => {
          fallSilent();
          reject(new DatabaseSilent());
          ending.abort();
        };
        timer = setTimeout(() => {
          timer = setTimeout(end, GRACE_MS);
        }, ANSWERS_WITHIN_MS);
      });
      const work = open().then((db) => {
        ending.signal.throwIfAborted();
        return action(db, ending.signal);
      });
      try {
        return await Promise.race([work, silence]);
      } finally {
        clearTimeout(timer);
      }
    },
    /** Calls `onChange` when the browser stops to answer, and when it answers again. @returns stops it */
    watchSilence(onChange: (isSilent: boolean) => void) {
      listeners.add(onChange);
      return () => void listeners.delete(onChange);
    },
    isSilent: () => isSilent,
  };
}
