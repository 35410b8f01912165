import { brisbaneInstant } from '@shared/periods';
import { quarterPeriod } from '@shared/reports/report-periods';
import { emptyDetails } from '@shared/trips/trip-fields';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  buildQuarterlyReport,
  type QuarterlyFigures,
  tripCells,
  tripTotalCells,
} from './quarterly.view-model';

const MADE_AT = new Date('2026-04-14T23:12:00Z');

const driver = {
  driverId: 'driver-1',
  name: 'Łukasz Wójcik',
  driverAuthorityLicense: 'DA-1',
  bookedHireServiceLicense: 'BHSL-7',
  vehicleRegistrationNumber: '123ABC',
  startDate: brisbaneInstant('2025-07-01'),
  endDate: null,
  hasEnd: false,
  cameBack: false,
  isSubcontracted: false,
};

const quarter: QuarterlyFigures = {
  holder: {
    companyName: 'Coral Sea Booked Hire Pty Ltd',
    tradingName: 'Coral Sea Cars',
    holderName: 'Hēmi Ngāti',
    beaNumber: 'BEA-104772',
    contactEmail: 'office@example.com',
    contactPhone: '07 3555 0142',
  },
  period: quarterPeriod({ quarter: 'Q3', year: 2026 }),
  drivers: [
    driver,
    {
      ...driver,
      driverId: 'driver-2',
      name: '',
      driverAuthorityLicense: 'DA-2',
      endDate: brisbaneInstant('2026-02-11'),
      hasEnd: true,
      cameBack: false,
      isSubcontracted: false,
    },
  ],
  vehicles: [
    {
      vehicleId: 'vehicle-1',
      registration: '123ABC',
      licence: 'BHSL-7',
      licenceKind: 'booked-hire',
      licenceRemark: null,
      from: '2025-07-01',
      to: '2026-02-11',
    },
    {
      vehicleId: 'vehicle-1',
      registration: '123ABC',
      licence: null,
      licenceKind: null,
      licenceRemark: 'Substitute taxi',
      isAssumed: true,
      from: '2026-03-01',
      to: null,
    },
  ],
  totals: { tripCount: 1_200, waitingTotal: 5_000 },
  durationTotal: 20_000,
  months: [
    { month: '2026-01', tripCount: 1_000, waitingTotal: 4_250 },
    { month: '2026-02', tripCount: 0, waitingTotal: 0 },
    { month: '2026-03', tripCount: 200, waitingTotal: 750 },
  ],
  locations: [
    { postcode: '4000', suburb: 'Brisbane City', tripCount: 300, waitingTotal: 4_400 },
    { postcode: '4101', suburb: 'South Brisbane', tripCount: 600, waitingTotal: 300 },
    { postcode: '4101', suburb: 'West End', tripCount: 300, waitingTotal: 300 },
  ],
  areas: [{ region: 'South-East Queensland', area: 'Brisbane', tripCount: 900, waitingTotal: 4_700 }],
  apart: [
    { region: null, area: 'In no taxi service area', tripCount: 200, waitingTotal: 200 },
    { region: null, area: null, tripCount: 100, waitingTotal: 100 },
  ],
  placesToConfirm: 2,
  driverTrips: [
    { name: 'Łukasz Wójcik', driverAuthorityLicense: 'DA-1', tripCount: 1_200, waitingTotal: 5_000 },
  ],
  rankAndHail: [],
  otherEntity: [],
};

const nil: QuarterlyFigures = {
  ...quarter,
  totals: { tripCount: 0, waitingTotal: 0 },
  durationTotal: null,
  months: quarter.months.map(({ month }) => ({ month, tripCount: 0, waitingTotal: 0 })),
  areas: [],
  apart: [],
  placesToConfirm: 0,
  locations: [],
  driverTrips: [],
};

