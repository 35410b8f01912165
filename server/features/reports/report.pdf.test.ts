import { buffer } from 'node:stream/consumers';
import { brisbaneInstant } from '@shared/periods';
import { quarterPeriod } from '@shared/reports/report-periods';
import { emptyDetails } from '@shared/trips/trip-fields';
import { expect, test } from 'vitest';
import { assertAccessible } from '../../test/documents/accessible-pdf';
import { readPdf } from '../../test/documents/pdf-reader';
import {
  buildQuarterlyReport,
  type QuarterlyFigures,
  type QuarterlyTrip,
} from './quarterly/quarterly.view-model';
import { type QuarterlyPdfOptions, renderQuarterlyPdf } from './report.pdf';

const NAMES = [
  'Łukasz Wójcik',
  'Hēmi Ngāti',
  'Δημήτρης Βλάχος',
  'Иван Петров',
  'محمد علی',
  'דוד כהן',
  'สมชาย ใจดี',
  '王小明',
  '김민준',
  'こんにちは',
];

const drivers = NAMES.map((name, index) => ({
  driverId: String(index),
  name,
  driverAuthorityLicense: `DA-${index}`,
  bookedHireServiceLicense: `BHSL-${index}`,
  vehicleRegistrationNumber: `${100 + index}XYZ`,
  startDate: brisbaneInstant('2025-07-01'),
  endDate: null,
  hasEnd: false,
  cameBack: false,
  isSubcontracted: false,
}));

const vehicles = drivers.map(({ vehicleRegistrationNumber, bookedHireServiceLicense }, index) => ({
  vehicleId: String(index),
  registration: vehicleRegistrationNumber,
  licence: bookedHireServiceLicense,
  licenceKind: 'booked-hire' as const,
  licenceRemark: null,
  from: '2025-07-01',
  to: null,
}));

function quarterWith(areaCount: number): QuarterlyFigures {
  const locations = Array.from({ length: areaCount }, (_, index) => ({
    postcode: String(4000 + index),
    suburb: `Łódź ${index}`,
    tripCount: index + 1,
    waitingTotal: (index + 1) * 6,
  }));
  const tripCount = (areaCount * (areaCount + 1)) / 2;
  const totals = { tripCount, waitingTotal: tripCount * 6 };
  return {
    holder: {
      companyName: 'Ngāti & Łódź Cars',
      tradingName: null,
      holderName: '王小明',
      beaNumber: 'BEA-1',
      contactEmail: 'office@example.com',
      contactPhone: '07 3555 0142',
    },
    period: quarterPeriod({ quarter: 'Q3', year: 2026 }),
    drivers,
    vehicles,
    totals,
    durationTotal: null,
    months: [{ month: '2026-01', ...totals }],
    areas: [{ region: 'South-East Queensland', area: 'Brisbane', ...totals }],
    apart: [{ region: null, area: null, tripCount: 0, waitingTotal: 0 }],
    placesToConfirm: areaCount,
    locations,
    driverTrips: [{ name: 'Иван Петров', driverAuthorityLicense: 'DA-3', ...totals }],
    rankAndHail: [],
    otherEntity: [],
  };
}

function* tripsNumbered(count: number): Generator<QuarterlyTrip> {
  for (let index = 0; index < count; index += 1) {
    yield {
      datetime: brisbaneInstant('2026-01-01'),
      driverName: NAMES[index % NAMES.length] ?? '',
      driverAuthorityLicense: 'DA-1',
      suburb: 'Albion',
      postcode: '4010',
      waitingTime: 3,
      ...emptyDetails(),
      vehicleRegistration: '123ABC',
      notes: `no. ${index}.`,
    };
  }
}

const MADE_AT = new Date('2026-04-14T23:12:00Z');
const print = (data: QuarterlyFigures, options?: QuarterlyPdfOptions) =>
  buffer(renderQuarterlyPdf(buildQuarterlyReport(data, MADE_AT), options));

test('the licence of a vehicle that expired is on one line', async () => {
  const data = quarterWith(1);
  const [vehicle] = vehicles;
  const expired = { licence: null, licenceKind: null, licenceRemark: 'Expired 31/08/2026: 500044' };
  const { lines } = await readPdf(
    await print({ ...data, vehicles: vehicle ? [{ ...vehicle, ...expired }] : [] }),
  );
  expect(lines).toContain('100XYZ Expired 31/08/2026: 500044 – 01/07/2025 Current');
});

test('the report prints its entity, figures, drivers and areas in any script', async () => {
  const { title, isTagged, lines } = await readPdf(await print(quarterWith(20)));
  expect(title).toBe('Quarterly Report, Q3 (Jan–Mar 2026)');
  expect(isTagged).toBe(true);
  expect(lines).toContain('Ngāti & Łódź Cars');
  expect(lines).toContain('210 6.0 min 10 10 1');
  expect(lines).toContain('South-East Queensland Brisbane 210 6.0');
  expect(lines).toContain('4019 Łódź 19 20 6.0');
  NAMES.forEach((name, index) => {
    expect(lines).toContain(`${name} DA-${index} ${100 + index}XYZ 01/07/2025 Current`);
  });
});

test('every trip is listed when trips are given', async () => {
  const { text } = await readPdf(await print(quarterWith(3), { trips: tripsNumbered(300) }));
  for (let index = 0; index < 300; index += 1) expect(text).toContain(`no. ${index}.`);
});

