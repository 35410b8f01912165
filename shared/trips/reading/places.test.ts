import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { readPlaceTable } from '../../../server/test/place-table';
import type { PlaceTable } from '../../places/place-table';
import { placeReader, readPlace, readPostcode } from './places';

let localities: PlaceTable;
beforeAll(async () => {
  localities = await readPlaceTable();
});

const labels = (places: readonly { displayName: string; postcode: string }[] = []) =>
  places.map(({ displayName, postcode }) => `${displayName} ${postcode}`);

it.each([
  ['4066', '4066'],
  ['4066 QLD', '4066'],
  ['qld 4066', '4066'],
  ['4066.0', '4066'],
  ['800', '0800'],
  ['40666', '40666'],
  ['406', '406'],
  ['4066 x', '4066 x'],
])('reads the postcode %j as %j', (typed, postcode) => {
  expect(readPostcode(typed)).toBe(postcode);
});

it.each([
  ['Toowong 4066', '', 'Toowong', '4066', undefined],
  ['Toowong', '4066 QLD', 'Toowong', '4066', undefined],
  ['Toowong, QLD 4066, Australia', '', 'Toowong', '4066', undefined],
  ['Toowong 4066 QLD', '', 'Toowong', '4066', undefined],
  ['12 Smith St, Toowong QLD 4066', '', 'Toowong', '4066', '12 Smith St'],
  ['Unit 3, 12 Smith Street, Toowong', '4066', 'Toowong', '4066', 'Unit 3, 12 Smith Street'],
  ['12 Mount Gravatt Rd Mansfield 4122', '', 'Mansfield', '4122', '12 Mount Gravatt Rd'],
  ['12 Smith St, Richmond VIC', '3121', 'Richmond, VIC', '3121', '12 Smith St'],
  ['Brisbane Airport Domestic, Eagle Farm', '4009', 'Eagle Farm', '4009', 'Brisbane Airport Domestic'],
  ['Richmond, VIC', '3121', 'Richmond, VIC', '3121', undefined],
  ['West End, Townsville', '4810', 'West End', '4810', undefined],
  ['  new   farm ', '4005', 'New Farm', '4005', undefined],
  ['12 Smith St, Toowong QLD 4066, AU', '', 'Toowong', '4066', '12 Smith St'],
  [
    'Level 3, 200 Mary St, Brisbane City QLD 4000, Australia',
    '',
    'Brisbane City',
    '4000',
    'Level 3, 200 Mary St',
  ],
  ['12 Smith Street Toowong Queensland 4066', '', 'Toowong', '4066', '12 Smith Street'],
  ['1 Toowong St, Hamilton', '4007', 'Hamilton', '4007', '1 Toowong St'],
  ['12 Smith St, Toowong, Brisbane QLD 4066', '', 'Toowong', '4066', '12 Smith St'],
  ['Nowhere Flat QLD 4999', '', 'Nowhere Flat', '4999', undefined],
])('reads %j and %j as %s %s, without the street', (suburb, postcode, ...read) => {
  const place = readPlace(suburb, postcode, { localities });
  expect([place.suburb, place.postcode, place.street]).toEqual(read);
});

it.each([
  ['Toowong', '4066', []],
  ['West End', '4101', ['West End 4810', 'West End, WA 6530']],
  ['milton', '4064', ['Milton, NSW 2538']],
  ['Spring Hill', '4000', expect.arrayContaining(['Spring Hill, NSW 2500'])],
  ['Newstead', '4006', expect.arrayContaining(['Newstead, TAS 7250'])],
  ['Ascot', '4007', expect.arrayContaining(['Ascot, WA 6104'])],
  ['Hamilton', '4007', expect.arrayContaining(['Hamilton, VIC 3300'])],
])('fills in the postcode of %s, Queensland first: %s', (suburb, postcode, others) => {
  const { filled, ...place } = readPlace(suburb, '', { localities });
  expect(place.postcode).toBe(postcode);
  expect(labels(filled?.others)).toEqual(others);
});

it.each(['Carlton', 'Tweed Heads', 'logan', 'toowong village', 'burleigh', 'woolongaba'])(
  'asks which place %s is, and fills in none',
  (suburb) => {
    const place = readPlace(suburb, '', { localities });
    expect(place).toMatchObject({ suburb, postcode: '' });
    expect(place.choices?.length).toBeGreaterThan(0);
  },
);

it('offers the place that stands next to figures, and takes none', () => {
  const place = readPlace('Brisbane Airport T2', '', { localities });
  expect(place).toMatchObject({ suburb: 'Brisbane Airport T2', postcode: '', noSuburb: 'figures' });
  expect(labels(place.choices)[0]).toBe('Brisbane Airport 4008');
});

it('asks for the suburb of a region, whatever postcode is typed with it', () => {
  const place = readPlace('logan', '4114', { localities });
  expect(place).toMatchObject({ suburb: 'logan', postcode: '4114', question: 'Which suburb of Logan?' });
  expect(labels(place.choices)).toContain('Woodridge 4114');
  expect(labels(place.choices).every((label) => label.endsWith('4114'))).toBe(true);
  expect(readPlace('Ipswich', '4305', { localities })).not.toHaveProperty('question');
});

it.each([
  ['12 Smith St', 'street'],
  ['Mrs Jones, 12 Smith St', 'person'],
  ['N/A', 'nothing-said'],
  ['0400 123 456', 'figures'],
  ['QLD 4066', 'figures'],
])('finds no suburb in %s, with a postcode or without', (suburb, noSuburb) => {
  for (const postcode of ['', '4066'])
    expect(readPlace(suburb, postcode, { localities })).toMatchObject({ suburb, noSuburb });
  expect(labels(readPlace(suburb, '4066', { localities }).choices)).toContain('Toowong 4066');
});

it.each([
  ['Fortitude Vally', 'Fortitude Valley 4006'],
  ['Tooowong', 'Toowong 4066'],
  ['Indooroopily', 'Indooroopilly 4068'],
])('offers the names that are nearest to %s', (suburb, nearest) => {
  expect(labels(readPlace(suburb, '4000', { localities }).unknown)[0]).toBe(nearest);
});

it('has nothing to offer for a place that no one knows', () => {
  expect(readPlace('Camp Nowhere', '4999', { localities }).unknown).toEqual([]);
  expect(readPlace('Toowong', '4000', { localities }).elsewhere).toMatchObject([{ postcode: '4066' }]);
});

it('reads any text, and loses no figure of a postcode', () => {
  const piece = fc.constantFrom('Toowong', '4066', 'QLD', ',', ' ', '12', 'St', 'Smith', 'Australia', '𝟜');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), fc.string({ maxLength: 8 }), (pieces, postcode) => {
      const read = readPlace(pieces.join(' '), postcode, { localities });
      expect(typeof read.suburb).toBe('string');
      if (/^\d{4}$/.test(postcode)) expect(read.postcode).toBe(postcode);
    }),
  );
});

it('searches for names like fifty that no table has, for one file, and no more', () => {
  const read = placeReader({ localities });
  const others = Array.from({ length: 49 }, (_, row) =>
    read(`Plaec ${'x'.repeat(row + 1)} Creek Upper`, '4000'),
  );
  expect(others.every(({ unknown }) => unknown?.length === 0)).toBe(true);
  expect(read('Fortitude Vally', '4006').unknown).toMatchObject([{ name: 'Fortitude Valley' }]);
  expect(read('Toowonk', '4066').unknown).toEqual([]);
});
