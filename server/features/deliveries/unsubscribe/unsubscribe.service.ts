import type { Db } from '../../../lib/database/db';
import { findHolder } from '../../holders/holders.repository';
import { findDeliveryPreferences } from '../deliveries.repository';
import { changeReminders } from '../preferences/reminders.service';
import { changeRecipient } from '../recipients/recipients.service';
import { findSubscriber } from './unsubscribe.repository';
import type { Subscription } from './unsubscribe-link';

/** What a link is about, as it stands: whose mails, to whom, and whether they are sent. */
export type SubscriptionState = { companyName: string; email: string; subscribed: boolean };

/** @returns undefined when the recipient was removed from the list: nothing is sent then */
export async function readSubscription(
  db: Db,
  { scope, id }: Subscription,
): Promise<SubscriptionState | undefined> {
  if (scope === 'reminders') {
    const holder = await findHolder(db, id);
    if (!holder) return undefined;
    const { sendReminders } = await findDeliveryPreferences(db, id);
    return { companyName: holder.companyName, email: holder.contactEmail, subscribed: sendReminders };
  }
  const found = await findSubscriber(db, id);
  if (!found) return undefined;
  const { companyName, email, quarterlyReports, annualReports } = found;
  const subscribed = {
    quarterly: quarterlyReports,
    annual: annualReports,
    reports: quarterlyReports || annualReports,
  }[scope];
  return { companyName, email, subscribed };
}

/** Ticks or unticks what a link is about, as nobody of the holder's people; done already, nothing is written. */
export async function changeSubscription(
  db: Db,
  { scope, id }: Subscription,
  subscribed: boolean,
  now: Date,
): Promise<void> {
  if (scope === 'reminders') return changeReminders(db, { holderId: id, userId: null }, subscribed, now);
  const found = await findSubscriber(db, id);
  if (!found) return;
  const wanted = {
    quarterlyReports: scope === 'annual' ? found.quarterlyReports : subscribed,
    annualReports: scope === 'quarterly' ? found.annualReports : subscribed,
  };
  if (wanted.quarterlyReports === found.quarterlyReports && wanted.annualReports === found.annualReports)
    return;
  await changeRecipient(db, { holderId: found.holderId, userId: null }, id, wanted, now);
}
