import { randomUUID } from 'node:crypto';
import type { SentFileAnswer, SentFileQuery } from '@shared/imports/waiting-files';
import { type Call, inTransaction } from '../../../lib/call';
import type { Tx } from '../../../lib/database/db';
import { ConflictError, NotFoundError, ValidationError } from '../../../lib/errors';
import type { SpreadsheetRow } from '../../../lib/spreadsheets/rows';
import type { Limits } from '../../vehicles/vehicles.service';
import type { TripFile } from '../build-preview';
import { checkTable, readOwn } from '../check-file.service';
import { findDeletedTrips, lockImports } from '../imports.repository';
import { ChangedSinceError, lockNamed, storeRows } from '../imports.service';
import { type LayoutRow, listLayouts } from '../layouts/layouts.repository';
import { readyTrips } from '../match-stored';
import { areAmong, countSettled, lookAtRows, tripsOf, whatIsOpen } from '../waiting/look-at-rows';
import { readSheets, severalSheets } from '../waiting/read-sheets';
import { knownOnly, someOf, sortRows, whyRowsWait } from '../waiting/rows-that-wait';
import { keepWaiting } from '../waiting/waiting-files.service';

/** Names of layouts in a message. */
const MOST_NAMED = 20;

/** A file is read again when some of its trips were stored meanwhile. */
const MOST_TRIES = 3;

/**
 * Stores the rows of a file that need no person, and keeps the file for the others (docs/product/api.md#files). Sent again, it stores
 * nothing twice.
 * @throws NotFoundError for an unknown layout; ConflictError for a file of another one, and where too many files wait; ValidationError for one
 * without trips to read
 */
export async function storeSent(...sent: Parameters<typeof storeOnce>): Promise<SentFileAnswer> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await storeOnce(...sent);
    } catch (error) {
      if (!(error instanceof ChangedSinceError) || tries === MOST_TRIES) throw error;
    }
  }
}

async function storeOnce(
  call: Call,
  limits: Limits,
  file: Buffer,
  { layout: named, fileName: sentName }: SentFileQuery,
): Promise<SentFileAnswer> {
  const layouts = (await listLayouts(call.db, call.holderId)).filter(({ of }) => of === 'trips');
  const layout = findLayout(layouts, named);
  const sheets = await readSheets(call, file, layout.id);
  const [read] = sheets;
  const other = sheets.length === 1 && layouts.find(({ id }) => id === read.layoutId && id !== layout.id);
  if (other)
    throw new ConflictError(
      `The headings of this file are those of the layout "${other.name}", not of "${layout.name}". Send it with the layout that it has`,
    );
  const fileName = sentName ?? layout.name;
  const { id: layoutId, name } = layout;
  const sent = { layoutId, fileName, file };
  const answer = { layout: { id: layoutId, name }, stored: 0, importId: null };
  const open = sheets.length > 1 ? [severalSheets(sheets)] : whyAllWaits(read, layout);

  return inTransaction(call, async (within) => {
    await lockImports(within.db, within.holderId);
    const trips = sheets.flatMap((sheet) => tripsOf(sheet, sheet.rows));
    const hasRowsOf = (waiting: Buffer) => hasTripsOf(within, trips, waiting, layoutId);
    if (open.length > 0) {
      const { rows, ...settled } = await lookAtSheets(within, sheets);
      const waiting = { rows: rows.length, reasons: rows.length > 0 ? someOf(open) : [] };
      const waitingId = await keepWaiting(within, sent, waiting, hasRowsOf);
      return { ...answer, ...settled, waiting: rows.length, waitingId, reasons: waiting.reasons };
    }
    await lockNamed(within, read);
    const { rows: checked, arrivals } = await checkTable(within, read, await readOwn(within));
    const sorted = sortRows(checked, arrivals, await findDeletedTrips(within));
    const found = readyTrips(sorted.ready);
    const waiting = { rows: sorted.waiting.length, reasons: whyRowsWait(sorted.waiting, arrivals) };
    const waitingId = await keepWaiting(within, sent, waiting, hasRowsOf);
    const importId = found.length > 0 ? randomUUID() : null;
    // last, because other programs wait for it
    if (importId !== null)
      await storeRows(within, limits, { id: importId, fileName }, read, {
        checked,
        arrivals: knownOnly(arrivals),
        found,
        differing: [],
      });
    return {
      ...answer,
      ...{ stored: found.length, importId },
      ...{ waiting: waiting.rows, waitingId, reasons: waiting.reasons },
      ...countSettled(read, checked, sorted),
    };
  });
}

/** The rows of all sheets together. */
async function lookAtSheets(within: Call<Tx>, sheets: readonly TripFile[]) {
  const all = { rows: [] as SpreadsheetRow[], alreadyStored: 0, repeated: 0, notTrips: 0, deleted: 0 };
  for (const sheet of sheets) {
    const { rows, ...counts } = await lookAtRows(within, sheet);
    all.rows.push(...rows);
    all.alreadyStored += counts.alreadyStored;
    all.repeated += counts.repeated;
    all.notTrips += counts.notTrips;
    all.deleted += counts.deleted;
  }
  return all;
}

/** Whether each row of a waiting file that is not stored by now is among these trips; not for one that can no longer be read. */
async function hasTripsOf(within: Call<Tx>, trips: readonly string[], waiting: Buffer, layoutId: string) {
  const sheets = await readSheets(within, waiting, layoutId).catch((error: unknown) => {
    if (error instanceof ValidationError) return undefined;
    throw error;
  });
  if (!sheets) return false;
  const left: string[] = [];
  for (const sheet of sheets) left.push(...tripsOf(sheet, (await lookAtRows(within, sheet)).rows));
  return areAmong(left, trips);
}

/** The layout with this id, or this name in any case. @throws NotFoundError that names those there are */
function findLayout(layouts: readonly LayoutRow[], named: string): LayoutRow {
  const name = named.toLowerCase();
  const found =
    layouts.find(({ id }) => id === named) ?? layouts.find((one) => one.name.toLowerCase() === name);
  if (found) return found;
  const names = layouts.slice(0, MOST_NAMED).map((one) => `"${one.name}"`);
  throw new NotFoundError(
    names.length > 0
      ? `There is no layout "${named}". There are: ${names.join(', ')}`
      : 'No layout of trips is remembered yet. Import a file with these headings in the Import screen first',
  );
}

/** Why no row can be read before someone has looked at the file: its headings are new, or it asks about all of them. */
const whyAllWaits = (read: TripFile, { id, name }: LayoutRow): string[] => [
  ...(read.layoutId === id ? [] : [`The headings are not those of the layout "${name}"`]),
  ...whatIsOpen(read),
];
