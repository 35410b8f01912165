import { DAY_REMINDERS, type DayReminderKind, isDayReminder } from '@shared/deliveries/day-reminders';
import { isReport, type STOPPABLE_KINDS } from '@shared/deliveries/deliveries';
import { formatCount } from '@shared/figures';
import { brisbaneDay, daysBetween, formatDate, formatLongDay } from '@shared/periods';
import { type Period, periodDates } from '@shared/reports/report-periods';
import { type DatedEntry, entryParts, entryTitle } from '@shared/to-do/dated-entries';
import { headerName } from '../../../lib/mail/mail-address';
import type { MailContent, MailFigure } from '../../../lib/mail/render-mail';

export type MailFacts = {
  kind: (typeof STOPPABLE_KINDS)[number];
  /** Null for mails about no period. */
  period: Period | null;
  recipient: string;
  holder: { companyName: string; holderName: string; beaNumber: string };
  figures: MailFigure[];
  nilStatement: string | null;
  attachmentNames: string[];
  addedBy: { name: string; email: string } | null;
  /** The entries of a reminder, all of one day. */
  entries: DatedEntry[];
  /** The next reports, for mails about no period. */
  upcoming: { period: Period; from: Date }[];
  publicUrl: string;
  unsubscribeUrl: string;
  now: Date;
};

const LODGING =
  "This is not an official form of the Department of Transport and Main Roads (TMR). It is lodged in TMR's own portal: " +
  "check it against TMR's current form before you do.";

const reportTitle = ({ kind }: Period) => `${kind} report`;

/** Writes a mail of any kind but a notice. @throws RangeError for a report or reminder without its period */
export function buildMail(facts: MailFacts): MailContent {
  if (facts.kind === 'welcome') return welcomeMail(facts);
  if (facts.kind === 'test') return testMail(facts);
  if (isDayReminder(facts.kind)) return dayReminderMail({ ...facts, kind: facts.kind });
  const { period } = facts;
  if (!period) throw new RangeError(`A mail of kind ${facts.kind} has a period`);
  return isReport(facts.kind) ? reportMail(facts, period) : reminderMail(facts, period);
}

const frame = ({ holder, figures, attachmentNames }: MailFacts) => ({
  entityName: holder.companyName,
  figures,
  attachmentNames,
  action: null,
  notice: null,
});

function reportMail(facts: MailFacts, period: Period): MailContent {
  const { companyName } = facts.holder;
  const title = period.kind === 'quarterly' ? 'Quarterly Report' : 'Annual Report';
  const { label, dueDay } = period;
  const name = reportTitle(period);
  return {
    ...frame(facts),
    subject: `${headerName(companyName)}: ${title} ${label}`,
    preview: facts.nilStatement ?? facts.figures.map(({ label, value }) => `${label} ${value}`).join(' · '),
    kicker: title,
    heading: label,
    paragraphs: [
      `Here is the ${name} of ${companyName} (BEA ${facts.holder.beaNumber}) for ${periodDates(period)}. It is due to TMR on ${formatLongDay(dueDay)}.`,
      ...(facts.nilStatement ? [facts.nilStatement] : []),
    ],
    notice: LODGING,
    why: `${companyName} has put ${facts.recipient} on the list of people who get its ${name} from Trip Log.`,
    unsubscribe: { label: `Stop the ${name}s to this address`, url: facts.unsubscribeUrl },
  };
}

function reminderMail(facts: MailFacts, period: Period): MailContent {
  const { companyName } = facts.holder;
  const { label, dueDay } = period;
  const name = reportTitle(period);
  const due = formatLongDay(dueDay);
  return {
    ...frame(facts),
    subject: `${headerName(companyName)}: ${name} ${label} is due on ${due}`,
    preview: `It is not marked as lodged yet.`,
    kicker: 'Reminder',
    heading: `Due ${due}`,
    paragraphs: [
      `The ${name} of ${companyName} (BEA ${facts.holder.beaNumber}) for ${periodDates(period)} is due to TMR on ${due}${daysLeft(dueDay, facts.now)}. It is not marked as lodged in Trip Log.`,
      ...(facts.nilStatement
        ? [facts.nilStatement, 'A period without trips still has to be reported.']
        : ['This is what Trip Log holds for the period:']),
    ],
    action: { label: 'Open Trip Log', url: facts.publicUrl },
    notice: LODGING,
    why: contactReason(facts),
    unsubscribe: { label: 'Stop these reminders', url: facts.unsubscribeUrl },
  };
}

/** So many are listed; a holder can have thousands of drivers. */
const MOST_LISTED = 50;

const RENEWING_AN_ENTITY =
  'TMR takes the renewal of a booking entity authorisation from 6 weeks before its last day, and says that it can take at least 20 business days.';

