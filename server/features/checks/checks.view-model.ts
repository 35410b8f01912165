import { countOf, formatCount } from '@shared/figures';
import { LONG_WAIT_MINUTES } from '@shared/limits';
import { addDays, brisbaneDay, brisbaneTime, daysOf, formatDateTime, formatDay } from '@shared/periods';
import { outsideQueensland } from '@shared/places/queensland';
import { type LocalityIndex, postcodeFits } from '@shared/places/suburb-lookup';
import { capitaliseSuburb, lookupKey, suburbKey } from '@shared/places/suburbs';
import { type Checks, MAX_EXAMPLES, MAX_FINDINGS } from '@shared/reports/checks';
import type { Period } from '@shared/reports/report-periods';
import type { LodgedFigures } from '../lodgements/lodgements.repository';
import type { AffiliatedDriver, PeriodFigures } from '../reports/figures.repository';
import { affiliated } from '../reports/report.view-model';
import type { DoubtfulTrip, DoubtfulTrips, Place, TripsAfterEnd } from './checks.repository';

export type CheckedPeriod = Pick<PeriodFigures, 'period' | 'totals' | 'drivers' | 'driverTrips'> & {
  now: Date;
  placesToConfirm: number;
  misplaced: PeriodFigures['locations'];
  outside: PeriodFigures['locations'];
  afterEnd: TripsAfterEnd[];
  doubtful: DoubtfulTrips;
  /** The quarters of a financial year, with their lodged figures if they were lodged. */
  quarters: { quarter: Period; lodged: LodgedFigures | null; tripCount: number }[];
};

type Finding = Omit<Checks['findings'][number], 'examples'> & { examples: DoubtfulTrip['trip'][] };

/** The places whose suburb is known with other postcodes only, and those whose postcode lies outside Queensland. */
export function oddPlaces<P extends Place>(places: readonly P[], localities: LocalityIndex) {
  const isOutside = outsideQueensland(localities);
  return {
    misplaced: places.filter(({ suburb, postcode }) => postcodeFits(localities, suburb, postcode) === false),
    outside: places.filter(({ postcode }) => isOutside(postcode)),
  };
}

/** Builds the findings, the most serious first, and how many trips they are about. */
export function buildChecks(period: CheckedPeriod, localities: LocalityIndex) {
  const kinds = [
    nilFindings(period),
    quarterFindings(period),
    postcodeFindings(period, localities),
    outsideFindings(period),
    period.doubtful.rows.flatMap(duplicateFinding),
    period.afterEnd.map((driver) => afterEndFinding(driver, period)),
    longWaitFindings(period),
    futureFindings(period),
    idleDrivers(period).map((driver) => idleFinding(driver, period)),
  ];
  const left = kinds.reduce((sum, findings) => sum + Math.max(0, findings.length - MAX_FINDINGS), 0);
  return {
    findings: kinds.flatMap((findings) => findings.slice(0, MAX_FINDINGS)),
    left,
    placesToConfirm: period.period.kind === 'quarterly' ? period.placesToConfirm : 0,
    tripCount: period.totals.tripCount,
    toLookAt: period.doubtful.total,
  };
}

function idleDrivers({ drivers, driverTrips }: CheckedPeriod): AffiliatedDriver[] {
  // a driver who was removed and added again may have the number in another case
  const licenceOf = (row: { driverAuthorityLicense: string }) => row.driverAuthorityLicense.toLowerCase();
  const drove = new Set(driverTrips.map(licenceOf));
  return drivers.filter((driver) => !driver.hasEnd && !drove.has(licenceOf(driver)));
}

const NO_TRIPS = { trips: null, examples: [] };

function nilFindings({ totals, period, drivers }: CheckedPeriod): Finding[] {
  if (totals.tripCount > 0) return [];
  const { startDate, endDate } = daysOf(period.range);
  const detail = drivers.length
    ? `A nil report has to be lodged anyway: ${affiliated(drivers.length)} from ${formatDay(startDate)} to ${formatDay(endDate)}.`
    : 'No drivers were affiliated either, so there may be nothing to lodge.';
  return [{ kind: 'nil', title: 'No trips in this period', detail, ...NO_TRIPS }];
}

function quarterFindings({ quarters, totals }: CheckedPeriod): Finding[] {
  const sum = quarters.reduce((total, { lodged, tripCount }) => total + (lodged?.tripCount ?? tripCount), 0);
  if (quarters.length === 0 || sum === totals.tripCount) return [];
  const off = quarters.flatMap(({ quarter, lodged, tripCount }) => {
    if (!lodged || lodged.tripCount === tripCount) return [];
    return `${quarter.label} was lodged with ${formatCount(lodged.tripCount)} and has ${formatCount(tripCount)} now`;
  });
  const detail = `The year has ${countOf(totals.tripCount, 'trip')}, its quarters together ${formatCount(sum)}: ${off.join('; ')}.`;
  return [{ kind: 'quarters', title: 'The quarters do not sum to the year', detail, ...NO_TRIPS }];
}

const postcodeFindings = (checked: CheckedPeriod, localities: LocalityIndex): Finding[] =>
  checked.misplaced.map((place) => ({
    kind: 'postcode',
    title: `${place.suburb} does not have the postcode ${place.postcode}`,
    detail: `${countOf(place.tripCount, 'trip')}. ${place.suburb} has ${postcodesOf(place.suburb, localities)}.`,
    ...tripsOfPlace(checked, place),
  }));

