import { nextSends, type PlannedDeliveries, type PlannedSend } from '@shared/deliveries/deliveries';
import { brisbaneDay } from '@shared/periods';
import type { Actor } from '../../lib/audit';
import type { Tx } from '../../lib/database/db';
import type { AppDeps } from '../../lib/deps';
import { ConflictError, NotFoundError, TooManyRequestsError } from '../../lib/errors';
import { findHolder } from '../holders/holders.repository';
import {
  countAskedFor,
  findDelivery,
  findDeliveryPreferences,
  findRecipient,
  insertDeliveries,
  isLodged,
  listRecipientsOf,
  lockDeliveriesOf,
  type NewDelivery,
  nextRepeat,
} from './deliveries.repository';
import { sendDelivery } from './sending/sending.service';

type Deps = Parameters<typeof sendDelivery>[0];

const HOUR_MS = 60 * 60 * 1000;
/** Test mails and repetitions that one holder may ask for in an hour. */
export const MAX_ASKED_AN_HOUR = 10;

const deliveryNotFound = () => new NotFoundError('Delivery not found');

/**
 * Sends a mail once more, made from the data of now.
 * @throws NotFoundError for a delivery that is not the holder's; ConflictError when it is on its way or its recipient does not
 * want it any more; TooManyRequestsError
 */
export async function sendAgain(deps: Deps, actor: Actor, id: string, now: Date) {
  const again = await deps.db.transaction(async (tx) => {
    await lockDeliveriesOf(tx, actor.holderId);
    const delivery = await findDelivery(tx, actor.holderId, id);
    if (!delivery || delivery.kind === 'test') throw deliveryNotFound();
    if (delivery.state === 'pending' || delivery.state === 'sending')
      throw new ConflictError('This e-mail is still on its way');
    const { kind, period, recipient } = delivery;
    if (kind === 'quarterly' || kind === 'annual') {
      const settings = await findRecipient(tx, actor.holderId, recipient);
      const ticked = kind === 'quarterly' ? settings?.quarterlyReports : settings?.annualReports;
      if (!settings?.isActive || !ticked)
        throw new ConflictError(`${recipient} is not a recipient of the ${kind} report any more`);
    }
    return askFor(tx, deps, { beaHolderId: actor.holderId, kind, period, recipient }, now);
  });
  return sendNow(deps, actor, again, now);
}

/**
 * Sends a test mail to the holder's contact e-mail.
 * @throws TooManyRequestsError
 */
export async function sendTest(deps: Deps, actor: Actor, now: Date) {
  const id = await deps.db.transaction(async (tx) => {
    await lockDeliveriesOf(tx, actor.holderId);
    const holder = await findHolder(tx, actor.holderId);
    if (!holder) throw new NotFoundError();
    const recipient = holder.contactEmail.toLowerCase();
    return askFor(
      tx,
      deps,
      { beaHolderId: holder.id, kind: 'test', period: brisbaneDay(now), recipient },
      now,
    );
  });
  return sendNow(deps, actor, id, now);
}

/** Stores a mail that a person asked for, within the limit; call it under lockDeliveriesOf. */
async function askFor(tx: Tx, { mailer }: Deps, delivery: NewDelivery, now: Date): Promise<string> {
  const since = new Date(now.getTime() - HOUR_MS);
  const asked = await countAskedFor(tx, delivery.beaHolderId, { kinds: ['test'], orRepeated: true }, since);
  if (asked.count >= MAX_ASKED_AN_HOUR) {
    const freeAt = (asked.first?.getTime() ?? now.getTime()) + HOUR_MS;
    throw new TooManyRequestsError(
      'Too many e-mails were asked for within an hour. Please try again later.',
      Math.max(1, Math.ceil((freeAt - now.getTime()) / 1000)),
    );
  }
  const repeat = await nextRepeat(tx, delivery);
  const [id] = await insertDeliveries(tx, [{ ...delivery, repeat }], mailer.messageId, now);
  if (!id) throw new ConflictError('This e-mail is still on its way');
  return id;
}

/** The person waits for the first try; if that fails for now, the schedule goes on trying. */
async function sendNow(deps: Deps, { holderId }: Actor, id: string, now: Date) {
  await sendDelivery(deps, id, now);
  const delivery = await findDelivery(deps.db, holderId, id);
  if (!delivery) throw deliveryNotFound();
  return delivery;
}

/** The next mails of the calendar, earliest first, and whom they go to as things stand. */
export async function listPlanned(
  { db, mailer }: Pick<AppDeps, 'db' | 'mailer'>,
  holderId: string,
  now: Date,
): Promise<PlannedDeliveries> {
  const preferences = await findDeliveryPreferences(db, holderId);
  const holder = await findHolder(db, holderId);
  if (!holder) throw new NotFoundError();
  const recipientsOf = async ({ kind, period }: PlannedSend): Promise<string[]> => {
    if (kind === 'quarterly') return preferences.sendQuarterly ? listRecipientsOf(db, holderId, kind) : [];
    if (kind === 'annual') return preferences.sendAnnual ? listRecipientsOf(db, holderId, kind) : [];
    const reminded = preferences.sendReminders && !(await isLodged(db, holderId, period));
    return reminded ? [holder.contactEmail] : [];
  };
  const planned: PlannedDeliveries['planned'] = [];
  for (const send of nextSends(now)) {
    const { kind, period, from, dueDay } = send;
    planned.push({ kind, period, at: from.toISOString(), dueDay, recipients: await recipientsOf(send) });
  }
  return { transport: mailer.transport, reminders: preferences.sendReminders, planned };
}
