import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { readPlaceTable } from '../../server/test/place-table';
import type { RecentSuburb } from '../trips/trips';
import type { Locality } from './localities';
import { placeKey } from './place-key';
import { indexLocalities, type PlaceTable } from './place-table';
import { distanceKm, pointOf } from './points';
import { FAR_KM, farKmOf, filledBy, lookUpSuburb, matchesOf } from './suburb-lookup';

let localities: PlaceTable;
beforeAll(async () => {
  localities = await readPlaceTable();
});

const place = (suburb: string, postcode: string): RecentSuburb => ({ suburb, postcode });
const BRISBANE = [place('Toowong', '4066'), place('Chermside', '4032')];
const TOWNSVILLE = [place('Garbutt', '4814')];

const lookUp = (text: string, own: readonly RecentSuburb[] = []) => lookUpSuburb(text, { own, localities });
const shown = (text: string, own?: readonly RecentSuburb[]) =>
  matchesOf(lookUp(text, own)).map(({ displayName, postcode }) => `${displayName} ${postcode}`);
function filled(text: string, own?: readonly RecentSuburb[]) {
  const match = filledBy(lookUp(text, own));
  return match && `${match.displayName} ${match.postcode}`;
}

describe('a text', () => {
  it.each(['', '  ', 'to', ' to '])('of fewer than three characters is not looked up: %j', (text) => {
    expect(lookUp(text)).toEqual({ kind: 'too-short' });
  });

  it.each(['zzz', '.*.', 'x'.repeat(255)])('that means nothing finds nothing: %j', (text) => {
    expect(lookUp(text).kind).toBe('none');
  });

  it('that is part of a name finds something', () => {
    const names = localities.entries.map(({ locality }) => locality.name);
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.nat(30), (name, start) => {
        const part = name.slice(Math.min(start, name.length - 3)).trim();
        fc.pre(part.length >= 3 && placeKey(part).length >= 3 && lookUp(part).kind !== 'none');
        expect(shown(part.toUpperCase())).not.toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  it('is answered, whatever it holds', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
        lookUp(text, BRISBANE);
      }),
    );
  });

  it.each(['constructor', 'toString', '__proto__'])('means nothing because JavaScript has it: %s', (text) => {
    expect(filled(text)).toBeUndefined();
  });
});

describe('a whole name', () => {
  it.each([
    ['Milton', 'Milton 4064'],
    ['  TOOWONG ', 'Toowong 4066'],
    ['spring hill', 'Spring Hill 4000'],
    ['Kangaroo Point', 'Kangaroo Point 4169'],
    ['West End', 'West End 4101'],
    ['d’aguilar', "D'Aguilar 4514"],
    ['brisbane', 'Brisbane 4000'],
    ['texas', 'Texas 4385'],
  ])("is Queensland's: %s", (text, answer) => {
    expect(filled(text, BRISBANE)).toBe(answer);
  });

  it('that other states have, too, shows them all, and Queensland is chosen', () => {
    expect(lookUp('milton', BRISBANE)).toMatchObject({
      kind: 'several',
      likely: { displayName: 'Milton', state: 'QLD' },
      matches: [{ displayName: 'Milton' }, { displayName: 'Milton, NSW', postcode: '2538' }],
      total: 2,
    });
  });

  it("is the one nearer to the holder's trips, where Queensland has several", () => {
    expect(filled('west end', TOWNSVILLE)).toBe('West End 4810');
    expect(filled('west end', [...BRISBANE, place('Edmonton', '4869')])).toBe('West End 4101');
    expect(filled('west end', [place('Nowhere', '4999'), ...TOWNSVILLE])).toBe('West End 4810');
    expect(filled('newtown', [place('Wilsonton', '4350')])).toBe('Newtown 4350');
  });

  it('of other states only is offered, and filled only where the state is said', () => {
    expect([filled('carlton', BRISBANE), filled('tweed heads', BRISBANE)]).toEqual([undefined, undefined]);
    expect(shown('tweed heads', BRISBANE)).toEqual(['Tweed Heads, NSW 2485']);
    for (const text of [
      'Richmond, VIC',
      'richmond vic',
      'RICHMOND,vic',
      'richmond - Victoria',
      'Richmond (Vic)',
    ])
      expect(filled(text, BRISBANE)).toBe('Richmond, VIC 3121');
    expect(filled('milton nsw')).toBe('Milton, NSW 2538');
  });

  it('of other states only comes after near places that begin so, or are spelt nearly so', () => {
    expect(shown('everton', BRISBANE)).toEqual([
      'Everton Park 4053',
      'Everton Hills 4053',
      'Everton, VIC 3678',
    ]);
    expect(shown('towong', BRISBANE)).toEqual(['Toowong 4066', 'Towong, VIC 3707']);
    expect(filled('towong vic', BRISBANE)).toBe('Towong, VIC 3707');
  });

  it('of several far places is offered to a holder without trips', () => {
    expect(filled('richmond')).toBeUndefined();
    expect(shown('richmond')[0]).toBe('Richmond 4740');
  });

  it('that lies far from the trips says how far', () => {
    expect(lookUp('roma', BRISBANE)).toMatchObject({ kind: 'one', match: { postcode: '4455' }, farKm: 428 });
    expect(lookUp('toowong', BRISBANE)).not.toHaveProperty('farKm');
    expect(lookUp('roma')).not.toHaveProperty('farKm');
  });

  it('that lies far away does not hide nearer ones that begin so', () => {
    expect(filled('burleigh', BRISBANE)).toBeUndefined();
    expect(shown('burleigh', BRISBANE)).toEqual(
      expect.arrayContaining(['Burleigh Heads 4220', 'Burleigh Waters 4220', 'Burleigh 4822']),
    );
    expect(shown('burleigh', BRISBANE).at(-1)).toBe('Burleigh 4822');
  });

  it('with its town, state, postcode or country is that place', () => {
    for (const text of [
      'Toowong, Brisbane',
      'Toowong QLD',
      'toowong (Qld)',
      'Toowong Queensland',
      'Toowong 4066',
    ])
      expect(filled(text, BRISBANE)).toBe('Toowong 4066');
    expect(filled('Toowong QLD 4066, AU', BRISBANE)).toBe('Toowong 4066');
    expect(filled('West End, Townsville', BRISBANE)).toBe('West End 4810');
    expect(filled('12 Smith St, Toowong', BRISBANE)).toBe('Toowong 4066');
  });

  it('of every locality finds it, with its state', () => {
    const findsItself = ({ name, state, postcode }: Locality) => {
      const key = placeKey(name);
      const isOfOneState = localities.byKey.get(key)?.every((one) => one.state === state);
      fc.pre(name.length >= 3 && isOfOneState === true && !localities.aliases.has(key));
      const itself = expect.objectContaining({ name, state, postcode });
      const found = lookUpSuburb(`${name}, ${state}`, { localities }, Number.POSITIVE_INFINITY);
      expect(matchesOf(found)).toContainEqual(itself);
    };
    const all = localities.entries.map(({ locality }) => locality);
    fc.assert(fc.property(fc.constantFrom(...all), findsItself), { numRuns: 500 });
  });
});

