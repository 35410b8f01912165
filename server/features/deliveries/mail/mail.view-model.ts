import type { DeliveryKind } from '@shared/deliveries/deliveries';
import { parsePeriod, periodLabel } from '@shared/deliveries/deliveries';
import {
  annualDueDay,
  brisbaneDay,
  financialYearRange,
  formatDate,
  formatLongDay,
  lastDay,
  quarterDueDay,
  quarterRange,
} from '@shared/periods';

export type Figure = { label: string; value: string; unit?: string };

/** A mail with every string as it is read, so that its text and its HTML cannot disagree. */
export type MailContent = {
  subject: string;
  /** What mail programs show beside the subject. */
  preview: string;
  entityName: string;
  kicker: string;
  heading: string;
  paragraphs: string[];
  figures: Figure[];
  attachmentNames: string[];
  action: { label: string; url: string } | null;
  notice: string | null;
  /** Why the reader gets it. */
  why: string;
  unsubscribe: { label: string; url: string };
};

export type MailFacts = {
  kind: DeliveryKind;
  /** As stored: "Q3-2026" or "2025-2026"; for other mails anything. */
  period: string;
  recipient: string;
  holder: { companyName: string; holderName: string; beaNumber: string };
  figures: Figure[];
  nilStatement: string | null;
  attachmentNames: string[];
  /** Who put the recipient on the list. */
  addedBy: { name: string; email: string } | null;
  /** What comes next, for mails about no period. */
  upcoming: { kind: 'quarterly' | 'annual'; period: string; at: Date }[];
  publicUrl: string;
  unsubscribeUrl: string;
  now: Date;
};

const LODGING =
  "This is not an official form of the Department of Transport and Main Roads (TMR). It is lodged in TMR's own portal: " +
  "check it against TMR's current form before you do.";

const reportNames = { quarterly: 'quarterly report', annual: 'annual report' } as const;

/** Writes a mail of any kind. */
export function buildMail(facts: MailFacts): MailContent {
  switch (facts.kind) {
    case 'quarterly':
    case 'annual':
      return reportMail(facts, facts.kind);
    case 'quarterly-reminder':
      return reminderMail(facts, 'quarterly');
    case 'annual-reminder':
      return reminderMail(facts, 'annual');
    case 'welcome':
      return welcomeMail(facts);
    case 'test':
      return testMail(facts);
  }
}

type Report = keyof typeof reportNames;

function frame(facts: MailFacts) {
  return {
    entityName: facts.holder.companyName,
    figures: facts.figures,
    attachmentNames: facts.attachmentNames,
    action: null,
    notice: null,
  };
}

function reportMail(facts: MailFacts, report: Report): MailContent {
  const { companyName } = facts.holder;
  const title = report === 'quarterly' ? 'Quarterly Report' : 'Annual Report';
  const { label, dates, dueDay } = periodFacts(facts.period);
  return {
    ...frame(facts),
    subject: `${companyName}: ${title} ${label}`,
    preview: facts.nilStatement ?? facts.figures.map(({ label, value }) => `${label} ${value}`).join(' · '),
    kicker: title,
    heading: label,
    paragraphs: [
      `Here is the ${reportNames[report]} of ${companyName} (BEA ${facts.holder.beaNumber}) for ${dates}. It is due to TMR on ${formatLongDay(dueDay)}.`,
      ...(facts.nilStatement ? [facts.nilStatement] : []),
    ],
    notice: LODGING,
    why: `${companyName} has put ${facts.recipient} on the list of people who get its ${reportNames[report]} from Trip Log.`,
    unsubscribe: { label: `Stop the ${reportNames[report]}s to this address`, url: facts.unsubscribeUrl },
  };
}

