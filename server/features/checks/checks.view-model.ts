import { countOf, formatCount } from '@shared/figures';
import {
  brisbaneDay,
  formatDate,
  formatDateTime,
  formatDay,
  formatTime,
  lastDay,
  type Range,
} from '@shared/periods';
import { type LocalityIndex, lookupKey, postcodeFits } from '@shared/places/suburb-lookup';
import { capitaliseSuburb, suburbKey } from '@shared/places/suburbs';
import { type Checks, MAX_EXAMPLES, MAX_FINDINGS } from '@shared/reports/checks';
import type { Period } from '@shared/reports/report-periods';
import type { LodgedFigures } from '../lodgements/lodgements.repository';
import type { AffiliatedDriver, PeriodFigures } from '../reports/figures.repository';
import { affiliated } from '../reports/report.view-model';
import type { DoubtfulTrip, DoubtfulTrips, Place } from './checks.repository';

/** The data that a period's checks need. */
export type CheckedPeriod = Pick<PeriodFigures, 'period' | 'totals' | 'drivers' | 'driverTrips'> & {
  now: Date;
  misplaced: PeriodFigures['locations'];
  doubtful: DoubtfulTrips;
  /** The quarters of a financial year, with their lodged figures if they were lodged. */
  quarters: { quarter: Period; lodged: LodgedFigures | null; tripCount: number }[];
};

/** A finding as it is before it is JSON: its trips have dates. */
type Finding = Omit<Checks['findings'][number], 'examples'> & { examples: DoubtfulTrip['trip'][] };

/** Of places those whose suburb does not have their postcode; a suburb that the table does not have is none. */
export const misplacedLocations = <P extends Place>(locations: readonly P[], localities: LocalityIndex) =>
  locations.filter(({ suburb, postcode }) => postcodeFits(localities, suburb, postcode) === false);

/** Builds the findings, the most serious first, and how many trips they are about. */
export function buildChecks(period: CheckedPeriod, localities: LocalityIndex) {
  const kinds = [
    nilFindings(period),
    quarterFindings(period),
    postcodeFindings(period, localities),
    period.doubtful.rows.flatMap(duplicateFinding),
    futureFindings(period),
    idleDrivers(period).map((driver) => idleFinding(driver, period.period.range)),
  ];
  const left = kinds.reduce((sum, findings) => sum + Math.max(0, findings.length - MAX_FINDINGS), 0);
  return {
    findings: kinds.flatMap((findings) => findings.slice(0, MAX_FINDINGS)),
    left,
    tripCount: period.totals.tripCount,
    toLookAt: period.doubtful.total,
  };
}

const daysOf = (range: Range) => ({ startDate: brisbaneDay(range.from), endDate: lastDay(range) });

/** Drivers without an end date who have no trip in the period. */
function idleDrivers({ drivers, driverTrips }: CheckedPeriod): AffiliatedDriver[] {
  // a licence is the same in any case; trips keep the spelling that they were logged with
  const licenceOf = (row: { driverAuthorityLicense: string }) => row.driverAuthorityLicense.toLowerCase();
  const drove = new Set(driverTrips.map(licenceOf));
  return drivers.filter((driver) => !driver.hasEnd && !drove.has(licenceOf(driver)));
}

function nilFindings({ totals, period, drivers }: CheckedPeriod): Finding[] {
  if (totals.tripCount > 0) return [];
  const { startDate, endDate } = daysOf(period.range);
  return [
    {
      kind: 'nil',
      title: 'No trips in this period',
      detail: drivers.length
        ? `A nil report has to be lodged all the same: ${affiliated(drivers.length)} from ${formatDay(startDate)} to ${formatDay(endDate)}.`
        : 'No drivers were affiliated either, so there may be nothing to lodge.',
      trips: null,
      examples: [],
    },
  ];
}

function quarterFindings({ quarters, totals }: CheckedPeriod): Finding[] {
  const sum = quarters.reduce((total, { lodged, tripCount }) => total + (lodged?.tripCount ?? tripCount), 0);
  if (quarters.length === 0 || sum === totals.tripCount) return [];
  const off = quarters.flatMap(({ quarter, lodged, tripCount }) =>
    lodged && lodged.tripCount !== tripCount
      ? [
          `${quarter.label} was lodged with ${formatCount(lodged.tripCount)} and has ${formatCount(tripCount)} now`,
        ]
      : [],
  );
  return [
    {
      kind: 'quarters',
      title: 'The quarters do not sum to the year',
      detail: `The year has ${countOf(totals.tripCount, 'trip')}, its quarters together ${formatCount(sum)}: ${off.join('; ')}.`,
      trips: null,
      examples: [],
    },
  ];
}

function postcodeFindings(
  { misplaced, doubtful, period }: CheckedPeriod,
  localities: LocalityIndex,
): Finding[] {
  return misplaced.map(({ suburb, postcode, tripCount }) => ({
    kind: 'postcode',
    title: `${suburb} does not have the postcode ${postcode}`,
    detail: `${countOf(tripCount, 'trip')}. ${suburb} has ${postcodesOf(suburb, localities)}.`,
    trips: { ...daysOf(period.range), postcode, search: suburb },
    examples: examplesOf(
      doubtful,
      ({ trip, isMisplaced }) =>
        isMisplaced && trip.postcode === postcode && suburbKey(trip.suburb) === suburbKey(suburb),
    ),
  }));
}

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
  const laterText = brisbaneDay(first) === brisbaneDay(later) ? formatTime(later) : formatDateTime(later);
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
      detail:
        future === 1 ? 'It counts in the report all the same.' : 'They count in the report all the same.',
      trips: { startDate: brisbaneDay(now), endDate: lastDay(period.range) },
      examples: examplesOf(doubtful, ({ isFuture }) => isFuture),
    },
  ];
}

function idleFinding(driver: AffiliatedDriver, range: Range): Finding {
  return {
    kind: 'idle-driver',
    title: `${driver.name} has no trips in this period, and no end date`,
    detail: `${driver.driverAuthorityLicense}, since ${formatDate(driver.startDate)}. If they have left, enter their end date under Drivers.`,
    trips: { ...daysOf(range), search: driver.driverAuthorityLicense },
    examples: [],
  };
}
