import { beaNumberKey, beaNumberSpelling, type CreateHolder } from '@shared/holders';
import type { UpdateProfile } from '@shared/profile';
import { beaHolders, type Holder, holderColumns, users } from '@shared/tables/holders';
import { drivers, trips } from '@shared/tables/trips';
import { and, asc, desc, eq, getTableColumns, isNull, max, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { type DbOrTx, onlyRow, type Tx } from '../../lib/database/db';
import { nextVersion } from '../../lib/database/versions';
import { NotFoundError } from '../../lib/errors';

export const isSameEmail = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

const userName = sql`nullif(concat_ws(' ', ${users.firstName}, ${users.lastName}), '')`;
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

/** The holder of a BEA number in any spelling. @param email chooses among several, before their spelling does */
export async function findHolderByBeaNumber(db: DbOrTx, beaNumber: string, email?: string) {
  const holders = await holdersOfNumber(db, beaNumber);
  return holders.find(({ contactEmail }) => email && isSameEmail(contactEmail, email)) ?? holders[0];
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

/** Records that the contact address was proved, unless it was changed meanwhile. */
export async function verifyContact(db: DbOrTx, holder: Holder, now: Date): Promise<Holder> {
  const rows = await db
    .update(beaHolders)
    .set({ contactVerifiedAt: now })
    .where(and(eq(beaHolders.id, holder.id), eq(beaHolders.contactEmail, holder.contactEmail)))
    .returning(holderColumns);
  return rows[0] ?? holder;
}

export async function lockHolder(tx: Tx, holderId: string): Promise<Holder> {
  const isHolder = eq(beaHolders.id, holderId);
  return onlyRow(await tx.select(holderColumns).from(beaHolders).where(isHolder).for('update'));
}

/** Every holder by number, with its latest trip. Trips are joined by drivers: a cluster joins only tables that are stored together. */
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
    .orderBy(asc(beaNumber));
}

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

export async function findUser(db: DbOrTx, holderId: string, userId: string) {
  const { beaHolderId, removedAt: _, ...person } = getTableColumns(users);
  const isTheirs = and(eq(beaHolderId, holderId), eq(person.id, userId));
  const [user] = await db.select(person).from(users).where(isTheirs);
  return user;
}

/** The user of an email address, stored if new; at another holder it is another user (docs/product/rules.md#holders). */
export async function findOrInsertUser(
  db: DbOrTx,
  holderId: string,
  person: { email: string; firstName: string | null; lastName: string | null },
  now: Date,
) {
  const email = person.email.toLowerCase();
  const rows = await db
    .insert(users)
    .values({ ...person, email, beaHolderId: holderId, createdAt: now, updatedAt: now })
    .onConflictDoUpdate({ target: [users.beaHolderId, users.email], set: { email: sql`excluded.email` } })
    .returning();
  return onlyRow(rows);
}
