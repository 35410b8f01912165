import { randomUUID } from 'node:crypto';
import { LENGTHS, MAX_PEOPLE } from '@shared/limits';
import type { AddPerson } from '@shared/people';
import type { Holder } from '@shared/tables/holders';
import { recordChange, recordChanges } from '../../lib/audit';
import { type Call, inTransaction, type PersonsCall } from '../../lib/call';
import type { Tx } from '../../lib/database/db';
import type { AppDeps } from '../../lib/deps';
import { AppError, ConflictError, NotFoundError } from '../../lib/errors';
import type { Browser } from '../../lib/http/cookies';
import { enqueueNotice } from '../deliveries/notices.service';
import { browserName } from '../devices/browser-name';
import { endDevicesOf } from '../devices/devices.repository';
import { isSameEmail, lockHolder } from '../holders/holders.repository';
import {
  countPeople,
  findOrInsertContact,
  findPersonByEmail,
  findUser,
  listPeople,
  type PersonRow,
  storePerson,
  updateEmail,
  updateRemoved,
} from '../holders/people.repository';
import { removeOwnPasskeys } from '../passkeys/passkeys.service';

const audited = ({ id, name, email }: PersonRow) => ({ id, name, email });

const shownTo =
  ({ userId }: PersonsCall, holder: Holder) =>
  (person: PersonRow) => ({
    ...person,
    isContact: isSameEmail(person.email, holder.contactEmail),
    isYou: person.id === userId,
  });

export async function listOwnPeople(call: PersonsCall, holder: Holder) {
  return (await listPeople(call.db, call.holderId)).map(shownTo(call, holder));
}

/**
 * Adds someone who may sign in, and notifies the contact (docs/product/people.md).
 * @throws ConflictError where the email is a person's already; AppError at the most people
 */
export function addPerson(
  call: PersonsCall,
  { mailer }: Pick<AppDeps, 'mailer'>,
  input: AddPerson,
  browser: Pick<Browser, 'userAgent' | 'address'>,
) {
  const { holderId, now } = call;
  return inTransaction(call, async (within) => {
    const holder = await lockHolder(within.db, holderId);
    const known = await findPersonByEmail(within.db, holderId, input.email);
    if (known && !known.removedAt)
      throw new ConflictError(`${known.name ?? 'Someone'} signs in with this email already.`, 'email');
    if ((await countPeople(within.db, holderId)) >= MAX_PEOPLE) {
      const message = `${MAX_PEOPLE} people may sign in, the most there can be. Remove those who no longer do.`;
      throw new AppError(409, 'limit-reached', message);
    }
    const added = await storePerson(within.db, holderId, input, now);
    await recordChange(within, 'person', undefined, audited(added));
    const adder = await findUser(within.db, holderId, call.userId);
    const addedBy = [adder?.firstName, adder?.lastName].filter(Boolean).join(' ');
    await enqueueNotice(within, mailer, {
      kind: 'person-added',
      // someone who was removed is added again
      about: randomUUID(),
      recipients: [holder.contactEmail],
      facts: {
        at: now.toISOString(),
        device: { name: browserName(browser.userAgent), address: browser.address },
        person: added.name ? `${added.name} (${added.email})` : added.email,
        ...(addedBy && { addedBy }),
      },
    });
    return shownTo(call, holder)(added);
  });
}

/** Removes someone at their next call, on every device. @throws NotFoundError; ConflictError for the contact */
export const removePerson = (call: Call, id: string): Promise<void> =>
  inTransaction(call, async (within) => {
    const holder = await lockHolder(within.db, call.holderId);
    const person = await findUser(within.db, call.holderId, id);
    if (!person) throw new NotFoundError('Person not found');
    if (isSameEmail(person.email, holder.contactEmail))
      throw new ConflictError('The contact cannot be removed. Change the contact email first.');
    await remove(within, { id });
  });

async function remove(within: Call<Tx>, which: Parameters<typeof updateRemoved>[2]): Promise<void> {
  const { db, holderId, now } = within;
  const removed = await updateRemoved(db, holderId, which, now);
  const ids = removed.map(({ id }) => id);
  await endDevicesOf(db, holderId, ids, now);
  await removeOwnPasskeys(within, { of: ids });
  const rows = removed.map((person) => ({ before: audited(person) }));
  await recordChanges(within, 'person', rows);
}

/**
 * Keeps the contact among the people when the contact email changes: the email is the contact's new one, or that of another person, and then
 * the former contact stays. The caller has locked the holder.
 */
export async function moveContact(within: Call<Tx>, from: string, to: string): Promise<void> {
  const { db, holderId, now } = within;
  const owner = await findPersonByEmail(db, holderId, to);
  if (owner && !owner.removedAt) return;
  // who was removed, and had the email, is not the contact
  if (owner) {
    const former = `${to.slice(0, LENGTHS.email - LENGTHS.id - 1)} ${owner.id}`;
    await updateEmail(db, holderId, to, former, now);
  }
  await updateEmail(db, holderId, from, to, now);
}

/** Leaves the contact alone, when a change of the contact email is taken back. The caller has locked the holder. @param from the email before */
export async function restoreContact(within: Call<Tx>, from: string, holder: Holder): Promise<void> {
  const { db, holderId, now } = within;
  const { contactEmail } = holder;
  if (!(await findPersonByEmail(db, holderId, contactEmail)))
    await updateEmail(db, holderId, from, contactEmail, now);
  // who took the account over may have removed the contact
  await findOrInsertContact(db, holder, now);
  await remove(within, { exceptEmail: contactEmail });
}
