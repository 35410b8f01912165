import { DEFAULT_REPORT_PREFERENCES, type ReportPreferences } from '@shared/deliveries/preferences';
import { reportPreferences } from '@shared/tables/deliveries';
import { eq } from 'drizzle-orm';
import { type DbOrTx, onlyRow } from '../../../lib/database/db';

const columns = {
  sendQuarterly: reportPreferences.sendQuarterly,
  sendAnnual: reportPreferences.sendAnnual,
  detailedBreakdown: reportPreferences.detailedBreakdown,
};

/** The holder's preferences, or the defaults where none were ever saved. */
export async function findReportPreferences(db: DbOrTx, holderId: string): Promise<ReportPreferences> {
  const [saved] = await db
    .select(columns)
    .from(reportPreferences)
    .where(eq(reportPreferences.beaHolderId, holderId));
  return saved ?? DEFAULT_REPORT_PREFERENCES;
}

export async function upsertReportPreferences(
  db: DbOrTx,
  holderId: string,
  preferences: ReportPreferences,
  now: Date,
): Promise<ReportPreferences> {
  const rows = await db
    .insert(reportPreferences)
    .values({ ...preferences, beaHolderId: holderId, updatedAt: now })
    .onConflictDoUpdate({ target: reportPreferences.beaHolderId, set: { ...preferences, updatedAt: now } })
    .returning(columns);
  return onlyRow(rows);
}
