import { WAITING_FOR_APPROVAL } from '@shared/errors';
import type { Login } from '@shared/holders';
import type { Logger } from 'pino';
import type { Db, DbOrTx } from '../../lib/database/db';
import { ForbiddenError } from '../../lib/errors';
import { logEvent } from '../../lib/logger';
import { insertClaim, removeClaimsBefore } from './claims.repository';

const DAY_MS = 24 * 60 * 60 * 1000;
/** A claim has a name and a phone number in it: no one decided on it for so long that no one will. */
const KEPT_MS = 90 * DAY_MS;

/** What is said to anyone who waits: the same for a number that no one has and for one that another holder has. */
export const waitsForApproval = () =>
  new ForbiddenError(
    'Your registration is waiting for approval by the operator of this service. If you were registered before, check the contact email.',
    WAITING_FOR_APPROVAL,
  );

/**
 * Keeps what someone typed for the operator to decide: a number that no one has waits for approval, one that another holder
 * has is disputed. The first claim of an address to a number is logged. See docs/product.md#registration.
 */
export async function claimNumber(
  { db, now }: { db: DbOrTx; now: Date },
  details: Login,
  log: Logger,
): Promise<void> {
  const { beaNumber, contactEmail } = details;
  const { id, isNew } = await insertClaim(db, { beaNumber, email: contactEmail.toLowerCase(), details }, now);
  if (isNew) logEvent(log, 'claim', { claim: id });
}

/** Forgets the claims that no one decided on. */
export async function sweepClaims({ db }: { db: Db }, now: Date): Promise<void> {
  await removeClaimsBefore(db, new Date(now.getTime() - KEPT_MS));
}
