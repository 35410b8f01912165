import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { indexLocalities } from '../../places/suburb-lookup';
import { takePostcode } from './line-parts';
import { readTripLine } from './trip-line';

const driver = (firstName: string | null, lastName: string | null, driverAuthorityLicense: string) => ({
  firstName,
  lastName,
  driverAuthorityLicense,
});
const ben = driver('Ben', 'Kowalski', 'DA-1');
const benjamin = driver('Benjamin', 'Ash', 'DA-2');
const amy = driver('Amy', 'Young', 'DA-3');
const marie = driver('Mary Ann', "O'Connor", 'DA-4');
const drivers = [ben, benjamin, amy, marie];

const localities = indexLocalities([
  { name: 'Toowong', state: 'QLD', postcode: '4066' },
  { name: 'Mount Gravatt', state: 'QLD', postcode: '4122' },
  { name: 'Mount Gravatt East', state: 'QLD', postcode: '4122' },
  { name: 'West End', state: 'QLD', postcode: '4101' },
  { name: 'West End', state: 'QLD', postcode: '4810' },
  { name: 'Richmond', state: 'VIC', postcode: '3121' },
  { name: 'Richmond', state: 'QLD', postcode: '4822' },
  { name: 'Young', state: 'NSW', postcode: '2594' },
]);

const read = (text: string) => readTripLine(text, { drivers, own: [], localities });
const placesOf = (text: string) =>
  read(text).places.map(({ displayName, postcode }) => `${displayName} ${postcode}`);

