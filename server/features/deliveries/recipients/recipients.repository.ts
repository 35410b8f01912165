import {
  type CreateRecipient,
  DEFAULT_EXPIRY_REMINDERS,
  DEFAULT_REPORT_PREFERENCES,
  REPORT_BOXES,
  type UpdateRecipient,
} from '@shared/deliveries/recipients';
import type { ReportKind } from '@shared/reports/report-periods';
import { auditEvents, beaHolders, users } from '@shared/tables/holders';
import { emailSettings, reportPreferences } from '@shared/tables/reports';
import { and, asc, eq, getTableColumns, gt, sql } from 'drizzle-orm';
import type { Call } from '../../../lib/call';
import { type DbOrTx, onlyRow, type Tx } from '../../../lib/database/db';
import { isUser, userNameSql } from '../../holders/holders.repository';

const own = (holderId: string, id: string) =>
  and(eq(emailSettings.beaHolderId, holderId), eq(emailSettings.id, id));

const withAddress = (holderId: string, email: string) =>
  and(eq(emailSettings.beaHolderId, holderId), eq(sql`lower(${emailSettings.email})`, email.toLowerCase()));

export const listRecipients = (db: DbOrTx, holderId: string) =>
  db
    .select()
    .from(emailSettings)
    .where(eq(emailSettings.beaHolderId, holderId))
    .orderBy(asc(sql`lower(${emailSettings.email})`), asc(emailSettings.id));

export const countRecipients = (db: DbOrTx, holderId: string): Promise<number> =>
  db.$count(emailSettings, eq(emailSettings.beaHolderId, holderId));

export async function listRecipientsOf(db: DbOrTx, holderId: string, report: ReportKind): Promise<string[]> {
  const box = emailSettings[REPORT_BOXES[report]];
  const rows = await db
    .select({ email: emailSettings.email })
    .from(emailSettings)
    .where(and(eq(emailSettings.beaHolderId, holderId), eq(emailSettings.isActive, true), eq(box, true)))
    .orderBy(asc(emailSettings.email));
  return rows.map(({ email }) => email);
}

export async function findRecipient(db: DbOrTx, holderId: string, email: string) {
  const [recipient] = await db.select().from(emailSettings).where(withAddress(holderId, email));
  return recipient;
}

/** Finds the person who added a recipient in the audit trail; null if it does not say. */
export async function findWhoAdded(db: DbOrTx, holderId: string, recipientId: string) {
  const { beaHolderId, entity, entityId, action } = auditEvents;
  const isRecipient = and(eq(beaHolderId, holderId), eq(entity, 'recipient'), eq(entityId, recipientId));
  const [user] = await db
    .select({ name: sql<string>`${userNameSql}`, email: users.email })
    .from(auditEvents)
    .innerJoin(users, isUser(auditEvents))
    .where(and(isRecipient, eq(action, 'created')));
  return user ?? null;
}

/** A recipient and its holder, by the recipient's id alone: an unsubscribe link names no holder. */
export async function findSubscriber(db: DbOrTx, recipientId: string) {
  const { email, quarterlyReports, annualReports } = emailSettings;
  const { id: holderId, companyName } = beaHolders;
  const [subscriber] = await db
    .select({ holderId, companyName, email, quarterlyReports, annualReports })
    .from(emailSettings)
    .innerJoin(beaHolders, eq(beaHolders.id, emailSettings.beaHolderId))
    .where(eq(emailSettings.id, recipientId));
  return subscriber;
}

export async function lockRecipient(tx: Tx, holderId: string, id: string) {
  const [recipient] = await tx.select().from(emailSettings).where(own(holderId, id)).for('update');
  return recipient;
}

/** Stores a deleted recipient again. @returns undefined where it is stored already */
export async function reinsertRecipient(
  { db, holderId }: Call<DbOrTx>,
  recipient: CreateRecipient & { id: string; createdAt: Date },
) {
  const [stored] = await db
    .insert(emailSettings)
    .values({ ...recipient, beaHolderId: holderId })
    .onConflictDoNothing({ target: [emailSettings.beaHolderId, emailSettings.id] })
    .returning();
  return stored;
}

export async function insertRecipient({ db, holderId, now }: Call<DbOrTx>, input: CreateRecipient) {
  const rows = await db
    .insert(emailSettings)
    .values({ ...input, beaHolderId: holderId, createdAt: now })
    .returning();
  return onlyRow(rows);
}

export const updateRecipient = async (db: DbOrTx, holderId: string, id: string, changes: UpdateRecipient) =>
  onlyRow(await db.update(emailSettings).set(changes).where(own(holderId, id)).returning());

/** Counts a hard bounce of a recipient, or resets the count after a mail was accepted. */
export async function updateBounces(
  db: DbOrTx,
  holderId: string,
  email: string,
  outcome: 'bounced' | 'accepted',
): Promise<void> {
  const hasBounced = outcome === 'accepted' ? gt(emailSettings.bounces, 0) : undefined;
  await db
    .update(emailSettings)
    .set({ bounces: outcome === 'bounced' ? sql`${emailSettings.bounces} + 1` : 0 })
    .where(and(withAddress(holderId, email), hasBounced));
}

export async function removeRecipient(db: DbOrTx, holderId: string, id: string): Promise<void> {
  await db.delete(emailSettings).where(own(holderId, id));
}

const { beaHolderId: _h, updatedAt: _u, ...preferenceColumns } = getTableColumns(reportPreferences);

const DEFAULTS = { ...DEFAULT_REPORT_PREFERENCES, sendReminders: true, ...DEFAULT_EXPIRY_REMINDERS };
export type Preferences = typeof DEFAULTS;

/** The holder's preferences; the defaults for one who never saved any. */
export async function findPreferences(db: DbOrTx, holderId: string): Promise<Preferences> {
  const isTheirs = eq(reportPreferences.beaHolderId, holderId);
  const [saved] = await db.select(preferenceColumns).from(reportPreferences).where(isTheirs);
  return saved ?? DEFAULTS;
}

export async function upsertPreferences({ db, holderId, now }: Call<DbOrTx>, changes: Partial<Preferences>) {
  const values = { ...changes, updatedAt: now };
  const rows = await db
    .insert(reportPreferences)
    .values({ ...values, beaHolderId: holderId })
    .onConflictDoUpdate({ target: reportPreferences.beaHolderId, set: values })
    .returning(preferenceColumns);
  return onlyRow(rows);
}