function reminderMail(facts: MailFacts, report: Report): MailContent {
  const { companyName } = facts.holder;
  const { label, dates, dueDay } = periodFacts(facts.period);
  const due = formatLongDay(dueDay);
  return {
    ...frame(facts),
    subject: `${companyName}: ${reportNames[report]} ${label} is due on ${due}`,
    preview: `It is not marked as lodged yet.`,
    kicker: 'Reminder',
    heading: `Due ${due}`,
    paragraphs: [
      `The ${reportNames[report]} of ${companyName} (BEA ${facts.holder.beaNumber}) for ${dates} is due to TMR on ${due}${daysLeft(dueDay, facts.now)}. It is not marked as lodged in Trip Log.`,
      ...(facts.nilStatement
        ? [facts.nilStatement, 'A period without trips still has to be reported.']
        : ['This is what Trip Log holds for the period:']),
    ],
    action: { label: 'Open Trip Log', url: facts.publicUrl },
    notice: LODGING,
    why: `${facts.recipient} is the contact e-mail of ${companyName} in Trip Log.`,
    unsubscribe: { label: 'Stop these reminders', url: facts.unsubscribeUrl },
  };
}

function welcomeMail(facts: MailFacts): MailContent {
  const { companyName, beaNumber, holderName } = facts.holder;
  const who = facts.addedBy ? `${facts.addedBy.name} (${facts.addedBy.email})` : holderName;
  return {
    ...frame(facts),
    subject: `${companyName} sends you its reports from Trip Log`,
    preview: `${who} added you. You can take yourself off the list.`,
    kicker: 'Report e-mails',
    heading: `You were added by ${facts.addedBy?.name ?? holderName}`,
    paragraphs: [
      `${who} added ${facts.recipient} to the people who get the reports of ${companyName} (BEA ${beaNumber}), a booked hire operator in Queensland, by e-mail.`,
      comingUp(facts),
      'If you did not expect this, take yourself off the list with the link below. It works at any time.',
    ],
    why: `This notice is sent once, to every address that is put on a list in Trip Log.`,
    unsubscribe: { label: 'Stop all reports to this address', url: facts.unsubscribeUrl },
  };
}

function testMail(facts: MailFacts): MailContent {
  const { companyName } = facts.holder;
  return {
    ...frame(facts),
    subject: `${companyName}: test e-mail from Trip Log`,
    preview: 'E-mail from Trip Log reaches you.',
    kicker: 'Test e-mail',
    heading: 'E-mail from Trip Log reaches you',
    paragraphs: [
      `You asked for this e-mail in the settings of ${companyName}. The reports to your recipients go the same way.`,
      comingUp(facts),
    ],
    action: { label: 'Open Trip Log', url: facts.publicUrl },
    why: `${facts.recipient} is the contact e-mail of ${companyName} in Trip Log.`,
    unsubscribe: { label: 'Stop reminders of due dates to this address', url: facts.unsubscribeUrl },
  };
}

function comingUp({ upcoming }: MailFacts): string {
  if (upcoming.length === 0) return 'No report is on its way at the moment.';
  const dates = upcoming.map(
    ({ kind, period, at }) => `the ${reportNames[kind]} ${periodLabel(period)} on ${formatDate(at)}`,
  );
  return `Next ${dates.length === 1 ? 'comes' : 'come'} ${dates.join(' and ')}.`;
}

function periodFacts(key: string) {
  const period = parsePeriod(key);
  if (!period) throw new RangeError(`No period: ${key}`);
  const range =
    period.report === 'annual' ? financialYearRange(period.financialYear) : quarterRange(period.quarter);
  return {
    label: periodLabel(key),
    dates: `${formatLongDay(brisbaneDay(range.from))} to ${formatLongDay(lastDay(range))}`,
    dueDay: period.report === 'annual' ? annualDueDay(period.financialYear) : quarterDueDay(period.quarter),
  };
}

const DAY_MS = 24 * 60 * 60 * 1000;

function daysLeft(dueDay: string, now: Date): string {
  const days = Math.round((Date.parse(dueDay) - Date.parse(brisbaneDay(now))) / DAY_MS);
  if (days === 0) return ', today';
  if (days === 1) return ', tomorrow';
  return days > 1 ? `, in ${days} days` : '';
}
