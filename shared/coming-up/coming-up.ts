import * as z from 'zod/mini';
import { readPeriod, reportLabel } from '../reports/report-periods';

export const COMING_UP_KINDS = [
  'report',
  'request',
  'entity-authorisation',
  'driver-authorisation',
  'vehicle-licence',
] as const;

const comingUpEntry = z.strictObject({
  kind: z.enum(COMING_UP_KINDS),
  /** A driver's, a vehicle's, a request's or the holder's; of a report its period's key. */
  id: z.string(),
  /** A driver's name, a vehicle's registration, a request's reference. */
  name: z.nullable(z.string()),
  /** The due day, or the last day on which it is in force. */
  day: z.string(),
});
export type ComingUp = z.infer<typeof comingUpEntry>;

/** GET /api/coming-up: what is due or expires soon, and what is past and not settled, soonest first (docs/product/coming-up.md#coming-up). */
export const comingUpSchema = z.array(comingUpEntry);

/** Entries further away than this many days are not listed yet. */
export const COMING_UP_DAYS = 92;

/** Whether an entry expires, rather than being due. */
export const isExpiry = ({ kind }: Pick<ComingUp, 'kind'>): boolean =>
  kind !== 'report' && kind !== 'request';

const WHAT = {
  request: 'Request from TMR',
  'entity-authorisation': 'Booking entity authorisation',
  'driver-authorisation': 'Driver authorisation',
  'vehicle-licence': 'Vehicle licence',
} as const;

/** An entry's subject in parts: "Driver authorisation" of "Amy Young". */
export function comingUpParts({ kind, id, name }: Omit<ComingUp, 'day'>): {
  what: string;
  name: string | null;
} {
  return { what: kind === 'report' ? reportLabel(readPeriod(id)) : WHAT[kind], name };
}

/** "Quarterly report, Q2 (Oct–Dec 2026)", "Request from TMR C-77", "Driver authorisation of Amy Young". */
export function comingUpTitle(entry: Omit<ComingUp, 'day'>): string {
  const { what, name } = comingUpParts(entry);
  return name === null ? what : `${what} ${entry.kind === 'request' ? '' : 'of '}${name}`;
}

/** Soonest first. */
export const byDay = (one: ComingUp, other: ComingUp): number =>
  one.day.localeCompare(other.day) ||
  COMING_UP_KINDS.indexOf(one.kind) - COMING_UP_KINDS.indexOf(other.kind) ||
  comingUpTitle(one).localeCompare(comingUpTitle(other));
