import {
  DAY_REMINDER_KINDS,
  DAY_REMINDERS,
  type DayReminderKind,
  daysToRemindOf,
} from '@shared/deliveries/day-reminders';
import { brisbaneDay } from '@shared/periods';
import type { Db } from '../../../lib/database/db';
import { type HoldersEntry, listExpiries, listOpenRequests } from '../../to-do/to-do.repository';
import { type Candidate, listContactCandidates, listDayReminders } from './sending.repository';

type DayCandidate = Candidate & { kind: DayReminderKind; period: string };

/** Lists the days, each with its addressee, that have no reminder in the ledger for any address. */
export async function listDayReminderCandidates(db: Db, now: Date): Promise<DayCandidate[]> {
  const today = brisbaneDay(now);
  const { to } = daysToRemindOf('expiry-six-weeks', now);
  const asked = { holderId: 'everyone', from: today, to } as const;
  const entries = {
    expiries: await listExpiries(db, { ...asked, today }),
    requests: await listOpenRequests(db, asked),
  };
  const candidates: DayCandidate[] = [];
  for (const kind of DAY_REMINDER_KINDS) {
    const { about, preference } = DAY_REMINDERS[kind];
    const range = daysToRemindOf(kind, now);
    const days = daysByHolder(entries[about].filter(({ day }) => range.from <= day && day <= range.to));
    if (days.size === 0) continue;
    for (const { beaHolderId, period } of await listDayReminders(db, kind, range))
      days.get(beaHolderId)?.delete(period);
    const holders = [...days].flatMap(([holderId, left]) => (left.size > 0 ? [holderId] : []));
    if (holders.length === 0) continue;
    for (const contact of await listContactCandidates(db, holders, preference))
      for (const period of days.get(contact.beaHolderId) ?? []) candidates.push({ ...contact, kind, period });
  }
  return candidates;
}

function daysByHolder(entries: readonly HoldersEntry[]): Map<string, Set<string>> {
  const days = new Map<string, Set<string>>();
  for (const { beaHolderId, day } of entries)
    days.set(beaHolderId, (days.get(beaHolderId) ?? new Set()).add(day));
  return days;
}
