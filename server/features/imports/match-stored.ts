import type { ImportRemark, ImportRow } from '@shared/imports';
import { DUPLICATE_WINDOW_MS } from '@shared/limits';
import { brisbaneTime } from '@shared/periods';
import { suburbKey } from '@shared/places/suburbs';
import type { CreateTrip } from '@shared/trips';
import type { StoredNear, StoredTrip } from './imports.repository';
import type { ReadRow } from './read-rows';

export type CheckedRow = ReadRow & { status: ImportRow['status'] };

/**
 * Gives each row its status, so that no trip is stored twice. Trips of one driver at one place and instant are the same
 * trip. Those without a time (at midnight) are counted: of three in a file, with two stored, one is new.
 * @param near by row number
 * @param named by trip id
 */
export function checkRows(
  rows: readonly ReadRow[],
  near: ReadonlyMap<number, StoredNear>,
  named: ReadonlyMap<string, StoredTrip>,
): CheckedRow[] {
  const inFile = fileDuplicates();
  const trips = new Map(rows.map(({ number, trip }) => [number, trip]));
  const leftOut = (row: ReadRow, status: 'stored' | 'repeated', why: ImportRemark): CheckedRow => ({
    ...row,
    status,
    remarks: [why, ...row.remarks.filter(({ kind }) => kind === 'problem')],
  });
  return rows.map((row) => {
    const { trip } = row;
    const stored = named.get(row.tripId);
    if (stored)
      return leftOut(row, 'stored', !trip || isSameTrip(trip, stored) ? ALREADY_STORED : STORED_OTHERWISE);
    if (!trip) return { ...row, status: 'problem' };
    const { same, near: isNear } = near.get(row.number) ?? { same: 0, near: false };
    const { earlier, firstSame, firstNear } = inFile(row.number, trip);
    const hasTime = brisbaneTime(new Date(trip.datetime)) !== '00:00';
    if (hasTime ? same > 0 : earlier < same) return leftOut(row, 'stored', ALREADY_STORED);
    if (hasTime && firstSame !== undefined)
      return leftOut(row, 'repeated', repeats(trip, firstSame, trips.get(firstSame)));
    const remarks = [...row.remarks];
    if (isNear && earlier === 0)
      remarks.unshift({
        kind: 'check',
        text: 'Probably stored already: same driver and suburb within five minutes',
      });
    else if (firstNear !== undefined)
      remarks.unshift({ kind: 'check', text: `Probably the same trip as row ${firstNear}` });
    return { ...row, status: 'ready', remarks };
  });
}

/** The trips of the rows that are ready. */
export const readyTrips = (rows: readonly CheckedRow[]): CreateTrip[] =>
  rows.flatMap(({ status, trip }) => (status === 'ready' && trip ? [trip] : []));

const ALREADY_STORED: ImportRemark = { kind: 'note', text: 'Already stored' };
const STORED_OTHERWISE: ImportRemark = {
  kind: 'check',
  text: 'Already stored with other details: edit that trip in Trip History, or clear the Trip ID to add another trip',
};

/** Of trips at one place and instant the first counts. */
function repeats(trip: CreateTrip, number: number, first: CreateTrip | undefined): ImportRemark {
  const { waitingTime, duration, notes } = trip;
  const isSame = waitingTime === first?.waitingTime && duration === first.duration && notes === first.notes;
  return isSame
    ? { kind: 'note', text: `The same trip as row ${number}` }
    : {
        kind: 'check',
        text: `The same driver, time and place as row ${number}, with other details: only row ${number} counts`,
      };
}

/** Spreadsheets show minutes, and some keep no more of a date than they show. */
const MINUTE_MS = 60_000;

const isSameTrip = (trip: CreateTrip, { id: _, datetime, ...stored }: StoredTrip) =>
  Math.abs(Date.parse(trip.datetime) - datetime.getTime()) < MINUTE_MS &&
  Object.entries(stored).every(([field, value]) => trip[field as keyof CreateTrip] === value);

/**
 * Makes a function that takes the trips of a file in order, and finds those before that are the same or near. Its time hardly
 * grows with the number of those: of a place and five minutes it keeps what can be found first, of an instant a count.
 */
export function fileDuplicates() {
  const seen = new Map<string, { count: number; first: number }>();
  const slots = new Map<string, { rising: FirstAtLeast; falling: FirstAtLeast }>();
  return (number: number, { driverId, suburb, postcode, datetime }: CreateTrip) => {
    const at = Date.parse(datetime);
    const place = `${driverId} ${suburbKey(suburb)}`;
    const sameKey = `${place} ${postcode} ${at}`;
    const same = seen.get(sameKey) ?? { count: 0, first: number };
    const slot = Math.floor(at / DUPLICATE_WINDOW_MS);
    const slotAt = (of: number) => slots.get(`${place} ${of}`);
    const firstNear =
      slotAt(slot - 1)?.rising.find(at - DUPLICATE_WINDOW_MS) ??
      slotAt(slot)?.rising.find(Number.NEGATIVE_INFINITY) ??
      slotAt(slot + 1)?.falling.find(-at - DUPLICATE_WINDOW_MS);

    seen.set(sameKey, { count: same.count + 1, first: same.first });
    const own = slotAt(slot) ?? { rising: firstAtLeast(), falling: firstAtLeast() };
    own.rising.add(at, number);
    own.falling.add(-at, number);
    slots.set(`${place} ${slot}`, own);
    return { earlier: same.count, firstSame: same.count > 0 ? same.first : undefined, firstNear };
  };
}

type FirstAtLeast = ReturnType<typeof firstAtLeast>;

/** Takes rows in order, and finds the first whose value is at least another: only one greater than all before it can be. */
function firstAtLeast() {
  const greatest: { value: number; number: number }[] = [];
  return {
    add(value: number, number: number) {
      if (value > (greatest.at(-1)?.value ?? Number.NEGATIVE_INFINITY)) greatest.push({ value, number });
    },
    find(least: number): number | undefined {
      let [from, to] = [0, greatest.length];
      while (from < to) {
        const middle = (from + to) >> 1;
        if ((greatest[middle]?.value ?? 0) < least) from = middle + 1;
        else to = middle;
      }
      return greatest[from]?.number;
    },
  };
}
