import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import {
  DAY_REMINDERS,
  type DayReminderKind,
  isDayReminder,
  isExpiryReminder,
} from '@shared/deliveries/day-reminders';
import { isNotice, isReport, nextSends, whyTooLate } from '@shared/deliveries/deliveries';
import { REPORT_BOXES, REPORT_SWITCHES } from '@shared/deliveries/recipients';
import { brisbaneDay } from '@shared/periods';
import { type Period, parsePeriod, REPORT_KINDS, type ReportKind } from '@shared/reports/report-periods';
import type { Holder } from '@shared/tables/holders';
import { byDay, type DatedEntry } from '@shared/to-do/dated-entries';
import type { Call } from '../../../lib/call';
import { inSnapshot } from '../../../lib/database/snapshot';
import type { AppDeps } from '../../../lib/deps';
import type { Mail } from '../../../lib/mail/mailer';
import { renderMail } from '../../../lib/mail/render-mail';
import { findHolder } from '../../holders/holders.repository';
import { isLodged } from '../../lodgements/lodgements.repository';
import { findDocumentLogo } from '../../pictures/pictures.service';
import { buildPortalData, portalCsv } from '../../reports/portal/portal.view-model';
import { type Report, readReport, reportHead, reportName, reportPdf } from '../../reports/reports.service';
import { listExpiries, listOpenRequests } from '../../to-do/to-do.repository';
import { renderTripsWorkbook } from '../../trips/trip-files';
import type { DeliveryRow } from '../deliveries.repository';
import { findPreferences, findRecipient, findWhoAdded } from '../recipients/recipients.repository';
import { type Subscription, undoContactChangeUrl, unsubscribeUrl } from '../signed-links';
import { buildMail, type MailFacts } from './mail.view-model';
import { buildNotice, type NoticeMailFacts } from './notice.view-model';

type Deps = Pick<AppDeps, 'storage' | 'config' | 'keys' | 'log'>;

export type Cancelled = { cancelled: string };

type Documents = 'none' | 'report' | 'detailed';

type Addressee = {
  subscription: Subscription;
  addedBy: MailFacts['addedBy'];
  reports: readonly ReportKind[];
  documents: Documents;
  /** The entries of a day reminder. */
  entries?: DatedEntry[];
};

/** Makes the mail of a delivery from the present data, or says why it is cancelled: settings may have changed since it was planned. */
export async function composeMail(call: Call, deps: Deps, delivery: DeliveryRow): Promise<Mail | Cancelled> {
  const { db, now } = call;
  const { kind, recipient } = delivery;
  const holder = await findHolder(db, delivery.beaHolderId);
  if (holder && isNotice(kind)) return composeNotice(deps, holder, { ...delivery, kind }, now);
  if (!holder?.isActive || isNotice(kind)) return { cancelled: 'The account is inactive' };
  const tooLate = whyTooLate(delivery, now);
  if (tooLate) return { cancelled: tooLate };
  const period = parsePeriod(delivery.period);
  const addressee = await readAddressee(call, { ...delivery, kind }, period, holder.contactEmail);
  if ('cancelled' in addressee) return addressee;

  const { figures, nilStatement, attachments } = period
    ? await makeReportFiles(call, deps, period, addressee.documents)
    : { figures: [], nilStatement: null, attachments: [] };
  const link = unsubscribeUrl(deps, addressee.subscription, now);
  const content = buildMail({
    kind,
    period,
    recipient,
    holder,
    figures,
    nilStatement,
    attachmentNames: attachments.map(({ fileName }) => fileName),
    addedBy: addressee.addedBy,
    entries: addressee.entries ?? [],
    upcoming: nextSends(now).filter(({ kind }) => addressee.reports.some((report) => report === kind)),
    publicUrl: deps.config.publicUrl,
    unsubscribeUrl: link,
    now,
  });
  const logo = await readLogo(deps, holder);
  return renderMail(content, {
    to: recipient,
    replyTo: { name: holder.companyName, address: holder.contactEmail },
    logo,
    attachments,
    messageId: delivery.messageId,
    date: now,
    unsubscribeUrl: link,
  });
}

/** Makes the mail of a notice, without the logo, company name and reply address, which a thief of the account may have set. */
function composeNotice(
  deps: Pick<AppDeps, 'config' | 'keys'>,
  { id: holderId, beaNumber }: Holder,
  { kind, recipient, notice, messageId }: DeliveryRow & Pick<NoticeMailFacts, 'kind'>,
  now: Date,
): Mail {
  if (!notice) throw new RangeError(`A mail of kind ${kind} has facts`);
  const undoUrl = notice.change && undoContactChangeUrl(deps, { holderId, id: notice.change.id });
  const { publicUrl } = deps.config;
  const facts = { kind, recipient, beaNumber, notice, publicUrl, undoContactChangeUrl: undoUrl };
  return renderMail(buildNotice(facts), { to: recipient, messageId, date: now });
}

const readLogo = ({ storage, log }: Deps, holder: Holder) =>
  findDocumentLogo(storage, holder).catch((error) => {
    log.error({ err: error, holder: holder.id }, 'a logo could not be read for a mail');
    return undefined;
  });

