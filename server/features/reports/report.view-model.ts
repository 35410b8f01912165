import { countOf, formatAverage } from '@shared/figures';
import { formatDateTime, formatLongDay, type Range } from '@shared/periods';
import { type Period, periodDates, unfinishedStatement } from '@shared/reports/report-periods';
import type { Holder } from '@shared/tables/holders';
import { averageWait, type TripTotals } from '@shared/trips/waits';
import { type Column, isFigure, NONE, printCell } from '../../lib/columns';

export type ReportHolder = Pick<
  Holder,
  'companyName' | 'tradingName' | 'holderName' | 'beaNumber' | 'contactEmail' | 'contactPhone'
>;

export type ReportColumn = { label: string; align: 'left' | 'right' };
export type ReportRow = {
  cells: string[];
  /** Its trips as a share of the busiest row's, from 0 to 1. */
  share: number;
};
export type ReportSection = {
  heading: string;
  note: string;
  columns: ReportColumn[];
  rows: ReportRow[];
  total: string[] | null;
  /** Printed instead of rows when the table is empty. */
  empty: string;
};

const NOTICE =
  'Prepared from the trips logged in Trip Log. This is not an official form of the Department of Transport and Main ' +
  "Roads (TMR): check it against TMR's current form or portal before you lodge it.";

export const printHeadings = <Row>(columns: Column<Row>[]): ReportColumn[] =>
  columns.map(({ header, kind }) => ({ label: header, align: isFigure(kind) ? 'right' : 'left' }));

/** @param sums what the figures of all rows add up to, in the fields of a row */
export const printTotal = <Row>(columns: Column<Row>[], sums: Partial<Row>): string[] =>
  columns.map((each, index) => {
    if (index === 0) return 'Total';
    return isFigure(each.kind) ? printCell(each, sums as Row) : '';
  });

/** Headings, rows and their sums as they are printed; a row's trips have a bar. */
export function printTable<Row extends object>(columns: Column<Row>[], rows: Row[], sums?: Partial<Row>) {
  const tripsOf = (row: Row) => ('tripCount' in row ? Number(row.tripCount) : 0);
  const most = rows.reduce((highest, row) => Math.max(highest, tripsOf(row)), 1);
  return {
    columns: printHeadings(columns),
    rows: rows.map((row) => ({
      cells: columns.map((each) => printCell(each, row)),
      share: tripsOf(row) / most,
    })),
    total: sums ? printTotal(columns, sums) : null,
  };
}

/** The first part of every report, as it is printed. */
export type ReportHead = ReturnType<typeof reportHead> & {
  figures: { label: string; value: string; unit?: string }[];
  nilStatement: string | null;
};

/** The report's holder, period and due day, and the facts to know before it is lodged. */
export const reportHead = (holder: ReportHolder, period: Period, madeAt: Date) => ({
  title: period.kind === 'annual' ? 'Annual Report' : 'Quarterly Report',
  period: period.label,
  madeAt,
  ...entityOf(holder, [
    { label: 'Reporting period', value: periodDates(period) },
    { label: 'Due to TMR', value: formatLongDay(period.dueDay) },
  ]),
  unfinished: unfinishedStatement(period, madeAt),
  notice: NOTICE,
});

const entityOf = (holder: ReportHolder, details: { label: string; value: string }[]) => ({
  entityName: holder.companyName,
  tradingAs: holder.tradingName ? `Trading as ${holder.tradingName}` : null,
  details: [
    { label: 'BEA Number', value: holder.beaNumber },
    ...details,
    { label: 'Account holder', value: holder.holderName },
    { label: 'Contact email', value: holder.contactEmail },
    { label: 'Contact phone', value: holder.contactPhone },
  ],
});

