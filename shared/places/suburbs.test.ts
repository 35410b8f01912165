import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { capitaliseSuburb, suburbKey, tidySuburb } from './suburbs';

const texts = fc.string({ unit: 'grapheme' });

describe('suburbKey', () => {
  it('is one for spellings that differ only in case, spaces or composition', () => {
    expect(suburbKey('  St   LUCIA ')).toBe('st lucia');
    expect(suburbKey('Łódź')).toBe(suburbKey('ŁÓDZ\u0301'));
  });

  it('lowers each character by itself, as PostgreSQL does', () => {
    expect(suburbKey('ΠΑΛΙΟΣ')).toBe('παλιοσ');
    expect(suburbKey('İSTANBUL')).toBe('istanbul');
  });

  it('of a text longer than any suburb is the text, which is refused', () => {
    const long = `St  LUCIA ${'x'.repeat(1000)}`;
    expect(tidySuburb(long)).toBe(long);
    expect(suburbKey(long)).toBe(long);
  });

  it('of a key is the key itself', () => {
    fc.assert(fc.property(texts, (text) => suburbKey(suburbKey(text)) === suburbKey(text)));
  });

  it('of a tidied suburb needs no more tidying', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(tidySuburb(text)).toMatch(/^$|^\S+( \S+)*$/);
        expect(suburbKey(tidySuburb(text))).toBe(suburbKey(text));
      }),
    );
  });
});

describe('capitaliseSuburb', () => {
  it.each([
    ['FORTITUDE VALLEY', 'Fortitude Valley'],
    ["o'connor", "O'Connor"],
    ['o’connor', 'O’Connor'],
    ["d'aguilar", "D'Aguilar"],
    ["k'gari", "K'gari"],
    ["king's cross", "King's Cross"],
    ['  st   lucia ', 'St Lucia'],
    ['mcdowall', 'McDowall'],
    ['mackay', 'Mackay'],
    ['łódź', 'Łódź'],
    ['port-louis', 'Port-Louis'],
    ['mount coot-tha', 'Mount Coot-tha'],
    ['port of brisbane', 'Port of Brisbane'],
    ['the gap', 'The Gap'],
    ['west island cocos (keeling) islands', 'West Island Cocos (Keeling) Islands'],
    ['raaf base darwin', 'RAAF Base Darwin'],
    ['richmond, vic', 'Richmond, VIC'],
    ['richmond vic', 'Richmond Vic'],
    ['', ''],
  ])('shows %j as %j', (typed, shown) => {
    expect(capitaliseSuburb(typed)).toBe(shown);
  });

  it('depends on the suburb alone, and leaves it the same suburb', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(capitaliseSuburb(suburbKey(text))).toBe(capitaliseSuburb(text));
        expect(suburbKey(capitaliseSuburb(text))).toBe(suburbKey(text));
      }),
      { numRuns: 1000 },
    );
  });
});
