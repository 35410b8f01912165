import type { Doubts } from '@shared/imports/learned';
import type { Roster, RosterColumns } from '@shared/imports/roster-fields';
import { ROSTERS } from '@shared/imports/roster-fields';
import type { RosterAnswers } from '@shared/imports/rosters';
import type { Call } from '../../lib/call';
import type { DbOrTx, Tx } from '../../lib/database/db';
import { headingsKey } from '../imports/layouts/headings-key';
import { freeName, nameOfFile } from '../imports/layouts/layout-name';
import { NOTHING_READ } from '../imports/layouts/layout-reading';
import {
  deleteLayoutsBeyond,
  findLayoutOf,
  listLayouts,
  upsertLayout,
} from '../imports/layouts/layouts.repository';
import { MAX_LAYOUTS, readingOf } from '../imports/layouts/layouts.service';

type Reading = { columns: RosterColumns; answers: RosterAnswers; doubts: Doubts };
type ReadSheet = Reading & { of: Roster; headings: string[]; unread: number[] };

/** How a sheet with these headings was read last; undefined for the first. The answers about its dates are what is remembered. */
export async function readAsLastTime({ db, holderId }: Call<DbOrTx>, of: Roster | null, headings: string[]) {
  const key = headingsKey(headings);
  if (key === undefined) return undefined;
  for (const kind of of ? [of] : ROSTERS) {
    const row = await findLayoutOf(db, holderId, kind, key);
    if (row) return { row, of: kind, ...(row.reading as Reading) };
  }
  return undefined;
}

/** Remembers how a sheet was read, for the next one with its headings. @returns its id; null without headings */
export async function rememberRoster(
  within: Call<Tx>,
  { of, headings, columns, answers, doubts, unread }: ReadSheet,
  fileName: string,
): Promise<string | null> {
  const { db, holderId } = within;
  const headingsHash = headingsKey(headings);
  if (headingsHash === undefined) return null;
  const before = await findLayoutOf(db, holderId, of, headingsHash);
  const others = before ? [] : (await listLayouts(db, holderId)).map(({ name }) => name);
  const known = before ? readingOf(before) : NOTHING_READ;
  const { dateOrder, century, daysFrom } = { ...known.answers, ...answers };
  const reading = {
    ...NOTHING_READ,
    ...{ columns, unread, doubts: { ...known.doubts, ...doubts } },
    answers: { dateOrder, century, daysFrom },
  };
  const name = before?.name ?? freeName(nameOfFile(fileName), others);
  const id = await upsertLayout(within, { name, of, headingsHash, headings, reading } as Parameters<
    typeof upsertLayout
  >[1]);
  await deleteLayoutsBeyond(db, holderId, MAX_LAYOUTS);
  return id;
}
