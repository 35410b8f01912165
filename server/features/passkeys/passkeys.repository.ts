import { passkeyChallenges, passkeys } from '@shared/tables/holders';
import { and, asc, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import { type Db, type DbOrTx, onlyRow } from '../../lib/database/db';
import { refuseDuplicate } from '../../lib/errors';

type PasskeyRow = typeof passkeys.$inferSelect;

const { id, name, createdAt, lastUsedAt, isBackedUp } = passkeys;
const shown = { id, name, createdAt, lastUsedAt, isBackedUp };

const ofHolder = (holderId: string) => eq(passkeys.beaHolderId, holderId);
const isPasskey = (holderId: string, passkeyId: string) => and(ofHolder(holderId), eq(id, passkeyId));

export const listPasskeys = (db: DbOrTx, holderId: string) =>
  db.select(shown).from(passkeys).where(ofHolder(holderId)).orderBy(asc(createdAt), asc(id));

/** The holder's passkeys as a browser needs them, so that it makes no second one on the same device. */
export const listCredentials = (db: DbOrTx, holderId: string) =>
  db.select({ id, transports: passkeys.transports }).from(passkeys).where(ofHolder(holderId));

/** Finds a passkey of any holder: before sign-in the holder is not known. */
export async function findPasskey(db: DbOrTx, passkeyId: string): Promise<PasskeyRow | undefined> {
  const [passkey] = await db.select().from(passkeys).where(eq(id, passkeyId));
  return passkey;
}

/** @throws ConflictError when the passkey is stored already, for any holder */
export async function insertPasskey(db: DbOrTx, passkey: typeof passkeys.$inferInsert) {
  const inserting = db.insert(passkeys).values(passkey).returning(shown);
  const message = 'This passkey is in use already';
  return onlyRow(await refuseDuplicate(inserting.execute(), { constraint: 'passkeys_pkey', message }));
}

export async function lockPasskey(db: DbOrTx, holderId: string, passkeyId: string) {
  const [passkey] = await db.select(shown).from(passkeys).where(isPasskey(holderId, passkeyId)).for('update');
  return passkey;
}

export async function updatePasskeyName(db: DbOrTx, holderId: string, passkeyId: string, newName: string) {
  const isTheirs = isPasskey(holderId, passkeyId);
  return onlyRow(await db.update(passkeys).set({ name: newName }).where(isTheirs).returning(shown));
}

/** Removes one passkey of the holder, those of people, or all. */
export const removePasskeys = (
  db: DbOrTx,
  holderId: string,
  which: 'all' | { id: string } | { of: string[] },
) =>
  db
    .delete(passkeys)
    .where(
      which === 'all'
        ? ofHolder(holderId)
        : 'id' in which
          ? isPasskey(holderId, which.id)
          : and(ofHolder(holderId), inArray(passkeys.userId, which.of)),
    )
    .returning(shown);

/**
 * Records a use. A counter only grows; one that stays 0 does not count at all (WebAuthn Level 3, 6.1.1).
 * @returns undefined when the counter did not grow, or the passkey was removed meanwhile
 */
export async function updateUsedPasskey(
  db: DbOrTx,
  holderId: string,
  passkeyId: string,
  { counter, ...state }: Pick<PasskeyRow, 'counter' | 'isBackedUp' | 'lastUsedAt'>,
) {
  const grows = or(lt(passkeys.counter, counter), and(eq(passkeys.counter, 0), sql`${counter}::bigint = 0`));
  const use = { counter, ...state };
  const isUsable = and(isPasskey(holderId, passkeyId), grows);
  const [used] = await db.update(passkeys).set(use).where(isUsable).returning(shown);
  return used;
}

export const insertChallenge = async (db: DbOrTx, challenge: typeof passkeyChallenges.$inferInsert) =>
  onlyRow(await db.insert(passkeyChallenges).values(challenge).returning());

/** Removes the challenge of a sign-in, or those of a user's new passkey. @returns undefined without a valid one */
export async function takeChallenge(db: DbOrTx, of: { id: string } | { userId: string }, now: Date) {
  const { id: challengeId, userId } = passkeyChallenges;
  const condition = 'userId' in of ? eq(userId, of.userId) : and(eq(challengeId, of.id), isNull(userId));
  const taken = await db.delete(passkeyChallenges).where(condition).returning();
  return taken.find(({ expiresAt }) => expiresAt > now)?.challenge;
}

export async function sweepChallenges({ db }: { db: Db }, now: Date): Promise<void> {
  await db.delete(passkeyChallenges).where(lt(passkeyChallenges.expiresAt, now));
}
