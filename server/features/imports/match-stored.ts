import type { ImportRow } from '@shared/imports/imports';
import { DUPLICATE_WINDOW_MS } from '@shared/limits';
import { isMidnight } from '@shared/periods';
import { suburbKey } from '@shared/places/suburbs';
import { type PlainFieldName, plainFieldNames } from '@shared/trips/trip-fields';
import type { ImportedTrip } from '@shared/trips/trips';
import type { Correction } from './corrections/corrections';
import { matchTrips } from './corrections/match-trips';
import { dayReferenceKey, referenceKey, type StoredNear, type StoredTrip } from './imports.repository';
import type { ReadRow } from './read-rows';
import { isProblem, type RowRemark } from './row-words';

export type CheckedRow = ReadRow & {
  status: ImportRow['status'];
  /** The stored trip that the row is. */
  stored?: StoredTrip;
  /** Of a row that differs from it. */
  correction?: Correction;
};

type Compare = (row: ReadRow, trip: ImportedTrip, stored: StoredTrip) => Correction | undefined;

/**
 * Gives each row its status, so that no trip is stored twice, and none that differs is passed over. Trips of one driver at one place and minute are the same
 * trip. Those without a time (at midnight) are counted: of three in a file, with two stored, one is new.
 * A booking reference of the same day is one trip's; stored for another day it is remarked on, unless that trip was moved.
 * @param near by row number @param stored the trips that rows may be, in the order of their times
 * @param corrects whether the rows correct stored trips; those that are typed never do
 */
export function checkRows(
  rows: readonly ReadRow[],
  near: ReadonlyMap<number, StoredNear>,
  stored: readonly StoredTrip[],
  compare: Compare,
  corrects: boolean,
): CheckedRow[] {
  const inFile = fileDuplicates();
  const matches = matchTrips(rows, stored);
  const trips = new Map(rows.map(({ number, trip }) => [number, trip]));
  const booked = byReference(stored);
  const rowOf = new Map([...matches].map(([number, trip]) => [trip.id, number]));
  const leftOut = (row: ReadRow, status: 'stored' | 'repeated', ...why: RowRemark[]): CheckedRow => ({
    ...row,
    status,
    remarks: [...why, ...row.remarks.filter(isProblem)],
  });

  function checkMatch(row: ReadRow, trip: ImportedTrip, match: StoredTrip): CheckedRow {
    const correction = compare(row, trip, match);
    const isWaitKept = row.said?.waitingTime === 'blank' && match.waitingTime !== null;
    const kept: RowRemark[] = isWaitKept
      ? [{ field: 'waitingTime', kind: 'wait-kept', minutes: match.waitingTime ?? 0 }]
      : [];
    if (!correction) return { ...leftOut(row, 'stored', { kind: 'stored-same' }, ...kept), stored: match };
    if (!corrects) return { ...leftOut(row, 'stored', leftAsItIs(trip, match)), stored: match };
    const own = row.remarks.filter(({ kind }) => !isWaitKept || kind !== 'waiting-unknown');
    return { ...row, status: 'differs', stored: match, correction, remarks: [...kept, ...own] };
  }

  return rows.map((row) => {
    const { trip, tripId, number } = row;
    const match = matches.get(number);
    if (!trip)
      return match
        ? { ...leftOut(row, 'stored', { kind: 'stored-unread' }), stored: match }
        : { ...row, status: 'problem' };
    const { earlier, firstSame, firstNear } = inFile(number, trip);
    if (match) return checkMatch(row, trip, match);
    const first = rowOf.get(tripId);
    if (first !== undefined)
      return leftOut(row, 'repeated', repeats(trip, first, trips.get(first), 'repeats-id'));
    const reference = trip.bookingReference ?? '';
    const at = new Date(trip.datetime);
    const sameDay = booked.byDay.get(dayReferenceKey(reference, at));
    if (sameDay) return leftOut(row, 'stored', referenceStored(sameDay));
    if (firstSame !== undefined && !isMidnight(at))
      return leftOut(row, 'repeated', repeats(trip, firstSame, trips.get(firstSame)));
    const remarks = [...row.remarks];
    const other = booked.ofAnyDay.get(referenceKey(reference));
    if (other) remarks.unshift({ field: 'bookingReference', kind: 'reference-of-other-day', stored: other });
    if (near.get(number)?.near && earlier === 0) remarks.unshift({ kind: 'near-stored' });
    else if (firstNear !== undefined) remarks.unshift({ kind: 'near-row', row: firstNear });
    return { ...row, status: 'ready', remarks };
  });
}

