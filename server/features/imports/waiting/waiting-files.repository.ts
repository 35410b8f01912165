import { importLayouts, waitingFiles } from '@shared/tables/imports';
import { and, asc, eq, getTableColumns, inArray, sql } from 'drizzle-orm';
import type { Call } from '../../../lib/call';
import type { DbOrTx } from '../../../lib/database/db';

type WaitingFileRow = typeof waitingFiles.$inferSelect;
type Named = Pick<WaitingFileRow, 'layoutId' | 'fileName'>;

const own = (holderId: string, id: string) =>
  and(eq(waitingFiles.beaHolderId, holderId), eq(waitingFiles.id, id));

const { beaHolderId: _h, layoutId: _l, file: _f, ...shown } = getTableColumns(waitingFiles);

/** All waiting files of a holder, without what is in them, the longest waiting first. */
export const listWaitingFiles = (db: DbOrTx, holderId: string) =>
  db
    .select({ ...shown, layout: importLayouts.name })
    .from(waitingFiles)
    .innerJoin(
      importLayouts,
      and(
        eq(importLayouts.beaHolderId, waitingFiles.beaHolderId),
        eq(importLayouts.id, waitingFiles.layoutId),
      ),
    )
    .where(eq(waitingFiles.beaHolderId, holderId))
    .orderBy(asc(waitingFiles.createdAt), asc(waitingFiles.id));

export const countWaitingFiles = (db: DbOrTx, holderId: string): Promise<number> =>
  db.$count(waitingFiles, eq(waitingFiles.beaHolderId, holderId));

export async function findWaitingFile(db: DbOrTx, holderId: string, id: string) {
  const { fileName, file, layoutId } = waitingFiles;
  const [found] = await db.select({ fileName, file, layoutId }).from(waitingFiles).where(own(holderId, id));
  return found;
}

/** The waiting files of a layout with one of these names, the longest waiting first, and whether these are their bytes. */
export function findWaitingFilesOf(
  db: DbOrTx,
  holderId: string,
  layout: string,
  names: readonly string[],
  bytes: Buffer,
) {
  const { beaHolderId, layoutId, fileName, id, rows, file, createdAt } = waitingFiles;
  return db
    .select({ id, fileName, rows, isSame: sql<boolean>`${file} = ${sql.param(bytes, file)}` })
    .from(waitingFiles)
    .where(and(eq(beaHolderId, holderId), eq(layoutId, layout), inArray(fileName, [...names])))
    .orderBy(asc(createdAt), asc(id));
}

export async function insertWaitingFile(
  { db, holderId, now }: Call<DbOrTx>,
  values: Named & Pick<WaitingFileRow, 'id' | 'file' | 'rows' | 'reasons' | 'token'>,
): Promise<void> {
  await db.insert(waitingFiles).values({ ...values, beaHolderId: holderId, createdAt: now });
}

export async function updateWaitingFile(
  db: DbOrTx,
  holderId: string,
  id: string,
  { rows, reasons }: Pick<WaitingFileRow, 'rows' | 'reasons'>,
): Promise<void> {
  await db.update(waitingFiles).set({ rows, reasons }).where(own(holderId, id));
}

/** @returns its name and rows; undefined where there is none */
export async function deleteWaitingFile(db: DbOrTx, holderId: string, id: string) {
  const { fileName, rows } = waitingFiles;
  const [gone] = await db
    .delete(waitingFiles)
    .where(own(holderId, id))
    .returning({ id: waitingFiles.id, fileName, rows });
  return gone;
}
