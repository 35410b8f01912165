import type { CreateHolder } from '@shared/holders';
import { beaHolders, type Holder, holderColumns, users } from '@shared/tables/holders';
import { drivers, trips } from '@shared/tables/trips';
import { and, asc, eq, getTableColumns, isNull, max, type SQLWrapper, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { type DbOrTx, onlyRow, type Tx } from '../../lib/database/db';

/** Contact emails are compared without case. */
export const isSameEmail = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

/** The name of a person, or else their email. */
export const userNameSql = sql<
  string | null
>`coalesce(nullif(concat_ws(' ', ${users.firstName}, ${users.lastName}), ''), ${users.email})`;

/** Joins the person that a holder's row names. */
export const isUser = (row: { beaHolderId: AnyPgColumn; userId: AnyPgColumn }) =>
  and(eq(users.beaHolderId, row.beaHolderId), eq(users.id, row.userId));

export async function findHolder(db: DbOrTx, holderId: string): Promise<Holder | undefined> {
  const [holder] = await db.select(holderColumns).from(beaHolders).where(eq(beaHolders.id, holderId));
  return holder;
}

/** Numbers are compared without case and spaces, and full-width or other forms of a character as the plain one. */
export const numberKey = (beaNumber: SQLWrapper | string) =>
  sql`lower(regexp_replace(normalize(${beaNumber}, NFKC), '\\s', '', 'g'))`;

/** The holder of a BEA number, whatever its case, spaces and forms of characters; of numbers that differ in nothing else, the one that was typed. */
export async function findHolderByBeaNumber(db: DbOrTx, beaNumber: string): Promise<Holder | undefined> {
  const [holder] = await holderOfNumberQuery(db, beaNumber);
  return holder;
}

export const holderOfNumberQuery = (db: DbOrTx, beaNumber: string) =>
  db
    .select(holderColumns)
    .from(beaHolders)
    .where(eq(beaHolders.numberKey, numberKey(beaNumber)))
    .orderBy(sql`${beaHolders.beaNumber} = ${beaNumber} desc`, asc(beaHolders.createdAt))
    .limit(1);

/** Writes down that the contact address is the holder's, unless it was changed meanwhile. */
export async function verifyContact(db: DbOrTx, holder: Holder, now: Date): Promise<Holder> {
  const rows = await db
    .update(beaHolders)
    .set({ contactVerifiedAt: now })
    .where(and(eq(beaHolders.id, holder.id), eq(beaHolders.contactEmail, holder.contactEmail)))
    .returning(holderColumns);
  return rows[0] ?? holder;
}

/** Finds a holder and locks it against any other change until the transaction ends. */
export async function lockHolderByBeaNumber(tx: Tx, beaNumber: string): Promise<Holder | undefined> {
  const found = await findHolderByBeaNumber(tx, beaNumber);
  if (!found) return undefined;
  const [holder] = await tx
    .select(holderColumns)
    .from(beaHolders)
    .where(eq(beaHolders.id, found.id))
    .for('update');
  return holder;
}

/**
 * Every holder by number, with its latest kept trip: for the operator of the service. Anyone who has trips has drivers, and a cluster looks
 * trips up for a table that lies next to them alone.
 */
export function listHolders(db: DbOrTx) {
  const latestTrip = db
    .select({ at: max(trips.datetime) })
    .from(trips)
    .where(and(eq(trips.beaHolderId, drivers.beaHolderId), isNull(trips.deletedAt)));
  const latest = db
    .select({
      beaHolderId: drivers.beaHolderId,
      at: sql<Date | null>`${latestTrip}`.mapWith(trips.datetime).as('at'),
    })
    .from(drivers)
    .groupBy(drivers.beaHolderId)
    .as('latest');
  const { id, beaNumber, companyName, contactEmail, isActive, createdAt } = beaHolders;
  return db
    .select({
      id,
      beaNumber,
      companyName,
      contactEmail,
      isActive,
      createdAt,
      lastTripAt: latest.at,
    })
    .from(beaHolders)
    .leftJoin(latest, eq(latest.beaHolderId, id))
    .orderBy(asc(beaNumber));
}

/** What the operator of the service decides about a holder. */
export async function changeHolder(
  tx: Tx,
  holderId: string,
  changes: Partial<Pick<Holder, 'beaNumber' | 'isActive'>>,
  now: Date,
): Promise<Holder> {
  const rows = await tx
    .update(beaHolders)
    .set({ ...changes, updatedAt: now })
    .where(eq(beaHolders.id, holderId))
    .returning(holderColumns);
  return onlyRow(rows);
}

/** Registers a holder. @returns undefined when the BEA number is taken */
export async function insertHolder(
  db: DbOrTx,
  holder: CreateHolder & { contactVerifiedAt?: Date | null },
  now: Date,
): Promise<Holder | undefined> {
  const [row] = await db
    .insert(beaHolders)
    .values({ ...holder, createdAt: now, updatedAt: now })
    .onConflictDoNothing({ target: beaHolders.beaNumber })
    .returning(holderColumns);
  return row;
}

export async function findUser(db: DbOrTx, holderId: string, userId: string) {
  const { beaHolderId: _, ...person } = getTableColumns(users);
  const [user] = await db
    .select(person)
    .from(users)
    .where(and(eq(users.beaHolderId, holderId), eq(users.id, userId)));
  return user;
}

/**
 * Finds the person of an email address, or stores them with the name they gave. The same address at another holder is another
 * person, because no one has proved that it is theirs. See docs/product.md#holders.
 */
export async function findOrInsertUser(
  db: DbOrTx,
  holderId: string,
  person: { email: string; firstName: string | null; lastName: string | null },
  now: Date,
) {
  const rows = await db
    .insert(users)
    .values({
      ...person,
      beaHolderId: holderId,
      email: person.email.toLowerCase(),
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoUpdate({ target: [users.beaHolderId, users.email], set: { email: sql`excluded.email` } })
    .returning();
  return onlyRow(rows);
}
