import { MINUTE_MS } from '@shared/durations';
import type { ImportRow } from '@shared/imports/imports';
import { DUPLICATE_WINDOW_MS } from '@shared/limits';
import { isMidnight } from '@shared/periods';
import { suburbKey } from '@shared/places/suburbs';
import { type PlainFieldName, plainFieldNames } from '@shared/trips/trip-fields';
import type { ImportedTrip } from '@shared/trips/trips';
import {
  dayReferenceKey,
  type findTripsByReference,
  referenceKey,
  type StoredNear,
  type StoredTrip,
} from './imports.repository';
import type { ReadRow } from './read-rows';
import { isProblem, type RowRemark } from './row-words';

export type CheckedRow = ReadRow & { status: ImportRow['status'] };

/**
 * Gives each row its status, so that no trip is stored twice. Trips of one driver at one place and instant are the same
 * trip. Those without a time (at midnight) are counted: of three in a file, with two stored, one is new.
 * A booking reference of the same day is one trip's; stored for another day it is remarked on.
 * @param near by row number @param storedById those of the rows' trip ids
 */
export function checkRows(
  rows: readonly ReadRow[],
  near: ReadonlyMap<number, StoredNear>,
  storedById: ReadonlyMap<string, StoredTrip>,
  booked: Awaited<ReturnType<typeof findTripsByReference>>,
): CheckedRow[] {
  const inFile = fileDuplicates();
  const trips = new Map(rows.map(({ number, trip }) => [number, trip]));
  const leftOut = (row: ReadRow, status: 'stored' | 'repeated', why: RowRemark): CheckedRow => ({
    ...row,
    status,
    remarks: [why, ...row.remarks.filter(isProblem)],
  });
  return rows.map((row) => {
    const { trip } = row;
    const stored = storedById.get(row.tripId);
    if (stored)
      return leftOut(row, 'stored', {
        kind: !trip || isSameTrip(trip, stored) ? 'stored-same' : 'stored-otherwise',
      });
    if (!trip) return { ...row, status: 'problem' };
    const { same, near: isNear } = near.get(row.number) ?? { same: 0, near: false };
    const { earlier, firstSame, firstNear } = inFile(row.number, trip);
    const hasTime = !isMidnight(new Date(trip.datetime));
    if (hasTime ? same > 0 : earlier < same) return leftOut(row, 'stored', { kind: 'stored-same' });
    const reference = trip.bookingReference ?? '';
    const sameDay = booked.byDayAndReference.get(dayReferenceKey(reference, new Date(trip.datetime)));
    if (sameDay)
      return leftOut(row, 'stored', { field: 'bookingReference', kind: 'reference-stored', stored: sameDay });
    if (hasTime && firstSame !== undefined)
      return leftOut(row, 'repeated', repeats(trip, firstSame, trips.get(firstSame)));
    const remarks = [...row.remarks];
    const other = booked.byReference.get(referenceKey(reference));
    if (other) remarks.unshift({ field: 'bookingReference', kind: 'reference-of-other-day', stored: other });
    if (isNear && earlier === 0) remarks.unshift({ kind: 'near-stored' });
    else if (firstNear !== undefined) remarks.unshift({ kind: 'near-row', row: firstNear });
    return { ...row, status: 'ready', remarks };
  });
}

export const readyTrips = (rows: readonly CheckedRow[]): ImportedTrip[] =>
  rows.flatMap(({ status, trip }) => (status === 'ready' && trip ? [trip] : []));

type PlainParts = Pick<ImportedTrip, PlainFieldName>;

/** Whether two trips have the same in a field; an export shows every suburb capitalised. */
const isAlike = (field: PlainFieldName, one: PlainParts, other: PlainParts | undefined) =>
  field === 'suburb'
    ? suburbKey(one.suburb) === suburbKey(other?.suburb ?? '')
    : one[field] === other?.[field];

function repeats(trip: ImportedTrip, row: number, first: ImportedTrip | undefined): RowRemark {
  const isSame =
    trip.vehicleId === first?.vehicleId && plainFieldNames.every((field) => isAlike(field, trip, first));
  return { kind: isSame ? 'repeats-row' : 'repeats-otherwise', row };
}

/** A row without a vehicle says nothing about it. The licence is the driver's of the day, whatever the stored trip was entered with. */
const isSameTrip = (trip: ImportedTrip, { datetime, ...stored }: StoredTrip) =>
  Math.abs(Date.parse(trip.datetime) - datetime.getTime()) < MINUTE_MS &&
  trip.driverId === stored.driverId &&
  (trip.vehicleId ?? stored.vehicleId) === stored.vehicleId &&
  plainFieldNames.every((field) => isAlike(field, trip, stored));

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
