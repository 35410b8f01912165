import { isReport, nextSends, type PlannedDeliveries, type PlannedSend } from '@shared/deliveries/deliveries';
import { REPORT_SWITCHES } from '@shared/deliveries/preferences';
import { REPORT_BOXES } from '@shared/deliveries/recipients';
import { brisbaneDay } from '@shared/periods';
import { type Call, inTransaction } from '../../lib/call';
import type { Tx } from '../../lib/database/db';
import type { AppDeps } from '../../lib/deps';
import { ConflictError, NotFoundError, TooManyRequestsError } from '../../lib/errors';
import { findHolder } from '../holders/holders.repository';
import { isLodged } from '../lodgements/lodgements.repository';
import {
  countAskedFor,
  findDelivery,
  insertDeliveries,
  lockDeliveriesOf,
  type NewDelivery,
  nextRepeat,
} from './deliveries.repository';
import { findPreferences } from './preferences/preferences.repository';
import { findRecipient, listRecipientsOf } from './recipients/recipients.repository';
import { sendDelivery } from './sending/sending.service';

type Deps = Omit<Parameters<typeof sendDelivery>[0], 'db'>;

const HOUR_MS = 60 * 60 * 1000;
/** Test mails and repetitions that one holder may request per hour. */
export const MAX_ASKED_AN_HOUR = 10;

const deliveryNotFound = () => new NotFoundError('Delivery not found');

/**
 * Sends a mail again, made from the present data.
 * @throws NotFoundError for a delivery that is not the holder's; ConflictError when it is pending or its recipient does not
 *   want it any more; TooManyRequestsError
 */
export async function sendAgain(call: Call, deps: Deps, id: string) {
  const again = await inTransaction(call, async (within) => {
    const { db, holderId } = within;
    await lockDeliveriesOf(db, holderId);
    const delivery = await findDelivery(db, holderId, id);
    if (!delivery || delivery.kind === 'test') throw deliveryNotFound();
    if (delivery.state === 'pending' || delivery.state === 'sending')
      throw new ConflictError('This e-mail is still on its way');
    const { kind, period, recipient } = delivery;
    if (isReport(kind)) {
      const settings = await findRecipient(db, holderId, recipient);
      if (!settings?.isActive || !settings[REPORT_BOXES[kind]])
        throw new ConflictError(`${recipient} is not a recipient of the ${kind} report any more`);
    }
    return askFor(within, deps, { kind, period, recipient });
  });
  return sendNow(call, deps, again);
}

/**
 * Sends a test mail to the holder's contact e-mail.
 * @throws TooManyRequestsError
 */
export async function sendTest(call: Call, deps: Deps) {
  const id = await inTransaction(call, async (within) => {
    const { db, holderId, now } = within;
    await lockDeliveriesOf(db, holderId);
    const holder = await findHolder(db, holderId);
    if (!holder) throw new NotFoundError();
    const recipient = holder.contactEmail.toLowerCase();
    return askFor(within, deps, { kind: 'test', period: brisbaneDay(now), recipient });
  });
  return sendNow(call, deps, id);
}

/** Stores a mail that a person requested, within the limit; call it after lockDeliveriesOf. */
async function askFor(
  { db, holderId, now }: Call<Tx>,
  { mailer }: Deps,
  asked: Omit<NewDelivery, 'beaHolderId'>,
): Promise<string> {
  const since = new Date(now.getTime() - HOUR_MS);
  const { count, first } = await countAskedFor(db, holderId, { kinds: ['test'], orRepeated: true, since });
  if (count >= MAX_ASKED_AN_HOUR) {
    const freeAt = (first?.getTime() ?? now.getTime()) + HOUR_MS;
    throw new TooManyRequestsError(
      'Too many e-mails were asked for within an hour. Please try again later.',
      Math.max(1, Math.ceil((freeAt - now.getTime()) / 1000)),
    );
  }
  const delivery = { ...asked, beaHolderId: holderId };
  const repeat = await nextRepeat(db, delivery);
  const [id] = await insertDeliveries(db, [{ ...delivery, repeat }], mailer.messageId, now);
  if (!id) throw new ConflictError('This e-mail is still on its way');
  return id;
}

/** The request waits for the first try; when that fails, the schedule retries. */
async function sendNow({ db, holderId, now }: Call, deps: Deps, id: string) {
  await sendDelivery({ ...deps, db }, id, now);
  const delivery = await findDelivery(db, holderId, id);
  if (!delivery) throw deliveryNotFound();
  return delivery;
}

/** The next mails of the schedule, earliest first, and who gets them by the present settings. */
export async function listPlanned(
  { db, holderId, now }: Call,
  { mailer }: Pick<AppDeps, 'mailer'>,
): Promise<PlannedDeliveries> {
  const preferences = await findPreferences(db, holderId);
  const holder = await findHolder(db, holderId);
  if (!holder) throw new NotFoundError();
  const recipientsOf = async ({ kind, period }: PlannedSend): Promise<string[]> => {
    if (isReport(kind)) return preferences[REPORT_SWITCHES[kind]] ? listRecipientsOf(db, holderId, kind) : [];
    const reminded = preferences.sendReminders && !(await isLodged(db, holderId, period));
    return reminded ? [holder.contactEmail] : [];
  };
  const planned: PlannedDeliveries['planned'] = [];
  for (const send of nextSends(now)) {
    const { kind, period, from } = send;
    const at = from.toISOString();
    const recipients = await recipientsOf(send);
    planned.push({ kind, period: period.key, at, dueDay: period.dueDay, recipients });
  }
  return { transport: mailer.transport, reminders: preferences.sendReminders, planned };
}
