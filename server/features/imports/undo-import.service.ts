import { lodgedReportsTouched, type TouchedReport } from '@shared/reports/lodged-changes';
import { recordChange } from '../../lib/audit';
import { type Call, inTransaction } from '../../lib/call';
import type { DbOrTx } from '../../lib/database/db';
import { NotFoundError } from '../../lib/errors';
import { listLodgements } from '../holders/lodged-reports.repository';
import { removeTrips } from '../trips/trips.service';
import { findImport, listImportedTrips, lockImport, markImportUndone } from './imports.repository';

/** Trips at a time. */
const BATCH = 5000;

/** Deletes its trips, those changed since as well; each can be restored for 30 days. @throws NotFoundError */
export function undoImport(call: Call, id: string) {
  return inTransaction(call, async (within) => {
    const { db, holderId } = within;
    const before = await lockImport(db, holderId, id);
    if (before && !before.undoneAt) {
      const ids = (await listImportedTrips(db, holderId, id)).map((trip) => trip.id);
      await removeTrips(within, ids, BATCH);
      await markImportUndone(within, id);
      const { fileName, tripCount } = before;
      await recordChange(within, 'import', { id, fileName, tripCount }, undefined);
    }
    return findOwnImport(within, id);
  });
}

/** The lodged reports that undoing an import changes. @throws NotFoundError for an import that is not the holder's */
export async function lodgedByImport(call: Call, id: string): Promise<TouchedReport[]> {
  await findOwnImport(call, id);
  const trips = await listImportedTrips(call.db, call.holderId, id);
  return lodgedReportsTouched(await listLodgements(call.db, call.holderId), { trips });
}

export async function findOwnImport({ db, holderId }: Call<DbOrTx>, id: string) {
  const found = await findImport(db, holderId, id);
  if (!found) throw new NotFoundError('Import not found');
  return found;
}
