import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addTotals, averageWait, averageWaitNote, NO_TRIPS, type TripTotals, waitsKnown } from './waits';

const waits = fc.array(fc.option(fc.nat(10_080)), { maxLength: 30 });

const totalsOf = (minutes: readonly (number | null)[]): TripTotals =>
  minutes.reduce<TripTotals>(
    (sum, waited) =>
      addTotals(sum, { tripCount: 1, waitingTotal: waited ?? 0, unknownWaits: waited === null ? 1 : 0 }),
    NO_TRIPS,
  );

test('trips whose wait is not known are left out of the average', () => {
  fc.assert(
    fc.property(waits, (minutes) => {
      const known = minutes.filter((waited) => waited !== null);
      expect(averageWait(totalsOf(minutes))).toBe(averageWait(totalsOf(known)));
    }),
  );
  expect(averageWait(totalsOf([0, null, 5]))).toBe(2.5);
  expect(averageWait({ tripCount: 4, waitingTotal: 1 })).toBe(0.3);
});

test('no average is made up where no wait is known', () => {
  expect(averageWait(totalsOf([null, null]))).toBeNull();
  expect(averageWait(NO_TRIPS)).toBeNull();
});

test('an average says for how many trips the wait is known, where it is not for all', () => {
  const totals = { tripCount: 1_340, waitingTotal: 9, unknownWaits: 28 };
  expect(waitsKnown(totals)).toBe('wait known for 1,312 of 1,340 trips');
  expect(waitsKnown({ tripCount: 3 })).toBe('');
  expect(averageWaitNote(totals)).toBe(
    "Average wait: the mean of the trips' waiting times in minutes, to one decimal; wait known for 1,312 of 1,340 trips.",
  );
  expect(averageWaitNote(NO_TRIPS)).toBe(
    "Average wait: the mean of the trips' waiting times in minutes, to one decimal.",
  );
});