const outsideFindings = (checked: CheckedPeriod): Finding[] =>
  checked.outside.map((place) => ({
    kind: 'outside-queensland',
    title: `${place.suburb} ${place.postcode} is outside Queensland`,
    detail: `${countOf(place.tripCount, 'trip')}. Check the suburb and the postcode.`,
    ...tripsOfPlace(checked, place),
  }));

const tripsOfPlace = ({ doubtful, period }: CheckedPeriod, { suburb, postcode }: Place) => ({
  trips: { ...daysOf(period.range), postcode, search: suburb },
  examples: examplesOf(
    doubtful,
    ({ trip }) => trip.postcode === postcode && suburbKey(trip.suburb) === suburbKey(suburb),
  ),
});

const examplesOf = ({ rows }: DoubtfulTrips, isMeant: (row: DoubtfulTrip) => boolean) =>
  rows
    .filter(isMeant)
    .slice(0, MAX_EXAMPLES)
    .map(({ trip }) => trip);

const POSTCODES_NAMED = 3;

/** Queensland's postcodes, if it has a suburb of that name. */
function postcodesOf(suburb: string, { byKey }: LocalityIndex): string {
  const namesakes = byKey.get(lookupKey(suburb)) ?? byKey.get(lookupKey(suburb.replace(/,.*$/, ''))) ?? [];
  const inQueensland = namesakes.filter(({ state }) => state === 'QLD');
  const shown = inQueensland.length > 0 ? inQueensland : namesakes;
  const postcodes = [...new Set(shown.map(({ postcode }) => postcode))].sort();
  const named = postcodes.slice(0, POSTCODES_NAMED).join(', ');
  return postcodes.length > POSTCODES_NAMED ? `${named} and others` : named;
}

function duplicateFinding({ trip, earlier }: DoubtfulTrip): Finding[] {
  if (!earlier) return [];
  const [first, later] = [earlier.datetime, trip.datetime];
  const suburb = capitaliseSuburb(trip.suburb);
  const laterText = brisbaneDay(first) === brisbaneDay(later) ? brisbaneTime(later) : formatDateTime(later);
  return [
    {
      kind: 'duplicate',
      title: `${trip.driverName} may have logged one trip from ${suburb} twice`,
      detail: `${formatDateTime(first)} and ${laterText}, ${suburb} ${trip.postcode}.`,
      trips: { startDate: brisbaneDay(first), endDate: brisbaneDay(later), search: suburb },
      examples: [earlier, trip],
    },
  ];
}

function futureFindings({ doubtful, period, now }: CheckedPeriod): Finding[] {
  const { future } = doubtful;
  if (future === 0) return [];
  return [
    {
      kind: 'future',
      title: `${countOf(future, 'trip')} ${future === 1 ? 'is' : 'are'} dated in the future`,
      detail: future === 1 ? 'It counts in the report anyway.' : 'They count in the report anyway.',
      trips: { startDate: brisbaneDay(now), endDate: daysOf(period.range).endDate },
      examples: examplesOf(doubtful, ({ isFuture }) => isFuture),
    },
  ];
}

function longWaitFindings({ doubtful, period }: CheckedPeriod): Finding[] {
  if (doubtful.long === 0) return [];
  return [
    {
      kind: 'long-wait',
      title: `${countOf(doubtful.long, 'trip')} waited more than a day`,
      detail: `Waiting time is in minutes, and more than ${formatCount(LONG_WAIT_MINUTES)} is usually a typing error.`,
      trips: { ...daysOf(period.range), waiting: `${LONG_WAIT_MINUTES + 1}-` },
      examples: examplesOf(doubtful, ({ trip }) => trip.waitingTime > LONG_WAIT_MINUTES),
    },
  ];
}

function afterEndFinding(driver: TripsAfterEnd, { doubtful, period }: CheckedPeriod): Finding {
  const { driverId, name, tripCount } = driver;
  const end = brisbaneDay(driver.endDate);
  const dayAfter = addDays(end, 1);
  const { startDate, endDate } = daysOf(period.range);
  return {
    kind: 'after-end',
    title: `${name} has ${countOf(tripCount, 'trip')} after their end date`,
    detail: `End date ${formatDay(end)}. Correct the ${tripCount === 1 ? 'trip' : 'trips'}, or the end date under Drivers.`,
    trips: { startDate: dayAfter > startDate ? dayAfter : startDate, endDate, search: name },
    examples: examplesOf(
      doubtful,
      ({ trip }) => trip.driverId === driverId && brisbaneDay(trip.datetime) > end,
    ),
  };
}

const idleFinding = (driver: AffiliatedDriver, { period }: CheckedPeriod): Finding => ({
  kind: 'idle-driver',
  title: `${driver.name} has no trips in this period, and no end date`,
  detail: `${driver.driverAuthorityLicense}, since ${formatDay(brisbaneDay(driver.startDate))}. If they have left, enter their end date under Drivers.`,
  trips: { ...daysOf(period.range), search: driver.driverAuthorityLicense },
  examples: [],
});
