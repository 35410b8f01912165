import { expect, it } from 'vitest';
import { LENGTHS } from '../../limits';
import { findTypedVehicle, nearestVehicles } from './vehicles';

const vehicle = (
  registration: string,
  description: string | null = null,
  callSigns: { callSign: string; from: string | null; to: string | null }[] = [],
) => ({ registration, description, callSigns });
const fleet = [
  vehicle('123ABC', 'Silver Camry'),
  vehicle('124ABD'),
  vehicle('777XYZ', 'White van'),
  vehicle('123ABE'),
  vehicle('123AB'),
];
const near = (typed: string) => nearestVehicles(typed, fleet).map(({ registration }) => registration);

it.each([
  ['xyz', ['777XYZ']],
  ['white', ['777XYZ']],
  ['777-xy', ['777XYZ']],
  ['777XYQ', ['777XYZ']],
  ['77QXYQ', ['777XYZ']],
  ['QQQXYQ', []],
  ['123ABF', ['123ABC', '123ABE', '123AB']],
  ['7', []],
  ['', []],
])('%j may mean %j', (typed, registrations) => {
  expect(near(typed)).toEqual(registrations);
});

it('finds the nearest first', () => {
  expect(nearestVehicles('124AB', fleet.slice(0, 2)).map(({ registration }) => registration)).toEqual([
    '124ABD',
    '123ABC',
  ]);
});

it('reads a text as long as a description', () => {
  const longest = 'x'.repeat(LENGTHS.vehicleDescription);
  expect(nearestVehicles(longest, [vehicle('1', longest)])).toHaveLength(1);
  expect(nearestVehicles(`${longest}x`, [vehicle('1', `${longest}x`)])).toEqual([]);
});

const june = { callSign: 'T-101', from: null, to: '2026-06-30' };
const since = { callSign: 't101', from: '2026-07-01', to: null };
const called = [vehicle('123ABC', null, [june]), vehicle('777XYZ', null, [since]), vehicle('T102')];

it.each([
  ['T101', '2026-06-30', '123ABC'],
  ['t 101', '2026-07-01', '777XYZ'],
  ['T101', undefined, undefined],
  ['T103', '2026-07-01', undefined],
  ['777-xyz', undefined, '777XYZ'],
  ['t102', '2026-07-01', 'T102'],
  ['', '2026-07-01', undefined],
  ['-', '2026-07-01', undefined],
])('%j on %s is %s', (typed, day, registration) => {
  expect(findTypedVehicle(typed, day, called)?.registration).toBe(registration);
});

it('takes a registration before another vehicle’s call sign', () => {
  const fleet = [vehicle('777XYZ', null, [{ ...since, callSign: '123ABC' }]), ...called];
  expect(findTypedVehicle('123abc', '2026-08-01', fleet)?.callSigns).toEqual([june]);
});

it('offers those that have a call sign on other days, and none that is only like it', () => {
  const offered = (typed: string) => nearestVehicles(typed, called).map(({ registration }) => registration);
  expect(offered('T-101')).toEqual(['123ABC', '777XYZ', 'T102']);
  expect(offered('T-1011')).toEqual(['T102']);
});
