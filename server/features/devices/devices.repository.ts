import { DAY_MS } from '@shared/durations';
import { devices, sessions } from '@shared/tables/holders';
import { and, desc, eq, gt, inArray, isNotNull, isNull, lte, ne, not, or, sql } from 'drizzle-orm';
import { type Db, type DbOrTx, onlyRow, type Tx } from '../../lib/database/db';
import { asService } from '../../lib/database/isolation';

export type DeviceRow = typeof devices.$inferSelect;

const ofHolder = (holderId: string) => eq(devices.beaHolderId, holderId);
const isDevice = (holderId: string, id: string) => and(ofHolder(holderId), eq(devices.id, id));

/** One that a person may sign in on without being a new device: no driver's phone, and not of someone who was removed. */
const isInUse = and(isNotNull(devices.userId), isNull(devices.endedAt));

const sessionHolder = sql`${sessions.sess}::json ->> 'holderId'`;
const sessionDevice = sql`${sessions.sess}::json ->> 'deviceId'`;

const isSignedIn = sql<boolean>`exists (select from ${sessions} where ${sessionHolder} = ${devices.beaHolderId}
  and ${sessionDevice} = ${devices.id} and ${gt(sessions.expire, sql`now()`)})`;

export function listDevices(db: DbOrTx, holderId: string) {
  const { id, name, address, trustedUntil, createdAt, lastUsedAt } = devices;
  const userId = sql<string>`${devices.userId}`;
  return db
    .select({ id, userId, name, address, trustedUntil, isSignedIn, createdAt, lastUsedAt })
    .from(devices)
    .where(and(ofHolder(holderId), isInUse))
    .orderBy(desc(lastUsedAt), desc(id));
}

export async function findDeviceById(db: DbOrTx, holderId: string, id: string) {
  const [device] = await db.select().from(devices).where(isDevice(holderId, id));
  return device;
}

export async function findDeviceByToken(db: DbOrTx, tokenHash: string): Promise<DeviceRow | undefined> {
  const [device] = await db.select().from(devices).where(eq(devices.tokenHash, tokenHash));
  return device;
}

export const insertDevice = async (db: DbOrTx, device: typeof devices.$inferInsert): Promise<DeviceRow> =>
  onlyRow(await db.insert(devices).values(device).returning());

/** @returns undefined when the device was signed out meanwhile */
export async function updateDevice(db: DbOrTx, holderId: string, id: string, changes: Partial<DeviceRow>) {
  const [device] = await db.update(devices).set(changes).where(isDevice(holderId, id)).returning();
  return device;
}

/** Ends the devices of people, whose sessions are then told why. */
export async function endDevicesOf(tx: Tx, holderId: string, userIds: string[], now: Date): Promise<void> {
  const areTheirs = and(ofHolder(holderId), inArray(devices.userId, userIds), isNull(devices.endedAt));
  await tx.update(devices).set({ endedAt: now, trustedUntil: null }).where(areTheirs);
}

/** Removes one device that people sign in on, or all but one, and their sessions: without its device's row a session is refused. */
export async function removeDevices(
  db: DbOrTx,
  holderId: string,
  which: { only: string } | { except: string },
) {
  const { id, name, address } = devices;
  const isNamed = 'only' in which ? eq(id, which.only) : ne(id, which.except);
  const condition = and(ofHolder(holderId), isInUse, isNamed);
  const removed = await db.delete(devices).where(condition).returning({ id, name, address });
  const ids = removed.map((device) => device.id);
  if (ids.length > 0)
    await db.delete(sessions).where(and(eq(sessionHolder, holderId), inArray(sessionDevice, ids)));
  return removed;
}

const UNUSED_MS = 400 * DAY_MS;

/** Removes devices of all holders that have no session, are not trusted, and were not used for 400 days. */
export async function sweepDevices({ db }: { db: Db }, now: Date): Promise<void> {
  const { lastUsedAt, trustedUntil } = devices;
  const isUnused = and(lte(lastUsedAt, new Date(now.getTime() - UNUSED_MS)), not(isSignedIn));
  const isUntrusted = or(isNull(trustedUntil), lte(trustedUntil, now));
  await asService(db).delete(devices).where(and(isUnused, isUntrusted));
}