test('the view model holds every string as it is printed', () => {
  expect(buildQuarterlyReport(quarter, MADE_AT)).toMatchObject({
    title: 'Quarterly Report',
    period: 'Q3 (Jan–Mar 2026)',
    madeAt: MADE_AT,
    entityName: 'Coral Sea Booked Hire Pty Ltd',
    tradingAs: 'Trading as Coral Sea Cars',
    details: [
      { label: 'BEA Number', value: 'BEA-104772' },
      { label: 'Reporting period', value: '1 January 2026 to 31 March 2026' },
      { label: 'Due to TMR', value: '28 April 2026' },
      { label: 'Account holder', value: 'Hēmi Ngāti' },
      { label: 'Contact email', value: 'office@example.com' },
      { label: 'Contact phone', value: '07 3555 0142' },
    ],
    figures: [
      { label: 'Total trips', value: '1,200' },
      { label: 'Average wait', value: '4.2', unit: 'min' },
      { label: 'Affiliated drivers', value: '2' },
      { label: 'Available vehicles', value: '1' },
      { label: 'Areas served', value: '1' },
    ],
    nilStatement: null,
    unfinished: null,
    notice: expect.stringContaining("check it against TMR's current form or portal"),
    drivers: {
      heading: 'Affiliated drivers',
      note: '2 drivers',
      columns: [
        { label: 'Driver', align: 'left' },
        { label: 'Driver authorisation', align: 'left' },
        { label: 'Usual vehicle', align: 'left' },
        { label: 'Start', align: 'left' },
        { label: 'End', align: 'left' },
      ],
      rows: [
        { cells: ['Łukasz Wójcik', 'DA-1', '123ABC', '01/07/2025', 'Current'], share: 0 },
        { cells: ['–', 'DA-2', '123ABC', '01/07/2025', '11/02/2026'], share: 0 },
      ],
      total: null,
      empty: 'No drivers were affiliated in this quarter.',
    },
    vehicles: {
      heading: 'Available vehicles',
      note: '1 vehicle. The days of 1 vehicle are not confirmed',
      columns: [
        { label: 'Vehicle registration', align: 'left' },
        { label: 'Service licence', align: 'left' },
        { label: 'Kind of licence', align: 'left' },
        { label: 'Start', align: 'left' },
        { label: 'End', align: 'left' },
      ],
      rows: [
        { cells: ['123ABC', 'BHSL-7', 'Booked Hire Service Licence', '01/07/2025', '11/02/2026'], share: 0 },
        { cells: ['123ABC', 'Substitute taxi', '–', '01/03/2026', 'Current'], share: 0 },
      ],
      total: null,
      empty: 'No vehicles were available in this quarter.',
    },
    trips: {
      months: {
        heading: 'Trips by month',
        note: '',
        columns: [
          { label: 'Month', align: 'left' },
          { label: 'Trips', align: 'right' },
          { label: 'Average wait (min)', align: 'right' },
        ],
        rows: [
          { cells: ['Jan 2026', '1,000', '4.3'], share: 1 },
          { cells: ['Feb 2026', '0', '–'], share: 0 },
          { cells: ['Mar 2026', '200', '3.8'], share: 0.2 },
        ],
        total: ['Total', '1,200', '4.2'],
        empty: '',
      },
      areas: {
        heading: 'Areas where trips are provided',
        note: 'The area of 2 suburbs is not confirmed',
        columns: [
          { label: 'Region', align: 'left' },
          { label: 'Area', align: 'left' },
          { label: 'Trips', align: 'right' },
          { label: 'Average wait (min)', align: 'right' },
        ],
        rows: [
          { cells: ['South-East Queensland', 'Brisbane', '900', '5.2'], share: 1 },
          { cells: ['–', 'In no taxi service area', '200', '1.0'], share: 200 / 900 },
          { cells: ['–', 'Not known', '100', '1.0'], share: 100 / 900 },
        ],
        total: ['Total', '', '1,200', '4.2'],
        empty: '',
      },
      locations: {
        heading: 'Trips by pickup suburb',
        note: '3 suburbs in 2 postcodes',
        columns: [
          { label: 'Postcode', align: 'left' },
          { label: 'Pickup suburb', align: 'left' },
          { label: 'Trips', align: 'right' },
          { label: 'Average wait (min)', align: 'right' },
        ],
        rows: [
          { cells: ['4000', 'Brisbane City', '300', '14.7'], share: 0.5 },
          { cells: ['4101', 'South Brisbane', '600', '0.5'], share: 1 },
          { cells: ['4101', 'West End', '300', '1.0'], share: 0.5 },
        ],
        total: ['Total', '', '1,200', '4.2'],
        empty: '',
      },
      drivers: {
        heading: 'Trips by driver',
        note: '',
        columns: [
          { label: 'Driver', align: 'left' },
          { label: 'Driver authorisation', align: 'left' },
          { label: 'Trips', align: 'right' },
          { label: 'Average wait (min)', align: 'right' },
        ],
        rows: [{ cells: ['Łukasz Wójcik', 'DA-1', '1,200', '4.2'], share: 1 }],
        total: ['Total', '', '1,200', '4.2'],
        empty: '',
      },
    },
    tripList: {
      heading: 'Trips',
      note: 'Times in Brisbane, waiting and duration in minutes',
      columns: expect.arrayContaining([{ label: 'Waiting', align: 'right' }]),
      total: ['Total', '1,200 trips', '', '', '', '', '5,000', '20,000', ''],
      remark: null,
      empty: 'No trips were logged in this quarter.',
    },
  });
});

