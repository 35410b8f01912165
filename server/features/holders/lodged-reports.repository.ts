import { lodgements } from '@shared/tables/reports';
import { and, desc, eq, getTableColumns, isNull } from 'drizzle-orm';
import type { DbOrTx } from '../../lib/database/db';

const {
  beaHolderId: _h,
  figures: _f,
  userId: _u,
  withdrawnAt: _w,
  amendsId: _a,
  amendReason: _r,
  ...columns
} = getTableColumns(lodgements);
export const lodgementColumns = columns;

/** The holder's lodgements that are not withdrawn. */
export const notWithdrawn = (holderId: string) =>
  and(eq(lodgements.beaHolderId, holderId), isNull(lodgements.withdrawnAt));

/** The lodged reports, the last one marked first: a change of trips or drivers warns of them. */
export const listLodgements = async (db: DbOrTx, holderId: string) =>
  db
    .select(columns)
    .from(lodgements)
    .where(notWithdrawn(holderId))
    .orderBy(desc(lodgements.createdAt), desc(lodgements.id));
