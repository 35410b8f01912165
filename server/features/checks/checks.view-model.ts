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
import { type Checks, type Finding, MAX_FINDINGS } from '@shared/reports/checks';
import type { Period } from '@shared/reports/report-periods';
import type { LodgedFigures } from '../lodgements/lodgements.repository';
import type { AffiliatedDriver, PeriodFigures } from '../reports/figures.repository';
import { affiliated, count, plural } from '../reports/report.view-model';
import type { Duplicate } from './checks.repository';

/** The data that a period's checks need. */
export type CheckedPeriod = Pick<
  PeriodFigures,
  'period' | 'totals' | 'locations' | 'drivers' | 'driverTrips'
> & {
  duplicates: Duplicate[];
  /** The quarters of a financial year, with their lodged figures if they were lodged. */
  quarters: { quarter: Period; lodged: LodgedFigures | null; tripCount: number }[];
};

/** Builds the findings, the most serious first. */
export function buildChecks(period: CheckedPeriod, localities: LocalityIndex): Checks {
  const kinds = [
    nilFindings(period),
    quarterFindings(period),
    postcodeFindings(period, localities),
    period.duplicates.map(duplicateFinding),
    idleDrivers(period).map((driver) => idleFinding(driver, period.period.range)),
  ];
  const left = kinds.reduce((sum, findings) => sum + Math.max(0, findings.length - MAX_FINDINGS), 0);
  return { findings: kinds.flatMap((findings) => findings.slice(0, MAX_FINDINGS)), left };
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
    },
  ];
}

function quarterFindings({ quarters, totals }: CheckedPeriod): Finding[] {
  const sum = quarters.reduce((total, { lodged, tripCount }) => total + (lodged?.tripCount ?? tripCount), 0);
  if (quarters.length === 0 || sum === totals.tripCount) return [];
  const off = quarters.flatMap(({ quarter, lodged, tripCount }) =>
    lodged && lodged.tripCount !== tripCount
      ? [`${quarter.label} was lodged with ${count(lodged.tripCount)} and has ${count(tripCount)} now`]
      : [],
  );
  return [
    {
      kind: 'quarters',
      title: 'The quarters do not sum to the year',
      detail: `The year has ${plural(totals.tripCount, 'trip')}, its quarters together ${count(sum)}: ${off.join('; ')}.`,
      trips: null,
    },
  ];
}

function postcodeFindings({ locations, period }: CheckedPeriod, localities: LocalityIndex): Finding[] {
  return locations
    .filter(({ suburb, postcode }) => postcodeFits(localities, suburb, postcode) === false)
    .map(({ suburb, postcode, tripCount }) => ({
      kind: 'postcode',
      title: `${suburb} does not have the postcode ${postcode}`,
      detail: `${plural(tripCount, 'trip')}. ${suburb} has ${postcodesOf(suburb, localities)}.`,
      trips: { ...daysOf(period.range), postcode, search: suburb },
    }));
}

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

function duplicateFinding({ driverName, suburb, postcode, earlier, later }: Duplicate): Finding {
  const laterText = brisbaneDay(earlier) === brisbaneDay(later) ? formatTime(later) : formatDateTime(later);
  return {
    kind: 'duplicate',
    title: `${driverName} may have logged one trip from ${suburb} twice`,
    detail: `${formatDateTime(earlier)} and ${laterText}, ${suburb} ${postcode}.`,
    trips: { startDate: brisbaneDay(earlier), endDate: brisbaneDay(later), search: suburb },
  };
}

function idleFinding(driver: AffiliatedDriver, range: Range): Finding {
  return {
    kind: 'idle-driver',
    title: `${driver.name} has no trips in this period, and no end date`,
    detail: `${driver.driverAuthorityLicense}, since ${formatDate(driver.startDate)}. If they have left, enter their end date under Drivers.`,
    trips: { ...daysOf(range), search: driver.driverAuthorityLicense },
  };
}
