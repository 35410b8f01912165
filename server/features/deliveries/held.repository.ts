import { type DeliveryKind, SCHEDULED_KINDS } from '@shared/deliveries/deliveries';
import { mailHold } from '@shared/tables/holders';
import { reportDeliveries } from '@shared/tables/reports';
import { and, asc, count, eq, inArray, isNull, lte, min, notExists, or, sql } from 'drizzle-orm';
import type { DbOrTx } from '../../lib/database/db';
import { waitsForProof } from './deliveries.repository';

/** Since when mails are held; undefined while they are sent. */
export async function findHold(db: DbOrTx): Promise<Date | undefined> {
  const [hold] = await db.select({ since: mailHold.since }).from(mailHold);
  return hold?.since;
}

/** True of every row while no mails are held. */
export const isNotHeld = (db: DbOrTx) => notExists(db.select({ one: sql`1` }).from(mailHold));

/** Leaves a hold that is there as it is. */
export async function insertHold(db: DbOrTx, since: Date): Promise<void> {
  await db.insert(mailHold).values({ since }).onConflictDoNothing();
}

export async function removeHold(db: DbOrTx): Promise<void> {
  await db.delete(mailHold);
}

/** Not sent yet, and not being sent by another process. */
export const isUnclaimed = (now: Date) =>
  and(
    inArray(reportDeliveries.state, ['pending', 'sending']),
    or(isNull(reportDeliveries.leaseUntil), lte(reportDeliveries.leaseUntil, now)),
  );

export const countWaiting = (db: DbOrTx, now: Date) => db.$count(reportDeliveries, isUnclaimed(now));

export type WaitingMails = {
  kind: DeliveryKind;
  /** Empty for mails that are no schedule's. */
  period: string;
  repeat: number;
  /** Whether they are not sent before the contact email is proved. */
  unproved: boolean;
  mails: number;
  since: Date | null;
};

/** Counts the mails of all holders that wait, by what they are; the one that waits longest first. */
export function listWaiting(
  db: DbOrTx,
  { now, needsProof }: { now: Date; needsProof: boolean },
): Promise<WaitingMails[]> {
  const { kind, createdAt } = reportDeliveries;
  const period = sql<string>`case when ${inArray(kind, [...SCHEDULED_KINDS])} then ${reportDeliveries.period} else '' end`;
  const repeat = sql<number>`least(${reportDeliveries.repeat}, 1)`;
  const unproved = needsProof ? waitsForProof : sql<boolean>`false`;
  return db
    .select({ kind, period, repeat, unproved, mails: count(), since: min(createdAt) })
    .from(reportDeliveries)
    .where(isUnclaimed(now))
    .groupBy(sql`1, 2, 3, 4`)
    .orderBy(asc(min(createdAt)), sql`1, 2, 3, 4`);
}

/** Cancels what waits, of one kind and period if they are given. @returns how many mails */
export async function cancelWaiting(
  db: DbOrTx,
  { now, kind, period }: { now: Date; kind?: DeliveryKind | undefined; period?: string | undefined },
): Promise<number> {
  const { rowCount } = await db
    .update(reportDeliveries)
    .set({ state: 'cancelled', reason: 'The operator of Trip Log did not send it', leaseUntil: null })
    .where(
      and(
        isUnclaimed(now),
        kind && eq(reportDeliveries.kind, kind),
        period === undefined ? undefined : eq(reportDeliveries.period, period),
      ),
    );
  return rowCount ?? 0;
}
