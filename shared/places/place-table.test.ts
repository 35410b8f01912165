import fc from 'fast-check';
import { beforeAll, describe, expect, it, test } from 'vitest';
import { readPlaceTable } from '../../server/test/place-table';
import { localitiesNear } from './near';
import { whyNoSuburb } from './no-suburb';
import { PLACE_ALIASES } from './place-aliases';
import { placeKey } from './place-key';
import { displayName, type PlaceTable, placesNamed, postcodeFits, storedSuburb } from './place-table';

let table: PlaceTable;
beforeAll(async () => {
  table = await readPlaceTable();
});

test.each([
  ['Mt. Gravatt', 'mount gravatt'],
  ['MOUNT GRAVATT', 'mount gravatt'],
  ['St.Lucia', 'st lucia'],
  ['Saint Lucia', 'st lucia'],
  ['Sth Brisbane', 'south brisbane'],
  ['W End', 'west end'],
  ['Upr Mt Gravatt', 'upper mount gravatt'],
  ['Kangaroo Pt', 'kangaroo point'],
  ['Carina Hts', 'carina heights'],
  ['Brisbane Intl Airport', 'brisbane international airport'],
  ['8 Mile Plains', 'eight mile plains'],
  ['Ｔｏｏｗｏｎｇ', 'toowong'],
  ['\u200eToo\u200bwong\u00ad', 'toowong'],
  ["D'Aguilar", 'daguilar'],
  ['Mount Coot-tha', 'mount coot tha'],
  ['Albert St', 'albert street'],
])('%j has the key %j', (text, key) => {
  expect(placeKey(text)).toBe(key);
});

test.each([
  ['-', 'nothing-said'],
  ['N/A', 'nothing-said'],
  ['As directed', 'nothing-said'],
  ['0400 123 456', 'figures'],
  ['12', 'figures'],
  ['Toowong 2', 'figures'],
  ['albert st', 'street'],
  ['12 Smith St', 'street'],
  ['Queen Street West', 'street'],
  ['Mrs Jones', 'person'],
  ['Dr. Ng, 12 Smith St', 'person'],
  ['Toowong', undefined],
  ['St Lucia', undefined],
  ['The Gap', undefined],
  ['Nowhere', undefined],
  ['', undefined],
])('%j is no suburb because of %j', (text, why) => {
  expect(whyNoSuburb(text)).toBe(why);
});

describe('the name that a place is stored by', () => {
  it.each([
    ['milton', '4064', 'Milton'],
    ['Milton, QLD', '4064', 'Milton'],
    ['Milton QLD 4064', '4064', 'Milton'],
    ['Milton (Queensland)', '4064', 'Milton'],
    ['milton', '2538', 'Milton, NSW'],
    ['Richmond', '3121', 'Richmond, VIC'],
    ['mt gravatt', '4122', 'Mount Gravatt'],
    ['st. lucia', '4067', 'St Lucia'],
    ['the valley', '4006', 'Fortitude Valley'],
    ['Airport', '4225', 'Bilinga'],
    ['Toowong, Brisbane', '4066', 'Toowong'],
    ['Toowong, Brisbane, QLD 4066', '4066', 'Toowong'],
    ['Toowong (Brisbane)', '4066', 'Toowong'],
    ['Toowong | QLD', '4066', 'Toowong'],
    ['“Toowong”;', '4066', 'Toowong'],
    ['Toowong \u{1f695}', '4066', 'Toowong'],
    ['West End (Townsville), QLD', '4810', 'West End'],
    ['pt lookout', '4183', 'Point Lookout'],
    ['Texas', '4385', 'Texas'],
    ['city', '2601', 'City, ACT'],
    ['Toowong', '4000', 'Toowong'],
    ['Milton, QLD', '4000', 'Milton'],
    ['mt gravatt', '4000', 'Mount Gravatt'],
    ['Richmond, VIC', '4740', 'Richmond, VIC'],
    ['West End, Townsville', '4101', 'West End, Townsville'],
    ['airport', '4000', 'airport'],
    ['mt gravat', '4122', 'mt gravat'],
    ['Camp Nowhere', '4999', 'Camp Nowhere'],
  ])('%j with %s is %j', (suburb, postcode, name) => {
    expect(storedSuburb(table, suburb, postcode)).toBe(name);
  });

  it('is stored by itself', () => {
    const all = table.entries.map(({ locality }) => locality);
    fc.assert(
      fc.property(fc.constantFrom(...all), (locality) => {
        const name = storedSuburb(table, displayName(locality), locality.postcode);
        expect(storedSuburb(table, name, locality.postcode)).toBe(name);
        expect(postcodeFits(table, name, locality.postcode)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});

describe('a suburb and a postcode', () => {
  it('fit when the table has them together', () => {
    for (const [suburb, postcode] of [
      ['toowong', '4066'],
      ['richmond', '3121'],
      ['Richmond, VIC', '3121'],
      ['WEST END', '4810'],
    ] as const)
      expect(postcodeFits(table, suburb, postcode)).toBe(true);
  });

  it('do not fit when the table has the suburb elsewhere, whose places it names', () => {
    expect(postcodeFits(table, 'Toowong', '4067')).toBe(false);
    expect(postcodeFits(table, 'Richmond, VIC', '4822')).toBe(false);
    expect(placesNamed(table, 'toowong')).toMatchObject([{ displayName: 'Toowong', postcode: '4066' }]);
    expect(placesNamed(table, 'Richmond, VIC')).toMatchObject([{ postcode: '3121' }]);
  });

  it('are not judged when the table has no such suburb', () => {
    for (const suburb of ['Nowhere at all', 'Toowong, VIC', ''])
      expect(postcodeFits(table, suburb, '4066')).toBeUndefined();
  });
});

/** Post offices in shopping centres, which lie in a suburb. */
const POST_OFFICES = new Set([
  'pacific fair',
  'robina town centre',
  'sunshine plaza',
  'australia fair',
  'cairns central',
]);

test('an everyday name means places that the table has, and hides none of Queensland', () => {
  for (const [name, places] of Object.entries(PLACE_ALIASES)) {
    const key = placeKey(name);
    expect([name, table.aliases.get(key)?.length]).toEqual([name, places.length]);
    if (POST_OFFICES.has(key)) continue;
    const hidden = table.byKey.get(key)?.filter(({ state, isPostal }) => state === 'QLD' && !isPostal) ?? [];
    expect(hidden.filter((place) => !table.aliases.get(key)?.includes(place))).toEqual([]);
  }
});

describe('the suburbs around a point', () => {
  const near = (longitude: number, latitude: number) =>
    localitiesNear(table, [longitude, latitude], 3).map(({ name }) => name);

  it('are in the order of their distance, and names of the post stand for their areas', () => {
    expect(near(153.027, -27.484)).toEqual(['South Brisbane', 'Woolloongabba', 'Highgate Hill']);
    expect(near(152.984, -27.485)[0]).toBe('Toowong');
    expect(near(146.765, -19.26)[0]).toBe('Garbutt');
    expect(near(153.02, -27.48)).toContain('South Brisbane');
    expect(near(152.984, -27.485)).toHaveLength(3);
  });

  it('are none outside Queensland and at sea', () => {
    expect([near(151.2, -33.87), near(0, 0)]).toEqual([[], []]);
  });
});
