import { beforeAll, describe, expect, it } from 'vitest';
import { readLocalities } from '../../server/scripts/build/build-localities';
import { indexLocalities } from '../places/place-table';
import { decodePoints, encodePoints, type Points } from '../places/points';
import { outsideQueensland } from '../places/queensland';
import { areaRegions } from './areas';
import { JUDGED_LOCALITIES } from './judged-localities';
import { areaProposer } from './propose-area';
import { AREA_REGIONS, NO_AREA, OUTSIDE_QUEENSLAND } from './taxi-service-areas';

let ours: { name: string; postcode: string }[];
let points: Points;
let propose: ReturnType<typeof areaProposer>;
beforeAll(async () => {
  const localities = await readLocalities();
  ours = localities.filter(({ state }) => state === 'QLD');
  points = decodePoints(encodePoints(localities));
  propose = areaProposer(points, outsideQueensland(indexLocalities(localities)));
});

const proposed = (suburb: string, postcode: string) => propose({ suburb, postcode });
const certain = (area: string) => ({ area, isDoubtful: false, candidates: [] });
const areaOf = (suburb: string, postcode: string) => proposed(suburb, postcode).area;

it('there are 96 areas in five regions, each with its name once and towns that the table has', () => {
  expect(AREA_REGIONS.map(({ areas }) => areas.length)).toEqual([19, 6, 26, 15, 30]);
  const areas = AREA_REGIONS.flatMap(({ areas }) => areas);
  expect(new Set(areas.map(({ name }) => name)).size).toBe(96);
  const places = areas.flatMap(({ towns, islands = [] }) => [...towns, ...islands]);
  expect(places.filter((place) => !points.has(place))).toEqual([]);
  expect(
    areaRegions()
      .slice(5)
      .flatMap(({ areas }) => areas),
  ).toEqual([NO_AREA, OUTSIDE_QUEENSLAND]);
});

describe('the proposed area', () => {
  it.each([
    ['Brisbane City', '4000', 'Brisbane'],
    ['Logan Central', '4114', 'Brisbane'],
    ['Beenleigh', '4207', 'Brisbane'],
    ['Cleveland', '4163', 'Brisbane'],
    ['Caboolture', '4510', 'Brisbane'],
    ['Clontarf', '4019', 'Redcliffe'],
    ['Springfield Lakes', '4300', 'Ipswich'],
    ['Ripley', '4306', 'Ipswich'],
    ['Caloundra', '4551', 'Sunshine Coast'],
    ['Noosa Heads', '4567', 'Sunshine Coast'],
    ['Coolangatta', '4225', 'Gold Coast'],
    ['Coomera', '4209', 'Gold Coast'],
    ['North Tamborine', '4272', 'Tamborine Canungra'],
    ['Kirwan', '4817', 'Thuringowa'],
    ['Aitkenvale', '4814', 'Townsville'],
    ['Trinity Beach', '4879', 'Cairns'],
  ])('of %s %s is %s, without doubt', (suburb, postcode, area) => {
    expect(proposed(suburb, postcode)).toEqual(certain(area));
  });

  it('of an island is its own, and of no place on the mainland', () => {
    expect(proposed('Point Lookout', '4183')).toEqual(certain('North Stradbroke Island'));
    expect(proposed('Nelly Bay', '4819')).toEqual(certain('Magnetic Island'));
    expect(proposed('Orchid Beach', '4581')).toEqual(certain("K'gari"));
    expect(areaOf('Karragarra Island', '4184')).toBe('Macleay Island');
    expect(areaOf('Coochiemudlo Island', '4184')).toBe('Brisbane');
    expect(areaOf('Rainbow Beach', '4581')).toBe('Rainbow Beach');
    expect(areaOf('Pallarenda', '4810')).toBe('Townsville');
  });

  it.each([
    ['between two areas both', 'Mango Hill', '4509', ['Redcliffe', 'Brisbane']],
    ['of a town out of reach of the next that, or none', 'Malanda', '4885', ['Atherton', NO_AREA]],
    ['outside the boundary of Atherton none too', 'Yungaburra', '4884', ['Atherton', NO_AREA]],
    ['on that boundary none too', 'Kairi', '4872', ['Atherton', NO_AREA]],
    ['between two, out of reach, all three', 'South Maclean', '4280', ['Brisbane', 'Ipswich', NO_AREA]],
    ['far from every town none first', 'Airlie Beach', '4802', [NO_AREA, 'Bowen']],
    ['far from its postcode first that of the postcode', 'Njatjan', '4860', ['Innisfail', 'Brisbane']],
  ])('%s may be: %s %s', (_, suburb, postcode, candidates) => {
    expect(proposed(suburb, postcode)).toEqual({ area: candidates[0], isDoubtful: true, candidates });
  });

  it('does not mind a place of the postcode that the table has elsewhere', () => {
    expect(proposed('Greenslopes', '4120')).toEqual(certain('Brisbane'));
  });

  it('of a town within the boundary of Atherton is Atherton', () => {
    expect(proposed('Tolga', '4882')).toEqual(certain('Atherton'));
  });

  it('of a suburb that the table does not have is that of its postcode', () => {
    expect(proposed('By the river', '4066')).toEqual(certain('Brisbane'));
    expect(proposed('By the river', '4999')).toEqual({ area: null, isDoubtful: true, candidates: [] });
  });

  it('of another state is outside Queensland, but not across a border that a town shares', () => {
    expect(areaOf('Tweed Heads', '2485')).toBe(OUTSIDE_QUEENSLAND);
    expect(areaOf('Mungindi', '2406')).not.toBe(OUTSIDE_QUEENSLAND);
  });
});

it('every locality of Queensland has a proposal without doubt, or is in the list of those to look at', async () => {
  const proposals = ours.map((place) => ({ ...place, ...proposed(place.name, place.postcode) }));
  expect(proposals.filter(({ area }) => area === null)).toEqual([]);
  const doubtful = proposals.filter(({ isDoubtful }) => isDoubtful);
  expect(doubtful.length / ours.length).toBeLessThan(0.62);
  const lines = doubtful.map(
    ({ name, postcode, candidates }) => `${name} ${postcode}: ${candidates.join(', ')}\n`,
  );
  // after a change of the table or of the rule: npx vitest run shared/areas -u
  await expect(lines.toSorted().join('')).toMatchFileSnapshot('doubtful-localities.txt');
});

it('of 100 localities drawn by lot and looked at one by one, all 43 without doubt are right, and 53 of the others have the right one to choose', () => {
  const judged = JUDGED_LOCALITIES.split('\n').map((line) => {
    const [, suburb = '', postcode = '', area = ''] = /^(.+) (\d{4}): (.*)$/.exec(line) ?? [];
    const { isDoubtful, ...proposal } = proposed(suburb, postcode);
    const offered = isDoubtful ? proposal.candidates : [proposal.area];
    return { isDoubtful, suburb, isRight: offered.includes(area === 'none' ? NO_AREA : area) };
  });
  expect(judged).toHaveLength(100);
  expect(judged.filter(({ isDoubtful }) => !isDoubtful)).toHaveLength(43);
  const wrong = judged.filter(({ isRight }) => !isRight);
  expect(wrong.map(({ suburb }) => suburb)).toEqual(['Cutella', 'Stockyard', 'Boyne Valley', 'Coleyville']);
});
