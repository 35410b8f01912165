import { nextSends, type PlannedSend, parsePeriod } from '@shared/deliveries/deliveries';
import { addDays, annualDueDay, brisbaneInstant, quarterDueDay } from '@shared/periods';
import type { ReportKind } from '@shared/reports/lodgements';
import type { AppDeps } from '../../../lib/deps';
import type { Mail } from '../../../lib/mail/mailer';
import { findHolder } from '../../holders/holders.repository';
import { findDocumentLogo } from '../../pictures/pictures.service';
import {
  type DeliveryRow,
  findDeliveryPreferences,
  findRecipient,
  findWhoAdded,
  isLodged,
} from '../deliveries.repository';
import { type Subscription, unsubscribeUrl } from '../unsubscribe/unsubscribe-link';
import { LOGO_CID, renderMailHtml } from './mail.html';
import { renderMailText } from './mail.text';
import { buildMail, type MailFacts } from './mail.view-model';
import { makeReportFiles, type ReportFiles } from './report-files.service';

type Deps = Pick<AppDeps, 'db' | 'storage' | 'config' | 'log'>;

/** Why a mail is not sent after all. */
export type Cancelled = { cancelled: string };

/** What reading the addressee of a mail adds to it. */
type Addressee = {
  subscription: Subscription;
  addedBy: MailFacts['addedBy'];
  /** The reports the addressee is to expect. */
  reports: ReportKind[];
  documents: 'none' | 'report' | 'detailed';
};

const REPORTS: ReportKind[] = ['quarterly', 'annual'];

/**
 * Makes the mail of a delivery from what is stored now. Things may have changed since it was planned: then it says why
 * nobody wants it any more.
 */
export async function composeMail(deps: Deps, delivery: DeliveryRow, now: Date): Promise<Mail | Cancelled> {
  const { db, config } = deps;
  const holder = await findHolder(db, delivery.beaHolderId);
  if (!holder?.isActive) return { cancelled: 'The account is inactive' };
  const addressee = await readAddressee(deps, delivery, holder.contactEmail, now);
  if ('cancelled' in addressee) return addressee;

  const { figures, nilStatement, attachments } = await readFiles(deps, delivery, addressee.documents, now);
  const link = unsubscribeUrl(config, addressee.subscription);
  const content = buildMail({
    kind: delivery.kind,
    period: delivery.period,
    recipient: delivery.recipient,
    holder,
    figures,
    nilStatement,
    attachmentNames: attachments.map(({ fileName }) => fileName),
    addedBy: addressee.addedBy,
    upcoming: upcoming(addressee.reports, now),
    publicUrl: config.publicUrl,
    unsubscribeUrl: link,
    now,
  });
  const logo = await readLogo(deps, holder);
  return {
    to: delivery.recipient,
    replyTo: { name: holder.companyName, address: holder.contactEmail },
    subject: content.subject,
    text: renderMailText(content),
    html: renderMailHtml(content, logo !== undefined),
    images: logo && [{ cid: LOGO_CID, png: logo }],
    attachments,
    messageId: delivery.messageId,
    date: now,
    unsubscribeUrl: link,
  };
}

/** A report is worth more than its logo: without the store it goes out without. */
function readLogo({ storage, log }: Deps, holder: { id: string; logoUrl: string | null }) {
  return findDocumentLogo(storage, holder).catch((error) => {
    log.error({ err: error, holder: holder.id }, 'a logo could not be read for a mail');
    return undefined;
  });
}

function readAddressee(deps: Deps, delivery: DeliveryRow, contactEmail: string, now: Date) {
  switch (delivery.kind) {
    case 'quarterly':
    case 'annual':
      return readReportRecipient(deps, delivery, delivery.kind);
    case 'welcome':
      return readNewRecipient(deps, delivery);
    case 'quarterly-reminder':
    case 'annual-reminder':
      return readContact(deps, delivery, contactEmail, now);
    case 'test':
      return {
        subscription: { scope: 'reminders', id: delivery.beaHolderId },
        addedBy: null,
        reports: REPORTS,
        documents: 'none',
      } as const;
  }
}

