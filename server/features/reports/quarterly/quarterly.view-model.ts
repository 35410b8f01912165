import { countOf, formatCount } from '@shared/figures';
import { MAX_LISTED_TRIPS } from '@shared/limits';
import { formatDate, formatDateTime, formatDay, monthLabel } from '@shared/periods';
import { capitaliseSuburb } from '@shared/places/suburbs';
import { type Period, periodDates } from '@shared/reports/report-periods';
import { detailFieldNames, plainField } from '@shared/trips/trip-fields';
import { LICENCE_LABELS } from '@shared/vehicles/vehicles';
import type { AreaSums } from '../../areas/areas.service';
import type { ExportedTrip } from '../../trips/trip-files';
import type { AvailableVehicle } from '../../vehicles/available-vehicles';
import type { AffiliatedDriver, PeriodFigures, TripTotals } from '../figures.repository';
import {
  affiliated,
  areaName,
  areasNote,
  average,
  countTrips,
  figure,
  NONE,
  type ReportHolder,
  type ReportSection,
  reportHead,
  rowsByTrips,
  text,
} from '../report.view-model';

export type QuarterlyFigures = Pick<
  PeriodFigures,
  | 'period'
  | 'drivers'
  | 'vehicles'
  | 'totals'
  | 'durationTotal'
  | 'months'
  | 'locations'
  | 'driverTrips'
  | 'rankAndHail'
> &
  AreaSums & { holder: ReportHolder };

/** A trip for the detailed breakdown; waiting time and duration in minutes. */
export type QuarterlyTrip = Omit<ExportedTrip, 'id' | 'vehicleId'>;

export type QuarterlyReport = ReturnType<typeof buildQuarterlyReport>;

/** Builds the quarterly report (docs/product/reports.md#quarterly-report), averages to one decimal; `madeAt` is printed and dates the file. */
export function buildQuarterlyReport(data: QuarterlyFigures, madeAt: Date) {
  const { holder, period, drivers, vehicles, totals } = data;
  const head = reportHead(holder, period, madeAt);
  const driverCount = new Set(drivers.map(({ driverId }) => driverId)).size;
  const vehicleCount = new Set(vehicles.map(({ vehicleId }) => vehicleId)).size;
  const isNil = totals.tripCount === 0;
  const section = tripsSection(totals);
  const postcodeCount = new Set(data.locations.map(({ postcode }) => postcode)).size;

  return {
    ...head,
    figures: [
      { label: 'Total trips', value: formatCount(totals.tripCount) },
      { label: 'Average wait', value: average(totals), ...(isNil ? {} : { unit: 'min' }) },
      { label: 'Affiliated drivers', value: formatCount(driverCount) },
      { label: 'Available vehicles', value: formatCount(vehicleCount) },
      { label: 'Areas served', value: formatCount(data.areas.length) },
    ],
    nilStatement: isNil
      ? `Nil report: no booked hire trips were logged from ${periodDates(period)}${head.unfinished ? ' so far' : ''}, while ${affiliated(driverCount, vehicleCount)}.`
      : null,
    drivers: driversSection(drivers, driverCount),
    vehicles: vehiclesSection(vehicles, vehicleCount),
    trips: isNil
      ? null
      : {
          months: section('Trips by month', ['Month'], data.months, ({ month }) => [monthLabel(month)]),
          areas: {
            ...section('Areas where trips are provided', ['Region', 'Area'], data.areas, (sum) => [
              sum.region ?? NONE,
              areaName(sum),
            ]),
            note: areasNote(data.placesToConfirm),
          },
          locations: {
            ...section('Trips by pickup suburb', ['Postcode', 'Pickup suburb'], data.locations, (place) => [
              place.postcode,
              place.suburb,
            ]),
            note: `${countOf(data.locations.length, 'suburb')} in ${countOf(postcodeCount, 'postcode')}`,
          },
          drivers: section(
            'Trips by driver',
            ['Driver', 'Driver authorisation'],
            data.driverTrips,
            (driver) => [driver.name || NONE, driver.driverAuthorityLicense],
          ),
        },
    tripList: buildTripList(
      { ...data, ...totals, range: period.range },
      'No trips were logged in this quarter.',
    ),
  };
}

type NotBooked = { rankAndHail: readonly Pick<TripTotals, 'tripCount'>[] };
type ListedTrips = TripSums & NotBooked & Pick<Period, 'range'>;

