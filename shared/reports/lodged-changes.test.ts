import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, brisbaneInstant } from '../periods';
import { lodgedReportsTouched, lodgedWarningText } from './lodged-changes';
import { readPeriod } from './report-periods';

const lodgements = ['Q4-2026', '2025-2026', 'Q1-2026'].map((period) => ({ period }));

const day = (text: string) => brisbaneInstant(text).toISOString();
const amy = {
  driverAuthorityLicense: 'DA-1',
  bookedHireServiceLicense: 'BHSL-1',
  vehicleRegistrationNumber: '123ABC',
  firstName: 'Amy',
  lastName: 'Young',
  startDate: day('2026-05-01'),
  endDate: null as string | null,
  isSubcontracted: false as boolean | undefined,
};
const quarters = (before: typeof amy | null, after: typeof amy | null) =>
  lodgedReportsTouched(lodgements, { driver: { before, after } }).map(({ period }) => period);

test('a trip touches every lodged report whose period it falls in', () => {
  const at = (...trips: Date[]) => lodgedReportsTouched(lodgements, { trips });
  expect(at(brisbaneInstant('2026-06-30', '23:59'))).toEqual([
    { period: 'Q4-2026', trips: 1 },
    { period: '2025-2026', trips: 1 },
  ]);
  expect(
    at(brisbaneInstant('2026-07-01'), brisbaneInstant('2026-01-01'), brisbaneInstant('2026-09-30')),
  ).toEqual([
    { period: '2025-2026', trips: 1 },
    { period: 'Q1-2026', trips: 2 },
  ]);
  expect(at(brisbaneInstant('2026-10-01'))).toEqual([]);
});

describe('a driver', () => {
  test.each([
    ['within a lodged quarter', '2026-09-30', ['Q1-2026']],
    ['before two', '2020-01-01', ['Q4-2026', 'Q1-2026']],
    ['after them', '2026-10-01', []],
  ])('who starts %s touches the quarters from then on, and no year', (_, startDate, touched) => {
    expect(quarters(null, { ...amy, startDate: day(startDate) })).toEqual(touched);
  });

  test('who ended before a quarter touches it neither by coming nor by changing', () => {
    const gone = { ...amy, endDate: day('2026-06-30') };
    expect(quarters(null, gone)).toEqual(['Q4-2026']);
    expect(quarters(gone, { ...gone, lastName: 'Old' })).toEqual(['Q4-2026']);
    expect(quarters(gone, { ...gone, endDate: day('2026-07-01') })).toEqual(['Q4-2026', 'Q1-2026']);
  });

  test.each([
    'driverAuthorityLicense',
    'bookedHireServiceLicense',
    'vehicleRegistrationNumber',
    'firstName',
    'lastName',
  ])('whose %s changes touches the quarters it is in', (field) => {
    expect(quarters(amy, { ...amy, [field]: 'other' })).toEqual(['Q4-2026', 'Q1-2026']);
  });

  test('whose end or start moves touches the quarters that print the one or name the driver no longer', () => {
    expect(quarters(amy, { ...amy, endDate: day('2026-10-01') })).toEqual([]);
    expect(quarters(amy, { ...amy, endDate: day('2026-09-30') })).toEqual(['Q1-2026']);
    expect(quarters(amy, { ...amy, endDate: day('2026-06-30') })).toEqual(['Q4-2026', 'Q1-2026']);
    expect(quarters(amy, { ...amy, startDate: day('2026-07-02') })).toEqual(['Q4-2026', 'Q1-2026']);
  });

  test('who is switched off, or is saved as it was, touches nothing', () => {
    const off = { ...amy, isActive: false };
    expect(quarters(amy, off)).toEqual([]);
  });

  test('who is marked as subcontracted, or no longer, touches the quarters it is in', () => {
    const marked = { ...amy, isSubcontracted: true };
    expect(quarters(amy, marked)).toEqual(['Q4-2026', 'Q1-2026']);
    expect(quarters(marked, amy)).toEqual(['Q4-2026', 'Q1-2026']);
    // an old client does not say it
    expect(quarters({ ...amy, isSubcontracted: undefined }, amy)).toEqual([]);
  });

  test('whose change has a first day touches the quarters from that day on', () => {
    const change = (changedOn: string) =>
      lodgedReportsTouched(lodgements, {
        driver: { before: amy, after: { ...amy, lastName: 'Old' }, changedOn },
      }).map(({ period }) => period);
    expect(change('2026-06-30')).toEqual(['Q4-2026', 'Q1-2026']);
    expect(change('2026-07-01')).toEqual(['Q1-2026']);
    expect(change('2026-10-01')).toEqual([]);
  });

  test('touches a quarter whose days its own overlap, coming or going, and no other', () => {
    const days = fc.integer({ min: 0, max: 400 }).map((number) => addDays('2026-01-01', number));
    fc.assert(
      fc.property(days, fc.option(days), (startDate, endDate) => {
        fc.pre(!endDate || endDate >= startDate);
        const driver = { ...amy, startDate: day(startDate), endDate: endDate && day(endDate) };
        const overlapped = ['Q4-2026', 'Q1-2026'].filter((key) => {
          const { from, to } = readPeriod(key).range;
          return brisbaneInstant(startDate) < to && (!endDate || brisbaneInstant(endDate) >= from);
        });
        expect(quarters(null, driver)).toEqual(overlapped);
        expect(quarters(driver, null)).toEqual(overlapped);
      }),
    );
  });
});

