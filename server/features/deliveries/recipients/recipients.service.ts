import { isDeepStrictEqual } from 'node:util';
import type {
  CreateRecipient,
  ExpiryReminders,
  ReportPreferences,
  UpdateRecipient,
} from '@shared/deliveries/recipients';
import { findDeleted, recordChange, recordChanges } from '../../../lib/audit';
import { type Call, inTransaction } from '../../../lib/call';
import type { DbOrTx, Tx } from '../../../lib/database/db';
import type { AppDeps } from '../../../lib/deps';
import { LimitReachedError, NotFoundError, refuseDuplicate } from '../../../lib/errors';
import { type Budget, HOUR } from '../../../lib/throttle';
import { lockDeliveriesOf } from '../deliveries.repository';
import { enqueueWelcome } from '../notices.service';
import {
  countRecipients,
  findPreferences,
  insertRecipient,
  lockRecipient,
  type Preferences,
  reinsertRecipient,
  removeRecipient,
  updateRecipient,
  upsertPreferences,
} from './recipients.repository';

/** A holder's calls that send mails: new recipients, tests and repetitions. Each has its own lower limit, which counts stored mails. */
export const mailBudget: Budget = { name: 'mails', most: 200, seconds: HOUR, what: 'mails' };

const ADDRESS_TAKEN = {
  constraint: 'email_settings_holder_email_key',
  message: 'This email address is already a recipient',
};
const notFound = () => new NotFoundError('Email recipient not found');

/** @throws LimitReachedError when the holder has as many recipients as it can have */
async function lockWithRoom({ db, holderId }: Call<Tx>, { maxRecipients }: AppDeps['config']): Promise<void> {
  await lockDeliveriesOf(db, holderId);
  if ((await countRecipients(db, holderId)) >= maxRecipients)
    throw new LimitReachedError(maxRecipients, 'email recipients', 'Remove those you no longer need');
}

/** Adds a recipient and notifies them. @throws ConflictError for a recipient's address; TooManyRequestsError; LimitReachedError */
export function addRecipient(
  call: Call,
  { mailer, config }: Pick<AppDeps, 'mailer' | 'config'>,
  input: CreateRecipient,
) {
  const added = inTransaction(call, async (within) => {
    await lockWithRoom(within, config);
    const recipient = await insertRecipient(within, input);
    await recordChange(within, 'recipient', undefined, recipient);
    await enqueueWelcome(within, mailer, recipient.email);
    return recipient;
  });
  return refuseDuplicate(added, ADDRESS_TAKEN);
}

/** Stores a recipient again who was deleted within 30 days, without a notice. @throws NotFoundError; else as for a new one */
export function restoreRecipient(call: Call, { config }: Pick<AppDeps, 'config'>, id: string) {
  const restored = inTransaction(call, async (within) => {
    await lockWithRoom(within, config);
    const deleted = await findDeleted(within, 'recipient', id);
    if (!deleted) throw notFound();
    const row = deleted.row as CreateRecipient;
    const recipient = await reinsertRecipient(within, { ...row, id, createdAt: deleted.createdAt });
    if (!recipient) throw notFound();
    await recordChanges(within, 'recipient', [{ after: recipient }], { action: 'restored' });
    return recipient;
  });
  return refuseDuplicate(restored, ADDRESS_TAKEN);
}

export const changeRecipient = (call: Call, id: string, changes: UpdateRecipient) =>
  inTransaction(call, async (within) => {
    const before = await lock(within, id);
    const recipient = await updateRecipient(within.db, within.holderId, id, changes);
    await recordChange(within, 'recipient', before, recipient);
    return recipient;
  });

export const deleteRecipient = (call: Call, id: string): Promise<void> =>
  inTransaction(call, async (within) => {
    const before = await lock(within, id);
    await removeRecipient(within.db, within.holderId, id);
    await recordChange(within, 'recipient', before, undefined);
  });

async function lock({ db, holderId }: Call<Tx>, id: string) {
  const recipient = await lockRecipient(db, holderId, id);
  if (!recipient) throw notFound();
  return recipient;
}

/** The preferences of reports, without those of reminders. */
const ofReports = ({ sendQuarterly, sendAnnual, detailedBreakdown }: Preferences): ReportPreferences => ({
  sendQuarterly,
  sendAnnual,
  detailedBreakdown,
});

export const ofExpiries = ({
  remindSixWeeks,
  remindFourWeeks,
  remindOneWeek,
}: Preferences): ExpiryReminders => ({ remindSixWeeks, remindFourWeeks, remindOneWeek });

/** How the holder's reports are sent (docs/product/settings.md#preferences). */
export const readReportPreferences = async ({ db, holderId }: Pick<Call<DbOrTx>, 'db' | 'holderId'>) =>
  ofReports(await findPreferences(db, holderId));

export const changeReportPreferences = async (call: Call, preferences: ReportPreferences) =>
  ofReports(await changePreferences(call, preferences));

/** Chooses the reminders that the contact gets. */
export const changeReminders = (
  call: Call,
  reminders: Partial<Pick<Preferences, 'sendReminders' | keyof ExpiryReminders>>,
): Promise<Preferences> => changePreferences(call, reminders);

const changePreferences = (call: Call, changes: Partial<Preferences>): Promise<Preferences> =>
  inTransaction(call, async (within) => {
    const before = await findPreferences(within.db, within.holderId);
    if (isDeepStrictEqual({ ...before, ...changes }, before)) return before;
    const after = await upsertPreferences(within, changes);
    await recordChange(within, 'preferences', before, after);
    return after;
  });
