import { ACCOUNT_INACTIVE } from '@shared/errors';
import { createHolderSchema, type Login } from '@shared/holders';
import type { Holder } from '@shared/tables/holders';
import { parse } from 'zod/mini';
import { recordChange } from '../../lib/audit';
import type { Call } from '../../lib/call';
import type { Db, DbOrTx, Tx } from '../../lib/database/db';
import { asService } from '../../lib/database/isolation';
import type { AppDeps } from '../../lib/deps';
import { ForbiddenError, UnauthorisedError } from '../../lib/errors';
import {
  findHolderByBeaNumber,
  findOrInsertUser,
  insertHolder,
  isSameEmail,
  verifyContact,
} from '../holders/holders.repository';
import { claimNumber, waitsForApproval } from './claims.service';

/** A call before sign-in: no one is known yet. */
export type Visit<D extends DbOrTx = Db> = Pick<Call<D>, 'db' | 'now'>;

/** Who may come in. */
export type Entrant = { holder: Holder; userId: string; isNew: boolean };

/** The same for an unknown number, where no one can register, and for a wrong email: an answer must not tell them apart. */
export const wrongDetails = () => new UnauthorisedError('The details do not match our records');

/** @throws ForbiddenError for an inactive holder */
export function assertActive(holder: { isActive: boolean }): void {
  if (!holder.isActive) throw new ForbiddenError('This account is inactive', ACCOUNT_INACTIVE);
}

/** Splits a name at its first space: "Mary Jane Smith" is first "Mary", last "Jane Smith". */
export function splitName(name: string): { firstName: string | null; lastName: string | null } {
  const [firstName = null, ...rest] = name.trim().split(/\s+/);
  return { firstName, lastName: rest.join(' ') || null };
}

const personOf = (login: Login, holder: Holder) => ({
  email: holder.contactEmail,
  ...splitName(login.holderName),
});

/** What two ways to type a BEA number have in common. */
export const plainNumber = (beaNumber: string): string =>
  beaNumber.normalize('NFKC').replace(/\s/g, '').toLowerCase();

/** The holder whose BEA number and contact email someone typed, whatever their case and spaces. */
export async function findTypedHolder(db: DbOrTx, login: Login): Promise<Holder | undefined> {
  const holder = await findHolderByBeaNumber(db, login.beaNumber);
  return holder && isSameEmail(holder.contactEmail, login.contactEmail) ? holder : undefined;
}

/** What registers a holder. @throws ZodError for a number that could look like another (docs/product.md#login) */
const registrationOf = ({ rememberMe: _, ...details }: Login) => parse(createHolderSchema, details);

async function register(
  { db, now }: Visit<Tx>,
  login: Login,
  isProved: boolean,
): Promise<Entrant | undefined> {
  const contactVerifiedAt = isProved ? now : null;
  const holder = await insertHolder(db, { ...registrationOf(login), contactVerifiedAt }, now);
  if (!holder) return undefined;
  const user = await findOrInsertUser(db, holder.id, personOf(login, holder), now);
  await recordChange({ db, holderId: holder.id, userId: user.id, now }, 'holder', undefined, holder);
  return { holder, userId: user.id, isNew: true };
}

/**
 * Decides who comes in with what was typed: the active holder of that number and email, or anyone who registers a number that is
 * not stored. The stored profile of a known holder is never overwritten. See docs/product.md#login and docs/product.md#registration.
 * @param isProved whether a code has shown that the typed address is theirs
 * @throws ZodError for a new number that could look like another; UnauthorisedError when number and email do not belong together; ForbiddenError for an inactive holder, and where the
 *   operator decides on registrations
 */
export async function enter(
  { db, now }: Visit,
  { config: { selfRegistration }, log }: Pick<AppDeps, 'config' | 'log'>,
  login: Login,
  isProved: boolean,
): Promise<Entrant> {
  const entrant = await asService(db).transaction(async (tx) => {
    const visit = { db: tx, now };
    const known = await findHolderByBeaNumber(tx, login.beaNumber);
    const registered =
      !known && selfRegistration === 'on' ? await register(visit, login, isProved) : undefined;
    if (registered) return registered;
    if (!known && selfRegistration === 'approval') registrationOf(login);
    // where it could not be registered, someone else did so meanwhile
    const holder = known ?? (await findHolderByBeaNumber(tx, login.beaNumber));
    if (!holder || !isSameEmail(holder.contactEmail, login.contactEmail)) return undefined;
    assertActive(holder);
    const { id: userId } = await findOrInsertUser(tx, holder.id, personOf(login, holder), now);
    return { holder: isProved ? await verify(visit, holder, userId) : holder, userId, isNew: false };
  });
  if (entrant) return entrant;
  // an address that was proved may dispute a number that is taken
  if (selfRegistration === 'approval' || (selfRegistration === 'on' && isProved))
    await claimNumber({ db, now }, login, log);
  throw selfRegistration === 'approval' ? waitsForApproval() : wrongDetails();
}

/** Writes down that the contact address was proved, the first time that it was. */
async function verify({ db, now }: Visit<Tx>, holder: Holder, userId: string): Promise<Holder> {
  if (holder.contactVerifiedAt) return holder;
  const verified = await verifyContact(db, holder, now);
  await recordChange({ db, holderId: holder.id, userId, now }, 'holder', holder, verified);
  return verified;
}
