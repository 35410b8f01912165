import { beaNumberKey, beaNumberSpelling, type CreateHolder } from '@shared/holders';
import type { UpdateProfile } from '@shared/profile';
import { beaHolders, type Holder, holderColumns, users } from '@shared/tables/holders';
import { drivers, trips } from '@shared/tables/trips';
import { and, asc, desc, eq, gt, inArray, isNull, max, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { type DbOrTx, onlyRow, type Tx } from '../../lib/database/db';
import { nextVersion } from '../../lib/database/versions';
import { NotFoundError } from '../../lib/errors';

export const isSameEmail = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

/** Without `concat_ws`, which is not immutable: a cluster refuses that of a changed row. */
export const userName = sql<
  string | null
>`nullif(btrim(coalesce(${users.firstName}, '') || ' ' || coalesce(${users.lastName}, '')), '')`;
export const userNameSql = sql<string | null>`coalesce(${userName}, ${users.email})`;

export const isUser = (row: { beaHolderId: AnyPgColumn; userId: AnyPgColumn }) =>
  and(eq(users.beaHolderId, row.beaHolderId), eq(users.id, row.userId));

export async function findHolder(db: DbOrTx, holderId: string): Promise<Holder | undefined> {
  const [holder] = await db.select(holderColumns).from(beaHolders).where(eq(beaHolders.id, holderId));
  return holder;
}

/** @throws NotFoundError for a holder that does not exist */
export async function readHolder(db: DbOrTx, holderId: string): Promise<Holder> {
  const holder = await findHolder(db, holderId);
  if (!holder) throw new NotFoundError();
  return holder;
}

/** The one whose spelling was typed, then those that are active. Several only where they registered before one number was one account. */
export const holdersOfNumber = (db: DbOrTx, beaNumber: string) =>
  db
    .select(holderColumns)
    .from(beaHolders)
    .where(eq(beaHolders.accountKey, beaNumberKey(beaNumber)))
    .orderBy(
      sql`${beaHolders.beaNumber} = ${beaNumber} desc`,
      sql`${beaHolders.numberKey} = ${beaNumberSpelling(beaNumber)} desc`,
      desc(beaHolders.isActive),
      asc(beaHolders.createdAt),
    );

/** No one signs in to a demo by its number, and the operator's commands know none. */
export const isNoDemo = ({ demoUntil }: Pick<Holder, 'demoUntil'>): boolean => demoUntil === null;

/**
 * Whether a BEA number is taken, and the account that an email signs in to: its contact's, or else another person's (docs/product/people.md).
 * It asks as much for a number that is free, so that the time it takes tells nothing.
 */
export async function findAccount(db: DbOrTx, beaNumber: string, email: string) {
  const holders = await holdersOfNumber(db, beaNumber);
  const ids = holders.map(({ id }) => id);
  const people = await db
    .select({ holderId: users.beaHolderId, userId: users.id })
    .from(users)
    .where(
      and(
        // one holder is asked of one node of a cluster
        ids.length > 1 ? inArray(users.beaHolderId, ids) : eq(users.beaHolderId, ids[0] ?? ''),
        eq(users.email, email.toLowerCase()),
        isNull(users.removedAt),
      ),
    );
  const rows = holders.filter(isNoDemo).map((holder) => ({
    holder,
    userId: people.find(({ holderId }) => holderId === holder.id)?.userId ?? null,
  }));
  const account =
    rows.find(({ holder }) => isSameEmail(holder.contactEmail, email)) ?? rows.find(({ userId }) => userId);
  return { isTaken: holders.length > 0, isDemo: rows.length < holders.length, account };
}

/** Records that the contact address was proved, unless it was changed meanwhile. */
export async function verifyContact(db: DbOrTx, holder: Holder, now: Date): Promise<Holder> {
  const rows = await db
    .update(beaHolders)
    .set({ contactVerifiedAt: now })
    .where(and(eq(beaHolders.id, holder.id), eq(beaHolders.contactEmail, holder.contactEmail)))
    .returning(holderColumns);
  return rows[0] ?? holder;
}

/** Has those who lock the holder wait until the transaction ends, and waits for them. */
export async function holdHolder(tx: Tx, holderId: string): Promise<Holder> {
  const isHolder = eq(beaHolders.id, holderId);
  return onlyRow(await tx.select(holderColumns).from(beaHolders).where(isHolder).for('key share'));
}

export async function lockHolder(tx: Tx, holderId: string): Promise<Holder> {
  const isHolder = eq(beaHolders.id, holderId);
  return onlyRow(await tx.select(holderColumns).from(beaHolders).where(isHolder).for('update'));
}

/** Every holder by number, but for demos, with its latest trip. Trips are joined by drivers: a cluster joins only tables that are stored together. */
export function listHolders(db: DbOrTx) {
  const latestTrip = db
    .select({ at: max(trips.datetime) })
    .from(trips)
    .where(and(eq(trips.beaHolderId, drivers.beaHolderId), isNull(trips.deletedAt)));
  const at = sql<Date | null>`${latestTrip}`.mapWith(trips.datetime).as('at');
  const latest = db
    .select({ beaHolderId: drivers.beaHolderId, at })
    .from(drivers)
    .groupBy(drivers.beaHolderId)
    .as('latest');
  const { id, beaNumber, companyName, contactEmail, isActive, createdAt } = beaHolders;
  return db
    .select({ id, beaNumber, companyName, contactEmail, isActive, createdAt, lastTripAt: latest.at })
    .from(beaHolders)
    .leftJoin(latest, eq(latest.beaHolderId, id))
    .where(isNull(beaHolders.demoUntil))
    .orderBy(asc(beaNumber));
}

/** Ends a demo, which the sweep of the minute removes. */
export const endDemo = (db: DbOrTx, holderId: string, now: Date) =>
  db
    .update(beaHolders)
    .set({ demoUntil: now })
    .where(and(eq(beaHolders.id, holderId), gt(beaHolders.demoUntil, now)));

export type HolderChanges = Partial<UpdateProfile> &
  Partial<Pick<Holder, 'beaNumber' | 'isActive' | 'logoUrl' | 'profilePictureUrl' | 'contactVerifiedAt'>>;

/** Stores changes of a holder. Only those of typed fields make a new version. */
export async function updateHolder(tx: Tx, holderId: string, changes: HolderChanges, now: Date) {
  const version = 'contactEmail' in changes ? { version: nextVersion(beaHolders.version) } : {};
  const values = { ...changes, ...version, updatedAt: now };
  const isHolder = eq(beaHolders.id, holderId);
  return onlyRow(await tx.update(beaHolders).set(values).where(isHolder).returning(holderColumns));
}

/** Registers a holder. @returns undefined when the BEA number is taken, in any spelling */
export async function insertHolder(
  db: DbOrTx,
  holder: CreateHolder & { contactVerifiedAt?: Date | null },
  now: Date,
): Promise<Holder | undefined> {
  const [row] = await db
    .insert(beaHolders)
    .values({ ...holder, createdAt: now, updatedAt: now })
    .onConflictDoNothing()
    .returning(holderColumns);
  return row;
}
