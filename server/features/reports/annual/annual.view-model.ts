import {
  annualDueDay,
  brisbaneDay,
  type FinancialYear,
  financialYearRange,
  formatLongDay,
  lastDay,
} from '@shared/periods';
import type { AnnualData } from '@shared/reports/reports';
import {
  count,
  figureColumn as figure,
  NOTICE,
  plural,
  type ReportHolder,
  type ReportSection,
  reportDetails,
  rowsByTrips,
  textColumn as text,
  tradingAs,
  unfinishedStatement,
} from '../report.view-model';

/** What the repository knows of a financial year. Counts come from SQL. */
export type AnnualCounts = {
  holder: ReportHolder;
  financialYear: FinancialYear;
  totalTrips: number;
  /** Ascending. */
  postcodes: { postcode: string; tripCount: number }[];
  /** Every suburb once, whatever its postcodes, capitalised. */
  suburbs: { suburb: string; tripCount: number }[];
};

/** The annual report with every string as it is printed, so that screen, PDF, text, CSV and form cannot disagree. */
export type AnnualReport = ReturnType<typeof buildAnnualReport>;

const alphabetical = new Intl.Collator('en-AU');

/**
 * Builds the annual report (decisions §6). A: the entity; B: period and due date; C: trips by postcode, ascending; D: trips by
 * suburb, alphabetical. The regulator counts by postcode, without the suburb's name (decisions §1).
 * @param madeAt when the report is made; it is printed and dates the file
 */
export function buildAnnualReport(data: AnnualCounts, madeAt: Date) {
  const { holder, financialYear, totalTrips, postcodes } = data;
  const suburbs = data.suburbs.toSorted((a, b) => alphabetical.compare(a.suburb, b.suburb));
  const range = financialYearRange(financialYear);
  const dates = `${formatLongDay(brisbaneDay(range.from))} to ${formatLongDay(lastDay(range))}`;
  const unfinished = unfinishedStatement('financial year', range, madeAt);

  return {
    title: 'Annual Report',
    period: financialYear,
    madeAt,
    holder,
    dates,
    due: formatLongDay(annualDueDay(financialYear)),
    entityName: holder.companyName,
    tradingAs: tradingAs(holder),
    details: reportDetails(holder, dates, annualDueDay(financialYear)),
    figures: [
      { label: 'Total trips', value: count(totalTrips) },
      { label: 'Pickup postcodes', value: count(postcodes.length) },
      { label: 'Pickup suburbs', value: count(suburbs.length) },
    ],
    nilStatement:
      totalTrips === 0
        ? `Nil report: no booked hire trips were logged from ${dates}${unfinished ? ', so far' : ''}.`
        : null,
    unfinished,
    notice: NOTICE,
    totalTrips,
    postcodes,
    suburbs,
    sections: {
      postcodes: {
        heading: 'Trips by pickup postcode',
        note: plural(postcodes.length, 'postcode'),
        columns: [text('Postcode'), figure('Trips')],
        rows: rowsByTrips(postcodes, ({ postcode, tripCount }) => [postcode, count(tripCount)]),
        total: ['Total', count(totalTrips)],
        empty: 'No trips were logged in this financial year.',
      } satisfies ReportSection,
      suburbs: {
        heading: 'Trips by pickup suburb',
        note: plural(suburbs.length, 'suburb'),
        columns: [text('Suburb'), figure('Trips')],
        rows: rowsByTrips(suburbs, ({ suburb, tripCount }) => [suburb, count(tripCount)]),
        total: ['Total', count(totalTrips)],
        empty: 'No trips were logged in this financial year.',
      } satisfies ReportSection,
    },
  };
}

/** The report as the TMR form screen reads it (spec §3, Annual report data). */
export function annualData({ period, dates, suburbs, postcodes, totalTrips }: AnnualReport): AnnualData {
  return {
    financialYear: period,
    period: dates,
    suburbBreakdown: suburbs,
    postcodeBreakdown: postcodes,
    totalTrips,
  };
}
