import type { Driver } from '@shared/drivers';
import { decodeLocalities } from '@shared/places/localities';
import { indexLocalities } from '@shared/places/place-table';
import type { Vehicle } from '@shared/vehicles/vehicles';
import { expect, it } from 'vitest';
import { remarksOn } from './cell-words';
import {
  checkRow,
  knowingPlaces,
  rowsToStore,
  settleCell,
  settleRow,
  type TripRowContext,
} from './check-cells';
import { newRow, notesOn, type TypedRow, withCell } from './typed-row';

const amy = { id: 'a', firstName: 'Amy', lastName: 'Young', driverAuthorityLicense: 'DA-1' } as Driver;
const since = '2026-11-20';
const camry = {
  registration: '123ABC',
  description: 'white Camry',
  callSigns: [{ callSign: 'T101', from: null, to: '2026-11-19' }],
} as unknown as Vehicle;
const van = {
  registration: '456DEF',
  description: null,
  callSigns: [{ callSign: 'T-101', from: since, to: null }],
} as unknown as Vehicle;
const localities = decodeLocalities(
  'QLD 4114 Kingston,Logan Central\nQLD 4455 Roma\nQLD 4066 Toowong\nQLD 4067 St Lucia\nQLD 4101 West End\nQLD 4350 Toowoomba\nQLD 4707 St Lawrence\nQLD 4810 West End\nWA 6530 West End',
);
const points = new Map([
  ['toowong 4066', [152.98, -27.48]],
  ['roma 4455', [148.79, -26.57]],
  ['west end 4101', [153.01, -27.48]],
  ['west end 4810', [146.8, -19.27]],
] as const);
const known: TripRowContext = {
  drivers: [amy],
  own: [],
  vehicles: [camry, van],
  localities: indexLocalities(localities, {}, points),
  now: new Date('2026-11-22T02:00:00Z'),
};

const whole = {
  driver: 'Amy Young',
  date: '22/11/2026',
  time: '10:15',
  suburb: 'Toowong',
  postcode: '4066',
  waitingTime: '5',
};
const textsOf = (cells: Partial<TypedRow>) =>
  Object.entries(remarksOn(checkRow(newRow({ ...whole, ...cells }), known).findings)).map(
    ([field, { kind, text }]) => `${field} ${kind}: ${text}`,
  );

it.each<[Partial<TypedRow>, string[]]>([
  [{}, []],
  [{ driver: '' }, ['driver problem: Driver is required']],
  [
    { driver: 'Zoe' },
    ['driver problem: No active driver is called "Zoe". Correct it, or add the driver in the Drivers tab'],
  ],
  [{ date: '' }, ['date problem: Date is required']],
  [{ date: 'soon' }, ['date problem: Write it as 31/12/2026, 31/12 or today']],
  [{ date: '31/11/26' }, ['date problem: November has 30 days']],
  [{ date: 'Mon 20/11' }, ['date problem: The date says Monday, but 20/11/2026 is a Friday']],
  [{ date: '1/1/1999' }, ['date problem: Date must lie between 2000 and 2099']],
  [{ time: '' }, ['time problem: Time is required']],
  [{ time: '23:00' }, ['date check: This is in the future']],
  [{ suburb: '' }, ['suburb problem: Suburb is required']],
  [
    { suburb: 'Zzz', postcode: '' },
    ['suburb problem: No suburb called "Zzz". Check the spelling or type the postcode'],
  ],
  [{ suburb: 'St L', postcode: '' }, ['suburb problem: Which place is this? Choose one']],
  [{ suburb: 'Zzz' }, ['suburb check: No suburb called "Zzz". It is stored as it is written']],
  [{ suburb: '12 Smith St' }, ['suburb problem: This is a street. Which suburb did the trip begin in?']],
  [{ suburb: 'Towong' }, ['suburb check: No suburb called "Towong". Did you mean one of these?']],
  [{ suburb: 'West End', postcode: '4101' }, ['postcode note: Other places have this name, too']],
  [{ postcode: '4000' }, ['postcode check: This is not a postcode of Toowong']],
  [{ postcode: '40666' }, ['postcode problem: Postcode must be 4 digits']],
  [{ waitingTime: '', duration: '' }, []],
  [{ waitingTime: '1.5' }, ['waitingTime problem: Write whole minutes, such as 5']],
  [{ duration: '20000' }, ['duration problem: Duration must be 10,080 minutes (a week) or less']],
  [{ bookingReference: 'x'.repeat(51) }, ['bookingReference problem: Must be 50 characters or fewer']],
  [{ kind: 'rank' }, []],
  [{ kind: 'taxi' }, ['kind problem: Write booked, rank or hail, or for another entity']],
  [{ vehicle: '123 abc' }, []],
  [{ vehicle: '123ABD' }, ['vehicle check: No vehicle has the registration 123ABD now']],
  [{ notes: 'x'.repeat(2001) }, ['notes problem: Must be 2000 characters or fewer']],
])('remarks on cells: %#', (cells, remarks) => {
  expect(textsOf(cells)).toEqual(remarks);
});

