import { emailSettings } from '@shared/tables/deliveries';
import { beaHolders } from '@shared/tables/holders';
import { eq } from 'drizzle-orm';
import type { DbOrTx } from '../../../lib/database/db';

/** A recipient and its holder, by the recipient's id alone: an unsubscribe link names no holder. */
export async function findSubscriber(db: DbOrTx, recipientId: string) {
  const { email, quarterlyReports, annualReports } = emailSettings;
  const [subscriber] = await db
    .select({
      holderId: beaHolders.id,
      companyName: beaHolders.companyName,
      email,
      quarterlyReports,
      annualReports,
    })
    .from(emailSettings)
    .innerJoin(beaHolders, eq(beaHolders.id, emailSettings.beaHolderId))
    .where(eq(emailSettings.id, recipientId));
  return subscriber;
}
