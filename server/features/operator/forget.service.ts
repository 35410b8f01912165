import { type FileHandle, open, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { type Call, callFor } from '../../lib/call';
import type { Db } from '../../lib/database/db';
import { inSnapshot } from '../../lib/database/snapshot';
import { ConflictError, codeOf, NotFoundError, ValidationError } from '../../lib/errors';
import type { ObjectStore } from '../../lib/storage/object-store';
import { removeLodgedDocuments } from '../lodgements/lodged-documents.service';
import { removeObjectsOf } from '../pictures/pictures.service';
import { renderDataExport } from '../records/records.service';
import { eraseHolder, FORGOTTEN, insertForgotten } from './forget.repository';
import { findRegistered, lockRegistered, setActive } from './operator.service';

type Deps = {
  db: Db;
  /** A handle with the role that owns the tables. */
  owner: Db;
  storage: ObjectStore;
  now: Date;
};

/**
 * Writes a holder's data export to a file, and then erases the holder, who is inactive meanwhile, so that nothing is stored between.
 * @returns the id that the holder had
 * @throws NotFoundError; ConflictError where the file exists; ValidationError where it cannot be written
 */
export async function forgetHolder({ db, owner, storage, now }: Deps, beaNumber: string, file: string) {
  const holder = await findRegistered(db, beaNumber);
  if (beaNumber.startsWith(FORGOTTEN)) throw new NotFoundError(`No holder has the number ${beaNumber}`);
  const target = await openNew(file);
  if (holder.isActive) await setActive({ db, now }, beaNumber, false);
  try {
    await writeExport(callFor(db, { holderId: holder.id, userId: null, now }), storage, target);
    await owner.transaction(async (tx) => {
      const locked = await lockRegistered(tx, beaNumber);
      if (locked.id !== holder.id) throw new ConflictError(`${beaNumber} was changed meanwhile`);
      await eraseHolder(tx, locked);
      await insertForgotten(tx, holder.id, now);
    });
  } catch (error) {
    await rm(file);
    if (holder.isActive) await setActive({ db, now }, beaNumber, true);
    throw error;
  }
  await removeObjectsOf(storage, holder.id);
  await removeLodgedDocuments(storage, holder.id);
  return holder.id;
}

async function openNew(file: string): Promise<FileHandle> {
  try {
    return await open(file, 'wx', 0o600);
  } catch (error) {
    const code = codeOf(error);
    if (code === 'EEXIST') throw new ConflictError(`There is ${file} already`);
    throw new ValidationError(`${file} cannot be written: ${code}`);
  }
}

/** Resolves when the file is on the disk. */
const writeExport = (call: Call, storage: ObjectStore, target: FileHandle) =>
  inSnapshot(call, async (within) =>
    pipeline(await renderDataExport(within, { storage }), target.createWriteStream({ flush: true })),
  );
