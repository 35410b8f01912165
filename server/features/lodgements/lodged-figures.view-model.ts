import { brisbaneDay, formatDay } from '@shared/periods';
import type { FigureChange } from '@shared/reports/lodgements';
import type { PeriodFigures, TripTotals } from '../reports/figures.repository';
import { average, count, NONE, plural } from '../reports/report.view-model';
import type { LodgedDriver, LodgedFigures } from './lodgements.repository';

/** The figures that are stored when a report is lodged. */
export function lodgedFigures({ period, totals, locations, drivers }: PeriodFigures): LodgedFigures {
  const named = period.kind === 'quarterly' ? drivers : [];
  return {
    ...totals,
    locations,
    drivers: named.map(({ hasEnd: _, ...driver }) => ({
      ...driver,
      startDate: brisbaneDay(driver.startDate),
      endDate: driver.endDate && brisbaneDay(driver.endDate),
    })),
  };
}

/** The figures that differ from what was lodged, as text, in the order of the report. */
export function figureChanges(lodged: LodgedFigures, now: LodgedFigures): FigureChange[] {
  return [
    ...changesOf([['Total trips', lodged]], [['Total trips', now]], ({ tripCount }) => count(tripCount)),
    ...changesOf([['Average wait', lodged]], [['Average wait', now]], minutes),
    ...changesOf(lodged.locations.map(byPlace), now.locations.map(byPlace), tripsAndWait),
    ...changesOf(lodged.drivers.map(byLicence), now.drivers.map(byLicence), driverLine),
  ];
}

function changesOf<T>(
  before: [label: string, value: T][],
  after: [label: string, value: T][],
  show: (value: T) => string,
): FigureChange[] {
  const [lodged, now] = [before, after].map(
    (lines) => new Map(lines.map(([label, value]) => [label, show(value)])),
  );
  const labels = new Set([...before, ...after].map(([label]) => label));
  return [...labels]
    .map((label) => ({ label, lodged: lodged?.get(label) ?? null, now: now?.get(label) ?? null }))
    .filter((change) => change.lodged !== change.now);
}

const byPlace = (location: LodgedFigures['locations'][number]): [string, TripTotals] => [
  `${location.postcode} ${location.suburb}`,
  location,
];
const byLicence = (driver: LodgedDriver): [string, LodgedDriver] => [
  `Driver ${driver.driverAuthorityLicense}`,
  driver,
];

const minutes = (totals: TripTotals): string => {
  const wait = average(totals);
  return wait === NONE ? NONE : `${wait} min`;
};
const tripsAndWait = (totals: TripTotals): string =>
  `${plural(totals.tripCount, 'trip')}, ${minutes(totals)}`;
const driverLine = (driver: LodgedDriver): string =>
  [
    driver.name,
    driver.bookedHireServiceLicense,
    driver.vehicleRegistrationNumber,
    driver.endDate
      ? `${formatDay(driver.startDate)} to ${formatDay(driver.endDate)}`
      : `since ${formatDay(driver.startDate)}`,
  ].join(', ');
