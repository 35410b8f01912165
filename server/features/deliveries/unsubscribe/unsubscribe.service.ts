import { DAY_REMINDERS, isExpiryReminder } from '@shared/deliveries/day-reminders';
import { REPORT_BOXES } from '@shared/deliveries/recipients';
import { REPORT_KINDS, type ReportKind } from '@shared/reports/report-periods';
import { type Call, callFor } from '../../../lib/call';
import { asHolder, asService } from '../../../lib/database/isolation';
import { findHolder } from '../../holders/holders.repository';
import { findPreferences, findSubscriber } from '../recipients/recipients.repository';
import { changeRecipient, changeReminders } from '../recipients/recipients.service';
import type { Subscription } from '../signed-links';

type LinkCall = Pick<Call, 'db' | 'now'>;

export type SubscriptionState = { companyName: string; email: string; subscribed: boolean };

/** The reports that a link stops; empty for reminders. */
const reportsOf = (scope: Subscription['scope']): readonly ReportKind[] =>
  REPORT_KINDS.filter((report) => scope === 'reports' || scope === report);

/** The preference that a link of the holder's contact switches; undefined for a recipient's. */
function preferenceOf(scope: Subscription['scope']) {
  if (isExpiryReminder(scope)) return DAY_REMINDERS[scope].preference;
  return scope === 'reminders' ? 'sendReminders' : undefined;
}

/** @returns undefined when the recipient was removed, so that nothing is sent */
export async function readSubscription({ db }: LinkCall, { scope, id }: Subscription) {
  const preference = preferenceOf(scope);
  if (preference) {
    const own = asHolder(db, id);
    const holder = await findHolder(own, id);
    if (!holder) return undefined;
    const { [preference]: subscribed } = await findPreferences(own, id);
    return { companyName: holder.companyName, email: holder.contactEmail, subscribed };
  }
  const found = await findSubscriber(asService(db), id);
  if (!found) return undefined;
  const { companyName, email } = found;
  return { companyName, email, subscribed: reportsOf(scope).some((report) => found[REPORT_BOXES[report]]) };
}

/** Ticks or unticks the boxes of a link; writes nothing when nothing changes. */
export async function changeSubscription(
  { db, now }: LinkCall,
  { scope, id }: Subscription,
  subscribed: boolean,
): Promise<void> {
  const preference = preferenceOf(scope);
  if (preference) {
    await changeReminders(callFor(db, { now, holderId: id, userId: null }), { [preference]: subscribed });
    return;
  }
  const found = await findSubscriber(asService(db), id);
  if (!found) return;
  const boxes = reportsOf(scope).map((report) => REPORT_BOXES[report]);
  if (boxes.every((box) => found[box] === subscribed)) return;
  const changes = Object.fromEntries(boxes.map((box) => [box, subscribed]));
  await changeRecipient(callFor(db, { now, holderId: found.holderId, userId: null }), id, changes);
}