test('the trip list says where a wait is not known', async () => {
  const [trip] = tripsNumbered(1) as Iterable<QuarterlyTrip>;
  const { lines } = await readPdf(
    await print(quarterWith(3), { trips: [{ ...trip, waitingTime: null }] as QuarterlyTrip[] }),
  );
  expect(lines).toContain(`01/01/2026 00:00 ${NAMES[0]} DA-1 123ABC Albion 4010 Unknown`);
});

test('the trip list prints a long note under its trip, capitalises suburbs and adds up', async () => {
  const note = 'Wheelchair access required; second pick-up at the Mater Hospital before the city';
  const [trip] = tripsNumbered(1) as Iterable<QuarterlyTrip>;
  const trips = [
    { ...trip, suburb: 'port of brisbane', duration: 40, notes: note },
    { ...trip, suburb: 'MCDOWALL', waitingTime: 1_000, notes: `${note} `.repeat(24).trim() },
  ] as QuarterlyTrip[];
  const data = { ...quarterWith(3), totals: { tripCount: 2, waitingTotal: 1_003 }, durationTotal: 40 };
  const { lines } = await readPdf(await print(data, { trips }));
  const name = NAMES[0];
  expect(note).toHaveLength(80);
  const first = lines.indexOf(`01/01/2026 00:00 ${name} DA-1 123ABC Port of Brisbane 4010 3 40`);
  expect(lines[first + 1]).toBe(note);
  expect(lines[first + 2]).toBe(`01/01/2026 00:00 ${name} DA-1 123ABC McDowall 4010 1,000`);
  expect(
    lines
      .slice(first)
      .join(' ')
      .match(/Mater Hospital/g),
  ).toHaveLength(25);
  expect(lines).toContain('Total 2 trips 1,003 40');
});

test('however long names, numbers and figures are, nothing overlaps and nothing leaves the margins', async () => {
  const words = (length: number) => 'Abernathy-Featherstonehaugh Booked Hire '.repeat(10).slice(0, length);
  const [driver] = drivers.slice(0, 1);
  const data = quarterWith(3);
  const figures = {
    ...data,
    totals: { tripCount: 1_234_567, waitingTotal: 987_654_321 },
    holder: {
      companyName: words(255),
      tradingName: 'W'.repeat(255),
      holderName: words(255),
      beaNumber: '1234567890'.repeat(5),
      contactEmail: `${'reports.'.repeat(20)}office@long-name.example.com.au`,
      contactPhone: '0'.repeat(50),
    },
    drivers: [
      { ...driver, name: `${'W'.repeat(100)} ${words(100)}`, driverAuthorityLicense: 'DA-9'.repeat(25) },
      { ...driver, vehicleRegistrationNumber: 'W'.repeat(20), bookedHireServiceLicense: 'W'.repeat(100) },
    ],
  } as QuarterlyFigures;
  const trips = [...tripsNumbered(2)].map((trip) => ({
    ...trip,
    driverName: words(200),
    driverAuthorityLicense: '8'.repeat(100),
    suburb: 'W'.repeat(255),
    postcode: 'W'.repeat(10),
    waitingTime: 10_080,
    duration: 10_080,
    notes: 'W'.repeat(2_000),
  }));
  const { pages } = await readPdf(await print(figures, { trips }));
  for (const { texts } of pages) {
    for (const text of texts) {
      const outside = text.left < 51 || text.right > 545;
      expect(outside ? text : undefined).toBeUndefined();
      const over = texts.filter(
        (other) =>
          other !== text &&
          other.baseline === text.baseline &&
          other.left < text.right &&
          text.left < other.right,
      );
      expect(over).toEqual([]);
    }
  }
});

test('the trip list ends at 10,000 trips and says so, and its total counts them all', {
  tags: 'long',
}, async () => {
  const data = { ...quarterWith(3), totals: { tripCount: 12_345, waitingTotal: 37_035 } };
  // a note takes a line of its own, and letters of several fonts take time: only the last have them
  const trips = function* () {
    for (const trip of tripsNumbered(10_600))
      yield Number(/\d+/.exec(trip.notes ?? '')) < 9990 ? { ...trip, driverName: 'Amy', notes: null } : trip;
  };
  const { lines } = await readPdf(await print(data, { trips: trips() }), { lastPages: 1 });
  expect(lines.slice(lines.indexOf('no. 9999.'), -1)).toEqual([
    'no. 9999.',
    'Total 12,345 trips 37,035',
    expect.stringMatching(/^The trip list ends here, at 10,000 of 12,345 trips\. The total counts them all/),
    expect.stringMatching(/then Export\.$/),
  ]);
});

test('a table that goes on names its section again', async () => {
  const { pages } = await readPdf(await print(quarterWith(60), { trips: tripsNumbered(90) }));
  const headings = pages.map(({ lines }) => lines.slice(1, 2)[0]);
  expect(headings).toContain('Trips by pickup suburb, continued');
  expect(headings).toContain('Trips, continued');
});

test('a quarter is accessible, with its trips or without', async () => {
  await assertAccessible(await print(quarterWith(60)));
  await assertAccessible(await print(quarterWith(3), { trips: tripsNumbered(90) }));
  const many = { ...quarterWith(3), totals: { tripCount: 12_345, waitingTotal: 37_035 } };
  await assertAccessible(await print(many, { trips: tripsNumbered(90) }));
});

test('a logo that is no picture is refused', async () => {
  expect(() =>
    renderQuarterlyPdf(buildQuarterlyReport(quarterWith(1), MADE_AT), { logo: Buffer.from('no') }),
  ).toThrow();
});
