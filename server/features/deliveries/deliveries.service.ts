import { DAY_REMINDER_KINDS, DAY_REMINDERS, remindedAt } from '@shared/deliveries/day-reminders';
import {
  HELD,
  isRepeatable,
  isReport,
  nextSends,
  type PlannedDeliveries,
  type PlannedSend,
} from '@shared/deliveries/deliveries';
import { REPORT_BOXES, REPORT_SWITCHES } from '@shared/deliveries/recipients';
import { HOUR_MS } from '@shared/durations';
import { brisbaneDay } from '@shared/periods';
import { entryTitle } from '@shared/to-do/dated-entries';
import { type Call, inTransaction } from '../../lib/call';
import type { Tx } from '../../lib/database/db';
import type { AppDeps } from '../../lib/deps';
import { ConflictError, NotFoundError, TooManyRequestsError } from '../../lib/errors';
import { readHolder } from '../holders/holders.repository';
import { isLodged } from '../lodgements/lodgements.repository';
import { listExpiries, listOpenRequests } from '../to-do/to-do.repository';
import {
  countAskedFor,
  findDelivery,
  insertDeliveries,
  lockDeliveriesOf,
  type NewDelivery,
  nextRepeat,
} from './deliveries.repository';
import { findHold } from './held.repository';
import {
  findPreferences,
  findRecipient,
  listRecipientsOf,
  type Preferences,
} from './recipients/recipients.repository';
import { ofExpiries } from './recipients/recipients.service';
import { sendDelivery } from './sending/sending.service';

type Deps = Omit<Parameters<typeof sendDelivery>[0], 'db'>;

export const MAX_ASKED_AN_HOUR = 10;
/** How long the schedule leaves a mail to the request that stored it, so that the request's answer has the outcome. */
const FIRST_TRY_MS = 60_000;

const deliveryNotFound = () => new NotFoundError('Delivery not found');
const onItsWay = () => new ConflictError('This email is still on its way');

/** Sends a mail again. @throws NotFoundError; ConflictError when it is pending or no longer wanted; TooManyRequestsError */
export const sendAgain = (call: Call, deps: Deps, id: string) =>
  sendAsked(call, deps, async ({ db, holderId }) => {
    const delivery = await findDelivery(db, holderId, id);
    if (!delivery || !isRepeatable(delivery.kind)) throw deliveryNotFound();
    if (delivery.state === 'pending' || delivery.state === 'sending') throw onItsWay();
    const { kind, period, recipient } = delivery;
    if (isReport(kind)) {
      const settings = await findRecipient(db, holderId, recipient);
      if (!settings?.isActive || !settings[REPORT_BOXES[kind]])
        throw new ConflictError(`${recipient} is not a recipient of the ${kind} report any more`);
    }
    return { kind, period, recipient };
  });

/** Sends a test mail to the holder's contact email. @throws TooManyRequestsError */
export const sendTest = (call: Call, deps: Deps) =>
  sendAsked(call, deps, async ({ db, holderId, now }) => {
    const holder = await readHolder(db, holderId);
    return { kind: 'test', period: brisbaneDay(now), recipient: holder.contactEmail.toLowerCase() };
  });

/** Stores a mail that a person requested, within the limit, and waits for the first try; when that fails, the schedule retries. */
async function sendAsked(
  call: Call,
  deps: Deps,
  readAsked: (within: Call<Tx>) => Promise<Omit<NewDelivery, 'beaHolderId'>>,
) {
  const { db, holderId, now } = call;
  if (await findHold(db)) throw new ConflictError(HELD);
  const id = await inTransaction(call, async (within) => {
    await lockDeliveriesOf(within.db, holderId);
    const delivery = { ...(await readAsked(within)), beaHolderId: holderId };
    const { count, first } = await countAskedFor(within, 'test');
    if (count >= MAX_ASKED_AN_HOUR) {
      const freeAt = (first?.getTime() ?? now.getTime()) + HOUR_MS;
      throw new TooManyRequestsError(
        'Too many emails were asked for within an hour. Please try again later.',
        Math.max(1, Math.ceil((freeAt - now.getTime()) / 1000)),
      );
    }
    const repeat = await nextRepeat(within.db, delivery);
    const mail = { ...delivery, repeat, nextAttemptAt: new Date(now.getTime() + FIRST_TRY_MS) };
    const [stored] = await insertDeliveries(within.db, [mail], deps.mailer.messageId, now);
    if (!stored) throw onItsWay();
    return stored;
  });
  await sendDelivery({ ...deps, db }, id, now);
  const delivery = await findDelivery(db, holderId, id, deps.config.signInCodes);
  if (!delivery) throw deliveryNotFound();
  return delivery;
}

/** The next mails of the schedule, earliest first, and who gets them by the present settings. */
export async function listPlanned({ db, holderId, now }: Call, { mailer }: Pick<AppDeps, 'mailer'>) {
  const preferences = await findPreferences(db, holderId);
  const holder = await readHolder(db, holderId);
  const recipientsOf = async ({ kind, period }: PlannedSend): Promise<string[]> => {
    if (isReport(kind)) return preferences[REPORT_SWITCHES[kind]] ? listRecipientsOf(db, holderId, kind) : [];
    const reminded = preferences.sendReminders && !(await isLodged(db, holderId, period));
    return reminded ? [holder.contactEmail] : [];
  };
  const planned: PlannedDeliveries['planned'] = await plannedReminders(
    { db, holderId, now },
    preferences,
    holder.contactEmail,
  );
  for (const send of nextSends(now)) {
    const { kind, period, from } = send;
    const when = { at: from.toISOString(), dueDay: period.dueDay, expiring: [] };
    planned.push({ kind, period: period.key, ...when, recipients: await recipientsOf(send) });
  }
  planned.sort((a, b) => a.at.localeCompare(b.at));
  return {
    transport: mailer.transport,
    heldSince: (await findHold(db))?.toISOString() ?? null,
    reminders: preferences.sendReminders,
    expiryReminders: ofExpiries(preferences),
    planned,
  };
}

/** The next reminder of each kind of day reminder that is switched on. */
async function plannedReminders(
  { db, holderId, now }: Pick<Call, 'db' | 'holderId' | 'now'>,
  preferences: Preferences,
  contactEmail: string,
): Promise<PlannedDeliveries['planned']> {
  const today = brisbaneDay(now);
  const asked = { holderId, from: today, today };
  const entries = { expiries: await listExpiries(db, asked), requests: await listOpenRequests(db, asked) };
  return DAY_REMINDER_KINDS.flatMap((kind) => {
    const { about, preference } = DAY_REMINDERS[kind];
    const days = entries[about].map(({ day }) => day).sort();
    const period = days.find((day) => remindedAt(kind, day) > now);
    if (!period || !preferences[preference]) return [];
    const at = remindedAt(kind, period).toISOString();
    const expiring = entries.expiries
      .filter(({ day }) => about === 'expiries' && day === period)
      .map(entryTitle);
    return [{ kind, period, at, dueDay: period, expiring, recipients: [contactEmail] }];
  });
}
