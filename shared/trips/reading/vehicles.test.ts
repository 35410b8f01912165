import { expect, it } from 'vitest';
import { LENGTHS } from '../../limits';
import { nearestVehicles } from './vehicles';

const vehicle = (registration: string, description: string | null = null) => ({ registration, description });
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