describe('a trip in words', () => {
  it('names suburb, driver and waiting time in any order', () => {
    for (const text of [
      'toowong ben 5',
      'ben toowong 5',
      '5 min Toowong Ben',
      'Toowong 5 ben',
      'toowong, ben, 5',
    ])
      expect(read(text), text).toMatchObject({ drivers: [ben], waitingTime: 5, unread: '' });
    expect(placesOf('5 min Toowong Ben')).toEqual(['Toowong 4066']);
  });

  it('has a time next to the waiting time, and a postcode that chooses among places', () => {
    expect(read('Toowong 10:15 Amy 5 min')).toMatchObject({ time: '10:15', waitingTime: 5, drivers: [amy] });
    expect(read('toowong amy 9.05pm')).toMatchObject({ time: '21:05', drivers: [amy] });
    expect(read('toowong amy 12am')).toMatchObject({ time: '00:00' });
    expect(placesOf('west end 4810 amy 5')).toEqual(['West End 4810']);
    expect(placesOf('west end amy')).toEqual(['West End 4101', 'West End 4810']);
    expect(placesOf('richmond vic amy')).toEqual(['Richmond, VIC 3121']);
  });

  it('takes a word for a driver or for a place, never for both', () => {
    const { drivers, places } = read('young 5');
    expect([drivers.length, places.length].toSorted()).toEqual([0, 1]);
    expect(read('amy young 5')).toMatchObject({ drivers: [amy], unread: '' });
  });

  it.each([
    ['toowong amy no wait', { waitingTime: 0 }],
    ['waited 12 toowong amy', { waitingTime: 12 }],
    ['toowong amy 5 minutes wait', { waitingTime: 5 }],
    ["toowong 7' amy", { waitingTime: 7 }],
    ['toowong amy 10080m', { waitingTime: 10_080 }],
    ['9 pm toowong amy 5', { time: '21:00', waitingTime: 5 }],
    ['toowong amy 9p', { time: '21:00' }],
    ['1015 hrs toowong amy', { time: '10:15' }],
    ['toowong amy 12h30', { time: '12:30' }],
  ])('says its minutes and its time as pasted lines do: %j', (text, figures) => {
    expect(read(text)).toMatchObject({ ...figures, drivers: [amy], unread: '' });
    expect(placesOf(text)).toEqual(['Toowong 4066']);
  });

  it.each([
    ['Toowong 4066', '4066'],
    ['Toowong,QLD4066', '4066'],
    ['DA-4711 Toowong', undefined],
    ['DA4711 Toowong', undefined],
    ['DA-4711 Toowong 4066', '4066'],
  ])('does not take a licence for the postcode: %j', (text, postcode) => {
    expect(takePostcode(text).found).toBe(postcode);
  });

  it('names drivers by whole names first, then by their beginnings, and by their licence', () => {
    expect(read('toowong ben').drivers).toEqual([ben]);
    expect(read('toowong be').drivers).toEqual([ben, benjamin]);
    expect(read('toowong amy young').drivers).toEqual([amy]);
    expect(read('mary ann o’connor toowong').drivers).toEqual([marie]);
    expect(read('toowong da-2').drivers).toEqual([benjamin]);
  });

  it('shares words between place and driver as they fit best', () => {
    expect(read('mt gravatt east amy')).toMatchObject({ drivers: [amy], unread: '' });
    expect(placesOf('mt gravatt east amy')).toEqual(['Mount Gravatt East 4122']);
    expect(placesOf('young ben')).toEqual(['Young 2594']);
    expect(read('young amy young')).toMatchObject({ drivers: [amy] });
  });

  it('says which words mean nothing, instead of leaving them out', () => {
    expect(read('toowong bob 5')).toMatchObject({ drivers: [], unread: 'bob' });
    expect(read('bob smith toowong')).toMatchObject({ drivers: [], unread: 'bob smith' });
    expect(read('nowhere amy')).toMatchObject({ drivers: [amy], places: [], unread: 'nowhere' });
    expect(read('toowong 4000 amy')).toMatchObject({ places: [], unread: '4000' });
  });

  it('takes a place that no table has, with its postcode', () => {
    expect(placesOf('Camp Nowhere 4999 amy')).toEqual(['Camp Nowhere 4999']);
    expect(read('Camp Nowhere 4999 amy')).toMatchObject({ drivers: [amy], unread: '' });
    expect(read('west end 4810 amy').unread).toBe('');
  });

  it('reads twelve words within 300 characters, and says nothing of what the line has not', () => {
    expect(read(`toowong amy${' '.repeat(300)}5`)).not.toHaveProperty('waitingTime');
    expect(read('toowong amy')).not.toHaveProperty('time');
    expect(read(`toowong amy ${'x '.repeat(10)}q`).unread).toBe(`amy ${'x '.repeat(10)}`.trim());
  });

  it('finds places of own trips without the table', () => {
    const own = [{ suburb: 'Toowong', postcode: '4066' }];
    expect(readTripLine('toow ben', { drivers, own }).places).toMatchObject([{ displayName: 'Toowong' }]);
  });

  it('reads what was written from its parts', () => {
    const parts = fc.record({
      place: fc.constantFrom('Toowong', 'Mount Gravatt', 'mt gravatt east'),
      name: fc.constantFrom('Ben Kowalski', 'amy young', 'Benjamin', 'Amy'),
      waiting: fc.integer({ min: 0, max: 999 }),
      isDriverFirst: fc.boolean(),
    });
    fc.assert(
      fc.property(parts, ({ place, name, waiting, isDriverFirst }) => {
        const names = isDriverFirst ? [name, place] : [place, name];
        const line = read([...names, waiting].join(' '));
        expect(line).toMatchObject({ waitingTime: waiting, unread: '' });
        expect(line.drivers).toHaveLength(1);
        expect(line.places[0]?.displayName).toMatch(/^(Toowong|Mount Gravatt)/);
      }),
    );
  });

  it('reads any text without failing, and never names a driver whose name it has not', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 400 }), (text) => {
        for (const { firstName, lastName, driverAuthorityLicense } of read(text).drivers) {
          const initials = [firstName, ...(lastName ?? '').split(/['’]/), driverAuthorityLicense];
          expect(initials.some((name) => text.toLowerCase().includes(name?.[0]?.toLowerCase() ?? '-'))).toBe(
            true,
          );
        }
      }),
    );
  });
});
