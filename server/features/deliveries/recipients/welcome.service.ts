import { brisbaneDay } from '@shared/periods';
import type { Call } from '../../../lib/call';
import type { Tx } from '../../../lib/database/db';
import { TooManyRequestsError } from '../../../lib/errors';
import type { Mailer } from '../../../lib/mail/mailer';
import { countAskedFor, HOUR_MS, insertDeliveries, lockDeliveriesOf } from '../deliveries.repository';

/** Notices to new recipients per holder and hour, so that no one can flood strangers with mail. */
export const MAX_WELCOMES_AN_HOUR = 30;

/**
 * Stores the notice that tells a new recipient who added them. Call it in the transaction that adds the recipient: the notice
 * is sent if and only if that commits. An address that is removed and added again is notified once a day.
 * @throws TooManyRequestsError when the holder added too many recipients within the hour
 */
export async function enqueueWelcome(
  call: Call<Tx>,
  { messageId }: Pick<Mailer, 'messageId'>,
  email: string,
): Promise<void> {
  const { db, holderId, now } = call;
  await lockDeliveriesOf(db, holderId);
  const asked = await countAskedFor(call, 'welcome');
  if (asked.count >= MAX_WELCOMES_AN_HOUR)
    throw new TooManyRequestsError(
      'Many recipients were added within an hour. Please go on a little later.',
      HOUR_MS / 1000,
    );
  const welcome = {
    beaHolderId: holderId,
    kind: 'welcome' as const,
    period: brisbaneDay(now),
    recipient: email.toLowerCase(),
  };
  await insertDeliveries(db, [welcome], messageId, now);
}
