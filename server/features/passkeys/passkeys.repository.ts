import { passkeyChallenges, passkeys } from '@shared/tables/sign-in';
import { and, asc, eq, lt, or, sql } from 'drizzle-orm';
import { type DbOrTx, onlyRow } from '../../lib/database/db';
import { refuseDuplicate } from '../../lib/errors';

export type PasskeyRow = typeof passkeys.$inferSelect;

const { id, name, createdAt, lastUsedAt, isBackedUp } = passkeys;
const shown = { id, name, createdAt, lastUsedAt, isBackedUp };

const ofHolder = (holderId: string, passkeyId: string) =>
  and(eq(passkeys.beaHolderId, holderId), eq(passkeys.id, passkeyId));

/** The passkeys of a holder, oldest first. */
export function listPasskeys(db: DbOrTx, holderId: string) {
  return db
    .select(shown)
    .from(passkeys)
    .where(eq(passkeys.beaHolderId, holderId))
    .orderBy(asc(createdAt), asc(id));
}

/** What a browser is told of the holder's passkeys, so that it makes no second one on the same device. */
export function listCredentials(db: DbOrTx, holderId: string) {
  return db
    .select({ id, transports: passkeys.transports })
    .from(passkeys)
    .where(eq(passkeys.beaHolderId, holderId));
}

/** Finds a passkey of any holder: before sign-in the holder is not known. */
export async function findPasskey(db: DbOrTx, passkeyId: string): Promise<PasskeyRow | undefined> {
  const [passkey] = await db.select().from(passkeys).where(eq(passkeys.id, passkeyId));
  return passkey;
}

/** @throws ConflictError when the passkey is stored already, for whichever holder */
export async function insertPasskey(db: DbOrTx, passkey: typeof passkeys.$inferInsert) {
  const inserting = db.insert(passkeys).values(passkey).returning(shown);
  const message = 'This passkey is in use already';
  return onlyRow(await refuseDuplicate(inserting.execute(), { constraint: 'passkeys_pkey', message }));
}

/** @returns the names before and after; undefined when the holder has no such passkey */
export async function renamePasskey(db: DbOrTx, holderId: string, passkeyId: string, newName: string) {
  const [before] = await db.select(shown).from(passkeys).where(ofHolder(holderId, passkeyId)).for('update');
  if (!before) return undefined;
  const rows = await db
    .update(passkeys)
    .set({ name: newName })
    .where(ofHolder(holderId, passkeyId))
    .returning(shown);
  return { before, after: onlyRow(rows) };
}

/** @returns undefined when the holder has no such passkey */
export async function removePasskey(db: DbOrTx, holderId: string, passkeyId: string) {
  const [removed] = await db.delete(passkeys).where(ofHolder(holderId, passkeyId)).returning(shown);
  return removed;
}

/** Removes every passkey of the holder. */
export function removePasskeys(db: DbOrTx, holderId: string) {
  return db.delete(passkeys).where(eq(passkeys.beaHolderId, holderId)).returning(shown);
}

/**
 * Writes down a use. A counter only grows; one that stays 0 does not count at all (WebAuthn Level 3, 6.1.1).
 * @returns undefined when the counter did not grow, or the passkey was removed meanwhile
 */
export async function updateUsedPasskey(
  db: DbOrTx,
  holderId: string,
  passkeyId: string,
  { counter, ...state }: Pick<PasskeyRow, 'counter' | 'isBackedUp' | 'lastUsedAt'>,
) {
  const grows = or(lt(passkeys.counter, counter), and(eq(passkeys.counter, 0), sql`${counter}::bigint = 0`));
  const [used] = await db
    .update(passkeys)
    .set({ counter, ...state })
    .where(and(ofHolder(holderId, passkeyId), grows))
    .returning(shown);
  return used;
}

type NewChallenge = Pick<typeof passkeyChallenges.$inferInsert, 'challenge' | 'userId' | 'expiresAt'>;

export async function insertChallenge(db: DbOrTx, challenge: NewChallenge): Promise<string> {
  const rows = await db.insert(passkeyChallenges).values(challenge).returning({ id: passkeyChallenges.id });
  return onlyRow(rows).id;
}

/** Takes a challenge of a sign-in: no one gets it again. @returns undefined when it is gone or too old */
export async function takeChallenge(db: DbOrTx, challengeId: string, now: Date): Promise<string | undefined> {
  const [taken] = await db
    .delete(passkeyChallenges)
    .where(and(eq(passkeyChallenges.id, challengeId), sql`${passkeyChallenges.userId} is null`))
    .returning();
  return taken && taken.expiresAt > now ? taken.challenge : undefined;
}

/** Takes the challenge that a person was given for a new passkey. @returns as `takeChallenge` */
export async function takeChallengeOfUser(
  db: DbOrTx,
  userId: string,
  now: Date,
): Promise<string | undefined> {
  const taken = await db.delete(passkeyChallenges).where(eq(passkeyChallenges.userId, userId)).returning();
  return taken.find(({ expiresAt }) => expiresAt > now)?.challenge;
}

export async function removeExpiredChallenges(db: DbOrTx, now: Date): Promise<void> {
  await db.delete(passkeyChallenges).where(lt(passkeyChallenges.expiresAt, now));
}
