import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readBreak, readTimes } from './times';

const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
const read = (start: string, end?: string) => {
  const times = readTimes(start, end);
  return typeof times === 'string'
    ? times
    : times.map((pair) => `${clock(pair.start)}-${clock(pair.end)}`).join(' ');
};

test.each([
  ['6:10-14:30', '06:10-14:30'],
  ['0610-1430', '06:10-14:30'],
  ['6.10 – 14.30', '06:10-14:30'],
  ['06:10 to 14:30', '06:10-14:30'],
  ['6h10-14h30', '06:10-14:30'],
  ['6-14', '06:00-14:00'],
  ['6am-2:30pm', '06:00-14:30'],
  ['6:10 a.m. - 2.30 p.m.', '06:10-14:30'],
  ['6a-2p', '06:00-14:00'],
  ['9-5pm', '09:00-17:00'],
  ['6-11pm', '18:00-23:00'],
  ['12:30-4pm', '12:30-16:00'],
  ['10am-2', '10:00-14:00'],
  ['6pm-2', '18:00-26:00'],
  ['10pm-6am', '22:00-30:00'],
  ['22:00-6:00', '22:00-30:00'],
  ['16:00-0:00', '16:00-24:00'],
  ['16:00-24:00', '16:00-24:00'],
  ['6pm-midnight', '18:00-24:00'],
  ['midnight-6', '00:00-06:00'],
  ['9-noon', '09:00-12:00'],
  ['6-10, 12-16:30', '06:00-10:00 12:00-16:30'],
  ['6-10 & 12-16:30', '06:00-10:00 12:00-16:30'],
  ['6-10/12-16:30', '06:00-10:00 12:00-16:30'],
  ['6-10 and 12-16:30', '06:00-10:00 12:00-16:30'],
  ['6-10\n12-16:30', '06:00-10:00 12:00-16:30'],
  ['22-2, 3-6', '22:00-26:00 27:00-30:00'],
  ['6-10, 10-14', '06:00-10:00 10:00-14:00'],
  ['6:10', 'no-end'],
  ['6:10-', 'no-end'],
  ['2026-11-24T06:10:00.000', 'no-end'],
  ['6-6', 'no-time'],
  ['8.5', 'unreadable'],
  ['25:00-26:00', 'unreadable'],
  ['6-10, 12', 'unreadable'],
  ['6-10-14', 'unreadable'],
  ['off', 'unreadable'],
  ['1-2,3-4,5-6,7-8,9-10,11-12,13-14', 'unreadable'],
  [`${'6'.repeat(300)}`, 'unreadable'],
])('reads %j as %s', (typed, expected) => {
  expect(read(typed)).toBe(expected);
});

test.each([
  ['6:10', '14:30', '06:10-14:30'],
  ['0610', '1430', '06:10-14:30'],
  ['6am', '2.30pm', '06:00-14:30'],
  ['22:00', '6:00', '22:00-30:00'],
  ['06:10:00.000', '14:30:00.000', '06:10-14:30'],
  ['2026-11-24T06:10:00.000', '2026-11-24T14:30:00.000', '06:10-14:30'],
  ['0.25', '0.5', '06:00-12:00'],
  ['6', '', 'no-end'],
  ['6-10', '14', 'unreadable'],
  ['6', 'late', 'unreadable'],
])('reads start %j and end %j as %s', (start, end, expected) => {
  expect(read(start, end)).toBe(expected);
});

test.each([
  ['30', 30],
  ['30 min', 30],
  ['45mins', 45],
  ['0:30', 30],
  ['1 h', 60],
  ['1.30', 90],
  ['half an hour', undefined],
  ['x'.repeat(300), undefined],
])('reads a break of %j', (typed, minutes) => {
  expect(readBreak(typed)).toBe(minutes);
});

test('reads any text without an error, and times in their order', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (start, end) => {
      const times = readTimes(start, end);
      readBreak(start);
      if (typeof times === 'string') return;
      for (const [index, pair] of times.entries()) {
        expect(pair.end).toBeGreaterThan(pair.start);
        expect(pair.start).toBeGreaterThanOrEqual(times[index - 1]?.end ?? 0);
      }
    }),
  );
});