describe('a part of a name', () => {
  it('is filled only if one near place alone begins so', () => {
    expect(filled('fortitude val', BRISBANE)).toBe('Fortitude Valley 4006');
    expect(filled('spring', BRISBANE)).toBeUndefined();
    expect(filled('gordonv', BRISBANE)).toBeUndefined();
    expect(filled('gordonv', [place('Edmonton', '4869')])).toBe('Gordonvale 4865');
  });

  it('has the places nearest to the trips first', () => {
    const first = (text: string) => shown(text, BRISBANE)[0];
    expect([first('spring'), first('indooroop'), first('burlei')]).toEqual([
      'Spring Hill 4000',
      'Indooroopilly 4068',
      expect.stringMatching(/^Burleigh (Heads|Waters) 4220$/),
    ]);
  });

  it.each([
    ['mtgravatt', 'Mount Gravatt 4122'],
    ['toowong stn', 'Toowong 4066'],
    ['near the gabba', 'Woolloongabba 4102'],
    ['opp indooroopilly shopping centre', 'Indooroopilly 4068'],
    ['westfield chermside', 'Chermside 4032'],
    ['roma st station', 'Brisbane City 4000'],
    ['brisbane airport t2', 'Brisbane Airport 4008'],
  ])('that stands around a place, or is joined, has the place first: %s', (text, place) => {
    expect(shown(text, BRISBANE)[0]).toBe(place);
  });

  it('that leaves words over is offered', () => {
    expect(filled('toowong village', BRISBANE)).toBeUndefined();
    expect(shown('toowong village', BRISBANE)[0]).toBe('Toowong 4066');
    expect(shown('Wayright')).not.toContain('Ayr 4807');
  });

  it.each([
    ['woolongaba', 'Woolloongabba 4102'],
    ['Wooloongabba', 'Woolloongabba 4102'],
    ['milten', 'Milton 4064'],
    ['fortitude vally', 'Fortitude Valley 4006'],
    ['newsted', 'Newstead 4006'],
    ['sunny bank', 'Sunnybank 4109'],
    ['indoroopily', 'Indooroopilly 4068'],
  ])('that is misspelt is offered its suburb: %s', (text, answer) => {
    expect(shown(text, BRISBANE)[0]).toBe(answer);
  });

  it('shows at most 20 places of all', () => {
    const found = lookUp('hill');
    expect(found).toMatchObject({ kind: 'several', matches: { length: 20 } });
    expect(found.kind === 'several' && found.total).toBeGreaterThan(400);
  });
});

it('no name, whole or begun, fills in a place of another state, or a far one without a word', () => {
  const names = localities.entries.map(({ locality }) => locality.name);
  fc.assert(
    fc.property(fc.constantFrom(...names), fc.nat(12), (name, left) => {
      const found = lookUp(name.slice(0, Math.max(3, name.length - left)), BRISBANE);
      const place = filledBy(found);
      // one of the holder's own has no state
      if (!place?.state) return;
      expect(place.state).toBe('QLD');
      const kmFrom = ({ suburb, postcode }: RecentSuburb) => {
        const [from, at] = [
          pointOf(localities.points, suburb, postcode),
          pointOf(localities.points, place.name, place.postcode),
        ];
        return from && at ? distanceKm(from, at) : 0;
      };
      const isFar = Math.min(...BRISBANE.map(kmFrom)) > FAR_KM;
      expect(farKmOf(found) !== undefined).toBe(isFar);
    }),
    { numRuns: 500 },
  );
});

