import type { PlannedSend } from '@shared/deliveries/deliveries';
import { REPORT_SWITCHES } from '@shared/deliveries/preferences';
import { REPORT_BOXES } from '@shared/deliveries/recipients';
import { emailSettings, reportDeliveries, reportPreferences } from '@shared/tables/deliveries';
import { beaHolders } from '@shared/tables/holders';
import { lodgements } from '@shared/tables/lodgements';
import {
  and,
  asc,
  eq,
  inArray,
  isNull,
  lt,
  lte,
  notExists,
  or,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm';
import type { DbOrTx } from '../../../lib/database/db';
import type { DeliveryRow } from '../deliveries.repository';

/** A mail that the schedule plans, and whether holder and recipient want it. */
export type Candidate = { holderId: string; recipient: string; wanted: boolean };

const orDefault = (preference: SQLWrapper) => sql<boolean>`coalesce(${preference}, true)`;

/** The active holders who had registered when the period ended. */
const reported = ({ period }: PlannedSend) =>
  and(eq(beaHolders.isActive, true), lt(beaHolders.createdAt, period.range.to));

function noDeliveryYet(db: DbOrTx, { kind, period }: PlannedSend, recipient?: SQL) {
  return notExists(
    db
      .select({ one: sql`1` })
      .from(reportDeliveries)
      .where(
        and(
          eq(reportDeliveries.beaHolderId, beaHolders.id),
          eq(reportDeliveries.kind, kind),
          eq(reportDeliveries.period, period.key),
          recipient && eq(reportDeliveries.recipient, recipient),
        ),
      ),
  );
}

/** Recipients who were added before the report's send time, and who have no row for it yet. */
export async function listReportCandidates(db: DbOrTx, send: PlannedSend): Promise<Candidate[]> {
  const { kind } = send.period;
  const recipient = sql<string>`lower(${emailSettings.email})`;
  return db
    .select({
      holderId: beaHolders.id,
      recipient,
      wanted: sql<boolean>`${orDefault(reportPreferences[REPORT_SWITCHES[kind]])} and ${emailSettings[REPORT_BOXES[kind]]} and ${emailSettings.isActive}`,
    })
    .from(emailSettings)
    .innerJoin(beaHolders, eq(beaHolders.id, emailSettings.beaHolderId))
    .leftJoin(reportPreferences, eq(reportPreferences.beaHolderId, beaHolders.id))
    .where(and(reported(send), lte(emailSettings.createdAt, send.from), noDeliveryYet(db, send, recipient)));
}

/** Holders whose period is not lodged and who have no reminder of it yet, whatever address that went to. */
export async function listReminderCandidates(db: DbOrTx, send: PlannedSend): Promise<Candidate[]> {
  const lodged = db
    .select({ one: sql`1` })
    .from(lodgements)
    .where(
      and(
        eq(lodgements.beaHolderId, beaHolders.id),
        eq(lodgements.period, send.period.key),
        isNull(lodgements.withdrawnAt),
      ),
    );
  return db
    .select({
      holderId: beaHolders.id,
      recipient: sql<string>`lower(${beaHolders.contactEmail})`,
      wanted: orDefault(reportPreferences.sendReminders),
    })
    .from(beaHolders)
    .leftJoin(reportPreferences, eq(reportPreferences.beaHolderId, beaHolders.id))
    .where(and(reported(send), notExists(lodged), noDeliveryYet(db, send)));
}

/**
 * Claims one due mail, so that no other process has it until the lease expires. A mail whose process died is due again when its
 * lease has expired (docs/decisions/0006-mail-ledger.md).
 * @param id claims that mail only
 */
export async function claimDelivery(
  db: DbOrTx,
  now: Date,
  leaseUntil: Date,
  id?: string,
): Promise<DeliveryRow | undefined> {
  const due = db
    .select({ id: reportDeliveries.id })
    .from(reportDeliveries)
    .where(
      and(
        inArray(reportDeliveries.state, ['pending', 'sending']),
        lte(reportDeliveries.nextAttemptAt, now),
        or(isNull(reportDeliveries.leaseUntil), lte(reportDeliveries.leaseUntil, now)),
        id ? eq(reportDeliveries.id, id) : undefined,
      ),
    )
    .orderBy(asc(reportDeliveries.nextAttemptAt), asc(reportDeliveries.id))
    .limit(1)
    .for('update', { skipLocked: true });
  const [claimed] = await db
    .update(reportDeliveries)
    .set({ state: 'sending', leaseUntil, attempts: sql`${reportDeliveries.attempts} + 1` })
    .where(eq(reportDeliveries.id, sql`(${due})`))
    .returning();
  return claimed;
}

/** Whether this process still has the claim. */
const stillOurs = ({ id, attempts }: DeliveryRow) =>
  and(
    eq(reportDeliveries.id, id),
    eq(reportDeliveries.state, 'sending'),
    eq(reportDeliveries.attempts, attempts),
  );

/** Extends a claim's lease; answers false when another process has claimed the mail meanwhile. */
export async function renewLease(db: DbOrTx, claimed: DeliveryRow, leaseUntil: Date): Promise<boolean> {
  const { rowCount } = await db.update(reportDeliveries).set({ leaseUntil }).where(stillOurs(claimed));
  return rowCount === 1;
}

export type Outcome = Partial<Pick<DeliveryRow, 'nextAttemptAt' | 'sentAt'>> &
  Pick<DeliveryRow, 'state' | 'reason'>;

/** Stores the outcome of a claimed mail; answers false when another process has claimed it meanwhile. */
export async function settleDelivery(db: DbOrTx, claimed: DeliveryRow, outcome: Outcome): Promise<boolean> {
  const { rowCount } = await db
    .update(reportDeliveries)
    .set({ ...outcome, leaseUntil: null })
    .where(stillOurs(claimed));
  return rowCount === 1;
}