test.each([
  [0, 0, 'while no drivers were affiliated.'],
  [0, 1, 'while 1 vehicle was available.'],
  [1, 1, 'while 1 driver was affiliated.'],
  [2, 0, 'while 2 drivers were affiliated.'],
])(
  'a quarter without trips and with %i drivers, %i vehicles is a nil report',
  (driverCount, vehicleCount, ending) => {
    const drivers = nil.drivers.slice(0, driverCount);
    const vehicles = nil.vehicles.slice(0, vehicleCount);
    const report = buildQuarterlyReport({ ...nil, drivers, vehicles }, MADE_AT);
    expect(report.nilStatement).toBe(
      `Nil report: no booked hire trips were logged from 1 January 2026 to 31 March 2026, ${ending}`,
    );
    expect(report.trips).toBeNull();
    expect(report.figures[1]).toEqual({ label: 'Average wait', value: '–' });
  },
);

test('a report on a running quarter says that it is not for lodging', () => {
  expect(buildQuarterlyReport(quarter, brisbaneInstant('2026-03-31', '23:59')).unfinished).toBe(
    'Not for lodging yet: this quarter ends on 31 March 2026. Trips logged until 31/03/2026 23:59 are counted.',
  );
  expect(buildQuarterlyReport(quarter, brisbaneInstant('2026-04-01')).unfinished).toBeNull();
});

test('a holder without a trading name has no line for it', () => {
  const holder = { ...quarter.holder, tradingName: null };
  expect(buildQuarterlyReport({ ...quarter, holder }, MADE_AT).tradingAs).toBeNull();
});

test('every average is the total waiting time divided by the trips, to the nearest tenth', () => {
  const whole = fc.integer({ min: 0, max: 10_000_000 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000 }), whole, (tripCount, waitingTotal) => {
      const { figures } = buildQuarterlyReport({ ...quarter, totals: { tripCount, waitingTotal } }, MADE_AT);
      const printed = figures[1]?.value ?? '';
      expect(printed).toMatch(/^\d{1,3}(,\d{3})*\.\d$/);
      expect(Math.abs(Number(printed.replaceAll(',', '')) - waitingTotal / tripCount)).toBeLessThanOrEqual(
        0.05 + 1e-6,
      );
    }),
  );
});

test('a trip list that ends before the last trip says so, and how to get them all', () => {
  const remarkOf = (tripCount: number) =>
    buildQuarterlyReport({ ...quarter, totals: { tripCount, waitingTotal: 0 } }, MADE_AT).tripList.remark;
  expect(remarkOf(10_000)).toBeNull();
  expect(remarkOf(12_345)).toBe(
    'The trip list ends here, at 10,000 of 12,345 trips. The total counts them all, and the workbook lists them all: in Trip ' +
      'History, choose 1 January 2026 to 31 March 2026, then Export.',
  );
});