const removed: Cancelled = { cancelled: 'The recipient was removed' };

async function readReportRecipient(
  { db }: Deps,
  { beaHolderId, recipient: email, repeat }: DeliveryRow,
  report: ReportKind,
): Promise<Addressee | Cancelled> {
  const recipient = await findRecipient(db, beaHolderId, email);
  if (!recipient) return removed;
  const { sendQuarterly, sendAnnual, detailedBreakdown } = await findDeliveryPreferences(db, beaHolderId);
  const [ticked, switchedOn] =
    report === 'quarterly'
      ? [recipient.quarterlyReports, sendQuarterly]
      : [recipient.annualReports, sendAnnual];
  if (!recipient.isActive || !ticked)
    return { cancelled: `The recipient no longer gets the ${report} report` };
  // "Send again" is a person's wish and needs no automatic sending
  if (!switchedOn && repeat === 0) return { cancelled: `Sending the ${report} report was switched off` };
  return {
    subscription: { scope: report, id: recipient.id },
    addedBy: null,
    reports: [report],
    documents: detailedBreakdown || recipient.detailedBreakdown ? 'detailed' : 'report',
  };
}

async function readNewRecipient(
  { db }: Deps,
  { beaHolderId, recipient: email }: DeliveryRow,
): Promise<Addressee | Cancelled> {
  const recipient = await findRecipient(db, beaHolderId, email);
  if (!recipient) return removed;
  const user = await findWhoAdded(db, beaHolderId, recipient.id);
  const name = [user?.firstName, user?.lastName].filter(Boolean).join(' ');
  return {
    subscription: { scope: 'reports', id: recipient.id },
    addedBy: user ? { name: name || user.email, email: user.email } : null,
    reports: REPORTS.filter((report) =>
      report === 'quarterly' ? recipient.quarterlyReports : recipient.annualReports,
    ),
    documents: 'none',
  };
}

async function readContact(
  { db }: Deps,
  { beaHolderId, period: key, recipient }: DeliveryRow,
  contactEmail: string,
  now: Date,
): Promise<Addressee | Cancelled> {
  const { sendReminders } = await findDeliveryPreferences(db, beaHolderId);
  if (!sendReminders) return { cancelled: 'Reminders were switched off' };
  if (recipient !== contactEmail.toLowerCase()) return { cancelled: 'The contact e-mail was changed' };
  if (await isLodged(db, beaHolderId, key)) return { cancelled: 'The report is marked as lodged' };
  if (now >= endOfDueDay(key)) return { cancelled: 'The due date has passed' };
  return {
    subscription: { scope: 'reminders', id: beaHolderId },
    addedBy: null,
    reports: [],
    documents: 'none',
  };
}

function endOfDueDay(key: string): Date {
  const period = parsePeriod(key);
  if (!period) throw new RangeError(`No period: ${key}`);
  const dueDay =
    period.report === 'annual' ? annualDueDay(period.financialYear) : quarterDueDay(period.quarter);
  return brisbaneInstant(addDays(dueDay, 1));
}

async function readFiles(
  deps: Deps,
  { beaHolderId, period: key }: DeliveryRow,
  documents: Addressee['documents'],
  now: Date,
): Promise<ReportFiles> {
  const period = parsePeriod(key);
  if (!period) return { figures: [], nilStatement: null, attachments: [] };
  return makeReportFiles(deps, beaHolderId, period, { documents, now });
}

function upcoming(reports: ReportKind[], now: Date): MailFacts['upcoming'] {
  const isReport = (send: PlannedSend): send is PlannedSend & { kind: ReportKind } =>
    reports.some((report) => report === send.kind);
  return nextSends(now)
    .filter(isReport)
    .map(({ kind, period, from }) => ({ kind, period, at: from }));
}
