import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HOUR_MS } from '../durations';
import { brisbaneDay, brisbaneInstant } from '../periods';
import { LONG_SHIFT_HOURS, NIGHT_HOURS, remarksOn, SHIFT_REMARKS, type ShiftRemark } from './shift-remarks';

const NOW = brisbaneInstant('2026-11-24', '12:00');
const at = (day: string, time: string) => brisbaneInstant(day, time).toISOString();
const dayOf = (instant: string) => brisbaneDay(new Date(instant));
type Timed = { driverId: string; start: string; end: string | null };

const shift = (start: [string, string], end: [string, string] | null, driverId = 'amy'): Timed => ({
  driverId,
  start: at(...start),
  end: end && at(...end),
});

test.each<[string, Timed[], ShiftRemark[][]]>([
  ['nothing about a usual day', [shift(['2026-11-23', '06:00'], ['2026-11-23', '14:00'])], [[]]],
  ['12 hours are not long', [shift(['2026-11-23', '06:00'], ['2026-11-23', '18:00'])], [[]]],
  ['a minute more is', [shift(['2026-11-23', '06:00'], ['2026-11-23', '18:01'])], [['long']]],
  ['an open shift lasts until now', [shift(['2026-11-23', '23:00'], null)], [['long']]],
  [
    'both of two that overlap',
    [
      shift(['2026-11-23', '06:00'], ['2026-11-23', '10:00']),
      shift(['2026-11-23', '09:59'], ['2026-11-23', '14:00']),
    ],
    [['overlap'], ['overlap']],
  ],
  [
    'one that ends when the next begins does not overlap',
    [
      shift(['2026-11-23', '06:00'], ['2026-11-23', '10:00']),
      shift(['2026-11-23', '10:00'], ['2026-11-23', '14:00']),
    ],
    [[], []],
  ],
  [
    'another driver does not count',
    [
      shift(['2026-11-23', '06:00'], ['2026-11-23', '10:00']),
      shift(['2026-11-23', '06:00'], ['2026-11-23', '10:00'], 'ben'),
    ],
    [[], []],
  ],
  [
    'a short night before the second, in any order',
    [
      shift(['2026-11-23', '05:00'], ['2026-11-23', '12:00']),
      shift(['2026-11-22', '14:00'], ['2026-11-22', '21:01']),
    ],
    [['short-rest'], []],
  ],
  [
    '8 hours are a night',
    [
      shift(['2026-11-22', '14:00'], ['2026-11-22', '21:00']),
      shift(['2026-11-23', '05:00'], ['2026-11-23', '12:00']),
    ],
    [[], []],
  ],
  [
    'two of a day are a broken day',
    [
      shift(['2026-11-23', '06:00'], ['2026-11-23', '10:00']),
      shift(['2026-11-23', '12:00'], ['2026-11-23', '16:00']),
    ],
    [[], []],
  ],
])('points out: %s', (_, shifts, remarks) => {
  expect(remarksOn(shifts, NOW, dayOf)).toEqual(remarks);
});

/** The rules, word for word, each shift against each other. */
function byTheRules(shifts: readonly Timed[]): ShiftRemark[][] {
  const endOf = ({ start, end }: Timed) =>
    end ? Date.parse(end) : Math.max(NOW.getTime(), Date.parse(start));
  return shifts.map((one) => {
    const [start, end] = [Date.parse(one.start), endOf(one)];
    const others = shifts.filter((other) => other !== one && other.driverId === one.driverId);
    const ends = others
      .filter((other) => endOf(other) <= start && dayOf(other.start) !== dayOf(one.start))
      .map(endOf);
    const remarks: ShiftRemark[] = [];
    if (others.some((other) => Date.parse(other.start) < end && start < endOf(other)))
      remarks.push('overlap');
    if (end - start > LONG_SHIFT_HOURS * HOUR_MS) remarks.push('long');
    if (start - Math.max(...ends) < NIGHT_HOURS * HOUR_MS) remarks.push('short-rest');
    return remarks;
  });
}

test('says what the rules say of any shifts', () => {
  const timed = fc
    .record({
      driverId: fc.constantFrom('amy', 'ben'),
      start: fc.nat(200),
      hours: fc.integer({ min: 1, max: 20 }),
    })
    .map(({ driverId, start, hours }): Timed => {
      const from = brisbaneInstant('2026-11-01').getTime() + start * HOUR_MS;
      return {
        driverId,
        start: new Date(from).toISOString(),
        end: new Date(from + hours * HOUR_MS).toISOString(),
      };
    });
  fc.assert(
    fc.property(fc.array(timed, { maxLength: 30 }), (shifts) => {
      expect(remarksOn(shifts, NOW, dayOf)).toEqual(byTheRules(shifts));
    }),
  );
});

test('remarks have words with their limits', () => {
  expect(Object.values(SHIFT_REMARKS)).toEqual([
    'Overlaps another shift',
    'Longer than 12 hours',
    'Less than 8 hours of rest before it',
  ]);
});
