import { randomUUID } from 'node:crypto';
import { LENGTHS, MAX_WAITING_FILES } from '@shared/limits';
import { recordChange } from '../../../lib/audit';
import { type Call, inTransaction } from '../../../lib/call';
import type { Tx } from '../../../lib/database/db';
import { ConflictError, NotFoundError } from '../../../lib/errors';
import { findUser } from '../../holders/people.repository';
import {
  countWaitingFiles,
  deleteWaitingFile,
  findWaitingFile,
  findWaitingFilesOf,
  insertWaitingFile,
  updateWaitingFile,
} from './waiting-files.repository';

const notFound = () => new NotFoundError('Waiting file not found');

/** What of a file waits, and why. */
export type Waiting = { rows: number; reasons: string[] };
type Sent = { layoutId: string; fileName: string; file: Buffer };

/** "today.csv", "today (2).csv", and so on: the names that files of one name may wait under beside each other. */
function namesOf(fileName: string): string[] {
  const [, stem = fileName, ending = ''] = /^(.+?)(\.[a-z]{1,5})?$/is.exec(fileName) ?? [];
  const numbered = Array.from({ length: MAX_WAITING_FILES }, (_, at) => ` (${at + 2})${ending}`);
  return [fileName, ...numbered.map((end) => stem.slice(0, LENGTHS.fileName - end.length) + end)];
}

/**
 * Has a file wait, or no longer where none of its rows does. It replaces those before of its layout and name whose rows it has; beside others
 * it waits under a name of its own. Other contents get another id: whoever has the file before open cannot remove this one with it.
 * @param hasRowsOf whether no row of a file that waits would be lost with it
 * @returns its id; null where nothing waits
 * @throws ConflictError where too many wait
 */
export async function keepWaiting(
  within: Call<Tx>,
  sent: Sent,
  { rows, reasons }: Waiting,
  hasRowsOf: (waiting: Buffer) => Promise<boolean>,
) {
  const { db, holderId } = within;
  const names = namesOf(sent.fileName);
  const before = await findWaitingFilesOf(db, holderId, sent.layoutId, names, sent.file);
  const same = before.find(({ isSame }) => isSame);
  const replaced: typeof before = [];
  for (const one of before) {
    const found = one === same ? undefined : await findWaitingFile(db, holderId, one.id);
    if (found && (await hasRowsOf(found.file))) replaced.push(one);
  }
  const taken = before.filter((one) => !replaced.includes(one)).map(({ fileName }) => fileName);
  const fileName = same?.fileName ?? names.find((name) => !taken.includes(name));
  const namesake = same ?? replaced.find((one) => one.fileName === fileName);
  for (const { id } of replaced.filter((one) => rows === 0 || one !== namesake))
    await removeWaitingFile(within, id);
  if (rows === 0) {
    if (same) await removeWaitingFile(within, same.id);
    return null;
  }
  const isOneMore = !same && replaced.length === 0;
  if (fileName === undefined || (isOneMore && (await countWaitingFiles(db, holderId)) >= MAX_WAITING_FILES))
    throw new ConflictError(
      `${MAX_WAITING_FILES} files wait for answers already. Answer or discard them in the Import screen, then send this one again`,
    );
  if (namesake) await deleteWaitingFile(db, holderId, namesake.id);
  const id = same?.id ?? randomUUID();
  const token = await nameOfSender(within);
  await insertWaitingFile(within, { ...sent, fileName, id, rows, reasons, token });
  // a file that is sent every hour and waits as before is no news
  if (namesake?.rows !== rows) await recordChange(within, 'waitingFile', undefined, { id, fileName, rows });
  return id;
}

async function nameOfSender({ db, holderId, token, userId }: Call<Tx>): Promise<string> {
  if (token !== undefined) return token;
  const person = userId === null ? undefined : await findUser(db, holderId, userId);
  return [person?.firstName, person?.lastName].filter(Boolean).join(' ') || (person?.email ?? '');
}

/** @returns whether there was one */
async function removeWaitingFile(within: Call<Tx>, id: string): Promise<boolean> {
  const gone = await deleteWaitingFile(within.db, within.holderId, id);
  if (gone) await recordChange(within, 'waitingFile', gone, undefined);
  return gone !== undefined;
}

/** Has only these rows of a file wait on, or no longer the file where there are none. */
export async function leaveWaiting(within: Call<Tx>, id: string, waiting: Waiting): Promise<void> {
  if (waiting.rows === 0) await removeWaitingFile(within, id);
  else await updateWaitingFile(within.db, within.holderId, id, waiting);
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
