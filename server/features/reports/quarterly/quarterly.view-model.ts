import { countOf, formatCount } from '@shared/figures';
import { MAX_LISTED_TRIPS } from '@shared/limits';
import { monthLabel } from '@shared/periods';
import { capitaliseSuburb } from '@shared/places/suburbs';
import { type Period, periodDates } from '@shared/reports/report-periods';
import { detailFieldNames, plainField } from '@shared/trips/trip-fields';
import { averageWaitNote, type TripTotals, UNKNOWN_WAIT } from '@shared/trips/waits';
import { type Column, column, printCell } from '../../../lib/columns';
import type { AreaSums } from '../../areas/areas.service';
import type { ExportedTrip } from '../../trips/trip-files';
import type { AvailableVehicle } from '../../vehicles/available-vehicles';
import type { AffiliatedDriver, PeriodFigures } from '../figures.repository';
import {
  affiliated,
  areasNote,
  assumedNote,
  averageFigure,
  cameBackNote,
  type NotCounted,
  notCounted,
  printHeadings,
  printTable,
  printTotal,
  type ReportHolder,
  type ReportSection,
  reportHead,
  subcontractedNote,
} from '../report.view-model';
import {
  AREA_COLUMNS,
  AVERAGE_WAIT,
  DRIVER_COLUMNS,
  POSTCODE,
  TRIPS,
  VEHICLE_COLUMNS,
} from '../report-columns';

export type QuarterlyFigures = Pick<
  PeriodFigures,
  'period' | 'drivers' | 'vehicles' | 'totals' | 'durationTotal' | 'months' | 'locations' | 'driverTrips'
> &
  AreaSums &
  NotCounted & { holder: ReportHolder };

/** A trip for the detailed breakdown; waiting time and duration in minutes. */
export type QuarterlyTrip = Omit<ExportedTrip, 'id' | 'vehicleId'>;

export type QuarterlyReport = ReturnType<typeof buildQuarterlyReport>;

/** Builds the quarterly report (docs/product/reports.md#quarterly-report), averages to one decimal; `madeAt` is printed and dates the file. */
export function buildQuarterlyReport(data: QuarterlyFigures, madeAt: Date) {
  const { holder, period, drivers, vehicles, totals } = data;
  const head = reportHead(holder, period, madeAt);
  const driverCount = new Set(drivers.map(({ driverId }) => driverId)).size;
  const vehicleCount = countVehicles(vehicles);
  const isNil = totals.tripCount === 0;
  const section = tripsSection(totals);
  const postcodeCount = new Set(data.locations.map(({ postcode }) => postcode)).size;

  return {
    ...head,
    notice: `${head.notice} ${averageWaitNote(totals)}`,
    figures: [
      { label: 'Total trips', value: formatCount(totals.tripCount) },
      { label: 'Average wait', ...averageFigure(totals) },
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
          months: section('Trips by month', [MONTH, TRIPS, AVERAGE_WAIT], data.months),
          areas: {
            ...section('Areas where trips are provided', AREA_COLUMNS, [...data.areas, ...data.apart]),
            note: [areasNote(data.placesToConfirm), notCounted(data)].filter(Boolean).join('. '),
          },
          locations: {
            ...section('Trips by pickup suburb', [POSTCODE, SUBURB, TRIPS, AVERAGE_WAIT], data.locations),
            note: `${countOf(data.locations.length, 'suburb')} in ${countOf(postcodeCount, 'postcode')}`,
          },
          drivers: section('Trips by driver', [name, authorisation, TRIPS, AVERAGE_WAIT], data.driverTrips),
        },
    tripList: buildTripList(
      { ...data, ...totals, range: period.range },
      'No trips were logged in this quarter.',
    ),
  };
}

type ListedTrips = TripSums & NotCounted & Pick<Period, 'range'>;

/** The table of a detailed trip list, whose rows are `tripCells`. */
export const buildTripList = (sums: ListedTrips, empty: string) => ({
  heading: 'Trips',
  note: ['Times in Brisbane, waiting and duration in minutes', notCounted(sums)].filter(Boolean).join('. '),
  columns: printHeadings(TRIP_LIST),
  total: tripTotalCells(sums),
  remark: sums.tripCount > MAX_LISTED_TRIPS ? listEnd(sums) : null,
  empty,
});

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

const TRIP_LIST: Column<QuarterlyTrip>[] = [
  column('Date and time', 'dateTime', ({ datetime }) => datetime),
  column('Driver', 'text', ({ driverName }) => driverName || null),
  column('Authorisation', 'code', ({ driverAuthorityLicense }) => driverAuthorityLicense),
  column('Vehicle', 'code', ({ vehicleRegistration }) => vehicleRegistration),
  column('Pickup suburb', 'text', ({ suburb }) => capitaliseSuburb(suburb)),
  POSTCODE,
  column('Waiting', 'number', ({ waitingTime }) => waitingTime, UNKNOWN_WAIT),
  column('Duration', 'number', ({ duration }) => duration, ''),
  column('Notes', 'text', (trip) => detailTexts(trip).join('\n')),
];

export const tripCells = (trip: QuarterlyTrip): string[] => TRIP_LIST.map((each) => printCell(each, trip));

type TripSums = TripTotals & Pick<PeriodFigures, 'durationTotal'>;

export function tripTotalCells({ tripCount, waitingTotal, durationTotal }: TripSums): string[] {
  const sums = { waitingTime: waitingTotal, duration: durationTotal };
  return printTotal(TRIP_LIST, sums).with(1, countOf(tripCount, 'trip'));
}

const driversSection = (drivers: AffiliatedDriver[], driverCount: number): ReportSection => ({
  heading: 'Affiliated drivers',
  note: [countOf(driverCount, 'driver'), subcontractedNote(drivers), cameBackNote(drivers)]
    .filter(Boolean)
    .join('. '),
  ...printTable(Object.values(DRIVER_COLUMNS), drivers),
  empty: 'No drivers were affiliated in this quarter.',
});

const countVehicles = (lines: readonly AvailableVehicle[]) =>
  new Set(lines.map(({ vehicleId }) => vehicleId)).size;

const vehiclesSection = (vehicles: AvailableVehicle[], vehicleCount: number): ReportSection => ({
  heading: 'Available vehicles',
  note: [
    countOf(vehicleCount, 'vehicle'),
    assumedNote(countVehicles(vehicles.filter(({ isAssumed }) => isAssumed))),
  ]
    .filter(Boolean)
    .join('. '),
  ...printTable(Object.values(VEHICLE_COLUMNS), vehicles),
  empty: 'No vehicles were available in this quarter.',
});

const { name, authorisation } = DRIVER_COLUMNS;
const MONTH = column('Month', 'text', (of: { month: string }) => monthLabel(of.month));
const SUBURB = column('Pickup suburb', 'text', (of: { suburb: string }) => of.suburb);

/** Makes the sections about trips, with their total. */
const tripsSection =
  (totals: TripTotals) =>
  <Part extends TripTotals>(heading: string, columns: Column<Part>[], parts: Part[]): ReportSection => ({
    heading,
    note: '',
    ...printTable(columns, parts, totals as Partial<Part>),
    empty: '',
  });