describe('a region or a postcode', () => {
  it.each([
    ['logan', 'Which suburb of Logan?', '4114'],
    ['Redlands', 'Which suburb of Redlands?', '4163'],
    ['gold coast', 'Which suburb of the Gold Coast?', '4217'],
    ['the Sunshine Coast', 'Which suburb of the Sunshine Coast?', '4558'],
    ['moreton bay', 'Which suburb of Moreton Bay?', '4500'],
    ['Logan City', 'Which suburb of Logan?', '4114'],
    ['4066', 'Which suburb of 4066?', '4066'],
    ['QLD 4066', 'Which suburb of 4066?', '4066'],
  ])('asks for its suburb: %s', (text, question, postcode) => {
    const found = lookUpSuburb(text, { own: BRISBANE, localities }, Number.POSITIVE_INFINITY);
    expect(found).toMatchObject({ kind: 'several', question });
    expect(filledBy(found)).toBeUndefined();
    expect(matchesOf(found).map((match) => match.postcode)).toContain(postcode);
  });

  it('that is a suburb, too, has that one first', () => {
    expect(shown('ipswich', BRISBANE)[0]).toBe('Ipswich 4305');
  });

  it("has the holder's own places there before the others, and fills none", () => {
    const own = [place('Logan Village', '4207'), place('Loganlea', '4131')];
    expect(filled('logan', own)).toBeUndefined();
    expect(shown('logan', own).slice(0, 2)).toEqual(['Logan Village 4207', 'Loganlea 4131']);
  });
});

describe('the names that people use', () => {
  it.each([
    ['the city', 'Brisbane City 4000'],
    ['CBD', 'Brisbane City 4000'],
    ['bris city', 'Brisbane City 4000'],
    ['the Valley', 'Fortitude Valley 4006'],
    ['airport', 'Brisbane Airport 4008'],
    ['brisbane intl airport', 'Brisbane Airport 4008'],
    ['roma st', 'Brisbane City 4000'],
    ['howard smith wharves', 'Brisbane City 4000'],
    ['mater hill', 'South Brisbane 4101'],
    ['rbwh', 'Herston 4006'],
  ])('%s is %s', (text, answer) => {
    expect(filled(text)).toBe(answer);
  });

  it('are of the town where the trips are', () => {
    expect(filled('airport', TOWNSVILLE)).toBe('Garbutt 4814');
    expect(filled('cbd', TOWNSVILLE)).toBe('Townsville City 4810');
    expect(filled('the city', [place('Edmonton', '4869')])).toBe('Cairns City 4870');
  });

  it('may have "the" before them, and nowhere else', () => {
    const city = { name: 'Brisbane City', state: 'QLD', postcode: '4000' } as const;
    const table = indexLocalities([city], { city: ['brisbane city 4000'] });
    expect(lookUpSuburb('the city', { localities: table }).kind).toBe('one');
    expect(lookUpSuburb('over the city', { localities: table }).kind).toBe('none');
  });
});

describe("the holder's own places", () => {
  const richlands = place('Richlands', '4077');
  const alone = (text: string, own: readonly RecentSuburb[]) =>
    matchesOf(lookUpSuburb(text, { own })).map(({ displayName }) => displayName);

  it('are found without the table', () => {
    expect(alone('rich', [richlands])).toEqual(['Richlands']);
    expect(alone('toowong', [richlands])).toEqual([]);
    expect(alone('ngaru', [place('Ngāruawāhia', '4999')])).toEqual(['Ngāruawāhia']);
  });

  it('are filled in if one alone begins with the text, unless that is another place', () => {
    expect(filled(' RICHL', [richlands])).toBe('Richlands 4077');
    expect(filled('mt gra', [place('Mount Gravatt', '4122')])).toBe('Mount Gravatt 4122');
    expect(filled('richmond', [place('Richmond Hill', '4820')])).not.toBe('Richmond Hill 4820');
  });

  it('are filled in by their whole name, though others have it', () => {
    expect(filled('ascot', [place('Ascot Vale, VIC', '3032'), place('Ascot', '4007')])).toBe('Ascot 4007');
    expect(filled('richmond', [place('Richmond, VIC', '3121')])).toBe('Richmond, VIC 3121');
    expect(filled('west end', [place('West End', '4810'), place('West End', '4101')])).toBe('West End 4810');
  });

  it('come first in a list, each once', () => {
    const own = [place('Richmond, VIC', '3121'), richlands];
    const all = shown('rich', own);
    expect(all.slice(0, 2)).toEqual(['Richmond, VIC 3121', 'Richlands 4077']);
    expect(new Set(all).size).toBe(all.length);
  });
});
