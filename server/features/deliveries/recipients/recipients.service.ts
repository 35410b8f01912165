import type { CreateRecipient, UpdateRecipient } from '@shared/deliveries/recipients';
import { type Actor, changesBetween, recordAuditEvent } from '../../../lib/audit';
import type { Db } from '../../../lib/database/db';
import type { AppDeps } from '../../../lib/deps';
import { ConflictError, isUniqueViolation, NotFoundError } from '../../../lib/errors';
import { insertRecipient, lockRecipient, removeRecipient, updateRecipient } from './recipients.repository';
import { enqueueWelcome } from './welcome.service';

const recipientNotFound = () => new NotFoundError('Email recipient not found');

/**
 * Adds a recipient, who is told so by e-mail.
 * @throws ConflictError when the holder already sends to this address, however it is written; TooManyRequestsError when the
 * holder added very many within the hour
 */
export async function addRecipient(
  { db, mailer }: Pick<AppDeps, 'db' | 'mailer'>,
  actor: Actor,
  input: CreateRecipient,
  now: Date,
) {
  try {
    return await db.transaction(async (tx) => {
      const recipient = await insertRecipient(tx, actor.holderId, input, now);
      await recordAuditEvent(tx, actor, {
        entity: 'recipient',
        entityId: recipient.id,
        action: 'created',
        changes: changesBetween(undefined, recipient),
        at: now,
      });
      await enqueueWelcome(tx, mailer, actor, recipient.email, now);
      return recipient;
    });
  } catch (error) {
    if (!isUniqueViolation(error, 'email_settings_holder_email_key')) throw error;
    throw new ConflictError('This email address is already a recipient');
  }
}

/** @throws NotFoundError for a recipient that is not the holder's */
export function changeRecipient(db: Db, actor: Actor, id: string, changes: UpdateRecipient, now: Date) {
  return db.transaction(async (tx) => {
    const before = await lockRecipient(tx, actor.holderId, id);
    if (!before) throw recipientNotFound();
    const recipient = await updateRecipient(tx, actor.holderId, id, changes);
    await recordAuditEvent(tx, actor, {
      entity: 'recipient',
      entityId: id,
      action: 'updated',
      changes: changesBetween(before, recipient),
      at: now,
    });
    return recipient;
  });
}

/** @throws NotFoundError for a recipient that is not the holder's */
export function deleteRecipient(db: Db, actor: Actor, id: string, now: Date): Promise<void> {
  return db.transaction(async (tx) => {
    const before = await lockRecipient(tx, actor.holderId, id);
    if (!before) throw recipientNotFound();
    await removeRecipient(tx, actor.holderId, id);
    await recordAuditEvent(tx, actor, {
      entity: 'recipient',
      entityId: id,
      action: 'deleted',
      changes: changesBetween(before, undefined),
      at: now,
    });
  });
}
