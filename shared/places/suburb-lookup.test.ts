import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { readLocalities } from '../../server/scripts/build/build-localities';
import type { Locality } from './localities';
import type { SuburbMatch } from './own-suburbs';
import {
  displayName,
  indexLocalities,
  isAlias,
  type LocalityIndex,
  lookUpSuburb,
  nearestPlaces,
  placesNamed,
  postcodeFits,
} from './suburb-lookup';
import { lookupKey } from './suburbs';

let localities: Locality[];
let index: LocalityIndex;
beforeAll(async () => {
  localities = await readLocalities();
  index = indexLocalities(localities);
});

const found = (text: string): SuburbMatch[] => {
  const result = lookUpSuburb(index, text);
  if (result.kind === 'one') return [result.match];
  return result.kind === 'several' ? result.matches : [];
};
const shown = (text: string) => found(text).map(({ displayName, postcode }) => `${displayName} ${postcode}`);
const kind = (text: string) => lookUpSuburb(index, text).kind;

describe('looking up a suburb', () => {
  it.each(['', '  ', 'to', ' to '])('waits for three characters: %j', (text) => {
    expect(lookUpSuburb(index, text)).toEqual({ kind: 'too-short' });
  });

  it.each(['zzz', '...', '🚕🚕🚕', '.*.', 'x'.repeat(255)])('finds nothing for %j', (text) => {
    expect(lookUpSuburb(index, text)).toEqual({ kind: 'none' });
  });

  it.each([
    ['Fortitude Valley', 'Fortitude Valley 4006'],
    ['  TOOWONG ', 'Toowong 4066'],
    ['surfers  paradise', 'Surfers Paradise 4217'],
    ['st lucia', 'St Lucia 4067'],
    ['eight mile pl', 'Eight Mile Plains 4113'],
    ['mt gravatt', 'Mount Gravatt 4122'],
    ['mt. coot tha', 'Mount Coot-tha 4066'],
    ['d’aguilar', "D'Aguilar 4514"],
    ['daguilar', "D'Aguilar 4514"],
    ['dʼaguilár', "D'Aguilar 4514"],
    ['Tōowong', 'Toowong 4066'],
    ['toowong village', 'Toowong 4066'],
  ])('finds exactly one for %j: %s', (text, answer) => {
    expect(kind(text)).toBe('one');
    expect(shown(text)).toEqual([answer]);
  });

  it('takes an exact name with a single postcode for the one match, whatever else contains it', () => {
    const result = lookUpSuburb(index, 'brisbane');
    expect(result).toMatchObject({ kind: 'one', match: { displayName: 'Brisbane', postcode: '4000' } });
    expect(shown('brisban')).toEqual(
      expect.arrayContaining(['Brisbane 4000', 'Brisbane City 4000', 'South Brisbane 4101']),
    );
  });

  it('takes the Queensland side of a border town with one postcode', () => {
    expect(found('texas')).toMatchObject([{ displayName: 'Texas, QLD', postcode: '4385' }]);
  });

  it('offers every place of a name that stands in several states, Queensland first', () => {
    expect(kind('richmond')).toBe('several');
    expect(shown('richmond').slice(0, 7)).toEqual([
      'Richmond, QLD 4740',
      'Richmond, QLD 4822',
      'Richmond, NSW 2753',
      'Richmond, SA 5033',
      'Richmond, TAS 7025',
      'Richmond, VIC 3121',
      'Richmond Hill, QLD 4820',
    ]);
  });

  it.each(['Richmond, VIC', 'richmond vic', 'RICHMOND,vic', 'richmond  -  vic'])(
    'takes the state from %j',
    (text) => {
      expect(kind(text)).toBe('one');
      expect(shown(text)).toEqual(['Richmond, VIC 3121']);
    },
  );

  it('keeps to the state while the name is unfinished', () => {
    expect(new Set(found('richm nsw').map(({ state }) => state))).toEqual(new Set(['NSW']));
  });

  it('offers a name with several postcodes for choice', () => {
    expect(shown('west end')).toEqual(['West End, QLD 4101', 'West End, QLD 4810', 'West End, WA 6530']);
  });

  it('ranks what begins with the text before what contains it, and shows at most 20 of all', () => {
    const result = lookUpSuburb(index, 'hill');
    if (result.kind !== 'several') throw new Error(`expected several, got ${result.kind}`);
    expect(result.matches).toHaveLength(20);
    expect(result.total).toBeGreaterThan(400);
    expect(result.matches.every(({ name }) => name.startsWith('Hill'))).toBe(true);
    expect(lookUpSuburb(index, 'hill', 3)).toMatchObject({ matches: { length: 3 } });
  });

  it('reads a state at the end only where the name is complete', () => {
    expect(shown('mount wa')[0]).toMatch(/^Mount Wa/);
    expect(shown('richmond vic')).toEqual(['Richmond, VIC 3121']);
  });

  it('finds every Queensland locality by its own name, and any other, alone where its state has no other of that name', () => {
    const findsItself = ({ name, state, postcode }: Locality) => {
      const result = lookUpSuburb(index, `${name}, ${state}`);
      const namesakes = index.byKey.get(lookupKey(name))?.filter((namesake) => namesake.state === state);
      const itself = expect.objectContaining({ name, state, postcode });
      if (namesakes?.length === 1) expect(result).toEqual({ kind: 'one', match: itself });
      else expect(result).toMatchObject({ kind: 'several', matches: expect.arrayContaining([itself]) });
    };
    localities.filter(({ state }) => state === 'QLD').forEach(findsItself);
    fc.assert(fc.property(fc.constantFrom(...localities), findsItself), { numRuns: 500 });
  });
});

