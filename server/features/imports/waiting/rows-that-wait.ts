import { countOf, formatCount } from '@shared/figures';
import { brief } from '@shared/trips/reading/remarks';
import type { ImportedTrip } from '@shared/trips/trips';
import type { CheckedRow } from '../match-stored';
import type { Arrivals } from '../newcomers/arrivals';
import { isProblem, type RowRemark, remarkInWords } from '../row-words';

/** Reasons, and names in one. */
const MOST_REASONS = 20;
const MOST_NAMES = 5;

/** Rows that are left out without a question: no trips, and drivers whom a person left out of the layout's files. */
const NO_TRIPS = new Set<RowRemark['kind']>(['is-total', 'is-headings', 'newcomer-left-out']);

export type SortedRows = {
  /** They need no one. */
  ready: CheckedRow[];
  /** They need a person. */
  waiting: CheckedRow[];
  notTrips: number;
  /** Their trips were deleted: a program does not bring them back. */
  deleted: number;
};

/**
 * Parts the rows of a file that nobody has looked at. A driver or vehicle that the holder does not have is added by people only.
 * @param isDeleted tells a trip that someone deleted; none unless given
 */
export function sortRows(
  checked: readonly CheckedRow[],
  { toStore }: Arrivals,
  isDeleted: (trip: ImportedTrip) => boolean = () => false,
): SortedRows {
  const arriving = new Set<string | null | undefined>([
    ...toStore.drivers.map(({ driver }) => driver.id),
    ...toStore.vehicles.map(({ vehicle }) => vehicle.id),
  ]);
  const sorted: SortedRows = { ready: [], waiting: [], notTrips: 0, deleted: 0 };
  for (const row of checked) {
    const { status, trip, remarks } = row;
    if (status === 'ready' && trip && isDeleted(trip)) sorted.deleted += 1;
    else if (status === 'ready' && !arriving.has(trip?.driverId) && !arriving.has(trip?.vehicleId))
      sorted.ready.push(row);
    else if (status === 'problem' && remarks.some(({ kind }) => NO_TRIPS.has(kind))) sorted.notTrips += 1;
    else if (status === 'problem' || status === 'differs' || status === 'ready') sorted.waiting.push(row);
  }
  return sorted;
}

/** What comes with a file and needs no person: a vehicle's call signs. */
export const knownOnly = (arrivals: Arrivals): Arrivals => {
  const { vehicles, callSigns } = arrivals.toStore;
  const isNew = new Set(vehicles.map(({ vehicle }) => vehicle.id));
  return {
    ...arrivals,
    toStore: {
      drivers: [],
      vehicles: [],
      callSigns: callSigns.filter(({ vehicleId }) => !isNew.has(vehicleId)),
    },
  };
};

/** Why rows wait, a sentence each: whom and what the holder does not have, then problems of one kind together, then corrections. */
export function whyRowsWait(waiting: readonly CheckedRow[], { shown }: Arrivals): string[] {
  const open = <T extends { answer: string | null }>(newcomers: readonly T[]) =>
    newcomers.filter(({ answer }) => answer === null);
  const differing = waiting.filter(({ status }) => status === 'differs').length;
  return someOf([
    ...newcomersInWords(open(shown.drivers), 'driver'),
    ...newcomersInWords(open(shown.vehicles), 'vehicle'),
    ...problemsInWords(waiting),
    ...(differing > 0
      ? [`${countOf(differing, 'row differs', 'rows differ')} from trips that are stored`]
      : []),
  ]);
}

function newcomersInWords(newcomers: readonly { written: string }[], what: string): string[] {
  if (newcomers.length === 0) return [];
  const names = newcomers.slice(0, MOST_NAMES).map(({ written }) => brief(written));
  const more = newcomers.length - names.length;
  const all = more > 0 ? `${names.join(', ')} and ${formatCount(more)} more` : names.join(', ');
  return [
    `${countOf(newcomers.length, `${what} that you do not have`, `${what}s that you do not have`)}: ${all}`,
  ];
}

/** "Row 5 and 2 more: No suburb called …": each row by its first problem. */
function problemsInWords(waiting: readonly CheckedRow[]): string[] {
  const groups = new Map<string, { first: number; remark: RowRemark; more: number }>();
  for (const { number, status, remarks } of waiting) {
    const remark = status === 'problem' ? remarks.find(isProblem) : undefined;
    if (!remark || remark.kind === 'newcomer-waits') continue;
    const key = `${remark.kind} ${remark.field}`;
    const group = groups.get(key);
    if (group) group.more += 1;
    else groups.set(key, { first: number, remark, more: 0 });
  }
  return [...groups.values()].map(
    ({ first, remark, more }) =>
      `Row ${first}${more > 0 ? ` and ${formatCount(more)} more` : ''}: ${remarkInWords(remark).text}`,
  );
}

/** The first reasons, each once. */
export function someOf(reasons: readonly string[]): string[] {
  const each = [...new Set(reasons)];
  const more = each.length - MOST_REASONS;
  return more > 0 ? [...each.slice(0, MOST_REASONS), `${formatCount(more)} more reasons`] : each;
}
