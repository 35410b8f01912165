import { buffer } from 'node:stream/consumers';
import { brisbaneInstant } from '@shared/periods';
import { annualPeriod } from '@shared/reports/report-periods';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { assertAccessible } from '../../../test/documents/accessible-pdf';
import { readPdf } from '../../../test/documents/pdf-reader';
import { renderAnnualPdf } from '../report.pdf';
import { renderAnnualText } from './annual.text';
import { type AnnualFigures, annualData, buildAnnualReport } from './annual.view-model';

const MADE_AT = brisbaneInstant('2026-07-14', '09:12');

const year: AnnualFigures = {
  holder: {
    companyName: 'Coral Sea Booked Hire Pty Ltd',
    tradingName: 'Coral Sea Cars',
    holderName: 'Hēmi Ngāti',
    beaNumber: 'BEA-104772',
    contactEmail: 'office@example.com',
    contactPhone: '07 3555 0142',
  },
  period: annualPeriod('2025-2026'),
  totals: { tripCount: 1_300 },
  postcodes: [
    { postcode: '4000', tripCount: 1_000 },
    { postcode: '4101', tripCount: 300 },
  ],
  locations: [
    { postcode: '4000', suburb: 'Brisbane City', tripCount: 1_000 },
    { postcode: '4101', suburb: 'West End', tripCount: 299 },
    { postcode: '4101', suburb: 'Łódź', tripCount: 1 },
  ],
  rankAndHailByArea: { areas: [], apart: [], placesToConfirm: 0 },
  otherEntity: [],
};
const nil: AnnualFigures = { ...year, totals: { tripCount: 0 }, postcodes: [], locations: [] };

test('the view model holds every string as it is printed', () => {
  expect(buildAnnualReport(year, MADE_AT)).toMatchObject({
    title: 'Annual Report',
    period: '2025-2026',
    dates: '1 July 2025 to 30 June 2026',
    due: '28 July 2026',
    tradingAs: 'Trading as Coral Sea Cars',
    figures: [
      { label: 'Total trips', value: '1,300' },
      { label: 'Pickup postcodes', value: '2' },
      { label: 'Pickup suburbs', value: '3' },
    ],
    nilStatement: null,
    unfinished: null,
    sections: {
      postcodes: {
        rows: [
          { cells: ['4000', '1,000'], share: 1 },
          { cells: ['4101', '300'], share: 0.3 },
        ],
        total: ['Total', '1,300'],
      },
      suburbs: {
        // sorted by en-AU collation: Ł is an L
        rows: [
          { cells: ['Brisbane City', '1,000'] },
          { cells: ['Łódź', '1'] },
          { cells: ['West End', '299'] },
        ],
        total: ['Total', '1,300'],
      },
    },
  });
});

test('trips that were not booked stand apart, and only where there are any', async () => {
  const areas = [{ region: 'South-East Queensland', area: 'Brisbane', tripCount: 1_200, waitingTotal: 0 }];
  const apart = [{ region: null, area: null, tripCount: 1, waitingTotal: 0 }];
  const both = { ...year, rankAndHailByArea: { areas, apart, placesToConfirm: 2 } };
  const report = buildAnnualReport(both, MADE_AT);
  expect(report.totalTrips).toBe(1_300);
  expect(report.sections.rankAndHail).toMatchObject({
    heading: 'Rank and hail trips',
    note: 'Not booked, and in no other figure. The area of 2 suburbs is not confirmed',
    rows: [{ cells: ['Brisbane', '1,200'] }, { cells: ['Not known', '1'] }],
    total: ['Total', '1,201'],
  });
  const text = renderAnnualText(report);
  expect(text).toContain('E. Rank and hail trips');
  const { lines } = await readPdf(await buffer(renderAnnualPdf(report)));
  expect(lines).toContain('Brisbane 1,200');
  const onlyApart = { ...year, rankAndHailByArea: { areas: [], apart, placesToConfirm: 0 } };
  expect(buildAnnualReport(onlyApart, MADE_AT).sections.rankAndHail?.total).toEqual(['Total', '1']);
  const onlyRank = buildAnnualReport({ ...both, ...nil, rankAndHailByArea: both.rankAndHailByArea }, MADE_AT);
  expect(onlyRank.nilStatement).toMatch(
    /^No booked trips: no booked hire trips were logged from 1 July 2025/,
  );
  expect(onlyRank.sections.postcodes.empty).toBe('No booked trips were logged in this financial year.');
  expect(buildAnnualReport(year, MADE_AT).sections.rankAndHail).toBeNull();
});

test('the TMR form screen gets the same figures', () => {
  expect(annualData(buildAnnualReport(year, MADE_AT))).toMatchObject({
    financialYear: '2025-2026',
    period: '1 July 2025 to 30 June 2026',
    suburbBreakdown: [
      { suburb: 'Brisbane City', tripCount: 1_000 },
      { suburb: 'Łódź', tripCount: 1 },
      { suburb: 'West End', tripCount: 299 },
    ],
    postcodeBreakdown: year.postcodes,
    placeBreakdown: year.locations,
    totalTrips: 1_300,
  });
});

