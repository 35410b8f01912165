import { expect, test } from 'vitest';
import { suburbsByName } from './suburbs-by-name';

test('suburbs are alphabetical, and of one name each has its postcode', () => {
  const place = (suburb: string, postcode: string, tripCount: number) => ({ suburb, postcode, tripCount });
  const places = [
    place('Paddington, NSW', '2021', 1),
    place('Ascot', '4359', 2),
    place('Łódź', '4000', 3),
    place('Ascot', '4007', 4),
    place('Milton', '4064', 5),
  ];
  expect(suburbsByName(places).map(({ name, tripCount }) => `${name}: ${tripCount}`)).toEqual([
    'Ascot 4007: 4',
    'Ascot 4359: 2',
    'Łódź: 3',
    'Milton: 5',
    'Paddington, NSW: 1',
  ]);
  expect(suburbsByName([])).toEqual([]);
});
