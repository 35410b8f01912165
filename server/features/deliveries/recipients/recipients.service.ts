import type { CreateRecipient, UpdateRecipient } from '@shared/deliveries/recipients';
import { recordChange } from '../../../lib/audit';
import { type Call, inTransaction } from '../../../lib/call';
import type { Tx } from '../../../lib/database/db';
import type { AppDeps } from '../../../lib/deps';
import { LimitReachedError, NotFoundError, refuseDuplicate } from '../../../lib/errors';
import { lockDeliveriesOf } from '../deliveries.repository';
import {
  countRecipients,
  insertRecipient,
  lockRecipient,
  removeRecipient,
  updateRecipient,
} from './recipients.repository';
import { enqueueWelcome } from './welcome.service';

/**
 * Adds a recipient and notifies them by e-mail.
 * @throws ConflictError when the holder already sends to this address, compared without case; TooManyRequestsError when the
 *   holder added too many within the hour; LimitReachedError when it has as many as it can have
 */
export function addRecipient(
  call: Call,
  { mailer, config }: Pick<AppDeps, 'mailer' | 'config'>,
  input: CreateRecipient,
) {
  const added = inTransaction(call, async (within) => {
    await lockDeliveriesOf(within.db, within.holderId);
    if ((await countRecipients(within.db, within.holderId)) >= config.maxRecipients)
      throw new LimitReachedError(
        config.maxRecipients,
        'e-mail recipients',
        'Remove those you no longer need',
      );
    const recipient = await insertRecipient(within, input);
    await recordChange(within, 'recipient', undefined, recipient);
    await enqueueWelcome(within, mailer, recipient.email);
    return recipient;
  });
  const message = 'This email address is already a recipient';
  return refuseDuplicate(added, { constraint: 'email_settings_holder_email_key', message });
}

/** @throws NotFoundError for a recipient that is not the holder's */
export function changeRecipient(call: Call, id: string, changes: UpdateRecipient) {
  return inTransaction(call, async (within) => {
    const before = await lock(within, id);
    const recipient = await updateRecipient(within.db, within.holderId, id, changes);
    await recordChange(within, 'recipient', before, recipient);
    return recipient;
  });
}

/** @throws NotFoundError for a recipient that is not the holder's */
export function deleteRecipient(call: Call, id: string): Promise<void> {
  return inTransaction(call, async (within) => {
    const before = await lock(within, id);
    await removeRecipient(within.db, within.holderId, id);
    await recordChange(within, 'recipient', before, undefined);
  });
}

async function lock({ db, holderId }: Call<Tx>, id: string) {
  const recipient = await lockRecipient(db, holderId, id);
  if (!recipient) throw new NotFoundError('Email recipient not found');
  return recipient;
}
