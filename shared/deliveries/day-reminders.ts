import { HOUR_MS } from '../durations';
import { addDays, brisbaneDay, brisbaneInstant } from '../periods';
import type { ExpiryReminders } from './recipients';

/** When the schedule sends, in Brisbane. */
export const SEND_TIME = '08:00';
const SEND_HOUR_MS = 8 * HOUR_MS;

/** Reminders of what expires, by how long before. */
export const EXPIRY_REMINDER_KINDS = ['expiry-six-weeks', 'expiry-four-weeks', 'expiry-one-week'] as const;
export type ExpiryReminderKind = (typeof EXPIRY_REMINDER_KINDS)[number];

export const isExpiryReminder = (kind: string): kind is ExpiryReminderKind =>
  EXPIRY_REMINDER_KINDS.some((known) => known === kind);

/** Reminders of a day, whose period is that day: on which something expires, or requests from TMR are due (docs/product/settings.md#reminders). */
export const DAY_REMINDER_KINDS = [...EXPIRY_REMINDER_KINDS, 'request-reminder'] as const;
export type DayReminderKind = (typeof DAY_REMINDER_KINDS)[number];

export const isDayReminder = (kind: string): kind is DayReminderKind =>
  DAY_REMINDER_KINDS.some((known) => known === kind);

type DayReminder = {
  about: 'expiries' | 'requests';
  /** How many days before the day it is sent. */
  days: number;
  /** So many days before the day it is too late, as the next reminder is sent; 0 where the day itself must be over. */
  lateDays: number;
  preference: keyof ExpiryReminders | 'sendReminders';
  /** When, in words. */
  ahead: string;
};

export const DAY_REMINDERS: Record<DayReminderKind, DayReminder> = {
  'expiry-six-weeks': {
    about: 'expiries',
    days: 42,
    lateDays: 28,
    preference: 'remindSixWeeks',
    ahead: '6 weeks',
  },
  'expiry-four-weeks': {
    about: 'expiries',
    days: 28,
    lateDays: 7,
    preference: 'remindFourWeeks',
    ahead: '4 weeks',
  },
  'expiry-one-week': {
    about: 'expiries',
    days: 7,
    lateDays: 0,
    preference: 'remindOneWeek',
    ahead: '1 week',
  },
  'request-reminder': {
    about: 'requests',
    days: 7,
    lateDays: 0,
    preference: 'sendReminders',
    ahead: '1 week',
  },
};

/** The days, both included, whose reminder is to be sent at `now`, with those that a server that was down has missed. */
export function daysToRemindOf(kind: DayReminderKind, now: Date): { from: string; to: string } {
  const { days, lateDays } = DAY_REMINDERS[kind];
  // the day until which mails of 08:00 have gone out
  const sentUntil = brisbaneDay(new Date(now.getTime() - SEND_HOUR_MS));
  return {
    from: lateDays === 0 ? brisbaneDay(now) : addDays(sentUntil, lateDays + 1),
    to: addDays(sentUntil, days),
  };
}

/** When the reminder of a day is sent. */
export const remindedAt = (kind: DayReminderKind, day: string): Date =>
  brisbaneInstant(addDays(day, -DAY_REMINDERS[kind].days), SEND_TIME);
