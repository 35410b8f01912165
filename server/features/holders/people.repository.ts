import { type Holder, users } from '@shared/tables/holders';
import { and, asc, eq, getTableColumns, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm';
import { type DbOrTx, onlyRow, type Tx } from '../../lib/database/db';
import { userName, userNameSql } from './holders.repository';

const { beaHolderId, removedAt, ...userColumns } = getTableColumns(users);
const { id, email, createdAt } = userColumns;
const shown = { id, name: userName, email, createdAt };
export type PersonRow = { id: string; name: string | null; email: string; createdAt: Date };

const ofHolder = (holderId: string) => eq(beaHolderId, holderId);
/** Those of a holder who may sign in. */
const mayIn = (holderId: string, which?: SQL) => and(ofHolder(holderId), isNull(removedAt), which);
const hasEmail = (holderId: string, address: string) =>
  and(ofHolder(holderId), eq(email, address.toLowerCase()));

/** Splits a name at its first space: "Mary Jane Smith" is first "Mary", last "Jane Smith". */
export function splitName(name: string): { firstName: string | null; lastName: string | null } {
  const [firstName = null, ...rest] = name.trim().split(/\s+/);
  return { firstName, lastName: rest.join(' ') || null };
}

export const listPeople = (db: DbOrTx, holderId: string): Promise<PersonRow[]> =>
  db
    .select(shown)
    .from(users)
    .where(mayIn(holderId))
    .orderBy(asc(sql`lower(${userNameSql})`), asc(id));

/** The names of people, who may have been removed since, by id. */
export async function namesOfPeople(db: DbOrTx, holderId: string, userIds: string[]) {
  const rows = await db
    .select({ id, name: userNameSql, isRemoved: sql<boolean>`${removedAt} is not null` })
    .from(users)
    .where(and(ofHolder(holderId), inArray(id, userIds)));
  return new Map(rows.map((row) => [row.id, row]));
}

/** Finds a person who may sign in. */
export async function findUser(db: DbOrTx, holderId: string, userId: string) {
  const [user] = await db
    .select(userColumns)
    .from(users)
    .where(mayIn(holderId, eq(id, userId)));
  return user;
}

export const countPeople = (db: DbOrTx, holderId: string): Promise<number> =>
  db.$count(users, mayIn(holderId));

/** Finds whose email it is, of those who were removed too; at another holder it is another person's (docs/product/rules.md#holders). */
export async function findPersonByEmail(db: DbOrTx, holderId: string, address: string) {
  const [person] = await db
    .select({ ...shown, removedAt })
    .from(users)
    .where(hasEmail(holderId, address));
  return person;
}

/** Stores someone who may sign in. Who was removed before is the same person, by the name that is given now. */
export async function storePerson(
  tx: Tx,
  holderId: string,
  given: { name: string; email: string },
  now: Date,
): Promise<PersonRow> {
  const person = { ...splitName(given.name), removedAt: null, updatedAt: now };
  const rows = await tx
    .insert(users)
    .values({ ...person, email: given.email.toLowerCase(), beaHolderId: holderId, createdAt: now })
    .onConflictDoUpdate({ target: [beaHolderId, email], set: person })
    .returning(shown);
  return onlyRow(rows);
}

/** The contact as a person, stored by the name of the profile if new. Whose email is the contact's may sign in. */
export async function findOrInsertContact(db: DbOrTx, holder: Holder, now: Date): Promise<PersonRow> {
  const name = splitName(holder.contactPerson?.trim() || holder.holderName);
  const address = holder.contactEmail.toLowerCase();
  const rows = await db
    .insert(users)
    .values({ ...name, email: address, beaHolderId: holder.id, createdAt: now, updatedAt: now })
    .onConflictDoUpdate({ target: [beaHolderId, email], set: { removedAt: null } })
    .returning(shown);
  return onlyRow(rows);
}

export async function updateEmail(tx: Tx, holderId: string, from: string, to: string, now: Date) {
  const changes = { email: to.toLowerCase(), updatedAt: now };
  await tx.update(users).set(changes).where(hasEmail(holderId, from));
}

/** Removes people. @returns those who could sign in before */
export const updateRemoved = (
  tx: Tx,
  holderId: string,
  which: { id: string } | { exceptEmail: string },
  now: Date,
): Promise<PersonRow[]> =>
  tx
    .update(users)
    .set({ removedAt: now, updatedAt: now })
    .where(mayIn(holderId, 'id' in which ? eq(id, which.id) : ne(email, which.exceptEmail.toLowerCase())))
    .returning(shown);
