import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { inTab } from '@/lib/storage';
import {
  isOnDevice,
  type NewRecord,
  type WaitingRecord,
  type WaitingShift,
  type WaitingTrip,
} from './waiting-record';

/** The name of the browser's database, its lock and its channel. */
export const OUTBOX = 'trip-log-outbox';

interface OutboxSchema extends DBSchema {
  waiting: { key: number; value: WaitingTrip; indexes: { holder: string } };
  /** Apart from the trips, because a tab of the version before takes what is with them for trips. The places are one series. */
  shifts: { key: number; value: WaitingShift; indexes: { holder: string } };
  /** Empty except while `canSaveTrips` checks for room. */
  room: { key: string; value: Uint8Array };
}

/** A version only ever adds, so that a tab of the version before works next to it. */
const VERSION = 3;
const STORES = ['waiting', 'shifts'] as const;

let connection: Promise<IDBPDatabase<OutboxSchema>> | undefined;

async function open() {
  const forget = () => {
    connection = undefined;
  };
  try {
    return await openDB<OutboxSchema>(OUTBOX, VERSION, {
      async upgrade(db, from, _to, tx) {
        if (from < 1) {
          const waiting = db.createObjectStore('waiting', { keyPath: 'order', autoIncrement: true });
          waiting.createIndex('holder', 'holderId');
        }
        db.createObjectStore('shifts', { keyPath: 'order' }).createIndex('holder', 'holderId');
        if (from >= 2) return;
        db.createObjectStore('room');
        const added = { stored: null, storedAt: null, next: null, refusal: null };
        for await (const cursor of tx.objectStore('waiting'))
          await cursor.update({ ...added, ...cursor.value });
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

/** Where records are: the browser's database, or the page where the browser has none or it is full. */
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
    const records = await Promise.all(
      STORES.map(
        (store): Promise<WaitingRecord[]> =>
          holderId ? db.getAllFromIndex(store, 'holder', holderId) : db.getAll(store),
      ),
    );
    return records.flat().sort((one, other) => one.order - other.order);
  },
  async add(record) {
    const tx = (await database()).transaction(STORES, 'readwrite', { durability: 'strict' });
    const trips = tx.objectStore('waiting');
    // the database fills in the place; a shift takes its place from the trips, whatever happens to it
    const order = await trips.add(record as WaitingTrip);
    if (record.shift) {
      await trips.delete(order);
      await tx.objectStore('shifts').add({ ...record, order });
    }
    await tx.done;
    return order;
  },
  async change(order, change) {
    const tx = (await database()).transaction(STORES, 'readwrite', { durability: 'strict' });
    const trip = await tx.objectStore('waiting').get(order);
    const store = tx.objectStore(trip ? 'waiting' : 'shifts');
    const record = trip ?? (await store.get(order));
    const next = record && change(record);
    if (next && next !== record) await store.put(next);
    if (record && !next) await store.delete(order);
    await tx.done;
    return next;
  },
};

/** The records in memory, copied to the tab's session storage, which outlives a reload; undefined until one is needed. */
const IN_TAB = 'waitingTrips';
let unsaved: WaitingRecord[] | undefined = JSON.parse(inTab.read(IN_TAB) ?? 'null') ?? undefined;

function replaceUnsaved(records: WaitingRecord[]) {
  unsaved = records;
  inTab.write(IN_TAB, JSON.stringify(records));
}

const inMemory: RecordStore = {
  read: async (holderId) => (unsaved ?? []).filter((record) => !holderId || record.holderId === holderId),
  async add(record) {
    const others = unsaved ?? [];
    const order = Math.min(0, ...others.map((other) => other.order)) - 1;
    replaceUnsaved([...others, { ...record, order }]);
    return order;
  },
  async change(order, change) {
    const record = unsaved?.find((one) => one.order === order);
    const next = record && change(record);
    replaceUnsaved((unsaved ?? []).flatMap((one) => (one === record ? (next ?? []) : one)));
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

/** Less room than this counts as full, in bytes: a trip takes a few hundred, with the longest notes 8,000. */
const LEAST_ROOM = 100_000;

/** Whether trips can be saved on the device. It writes, because browsers do not say how much room there is. */
export async function canSaveTrips(): Promise<boolean> {
  try {
    const db = await database();
    await db.put('room', new Uint8Array(LEAST_ROOM), 'probe');
    await db.delete('room', 'probe');
    return true;
  } catch {
    return false;
  }
}

/** In the order of logging; everybody's without a holder. @throws DOMException without database and memory */
export async function readRecords(holderId?: string): Promise<WaitingRecord[]> {
  const saved = await inDatabase.read(holderId).catch((error: unknown) => {
    if (!unsaved) throw error;
    return [];
  });
  return [...saved, ...(await inMemory.read(holderId))];
}

/** Adds a record to the database, or to memory where `canSave` is false or the database fails. @returns its place */
export async function addRecord(record: NewRecord, canSave: boolean): Promise<number> {
  const saved = canSave ? await inDatabase.add(record).catch(() => undefined) : undefined;
  const order = saved ?? (await inMemory.add(record));
  notices.postMessage(null);
  return order;
}

/** Changes a record, with no other change in between. @returns it as it is saved; undefined where there is none */
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
