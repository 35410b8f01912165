import type { ReportPreferences } from '@shared/deliveries/preferences';
import { type Actor, changesBetween, recordAuditEvent } from '../../../lib/audit';
import type { Db } from '../../../lib/database/db';
import { findReportPreferences, upsertReportPreferences } from './preferences.repository';

/** Saves how the holder's reports are sent (decisions §7). */
export function changeReportPreferences(db: Db, actor: Actor, preferences: ReportPreferences, now: Date) {
  return db.transaction(async (tx) => {
    const before = await findReportPreferences(tx, actor.holderId);
    const after = await upsertReportPreferences(tx, actor.holderId, preferences, now);
    const changes = changesBetween(before, after);
    if (Object.keys(changes).length > 0) {
      await recordAuditEvent(tx, actor, {
        entity: 'preferences',
        entityId: actor.holderId,
        action: 'updated',
        changes,
        at: now,
      });
    }
    return after;
  });
}
