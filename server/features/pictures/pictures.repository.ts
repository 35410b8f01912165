import { beaHolders, uploads } from '@shared/tables/holders';
import { and, eq, gte, isNotNull, isNull, like, lt, not, or, sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '../../lib/database/db';

/** Next to uploads the table has pictures that were removed and can be taken back (docs/product.md#uploads). */
const isUpload = like(uploads.key, 'uploads/%');

export async function insertUpload(
  db: DbOrTx,
  holderId: string,
  upload: { key: string; createdAt: Date; expiresAt: Date },
): Promise<void> {
  await db.insert(uploads).values({ ...upload, beaHolderId: holderId });
}

/**
 * How many of the holder's upload addresses have neither expired nor been used; no other transaction counts them before this one
 * ends.
 */
export async function lockAndCountOpenUploads(tx: Tx, holderId: string, now: Date): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`uploads ${holderId}`}, 0))`);
  const isOpen = and(eq(uploads.beaHolderId, holderId), gte(uploads.expiresAt, now));
  return tx.$count(uploads, and(isOpen, isUpload));
}

export async function findUpload(db: DbOrTx, holderId: string, key: string) {
  const [upload] = await db
    .select()
    .from(uploads)
    .where(and(eq(uploads.beaHolderId, holderId), eq(uploads.key, key)));
  return upload;
}

/** Records that an upload was received by this server. @returns false when it was before, or has expired */
export async function markReceived(db: DbOrTx, holderId: string, key: string, now: Date): Promise<boolean> {
  const marked = await db
    .update(uploads)
    .set({ receivedAt: now })
    .where(
      and(
        eq(uploads.beaHolderId, holderId),
        eq(uploads.key, key),
        isNull(uploads.receivedAt),
        gte(uploads.expiresAt, now),
      ),
    )
    .returning({ key: uploads.key });
  return marked.length > 0;
}

/** Claims an upload, which can be done once. @returns false when another request did before */
export async function removeUpload(db: DbOrTx, holderId: string, key: string): Promise<boolean> {
  const removed = await db
    .delete(uploads)
    .where(and(eq(uploads.beaHolderId, holderId), eq(uploads.key, key)))
    .returning({ key: uploads.key });
  return removed.length > 0;
}

/** Of every holder: only the nightly sweep calls it. */
export async function removeUploadsExpiredBefore(db: DbOrTx, before: Date): Promise<void> {
  await db.delete(uploads).where(lt(uploads.expiresAt, before));
}

/** The keys of removed pictures that can be taken back, of every holder: only the nightly sweep calls it. */
export async function listRemovedPictures(db: DbOrTx): Promise<string[]> {
  const rows = await db.select({ key: uploads.key }).from(uploads).where(not(isUpload));
  return rows.map(({ key }) => key);
}

/** The addresses of all pictures in use, of every holder: only the nightly sweep calls it. */
export async function listPictureUrls(db: DbOrTx): Promise<string[]> {
  const rows = await db
    .select({ logoUrl: beaHolders.logoUrl, profilePictureUrl: beaHolders.profilePictureUrl })
    .from(beaHolders)
    .where(or(isNotNull(beaHolders.logoUrl), isNotNull(beaHolders.profilePictureUrl)));
  return rows
    .flatMap(({ logoUrl, profilePictureUrl }) => [logoUrl, profilePictureUrl])
    .filter((url) => url !== null);
}
