import type { ImportRow } from '@shared/imports';
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
  const leftOut = (row: ReadRow, why: string): CheckedRow => ({
    ...row,
    status: 'stored',
    problems: [],
    warnings: [why, ...row.problems],
  });
  return rows.map((row) => {
    const { trip } = row;
    const stored = named.get(row.tripId);
    if (stored) return leftOut(row, !trip || isSameTrip(trip, stored) ? ALREADY_STORED : STORED_OTHERWISE);
    if (!trip) return { ...row, status: 'problem' };
    const { same, near: isNear } = near.get(row.number) ?? { same: 0, near: false };
    const { earlier, firstSame, firstNear } = inFile(row.number, trip);
    const hasTime = brisbaneTime(new Date(trip.datetime)) !== '00:00';
    if (hasTime ? same > 0 : earlier < same) return leftOut(row, ALREADY_STORED);
    if (hasTime && firstSame !== undefined) return leftOut(row, `The same trip as row ${firstSame}`);
    const warnings = [...row.warnings];
    if (isNear && earlier === 0)
      warnings.push('Probably stored already: same driver and suburb within five minutes');
    else if (firstNear !== undefined) warnings.push(`Probably the same trip as row ${firstNear}`);
    return { ...row, status: 'ready', warnings };
  });
}

const ALREADY_STORED = 'Already stored';
const STORED_OTHERWISE =
  'Already stored with other details: edit that trip in Trip History, or clear the Trip ID to add another trip';

/** Spreadsheets show minutes, and some keep no more of a date than they show. */
const MINUTE_MS = 60_000;

const isSameTrip = (trip: CreateTrip, { id: _, datetime, ...stored }: StoredTrip) =>
  Math.abs(Date.parse(trip.datetime) - datetime.getTime()) < MINUTE_MS &&
  Object.entries(stored).every(([field, value]) => trip[field as keyof CreateTrip] === value);

/** Makes a function that takes the trips of a file in order, and finds those before that are the same or near. */
function fileDuplicates() {
  const seen = new Map<string, { number: number; at: number; postcode: string }[]>();
  return (number: number, { driverId, suburb, postcode, datetime }: CreateTrip) => {
    const at = Date.parse(datetime);
    const slot = Math.floor(at / DUPLICATE_WINDOW_MS);
    const key = (of: number) => `${driverId} ${suburbKey(suburb)} ${of}`;
    const near = [slot - 1, slot, slot + 1]
      .flatMap((of) => seen.get(key(of)) ?? [])
      .filter((other) => Math.abs(other.at - at) <= DUPLICATE_WINDOW_MS);
    const same = near.filter((other) => other.at === at && other.postcode === postcode);
    seen.set(key(slot), [...(seen.get(key(slot)) ?? []), { number, at, postcode }]);
    return { earlier: same.length, firstSame: same[0]?.number, firstNear: near[0]?.number };
  };
}
