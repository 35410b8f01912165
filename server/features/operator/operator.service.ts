import { type CreateHolder, createHolderSchema } from '@shared/holders';
import { LENGTHS } from '@shared/limits';
import { formatDate } from '@shared/periods';
import type { Holder } from '@shared/tables/holders';
import { parse } from 'zod/mini';
import { recordChange } from '../../lib/audit';
import type { AnonymousCall } from '../../lib/call';
import type { DbOrTx, Tx } from '../../lib/database/db';
import { ConflictError, NotFoundError, ValidationError } from '../../lib/errors';
import { type ClaimRow, listClaims, removeClaims } from '../auth/claims.repository';
import {
  type HolderChanges,
  holdersOfNumber,
  insertHolder,
  isNoDemo,
  isSameEmail,
  lockHolder,
  updateHolder,
} from '../holders/holders.repository';
import { findOrInsertContact } from '../holders/people.repository';

// Decisions of the service's operator, who belongs to no holder, about holders (docs/operations.md#holders).

async function add({ db, now }: AnonymousCall<Tx>, details: CreateHolder): Promise<Holder> {
  const isTaken = (await holdersOfNumber(db, details.beaNumber)).length > 0;
  const holder = isTaken ? undefined : await insertHolder(db, details, now);
  if (!holder) throw new ConflictError('This BEA Number is already registered');
  await findOrInsertContact(db, holder, now);
  await recordChange({ db, now, holderId: holder.id, userId: null }, 'holder', undefined, holder);
  return holder;
}

async function change({ db, now }: AnonymousCall<Tx>, before: Holder, changes: HolderChanges) {
  const after = await updateHolder(db, before.id, changes, now);
  await recordChange({ db, now, holderId: before.id, userId: null }, 'holder', before, after);
  return after;
}

/** @throws NotFoundError; ConflictError where several have the number, and none in this spelling */
export async function findRegistered(db: DbOrTx, beaNumber: string): Promise<Holder> {
  const [holder, ...others] = (await holdersOfNumber(db, beaNumber)).filter(isNoDemo);
  if (!holder) throw new NotFoundError(`No holder has the number ${beaNumber}`);
  if (others.length > 0 && holder.beaNumber !== beaNumber) {
    const numbers = [holder, ...others].map((one) => `"${one.beaNumber}"`).join(', ');
    throw new ConflictError(`Several holders have this number. Write it as one of them: ${numbers}`);
  }
  return holder;
}

/** Locks what `findRegistered` finds. */
export const lockRegistered = async (tx: Tx, beaNumber: string): Promise<Holder> =>
  lockHolder(tx, (await findRegistered(tx, beaNumber)).id);

/** Registers a holder. @throws ConflictError where the number is taken */
export const createHolder = ({ db, now }: AnonymousCall, details: CreateHolder): Promise<Holder> =>
  db.transaction((tx) => add({ db: tx, now }, details));

/**
 * Registers the holder that a claim asks for. @param email the claimant's, where several claim the number
 * @throws NotFoundError without such a claim; ConflictError where another holder has the number
 */
export function approveClaim({ db, now }: AnonymousCall, beaNumber: string, email?: string): Promise<Holder> {
  return db.transaction(async (tx) => {
    const claims = (await listClaims(tx, beaNumber)).filter((one) => !email || isSameEmail(one.email, email));
    const [claim, ...others] = claims;
    if (!claim)
      throw new NotFoundError(`No one waits for the number ${beaNumber}${email ? ` as ${email}` : ''}`);
    const emails = [...new Set(claims.map((one) => one.email))].join(', ');
    const several = `Several wait for the number ${beaNumber}. Say which, with --email: ${emails}`;
    if (others.some(({ email }) => email !== claim.email)) throw new ValidationError(several);
    await removeClaims(tx, beaNumber, claim.email);
    return add({ db: tx, now }, detailsOf(claim, {}));
  });
}

/** Activates or deactivates a holder, whose sessions are then refused. @throws NotFoundError; ConflictError where nothing changes */
export function setActive({ db, now }: AnonymousCall, beaNumber: string, isActive: boolean): Promise<Holder> {
  return db.transaction(async (tx) => {
    const holder = await lockRegistered(tx, beaNumber);
    if (holder.isActive === isActive)
      throw new ConflictError(`${beaNumber} is ${isActive ? 'active' : 'inactive'} already`);
    return change({ db: tx, now }, holder, { isActive });
  });
}

type Claimant = { email: string; holderName?: string; companyName?: string; contactPhone?: string };

/**
 * Gives a number to someone else, as a new holder with no records (docs/operations.md#a-number-that-two-people-claim).
 * @param claimant overrides and completes the details of their claim
 * @throws NotFoundError for an unknown number; ConflictError where the claimant has it; ZodError where details are missing
 */
export function transferNumber({ db, now }: AnonymousCall, beaNumber: string, claimant: Claimant) {
  return db.transaction(async (tx) => {
    const within = { db: tx, now };
    const holder = await lockRegistered(tx, beaNumber);
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

/** A free number made from a former one: "BEA-1 (until 22/11/2026)". */
async function formerNumber({ db, now }: AnonymousCall<Tx>, beaNumber: string): Promise<string> {
  for (let nth = 1; ; nth += 1) {
    const until = ` (until ${formatDate(now)}${nth > 1 ? `, ${nth}` : ''})`;
    const former = beaNumber.slice(0, LENGTHS.beaNumber - until.length) + until;
    if ((await holdersOfNumber(db, former)).length === 0) return former;
  }
}
