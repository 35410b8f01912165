import { tmrRequests } from '@shared/tables/reports';
import { drivers, vehicles } from '@shared/tables/trips';
import type { CreateTmrRequest } from '@shared/tmr-requests/tmr-requests';
import { and, asc, desc, eq, getTableColumns, gte, isNotNull, isNull, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Call } from '../../lib/call';
import { type DbOrTx, foldTextSql, isAnyOf, onlyRow, type Tx } from '../../lib/database/db';
import { nextVersion } from '../../lib/database/versions';
import { NotFoundError } from '../../lib/errors';
import { driverNameSql } from '../drivers/drivers.repository';

const { beaHolderId: _h, userId: _u, deletedAt: _d, ...columns } = getTableColumns(tmrRequests);
/** A request as it is answered, but for its instants. */
export type StoredRequest = Awaited<ReturnType<typeof findRequest>>;

const notDeleted = (holderId: string) =>
  and(eq(tmrRequests.beaHolderId, holderId), isNull(tmrRequests.deletedAt));
const isRequest = (holderId: string, id: string) => and(notDeleted(holderId), eq(tmrRequests.id, id));

export const requestNotFound = () => new NotFoundError('Request not found');

/** The requests to be answered, the first due day first, and then the answered ones, the last one first. */
export const listRequests = (db: DbOrTx, holderId: string) =>
  db
    .select(columns)
    .from(tmrRequests)
    .where(notDeleted(holderId))
    .orderBy(
      asc(isNotNull(tmrRequests.answeredOn)),
      desc(tmrRequests.answeredOn),
      asc(tmrRequests.dueOn),
      asc(tmrRequests.createdAt),
      asc(tmrRequests.id),
    );

/** @throws NotFoundError */
export async function findRequest(db: DbOrTx, holderId: string, id: string) {
  const [request] = await db.select(columns).from(tmrRequests).where(isRequest(holderId, id));
  if (!request) throw requestNotFound();
  return request;
}

/** A request that is not deleted, locked against any change. @throws NotFoundError */
export async function lockRequest({ db, holderId }: Call<Tx>, id: string) {
  const [request] = await db.select(columns).from(tmrRequests).where(isRequest(holderId, id)).for('update');
  if (!request) throw requestNotFound();
  return request;
}

/** Locks out other additions of requests until the transaction ends. @returns how many there are */
export async function lockAndCountRequests(tx: Tx, holderId: string): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`tmr requests ${holderId}`}, 0))`);
  return tx.$count(tmrRequests, notDeleted(holderId));
}

type DueRequest = CreateTmrRequest & { dueOn: string };

export async function insertRequest({ db, holderId, userId, now }: Call<Tx>, request: DueRequest) {
  const values = { ...request, beaHolderId: holderId, userId, createdAt: now, updatedAt: now };
  return onlyRow(await db.insert(tmrRequests).values(values).returning(columns));
}

export async function updateRequest({ db, holderId, now }: Call<Tx>, id: string, request: DueRequest) {
  const rows = await db
    .update(tmrRequests)
    .set({ ...request, updatedAt: now, version: nextVersion(tmrRequests.version) })
    .where(isRequest(holderId, id))
    .returning(columns);
  return onlyRow(rows);
}

export const markRequestDeleted = ({ db, holderId, now }: Call<Tx>, id: string) =>
  db.update(tmrRequests).set({ deletedAt: now, updatedAt: now }).where(isRequest(holderId, id));

/** Restores a request that was deleted at or after `since`. @returns undefined without such a request */
export async function unmarkRequest({ db, holderId, now }: Call<Tx>, id: string, since: Date) {
  const isDeleted = and(eq(tmrRequests.beaHolderId, holderId), gte(tmrRequests.deletedAt, since));
  const [request] = await db
    .update(tmrRequests)
    .set({ deletedAt: null, updatedAt: now, version: nextVersion(tmrRequests.version) })
    .where(and(isDeleted, eq(tmrRequests.id, id)))
    .returning(columns);
  return request;
}

const isRemoved = (deletedAt: AnyPgColumn) => sql<boolean>`${deletedAt} is not null`;

/** The drivers that a request may name, removed ones too, by name. */
export const listAllDrivers = (db: DbOrTx, holderId: string, ids?: readonly string[]) =>
  db
    .select({
      id: drivers.id,
      name: driverNameSql,
      driverAuthorityLicense: drivers.driverAuthorityLicense,
      isRemoved: isRemoved(drivers.deletedAt),
    })
    .from(drivers)
    .where(and(eq(drivers.beaHolderId, holderId), ids && isAnyOf(drivers.id, ids)))
    .orderBy(asc(foldTextSql(driverNameSql)), asc(drivers.id));

/** The vehicles that a request may name, removed ones too, by registration. */
export const listAllVehicles = (db: DbOrTx, holderId: string, ids?: readonly string[]) =>
  db
    .select({
      id: vehicles.id,
      registration: vehicles.registration,
      description: vehicles.description,
      isRemoved: isRemoved(vehicles.deletedAt),
    })
    .from(vehicles)
    .where(and(eq(vehicles.beaHolderId, holderId), ids && isAnyOf(vehicles.id, ids)))
    .orderBy(asc(vehicles.registration), asc(vehicles.createdAt), asc(vehicles.id));
