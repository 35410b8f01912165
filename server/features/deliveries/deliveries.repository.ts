import { randomUUID } from 'node:crypto';
import { KINDS_TO_OTHERS, type ListDeliveriesQuery } from '@shared/deliveries/deliveries';
import { HOUR_MS } from '@shared/durations';
import { beaHolders } from '@shared/tables/holders';
import { reportDeliveries } from '@shared/tables/reports';
import {
  and,
  count,
  desc,
  eq,
  getTableColumns,
  gt,
  gte,
  inArray,
  isNotNull,
  max,
  min,
  or,
  sql,
} from 'drizzle-orm';
import type { Call } from '../../lib/call';
import { type DbOrTx, isAnyOf, onlyRow, type Tx } from '../../lib/database/db';

export type DeliveryRow = typeof reportDeliveries.$inferSelect;

const columns = getTableColumns(reportDeliveries);
const { beaHolderId: _h, messageId: _m, notice: _n, leaseUntil: _l, triedAt: _t, ...inHistory } = columns;

export const isToOthers = inArray(reportDeliveries.kind, KINDS_TO_OTHERS);

/** A mail to others whose holder has not proved the contact email by a code (docs/product/profile.md#contact-email). */
export const waitsForProof = sql<boolean>`(${isToOthers} and not exists (select from ${beaHolders}
  where ${beaHolders.id} = ${reportDeliveries.beaHolderId} and ${beaHolders.contactVerifiedAt} is not null))`;

const NEEDS_PROOF = 'It is sent after the next sign-in with a code, which proves the contact email';

const reasonOrProof = sql<string | null>`case when ${reportDeliveries.state} = 'pending' and ${waitsForProof}
  then ${NEEDS_PROOF} else ${reportDeliveries.reason} end`;

/** @param needsProof whether only the contact gets mail before that */
const historyRow = (needsProof: boolean) => ({
  ...inHistory,
  reason: needsProof ? reasonOrProof : reportDeliveries.reason,
});

/** A cancelled row without a reason only records that nothing was to be sent; the history leaves it out. */
const historyOf = (holderId: string) =>
  and(
    eq(reportDeliveries.beaHolderId, holderId),
    sql`(${reportDeliveries.state} <> 'cancelled' or ${reportDeliveries.reason} is not null)`,
  );

export async function listDeliveries(
  db: DbOrTx,
  holderId: string,
  { page, limit, needsProof }: ListDeliveriesQuery & { needsProof: boolean },
) {
  const deliveries = await db
    .select(historyRow(needsProof))
    .from(reportDeliveries)
    .where(historyOf(holderId))
    .orderBy(desc(reportDeliveries.createdAt), desc(reportDeliveries.id))
    .limit(limit)
    .offset((page - 1) * limit);
  return { deliveries, total: await db.$count(reportDeliveries, historyOf(holderId)) };
}

export async function findDelivery(db: DbOrTx, holderId: string, id: string, needsProof = false) {
  const [delivery] = await db
    .select(historyRow(needsProof))
    .from(reportDeliveries)
    .where(and(historyOf(holderId), eq(reportDeliveries.id, id)));
  return delivery;
}

export type NewDelivery = Pick<DeliveryRow, 'beaHolderId' | 'kind' | 'period' | 'recipient'> &
  Partial<Pick<DeliveryRow, 'repeat' | 'state' | 'notice' | 'nextAttemptAt'>>;

/** Why no mail of a demo is sent, which no process then claims (docs/product/demo.md#what-is-switched-off). */
const OF_DEMO = { state: 'cancelled', reason: 'A demo sends no emails' } as const;

async function listDemosAmong(db: DbOrTx, holderIds: string[]): Promise<Set<string>> {
  const rows = await db
    .select({ id: beaHolders.id })
    .from(beaHolders)
    .where(and(isAnyOf(beaHolders.id, [...new Set(holderIds)]), isNotNull(beaHolders.demoUntil)));
  return new Set(rows.map(({ id }) => id));
}

/**
 * Stores pending mails, due at once unless they say when, and those of demos cancelled, with Message-IDs made of their ids; existing rows
 * are left as they are.
 * @returns the ids of the new rows
 */
export async function insertDeliveries(
  db: DbOrTx,
  deliveries: NewDelivery[],
  messageId: (id: string) => string,
  now: Date,
): Promise<string[]> {
  if (deliveries.length === 0) return [];
  const demos = await listDemosAmong(
    db,
    deliveries.map(({ beaHolderId }) => beaHolderId),
  );
  const rows = deliveries.map((delivery) => {
    const id = randomUUID();
    const cancelled = demos.has(delivery.beaHolderId) ? OF_DEMO : {};
    return { nextAttemptAt: now, ...delivery, ...cancelled, id, messageId: messageId(id), createdAt: now };
  });
  const { id } = reportDeliveries;
  const inserted = await db.insert(reportDeliveries).values(rows).onConflictDoNothing().returning({ id });
  return inserted.map(({ id }) => id);
}

/** Serialises transactions that count or repeat the holder's deliveries. */
export async function lockDeliveriesOf(tx: Tx, holderId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`deliveries ${holderId}`}, 0))`);
}

/** How many mails of a kind people requested within the last hour, and when the first was; repetitions count with the tests. */
export async function countAskedFor(
  { db, holderId, now }: Call<DbOrTx>,
  kind: 'test' | 'welcome' | 'new-device',
) {
  const { beaHolderId, createdAt, repeat } = reportDeliveries;
  const isOfKind = or(eq(reportDeliveries.kind, kind), kind === 'test' ? gt(repeat, 0) : undefined);
  const isRecent = gte(createdAt, new Date(now.getTime() - HOUR_MS));
  const rows = await db
    .select({ count: count(), first: min(createdAt) })
    .from(reportDeliveries)
    .where(and(eq(beaHolderId, holderId), isRecent, isOfKind));
  return onlyRow(rows);
}

export async function nextRepeat(db: DbOrTx, delivery: NewDelivery): Promise<number> {
  const { beaHolderId, kind, period, recipient, repeat } = reportDeliveries;
  const isAddressed = and(eq(beaHolderId, delivery.beaHolderId), eq(recipient, delivery.recipient));
  const rows = await db
    .select({ last: max(repeat) })
    .from(reportDeliveries)
    .where(and(isAddressed, eq(kind, delivery.kind), eq(period, delivery.period)));
  return (onlyRow(rows).last ?? -1) + 1;
}
