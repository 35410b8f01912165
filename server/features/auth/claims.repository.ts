import { DAY_MS } from '@shared/durations';
import { beaNumberKey } from '@shared/holders';
import { beaNumberKeySql, claims } from '@shared/tables/holders';
import { and, asc, eq, lt, sql } from 'drizzle-orm';
import { type Db, type DbOrTx, onlyRow } from '../../lib/database/db';

export type ClaimRow = typeof claims.$inferSelect;

const ofNumber = (beaNumber: string) => eq(beaNumberKeySql, beaNumberKey(beaNumber));

/** Stores a claim, or the new details of the one for the same number, in any spelling, and address. @returns its id, and whether it is the first */
export async function insertClaim(
  db: DbOrTx,
  { details, ...claim }: Pick<ClaimRow, 'beaNumber' | 'email' | 'details'>,
  now: Date,
) {
  const isTheirs = and(ofNumber(claim.beaNumber), eq(claims.email, claim.email));
  const [known] = await db.update(claims).set({ details }).where(isTheirs).returning({ id: claims.id });
  if (known) return { ...known, isNew: false };
  const rows = await db
    .insert(claims)
    .values({ ...claim, details, createdAt: now })
    .onConflictDoUpdate({ target: [claims.beaNumber, claims.email], set: { details } })
    .returning({ id: claims.id, isNew: sql<boolean>`xmax = 0` });
  return onlyRow(rows);
}

export async function listClaims(db: DbOrTx, beaNumber?: string): Promise<ClaimRow[]> {
  const query = db.select().from(claims).orderBy(asc(claims.createdAt), asc(claims.email));
  return beaNumber === undefined ? query : query.where(ofNumber(beaNumber));
}

/** Removes the claims to a number, or one claimant's. @param email in lower case */
export async function removeClaims(db: DbOrTx, beaNumber: string, email?: string): Promise<void> {
  const isTheirs = email === undefined ? undefined : eq(claims.email, email);
  await db.delete(claims).where(and(ofNumber(beaNumber), isTheirs));
}

const CLAIM_MS = 90 * DAY_MS;

/** Removes claims left undecided for too long: each holds a name and a phone number. */
export async function sweepClaims({ db }: { db: Db }, now: Date): Promise<void> {
  await db.delete(claims).where(lt(claims.createdAt, new Date(now.getTime() - CLAIM_MS)));
}
