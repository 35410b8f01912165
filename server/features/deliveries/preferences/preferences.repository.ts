import { DEFAULT_REPORT_PREFERENCES } from '@shared/deliveries/recipients';
import { reportPreferences } from '@shared/tables/deliveries';
import { eq, getTableColumns } from 'drizzle-orm';
import type { Call } from '../../../lib/call';
import { type DbOrTx, onlyRow } from '../../../lib/database/db';

const { beaHolderId: _h, updatedAt: _u, ...columns } = getTableColumns(reportPreferences);

const DEFAULTS = { ...DEFAULT_REPORT_PREFERENCES, sendReminders: true };
export type Preferences = typeof DEFAULTS;

/** The holder's preferences; the defaults for one who never saved any. */
export async function findPreferences(db: DbOrTx, holderId: string): Promise<Preferences> {
  const [saved] = await db
    .select(columns)
    .from(reportPreferences)
    .where(eq(reportPreferences.beaHolderId, holderId));
  return saved ?? DEFAULTS;
}

export async function upsertPreferences(
  { db, holderId, now }: Call<DbOrTx>,
  changes: Partial<Preferences>,
): Promise<Preferences> {
  const values = { ...changes, updatedAt: now };
  const rows = await db
    .insert(reportPreferences)
    .values({ ...values, beaHolderId: holderId })
    .onConflictDoUpdate({ target: reportPreferences.beaHolderId, set: values })
    .returning(columns);
  return onlyRow(rows);
}
