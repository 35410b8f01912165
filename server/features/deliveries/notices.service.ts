import type { NoticeFacts, NoticeKind } from '@shared/deliveries/deliveries';
import type { Call } from '../../lib/call';
import type { Tx } from '../../lib/database/db';
import type { Mailer } from '../../lib/mail/mailer';
import { countAskedFor, insertDeliveries, lockDeliveriesOf } from './deliveries.repository';

/** Anyone who got so many within an hour was told. */
const MAX_NEW_DEVICES_AN_HOUR = 10;

type Notice = {
  kind: NoticeKind;
  /** What happened; of the same thing each recipient is told once. */
  about: string;
  recipients: string[];
  facts: NoticeFacts;
};

/** Stores the mails of a notice. Call it in the transaction of what it tells: it is sent if and only if that commits. */
export async function enqueueNotice(
  call: Call<Tx>,
  { messageId }: Pick<Mailer, 'messageId'>,
  { kind, about, recipients, facts }: Notice,
): Promise<void> {
  const { db, holderId, now } = call;
  if (kind === 'new-device') {
    await lockDeliveriesOf(db, holderId);
    if ((await countAskedFor(call, kind)).count >= MAX_NEW_DEVICES_AN_HOUR) return;
  }
  const addresses = [...new Set(recipients.map((recipient) => recipient.toLowerCase()))];
  const mails = addresses.map((recipient) => ({
    beaHolderId: holderId,
    kind,
    period: about,
    recipient,
    notice: facts,
  }));
  await insertDeliveries(db, mails, messageId, now);
}
