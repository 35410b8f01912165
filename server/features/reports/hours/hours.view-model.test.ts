import { brisbaneInstant, dayRange } from '@shared/periods';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildHours, buildHoursReport, hoursData } from './hours.view-model';

const NOW = brisbaneInstant('2026-11-24', '12:00');
const NOVEMBER = dayRange('2026-11-01', '2026-11-30');
const holder = {
  companyName: 'Smith Cars Pty Ltd',
  tradingName: null,
  holderName: 'Mary Smith',
  beaNumber: '47110',
  contactEmail: 'mary@example.com',
  contactPhone: '07 3000 0000',
};
const names = new Map([
  ['amy', { name: 'Amy Young', driverAuthorityLicense: '100' }],
  ['ben', { name: 'ben Okafor', driverAuthorityLicense: '200' }],
]);
const read = (range = NOVEMBER) => ({
  range,
  now: NOW,
  nameOf: (id: string) => names.get(id) ?? { name: id, driverAuthorityLicense: '' },
});

type At = [day: string, time: string];
const shift = (
  start: At,
  end: At | null,
  { driverId = 'amy', ...more }: { driverId?: string; note?: string } = {},
) => ({
  id: `${start.join(' ')}`,
  driverId,
  driverName: names.get(driverId)?.name ?? '',
  driverAuthorityLicense: names.get(driverId)?.driverAuthorityLicense ?? '',
  vehicleRegistration: `CAR-${start[0].slice(8)}`,
  start: brisbaneInstant(...start),
  end: end && brisbaneInstant(...end),
  note: null,
  ...more,
});

test('hours are listed by driver and added up', () => {
  const hours = buildHours(
    [
      shift(['2026-11-02', '06:00'], ['2026-11-02', '10:00']),
      shift(['2026-11-02', '12:00'], ['2026-11-02', '16:30'], { note: 'Airport' }),
      shift(['2026-11-03', '22:00'], ['2026-11-04', '06:15']),
      shift(['2026-11-03', '08:00'], ['2026-11-03', '09:00'], { driverId: 'ben' }),
    ],
    read(),
  );
  const report = buildHoursReport(hours, { holder, madeAt: NOW });
  expect(report).toMatchObject({
    title: 'Hours of Drivers',
    period: '1 November 2026 to 30 November 2026',
    figures: [
      { label: 'Hours', value: '17:45' },
      { label: 'Shifts', value: '4' },
      { label: 'Drivers', value: '2' },
    ],
    nilStatement: null,
    unfinished: 'These days are not over: what was recorded until 24/11/2026 12:00 is counted.',
  });
  expect(report.sections).toMatchObject([
    {
      heading: 'Amy Young, 100',
      note: '3 shifts on 2 days',
      rows: [
        { cells: ['02/11/2026', '06:00', '10:00', 'CAR-02', '4:00', ''] },
        { cells: ['02/11/2026', '12:00', '16:30', 'CAR-02', '4:30', 'Note: Airport'] },
        { cells: ['03/11/2026', '22:00', '04/11/2026 06:15', 'CAR-03', '8:15', ''] },
      ],
      total: ['Total', '', '', '', '16:45', ''],
    },
    { heading: 'ben Okafor, 200', rows: [expect.anything()], total: ['Total', '', '', '', '1:00', ''] },
  ]);
  expect(hoursData(hours).totals).toEqual({ drivers: 2, shifts: 4, minutes: 1065, hours: '17:45' });
});

test('a total of overlapping shifts says so; remarks are told apart from the note', () => {
  const overlapping = [
    shift(['2026-11-02', '06:00'], ['2026-11-02', '10:00'], { note: 'Airport' }),
    shift(['2026-11-02', '09:00'], ['2026-11-02', '11:00']),
  ];
  const [section] = buildHoursReport(buildHours(overlapping, read()), { holder, madeAt: NOW }).sections;
  expect(section).toMatchObject({
    note: '2 shifts on 1 day. Time in overlapping shifts counted once',
    total: ['Total', '', '', '', '5:00', ''],
  });
  expect(section?.rows[0]?.cells.at(-1)).toBe('Remarks: Overlaps another shift\nNote: Airport');
});

