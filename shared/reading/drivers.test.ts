import fc from 'fast-check';
import { expect, it } from 'vitest';
import { driverLabel, findTypedDrivers } from './drivers';

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
  ['amy amy', []],
  ['x', ['Anna Beck']],
  ['', []],
  ['zoe', []],
])('finds by %j', (typed, labels) => {
  expect(found(typed)).toEqual(labels);
});

it('finds names with accents or without, and of two that differ in them the one that is written so', () => {
  const team = [
    driver('Łukasz', 'Chen', 'DA-1'),
    driver('José', 'Reyes', 'DA-2'),
    driver('Jose', 'Reyes', 'DA-3'),
  ];
  const labels = (typed: string) => findTypedDrivers(typed, team).map((one) => driverLabel(one, team));
  expect(labels('lukasz')).toEqual(['Łukasz Chen']);
  expect(labels('łukasz chén')).toEqual(['Łukasz Chen']);
  expect(labels('JOSÉ Reyes')).toEqual(['José Reyes (DA-2)']);
  expect(labels(' jose reyes ')).toEqual(['Jose Reyes (DA-3)']);
  expect(labels('jose')).toEqual(['José Reyes (DA-2)', 'Jose Reyes (DA-3)']);
});

it('takes a whole name or licence before the beginning of another one', () => {
  const team = [
    driver(null, 'Solo', 'DA-1'),
    driver('Solo', 'Smith', 'DA-10'),
    driver('Mono', null, 'DA-2'),
    driver('Lee', 'Mono', 'DA-20'),
  ];
  const licences = (typed: string) => findTypedDrivers(typed, team).map((one) => one.driverAuthorityLicense);
  expect(licences('solo')).toEqual(['DA-1']);
  expect(licences('mono')).toEqual(['DA-2']);
  expect(licences('DA-1')).toEqual(['DA-1']);
});

it('finds no name of more than 300 characters', () => {
  const [long, tooLong] = ['x'.repeat(300), 'x'.repeat(301)];
  const team = [driver(long, null, 'DA-1'), driver(tooLong, null, 'DA-2')];
  expect(findTypedDrivers(long, team)).toEqual([team[0]]);
  expect(findTypedDrivers(tooLong, team)).toEqual([]);
});

it('reads any text without an error', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      findTypedDrivers(text, drivers);
    }),
  );
});
