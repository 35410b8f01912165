import { brisbaneDay, formatDay } from '@shared/periods';
import type { FigureChange } from '@shared/reports/lodgements';
import type { AffiliatedDriver } from '../reports/quarterly/quarterly.view-model';
import { average, count, NONE, type TripTotals } from '../reports/report.view-model';

/** What a report said when it was lodged; stored as JSON, so dates are Brisbane days. */
export type LodgedFigures = TripTotals & {
  locations: ({ postcode: string; suburb: string } & TripTotals)[];
  /** Empty for the annual report, which does not name them. */
  drivers: LodgedDriver[];
};

type LodgedDriver = Omit<AffiliatedDriver, 'startDate' | 'endDate'> & {
  startDate: string;
  endDate: string | null;
};

/** The figures of a report as they are kept. */
export function lodgedFigures(
  totals: TripTotals,
  locations: LodgedFigures['locations'],
  drivers: AffiliatedDriver[] = [],
): LodgedFigures {
  return {
    ...totals,
    locations,
    drivers: drivers.map((driver) => ({
      ...driver,
      startDate: brisbaneDay(driver.startDate),
      endDate: driver.endDate && brisbaneDay(driver.endDate),
    })),
  };
}

/** The figures that are no longer what was lodged, each as people read it; in the order of the report. */
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
  `${count(totals.tripCount)} ${totals.tripCount === 1 ? 'trip' : 'trips'}, ${minutes(totals)}`;
const driverLine = (driver: LodgedDriver): string =>
  [
    driver.name,
    driver.bookedHireServiceLicense,
    driver.vehicleRegistrationNumber,
    `${formatDay(driver.startDate)} to ${driver.endDate ? formatDay(driver.endDate) : 'now'}`,
  ].join(', ');
