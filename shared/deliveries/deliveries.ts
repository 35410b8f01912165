import * as z from 'zod/mini';
import { wholeNumber } from '../fields';
import { MAX_PAGE_SIZE, PAGE_SIZE } from '../limits';
import {
  addDays,
  annualDueDay,
  brisbaneDay,
  brisbaneInstant,
  type FinancialYear,
  financialYearOf,
  financialYearRange,
  isFinancialYear,
  previousQuarter,
  QUARTER_NUMBERS,
  type Quarter,
  quarterDueDay,
  quarterLabel,
  quarterOf,
  quarterRange,
  type Range,
} from '../periods';

export const REPORT_KINDS = ['quarterly', 'annual'] as const;
const REMINDER_KINDS = ['quarterly-reminder', 'annual-reminder'] as const;
export const DELIVERY_KINDS = [...REPORT_KINDS, ...REMINDER_KINDS, 'welcome', 'test'] as const;
export type DeliveryKind = (typeof DELIVERY_KINDS)[number];

const DELIVERY_STATES = ['pending', 'sending', 'sent', 'failed', 'cancelled'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** What the calendar sends by itself. */
export type ScheduledKind = (typeof REPORT_KINDS)[number] | (typeof REMINDER_KINDS)[number];

/** 08:00 in Brisbane (decisions §7). */
const SEND_TIME = '08:00';
/** A due date is reminded of a week before (decisions §7). */
const REMINDER_DAYS = 7;

/** "Q3-2026": how a quarter is named where it is stored. */
export function quarterKey({ quarter, year }: Quarter): string {
  return `${quarter}-${year}`;
}

/** The quarter or financial year that a stored period names. */
export type Period =
  | { report: 'quarterly'; quarter: Quarter }
  | { report: 'annual'; financialYear: FinancialYear };

/**
 * Reads a stored period, "Q3-2026" or "2025-2026".
 * @returns null when it names neither, as with welcomes and tests
 */
export function parsePeriod(key: string): Period | null {
  if (isFinancialYear(key)) return { report: 'annual', financialYear: key };
  const quarter = QUARTER_NUMBERS.find((number) => key.startsWith(`${number}-`));
  if (!quarter || !/^Q\d-\d{4}$/.test(key)) return null;
  return { report: 'quarterly', quarter: { quarter, year: Number(key.slice(3)) } };
}

/** "Q3 (Jan–Mar 2026)" or "2025-2026"; empty for mails about no period. */
export function periodLabel(key: string): string {
  const period = parsePeriod(key);
  if (!period) return '';
  return period.report === 'annual' ? period.financialYear : quarterLabel(period.quarter);
}

/** One date of the calendar on which mails go out. */
export type PlannedSend = {
  kind: ScheduledKind;
  /** As stored: "Q3-2026" or "2025-2026". */
  period: string;
  range: Range;
  /** The day the report is due at the regulator. */
  dueDay: string;
  /** From here on it is sent … */
  from: Date;
  /** … and no longer from here on: once the due day is over, a late mail helps nobody. */
  until: Date;
};

/** What is to be sent at `now`: also what a server that was down has missed, up to the due day. */
export function dueSends(now: Date): PlannedSend[] {
  return sendsAround(now).filter(({ from, until }) => from <= now && now < until);
}

/** The next send of every kind after `now`, earliest first. */
export function nextSends(now: Date): PlannedSend[] {
  const coming = sendsAround(now)
    .filter(({ from }) => from > now)
    .sort((a, b) => a.from.getTime() - b.from.getTime());
  return coming.filter(({ kind }, index) => coming.findIndex((other) => other.kind === kind) === index);
}

/** Those of the periods that ended last and of the running ones. */
function sendsAround(now: Date): PlannedSend[] {
  const quarter = quarterOf(now);
  const financialYear = financialYearOf(now);
  const lastYear = financialYearOf(new Date(financialYearRange(financialYear).from.getTime() - 1));
  return [
    ...[previousQuarter(quarter), quarter].flatMap((quarter) =>
      sendsOf('quarterly', quarterKey(quarter), quarterRange(quarter), quarterDueDay(quarter)),
    ),
    ...[lastYear, financialYear].flatMap((year) =>
      sendsOf('annual', year, financialYearRange(year), annualDueDay(year)),
    ),
  ];
}

function sendsOf(
  report: (typeof REPORT_KINDS)[number],
  period: string,
  range: Range,
  dueDay: string,
): PlannedSend[] {
  const until = brisbaneInstant(addDays(dueDay, 1));
  const reportDay = brisbaneDay(range.to);
  const reminderDay = addDays(dueDay, -REMINDER_DAYS);
  return [
    { kind: report, period, range, dueDay, from: brisbaneInstant(reportDay, SEND_TIME), until },
    {
      kind: `${report}-reminder`,
      period,
      range,
      dueDay,
      from: brisbaneInstant(reminderDay, SEND_TIME),
      until,
    },
  ];
}

/** One line of the delivery history. */
export const deliverySchema = z.strictObject({
  id: z.string(),
  kind: z.enum(DELIVERY_KINDS),
  period: z.string(),
  recipient: z.string(),
  repeat: z.number(),
  state: z.enum(DELIVERY_STATES),
  /** Why it failed, was cancelled, or has to be tried again. */
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

export const deliveryListSchema = z.strictObject({
  deliveries: z.array(deliverySchema),
  total: z.number(),
});
export type DeliveryList = z.infer<typeof deliveryListSchema>;

/** PUT /api/deliveries/reminders. */
export const remindersSchema = z.strictObject({ reminders: z.boolean('Must be true or false') });
export type Reminders = z.infer<typeof remindersSchema>;

/** GET /api/deliveries/planned. */
export const plannedDeliveriesSchema = z.strictObject({
  /** 'outbox' where mails are only written to files. */
  transport: z.enum(['smtp', 'outbox']),
  /** Whether the contact e-mail is reminded before due dates. */
  reminders: z.boolean(),
  planned: z.array(
    z.strictObject({
      kind: z.enum([...REPORT_KINDS, ...REMINDER_KINDS]),
      period: z.string(),
      at: z.iso.datetime(),
      dueDay: z.string(),
      /** Whom it goes to as things stand; nobody where it is switched off. */
      recipients: z.array(z.string()),
    }),
  ),
});
export type PlannedDeliveries = z.infer<typeof plannedDeliveriesSchema>;