const OF_A_DAY = {
  expiries: {
    one: 'expires',
    several: 'expire',
    things: 'authorisations and licences',
    heading: 'Expires',
    settled: 'Renewed? Enter the new date in Trip Log and these reminders stop.',
  },
  requests: {
    one: 'is due',
    several: 'are due',
    things: 'requests from TMR',
    heading: 'Due',
    settled: 'Mark the request as answered in Trip Log once the records are sent.',
  },
};

/** "Your booking entity authorisation (990001)", "The vehicle licence of 123ABC". */
function oneOf(entry: DatedEntry, { beaNumber }: MailFacts['holder']): string {
  const title = entryTitle(entry);
  const inSentence = title.charAt(0).toLowerCase() + title.slice(1);
  return entry.kind === 'entity-authorisation' ? `Your ${inSentence} (${beaNumber})` : `The ${inSentence}`;
}

/** Everything that expires on one day, or the requests from TMR that are due on it. */
function dayReminderMail(facts: MailFacts & { kind: DayReminderKind }): MailContent {
  const { entries, now, holder } = facts;
  const { about, ahead } = DAY_REMINDERS[facts.kind];
  const words = OF_A_DAY[about];
  const [first, ...others] = entries;
  if (!first) throw new RangeError(`A mail of kind ${facts.kind} is about something`);
  const isOne = others.length === 0;
  const day = formatLongDay(first.day);
  const what = isOne ? headerName(entryTitle(first)) : `${formatCount(entries.length)} ${words.things}`;
  const happens = isOne ? words.one : words.several;
  const left = entries.length - MOST_LISTED;
  const isOfEntity = entries.some(({ kind }) => kind === 'entity-authorisation');
  return {
    ...frame(facts),
    subject: `${headerName(holder.companyName)}: ${what} ${happens} on ${day}`,
    preview: words.settled,
    kicker: 'Reminder',
    heading: `${words.heading} ${day}`,
    paragraphs: [
      `${isOne ? oneOf(first, holder) : 'These'} ${happens} on ${day}${daysLeft(first.day, now)}${isOne ? '.' : ':'}`,
    ],
    figures: isOne
      ? []
      : [
          ...entries.slice(0, MOST_LISTED).map((entry) => {
            const { what, name } = entryParts(entry);
            return { label: what, value: name ?? (entry.kind === 'request' ? '–' : holder.beaNumber) };
          }),
          ...(left > 0 ? [{ label: 'And others', value: formatCount(left) }] : []),
        ],
    action: { label: 'Open Trip Log', url: facts.publicUrl },
    notice: isOfEntity ? `${words.settled} ${RENEWING_AN_ENTITY}` : words.settled,
    why: contactReason(facts),
    unsubscribe: {
      label:
        about === 'requests' ? 'Stop these reminders' : `Stop reminders ${ahead} before something expires`,
      url: facts.unsubscribeUrl,
    },
  };
}

const contactReason = ({ recipient, holder }: MailFacts) =>
  `${recipient} is the contact email of ${holder.companyName} in Trip Log.`;

function welcomeMail(facts: MailFacts): MailContent {
  const { companyName, beaNumber, holderName } = facts.holder;
  const who = facts.addedBy ? `${facts.addedBy.name} (${facts.addedBy.email})` : holderName;
  return {
    ...frame(facts),
    subject: `${headerName(companyName)} sends you its reports from Trip Log`,
    preview: `${who} added you. You can take yourself off the list.`,
    kicker: 'Report emails',
    heading: `You were added by ${facts.addedBy?.name ?? holderName}`,
    paragraphs: [
      `${who} added ${facts.recipient} to the people who get the reports of ${companyName} (BEA ${beaNumber}), a booked hire operator in Queensland, by email.`,
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
    subject: `${headerName(companyName)}: test email from Trip Log`,
    preview: 'Email from Trip Log reaches you.',
    kicker: 'Test email',
    heading: 'Email from Trip Log reaches you',
    paragraphs: [
      `You asked for this email in the settings of ${companyName}. The reports to your recipients go the same way.`,
      comingUp(facts),
    ],
    action: { label: 'Open Trip Log', url: facts.publicUrl },
    why: contactReason(facts),
    unsubscribe: { label: 'Stop reminders of due dates to this address', url: facts.unsubscribeUrl },
  };
}

function comingUp({ upcoming }: MailFacts): string {
  if (upcoming.length === 0) return 'No report is on its way at the moment.';
  const dates = upcoming.map(
    ({ period, from }) => `the ${reportTitle(period)} ${period.label} on ${formatDate(from)}`,
  );
  return `Next ${dates.length === 1 ? 'comes' : 'come'} ${dates.join(' and ')}.`;
}

function daysLeft(dueDay: string, now: Date): string {
  const days = daysBetween(brisbaneDay(now), dueDay);
  if (days === 0) return ', today';
  if (days === 1) return ', tomorrow';
  return days > 1 ? `, in ${days} days` : '';
}
