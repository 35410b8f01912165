import type { DAY_REMINDERS, DayReminderKind } from '@shared/deliveries/day-reminders';
import { NOTICE_KINDS, type PlannedSend, SCHEDULED_KINDS } from '@shared/deliveries/deliveries';
import { REPORT_BOXES, REPORT_SWITCHES } from '@shared/deliveries/recipients';
import { DAY_MS, HOUR_MS } from '@shared/durations';
import { beaHolders } from '@shared/tables/holders';
import { emailSettings, lodgements, reportDeliveries, reportPreferences } from '@shared/tables/reports';
import {
  and,
  asc,
  count,
  eq,
  gt,
  gte,
  inArray,
  isNull,
  lt,
  lte,
  min,
  not,
  notExists,
  or,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm';
import { type Db, type DbOrTx, isAnyOf, onlyRow } from '../../../lib/database/db';
import { type DeliveryRow, isToOthers, waitsForProof } from '../deliveries.repository';
import { isNotHeld, isUnclaimed } from '../held.repository';

export type Candidate = { beaHolderId: string; recipient: string; wanted: boolean };

const orDefault = (preference: SQLWrapper) => sql<boolean>`coalesce(${preference}, true)`;

const reported = ({ period }: PlannedSend) =>
  and(eq(beaHolders.isActive, true), lt(beaHolders.createdAt, period.range.to));

/**
 * The recipients who have a mail of it. It is a named query, as all that `notExists` asks here: a cluster runs it first and joins its
 * rows, where it refuses to join the tables (docs/scaling.md).
 */
const storedMails = (db: DbOrTx, { kind, period }: PlannedSend) =>
  db.$with('stored_mails').as(
    db
      .select({ holderId: reportDeliveries.beaHolderId, recipient: reportDeliveries.recipient })
      .from(reportDeliveries)
      .where(and(eq(reportDeliveries.kind, kind), eq(reportDeliveries.period, period.key))),
  );

const hasNone = (db: DbOrTx, stored: ReturnType<typeof storedMails>, recipient?: SQL) =>
  notExists(
    db
      .select({ one: sql`1` })
      .from(stored)
      .where(and(eq(stored.holderId, beaHolders.id), recipient && eq(stored.recipient, recipient))),
  );

/** Recipients who were added before the report's send time, and who have no row for it yet. */
export async function listReportCandidates(db: DbOrTx, send: PlannedSend): Promise<Candidate[]> {
  const { kind } = send.period;
  const recipient = sql<string>`lower(${emailSettings.email})`;
  const stored = storedMails(db, send);
  return db
    .with(stored)
    .select({
      beaHolderId: beaHolders.id,
      recipient,
      wanted: sql<boolean>`${orDefault(reportPreferences[REPORT_SWITCHES[kind]])} and ${emailSettings[REPORT_BOXES[kind]]} and ${emailSettings.isActive}`,
    })
    .from(emailSettings)
    .innerJoin(beaHolders, eq(beaHolders.id, emailSettings.beaHolderId))
    .leftJoin(reportPreferences, eq(reportPreferences.beaHolderId, emailSettings.beaHolderId))
    .where(and(reported(send), lte(emailSettings.createdAt, send.from), hasNone(db, stored, recipient)));
}

/** Holders whose period is not lodged and who have no reminder of it yet, whatever address that went to. */
export async function listReminderCandidates(db: DbOrTx, send: PlannedSend): Promise<Candidate[]> {
  const lodged = db.$with('lodged').as(
    db
      .select({ holderId: lodgements.beaHolderId })
      .from(lodgements)
      .where(and(eq(lodgements.period, send.period.key), isNull(lodgements.withdrawnAt))),
  );
  const stored = storedMails(db, send);
  return db
    .with(stored, lodged)
    .select({
      beaHolderId: beaHolders.id,
      recipient: sql<string>`lower(${beaHolders.contactEmail})`,
      wanted: orDefault(reportPreferences.sendReminders),
    })
    .from(beaHolders)
    .leftJoin(reportPreferences, eq(reportPreferences.beaHolderId, beaHolders.id))
    .where(
      and(
        reported(send),
        notExists(db.select({ one: sql`1` }).from(lodged).where(eq(lodged.holderId, beaHolders.id))),
        hasNone(db, stored),
      ),
    );
}

/** The contacts of active holders, as candidates for what the preference switches. */
export const listContactCandidates = (
  db: DbOrTx,
  holderIds: string[],
  preference: (typeof DAY_REMINDERS)[DayReminderKind]['preference'],
): Promise<Candidate[]> =>
  db
    .select({
      beaHolderId: beaHolders.id,
      recipient: sql<string>`lower(${beaHolders.contactEmail})`,
      wanted: orDefault(reportPreferences[preference]),
    })
    .from(beaHolders)
    .leftJoin(reportPreferences, eq(reportPreferences.beaHolderId, beaHolders.id))
    .where(and(eq(beaHolders.isActive, true), isAnyOf(beaHolders.id, holderIds)));

/** The days that the ledger has a reminder of, with their holders. */
export function listDayReminders(
  db: DbOrTx,
  kind: DayReminderKind,
  { from, to }: { from: string; to: string },
) {
  const { beaHolderId, period } = reportDeliveries;
  return db
    .select({ beaHolderId, period })
    .from(reportDeliveries)
    .where(and(eq(reportDeliveries.kind, kind), gte(period, from), lte(period, to)));
}

type ClaimOptions = {
  now: Date;
  leaseUntil: Date;
  /** Mails tried within an hour, of all holders, and within a day, of one holder to others than its contact. */
  budgets: { mailPerHour: number; mailPerHolderADay: number };
  /** Whether no one but the contact gets mail before a code has proved the contact email. */
  needsProof: boolean;
  /** The mail to claim, due or not; without it one that is due is claimed. */
  id?: string | undefined;
};

const isProved = (needsProof: boolean) => (needsProof ? not(waitsForProof) : undefined);

type Asked = Pick<ClaimOptions, 'now' | 'needsProof'>;

const isClaimable = (db: DbOrTx, { now, needsProof }: Asked) =>
  and(isProved(needsProof), isUnclaimed(now), isNotHeld(db));

const isDue = (db: DbOrTx, asked: Asked) =>
  and(isClaimable(db, asked), lte(reportDeliveries.nextAttemptAt, asked.now));

/** Sent by the schedule, or a notice, which must not wait for what people asked for. */
const isOwed = and(
  inArray(reportDeliveries.kind, [...SCHEDULED_KINDS, ...NOTICE_KINDS]),
  eq(reportDeliveries.repeat, 0),
);

/**
 * Claims one mail within the budgets until the lease expires (docs/decisions/0006-mail-ledger.md). Notices and scheduled mails come
 * first, then the holder with the fewest mails of the last hour (docs/product/settings.md#mail-budgets).
 */
export function claimDelivery(db: Db, { leaseUntil, budgets, id, ...asked }: ClaimOptions) {
  const { now } = asked;
  const { beaHolderId, triedAt, nextAttemptAt, attempts } = reportDeliveries;
  const lastHour = gt(triedAt, new Date(now.getTime() - HOUR_MS));
  return db.transaction(async (tx) => {
    // one at a time, so that no two claims take the last of a budget
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('mail budgets', 0))`);
    const tried = tx.$with('tried').as(
      tx
        .select({
          holderId: beaHolderId,
          hour: sql<number>`count(*) filter (where ${lastHour})`.as('hour'),
          asked: sql<number>`count(*) filter (where ${lastHour} and not (${isOwed}))`.as('asked'),
          toOthers: sql<number>`count(*) filter (where ${isToOthers})`.as('to_others'),
        })
        .from(reportDeliveries)
        .where(gt(triedAt, new Date(now.getTime() - DAY_MS)))
        .groupBy(beaHolderId),
    );
    const total = (column: SQLWrapper) => sql`(select coalesce(sum(${column}), 0) from ${tried})`;
    const own = (column: SQLWrapper) => sql`coalesce(${column}, 0)`;
    const [due] = await tx
      .with(tried)
      .select({ id: reportDeliveries.id })
      .from(reportDeliveries)
      .leftJoin(tried, eq(tried.holderId, beaHolderId))
      .where(
        and(
          id ? and(eq(reportDeliveries.id, id), isClaimable(tx, asked)) : isDue(tx, asked),
          lt(total(tried.hour), budgets.mailPerHour),
          or(isOwed, lt(total(tried.asked), Math.ceil(budgets.mailPerHour / 2))),
          or(not(isToOthers), lt(own(tried.toOthers), budgets.mailPerHolderADay)),
        ),
      )
      .orderBy(sql`${isOwed} desc`, own(tried.hour), asc(nextAttemptAt), asc(reportDeliveries.id))
      .limit(1)
      .for('update', { of: reportDeliveries, skipLocked: true });
    if (!due) return undefined;
    const [claimed] = await tx
      .update(reportDeliveries)
      .set({ state: 'sending', leaseUntil, triedAt: now, attempts: sql`${attempts} + 1` })
      .where(eq(reportDeliveries.id, due.id))
      .returning();
    return claimed;
  });
}

export const countDue = (db: DbOrTx, asked: Asked) => db.$count(reportDeliveries, isDue(db, asked));

/** How many mails wait and since when, and how many were given up within a day. */
export async function describeLedger(db: DbOrTx, { now, needsProof }: Asked) {
  const waits = await db
    .select({ waiting: count(), since: min(reportDeliveries.createdAt) })
    .from(reportDeliveries)
    .where(and(isProved(needsProof), inArray(reportDeliveries.state, ['pending', 'sending'])));
  const lastDay = gt(reportDeliveries.triedAt, new Date(now.getTime() - DAY_MS));
  const failed = await db.$count(reportDeliveries, and(eq(reportDeliveries.state, 'failed'), lastDay));
  return { ...onlyRow(waits), failed };
}

export type SendingOutcome = Partial<Pick<DeliveryRow, 'nextAttemptAt' | 'sentAt'>> &
  Pick<DeliveryRow, 'reason'> & { state: Exclude<DeliveryRow['state'], 'sending'> };

/** Extends a claim's lease, or stores its outcome and ends it; answers false when another process has claimed the mail meanwhile. */
export async function updateClaimed(
  db: DbOrTx,
  { id, attempts }: DeliveryRow,
  changes: { leaseUntil: Date } | (SendingOutcome & { leaseUntil: null }),
): Promise<boolean> {
  const { state } = reportDeliveries;
  const isClaim = and(
    eq(reportDeliveries.id, id),
    eq(state, 'sending'),
    eq(reportDeliveries.attempts, attempts),
  );
  return (await db.update(reportDeliveries).set(changes).where(isClaim)).rowCount === 1;
}
