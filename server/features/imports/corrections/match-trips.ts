import { MINUTE_MS } from '@shared/durations';
import { brisbaneDay, brisbaneTime, isMidnight } from '@shared/periods';
import { suburbKey } from '@shared/places/suburbs';
import type { ImportedTrip } from '@shared/trips/trips';
import { referenceKey, type StoredTrip } from '../imports.repository';
import type { ReadRow } from '../read-rows';

type Details = Pick<ImportedTrip, 'waitingTime' | 'duration' | 'bookingReference' | 'notes' | 'kind'>;

/** What trips of a file and stored ones are known by. */
type Marks = {
  day: string;
  /** By Brisbane's clock; 00:00 for a trip without a time. */
  time: string;
  minute: number;
  isTimed: boolean;
  reference: string | undefined;
  driver: string;
  place: string;
  details: Details;
};

type Row = { row: ReadRow; trip: ImportedTrip; marks: Marks };
type Stored = { trip: StoredTrip; marks: Marks };

function marksOf(trip: Omit<ImportedTrip, 'datetime' | 'driverAuthorityLicense'>, at: Date): Marks {
  return {
    day: brisbaneDay(at),
    time: brisbaneTime(at),
    minute: Math.floor(at.getTime() / MINUTE_MS),
    isTimed: !isMidnight(at),
    reference: trip.bookingReference ? referenceKey(trip.bookingReference) : undefined,
    driver: trip.driverId,
    place: JSON.stringify([trip.postcode, suburbKey(trip.suburb)]),
    details: trip,
  };
}

/** A text that only the same trip has; undefined where the marks do not tell. */
type Key = (marks: Marks) => unknown[] | '' | undefined;
/** How the rest of the rows find their trips. `sole`: only where one row and one trip are left with the key. */
type Pass = { row: Key; stored: Key; sole?: boolean };

const both = (key: Key, sole = false): Pass => ({ row: key, stored: key, sole });
const bookedBy = (of: (marks: Marks) => unknown[], sole = false): Pass =>
  both((marks) => marks.reference && [marks.day, marks.reference, ...of(marks)], sole);

const here = ({ driver, minute, place }: Marks) => [driver, minute, place];
const withoutReference: Key = (marks) => (marks.isTimed || marks.reference ? undefined : here(marks));
const untimed: Key = (marks) => (marks.isTimed ? undefined : here(marks));

/**
 * From what tells most to what tells least. Numbers of jobs may be given twice on a day, so the rest of the marks decides before them. Trips
 * without a time that have different references are different trips.
 */
const passesFor = (fields: readonly (keyof Details)[]): Pass[] => [
  bookedBy(here),
  bookedBy(({ driver, minute }) => [driver, minute]),
  bookedBy(({ driver, place }) => [driver, place, '']),
  bookedBy(({ minute, place }) => [minute, place, '', '']),
  bookedBy(({ driver }) => [driver], true),
  bookedBy(() => [], true),
  both((marks) => [...here(marks), ...fields.map((field) => marks.details[field])]),
  both((marks) => (marks.isTimed ? here(marks) : undefined)),
  { row: withoutReference, stored: untimed },
  { row: untimed, stored: withoutReference },
];

/**
 * Finds the stored trip of each row: by trip id, by booking reference of the day, else by driver, minute and place
 * (docs/product/import-export.md#corrected-exports). A stored trip is one row's at most.
 * @param stored all that have an id, a reference, or driver, minute and place of a row, in the order of their times
 * @returns by the row's number
 */
export function matchTrips(
  rows: readonly ReadRow[],
  stored: readonly StoredTrip[],
): ReadonlyMap<number, StoredTrip> {
  const matches = new Map<number, StoredTrip>();
  const free = new Map(stored.map((trip) => [trip.id, trip]));
  const claim = ({ number }: ReadRow, trip: StoredTrip) => {
    matches.set(number, trip);
    free.delete(trip.id);
  };
  // a row that cannot be read is its trip only where no other row is
  for (const isRead of [true, false])
    for (const row of rows) {
      const trip = free.get(row.tripId);
      if (trip && isRead === (row.trip !== undefined)) claim(row, trip);
    }
  const inOrder = rows
    .flatMap((row) => (row.trip ? { row, trip: row.trip, at: Date.parse(row.trip.datetime) } : []))
    .toSorted((one, other) => one.at - other.at || one.row.number - other.row.number)
    .map(({ row, trip, at }): Row => ({ row, trip, marks: marksOf(trip, new Date(at)) }));
  const trips = stored.map((trip): Stored => ({ trip, marks: marksOf(trip, trip.datetime) }));
  const restOfRows = () => inOrder.filter(({ row }) => !matches.has(row.number));
  const restOfTrips = () => trips.filter(({ trip }) => free.has(trip.id));
  const fields = DETAILS.filter((field) => rows.some(({ said }) => said?.[field]));
  for (const pass of passesFor(fields)) {
    if (free.size === 0) break;
    const waiting = grouped(restOfRows(), ({ marks }) => pass.row(marks));
    const offered = grouped(restOfTrips(), ({ marks }) => pass.stored(marks));
    for (const [key, some] of waiting) {
      const fitting = offered.get(key) ?? [];
      if (pass.sole && (some.length > 1 || fitting.length > 1)) continue;
      for (const [index, { row }] of some.entries()) {
        const found = fitting[index];
        if (found) claim(row, found.trip);
      }
    }
  }
  for (const { row, trip } of movedTrips(restOfRows(), inOrder, restOfTrips(), trips)) claim(row, trip);
  return matches;
}

const DETAILS = ['waitingTime', 'duration', 'bookingReference', 'notes', 'kind'] as const;

/**
 * The rows whose booking reference only one stored trip has, of another day, and that agree with it otherwise: it was moved. Where most such
 * rows agree in nothing else, the references begin again, and none was.
 */
function movedTrips(
  rest: readonly Row[],
  rows: readonly Row[],
  free: readonly Stored[],
  stored: readonly Stored[],
) {
  const rowsOf = grouped(rows, ({ marks }) => marks.reference && [marks.reference]);
  const tripsOf = grouped(stored, ({ marks }) => marks.reference && [marks.reference]);
  const freeTrips = new Set(free);
  const elsewhere = rest.flatMap(({ row, marks }) => {
    const key = JSON.stringify([marks.reference]);
    const [trip, ...others] = tripsOf.get(key) ?? [];
    const isOnly = others.length === 0 && rowsOf.get(key)?.length === 1;
    if (!trip || !isOnly || !freeTrips.has(trip)) return [];
    return { row, trip: trip.trip, agrees: isMoved(row, marks, trip.marks) };
  });
  const moved = elsewhere.filter(({ agrees }) => agrees);
  return moved.length * 2 > elsewhere.length ? moved : [];
}

/** Whether driver or place and the time of day are the same; both of the former where there is no time. */
function isMoved({ said }: ReadRow, row: Marks, trip: Marks): boolean {
  const [isDriver, isPlace] = [row.driver === trip.driver, row.place === trip.place];
  const isTimed = said?.time !== undefined && row.isTimed && trip.isTimed;
  return isTimed ? row.time === trip.time && (isDriver || isPlace) : isDriver && isPlace;
}

function grouped<One>(list: readonly One[], keyOf: (one: One) => ReturnType<Key>): Map<string, One[]> {
  const groups = new Map<string, One[]>();
  for (const one of list) {
    const parts = keyOf(one);
    if (!parts) continue;
    const key = JSON.stringify(parts);
    const group = groups.get(key);
    if (group) group.push(one);
    else groups.set(key, [one]);
  }
  return groups;
}
