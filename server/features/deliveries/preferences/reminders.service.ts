import { type Actor, recordAuditEvent } from '../../../lib/audit';
import type { Db } from '../../../lib/database/db';
import { findDeliveryPreferences, updateReminders } from '../deliveries.repository';

/** Switches the reminders before due dates on or off; as they are already, nothing is written. */
export function changeReminders(db: Db, actor: Actor, sendReminders: boolean, now: Date): Promise<void> {
  const { holderId } = actor;
  return db.transaction(async (tx) => {
    const before = await findDeliveryPreferences(tx, holderId);
    if (before.sendReminders === sendReminders) return;
    await updateReminders(tx, holderId, sendReminders, now);
    await recordAuditEvent(tx, actor, {
      entity: 'preferences',
      entityId: holderId,
      action: 'updated',
      changes: { sendReminders: { from: before.sendReminders, to: sendReminders } },
      at: now,
    });
  });
}
