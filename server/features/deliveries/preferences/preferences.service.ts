import { isDeepStrictEqual } from 'node:util';
import type { ReportPreferences } from '@shared/deliveries/recipients';
import { recordChange } from '../../../lib/audit';
import { type Call, inTransaction } from '../../../lib/call';
import type { DbOrTx } from '../../../lib/database/db';
import { findPreferences, type Preferences, upsertPreferences } from './preferences.repository';

/** How the holder's reports are sent (docs/product/settings.md#preferences). */
export async function readReportPreferences({
  db,
  holderId,
}: Pick<Call<DbOrTx>, 'db' | 'holderId'>): Promise<ReportPreferences> {
  return withoutReminders(await findPreferences(db, holderId));
}

/** Saves how the holder's reports are sent. */
export async function changeReportPreferences(call: Call, preferences: ReportPreferences) {
  return withoutReminders(await change(call, preferences));
}

/** Switches the reminders before due dates on or off. */
export async function changeReminders(call: Call, reminders: boolean): Promise<{ reminders: boolean }> {
  const { sendReminders } = await change(call, { sendReminders: reminders });
  return { reminders: sendReminders };
}

const withoutReminders = ({ sendReminders: _, ...preferences }: Preferences) => preferences;

/** Writes nothing when nothing changes. */
function change(call: Call, changes: Partial<Preferences>): Promise<Preferences> {
  return inTransaction(call, async (within) => {
    const before = await findPreferences(within.db, within.holderId);
    if (isDeepStrictEqual({ ...before, ...changes }, before)) return before;
    const after = await upsertPreferences(within, changes);
    await recordChange(within, 'preferences', before, after);
    return after;
  });
}
