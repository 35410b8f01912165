import { type DeliveryKind, whyTooLate } from '@shared/deliveries/deliveries';
import type { AnonymousCall } from '../../../lib/call';
import type { AppDeps } from '../../../lib/deps';
import { ConflictError } from '../../../lib/errors';
import {
  cancelWaiting,
  findHold,
  insertHold,
  listWaiting,
  removeHold,
  type WaitingMails,
} from '../held.repository';
import { planDueMails } from './sending.service';

export type HeldMails = { since: Date; waiting: (WaitingMails & { tooLate: string | null })[] };

/** Holds mails back from now on, or since before; one that is being sent is not stopped. @returns since when */
export async function holdMails({ db, now }: AnonymousCall): Promise<Date> {
  await insertHold(db, now);
  return (await findHold(db)) ?? now;
}

/** The mails that the operator would let go, with those that no server has stored yet; undefined while none are held. */
export async function readHeld(
  { db, now }: AnonymousCall,
  deps: Pick<AppDeps, 'db' | 'mailer' | 'config'>,
): Promise<HeldMails | undefined> {
  const since = await findHold(db);
  if (!since) return undefined;
  await planDueMails(deps, now);
  const waiting = await listWaiting(db, { now, needsProof: deps.config.signInCodes });
  return { since, waiting: waiting.map((mails) => ({ ...mails, tooLate: whyTooLate(mails, now) })) };
}

/** Cancels held mails. @returns how many @throws ConflictError while none are held, as a server may be sending them */
export async function cancelHeld(
  call: AnonymousCall,
  deps: Pick<AppDeps, 'db' | 'mailer' | 'config'>,
  which: { kind?: DeliveryKind | undefined; period?: string | undefined },
): Promise<number> {
  if (!(await readHeld(call, deps))) throw new ConflictError('No mails are held: hold them first.');
  return cancelWaiting(call.db, { now: call.now, ...which });
}

/** Lets mails go. A running server sends them within a minute; it cancels those that are too late or no longer wanted. */
export const releaseMails = ({ db }: AnonymousCall): Promise<void> => removeHold(db);
