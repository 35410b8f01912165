import { randomUUID } from 'node:crypto';
import { MAX_WAITING_FILES } from '@shared/limits';
import { recordChange } from '../../../lib/audit';
import { type Call, inTransaction } from '../../../lib/call';
import type { Tx } from '../../../lib/database/db';
import { ConflictError, NotFoundError } from '../../../lib/errors';
import { findUser } from '../../holders/people.repository';
import {
  countWaitingFiles,
  deleteWaitingFile,
  findWaitingFile,
  findWaitingFileOf,
  insertWaitingFile,
} from './waiting-files.repository';

const notFound = () => new NotFoundError('Waiting file not found');

/** What of a file waits, and why. */
export type Waiting = { rows: number; reasons: string[] };
type Sent = { layoutId: string; fileName: string; file: Buffer };

/**
 * Has a file wait, in place of the one before of its layout and name, or no longer where none of its rows does. Other contents get another id:
 * whoever has the file before open cannot remove this one with it.
 * @returns its id; null where nothing waits
 * @throws ConflictError where too many wait
 */
export async function keepWaiting(within: Call<Tx>, sent: Sent, { rows, reasons }: Waiting) {
  const { db, holderId } = within;
  const before = await findWaitingFileOf(db, holderId, sent, sent.file);
  if (rows === 0) {
    if (before) await removeWaitingFile(within, before.id);
    return null;
  }
  if (!before && (await countWaitingFiles(db, holderId)) >= MAX_WAITING_FILES)
    throw new ConflictError(
      `${MAX_WAITING_FILES} files wait for answers already. Answer or discard them in the Import screen, then send this one again`,
    );
  if (before) await deleteWaitingFile(db, holderId, before.id);
  const id = before?.isSame ? before.id : randomUUID();
  await insertWaitingFile(within, { ...sent, id, rows, reasons, token: await nameOfSender(within) });
  const { fileName } = sent;
  // a file that is sent every hour and waits as before is no news
  if (before?.rows !== rows) await recordChange(within, 'waitingFile', undefined, { id, fileName, rows });
  return id;
}

async function nameOfSender({ db, holderId, token, userId }: Call<Tx>): Promise<string> {
  if (token !== undefined) return token;
  const person = userId === null ? undefined : await findUser(db, holderId, userId);
  return [person?.firstName, person?.lastName].filter(Boolean).join(' ') || (person?.email ?? '');
}

/** @returns whether there was one */
export async function removeWaitingFile(within: Call<Tx>, id: string): Promise<boolean> {
  const gone = await deleteWaitingFile(within.db, within.holderId, id);
  if (gone) await recordChange(within, 'waitingFile', gone, undefined);
  return gone !== undefined;
}

/** @throws NotFoundError */
export async function readWaitingFile({ db, holderId }: Call, id: string) {
  const found = await findWaitingFile(db, holderId, id);
  if (!found) throw notFound();
  return found;
}

/** Its rows that wait are never stored; the others stay. @throws NotFoundError */
export const discardWaitingFile = (call: Call, id: string): Promise<void> =>
  inTransaction(call, async (within) => {
    if (!(await removeWaitingFile(within, id))) throw notFound();
  });
