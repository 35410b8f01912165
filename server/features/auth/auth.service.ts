import type { Login } from '@shared/holders';
import type { Logger } from 'pino';
import { recordChange } from '../../lib/audit';
import type { Call } from '../../lib/call';
import type { Db, Tx } from '../../lib/database/db';
import { asService } from '../../lib/database/isolation';
import type { AppDeps } from '../../lib/deps';
import { ForbiddenError, UnauthorisedError } from '../../lib/errors';
import { claimNumber, waitsForApproval } from '../holders/claims.service';
import {
  findHolderByBeaNumber,
  findOrInsertUser,
  type HolderRow,
  insertHolder,
} from '../holders/holders.repository';

/** A call before sign-in: nobody is known yet. */
type Visit<D extends Db | Tx> = Pick<Call<D>, 'db' | 'now'>;

/** One message for an unknown number, where nobody can register, and for a wrong e-mail: an answer must not tell them apart. */
const WRONG_DETAILS = 'The details do not match our records';

/** @throws ForbiddenError for an inactive holder */
export function assertActive(holder: { isActive: boolean }): void {
  if (!holder.isActive) throw new ForbiddenError('This account is inactive');
}

/** Splits a name at its first space: "Mary Jane Smith" is first "Mary", last "Jane Smith". */
export function splitName(name: string): { firstName: string | null; lastName: string | null } {
  const [firstName = null, ...rest] = name.trim().split(/\s+/);
  return { firstName, lastName: rest.join(' ') || null };
}

async function register({ db, now }: Visit<Tx>, login: Login) {
  const { rememberMe: _, ...details } = login;
  const holder = await insertHolder(db, { ...details, tradingName: null }, now);
  if (!holder) return undefined;
  const user = await findOrInsertUser(db, holder.id, personOf(login, holder), now);
  await recordChange({ db, holderId: holder.id, userId: user.id, now }, 'holder', undefined, holder);
  return { holder, userId: user.id, isNew: true };
}

const personOf = (login: Login, holder: HolderRow) => ({
  email: holder.contactEmail,
  ...splitName(login.holderName),
});

const sameEmail = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

/**
 * Signs a holder in, or registers one whose BEA number was not stored. The stored profile of a known
 * holder is never overwritten. See docs/product.md#login.
 * @param login a silent one registers nobody and claims nothing
 * @throws UnauthorisedError when number and e-mail do not belong together; ForbiddenError for an inactive holder, and where the
 *   operator decides on registrations
 */
export async function signIn(
  { db, now }: Visit<Db>,
  { config }: Pick<AppDeps, 'config'>,
  { silent, ...login }: Login & { silent: boolean },
  log: Logger,
): Promise<{ holder: HolderRow; userId: string; isNew: boolean }> {
  const signedIn = await asService(db).transaction(async (tx) => {
    const registered =
      config.selfRegistration === 'on' && !silent && (await register({ db: tx, now }, login));
    if (registered) return registered;
    const holder = await findHolderByBeaNumber(tx, login.beaNumber);
    if (!holder || !sameEmail(holder.contactEmail, login.contactEmail)) return undefined;
    assertActive(holder);
    const user = await findOrInsertUser(tx, holder.id, personOf(login, holder), now);
    return { holder, userId: user.id, isNew: false };
  });
  if (signedIn) return signedIn;
  if (config.selfRegistration !== 'approval' || silent) throw new UnauthorisedError(WRONG_DETAILS);
  await claimNumber({ db, now }, login, log);
  throw waitsForApproval();
}