test('suburbs of one name have their postcodes, and are one suburb to who asks for suburbs', () => {
  const locations = [
    { postcode: '4007', suburb: 'Ascot', tripCount: 3 },
    { postcode: '4359', suburb: 'Ascot', tripCount: 2 },
    { postcode: '4064', suburb: 'Milton', tripCount: 1 },
  ];
  const report = buildAnnualReport({ ...year, totals: { tripCount: 6 }, locations }, MADE_AT);
  expect(report.sections.suburbs).toMatchObject({
    note: '3 suburbs',
    rows: [{ cells: ['Ascot 4007', '3'] }, { cells: ['Ascot 4359', '2'] }, { cells: ['Milton', '1'] }],
  });
  expect(renderAnnualText(report)).toMatch(/Ascot 4359 +2\r\n/);
  expect(annualData(report).suburbBreakdown).toEqual([
    { suburb: 'Ascot', tripCount: 5 },
    { suburb: 'Milton', tripCount: 1 },
  ]);
});

test('a running year is not for lodging, and a year without trips is a nil report', () => {
  const report = buildAnnualReport(nil, brisbaneInstant('2026-06-30', '23:59'));
  expect(report.unfinished).toMatch(/^Not for lodging yet: this financial year ends on 30 June 2026\./);
  expect(report.nilStatement).toBe(
    'Nil report: no booked hire trips were logged from 1 July 2025 to 30 June 2026, so far.',
  );
  expect(buildAnnualReport(nil, MADE_AT).nilStatement).toBe(
    'Nil report: no booked hire trips were logged from 1 July 2025 to 30 June 2026.',
  );
});

describe('the text report', () => {
  test('has the sections A to D in aligned columns, and the notice', () => {
    const lines = renderAnnualText(buildAnnualReport(year, MADE_AT)).split('\r\n');
    expect(lines.filter((line) => /^[A-D]\. /.test(line))).toEqual([
      'A. Booking entity',
      'B. Reporting period',
      'C. Trips by pickup postcode',
      'D. Trips by pickup suburb',
    ]);
    expect(lines).toContain('Period              1 July 2025 to 30 June 2026');
    expect(lines).toContain('4101                  300');
    expect(lines).toContain('Łódź                    1');
    expect(lines.filter((line) => line === 'Total               1,300')).toHaveLength(2);
    expect(lines.join(' ')).toContain('This is not an official form');
  });

  test('adds up, whatever the suburbs are called', () => {
    const suburb = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
      .filter((text) => !/[\r\n]/.test(text));
    fc.assert(
      fc.property(fc.uniqueArray(suburb, { maxLength: 30 }), (names) => {
        const locations = names.map((suburb, index) => ({ suburb, postcode: '4000', tripCount: index + 1 }));
        const totalTrips = locations.reduce((sum, { tripCount }) => sum + tripCount, 0);
        const text = renderAnnualText(
          buildAnnualReport({ ...year, locations, totals: { tripCount: totalTrips } }, MADE_AT),
        );
        const section = text.split('D. Trips by pickup suburb')[1]?.split('\r\n\r\n')[0] ?? '';
        const figures = section
          .split('\r\n')
          .slice(2)
          .map((line) => Number(/[\d,]+$/.exec(line)?.[0].replaceAll(',', '')));
        expect(figures.at(-1) ?? 0).toBe(totalTrips);
        if (names.length > 0) expect(figures.slice(0, -1).reduce((a, b) => a + b, 0)).toBe(totalTrips);
      }),
    );
  });
});

describe('the PDF', () => {
  const print = (counts: AnnualFigures) => buffer(renderAnnualPdf(buildAnnualReport(counts, MADE_AT)));

  test('is accessible', async () => {
    await assertAccessible(await print(year));
  });

  test('holds the figures, and the same year gives the same bytes', async () => {
    const file = await print(year);
    expect(file.equals(await print(year))).toBe(true);
    const { title, isTagged, lines, text } = await readPdf(file);
    expect(title).toBe('Annual Report, 2025-2026');
    expect(isTagged).toBe(true);
    expect(lines).toContain('4000 1,000');
    expect(lines).toContain('Łódź 1');
    expect(lines.filter((line) => line === 'Total 1,300')).toHaveLength(2);
    expect(text).toContain('28 July 2026');
    expect(text).toContain('This is not an official form');
  });
});

test('trips driven for another booking entity are named, and in no figure', () => {
  const report = buildAnnualReport({ ...year, otherEntity: [{ tripCount: 2 }] }, MADE_AT);
  const said = '2 trips driven for another booking entity are not counted';
  expect(report.sections.postcodes.note).toContain(said);
  expect(renderAnnualText(report)).toContain(said);
  expect(report.totalTrips).toBe(year.totals.tripCount);
});