export const readyTrips = (rows: readonly CheckedRow[]): ImportedTrip[] =>
  rows.flatMap(({ status, trip }) => (status === 'ready' && trip ? [trip] : []));

export const correctionsOf = (rows: readonly CheckedRow[]): Correction[] =>
  rows.flatMap(({ correction }) => correction ?? []);

/** Stored trips by booking reference, and by that and the day; of several the last. */
function byReference(stored: readonly StoredTrip[]) {
  const ofAnyDay = new Map<string, StoredTrip>();
  const byDay = new Map<string, StoredTrip>();
  for (const trip of stored) {
    if (!trip.bookingReference) continue;
    ofAnyDay.set(referenceKey(trip.bookingReference), trip);
    byDay.set(dayReferenceKey(trip.bookingReference, trip.datetime), trip);
  }
  return { ofAnyDay, byDay };
}

const referenceStored = (stored: StoredTrip): RowRemark => ({
  field: 'bookingReference',
  kind: 'reference-stored',
  stored,
});

/** Why a typed row that differs from its stored trip is left out. */
const leftAsItIs = (trip: ImportedTrip, stored: StoredTrip): RowRemark =>
  trip.bookingReference && referenceKey(trip.bookingReference) === referenceKey(stored.bookingReference ?? '')
    ? referenceStored(stored)
    : { kind: 'stored-otherwise' };

type PlainParts = Pick<ImportedTrip, PlainFieldName>;

/** Whether two trips have the same in a field; an export shows every suburb capitalised. */
const isAlike = (field: PlainFieldName, one: PlainParts, other: PlainParts | undefined) =>
  field === 'suburb'
    ? suburbKey(one.suburb) === suburbKey(other?.suburb ?? '')
    : one[field] === other?.[field];

function repeats(
  trip: ImportedTrip,
  row: number,
  first: ImportedTrip | undefined,
  otherwise: 'repeats-otherwise' | 'repeats-id' = 'repeats-otherwise',
): RowRemark {
  const isSame =
    trip.driverId === first?.driverId &&
    trip.datetime === first.datetime &&
    trip.vehicleId === first.vehicleId &&
    plainFieldNames.every((field) => isAlike(field, trip, first));
  return { kind: isSame ? 'repeats-row' : otherwise, row };
}

type StoredPlace = {
  /** By postcode and instant: how many trips, and the row of the first. */
  same: Map<string, { count: number; first: number }>;
  /** By five minutes: the trips, in the order of their rows. */
  slots: Map<number, { number: number; at: number }[]>;
};

function setDefault<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

/** Makes a function that takes the trips of a file in order, and finds those before that are the same or near. */
export function fileDuplicates() {
  const drivers = new Map<string, Map<string, StoredPlace>>();
  return (number: number, { driverId, suburb, postcode, datetime }: ImportedTrip) => {
    const at = Date.parse(datetime);
    const places = setDefault(drivers, driverId, () => new Map<string, StoredPlace>());
    const { same, slots } = setDefault(places, suburbKey(suburb), () => ({
      same: new Map(),
      slots: new Map(),
    }));
    const known = setDefault(same, `${postcode} ${at}`, () => ({ count: 0, first: number }));
    const slot = Math.floor(at / DUPLICATE_WINDOW_MS);
    const isNear = (other: { at: number }) => Math.abs(other.at - at) <= DUPLICATE_WINDOW_MS;
    const nearIn = (one: number) => slots.get(one)?.find(isNear);
    const near = nearIn(slot - 1) ?? nearIn(slot) ?? nearIn(slot + 1);

    const earlier = known.count;
    known.count += 1;
    setDefault(slots, slot, () => []).push({ number, at });
    const firstSame = earlier > 0 ? known.first : undefined;
    return { earlier, firstSame, firstNear: near?.number };
  };
}
