import { brisbaneInstant } from '@shared/periods';
import { emptyDetails } from '@shared/trips/trip-fields';
import { expect, test } from 'vitest';
import type { StoredTrip } from '../imports.repository';
import type { ReadRow } from '../read-rows';
import { matchTrips } from './match-trips';

/** "2/10 14:05 amy Toowong J-1 5": day, time (or "-"), driver, suburb, reference (or "-") and wait. */
function partsOf(text: string) {
  const [date = '', time = '', driverId = '', suburb = '', reference = '-', wait = '5'] = text.split(' ');
  const [day = '', month = ''] = date.split('/');
  const at = brisbaneInstant(
    `2026-${month.padStart(2, '0')}-${day.padStart(2, '0')}`,
    time === '-' ? '00:00' : time,
  );
  return {
    hasTime: time !== '-',
    at,
    trip: {
      ...emptyDetails(),
      ...{ driverId, suburb, postcode: '4066', waitingTime: Number(wait), vehicleId: null },
      bookingReference: reference === '-' ? null : reference,
    },
  };
}

function rowOf(text: string, number: number): ReadRow {
  const { at, trip, hasTime } = partsOf(text);
  return {
    number,
    tripId: /#(\w+)/.exec(text)?.[1] ?? '',
    trip: { ...trip, driverAuthorityLicense: 'DA-1', datetime: at.toISOString() },
    said: { waitingTime: 'value', bookingReference: 'value', ...(hasTime && { time: 'value' }) },
    remarks: [],
    show: () => ({ summary: text }),
  };
}
const storedOf = (text: string, id: string): StoredTrip => {
  const { at, trip } = partsOf(text);
  return { ...trip, id, datetime: at, version: 1 };
};

/** Which stored trip each row is: 'a' is the first, '-' none. */
function matched(stored: readonly string[], rows: readonly string[]): string {
  const trips = stored.map((text, at) => storedOf(text, 'abcdefgh'[at] ?? ''));
  const matches = matchTrips(rows.map(rowOf), trips);
  return rows.map((_, number) => matches.get(number)?.id ?? '-').join(' ');
}

test.each<[string, string[], string[], string]>([
  ['its id, whatever else differs', ['2/10 14:05 amy Toowong'], ['3/10 15:00 ben Milton - 9 #a'], 'a'],
  [
    'its id once',
    ['2/10 14:05 amy Toowong'],
    ['2/10 14:05 amy Toowong - 9 #a', '2/10 14:05 amy Toowong - 5 #a'],
    'a -',
  ],
  [
    'its reference of the day, in any case',
    ['2/10 14:05 amy Toowong J-1'],
    ['2/10 19:00 ben Milton j-1'],
    'a',
  ],
  [
    'driver, minute and place, whatever the reference',
    ['2/10 14:05 amy Toowong J-1'],
    ['2/10 14:05 amy TOOWONG J-2'],
    'a',
  ],
  [
    'nothing, where one of the three differs',
    ['2/10 14:05 amy Toowong'],
    ['2/10 14:06 amy Toowong', '2/10 14:05 ben Toowong', '2/10 14:05 amy Milton'],
    '- - -',
  ],
  [
    'the driver too, where a reference is given twice on a day',
    ['2/10 9:00 amy Toowong 1', '2/10 10:00 ben Milton 1'].map((text) => text.replace(' 9:', ' 09:')),
    ['2/10 11:00 ben Ascot 1', '2/10 12:00 amy Ascot 1'],
    'b a',
  ],
  [
    'none of two trips of its reference, where nothing else tells',
    ['2/10 09:00 amy Toowong 1', '2/10 10:00 ben Milton 1'],
    ['2/10 11:00 carl Ascot 1'],
    '-',
  ],
  [
    'the order of times, for two legs of one booking',
    ['2/10 09:00 amy Toowong 1', '2/10 12:00 amy Toowong 1'],
    ['2/10 12:05 amy Toowong 1', '2/10 09:05 amy Toowong 1'],
    'b a',
  ],
  [
    'the details, for two alike',
    ['2/10 14:05 amy Toowong - 5', '2/10 14:05 amy Toowong - 7'],
    ['2/10 14:05 amy Toowong - 7', '2/10 14:05 amy Toowong - 9'],
    'b a',
  ],
  [
    'a slot whose trip has moved away is free',
    ['2/10 14:05 amy Toowong J-1'],
    ['2/10 16:00 amy Toowong J-1', '2/10 14:05 amy Toowong J-9'],
    'a -',
  ],
])('a row is known by %s', (_, stored, rows, expected) => {
  expect(matched(stored, rows)).toBe(expected);
});

test.each<[string, string[], string[], string]>([
  ['are counted', ['2/10 - amy Toowong', '2/10 - amy Toowong'], Array(3).fill('2/10 - amy Toowong'), 'a b -'],
  [
    'of other references are others',
    ['2/10 - amy Toowong 1', '2/10 - amy Toowong 2'],
    ['2/10 - amy Toowong 2', '2/10 - amy Toowong 3'],
    'b -',
  ],
  [
    'may get a reference, or lose it',
    ['2/10 - amy Toowong', '2/10 - amy Milton 4'],
    ['2/10 - amy Toowong 3', '2/10 - amy Milton'],
    'a b',
  ],
  [
    'are known by details first',
    ['2/10 - amy Toowong - 5', '2/10 - amy Toowong - 7'],
    ['2/10 - amy Toowong - 7', '2/10 - amy Toowong - 6'],
    'b a',
  ],
])('trips without a time %s', (_, stored, rows, expected) => {
  expect(matched(stored, rows)).toBe(expected);
});

test.each<[string, string[], string[], string]>([
  ['at the same time, with the driver', ['2/10 14:05 amy Toowong J-1'], ['3/10 14:05 amy Milton J-1'], 'a'],
  ['at the same time, at the place', ['2/10 14:05 amy Toowong J-1'], ['3/10 14:05 ben Toowong J-1'], 'a'],
  ['not at another time', ['2/10 14:05 amy Toowong J-1'], ['3/10 15:05 amy Toowong J-1'], '-'],
  [
    'not with another driver from elsewhere',
    ['2/10 14:05 amy Toowong J-1'],
    ['3/10 14:05 ben Milton J-1'],
    '-',
  ],
  [
    'without a time, with driver and place',
    ['2/10 - amy Toowong J-1', '2/10 - amy Toowong J-2'],
    ['3/10 - amy Toowong J-1', '3/10 - amy Toowong J-2'],
    'a b',
  ],
  ['without a time, not with the driver alone', ['2/10 - amy Toowong J-1'], ['3/10 - amy Milton J-1'], '-'],
  [
    'not where the stored day has its row',
    ['2/10 14:05 amy Toowong 1'],
    ['2/10 14:05 amy Toowong 1', '3/10 14:05 amy Toowong 1'],
    'a -',
  ],
  [
    'not where two stored trips have its reference',
    ['1/10 14:05 amy Toowong 1', '2/10 14:05 amy Toowong 1'],
    ['3/10 14:05 amy Toowong 1'],
    '-',
  ],
  [
    'not where most of the others agree in nothing',
    ['2/10 07:00 amy Toowong 1', '2/10 08:00 amy Milton 2', '2/10 09:00 amy Ascot 3'],
    ['3/10 07:00 amy Toowong 1', '3/10 08:30 amy Ascot 2', '3/10 09:10 amy Milton 3'],
    '- - -',
  ],
])('a trip moves to another day with its reference %s', (_, stored, rows, expected) => {
  expect(matched(stored, rows)).toBe(expected);
});
