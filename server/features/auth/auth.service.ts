import type { Login } from '@shared/holders';
import { changesBetween, recordAuditEvent } from '../../lib/audit';
import type { Db, Tx } from '../../lib/database/db';
import { ForbiddenError, UnauthorisedError } from '../../lib/errors';
import {
  findHolderByBeaNumber,
  findOrInsertUser,
  type HolderRow,
  insertHolder,
} from '../holders/holders.repository';

/** Who may not be told apart by an answer: an unknown number, where nobody can register, and a wrong e-mail. */
const WRONG_DETAILS = 'The details do not match our records';

/** @throws ForbiddenError for a holder that was switched off (decisions §3) */
export function assertActive(holder: { isActive: boolean }): void {
  if (!holder.isActive) throw new ForbiddenError('This account is inactive');
}

/** "Mary Jane Smith" is first "Mary", last "Jane Smith" (decisions §3: the name split into first and last). */
export function splitName(name: string): { firstName: string | null; lastName: string | null } {
  const [firstName = null, ...rest] = name.trim().split(/\s+/);
  return { firstName, lastName: rest.join(' ') || null };
}

async function register(tx: Tx, login: Login, now: Date) {
  const { rememberMe: _, ...details } = login;
  const holder = await insertHolder(tx, { ...details, tradingName: null }, now);
  if (!holder) return undefined;
  const user = await findOrInsertUser(
    tx,
    holder.id,
    { email: holder.contactEmail, ...splitName(login.holderName) },
    now,
  );
  await recordAuditEvent(
    tx,
    { holderId: holder.id, userId: user.id },
    {
      entity: 'holder',
      entityId: holder.id,
      action: 'created',
      changes: changesBetween(undefined, holder),
      at: now,
    },
  );
  return { holder, user };
}

const sameEmail = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

/**
 * Signs a holder in, or registers one whose BEA number was not seen before (decisions §3). The stored profile of a
 * known holder is never overwritten.
 * @throws UnauthorisedError when number and e-mail do not belong together; ForbiddenError for an inactive holder
 */
export async function signIn(
  db: Db,
  login: Login,
  options: { selfRegistration: boolean; now: Date },
): Promise<{ holder: HolderRow; userId: string }> {
  return db.transaction(async (tx) => {
    if (options.selfRegistration) {
      const registered = await register(tx, login, options.now);
      if (registered) return { holder: registered.holder, userId: registered.user.id };
    }
    const holder = await findHolderByBeaNumber(tx, login.beaNumber);
    if (!holder || !sameEmail(holder.contactEmail, login.contactEmail))
      throw new UnauthorisedError(WRONG_DETAILS);
    assertActive(holder);
    const person = { email: holder.contactEmail, ...splitName(login.holderName) };
    const user = await findOrInsertUser(tx, holder.id, person, options.now);
    return { holder, userId: user.id };
  });
}
