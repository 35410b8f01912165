import { brisbaneDay, type Range } from '@shared/periods';
import { auditEvents } from '@shared/tables/holders';
import { and, eq, max, sql } from 'drizzle-orm';
import { type DbOrTx, onlyRow } from '../../lib/database/db';

const { changes } = auditEvents;
const isRemoval = (holderId: string) =>
  and(
    eq(auditEvents.beaHolderId, holderId),
    eq(auditEvents.entityId, holderId),
    eq(auditEvents.entity, 'records'),
  );
const lastBefore = sql<string | null>`max(${changes} #>> '{before,from}')`;

/** The day before which the holder's trips and shifts were removed (docs/product/reports.md#removing-old-records), or null. */
export async function removedBefore(db: DbOrTx, holderId: string): Promise<string | null> {
  const rows = await db.select({ day: lastBefore }).from(auditEvents).where(isRemoval(holderId));
  return onlyRow(rows).day;
}

export type Removal = NonNullable<Awaited<ReturnType<typeof readRemoval>>>;

/** The same with how many trips and shifts were removed, and when last. */
export async function readRemoval(db: DbOrTx, holderId: string) {
  const sumOf = (field: 'trips' | 'shifts') =>
    sql`coalesce(sum((${changes} #>> ${`{${field},from}`})::integer), 0)`.mapWith(Number);
  const rows = await db
    .select({
      before: lastBefore,
      trips: sumOf('trips'),
      shifts: sumOf('shifts'),
      at: max(auditEvents.at),
    })
    .from(auditEvents)
    .where(isRemoval(holderId));
  const { before, at: last, ...counts } = onlyRow(rows);
  return before && last ? { before, at: last, ...counts } : null;
}

/** Whether trips of a range may have been removed: what is counted of it now is not what there was. */
export const isBeforeRemoval = ({ from }: Range, removed: string | null): boolean =>
  removed !== null && brisbaneDay(from) < removed;
