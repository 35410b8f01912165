import { expect, test } from 'vitest';
import { assumedCount, assumedFacts, assumedText, withConfirmed } from './assumed';

const from = '2025-07-01';
const vehicle = {
  id: 'v',
  availability: [
    { from: '2024-01-01', to: '2024-06-30' },
    { from, to: null, isAssumed: true },
  ],
  licences: [
    { kind: 'taxi' as const, number: '500044', from, expires: '2026-05-31', isAssumed: true },
    { kind: 'taxi' as const, number: '500045', from: '2026-06-01', expires: null },
  ],
};

test('the assumed facts of a vehicle are listed and said', () => {
  expect(assumedFacts(vehicle).map(assumedText)).toEqual([
    'Available since 01/07/2025',
    'Licence 500044 from 01/07/2025 to 31/05/2026',
  ]);
  expect([1, 12].map(assumedCount)).toEqual(['1 fact is assumed', '12 facts are assumed']);
});

test('confirmed facts are no longer assumed, and are again when that is taken back', () => {
  const facts = assumedFacts(vehicle);
  const confirmed = withConfirmed(vehicle, facts);
  expect(assumedFacts(confirmed)).toEqual([]);
  expect(withConfirmed(confirmed, facts, false)).toEqual(vehicle);
});

test('a fact that was entered, or that changed meanwhile, stays as it is', () => {
  const [time] = assumedFacts(vehicle);
  const entered = {
    vehicleId: 'v',
    fact: 'licence' as const,
    number: '500045',
    from: '2026-06-01',
    to: null,
  };
  const stale = { ...entered, number: '500044', from, to: null };
  expect(withConfirmed(vehicle, [{ ...entered, firstDay: '2026-07-01' }, stale])).toEqual(vehicle);
  expect(time && withConfirmed({ ...vehicle, id: 'other' }, [time])).toEqual({ ...vehicle, id: 'other' });
});