async function readAddressee(
  call: Call,
  { kind, recipient, repeat, period: day }: DeliveryRow & Pick<MailFacts, 'kind'>,
  period: Period | null,
  contactEmail: string,
): Promise<Addressee | Cancelled> {
  if (kind === 'welcome') return readNewRecipient(call, recipient);
  if (isReport(kind)) return readReportRecipient(call, kind, recipient, repeat > 0);
  // the holder's own contact, who can stop the reminders
  const subscription = { scope: 'reminders', id: call.holderId } as const;
  const contact = { subscription, addedBy: null, documents: 'none' } as const;
  if (kind === 'test') return { ...contact, reports: REPORT_KINDS };
  const isAddressed = recipient === contactEmail.toLowerCase();
  if (isDayReminder(kind))
    return { ...contact, reports: [], ...(await readDayText(call, kind, day, isAddressed)) };
  if (!period) throw new RangeError(`A mail of kind ${kind} has a period`);
  const cancelled = await whyNotReminded(call, period, isAddressed);
  return cancelled ? { cancelled } : { ...contact, reports: [] };
}

const removed: Cancelled = { cancelled: 'The recipient was removed' };

/** @param askedFor whether a person sends it again, which the holder's switch does not prevent */
async function readReportRecipient(
  { db, holderId }: Call,
  report: ReportKind,
  email: string,
  askedFor: boolean,
): Promise<Addressee | Cancelled> {
  const recipient = await findRecipient(db, holderId, email);
  if (!recipient) return removed;
  const preferences = await findPreferences(db, holderId);
  if (!recipient.isActive || !recipient[REPORT_BOXES[report]])
    return { cancelled: `The recipient no longer gets the ${report} report` };
  if (!preferences[REPORT_SWITCHES[report]] && !askedFor)
    return { cancelled: `Sending the ${report} report was switched off` };
  return {
    subscription: { scope: report, id: recipient.id },
    addedBy: null,
    reports: [report],
    documents: preferences.detailedBreakdown || recipient.detailedBreakdown ? 'detailed' : 'report',
  };
}

async function readNewRecipient({ db, holderId }: Call, email: string): Promise<Addressee | Cancelled> {
  const recipient = await findRecipient(db, holderId, email);
  if (!recipient) return removed;
  return {
    subscription: { scope: 'reports', id: recipient.id },
    addedBy: await findWhoAdded(db, holderId, recipient.id),
    reports: REPORT_KINDS.filter((report) => recipient[REPORT_BOXES[report]]),
    documents: 'none',
  };
}

async function whyNotReminded({ db, holderId }: Call, period: Period, isAddressed: boolean) {
  const { sendReminders } = await findPreferences(db, holderId);
  if (!sendReminders) return 'Reminders were switched off';
  if (!isAddressed) return 'The contact email was changed';
  return (await isLodged(db, holderId, period)) ? 'The report is marked as lodged' : null;
}

/** Reads a day's entries, in a mail that each distance stops by itself; tells why it is cancelled if nothing is due any more. */
async function readDayText(
  { db, holderId, now }: Call,
  kind: DayReminderKind,
  day: string,
  isAddressed: boolean,
): Promise<Pick<Addressee, 'subscription' | 'entries'> | Cancelled> {
  const { about, preference } = DAY_REMINDERS[kind];
  const preferences = await findPreferences(db, holderId);
  if (!preferences[preference]) return { cancelled: 'Reminders were switched off' };
  if (!isAddressed) return { cancelled: 'The contact email was changed' };
  const list = about === 'requests' ? listOpenRequests : listExpiries;
  const entries = await list(db, { holderId, from: day, to: day, today: brisbaneDay(now) });
  if (entries.length === 0)
    return {
      cancelled: about === 'requests' ? 'No request is due on that day' : 'Nothing expires on that day',
    };
  const scope = isExpiryReminder(kind) ? kind : 'reminders';
  return { subscription: { scope, id: holderId }, entries: entries.toSorted(byDay) };
}

/** The period is read once, so that figures and documents agree. */
const makeReportFiles = (call: Call, deps: Deps, period: Period, documents: Documents) =>
  inSnapshot(call, async (within) => {
    const report = await readReport(within, period);
    const { figures, nilStatement } = reportHead(report);
    const attachments = documents === 'none' ? [] : await makeAttachments(report, deps, documents);
    return { figures, nilStatement, attachments };
  });

/** The PDF, for a year the trips by postcode as CSV, and the trip workbook where a detailed breakdown is wanted. */
async function makeAttachments(report: Report, deps: Deps, documents: Documents) {
  const { period } = report.figures;
  const name = reportName(period);
  const files = [await attach(`${name}.pdf`, 'application/pdf', await reportPdf(report, deps))];
  if (period.kind === 'annual') {
    const csv = Readable.from(portalCsv(buildPortalData(report.figures), 'postcodes'));
    files.push(await attach(`trips-by-postcode-${period.key}.csv`, 'text/csv; charset=utf-8', csv));
  }
  if (documents === 'detailed') {
    const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
    const workbook = renderTripsWorkbook(report.trips(), report.madeAt);
    files.push(await attach(`${name.replace('report', 'trips')}.xlsx`, type, workbook));
  }
  return files;
}

const attach = async (fileName: string, contentType: string, file: Readable) => ({
  fileName,
  contentType,
  content: await buffer(file),
});
