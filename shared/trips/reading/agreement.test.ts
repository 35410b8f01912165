/** The form, the grid, pasted lines and imports read what people type alike. */
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { levelOf } from '../../../client/src/features/imports/typed/cell-words';
import {
  checkRow,
  settleRow,
  type TripRowContext,
} from '../../../client/src/features/imports/typed/check-cells';
import { readLines } from '../../../client/src/features/imports/typed/pasted-lines';
import { newRow } from '../../../client/src/features/imports/typed/typed-row';
import { type TripFormFields, tripFormSchema } from '../../../client/src/features/trips/trip-form/trip-form';
import { tripReader } from '../../../server/features/imports/read-rows';
import { readPlaceTable } from '../../../server/test/place-table';
import type { Driver } from '../../drivers';
import type { PlaceTable } from '../../places/place-table';
import { USUAL_READING } from '../../reading/days';
import { instantOf } from '../../reading/moments';
import { readTypedTime } from '../../reading/times';

const driver = (id: string, firstName: string, lastName: string) =>
  ({ id, firstName, lastName, driverAuthorityLicense: `DA-${id}` }) as Driver;
const drivers = [
  driver('1', 'Łukasz', 'Chen'),
  driver('2', 'Sean', "O'Neill"),
  driver('3', 'John', 'Smith'),
  driver('4', 'Mary Ann', 'Young'),
];
const now = new Date('2026-11-22T02:00:00Z');

let localities: PlaceTable;
let known: TripRowContext;
let readFileRow: ReturnType<typeof tripReader>;
const FIELDS = ['date', 'time', 'driver', 'suburb', 'postcode', 'waitingTime', 'duration'] as const;
beforeAll(async () => {
  localities = await readPlaceTable();
  known = { drivers, own: [], vehicles: [], localities, now };
  const columns = Object.fromEntries(FIELDS.map((field, column) => [field, column]));
  const table = { columns, headings: [] };
  readFileRow = tripReader({
    ...table,
    reading: { ...USUAL_READING, readOn: '2026-11-22' },
    drivers,
    vehicles: [],
    localities,
    now,
  });
});

const WHOLE = {
  date: '20/11/2026',
  time: '10:15',
  driver: 'John Smith',
  suburb: 'Toowong',
  postcode: '4066',
  waitingTime: '5',
  duration: '20',
};
type Cells = Partial<typeof WHOLE>;

/** What a file's row says, as the grid says it; undefined where it is refused. */
function inFile(cells: Cells) {
  const all = { ...WHOLE, ...cells };
  const { trip } = readFileRow({ number: 2, cells: FIELDS.map((field) => all[field]) });
  return (
    trip && {
      driver: trip.driverId,
      at: trip.datetime,
      suburb: trip.suburb,
      postcode: trip.postcode,
      waitingTime: trip.waitingTime,
      duration: trip.duration,
    }
  );
}

function inGrid(cells: Cells) {
  const row = settleRow(newRow({ ...WHOLE, ...cells }), known);
  const { findings, driver: found, at } = checkRow(row, known);
  if (findings.some((finding) => levelOf(finding) === 'problem')) return undefined;
  return {
    driver: found?.id,
    at: at?.toISOString(),
    suburb: row.suburb,
    postcode: row.postcode,
    waitingTime: Number(row.waitingTime),
    duration: row.duration === '' ? null : Number(row.duration),
  };
}

function inForm({ waitingTime = '5', duration = '20', time = '10:15' }: Cells) {
  const fields = { driverId: '3', driverAuthorityLicense: 'DA-3', suburb: 'Toowong', postcode: '4066' };
  const filled = {
    ...fields,
    isPostcodeFilledIn: false,
    date: '2026-11-20',
    notes: '',
    bookingReference: '',
    kind: '',
  };
  return tripFormSchema.safeParse({ ...filled, waitingTime, duration, time } as TripFormFields).data;
}