/** The first part of a document about any days, of one driver or of all. @param of.rules what a reader must know of its figures */
export function daysHead(
  holder: ReportHolder,
  of: {
    title: string;
    range: Range;
    driver?: { name: string; driverAuthorityLicense: string };
    rules: string;
  },
  madeAt: Date,
) {
  const { title, range, driver, rules } = of;
  const days = periodDates(of);
  const isOver = madeAt >= range.to;
  return {
    title,
    period: days,
    madeAt,
    ...entityOf(holder, [
      { label: 'Days', value: days },
      ...(driver
        ? [
            { label: 'Driver', value: driver.name },
            { label: 'Driver authorisation', value: driver.driverAuthorityLicense },
          ]
        : []),
    ]),
    unfinished: isOver
      ? null
      : `These days are not over: what was recorded until ${formatDateTime(madeAt)} is counted.`,
    notice: `Prepared from what was recorded in Trip Log. ${rules}`,
  };
}

/** Says that unconfirmed areas are guesses. */
export const areasNote = (placesToConfirm: number): string =>
  placesToConfirm === 0 ? '' : `The area of ${countOf(placesToConfirm, 'suburb')} is not confirmed`;

/** Says what is unclear of the start of drivers who left and came back (docs/regulator.md#drivers-and-vehicles). */
export function cameBackNote(drivers: readonly { driverId: string; cameBack: boolean }[]): string {
  const { size } = new Set(drivers.filter(({ cameBack }) => cameBack).map(({ driverId }) => driverId));
  if (size === 0) return '';
  return `${countOf(size, 'driver')} came back. TMR asks when a driver "first" became affiliated: ask TMR which start it wants`;
}

export const assumedNote = (vehicles: number): string =>
  vehicles === 0 ? '' : `The days of ${countOf(vehicles, 'vehicle')} are not confirmed`;

/** Names the subcontracted drivers; empty without any. */
export function subcontractedNote(drivers: readonly { name: string; isSubcontracted: boolean }[]): string {
  const names = [...new Set(drivers.filter((driver) => driver.isSubcontracted).map(({ name }) => name))];
  return names.length > 0 ? `Subcontracted: ${names.join(', ')}` : '';
}

/** The area of suburbs that tell none. */
export const NOT_KNOWN = 'Not known';

/** The trips that are in none of TMR's areas: "In no taxi service area: 12 trips". */
export const apartNote = (apart: readonly { area: string | null; tripCount: number }[]): string =>
  apart.map(({ area, tripCount }) => `${area ?? 'Area not known'}: ${countOf(tripCount, 'trip')}`).join('. ');

export const countTrips = (parts: readonly Pick<TripTotals, 'tripCount'>[]): number =>
  parts.reduce((sum, { tripCount }) => sum + tripCount, 0);

/** Trips that are kept, and that no figure counts. */
export type NotCounted = Record<'rankAndHail' | 'otherEntity', readonly Pick<TripTotals, 'tripCount'>[]>;

/** "3 rank or hail trips and 1 trip driven for another booking entity are not counted"; empty without any. */
export function notCounted({ rankAndHail, otherEntity }: NotCounted): string {
  const [hailed, ofOthers] = [countTrips(rankAndHail), countTrips(otherEntity)];
  const parts = [
    ...(hailed > 0 ? [countOf(hailed, 'rank or hail trip')] : []),
    ...(ofOthers > 0 ? [`${countOf(ofOthers, 'trip')} driven for another booking entity`] : []),
  ];
  return parts.length > 0
    ? `${parts.join(' and ')} ${hailed + ofOthers === 1 ? 'is' : 'are'} not counted`
    : '';
}

export function affiliated(driverCount: number, vehicleCount = 0): string {
  if (driverCount > 0) return `${countOf(driverCount, 'driver')} ${wasOrWere(driverCount)} affiliated`;
  if (vehicleCount > 0) return `${countOf(vehicleCount, 'vehicle')} ${wasOrWere(vehicleCount)} available`;
  return 'no drivers were affiliated';
}

const wasOrWere = (count: number) => (count === 1 ? 'was' : 'were');

/** The average as a figure of a page, with its unit. */
export function averageFigure(totals: TripTotals): { value: string; unit?: string } {
  const average = averageWait(totals);
  if (average === null) return { value: totals.tripCount === 0 ? NONE : NOT_KNOWN };
  return { value: formatAverage(average), unit: 'min' };
}
