import { countOf } from '@shared/figures';
import type { Layout, RenameLayout, UsedLayout } from '@shared/imports/layouts';
import { MAX_HEADING_CHARACTERS } from '@shared/reading/headings';
import { recordChange } from '../../../lib/audit';
import { type Call, inTransaction } from '../../../lib/call';
import type { DbOrTx, Tx } from '../../../lib/database/db';
import { assertNewest } from '../../../lib/database/versions';
import { ConflictError, NotFoundError } from '../../../lib/errors';
import type { TripFile } from '../build-preview';
import { lockImports } from '../imports.repository';
import { headingsKey } from './headings-key';
import { freeName, nameOfFile } from './layout-name';
import { type LayoutReading, NOTHING_READ, namesToKeep, readingAfter } from './layout-reading';
import { readingInWords } from './layout-words';
import {
  countFilesWaiting,
  deleteLayout,
  deleteLayoutsBeyond,
  findLayoutOf,
  type LayoutRow,
  listLayouts,
  lockLayout,
  namesOfIds,
  renameLayoutRow,
  upsertLayout,
} from './layouts.repository';

export const MAX_LAYOUTS = 100;

export const readingOf = ({ reading }: LayoutRow): LayoutReading => ({ ...NOTHING_READ, ...reading });

export const usedLayout = ({ id, name, usedAt }: LayoutRow): NonNullable<UsedLayout> => ({
  id,
  name,
  usedAt: usedAt.toISOString(),
});

const idsIn = ({ names: { drivers, vehicles } }: LayoutReading) =>
  [...Object.values(drivers), ...Object.values(vehicles)].flatMap((one) =>
    one.as === 'known' ? one.id : [],
  );

/** The names of a layout, without those of drivers and vehicles that were removed since: they are asked about again. */
export async function keptNames({ db, holderId }: Call<DbOrTx>, reading: LayoutReading) {
  const kept = await namesOfIds(db, holderId, idsIn(reading));
  const only = <T extends { as: string; id?: string }>(answers: Record<string, T>) =>
    Object.fromEntries(
      Object.entries(answers).filter(([, { as, id }]) => as !== 'known' || kept.has(id ?? '')),
    );
  return { drivers: only(reading.names.drivers), vehicles: only(reading.names.vehicles) };
}

/**
 * Remembers how the trips of a file were read, for the next one with its headings, in the import's transaction. A layout that was not to
 * be used is learned anew. @returns its id; null for rows without headings
 */
export async function rememberLayout(
  within: Call<Tx>,
  file: TripFile,
  fileName: string,
): Promise<string | null> {
  const { db, holderId } = within;
  const { headings = [], isUsed, chosen = [], doubts = {} } = file.memory ?? {};
  const headingsHash = headingsKey(headings);
  if (headingsHash === undefined) return null;
  const before = await findLayoutOf(db, holderId, 'trips', headingsHash);
  const { sheets, sheet, columns, unread, answers, given } = file;
  const now: LayoutReading = {
    sheet: sheets.length > 1 ? (sheets[sheet] ?? null) : null,
    columns,
    chosen,
    unread,
    answers,
    doubts,
    names: namesToKeep(given),
  };
  const reading = before && isUsed ? readingAfter(readingOf(before), now) : now;
  const others = before ? [] : (await listLayouts(db, holderId)).map(({ name }) => name);
  const name = before?.name ?? freeName(nameOfFile(fileName), others);
  const id = await upsertLayout(within, {
    ...{ name, of: 'trips', headingsHash, reading },
    headings: headings.map((heading) => heading.slice(0, MAX_HEADING_CHARACTERS)),
  });
  await deleteLayoutsBeyond(db, holderId, MAX_LAYOUTS);
  return id;
}

async function inWords({ db, holderId }: Call<DbOrTx>, rows: readonly LayoutRow[]): Promise<Layout[]> {
  const readings = rows.map(readingOf);
  const nameOf = await namesOfIds(db, holderId, readings.flatMap(idsIn));
  return rows.map((row, at) => ({
    id: row.id,
    name: row.name,
    of: row.of,
    headings: row.headings,
    remembered: readingInWords(row.headings, readings[at] ?? NOTHING_READ, nameOf, row.of),
    createdAt: row.createdAt.toISOString(),
    usedAt: row.usedAt.toISOString(),
    version: row.version,
  }));
}

export const readLayouts = async (call: Call) => inWords(call, await listLayouts(call.db, call.holderId));

async function lockOwn({ db, holderId }: Call<Tx>, id: string): Promise<LayoutRow> {
  const found = await lockLayout(db, holderId, id);
  if (!found) throw new NotFoundError('Layout not found');
  return found;
}

/** @throws NotFoundError; ConflictError for a name that another layout has */
export function renameLayout(call: Call, id: string, input: RenameLayout): Promise<Layout> {
  return inTransaction(call, async (within) => {
    await lockImports(within.db, within.holderId);
    const before = await lockOwn(within, id);
    const { name } = assertNewest('layout', before, input);
    const others = (await listLayouts(within.db, within.holderId)).filter((one) => one.id !== id);
    if (others.some((one) => one.name.toLowerCase() === name.toLowerCase()))
      throw new ConflictError('Another layout has this name', 'name');
    const after = name === before.name ? before : await renameLayoutRow(within, id, name);
    if (after !== before) await recordChange(within, 'layout', { id, name: before.name }, { id, name });
    const [renamed] = await inWords(within, [after ?? before]);
    if (!renamed) throw new NotFoundError('Layout not found');
    return renamed;
  });
}

/**
 * The next file with its headings is asked about as the first was. Its trips stay.
 * @throws NotFoundError; ConflictError while files of it wait, which would go with it
 */
export function forgetLayout(call: Call, id: string): Promise<void> {
  return inTransaction(call, async (within) => {
    const { db, holderId } = within;
    await lockImports(db, holderId);
    const { name, of } = await lockOwn(within, id);
    const waiting = await countFilesWaiting(db, holderId, id);
    if (waiting > 0)
      throw new ConflictError(
        `${countOf(waiting, 'file of this layout waits', 'files of this layout wait')} for answers. Import or discard ${waiting === 1 ? 'it' : 'them'} in the Import screen first`,
      );
    await deleteLayout(db, holderId, id);
    await recordChange(within, 'layout', { id, name, of }, undefined);
  });
}