const MINUTES: [string, number | undefined][] = [
  ['0', 0],
  ['5', 5],
  ['5 minutes', 5],
  ['0:04', 4],
  ['1:05', 65],
  ['1h 5m', 65],
  ['90 sec', 2],
  ['no wait', 0],
  ['10081', undefined],
  ['1.5', undefined],
  ['-1', undefined],
];
const TIMES: [string, string | undefined][] = [
  ['10:15', '10:15'],
  ['915', '09:15'],
  ['2115', '21:15'],
  ['9.15 pm', '21:15'],
  ['12:30 p.m.', '12:30'],
  ['0815 hrs', '08:15'],
  ['0.5', '12:00'],
  ['2400', '24:00'],
  ['24:00', '24:00'],
  ['noon', '12:00'],
  ['midnight', '00:00'],
  ['24:05', undefined],
  ['2026-11-19T10:15:00.000', undefined],
];
const DATES: [string, string | undefined][] = [
  ['20/11/2026', '2026-11-20'],
  ['2026-11-20', '2026-11-20'],
  ['20 Nov 2026', '2026-11-20'],
  ['November 20, 2026', '2026-11-20'],
  ['Fri, 20 November 2026', '2026-11-20'],
  ['46346', '2026-11-20'],
  ['20\u201011\u20112026', '2026-11-20'],
  ['Fri 20/11', '2026-11-20'],
  ['Thu 20/11', undefined],
  ['31/11/26', undefined],
  ['31/02/2026', undefined],
  ['soon', undefined],
];
const DRIVERS: [string, string | undefined][] = [
  ['John Smith', '3'],
  ['Smith, John', '3'],
  ['DA-3', '3'],
  ['Łukasz Chen', '1'],
  ["Sean O'Neill", '2'],
  ["o'neill", '2'],
  ['Mary Ann Young', '4'],
  ['Zoe', undefined],
];
const PLACES: [string, string, string | undefined][] = [
  ['Toowong', '4066', 'Toowong 4066'],
  ['Toowong', '', 'Toowong 4066'],
  ['Toowong', '4066 QLD', 'Toowong 4066'],
  ['Toowong 4066', '', 'Toowong 4066'],
  ['12 Smith St, Toowong QLD 4066', '', 'Toowong 4066'],
  ['West End', '', 'West End 4101'],
  ['West End', '4810', 'West End 4810'],
  ['Camp Nowhere', '4999', 'Camp Nowhere 4999'],
  ['Camp Nowhere', '', undefined],
  ['Toowong', '40666', undefined],
];

describe('one reading', () => {
  it.each(MINUTES)('of the minutes %j', (typed, minutes) => {
    for (const field of ['waitingTime', 'duration'] as const) {
      expect(inFile({ [field]: typed })?.[field]).toBe(minutes);
      expect(inGrid({ [field]: typed })?.[field]).toBe(minutes);
      expect(inForm({ [field]: typed })?.[field]).toBe(minutes);
    }
  });

  it.each(TIMES)('of the time %j', (typed, time) => {
    const at = time && instantOf('2026-11-20', time).toISOString();
    expect(inFile({ time: typed })?.at.replace(/:\d\d\.000Z/, ':00.000Z')).toBe(at);
    expect(inGrid({ time: typed })?.at).toBe(at);
    expect(inForm({ time: typed })?.time).toBe(time === undefined ? undefined : time);
  });

  it('of a time in a line and in the grid', () => {
    const clock = fc
      .tuple(
        fc.integer({ min: 0, max: 24 }),
        fc.constantFrom('00', '05', '30', '59'),
        fc.constantFrom('', ':', '.', 'h'),
        fc.constantFrom('', 'am', 'pm', ' am', ' PM', 'p', 'a', ' p', 'a.m.', ' p.m.', ' hrs', 'hrs'),
      )
      .map(([hour, minutes, separator, half]) => `${hour}${separator}${minutes}${half}`);
    const hour = fc.tuple(
      fc.integer({ min: 1, max: 12 }),
      fc.constantFrom('am', 'pm', ' am', 'p', 'a', ' P.M.'),
    );
    const text = fc.oneof(
      clock,
      hour.map(([hours, half]) => `${hours}${half}`),
      fc.constantFrom('10:15:30', '10:15:30 pm', 'noon', '12 midday', 'midnight', '24:00'),
    );
    fc.assert(
      fc.property(text, fc.boolean(), (typed, isFirst) => {
        const time = readTypedTime(typed);
        fc.pre(time !== undefined);
        const [row] = readLines(
          isFirst ? `${typed} Toowong John Smith` : `Toowong John Smith, ${typed}`,
          known,
        ).rows;
        // "9:15 a friend" has a word
        if (isFirst && / a$/.test(typed)) return;
        expect({ time: row?.time, notes: row?.notes }).toEqual({ time, notes: '' });
      }),
      { numRuns: 600 },
    );
  });

  it.each(DATES)('of the date %j', (typed, day) => {
    const at = day && new Date(`${day}T10:15:00+10:00`).toISOString();
    expect([inFile({ date: typed })?.at, inGrid({ date: typed })?.at]).toEqual([at, at]);
  });

  it.each(DRIVERS)('of the driver %j', (typed, id) => {
    expect([inFile({ driver: typed })?.driver, inGrid({ driver: typed })?.driver]).toEqual([id, id]);
    const [row] = readLines(`Toowong 10:15 ${typed.replace(',', '')} 5 min`, known).rows;
    if (id) expect(drivers.find((one) => row?.driver?.startsWith(one.firstName ?? '-'))?.id).toBe(id);
  });

  it.each(PLACES)('of the place %j, %j', (suburb, postcode, place) => {
    for (const read of [inFile, inGrid]) {
      const found = read({ suburb, postcode });
      expect(found && `${found.suburb} ${found.postcode}`).toBe(place);
    }
  });
});
