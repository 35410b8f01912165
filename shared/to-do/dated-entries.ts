import { readPeriod, reportLabel } from '../reports/report-periods';

export const ENTRY_KINDS = [
  'report',
  'request',
  'entity-authorisation',
  'driver-authorisation',
  'vehicle-licence',
] as const;

/** What is due or expires: the same for the to-do list, the calendar and reminders. */
export type DatedEntry = {
  kind: (typeof ENTRY_KINDS)[number];
  /** A driver's, a vehicle's, a request's or the holder's; of a report its period's key. */
  id: string;
  /** A driver's name, a vehicle's registration, a request's reference. */
  name: string | null;
  /** The due day, or the last day on which it is in force. */
  day: string;
};

/** Entries further away than this many days are not listed yet. */
export const DAYS_AHEAD = 92;

/** Whether an entry expires, rather than being due. */
export const isExpiry = ({ kind }: Pick<DatedEntry, 'kind'>): boolean =>
  kind !== 'report' && kind !== 'request';

const WHAT = {
  request: 'Request from TMR',
  'entity-authorisation': 'Booking entity authorisation',
  'driver-authorisation': 'Driver authorisation',
  'vehicle-licence': 'Vehicle licence',
} as const;

/** An entry's subject in parts: "Driver authorisation" of "Amy Young". */
export function entryParts({ kind, id, name }: Omit<DatedEntry, 'day'>): {
  what: string;
  name: string | null;
} {
  return { what: kind === 'report' ? reportLabel(readPeriod(id)) : WHAT[kind], name };
}

/** "Quarterly report, Q2 (Oct–Dec 2026)", "Request from TMR C-77", "Driver authorisation of Amy Young". */
export function entryTitle(entry: Omit<DatedEntry, 'day'>): string {
  const { what, name } = entryParts(entry);
  return name === null ? what : `${what} ${entry.kind === 'request' ? '' : 'of '}${name}`;
}

/** Soonest first. */
export const byDay = (one: DatedEntry, other: DatedEntry): number =>
  one.day.localeCompare(other.day) ||
  ENTRY_KINDS.indexOf(one.kind) - ENTRY_KINDS.indexOf(other.kind) ||
  entryTitle(one).localeCompare(entryTitle(other));