test('a trip is printed in Brisbane time, with empty cells for missing values', () => {
  const trip = {
    datetime: new Date('2026-03-31T13:59:00Z'),
    driverName: '王小明',
    driverAuthorityLicense: 'DA-9',
    suburb: "d'aguilar",
    postcode: '4514',
    waitingTime: 1_080,
    ...emptyDetails(),
    vehicleRegistration: '123ABC',
  };
  expect(tripCells(trip)).toEqual([
    '31/03/2026 23:59',
    '王小明',
    'DA-9',
    '123ABC',
    "D'Aguilar",
    '4514',
    '1,080',
    '',
    '',
  ]);
  expect(tripCells({ ...trip, duration: 45, notes: 'Ramp' }).slice(7)).toEqual(['45', 'Ramp']);
  const referred = { ...trip, bookingReference: 'J-1', notes: 'Ramp' };
  expect(tripCells(referred).at(-1)).toBe('Booking Reference: J-1\nRamp');
  const { tripList } = buildQuarterlyReport(quarter, MADE_AT);
  expect(tripList.columns).toHaveLength(tripCells(trip).length);
});

test('the report names the drivers who are subcontracted', () => {
  const [first, ...others] = quarter.drivers;
  if (!first) throw new Error('No driver');
  const report = buildQuarterlyReport(
    { ...quarter, drivers: [{ ...first, isSubcontracted: true }, ...others] },
    MADE_AT,
  );
  expect(report.drivers.note).toContain(`Subcontracted: ${first.name}`);
  expect(buildQuarterlyReport(quarter, MADE_AT).drivers.note).not.toContain('Subcontracted');
});

test('averages leave unknown waits out, and the report says what they are and of how many trips', () => {
  const place = { postcode: '4000', suburb: 'Brisbane City' };
  const report = buildQuarterlyReport(
    {
      ...quarter,
      totals: { tripCount: 340, waitingTotal: 936, unknownWaits: 28 },
      locations: [
        { ...place, tripCount: 3, waitingTotal: 5, unknownWaits: 1 },
        { ...place, postcode: '4101', suburb: 'West End', tripCount: 2, waitingTotal: 0, unknownWaits: 2 },
      ],
    },
    MADE_AT,
  );
  expect(report.figures).toContainEqual({ label: 'Average wait', value: '3.0', unit: 'min' });
  expect(report.notice).toContain(
    "Average wait: the mean of the trips' waiting times in minutes, to one decimal; wait known for 312 of 340 trips.",
  );
  expect(report.trips?.locations.rows.map(({ cells }) => cells.at(-1))).toEqual(['2.5', 'Not known']);
  expect(report.trips?.locations.total?.at(-1)).toBe('3.0');
  expect(buildQuarterlyReport(quarter, MADE_AT).notice).toMatch(/to one decimal\.$/);
});

test('the trip list says how many trips it leaves out because they were not booked', () => {
  const rankAndHail = [
    { postcode: '4000', suburb: 'Brisbane City', tripCount: 1_000, waitingTotal: 0 },
    { postcode: '4101', suburb: 'West End', tripCount: 2, waitingTotal: 0 },
  ];
  const note = (others: Partial<QuarterlyFigures>) => {
    const { tripList, trips } = buildQuarterlyReport({ ...quarter, ...others }, MADE_AT);
    return [
      trips?.areas.note,
      tripList.note.replace('Times in Brisbane, waiting and duration in minutes', '…'),
    ];
  };
  expect(note({ rankAndHail })[1]).toBe('…. 1,002 rank or hail trips are not counted');
  const otherEntity = [{ tripCount: 1 }];
  const forOthers = '1 trip driven for another booking entity is not counted';
  expect(note({ otherEntity })).toEqual([expect.stringContaining(forOthers), `…. ${forOthers}`]);
  expect(note({ rankAndHail, otherEntity })[1]).toBe(
    '…. 1,002 rank or hail trips and 1 trip driven for another booking entity are not counted',
  );
  expect(note({})[1]).toBe('…');
});

test('the trip list closes with what its minutes add up to, and leaves out a duration that no trip has', () => {
  const sums = { tripCount: 1_200, waitingTotal: 5_000, durationTotal: null };
  expect(tripTotalCells(sums)).toEqual(['Total', '1,200 trips', '', '', '', '', '5,000', '', '']);
  expect(tripTotalCells({ ...sums, tripCount: 1, durationTotal: 0 }).slice(1)).toEqual([
    '1 trip',
    '',
    '',
    '',
    '',
    '5,000',
    '0',
    '',
  ]);
});
