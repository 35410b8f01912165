import { countOf } from '@shared/figures';
import { lodgedReportsTouched, type TouchedReport } from '@shared/reports/lodged-changes';
import { recordChange } from '../../lib/audit';
import { type Call, inTransaction } from '../../lib/call';
import type { DbOrTx } from '../../lib/database/db';
import { NotFoundError } from '../../lib/errors';
import { undoActs } from '../drivers/undo-acts.service';
import { listLodgements } from '../holders/lodged-reports.repository';
import { listPushedAmong } from '../trips/pushed/pushed-trips.repository';
import { removeTrips } from '../trips/trips.service';
import { correctedSince, listCorrectable } from './corrections/corrections.repository';
import { takenBack, undoCorrections } from './corrections/undo-corrections.service';
import {
  findImport,
  findWholeImport,
  listImportedTrips,
  lockImport,
  markImportUndone,
} from './imports.repository';

/** Trips at a time. */
const BATCH = 5000;

/**
 * Takes back what an import did: its corrections, unless the trip was changed since, and its trips, those changed since as well, unless a later
 * import has corrected them, or a program sends them by now. A deleted trip can be restored for 30 days. @throws NotFoundError
 */
export function undoImport(call: Call, id: string) {
  return inTransaction(call, async (within) => {
    const { db, holderId } = within;
    const before = await lockImport(db, holderId, id);
    let kept = 0;
    let stays: string[] = [];
    if (before && !before.undoneAt) {
      const corrections = await undoCorrections(within, before);
      const { removed, corrected } = await importedTrips(within, before);
      await removeTrips(within, [...removed.map((trip) => trip.id), ...corrections.removed], BATCH);
      kept = corrections.kept + corrected;
      stays = await undoActs(within, { at: before.createdAt, userId: before.userId });
      await markImportUndone(within, id);
      const { fileName, tripCount, changeCount } = before;
      await recordChange(
        within,
        'import',
        { id, fileName, tripCount, changeCount, kept: kept || null },
        undefined,
      );
    }
    return { ...(await findOwnImport(within, id)), kept: [...keptInWords(kept), ...stays] };
  });
}

const keptInWords = (trips: number): string[] =>
  trips === 0
    ? []
    : [
        `${countOf(trips, 'trip')} ${trips === 1 ? 'stays' : 'stay'} as ${trips === 1 ? 'it is' : 'they are'}: changed or deleted since, or corrected by a later import or by a program.`,
      ];

/** The trips that an import stored, and how many of them stay, since a later import has corrected them or a program sends them by now. */
async function importedTrips(
  { db, holderId }: Call<DbOrTx>,
  { id, createdAt }: { id: string; createdAt: Date },
) {
  const stored = await listImportedTrips(db, holderId, id);
  const ids = stored.map((trip) => trip.id);
  const corrected = await correctedSince(db, holderId, ids, createdAt);
  const sent = await listPushedAmong(db, holderId, ids);
  const removed = stored.filter(({ id }) => !corrected.has(id) && !sent.has(id));
  return { removed, corrected: stored.length - removed.length };
}

/** The lodged reports that undoing an import changes. @throws NotFoundError for an import that is not the holder's */
export async function lodgedByImport(call: Call, id: string): Promise<TouchedReport[]> {
  const { db, holderId } = call;
  const found = await findWholeImport(db, holderId, id);
  if (!found) throw importNotFound();
  if (found.undoneAt) return [];
  const { removed } = await importedTrips(call, found);
  const { changes } = await takenBack(call, found, (ids) => listCorrectable(db, holderId, ids));
  const corrected = changes.map(({ before, after }) => [before, after]);
  return lodgedReportsTouched(await listLodgements(db, holderId), { trips: [...removed, ...corrected] });
}

const importNotFound = () => new NotFoundError('Import not found');

export async function findOwnImport({ db, holderId }: Call<DbOrTx>, id: string) {
  const found = await findImport(db, holderId, id);
  if (!found) throw importNotFound();
  return found;
}
