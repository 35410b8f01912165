import * as z from 'zod/mini';
import type { TokenScope } from '../api/tokens';
import { DAY_MS } from '../durations';
import { wholeNumber } from '../fields';
import { MAX_PAGE_SIZE, PAGE_SIZE } from '../limits';
import { addDays, brisbaneDay, brisbaneInstant } from '../periods';
import {
  endOfDueDay,
  type Period,
  parsePeriod,
  periodAt,
  previousPeriod,
  REPORT_KINDS,
  type ReportKind,
} from '../reports/report-periods';
import { DAY_REMINDER_KINDS, daysToRemindOf, isDayReminder, SEND_TIME } from './day-reminders';
import { expiryRemindersSchema } from './recipients';

const REMINDER_KINDS = ['quarterly-reminder', 'annual-reminder'] as const;
/** The schedule's mails about reports (docs/product/settings.md#scheduled-mail). */
const REPORT_MAIL_KINDS = [...REPORT_KINDS, ...REMINDER_KINDS] as const;
/** All mails of the schedule. */
export const SCHEDULED_KINDS = [...REPORT_MAIL_KINDS, ...DAY_REMINDER_KINDS] as const;
/** Notices to the contact of a new device, person, passkey or token, or another contact email; they have no unsubscribe link (docs/product/profile.md#notices). */
export const NOTICE_KINDS = [
  'new-device',
  'new-passkey',
  'person-added',
  'token-added',
  'contact-changed',
  'contact-restored',
] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];
/** Mails that can be stopped by a link. */
export const STOPPABLE_KINDS = [...SCHEDULED_KINDS, 'welcome', 'test'] as const;
export const DELIVERY_KINDS = [...STOPPABLE_KINDS, ...NOTICE_KINDS] as const;
export type DeliveryKind = (typeof DELIVERY_KINDS)[number];
/** Mails to others than the holder's contact. */
export const KINDS_TO_OTHERS: readonly DeliveryKind[] = [...REPORT_KINDS, 'welcome'];