/** The table of a detailed trip list, whose rows are `tripCells`. */
export const buildTripList = (sums: ListedTrips, empty: string) => ({
  heading: 'Trips',
  note: ['Times in Brisbane, waiting and duration in minutes', ...notListed(sums)].join('. '),
  columns: [
    text('Date and time'),
    text('Driver'),
    text('Authorisation'),
    text('Vehicle'),
    text('Pickup suburb'),
    text('Postcode'),
    figure('Waiting'),
    figure('Duration'),
    text('Notes'),
  ],
  total: tripTotalCells(sums),
  remark: sums.tripCount > MAX_LISTED_TRIPS ? listEnd(sums) : null,
  empty,
});

function notListed({ rankAndHail }: NotBooked): string[] {
  const count = countTrips(rankAndHail);
  return count > 0 ? [`Booked trips only: ${countOf(count, 'rank or hail trip')} not listed`] : [];
}

const listEnd = ({ tripCount, range }: ListedTrips): string =>
  `The trip list ends here, at ${formatCount(MAX_LISTED_TRIPS)} of ${formatCount(tripCount)} trips. The total counts them all, and the ` +
  `workbook lists them all: in Trip History, choose ${periodDates({ range })}, then Export.`;

/** Notes as they are, other optional texts after their names. */
const detailTexts = (trip: QuarterlyTrip): string[] =>
  detailFieldNames.flatMap((name) => {
    const { kind, title, usual } = plainField(name);
    const value = trip[name];
    if (kind === 'minutes' || !value || value === usual) return [];
    return kind === 'longText' ? String(value) : `${title}: ${value}`;
  });

export const tripCells = (trip: QuarterlyTrip): string[] => [
  formatDateTime(trip.datetime),
  trip.driverName || NONE,
  trip.driverAuthorityLicense,
  trip.vehicleRegistration ?? NONE,
  capitaliseSuburb(trip.suburb),
  trip.postcode,
  formatCount(trip.waitingTime),
  trip.duration === null ? '' : formatCount(trip.duration),
  detailTexts(trip).join('\n'),
];

type TripSums = TripTotals & Pick<PeriodFigures, 'durationTotal'>;

export function tripTotalCells({ tripCount, waitingTotal, durationTotal }: TripSums): string[] {
  const duration = durationTotal === null ? '' : formatCount(durationTotal);
  return ['Total', countOf(tripCount, 'trip'), '', '', '', '', formatCount(waitingTotal), duration, ''];
}

const list = (columns: string[], rows: string[][]) => ({
  columns: columns.map(text),
  rows: rows.map((cells) => ({ cells, share: 0 })),
  total: null,
});

const driversSection = (drivers: AffiliatedDriver[], driverCount: number): ReportSection => ({
  heading: 'Affiliated drivers',
  note: countOf(driverCount, 'driver'),
  ...list(
    ['Driver', 'Driver authorisation', 'Usual vehicle', 'Start', 'End'],
    drivers.map((driver) => [
      driver.name || NONE,
      driver.driverAuthorityLicense,
      driver.vehicleRegistrationNumber,
      formatDate(driver.startDate),
      driver.endDate ? formatDate(driver.endDate) : 'Current',
    ]),
  ),
  empty: 'No drivers were affiliated in this quarter.',
});

const vehiclesSection = (vehicles: AvailableVehicle[], vehicleCount: number): ReportSection => ({
  heading: 'Available vehicles',
  note: countOf(vehicleCount, 'vehicle'),
  ...list(
    ['Vehicle registration', 'Service licence', 'Kind of licence', 'Start', 'End'],
    vehicles.map(({ registration, licence, licenceKind, from, to }) => [
      registration,
      licence ?? NONE,
      licenceKind ? LICENCE_LABELS[licenceKind] : NONE,
      formatDay(from),
      to ? formatDay(to) : 'Current',
    ]),
  ),
  empty: 'No vehicles were available in this quarter.',
});

/** Makes the sections about trips: after what a row is named by come its trips and average wait. */
const tripsSection =
  (totals: TripTotals) =>
  <Part extends TripTotals>(
    heading: string,
    labels: string[],
    parts: Part[],
    namesOf: (part: Part) => string[],
  ): ReportSection => ({
    heading,
    note: '',
    columns: [...labels.map(text), figure('Trips'), figure('Average wait (min)')],
    rows: rowsByTrips(parts, (part) => [...namesOf(part), ...tripCellsOf(part)]),
    total: ['Total', ...labels.slice(1).map(() => ''), ...tripCellsOf(totals)],
    empty: '',
  });

const tripCellsOf = (part: TripTotals): string[] => [formatCount(part.tripCount), average(part)];
