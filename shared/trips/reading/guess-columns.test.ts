import { beforeAll, describe, expect, it } from 'vitest';
import { readPlaceTable } from '../../../server/test/place-table';
import type { PlaceTable } from '../../places/place-table';
import { tripFieldNames } from '../trip-fields';
import { guessColumns } from './guess-columns';

let localities: PlaceTable;
beforeAll(async () => {
  localities = await readPlaceTable();
});

const known = () => ({
  localities,
  drivers: [{ firstName: 'Amy', lastName: 'Young', driverAuthorityLicense: '12345' }],
  vehicles: [
    { registration: '123ABC', callSigns: [{ callSign: 'T101', from: null, to: null }] },
    { registration: '456DEF', callSigns: [{ callSign: '1015', from: null, to: null }] },
  ],
  today: '2026-11-22',
});
/** The fields of columns with these headings and cells. */
function guess(...columns: [name: string, ...values: string[]][]) {
  const unnamed = columns.map(([name, ...values], column) => ({ column, name, values }));
  return guessColumns(unnamed, tripFieldNames, known());
}

describe('columns without a known heading are guessed by what is in them', () => {
  it.each([
    ['date', 'Mon 23/11', '24/11/2026'],
    ['date', '11/24/2026', '11/25/2026 10:15'],
    ['time', '7:40', '18:05', '5.30 pm'],
    ['driver', 'YOUNG Amy', '12345'],
    ['vehicle', '123-abc'],
    ['vehicle', 't-101', '123ABC'],
    ['suburb', '12 Smith St, Toowong', 'Milton QLD 4064', 'st lucia', 'Ascot', 'Casa Italia'],
    ['postcode', '4066', '4000'],
    ['kind', 'Booked', 'Taxi rank'],
  ])('%s', (field, ...values) => {
    expect(guess(['X', ...values])).toEqual({ [field]: 0 });
  });

  it.each([
    ['a fare', '22.50'],
    ['a number', '1015', '1130'],
    ['how long it took', '0:35', '0:20'],
    ['the name of a passenger', 'Mr Jones', 'Amelia Quist'],
    ['a street', '12 Smith St', '4 Ann St'],
    ['blank cells', '', ' '],
  ])('not %s', (_, ...values) => {
    expect(guess(['X', ...values])).toEqual({});
  });

  it('by their headings, where two have the same: the beginning of the trip, and never its end', () => {
    expect(guess(['Where from', 'Towong', 'Ascot'], ['Area', 'Milton', 'Ascot'])).toEqual({ suburb: 0 });
    expect(guess(['One', 'Toowong'], ['Other', 'Milton'])).toEqual({});
    expect(guess(['Dropped', 'Toowong'], ['Via', 'Milton'])).toEqual({});
    expect(guess(['Stood', '9'], ['Paid', '9'])).toEqual({ waitingTime: 0 });
  });

  it('each for one field, and none that has a column', () => {
    const column = { column: 3, name: 'Moment', values: ['24/11/2026 10:15'] };
    expect(guessColumns([column], tripFieldNames, known())).toEqual({ date: 3 });
    expect(guessColumns([column], ['time', 'suburb'], known())).toEqual({});
  });
});
