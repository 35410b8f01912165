import fc from 'fast-check';
import { expect, it } from 'vitest';
import { driverLabel, findTypedDrivers, readTypedMinutes } from './typed-trip';

it.each([
  ['5', 5],
  ['5 min', 5],
  ['12m', 12],
  ['-3', -3],
  ['', null],
  ['five', Number.NaN],
  ['1.5', Number.NaN],
])('reads the minutes %j as %j', (typed, minutes) => {
  expect(readTypedMinutes(typed)).toBe(minutes);
});

const driver = (firstName: string | null, lastName: string | null, driverAuthorityLicense: string) => ({
  firstName,
  lastName,
  driverAuthorityLicense,
});
const drivers = [
  driver('Amy', 'Young', 'DA-1'),
  driver('Ben', 'Okafor', 'DA-2'),
  driver('Amy', 'Young', 'DA-3'),
  driver('Anna', 'Beck', 'X-9'),
  driver(null, null, 'DA-77'),
];
const found = (typed: string) => findTypedDrivers(typed, drivers).map((one) => driverLabel(one, drivers));

it.each([
  ['ben', ['Ben Okafor']],
  ['OK', ['Ben Okafor']],
  ['bo', ['Ben Okafor']],
  ['be', ['Ben Okafor', 'Anna Beck']],
  ['ann', ['Anna Beck']],
  ['amy', ['Amy Young (DA-1)', 'Amy Young (DA-3)']],
  ['Amy Young (DA-3)', ['Amy Young (DA-3)']],
  ['da-1', ['Amy Young (DA-1)']],
  ['okafor, ben', ['Ben Okafor']],
  ['o ben', ['Ben Okafor']],
  ['da-77', ['DA-77']],
  ['', []],
  ['zoe', []],
])('finds by %j', (typed, labels) => {
  expect(found(typed)).toEqual(labels);
});

it('reads any text without an error', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      readTypedMinutes(text);
      findTypedDrivers(text, drivers);
    }),
  );
});
