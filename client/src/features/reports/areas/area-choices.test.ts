import { areaRegions } from '@shared/areas/areas';
import { expect, it } from 'vitest';
import { areaChoices, groupOf, matchingAreas } from './area-choices';

const choices = areaChoices(areaRegions());
const found = (text: string) => matchingAreas(choices, text).map(({ area }) => area);

it('every area can be chosen, none, and what is outside Queensland', () => {
  expect(choices).toHaveLength(98);
  expect(choices.slice(-2).map(({ area }) => area)).toEqual([
    'In no taxi service area',
    'Outside Queensland',
  ]);
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

it('a place is confirmed, a likely area, or one to check', () => {
  const place = (area: string | null, isConfirmed: boolean, isDoubtful: boolean) =>
    groupOf({
      ...{ suburb: 'Ascot', postcode: '4007', tripCount: 1, lodged: [], candidates: [] },
      ...{ area, isConfirmed, isDoubtful },
    });
  expect(place('Brisbane', true, false)).toBe('confirmed');
  expect(place('Brisbane', false, false)).toBe('guess');
  expect(place('Brisbane', false, true)).toBe('check');
  expect(place(null, false, true)).toBe('check');
});