it('takes a row of a file without a time, and offers drivers where a name is unknown', () => {
  const row = newRow({ ...whole, driver: 'Zoe', time: '', waitingTime: '7' });
  const { driver, ...others } = remarksOn(checkRow(row, { ...known, isOfFile: true }).findings);
  expect(driver).toMatchObject({
    text: 'No driver is called "Zoe". Correct it, or add the driver in the Drivers tab',
    choices: [{ label: 'Amy Young', cells: { driver: 'Amy Young' } }],
  });
  expect(others).toEqual({});
  const fixed = { ...row, driver: 'Amy Young' };
  const stored = rowsToStore([fixed], { ...known, isOfFile: true }, () => 2);
  expect(stored).toMatchObject([
    { number: 2, cells: { date: '2026-11-22', time: '00:00', licence: 'DA-1' } },
  ]);
});

it('completes what is left', () => {
  const settle = (
    cells: Partial<TypedRow>,
    field: 'driver' | 'date' | 'time' | 'suburb' | 'postcode' | 'kind',
  ) => settleCell(newRow(cells), field, known);
  expect(settle({ driver: 'am' }, 'driver')).toMatchObject({ driver: 'Amy Young' });
  expect(settle({ kind: 'h' }, 'kind').kind).toBe('Rank or hail');
  expect(settle({ kind: '' }, 'kind').kind).toBe('');
  expect(settle({ date: 'yesterday' }, 'date')).toMatchObject({ date: '21/11/2026' });
  expect(settle({ date: '2026-11-21 10:15' }, 'date')).toMatchObject({ date: '21/11/2026', time: '10:15' });
  expect(settle({ date: 'Fri 21/11/2026' }, 'date')).toMatchObject({
    date: '21/11/2026',
    remarks: [{ text: 'The date says Friday, but 21/11/2026 is a Saturday' }],
  });
  expect(settle({ time: 'noon' }, 'time').time).toBe('12:00');
  expect(settle({ time: '2400' }, 'time').time).toBe('24:00');
  const dated = '2026-11-21T10:15:00.000';
  expect(settle({ time: dated }, 'time')).toMatchObject({ date: '21/11/2026', time: '10:15' });
  expect(settle({ date: '21/11', time: dated }, 'time').time).toBe('10:15');
  expect(settle({ date: '20/11', time: dated }, 'time').time).toBe(dated);
  expect(settle({ suburb: 'toowon' }, 'suburb')).toMatchObject({ suburb: 'Toowong', postcode: '4066' });
  expect(settle({ suburb: 'toowong', postcode: '4101' }, 'suburb')).toMatchObject({ postcode: '4066' });
  expect(settle({ suburb: 'west end', postcode: '4101' }, 'postcode')).toMatchObject({
    suburb: 'West End',
    postcode: '4101',
  });
  expect(settle({ suburb: 'west end' }, 'suburb')).toMatchObject({
    suburb: 'West End',
    postcode: '4101',
  });
  const street = { suburb: '12 Smith St, Toowong QLD 4066' };
  expect(settle(street, 'suburb')).toMatchObject({ suburb: 'Toowong', postcode: '4066' });
  const remarked = settle(settle(street, 'suburb'), 'postcode');
  expect(remarked.remarks).toEqual([{ field: 'suburb', kind: 'street-left-out', street: '12 Smith St' }]);
  expect(settle(withCell(remarked, 'suburb', 'St Lucia'), 'suburb')).toMatchObject({ remarks: [] });
  expect(settle({ suburb: 'Toowong 4066' }, 'suburb')).toMatchObject({ postcode: '4066' });
  expect(settle({ suburb: 'Toowong', postcode: '4066 QLD' }, 'postcode').postcode).toBe('4066');
  expect(settle({ date: '2026-11-21T10:15:00+1000' }, 'date')).toMatchObject({ time: '10:15' });
  expect(settle({ date: 'Sat, 21 Nov 2026' }, 'date')).toMatchObject({ date: '21/11/2026' });
  expect(settle({ suburb: 'zzz' }, 'suburb')).toMatchObject({ suburb: 'zzz', postcode: '' });
});

