import { beaHolders, uploads } from '@shared/tables/holders';
import { and, eq, gte, isNotNull, isNull, like, lt, not, or, sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '../../lib/database/db';

/** Besides uploads the table has removed pictures that can be restored (docs/product/profile.md#uploads). */
const isUpload = like(uploads.key, 'uploads/%');
const hasKey = (holderId: string, key: string) =>
  and(eq(uploads.beaHolderId, holderId), eq(uploads.key, key));

export async function insertUpload(
  db: DbOrTx,
  holderId: string,
  upload: { key: string; createdAt: Date; expiresAt: Date },
): Promise<void> {
  await db.insert(uploads).values({ ...upload, beaHolderId: holderId });
}

/** Counts the holder's upload addresses that have neither expired nor been used; no other transaction counts them meanwhile. */
export async function lockAndCountOpenUploads(tx: Tx, holderId: string, now: Date): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`uploads ${holderId}`}, 0))`);
  const isOpen = and(eq(uploads.beaHolderId, holderId), gte(uploads.expiresAt, now));
  return tx.$count(uploads, and(isOpen, isUpload));
}

export async function findUpload(db: DbOrTx, holderId: string, key: string) {
  const [upload] = await db.select().from(uploads).where(hasKey(holderId, key));
  return upload;
}

/** Records that an upload was received by this server. @returns false when it was before, or has expired */
export async function markReceived(db: DbOrTx, holderId: string, key: string, now: Date): Promise<boolean> {
  const isOpen = and(hasKey(holderId, key), isNull(uploads.receivedAt), gte(uploads.expiresAt, now));
  const { rowCount } = await db.update(uploads).set({ receivedAt: now }).where(isOpen);
  return rowCount === 1;
}

/** Claims an upload, which can be done once. @returns false when another request did before */
export const removeUpload = async (db: DbOrTx, holderId: string, key: string): Promise<boolean> =>
  (await db.delete(uploads).where(hasKey(holderId, key))).rowCount === 1;

/** Removes uploads of every holder: only the nightly sweep calls it. */
export async function removeUploadsExpiredBefore(db: DbOrTx, before: Date): Promise<void> {
  await db.delete(uploads).where(lt(uploads.expiresAt, before));
}

/** The keys of removed pictures that can be restored, of every holder: only the nightly sweep calls it. */
export async function listRemovedPictures(db: DbOrTx): Promise<string[]> {
  const rows = await db.select({ key: uploads.key }).from(uploads).where(not(isUpload));
  return rows.map(({ key }) => key);
}

/** The addresses of all pictures in use, of every holder: only the nightly sweep calls it. */
export async function listPictureUrls(db: DbOrTx): Promise<string[]> {
  const { logoUrl, profilePictureUrl } = beaHolders;
  const hasPicture = or(isNotNull(logoUrl), isNotNull(profilePictureUrl));
  const rows = await db.select({ logoUrl, profilePictureUrl }).from(beaHolders).where(hasPicture);
  return rows.flatMap((row) => [row.logoUrl, row.profilePictureUrl]).filter((url) => url !== null);
}
