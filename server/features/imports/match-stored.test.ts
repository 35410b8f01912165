import { DUPLICATE_WINDOW_MS } from '@shared/limits';
import { suburbKey } from '@shared/places/suburbs';
import type { CreateTrip } from '@shared/trips/trips';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildTrip } from '../../test/builders';
import { fileDuplicates } from './match-stored';

/** What is found by looking at every trip before. */
function byEveryTripBefore() {
  const before: { number: number; at: number; trip: CreateTrip }[] = [];
  const slotOf = (at: number) => Math.floor(at / DUPLICATE_WINDOW_MS);
  return (number: number, trip: CreateTrip) => {
    const at = Date.parse(trip.datetime);
    const near = before
      .filter((other) => other.trip.driverId === trip.driverId)
      .filter((other) => suburbKey(other.trip.suburb) === suburbKey(trip.suburb))
      .filter((other) => Math.abs(other.at - at) <= DUPLICATE_WINDOW_MS)
      .sort((a, b) => slotOf(a.at) - slotOf(b.at) || a.number - b.number);
    const same = near.filter((other) => other.at === at && other.trip.postcode === trip.postcode);
    before.push({ number, at, trip });
    return { earlier: same.length, firstSame: same[0]?.number, firstNear: near[0]?.number };
  };
}

const MIDNIGHT = Date.parse('2026-10-30T14:00:00Z');
const trips = fc.array(
  fc.record({
    driverId: fc.constantFrom('amy', 'ben'),
    suburb: fc.constantFrom('Toowong', ' toowong', 'Milton'),
    postcode: fc.constantFrom('4066', '4064'),
    seconds: fc.oneof(
      fc.constantFrom(0, 1, 299, 300, 301, 600, -1, -300),
      fc.integer({ min: -700, max: 700 }),
    ),
  }),
  { maxLength: 40 },
);

test('the duplicates within a file are those that a look at every trip before finds', () => {
  fc.assert(
    fc.property(trips, (rows) => {
      const [found, expected] = [fileDuplicates(), byEveryTripBefore()];
      rows.forEach(({ seconds, ...fields }, number) => {
        const trip = buildTrip(
          { id: fields.driverId, driverAuthorityLicense: 'DA-1' },
          { ...fields, datetime: new Date(MIDNIGHT + seconds * 1000).toISOString() },
        );
        expect(found(number, trip)).toEqual(expected(number, trip));
      });
    }),
  );
});
