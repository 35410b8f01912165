import { brisbaneDay } from '@shared/periods';
import type { Actor } from '../../../lib/audit';
import type { Tx } from '../../../lib/database/db';
import { TooManyRequestsError } from '../../../lib/errors';
import type { Mailer } from '../../../lib/mail/mailer';
import { countAskedFor, insertDeliveries, lockDeliveriesOf } from '../deliveries.repository';

const HOUR_MS = 60 * 60 * 1000;
/** Notices to new recipients that one holder causes in an hour: nobody can have strangers flooded with mail. */
export const MAX_WELCOMES_AN_HOUR = 30;

/**
 * Has a new recipient told who put them on the list. Call it in the transaction that does: the notice is sent if and only if
 * that is stored. An address that is removed and added again is told once a day.
 * @throws TooManyRequestsError when the holder added very many recipients within the hour
 */
export async function enqueueWelcome(
  tx: Tx,
  mailer: Pick<Mailer, 'messageId'>,
  actor: Pick<Actor, 'holderId'>,
  email: string,
  now: Date,
): Promise<void> {
  await lockDeliveriesOf(tx, actor.holderId);
  const since = new Date(now.getTime() - HOUR_MS);
  const asked = await countAskedFor(tx, actor.holderId, { kinds: ['welcome'], orRepeated: false }, since);
  if (asked.count >= MAX_WELCOMES_AN_HOUR)
    throw new TooManyRequestsError(
      'Many recipients were added within an hour. Please go on a little later.',
      HOUR_MS / 1000,
    );
  const welcome = {
    beaHolderId: actor.holderId,
    kind: 'welcome' as const,
    period: brisbaneDay(now),
    recipient: email.toLowerCase(),
  };
  await insertDeliveries(tx, [welcome], mailer.messageId, now);
}
