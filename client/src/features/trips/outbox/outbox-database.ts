import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB } from 'idb';
import type { WaitingTrip } from './waiting-trip';

/** The name of the browser's database and of the lock and the channel that belong to it. */
export const OUTBOX = 'trip-log-outbox';

interface OutboxSchema extends DBSchema {
  waiting: { key: number; value: WaitingTrip; indexes: { holder: string } };
  /** Empty but while `canKeepTrips` looks whether there is room. */
  room: { key: string; value: Uint8Array };
}

type Upgrade = (
  db: IDBPDatabase<OutboxSchema>,
  tx: IDBPTransaction<OutboxSchema, ('waiting' | 'room')[], 'versionchange'>,
) => Promise<unknown>;

/**
 * What each version of the database adds. Trips may wait in any of them: a version only ever adds, so that a tab of the
 * version before goes on working next to it.
 */
const VERSIONS: readonly Upgrade[] = [
  async (db) => {
    db.createObjectStore('waiting', { keyPath: 'order', autoIncrement: true }).createIndex(
      'holder',
      'holderId',
    );
  },
  // what becomes of a trip once it was sent
  async (db, tx) => {
    db.createObjectStore('room');
    const added = { stored: null, storedAt: null, next: null, refusal: null };
    for await (const cursor of tx.objectStore('waiting')) await cursor.update({ ...added, ...cursor.value });
  },
];

let connection: Promise<IDBPDatabase<OutboxSchema>> | undefined;

async function open() {
  const forget = () => {
    connection = undefined;
  };
  try {
    return await openDB<OutboxSchema>(OUTBOX, VERSIONS.length, {
      upgrade: async (db, from, _to, tx) => {
        for (const upgrade of VERSIONS.slice(from)) await upgrade(db, tx);
      },
      // a tab of a newer version waits for this
      blocking(_from, _to, event) {
        forget();
        (event.target as IDBDatabase).close();
      },
      terminated: forget,
    });
  } catch (error) {
    if ((error as Error).name !== 'VersionError') throw error;
    // a tab of a newer version was here
    return openDB<OutboxSchema>(OUTBOX, undefined, { terminated: forget });
  }
}

function database() {
  connection ??= open().catch((error: unknown) => {
    connection = undefined;
    throw error;
  });
  return connection;
}

const notices = new BroadcastChannel(OUTBOX);
const tellEverybody = () => notices.postMessage(null);

const PAUSE_MS = 100;

/**
 * Calls `onRecords` with the holder's records now and whenever a tab, this one too, or the service worker has changed any.
 * @returns stops it
 */
export function watchRecords(
  holderId: string,
  onRecords: (records: readonly WaitingTrip[]) => void,
): () => void {
  const channel = new BroadcastChannel(OUTBOX);
  let isStopped = false;
  let isStale = false;
  let isReading = false;
  async function read() {
    isStale = true;
    if (isReading) return;
    isReading = true;
    while (isStale && !isStopped) {
      isStale = false;
      const records = await readRecords(holderId).catch(() => undefined);
      if (records && !isStopped) onRecords(records);
      // a thousand trips being sent are not read a thousand times
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
    isReading = false;
  }
  channel.onmessage = read;
  void read();
  return () => {
    isStopped = true;
    channel.close();
  };
}

/** Less room than this counts as full, in bytes: a trip takes a few hundred, with the longest notes 8,000. */
const LEAST_ROOM = 100_000;

/** Whether trips can be kept. It writes, because browsers do not tell how much room there is. */
export async function canKeepTrips(): Promise<boolean> {
  try {
    const db = await database();
    await db.put('room', new Uint8Array(LEAST_ROOM), 'probe');
    await db.delete('room', 'probe');
    return true;
  } catch {
    return false;
  }
}

/** The holder's records, in their order; everybody's without a holder. */
export async function readRecords(holderId?: string): Promise<WaitingTrip[]> {
  const db = await database();
  return holderId ? db.getAllFromIndex('waiting', 'holder', holderId) : db.getAll('waiting');
}

/**
 * Adds a record, which is on the disk when this resolves.
 * @returns its place
 * @throws DOMException where there is no room, or no database
 */
export async function addRecord(record: Omit<WaitingTrip, 'order'>): Promise<number> {
  const tx = (await database()).transaction('waiting', 'readwrite', { durability: 'strict' });
  // the database fills in the place
  const [order] = await Promise.all([tx.store.add(record as WaitingTrip), tx.done]);
  tellEverybody();
  return order;
}

/**
 * Changes a record, with no other change in between.
 * @param change returns the record to keep, or undefined to remove it
 * @returns the record as it is kept; undefined where there is none
 */
export async function changeRecord(
  order: number,
  change: (record: WaitingTrip) => WaitingTrip | undefined,
): Promise<WaitingTrip | undefined> {
  const tx = (await database()).transaction('waiting', 'readwrite', { durability: 'strict' });
  const record = await tx.store.get(order);
  const kept = record && change(record);
  if (kept && kept !== record) await tx.store.put(kept);
  if (record && !kept) await tx.store.delete(order);
  await tx.done;
  if (kept !== record) tellEverybody();
  return kept;
}
