import { countOf, formatCount } from '@shared/figures';
import { formatLongDay } from '@shared/periods';
import { periodDates } from '@shared/reports/report-periods';
import type { AnnualData } from '@shared/reports/reports';
import { alphabetical, suburbsByName } from '@shared/reports/suburbs-by-name';
import { column } from '../../../lib/columns';
import type { AreaSums } from '../../areas/areas.service';
import type { PeriodFigures } from '../figures.repository';
import {
  areasNote,
  countTrips,
  NOT_KNOWN,
  type NotCounted,
  notCounted,
  printTable,
  type ReportHolder,
  type ReportSection,
  reportHead,
} from '../report.view-model';
import { TRIPS } from '../report-columns';

type TripCount = { tripCount: number };

export type AnnualFigures = Pick<PeriodFigures, 'period'> & {
  holder: ReportHolder;
  totals: TripCount;
  postcodes: ({ postcode: string } & TripCount)[];
  locations: ({ postcode: string; suburb: string } & TripCount)[];
  rankAndHailByArea: AreaSums;
  otherEntity: NotCounted['otherEntity'];
};

/** The annual report with every string as it is printed, so that every form of it says the same. */
export type AnnualReport = ReturnType<typeof buildAnnualReport>;

/** Builds the annual report (docs/product/reports.md#annual-report); `madeAt` is printed and dates the file. */
export function buildAnnualReport(data: AnnualFigures, madeAt: Date) {
  const { holder, period, postcodes, locations, rankAndHailByArea } = data;
  const totalTrips = data.totals.tripCount;
  const suburbs = suburbsByName(locations);
  const head = reportHead(holder, period, madeAt);
  const dates = periodDates(period);
  const byPostcode = placesSection('Postcode', postcodes, ({ postcode }) => postcode, totalTrips);
  const rankAndHail = rankAndHailSection(rankAndHailByArea);
  const otherTrips = notCounted({ rankAndHail: [], otherEntity: data.otherEntity });

  return {
    ...head,
    covers: period,
    holder,
    dates,
    due: formatLongDay(period.dueDay),
    figures: [
      { label: 'Total trips', value: formatCount(totalTrips) },
      { label: 'Pickup postcodes', value: formatCount(postcodes.length) },
      { label: 'Pickup suburbs', value: formatCount(suburbs.length) },
    ],
    nilStatement:
      totalTrips === 0
        ? `${rankAndHail ? 'No booked trips' : 'Nil report'}: no booked hire trips were logged from ${dates}${head.unfinished ? ', so far' : ''}.`
        : null,
    totalTrips,
    /** What is said of trips driven for another booking entity; empty without any. */
    otherTrips,
    postcodes,
    locations,
    sections: {
      postcodes: { ...byPostcode, note: [byPostcode.note, otherTrips].filter(Boolean).join('. ') },
      suburbs: placesSection('Suburb', suburbs, ({ name }) => name, totalTrips),
      rankAndHail,
    },
  };
}

/** The section that only taxi operators report (docs/regulator.md#rank-and-hail). */
function rankAndHailSection({ areas, apart, placesToConfirm }: AreaSums): ReportSection | null {
  const rows = [...areas, ...apart];
  if (rows.length === 0) return null;
  return {
    ...placesSection('Taxi service area', rows, ({ area }) => area ?? NOT_KNOWN, countTrips(rows)),
    heading: 'Rank and hail trips',
    note: ['Not booked, and in no other figure', areasNote(placesToConfirm)].filter(Boolean).join('. '),
  };
}

const placesSection = <Place extends TripCount>(
  label: string,
  places: Place[],
  nameOf: (place: Place) => string,
  totalTrips: number,
): ReportSection => ({
  heading: `Trips by pickup ${label.toLowerCase()}`,
  note: countOf(places.length, label.toLowerCase()),
  ...printTable([column(label, 'text', nameOf), TRIPS], places, {
    tripCount: totalTrips,
  } as Partial<Place>),
  empty: 'No booked trips were logged in this financial year.',
});

export function annualData({ period, dates, locations, postcodes, totalTrips }: AnnualReport): AnnualData {
  const places = locations.map(({ suburb, postcode, tripCount }) => ({ suburb, postcode, tripCount }));
  const suburbs = new Map<string, number>();
  for (const { suburb, tripCount } of places) suburbs.set(suburb, (suburbs.get(suburb) ?? 0) + tripCount);
  return {
    financialYear: period,
    period: dates,
    suburbBreakdown: [...suburbs]
      .map(([suburb, tripCount]) => ({ suburb, tripCount }))
      .sort((one, other) => alphabetical.compare(one.suburb, other.suburb)),
    postcodeBreakdown: postcodes.map(({ postcode, tripCount }) => ({ postcode, tripCount })),
    placeBreakdown: places,
    totalTrips,
  };
}
