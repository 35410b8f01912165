import type { NoticeFacts, NoticeKind } from '@shared/deliveries/deliveries';
import { HOUR_MS } from '@shared/durations';
import { brisbaneDay } from '@shared/periods';
import type { Call } from '../../lib/call';
import type { Tx } from '../../lib/database/db';
import { TooManyRequestsError } from '../../lib/errors';
import type { Mailer } from '../../lib/mail/mailer';
import { countAskedFor, insertDeliveries, lockDeliveriesOf } from './deliveries.repository';

/** The contact is notified of at most so many new devices within an hour. */
const MAX_NEW_DEVICES_AN_HOUR = 10;
/** Notices to new recipients per holder and hour: a limit against flooding strangers with mail. */
export const MAX_WELCOMES_AN_HOUR = 30;

type Notice = {
  kind: NoticeKind;
  /** The event; each recipient is notified of it once. */
  about: string;
  recipients: string[];
  facts: NoticeFacts;
};

/** Stores the mails of a notice. Call it in the transaction of what it reports: it is sent if and only if that commits. */
export async function enqueueNotice(
  call: Call<Tx>,
  { messageId }: Pick<Mailer, 'messageId'>,
  { kind, about, recipients, facts }: Notice,
): Promise<void> {
  if (kind === 'new-device' && (await countOfLastHour(call, kind)) >= MAX_NEW_DEVICES_AN_HOUR) return;
  const addresses = [...new Set(recipients.map((recipient) => recipient.toLowerCase()))];
  const shared = { beaHolderId: call.holderId, kind, period: about, notice: facts };
  const mails = addresses.map((recipient) => ({ ...shared, recipient }));
  await insertDeliveries(call.db, mails, messageId, call.now);
}

/** Stores the notice to a new recipient, at most once a day. Call it in the transaction that adds them. @throws TooManyRequestsError */
export async function enqueueWelcome(
  call: Call<Tx>,
  { messageId }: Pick<Mailer, 'messageId'>,
  email: string,
): Promise<void> {
  const refusal = 'Many recipients were added within an hour. Please go on a little later.';
  if ((await countOfLastHour(call, 'welcome')) >= MAX_WELCOMES_AN_HOUR)
    throw new TooManyRequestsError(refusal, HOUR_MS / 1000);
  const { db, holderId, now } = call;
  const welcome = { kind: 'welcome' as const, period: brisbaneDay(now), recipient: email.toLowerCase() };
  await insertDeliveries(db, [{ ...welcome, beaHolderId: holderId }], messageId, now);
}

/** How many mails of a kind were stored within an hour; no other call stores one until the transaction ends. */
async function countOfLastHour(call: Call<Tx>, kind: 'new-device' | 'welcome'): Promise<number> {
  await lockDeliveriesOf(call.db, call.holderId);
  return (await countAskedFor(call, kind)).count;
}
