import { type CreateHolder, createHolderSchema } from '@shared/holders';
import { LENGTHS } from '@shared/limits';
import { formatDate } from '@shared/periods';
import type { Holder } from '@shared/tables/holders';
import { parse } from 'zod/mini';
import { recordChange } from '../../lib/audit';
import type { Db, Tx } from '../../lib/database/db';
import { ConflictError, NotFoundError, ValidationError } from '../../lib/errors';
import { type ClaimRow, listClaims, removeClaims } from '../auth/claims.repository';
import {
  changeHolder,
  findHolderByBeaNumber,
  insertHolder,
  isSameEmail,
  lockHolderByBeaNumber,
} from '../holders/holders.repository';

/** The operator of the service, who decides about every holder (docs/operations.md#holders). */
type Decision = { db: Db; now: Date };
type Within = { db: Tx; now: Date };

const notRegistered = (beaNumber: string) => new NotFoundError(`No holder has the number ${beaNumber}`);

const ofHolder = ({ db, now }: Within, holderId: string) => ({ db, now, holderId, userId: null });

async function add(within: Within, details: CreateHolder): Promise<Holder> {
  const isTaken = await findHolderByBeaNumber(within.db, details.beaNumber);
  const holder = isTaken ? undefined : await insertHolder(within.db, details, within.now);
  if (!holder) throw new ConflictError('This BEA Number is already registered');
  await recordChange(ofHolder(within, holder.id), 'holder', undefined, holder);
  return holder;
}

async function change(within: Within, before: Holder, changes: Parameters<typeof changeHolder>[2]) {
  const after = await changeHolder(within.db, before.id, changes, within.now);
  await recordChange(ofHolder(within, before.id), 'holder', before, after);
  return after;
}

/** Registers a holder. @throws ConflictError where the number is taken */
export const createHolder = ({ db, now }: Decision, details: CreateHolder): Promise<Holder> =>
  db.transaction((tx) => add({ db: tx, now }, details));

/**
 * Registers the holder whom a claim asks for.
 * @param email whose claim, where several ask for the number
 * @throws NotFoundError without such a claim; ConflictError where another holder has the number
 */
export async function approveClaim(
  { db, now }: Decision,
  beaNumber: string,
  email?: string,
): Promise<Holder> {
  return db.transaction(async (tx) => {
    const claims = (await listClaims(tx, beaNumber)).filter((one) => !email || isSameEmail(one.email, email));
    const [claim, ...others] = claims;
    if (!claim)
      throw new NotFoundError(`No one waits for the number ${beaNumber}${email ? ` as ${email}` : ''}`);
    if (others.length > 0) {
      const emails = claims.map((one) => one.email).join(', ');
      throw new ValidationError(
        `Several wait for the number ${beaNumber}. Say which, with --email: ${emails}`,
      );
    }
    await removeClaims(tx, beaNumber, claim.email);
    return add({ db: tx, now }, detailsOf(claim, {}));
  });
}

/** Has a holder sign in again, or not any more; the sessions of one that is switched off are refused at once. @throws NotFoundError; ConflictError where it is so */
export function setActive({ db, now }: Decision, beaNumber: string, isActive: boolean): Promise<Holder> {
  return db.transaction(async (tx) => {
    const holder = await lockHolderByBeaNumber(tx, beaNumber);
    if (!holder) throw notRegistered(beaNumber);
    if (holder.isActive === isActive)
      throw new ConflictError(`${beaNumber} is ${isActive ? 'active' : 'inactive'} already`);
    return change({ db: tx, now }, holder, { isActive });
  });
}

export type Claimant = { email: string; holderName?: string; companyName?: string; contactPhone?: string };

/**
 * Gives a number to someone else, as a new holder with no records. The one who had it keeps all records, and signs in, under the
 * number that says until when it was theirs (docs/operations.md#a-number-that-two-people-claim).
 * @param claimant what their claim does not say, or says otherwise
 * @throws NotFoundError where no one has the number; ConflictError where the claimant has it; ZodError where neither the claim nor
 *   `claimant` has all that a holder needs
 */
export async function transferNumber(
  { db, now }: Decision,
  beaNumber: string,
  claimant: Claimant,
): Promise<{ from: Holder; to: Holder }> {
  return db.transaction(async (tx) => {
    const within = { db: tx, now };
    const holder = await lockHolderByBeaNumber(tx, beaNumber);
    if (!holder) throw notRegistered(beaNumber);
    if (isSameEmail(holder.contactEmail, claimant.email))
      throw new ConflictError(`${beaNumber} is registered to ${claimant.email} already`);
    const claim = (await listClaims(tx, beaNumber)).find((one) => isSameEmail(one.email, claimant.email));
    const details = detailsOf(claim, { beaNumber, ...claimant, contactEmail: claimant.email });
    const from = await change(within, holder, { beaNumber: await formerNumber(within, beaNumber) });
    const to = await add(within, details);
    await removeClaims(tx, beaNumber, details.contactEmail.toLowerCase());
    return { from, to };
  });
}

function detailsOf(claim: ClaimRow | undefined, given: Record<string, string>): CreateHolder {
  const { rememberMe: _, ...claimed } = claim?.details ?? { rememberMe: false };
  const { email: _email, ...own } = given;
  return parse(createHolderSchema, { ...claimed, ...own });
}

/** A number that no one has: "BEA-1 (until 22/11/2026)". */
async function formerNumber({ db, now }: Within, beaNumber: string): Promise<string> {
  for (let nth = 1; ; nth += 1) {
    const until = ` (until ${formatDate(now)}${nth > 1 ? `, ${nth}` : ''})`;
    const former = beaNumber.slice(0, LENGTHS.beaNumber - until.length) + until;
    if (!(await findHolderByBeaNumber(db, former))) return former;
  }
}
