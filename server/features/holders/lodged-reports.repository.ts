import { lodgements } from '@shared/tables/reports';
import { and, desc, eq, getTableColumns, isNull, notExists, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { DbOrTx } from '../../lib/database/db';

const {
  beaHolderId: _h,
  figures: _f,
  userId: _u,
  withdrawnAt: _w,
  amendsId,
  amendReason,
  ...columns
} = getTableColumns(lodgements);
export const lodgementColumns = { ...columns, amends: amendsId, reason: amendReason };

/** The holder's lodgements that are not withdrawn. */
export const notWithdrawn = (holderId: string) =>
  and(eq(lodgements.beaHolderId, holderId), isNull(lodgements.withdrawnAt));

const amendment = alias(lodgements, 'amendment');

/** The holder's lodgements that are neither withdrawn nor amended: one for each lodged period. */
export function isCurrent(db: DbOrTx, holderId: string) {
  const { beaHolderId, withdrawnAt } = amendment;
  const amends = and(eq(beaHolderId, holderId), eq(amendment.amendsId, lodgements.id), isNull(withdrawnAt));
  return and(notWithdrawn(holderId), notExists(db.select({ one: sql`1` }).from(amendment).where(amends)));
}

const lastFirst = [desc(lodgements.createdAt), desc(lodgements.id)];

/** The lodged reports, the last one marked first: a change of trips or drivers warns of them. */
export const listLodgements = async (db: DbOrTx, holderId: string) =>
  db
    .select({ report: lodgements.report, period: lodgements.period })
    .from(lodgements)
    .where(isCurrent(db, holderId))
    .orderBy(...lastFirst);

type Locations = { postcode: string; suburb: string }[];

/** The places that each lodged quarterly report has trips from, the last one marked first. */
export async function listLodgedPlaces(db: DbOrTx, holderId: string) {
  const rows = await db
    .select({
      period: lodgements.period,
      locations: sql<Locations | null>`${lodgements.figures} -> 'locations'`,
    })
    .from(lodgements)
    .where(and(isCurrent(db, holderId), eq(lodgements.report, 'quarterly')))
    .orderBy(...lastFirst);
  return rows.map(({ period, locations }) => ({ period, locations: locations ?? [] }));
}

/** Every lodgement that is not withdrawn, amended ones included, the last one marked first. */
export async function listAllLodgements(db: DbOrTx, holderId: string) {
  const listed = await db
    .select(lodgementColumns)
    .from(lodgements)
    .where(notWithdrawn(holderId))
    .orderBy(...lastFirst);
  const amendedBy = new Map(listed.map(({ id, amends }) => [amends, id]));
  return listed.map((lodgement) => ({ ...lodgement, amendedBy: amendedBy.get(lodgement.id) ?? null }));
}
