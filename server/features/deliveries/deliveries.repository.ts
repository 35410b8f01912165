import { randomUUID } from 'node:crypto';
import type { DeliveryKind, ListDeliveriesQuery } from '@shared/deliveries/deliveries';
import { DEFAULT_REPORT_PREFERENCES } from '@shared/deliveries/preferences';
import type { ReportKind } from '@shared/reports/lodgements';
import { auditEvents } from '@shared/tables/activity';
import { emailSettings, reportDeliveries, reportPreferences } from '@shared/tables/deliveries';
import { users } from '@shared/tables/holders';
import { lodgements } from '@shared/tables/lodgements';
import {
  and,
  asc,
  count,
  desc,
  eq,
  getTableColumns,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  max,
  min,
  or,
  sql,
} from 'drizzle-orm';
import { type DbOrTx, onlyRow, type Tx } from '../../lib/database/db';

export type DeliveryRow = typeof reportDeliveries.$inferSelect;

const { beaHolderId: _h, messageId: _m, leaseUntil: _l, ...inHistory } = getTableColumns(reportDeliveries);

/** A cancelled row without a reason only says that nothing was to be sent. */
const historyOf = (holderId: string) =>
  and(
    eq(reportDeliveries.beaHolderId, holderId),
    or(sql`${reportDeliveries.state} <> 'cancelled'`, isNotNull(reportDeliveries.reason)),
  );

/** The holder's deliveries, newest first. */
export async function listDeliveries(
  db: DbOrTx,
  holderId: string,
  { page, limit }: Pick<ListDeliveriesQuery, 'page' | 'limit'>,
) {
  const deliveries = await db
    .select(inHistory)
    .from(reportDeliveries)
    .where(historyOf(holderId))
    .orderBy(desc(reportDeliveries.createdAt), desc(reportDeliveries.id))
    .limit(limit)
    .offset((page - 1) * limit);
  return { deliveries, total: await db.$count(reportDeliveries, historyOf(holderId)) };
}

export async function findDelivery(db: DbOrTx, holderId: string, id: string) {
  const [delivery] = await db
    .select(inHistory)
    .from(reportDeliveries)
    .where(and(historyOf(holderId), eq(reportDeliveries.id, id)));
  return delivery;
}

export type NewDelivery = Pick<DeliveryRow, 'beaHolderId' | 'kind' | 'period' | 'recipient'> &
  Partial<Pick<DeliveryRow, 'repeat' | 'state'>>;

/**
 * Stores mails to be sent; those that are there already stay as they are.
 * @param messageId makes a Message-ID of a row's id
 * @returns the ids of the rows that are new
 */
export async function insertDeliveries(
  db: DbOrTx,
  deliveries: NewDelivery[],
  messageId: (id: string) => string,
  now: Date,
): Promise<string[]> {
  const rows = deliveries.map((delivery) => {
    const id = randomUUID();
    return { ...delivery, id, messageId: messageId(id), nextAttemptAt: now, createdAt: now };
  });
  if (rows.length === 0) return [];
  const inserted = await db
    .insert(reportDeliveries)
    .values(rows)
    .onConflictDoNothing()
    .returning({ id: reportDeliveries.id });
  return inserted.map(({ id }) => id);
}

