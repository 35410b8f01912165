import { brisbaneDay, type Range } from '@shared/periods';
import { auditEvents } from '@shared/tables/holders';
import { and, eq, sql } from 'drizzle-orm';
import { type DbOrTx, onlyRow } from '../../lib/database/db';

/** The day before which the holder's trips and shifts were removed (docs/product/reports.md#removing-old-records), or null. */
export async function removedBefore(db: DbOrTx, holderId: string): Promise<string | null> {
  const { beaHolderId, entityId, entity, changes } = auditEvents;
  const rows = await db
    .select({ day: sql<string | null>`max(${changes} #>> '{before,from}')` })
    .from(auditEvents)
    .where(and(eq(beaHolderId, holderId), eq(entityId, holderId), eq(entity, 'records')));
  return onlyRow(rows).day;
}

/** Whether trips of a range may have been removed: what is counted of it now is not what there was. */
export const isBeforeRemoval = ({ from }: Range, removed: string | null): boolean =>
  removed !== null && brisbaneDay(from) < removed;