const DELIVERY_STATES = ['pending', 'sending', 'sent', 'failed', 'cancelled'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

const REMINDER_DAYS = 7;

export type PlannedSend = {
  kind: (typeof REPORT_MAIL_KINDS)[number];
  period: Period;
  from: Date;
  /** The first moment at which it is too late: the due day is over. */
  until: Date;
};

export const isReport = (kind: DeliveryKind): kind is ReportKind =>
  REPORT_KINDS.some((report) => report === kind);

export const isNotice = (kind: DeliveryKind): kind is NoticeKind =>
  NOTICE_KINDS.some((notice) => notice === kind);

/** Whether a mail can be sent again: a test mail has its own button, and a notice reports one moment. */
export const isRepeatable = (kind: DeliveryKind): boolean => kind !== 'test' && !isNotice(kind);

/** The reason of a mail that was written to disk instead of sent. */
export const WRITTEN_TO_DISK = 'No one received it: no mail server is set up';

/** What people read while mails are held (docs/operations.md#mails-that-are-held). */
export const HELD =
  'This is a restored copy of Trip Log. It sends no emails until its operator lets them go.';

/** The facts of a notice as they were then: later changes of stored data leave its mail as it is. */
export type NoticeFacts = {
  /** An ISO instant. */
  at: string;
  device: { name: string; address: string };
  /** The email of who signed in, or the name and email of who was added. */
  person?: string;
  /** The name of the person who added someone, or made a token. */
  addedBy?: string;
  token?: { name: string; scope: TokenScope; expiresOn: string };
  change?: { id: string; from: string; to: string };
};

/** Mails to be sent at `now`, up to the due day, with those that a server that was down has missed. */
export const dueSends = (now: Date): PlannedSend[] =>
  sendsAround(now).filter(({ from, until }) => from <= now && now < until);

/** The next send of every kind after `now`, earliest first. */
export function nextSends(now: Date): PlannedSend[] {
  const coming = sendsAround(now)
    .filter(({ from }) => from > now)
    .sort((a, b) => a.from.getTime() - b.from.getTime());
  return coming.filter(({ kind }, index) => coming.findIndex((other) => other.kind === kind) === index);
}

const sendsAround = (now: Date): PlannedSend[] =>
  REPORT_KINDS.map((kind) => periodAt(kind, now)).flatMap((running) =>
    [previousPeriod(running), running].flatMap(sendsOf),
  );

function sendsOf(period: Period): PlannedSend[] {
  const until = endOfDueDay(period);
  const at = (day: string) => brisbaneInstant(day, SEND_TIME);
  return [
    { kind: period.kind, period, from: at(brisbaneDay(period.range.to)), until },
    { kind: `${period.kind}-reminder`, period, from: at(addDays(period.dueDay, -REMINDER_DAYS)), until },
  ];
}

/** How long a mail is tried after the first time. */
const TRIES_MS = DAY_MS;

/** Says why a mail that has waited, or was held, is no longer right to send at `now`; null if it still is (docs/product/settings.md#scheduled-mail). */
export function whyTooLate(mail: Pick<Delivery, 'kind' | 'period' | 'repeat'>, now: Date): string | null {
  if (isDayReminder(mail.kind)) {
    if (mail.period < brisbaneDay(now)) return 'The day is over';
    const isPlanned = mail.repeat === 0;
    return isPlanned && mail.period < daysToRemindOf(mail.kind, now).from
      ? 'The next reminder has followed'
      : null;
  }
  const period = parsePeriod(mail.period);
  // a report that a person asks for again may be of any period
  if (!period || (isReport(mail.kind) && mail.repeat > 0)) return null;
  const until = endOfDueDay(period).getTime() + (isReport(mail.kind) ? TRIES_MS : 0);
  return now.getTime() < until ? null : 'The due date has passed';
}

export const deliverySchema = z.strictObject({
  id: z.string(),
  kind: z.enum(DELIVERY_KINDS),
  period: z.string(),
  recipient: z.string(),
  repeat: z.number(),
  state: z.enum(DELIVERY_STATES),
  /** Why it failed, was cancelled, has to be retried, or was sent to no one. */
  reason: z.nullable(z.string()),
  attempts: z.number(),
  nextAttemptAt: z.iso.datetime(),
  createdAt: z.iso.datetime(),
  sentAt: z.nullable(z.iso.datetime()),
});
export type Delivery = z.infer<typeof deliverySchema>;

/** GET /api/deliveries, newest first. */
export const listDeliveriesQuerySchema = z.object({
  page: z._default(wholeNumber(1, 1_000_000_000, 'Page must be a number from 1'), 1),
  limit: z._default(wholeNumber(1, MAX_PAGE_SIZE, `Limit must be 1 to ${MAX_PAGE_SIZE}`), PAGE_SIZE),
});
export type ListDeliveriesQuery = z.infer<typeof listDeliveriesQuerySchema>;

export const deliveryListSchema = z.strictObject({ deliveries: z.array(deliverySchema), total: z.number() });
export type DeliveryList = z.infer<typeof deliveryListSchema>;

/** PUT /api/deliveries/reminders. */
export const remindersSchema = z.strictObject({ reminders: z.boolean('Must be true or false') });

/** GET /api/deliveries/planned. */
export const plannedDeliveriesSchema = z.strictObject({
  /** 'outbox' for mails that are written to files only. */
  transport: z.enum(['smtp', 'outbox']),
  /** Since when the operator holds mails back, such as in a restored copy; null while they are sent. */
  heldSince: z.nullable(z.iso.datetime()),
  reminders: z.boolean(),
  expiryReminders: expiryRemindersSchema,
  planned: z.array(
    z.strictObject({
      kind: z.enum(SCHEDULED_KINDS),
      period: z.string(),
      at: z.iso.datetime(),
      dueDay: z.string(),
      /** Expiries of that day: "Vehicle licence of 100KAQ"; empty for other mails. */
      expiring: z.array(z.string()),
      /** Recipients by the present settings; empty when it is switched off. */
      recipients: z.array(z.string()),
    }),
  ),
});
export type PlannedDeliveries = z.infer<typeof plannedDeliveriesSchema>;
