import { areaRegions } from '@shared/areas/areas';
import { expect, it } from 'vitest';
import { areaChoices, matchingAreas, toConfirmFirst } from './area-choices';

const choices = areaChoices(areaRegions());
const found = (text: string) => matchingAreas(choices, text).map(({ area }) => area);

it('every area can be chosen, and what is outside Queensland', () => {
  expect(choices).toHaveLength(97);
  expect(choices.at(-1)?.area).toBe('Outside Queensland');
});

it('finds areas by the beginning of their name, then by a part of it, then by their region', () => {
  expect(found('red')).toEqual(['Redcliffe']);
  expect(found('to')).toEqual(expect.arrayContaining(['Townsville', 'Charters Towers']));
  expect(found('to').indexOf('Townsville')).toBeLessThan(found('to').indexOf('Charters Towers'));
  expect(found(' K’GARI ')).toEqual(["K'gari"]);
  expect(found('gold coast')).toEqual(expect.arrayContaining(['Gold Coast', 'Russell Island']));
  expect(found('gold coast')[0]).toBe('Gold Coast');
  expect(found('atlantis')).toEqual([]);
});

it('places to confirm come first, each group in its order', () => {
  const place = (suburb: string, isConfirmed: boolean) => ({
    suburb,
    postcode: '4000',
    area: 'Brisbane',
    isConfirmed,
    isDoubtful: false,
    tripCount: 1,
    lodged: [],
  });
  expect(toConfirmFirst([place('A', true), place('B', false), place('C', true), place('D', false)])).toEqual([
    'B 4000',
    'D 4000',
    'A 4000',
    'C 4000',
  ]);
});
