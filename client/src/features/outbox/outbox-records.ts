import type { DBSchema, IDBPObjectStore } from 'idb';
import { browserDatabase } from '@/lib/storage/browser-database';
import { partsOf } from './owner';
import { isOnDevice, type NewRecord, type WaitingRecord } from './waiting-record';

/** The name of the browser's database, its lock and its channel. */
export const OUTBOX = 'trip-log-outbox';

interface OutboxSchema extends DBSchema {
  waiting: { key: number; value: WaitingRecord; indexes: { holder: string } };
}

const database = browserDatabase<OutboxSchema>({
  name: OUTBOX,
  upgrade(db) {
    const waiting = db.createObjectStore('waiting', { keyPath: 'order', autoIncrement: true });
    waiting.createIndex('holder', 'holderId');
  },
});

/** Whether the browser has a database that opens. */
export const hasDatabase = (): Promise<boolean> =>
  database
    .run(async () => {})
    .then(
      () => true,
      () => false,
    );

export const { isSilent, watchSilence } = database;

/** A store of records: the browser's database, or the page's memory if that is missing or full. */
type RecordStore = {
  read(holderId?: string): Promise<WaitingRecord[]>;
  /** @returns the record's place */
  add(record: NewRecord): Promise<number>;
  change(order: number, change: RecordChange): Promise<WaitingRecord | undefined>;
};

/** Returns the record to save, or undefined to remove it. */
type RecordChange = (record: WaitingRecord) => WaitingRecord | undefined;

type Waiting = IDBPObjectStore<OutboxSchema, ['waiting'], 'waiting', 'readwrite'>;

/** Writes all of what `action` does or, where it fails or takes too long, nothing. */
const write = <Result>(action: (waiting: Waiting) => Promise<Result>) =>
  database.run(async (db, signal) => {
    const tx = db.transaction('waiting', 'readwrite', { durability: 'strict' });
    signal.addEventListener('abort', () => {
      try {
        tx.abort();
      } catch {
        // it has ended: `withoutDoubles` finds what it wrote
      }
    });
    const [result] = await Promise.all([action(tx.store), tx.done]);
    return result;
  });

const inDatabase: RecordStore = {
  read: (holderId) =>
    database.run((db) =>
      holderId ? db.getAllFromIndex('waiting', 'holder', holderId) : db.getAll('waiting'),
    ),
  // the database fills in the place
  add: (record) => write((waiting) => waiting.add(record as WaitingRecord)),
  change: (order, change) =>
    write(async (waiting) => {
      const record = await waiting.get(order);
      const next = record && change(record);
      if (next && next !== record) await waiting.put(next);
      if (record && !next) await waiting.delete(order);
      return next;
    }),
};

/** The records in memory; undefined until one is needed. */
let unsaved: WaitingRecord[] | undefined;
/** The keys of all that was ever in memory. */
const keysInMemory = new Set<string>();

const inMemory: RecordStore = {
  read: async (holderId) => (unsaved ?? []).filter((record) => !holderId || record.holderId === holderId),
  async add(record) {
    const others = unsaved ?? [];
    const order = Math.min(0, ...others.map((other) => other.order)) - 1;
    unsaved = [...others, { ...record, order }];
    keysInMemory.add(record.key);
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
// what is in the database is read again once it answers
watchSilence(() => notices.postMessage(null));

const PAUSE_MS = 100;

/** Calls `onRecords` now and whenever a tab or the service worker has changed a record. @returns stops it */
export function watchRecords(owner: string, onRecords: (records: readonly WaitingRecord[]) => void) {
  const channel = new BroadcastChannel(OUTBOX);
  let isStopped = false;
  let isStale = false;
  let isReading = false;
  let shown: readonly WaitingRecord[] = [];
  async function read() {
    isStale = true;
    if (isReading) return;
    isReading = true;
    while (isStale && !isStopped) {
      isStale = false;
      const records = await readRecords(owner, shown.filter(isOnDevice)).catch(() => undefined);
      if (records && !isStopped) onRecords(records);
      shown = records ?? shown;
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

/** Removes from the database what it stored without saying so in time: memory has it, under the same key. */
async function withoutDoubles(saved: readonly WaitingRecord[]): Promise<WaitingRecord[]> {
  const doubles = saved.filter(({ key }) => keysInMemory.has(key));
  for (const { order } of doubles) await inDatabase.change(order, () => undefined);
  return saved.filter((record) => !doubles.includes(record));
}

/**
 * Reads records in the order of logging: of a holder all, of a driver's own phone those logged there, without an owner everybody's.
 * @param known stands in for those in the database where it cannot be read, but memory can
 * @throws DOMException or DatabaseSilent without database and memory
 */
export async function readRecords(
  owner?: string,
  known: readonly WaitingRecord[] = [],
): Promise<WaitingRecord[]> {
  const { holderId, phoneOf } = owner === undefined ? {} : partsOf(owner);
  const saved = await inDatabase.read(holderId).then(withoutDoubles, (error: unknown) => {
    if (!unsaved) throw error;
    return known;
  });
  const records = [...saved, ...(await inMemory.read(holderId))];
  return phoneOf ? records.filter((record) => record.phoneOf === phoneOf) : records;
}

/** Adds a record to the database, or to memory where that fails or does not answer. @returns its place */
export async function addRecord(record: NewRecord): Promise<number> {
  const order = await inDatabase.add(record).catch(() => inMemory.add(record));
  notices.postMessage(null);
  return order;
}

/** Removes what waits of an owner whom no one can be any more. */
export async function removeRecords(owner: string): Promise<void> {
  for (const { order } of await readRecords(owner)) await changeRecord(order, () => undefined);
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