describe('any text', () => {
  it('that is part of a name finds something', () => {
    fc.assert(
      fc.property(fc.constantFrom(...localities), fc.nat(30), ({ name }, start) => {
        const part = name.slice(Math.min(start, name.length - 3)).trim();
        fc.pre(part.length >= 3);
        expect(found(part.toUpperCase())).not.toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it('is answered, whatever it holds', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => kind(text) !== undefined),
    );
  });
});

describe('a display name', () => {
  it('carries the state where another state has the same name', () => {
    expect(displayName(index, { name: 'Toowong', state: 'QLD', postcode: '4066' })).toBe('Toowong');
    expect(displayName(index, { name: 'Richmond', state: 'VIC', postcode: '3121' })).toBe('Richmond, VIC');
    expect(displayName(index, { name: 'Nowhere', state: 'QLD', postcode: '4000' })).toBe('Nowhere');
  });

  it('leads back to its locality', () => {
    fc.assert(
      fc.property(fc.constantFrom(...localities), (locality) => {
        const name = displayName(index, locality);
        expect(postcodeFits(index, name, locality.postcode)).toBe(true);
        const candidates = name.length < 3 ? [] : found(name);
        if (candidates.length === 1) expect(candidates[0]).toMatchObject(locality);
      }),
      { numRuns: 300 },
    );
  });
});

describe('the places near to a misspelt name', () => {
  const LONGEST = 'Wonga'.repeat(8);
  const table = indexLocalities(
    ['Milton', 'Ayr', 'Bulimba', 'Enoggaro', 'Enoggera', 'Hatton', 'Hotton', 'Hutton', 'Hytton', LONGEST].map(
      (name) => ({ name, state: 'QLD', postcode: '4000' }) as const,
    ),
  );

  it.each([
    ['Millton', ['Milton']],
    ['Mlton', ['Milton']],
    ['Mxlxon', []],
    ['Bulxmxa', []],
    ['Bulxmba', ['Bulimba']],
    ['Ayx', []],
    ['Ayrs', ['Ayr']],
    ['enoggere', ['Enoggera', 'Enoggaro']],
    ['Enogerra', ['Enoggera']],
    ['hetton', ['Hatton', 'Hotton', 'Hutton']],
    [LONGEST.replace('ga', 'gi'), [LONGEST]],
    [`${LONGEST}s`, []],
    ['', []],
  ])('of %j are %j', (typed, names) => {
    expect(nearestPlaces(table, typed).map(({ name }) => name)).toEqual(names);
  });
});

describe('a name that people use', () => {
  const city = { name: 'Brisbane City', state: 'QLD', postcode: '4000' } as const;
  const table = indexLocalities([city], {
    city: ['brisbane city 4000'],
    'brisbane city': ['brisbane city 4000'],
  });

  it('is no other name where the table has it', () => {
    expect([isAlias(table, 'The City'), isAlias(table, 'Brisbane City'), isAlias(table, 'Ayr')]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('may have "the" before it, and nowhere else', () => {
    expect(lookUpSuburb(table, 'the city').kind).toBe('one');
    expect(lookUpSuburb(table, 'over the city').kind).toBe('none');
  });
});

describe('a suburb and a postcode', () => {
  it('fit when the table has them together', () => {
    expect(postcodeFits(index, 'toowong', '4066')).toBe(true);
    expect(postcodeFits(index, 'richmond', '3121')).toBe(true);
    expect(postcodeFits(index, 'Richmond, VIC', '3121')).toBe(true);
    expect(postcodeFits(index, 'WEST END', '4810')).toBe(true);
  });

  it('do not fit when the table has the suburb elsewhere', () => {
    expect(postcodeFits(index, 'Toowong', '4067')).toBe(false);
    expect(postcodeFits(index, 'Richmond, VIC', '4822')).toBe(false);
    expect(postcodeFits(index, 'Brisbane', '4001')).toBe(false);
  });

  it('are not judged when the table has no such suburb', () => {
    expect(postcodeFits(index, 'Nowhere at all', '4000')).toBeUndefined();
    expect(postcodeFits(index, 'Toowong, VIC', '4066')).toBeUndefined();
    expect(postcodeFits(index, '', '4000')).toBeUndefined();
  });

  it('that do not fit have others that do', () => {
    const offered = (suburb: string) =>
      placesNamed(index, suburb).map(({ displayName, postcode }) => `${displayName} ${postcode}`);
    expect(offered('toowong')).toEqual(['Toowong 4066']);
    expect(offered('Richmond, VIC')).toEqual(['Richmond, VIC 3121']);
    expect(offered('richmond').slice(0, 2)).toEqual(['Richmond, QLD 4740', 'Richmond, QLD 4822']);
    expect(offered('Nowhere at all')).toEqual([]);
  });
});