it('takes no registration for another: nearly the same ones are offered', () => {
  const choices = (vehicle: string) =>
    remarksOn(checkRow(newRow({ ...whole, vehicle }), known).findings).vehicle?.choices;
  expect(settleCell(newRow({ vehicle: '123-abc' }), 'vehicle', known).vehicle).toBe('123ABC');
  expect(settleCell(newRow({ vehicle: '123AB' }), 'vehicle', known).vehicle).toBe('123AB');
  const offered = [{ label: '123ABC, white Camry', cells: { vehicle: '123ABC' } }];
  expect(choices('123AB')).toEqual(offered);
  expect(choices('camry')).toEqual(offered);
  expect(choices('999ZZZ')).toEqual([]);
  expect(checkRow(newRow({ ...whole, vehicle: 'x' }), { ...known, vehicles: undefined }).findings).toEqual(
    [],
  );
});

it('reads a call sign as the car of the row’s day', () => {
  const settled = (date: string) => settleCell(newRow({ date, vehicle: 't 101' }), 'vehicle', known).vehicle;
  expect(['19/11/2026', '20/11/2026', ''].map(settled)).toEqual(['123ABC', '456DEF', 't 101']);
  const row = newRow({ ...whole, date: '19/11/2026', vehicle: 'T101' });
  expect(checkRow(row, known).findings).toEqual([]);
  expect(rowsToStore([row], known, () => 1)[0]?.cells).toMatchObject({ vehicle: '123ABC' });
  const unknown = {
    ...known,
    vehicles: [{ ...van, callSigns: [{ ...van.callSigns[0], to: since }] } as Vehicle],
  };
  expect(checkRow({ ...row, date: '21/11/2026' }, unknown).findings).toMatchObject([
    { field: 'vehicle', kind: 'vehicle-unknown', choices: [{ cells: { vehicle: '456DEF' } }] },
  ]);
});

it('knows the places of the rows above before any other', () => {
  const row = newRow({ suburb: 'st l' });
  expect(settleCell(row, 'suburb', known).postcode).toBe('');
  const here = knowingPlaces([newRow({ suburb: 'St Lucia', postcode: '4067' }), row], known);
  expect(settleCell(row, 'suburb', here)).toMatchObject({ suburb: 'St Lucia', postcode: '4067' });
});

it('asks which suburb of a region is meant, with its suburbs to choose from', () => {
  const row = settleCell(newRow({ ...whole, suburb: 'logan', postcode: '' }), 'suburb', known);
  const { suburb } = remarksOn(checkRow(row, known).findings);
  expect(suburb).toMatchObject({ kind: 'problem', text: 'Which suburb of Logan?' });
  expect(suburb?.choices?.map(({ label }) => label)).toEqual(['Kingston 4114', 'Logan Central 4114']);
  const withPostcode = newRow({ ...whole, suburb: 'Logan', postcode: '4114' });
  expect(remarksOn(checkRow(withPostcode, known).findings).suburb?.text).toBe('Which suburb of Logan?');
});

it('offers the suburbs of its postcode for a text that is none', () => {
  const { suburb } = remarksOn(checkRow(newRow({ ...whole, suburb: '12 Smith St' }), known).findings);
  expect(suburb?.choices).toMatchObject([{ cells: { suburb: 'Toowong', postcode: '4066' } }]);
});

it('remarks on a place that is filled in far from the trips, until the cell is changed', () => {
  const here = { ...known, own: [{ suburb: 'Toowong', postcode: '4066' }] };
  const row = settleCell(newRow({ suburb: 'roma' }), 'suburb', here);
  expect(row).toMatchObject({ suburb: 'Roma', postcode: '4455' });
  expect(notesOn(row)).toEqual([{ kind: 'check', text: 'Roma is 427 km from your trips' }]);
  expect(notesOn(withCell(row, 'suburb', 'too'))).toEqual([]);
  expect(notesOn(settleCell(row, 'suburb', here, false))).toHaveLength(1);
});

it('leaves a pasted postcode as it is, and says where it does not fit', () => {
  const pasted = settleRow(newRow({ ...whole, driver: 'amy', date: '22/11', postcode: '4101' }), known);
  expect(pasted).toMatchObject({ driver: 'Amy Young', suburb: 'Toowong', postcode: '4101' });
  expect(remarksOn(checkRow(pasted, known).findings).postcode?.choices?.[0]?.label).toBe('Toowong 4066');
});

it('is sent with nothing left to be guessed, and with the number that people see', () => {
  const row = newRow({
    ...whole,
    waitingTime: '',
    vehicle: '456DEF',
    bookingReference: 'J-1',
    notes: 'a "word", and\nmore',
  });
  expect(rowsToStore([newRow(), row], known, (_, index) => index + 1)).toEqual([
    {
      number: 2,
      driverId: 'a',
      cells: {
        date: '2026-11-22',
        time: '10:15',
        licence: 'DA-1',
        suburb: 'Toowong',
        postcode: '4066',
        waitingTime: '0',
        duration: '',
        bookingReference: 'J-1',
        notes: 'a "word", and\nmore',
        kind: '',
        vehicle: '456DEF',
      },
    },
  ]);
});
