import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { isOnDevice, type NewRecord, type WaitingRecord } from './waiting-record';

/** The name of the browser's database, its lock and its channel. */
export const OUTBOX = 'trip-log-outbox';

interface OutboxSchema extends DBSchema {
  waiting: { key: number; value: WaitingRecord; indexes: { holder: string } };
}

let connection: Promise<IDBPDatabase<OutboxSchema>> | undefined;

async function open() {
  const forget = () => {
    connection = undefined;
  };
  // whatever version it has: a tab of a newer app may have opened it
  return openDB<OutboxSchema>(OUTBOX, undefined, {
    upgrade(db) {
      const waiting = db.createObjectStore('waiting', { keyPath: 'order', autoIncrement: true });
      waiting.createIndex('holder', 'holderId');
    },
    // a tab of a newer app waits for this
    blocking(_from, _to, event) {
      forget();
      (event.target as IDBDatabase).close();
    },
    terminated: forget,
  });
}

function database() {
  connection ??= open().catch((error: unknown) => {
    connection = undefined;
    throw error;
  });
  return connection;
}

/** Whether the browser has a database that opens. */
export const hasDatabase = (): Promise<boolean> =>
  database().then(
    () => true,
    () => false,
  );

/** A store of records: the browser's database, or the page's memory if that is missing or full. */
type RecordStore = {
  read(holderId?: string): Promise<WaitingRecord[]>;
  /** @returns the record's place */
  add(record: NewRecord): Promise<number>;
  change(order: number, change: RecordChange): Promise<WaitingRecord | undefined>;
};

/** Returns the record to save, or undefined to remove it. */
type RecordChange = (record: WaitingRecord) => WaitingRecord | undefined;

const inDatabase: RecordStore = {
  async read(holderId) {
    const db = await database();
    return holderId ? db.getAllFromIndex('waiting', 'holder', holderId) : db.getAll('waiting');
  },
  async add(record) {
    const tx = (await database()).transaction('waiting', 'readwrite', { durability: 'strict' });
    // the database fills in the place
    const order = await tx.store.add(record as WaitingRecord);
    await tx.done;
    return order;
  },
  async change(order, change) {
    const tx = (await database()).transaction('waiting', 'readwrite', { durability: 'strict' });
    const record = await tx.store.get(order);
    const next = record && change(record);
    if (next && next !== record) await tx.store.put(next);
    if (record && !next) await tx.store.delete(order);
    await tx.done;
    return next;
  },
};

/** The records in memory; undefined until one is needed. */
let unsaved: WaitingRecord[] | undefined;

const inMemory: RecordStore = {
  read: async (holderId) => (unsaved ?? []).filter((record) => !holderId || record.holderId === holderId),
  async add(record) {
    const others = unsaved ?? [];
    const order = Math.min(0, ...others.map((other) => other.order)) - 1;
    unsaved = [...others, { ...record, order }];
    return order;
  },
  async change(order, change) {
    const record = unsaved?.find((one) => one.order === order);
    const next = record && change(record);
    unsaved = unsaved?.flatMap((one) => (one === record ? (next ?? []) : one));
    return next;
  },
};

const notices = new BroadcastChannel(OUTBOX);

const PAUSE_MS = 100;

/** Calls `onRecords` now and whenever a tab or the service worker has changed a record. @returns stops it */
export function watchRecords(holderId: string, onRecords: (records: readonly WaitingRecord[]) => void) {
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

/** Reads records in the order of logging; everybody's without a holder. @throws DOMException without database and memory */
export async function readRecords(holderId?: string): Promise<WaitingRecord[]> {
  const saved = await inDatabase.read(holderId).catch((error: unknown) => {
    if (!unsaved) throw error;
    return [];
  });
  return [...saved, ...(await inMemory.read(holderId))];
}

/** Adds a record to the database, or to memory where that fails. @returns its place */
export async function addRecord(record: NewRecord): Promise<number> {
  const order = await inDatabase.add(record).catch(() => inMemory.add(record));
  notices.postMessage(null);
  return order;
}

/** Changes a record, with no other change in between. @returns it as it is saved; undefined if it is gone */
export async function changeRecord(order: number, change: RecordChange): Promise<WaitingRecord | undefined> {
  let isChanged = false;
  const changed = await (isOnDevice({ order }) ? inDatabase : inMemory).change(order, (record) => {
    const next = change(record);
    isChanged = next !== record;
    return next;
  });
  if (isChanged) notices.postMessage(null);
  return changed;
}