/** Makes whoever counts or repeats the holder's deliveries wait until the transaction ends. */
export async function lockDeliveriesOf(tx: Tx, holderId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`deliveries ${holderId}`}, 0))`);
}

/** How many mails of some kinds, or repeated ones, people asked for since an instant, and when the first was. */
export async function countAskedFor(
  db: DbOrTx,
  holderId: string,
  asked: { kinds: DeliveryKind[]; orRepeated: boolean },
  since: Date,
) {
  const rows = await db
    .select({ count: count(), first: min(reportDeliveries.createdAt) })
    .from(reportDeliveries)
    .where(
      and(
        eq(reportDeliveries.beaHolderId, holderId),
        gte(reportDeliveries.createdAt, since),
        or(
          inArray(reportDeliveries.kind, asked.kinds),
          asked.orRepeated ? gt(reportDeliveries.repeat, 0) : undefined,
        ),
      ),
    );
  return onlyRow(rows);
}

/** The number of the next mail of the same kind and period to the same recipient. */
export async function nextRepeat(
  db: DbOrTx,
  {
    beaHolderId,
    kind,
    period,
    recipient,
  }: Pick<DeliveryRow, 'beaHolderId' | 'kind' | 'period' | 'recipient'>,
): Promise<number> {
  const { last } = onlyRow(
    await db
      .select({ last: max(reportDeliveries.repeat) })
      .from(reportDeliveries)
      .where(
        and(
          eq(reportDeliveries.beaHolderId, beaHolderId),
          eq(reportDeliveries.kind, kind),
          eq(reportDeliveries.period, period),
          eq(reportDeliveries.recipient, recipient),
        ),
      ),
  );
  return last === null ? 0 : last + 1;
}

const isRecipient = (holderId: string, email: string) =>
  and(eq(emailSettings.beaHolderId, holderId), eq(sql`lower(${emailSettings.email})`, email.toLowerCase()));

export async function findRecipient(db: DbOrTx, holderId: string, email: string) {
  const [recipient] = await db.select().from(emailSettings).where(isRecipient(holderId, email));
  return recipient;
}

/** The addresses that get a report as things stand. */
export async function listRecipientsOf(db: DbOrTx, holderId: string, report: ReportKind): Promise<string[]> {
  const rows = await db
    .select({ email: emailSettings.email })
    .from(emailSettings)
    .where(and(eq(emailSettings.beaHolderId, holderId), eq(emailSettings.isActive, true), ticked(report)))
    .orderBy(asc(emailSettings.email));
  return rows.map(({ email }) => email);
}

/** The recipient's box for a report. */
const ticked = (report: ReportKind) =>
  eq(report === 'quarterly' ? emailSettings.quarterlyReports : emailSettings.annualReports, true);

/** Counts a hard bounce of a recipient, or forgets them after a mail was taken. */
export async function updateBounces(
  db: DbOrTx,
  holderId: string,
  email: string,
  outcome: 'bounced' | 'taken',
): Promise<void> {
  await db
    .update(emailSettings)
    .set({ bounces: outcome === 'bounced' ? sql`${emailSettings.bounces} + 1` : 0 })
    .where(and(isRecipient(holderId, email), outcome === 'taken' ? gt(emailSettings.bounces, 0) : undefined));
}

const DEFAULTS = { ...DEFAULT_REPORT_PREFERENCES, sendReminders: true };

/** What the holder wants sent; without a row the defaults (spec §2, Settings tab). */
export async function findDeliveryPreferences(db: DbOrTx, holderId: string): Promise<typeof DEFAULTS> {
  const { sendQuarterly, sendAnnual, detailedBreakdown, sendReminders } = reportPreferences;
  const [preferences] = await db
    .select({ sendQuarterly, sendAnnual, detailedBreakdown, sendReminders })
    .from(reportPreferences)
    .where(eq(reportPreferences.beaHolderId, holderId));
  return preferences ?? DEFAULTS;
}

/** Switches the holder's reminders on or off. */
export async function updateReminders(
  db: DbOrTx,
  holderId: string,
  sendReminders: boolean,
  now: Date,
): Promise<void> {
  onlyRow(
    await db
      .insert(reportPreferences)
      .values({ beaHolderId: holderId, sendReminders, updatedAt: now })
      .onConflictDoUpdate({ target: reportPreferences.beaHolderId, set: { sendReminders, updatedAt: now } })
      .returning({ id: reportPreferences.beaHolderId }),
  );
}

/** Whether a period's report is marked as lodged. */
export async function isLodged(db: DbOrTx, holderId: string, period: string): Promise<boolean> {
  const lodged = and(
    eq(lodgements.beaHolderId, holderId),
    eq(lodgements.period, period),
    isNull(lodgements.withdrawnAt),
  );
  return (await db.$count(lodgements, lodged)) > 0;
}

/** Who put a recipient on the list, by the audit trail. */
export async function findWhoAdded(db: DbOrTx, holderId: string, recipientId: string) {
  const [user] = await db
    .select({ firstName: users.firstName, lastName: users.lastName, email: users.email })
    .from(auditEvents)
    .innerJoin(users, eq(users.id, auditEvents.userId))
    .where(
      and(
        eq(auditEvents.beaHolderId, holderId),
        eq(auditEvents.entity, 'recipient'),
        eq(auditEvents.entityId, recipientId),
        eq(auditEvents.action, 'created'),
      ),
    );
  return user;
}
