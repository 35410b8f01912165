import { devices } from '@shared/tables/sign-in';
import { and, eq } from 'drizzle-orm';
import { type DbOrTx, onlyRow } from '../../lib/database/db';

export type DeviceRow = typeof devices.$inferSelect;

export async function findDeviceByToken(db: DbOrTx, tokenHash: string): Promise<DeviceRow | undefined> {
  const [device] = await db.select().from(devices).where(eq(devices.tokenHash, tokenHash));
  return device;
}

export async function insertDevice(db: DbOrTx, device: typeof devices.$inferInsert): Promise<DeviceRow> {
  return onlyRow(await db.insert(devices).values(device).returning());
}

/** @returns undefined when the device was signed out meanwhile */
export async function updateDevice(
  db: DbOrTx,
  holderId: string,
  id: string,
  changes: Partial<Pick<DeviceRow, 'userId' | 'name' | 'address' | 'trustedUntil' | 'lastUsedAt'>>,
): Promise<DeviceRow | undefined> {
  const [device] = await db
    .update(devices)
    .set(changes)
    .where(and(eq(devices.beaHolderId, holderId), eq(devices.id, id)))
    .returning();
  return device;
}