test('a shift over the edge is listed whole and counted within, an open one not at all', () => {
  const hours = buildHours(
    [
      shift(['2026-10-31', '22:00'], ['2026-11-01', '06:00']),
      shift(['2026-11-20', '06:00'], null),
      shift(['2026-11-30', '20:00'], ['2026-12-01', '04:00']),
      shift(['2026-12-01', '20:00'], ['2026-12-01', '22:00']),
    ],
    read(),
  );
  expect(hours.drivers[0]).toMatchObject({ days: 3, minutes: 10 * 60 });
  expect(hours.drivers[0]?.shifts.map(({ minutes, remarks }) => [minutes, remarks])).toEqual([
    [360, ['Began before these days: counted from midnight']],
    [null, ['Still open, not counted', 'Longer than 12 hours']],
    [240, ['Went on after these days: counted until midnight']],
  ]);
});

test('the rest before the first day counts for its remark', () => {
  const before = shift(['2026-10-31', '14:00'], ['2026-10-31', '23:00']);
  const first = shift(['2026-11-01', '05:00'], ['2026-11-01', '09:00']);
  const [amy] = buildHours([before, first], read()).drivers;
  expect(amy?.shifts).toMatchObject([{ remarks: ['Less than 8 hours of rest before it'] }]);
});

test('a shift that is still open is in the days that have begun', () => {
  const open = { ...shift(['2026-11-23', '22:00'], null), vehicleRegistration: null };
  const on = (day: string) => buildHours([open], read(dayRange(day, day)));
  expect(on('2026-11-25').drivers).toEqual([]);
  const today = buildHoursReport(on('2026-11-24'), { holder, madeAt: NOW });
  expect(today.sections[0]?.rows.map(({ cells }) => cells.slice(0, 5))).toEqual([
    ['23/11/2026', '22:00', '–', '–', '–'],
  ]);
});

test('the months of a year add up to the year, and no more than its minutes', () => {
  const minute = 60_000;
  const first = brisbaneInstant('2026-01-01').getTime();
  const anyShift = fc
    .record({ from: fc.integer({ min: 0, max: 525_600 }), length: fc.integer({ min: 1, max: 3000 }) })
    .map(({ from, length }) => ({
      ...shift(['2026-01-01', '00:00'], null),
      start: new Date(first + from * minute),
      end: new Date(first + (from + length) * minute),
    }));
  const months = Array.from({ length: 12 }, (_, month) => {
    const from = brisbaneInstant(`2026-${String(month + 1).padStart(2, '0')}-01`);
    const to =
      month === 11
        ? brisbaneInstant('2027-01-01')
        : brisbaneInstant(`2026-${String(month + 2).padStart(2, '0')}-01`);
    return { from, to };
  });
  const sum = (rows: ReturnType<typeof shift>[], range: { from: Date; to: Date }) =>
    buildHours(rows, read(range)).drivers[0]?.minutes ?? 0;
  fc.assert(
    fc.property(fc.array(anyShift, { maxLength: 20 }), (rows) => {
      const sorted = rows.toSorted((a, b) => a.start.getTime() - b.start.getTime());
      const year = sum(sorted, dayRange('2026-01-01', '2026-12-31'));
      expect(months.reduce((total, month) => total + sum(sorted, month), 0)).toBe(year);
      const covered = new Set(
        sorted.flatMap(({ start, end }) =>
          Array.from(
            { length: ((end?.getTime() ?? 0) - start.getTime()) / minute },
            (_, index) => start.getTime() + index * minute,
          ),
        ),
      );
      const last = brisbaneInstant('2027-01-01').getTime();
      expect(year).toBe([...covered].filter((at) => at < last).length);
    }),
  );
});