describe('a vehicle', () => {
  const car = {
    registration: '123ABC',
    availability: [{ from: '2026-05-01', to: null as string | null }],
    licences: [
      { kind: 'taxi' as const, number: '1', from: '2026-05-01', expires: '2026-08-31' as string | null },
    ],
  };
  const renewed = {
    ...car.licences[0],
    kind: 'taxi' as const,
    number: '2',
    from: '2026-09-01',
    expires: null,
  };
  const ofCar = (before: typeof car | null, after: typeof car | null, changedOn?: string) =>
    lodgedReportsTouched(lodgements, { vehicle: { before, after, changedOn } }).map(({ period }) => period);

  test('touches the quarters that it is available in, coming, going or with another registration', () => {
    expect(ofCar(null, car)).toEqual(['Q4-2026', 'Q1-2026']);
    expect(ofCar(car, { ...car, registration: '456DEF' })).toEqual(['Q4-2026', 'Q1-2026']);
    expect(ofCar(car, { ...car, registration: '456DEF' }, '2026-07-01')).toEqual(['Q1-2026']);
    expect(ofCar(null, { ...car, availability: [{ from: '2026-10-01', to: null }] })).toEqual([]);
    expect(ofCar(car, { ...car })).toEqual([]);
  });

  test('whose licence is renewed touches the quarters that print the new one', () => {
    expect(ofCar(car, { ...car, licences: [...car.licences, renewed] })).toEqual(['Q1-2026']);
    expect(ofCar(car, { ...car, licences: [...car.licences, { ...renewed, from: '2026-10-01' }] })).toEqual(
      [],
    );
  });

  test('whose end moves touches the quarters that print it', () => {
    expect(ofCar(car, { ...car, availability: [{ from: '2026-05-01', to: '2026-10-01' }] })).toEqual([]);
    expect(ofCar(car, { ...car, availability: [{ from: '2026-05-01', to: '2026-09-30' }] })).toEqual([
      'Q1-2026',
    ]);
  });
});

test('the warning names the reports, and the trips of a change of several', () => {
  const touched = [
    { period: 'Q1-2026', trips: 1 },
    { period: '2026-2027', trips: 1204 },
  ];
  expect(lodgedWarningText([])).toBe('');
  expect(lodgedWarningText(touched.slice(0, 1))).toBe(
    'Quarterly report, Q1 (Jul–Sep 2026) is marked as lodged. This changes what it says.',
  );
  expect(lodgedWarningText(touched, { counted: true })).toBe(
    'Quarterly report, Q1 (Jul–Sep 2026) (1 trip) and Annual report, 2026-2027 (1,204 trips) are marked as lodged. This changes what they say.',
  );
});
