import { beforeAll, describe, expect, it } from 'vitest';
import { readLocalities } from '../../server/scripts/build/build-localities';
import { readPlace } from '../trips/reading/places';
import type { RecentSuburb } from '../trips/trips';
import { localitiesNear } from './near';
import { PLACE_ALIASES } from './place-aliases';
import { decodePoints, encodePoints, type Points } from './points';
import { indexLocalities, type LocalityIndex, lookUpSuburb, lookUpWithOwn } from './suburb-lookup';

let index: LocalityIndex;
let points: Points;
beforeAll(async () => {
  const localities = await readLocalities();
  index = indexLocalities(localities, PLACE_ALIASES);
  points = decodePoints(encodePoints(localities.filter(({ state }) => state === 'QLD')));
});

const townsville: RecentSuburb[] = [{ suburb: 'Garbutt', postcode: '4814' }];
const brisbane: RecentSuburb[] = [{ suburb: 'Toowong', postcode: '4066' }];

/** The place that is filled in: the only one, or the likely one of several. */
function filled(text: string, own: readonly RecentSuburb[] = []) {
  const found = lookUpWithOwn(own, text, index, points);
  const match = found.kind === 'one' ? found.match : found.kind === 'several' ? found.likely : undefined;
  return match && `${match.name} ${match.state ?? ''} ${match.postcode}`.replace('  ', ' ');
}

describe('a name that Queensland has too', () => {
  it.each([
    ['Milton', 'Milton QLD 4064'],
    ['spring hill', 'Spring Hill QLD 4000'],
    ['Newstead', 'Newstead QLD 4006'],
    ['ascot', 'Ascot QLD 4007'],
    ['Hamilton', 'Hamilton QLD 4007'],
    ['Redcliffe', 'Redcliffe QLD 4020'],
    ['Southport', 'Southport QLD 4215'],
    ['Windsor', 'Windsor QLD 4030'],
    ['Paddington', 'Paddington QLD 4064'],
    ['Kangaroo Point', 'Kangaroo Point QLD 4169'],
    ['West End', 'West End QLD 4101'],
    ['brisbane airport', 'Brisbane Airport QLD 4008'],
  ])('is the one in Queensland: %s', (text, place) => {
    expect(filled(text)).toBe(place);
  });

  it('is the one nearer to the own trips, where Queensland has several', () => {
    expect(filled('west end', townsville)).toBe('West End QLD 4810');
    expect(filled('west end', brisbane)).toBe('West End QLD 4101');
    expect(filled('west end', [...brisbane, { suburb: 'Edmonton', postcode: '4869' }])).toBe(
      'West End QLD 4101',
    );
    expect(filled('west end', [{ suburb: 'Nowhere', postcode: '4999' }, ...townsville])).toBe(
      'West End QLD 4810',
    );
    expect(filled('newtown', [{ suburb: 'Wilsonton', postcode: '4350' }])).toBe('Newtown QLD 4350');
  });

  it('offers the others of that name alone, not those that only contain it', () => {
    const others = (text: string, own: readonly RecentSuburb[] = []) => {
      const found = lookUpWithOwn(own, text, index, points);
      return found.kind === 'several' && found.namesakes?.map(({ displayName }) => displayName);
    };
    expect(others('milton')).toEqual(['Milton, NSW']);
    expect(others('milton', [{ suburb: 'Milton, NSW', postcode: '2538' }])).toBe(false);
    expect(others('west end', townsville)).toEqual(['West End, QLD', 'West End, WA']);
    expect(others('airport')).toEqual(expect.arrayContaining(['Garbutt', 'Bilinga']));
    expect(others('airport')).not.toContain('Airport West');
  });

  it('is the own one before all others', () => {
    expect(filled('milton', [{ suburb: 'Milton, NSW', postcode: '2538' }])).toBe('Milton, NSW 2538');
    const both = [
      { suburb: 'West End', postcode: '4810' },
      { suburb: 'West End', postcode: '4101' },
    ];
    expect(filled('west end', both)).toBe('West End 4810');
  });

  it('is still asked about where a state is said, or Queensland has none', () => {
    expect(filled('milton nsw')).toBe('Milton NSW 2538');
    const found = lookUpSuburb(index, 'Fairfield Heights');
    expect(found.kind === 'several' && found.likely).toBeFalsy();
    expect(filled('richm')).toBeUndefined();
  });
});

describe('the names that people use', () => {
  it.each([
    ['the city', 'Brisbane City QLD 4000'],
    ['CBD', 'Brisbane City QLD 4000'],
    ['the Valley', 'Fortitude Valley QLD 4006'],
    ['airport', 'Brisbane Airport QLD 4008'],
    ['The Gabba', 'Woolloongabba QLD 4102'],
    ['gold coast airport', 'Bilinga QLD 4225'],
    ['rbwh', 'Herston QLD 4006'],
    ['surfers', 'Surfers Paradise QLD 4217'],
  ])('%s is %s', (text, place) => {
    expect(filled(text)).toBe(place);
  });

  it('are of the town where the own trips are', () => {
    expect(filled('airport', townsville)).toBe('Garbutt QLD 4814');
    expect(filled('cbd', townsville)).toBe('Townsville City QLD 4810');
    expect(filled('the city', [{ suburb: 'Edmonton', postcode: '4869' }])).toBe('Cairns City QLD 4870');
  });

  it('each mean places that the table has, and hide no place of Queensland', () => {
    for (const [name, places] of Object.entries(PLACE_ALIASES)) {
      expect([name, index.aliases.get(name)?.length]).toEqual([name, places.length]);
      const hidden = index.byKey.get(name)?.filter(({ state }) => state === 'QLD') ?? [];
      expect(hidden.filter((place) => !index.aliases.get(name)?.includes(place))).toEqual([]);
    }
  });

  it.each(['constructor', 'toString', '__proto__'])('do not contain %s', (text) => {
    expect(filled(text)).toBeUndefined();
  });

  it('are written out where a file or the grid has them', () => {
    expect(readPlace('the valley', '', { localities: index })).toMatchObject({
      suburb: 'Fortitude Valley',
      postcode: '4006',
    });
    expect(readPlace('Airport', '4225', { localities: index })).toMatchObject({
      suburb: 'Bilinga',
      postcode: '4225',
    });
    expect(readPlace('city', '2601', { localities: index }).suburb).toBe('city');
  });
});

describe('the suburbs around a point', () => {
  const near = (longitude: number, latitude: number) =>
    localitiesNear(index, points, [longitude, latitude], 3).map(({ name }) => name);

  it('are in the order of their distance', () => {
    expect(near(152.984, -27.485)[0]).toBe('Toowong');
    expect(near(146.765, -19.26)[0]).toBe('Garbutt');
    expect(near(152.984, -27.485)).toHaveLength(3);
  });

  it('are none outside Queensland and at sea', () => {
    expect(near(151.2, -33.87)).toEqual([]);
    expect(near(0, 0)).toEqual([]);
  });
});
