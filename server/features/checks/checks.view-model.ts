import { countOf, formatCount } from '@shared/figures';
import { LONG_WAIT_MINUTES } from '@shared/limits';
import { addDays, brisbaneDay, brisbaneTime, daysOf, formatDateTime, formatDay } from '@shared/periods';
import { placeKey } from '@shared/places/place-key';
import { type PlaceTable, postcodeFits } from '@shared/places/place-table';
import { outsideQueensland } from '@shared/places/queensland';
import { capitaliseSuburb, suburbKey } from '@shared/places/suburbs';
import { type Checks, MAX_EXAMPLES, MAX_FINDINGS } from '@shared/reports/checks';
import { type Period, previousPeriod } from '@shared/reports/report-periods';
import type { LodgedFigures } from '../lodgements/lodgements.repository';
import type { AffiliatedDriver, PeriodFigures } from '../reports/figures.repository';
import { affiliated } from '../reports/report.view-model';
import type { DoubtfulTrip, DoubtfulTrips, PlaceName, TripsOutside } from './checks.repository';
import { type CheckedVehicle, type Fleet, fleetFindings } from './fleet-checks.view-model';

export type CheckedPeriod = Pick<
  PeriodFigures,
  'period' | 'totals' | 'drivers' | 'driverTrips' | 'rankAndHail' | 'otherEntity'
> & {
  now: Date;
  toConfirm: Checks['firstPlaces'];
  misplaced: PeriodFigures['locations'];
  outside: PeriodFigures['locations'];
  outsideDates: TripsOutside[];
  /** The vehicles with trips outside their dates. */
  outsideVehicles: { vehicle: CheckedVehicle; tripCount: number }[];
  /** Given for a quarter; null for a year: the annual report names no drivers and vehicles. */
  fleet: Omit<Fleet, 'range' | 'now' | 'trips'> | null;
  /** The trips of the period before. */
  tripsBefore: number;
  doubtful: DoubtfulTrips;
  /** The quarters of a financial year, with their lodged figures if they were lodged. */
  quarters: { quarter: Period; lodged: LodgedFigures | null; tripCount: number }[];
};

type Finding = Omit<Checks['findings'][number], 'examples' | 'fixes'> & {
  examples: DoubtfulTrip['trip'][];
  fixes?: Checks['findings'][number]['fixes'];
};

/** The places whose suburb is known with other postcodes only, and those whose postcode lies outside Queensland. */
export function oddPlaces<P extends PlaceName>(places: readonly P[], localities: PlaceTable) {
  const isOutside = outsideQueensland(localities);
  return {
    misplaced: places.filter(({ suburb, postcode }) => postcodeFits(localities, suburb, postcode) === false),
    outside: places.filter(({ postcode }) => isOutside(postcode)),
  };
}

/** Builds the findings, the most serious first, and how many trips they are about. */
export function buildChecks(period: CheckedPeriod, localities: PlaceTable) {
  const { fleet: own, now } = period;
  const fleet = own ? fleetFindings({ ...own, now, range: period.period.range, trips: tripsOf(period) }) : [];
  const kinds = [
    nilFindings(period),
    quarterFindings(period),
    unlikeBefore(period),
    postcodeFindings(period, localities),
    outsideFindings(period),
    period.doubtful.rows.flatMap(duplicateFinding),
    period.outsideDates.map((driver) => outsideFinding(driver, period)),
    period.outsideVehicles.map((found) => outsideVehicleFinding(found, period)),
    longWaitFindings(period),
    futureFindings(period),
    ...fleet.slice(0, -2),
    idleDrivers(period).map((driver) => idleFinding(driver, period)),
    ...fleet.slice(-2),
  ];
  const isOnlyBooked = hasOtherTrips(period);
  // the annual report counts rank and hail trips alone by area
  const toConfirm = period.period.kind === 'quarterly' ? period.toConfirm : [];
  const left = kinds.reduce((sum, findings) => sum + Math.max(0, findings.length - MAX_FINDINGS), 0);
  return {
    findings: kinds
      .flatMap((findings) => findings.slice(0, MAX_FINDINGS))
      .map((finding) => ({ fixes: [], ...(isOnlyBooked ? aboutBooked(finding) : finding) })),
    left,
    placesToConfirm: toConfirm.length,
    firstPlaces: toConfirm.slice(0, MAX_EXAMPLES),
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

/** Limits a finding's link to booked trips where the holder has others. */
const aboutBooked = (finding: Finding): Finding => ({
  ...finding,
  trips: finding.trips && { ...finding.trips, kind: 'booked' },
});

const hasOtherTrips = ({ rankAndHail, otherEntity }: CheckedPeriod) =>
  rankAndHail.length + otherEntity.length > 0;

const tripsOf = (period: CheckedPeriod) => (hasOtherTrips(period) ? 'booked trips' : 'trips');

const NO_TRIPS = { trips: null, examples: [] };

function nilFindings(checked: CheckedPeriod): Finding[] {
  const { totals, period, drivers } = checked;
  if (totals.tripCount > 0) return [];
  const { startDate, endDate } = daysOf(period.range);
  const detail = drivers.length
    ? `A nil report has to be lodged anyway: ${affiliated(drivers.length)} from ${formatDay(startDate)} to ${formatDay(endDate)}.`
    : 'No drivers were affiliated either, so there may be nothing to lodge.';
  return [{ kind: 'nil', title: `No ${tripsOf(checked)} in this period`, detail, ...NO_TRIPS }];
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

/** Half of fewer trips may be chance. */
const FEWEST_COMPARED = 20;

function unlikeBefore({ tripsBefore, totals, period, now }: CheckedPeriod): Finding[] {
  const { tripCount } = totals;
  const isOver = period.range.to <= now;
  if (period.kind !== 'quarterly' || !isOver || Math.min(tripCount, tripsBefore) < FEWEST_COMPARED) return [];
  const percent = Math.round((100 * Math.abs(tripCount - tripsBefore)) / tripsBefore);
  if (percent <= 50) return [];
  const isLess = tripCount < tripsBefore;
  return [
    {
      kind: 'unlike-before',
      title: `${countOf(tripCount, 'trip')}, ${percent} % ${isLess ? 'fewer' : 'more'} than the quarter before`,
      detail: `${previousPeriod(period).label} had ${formatCount(tripsBefore)}. Check whether trips are ${isLess ? 'missing' : 'there twice'}.`,
      trips: daysOf(period.range),
      examples: [],
    },
  ];
}

const postcodeFindings = (checked: CheckedPeriod, localities: PlaceTable): Finding[] =>
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

const tripsOfPlace = ({ doubtful, period }: CheckedPeriod, { suburb, postcode }: PlaceName) => ({
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
function postcodesOf(suburb: string, { byKey }: PlaceTable): string {
  const namesakes = byKey.get(placeKey(suburb)) ?? byKey.get(placeKey(suburb.replace(/,.*$/, ''))) ?? [];
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

/** Trips before a driver's start date or after the end date. */
function outsideFinding(driver: TripsOutside, { doubtful, period }: CheckedPeriod): Finding {
  const { driverId, name, tripCount, isBeforeStart, isRemoved } = driver;
  const [start, end] = [brisbaneDay(driver.startDate), driver.endDate && brisbaneDay(driver.endDate)];
  const { startDate, endDate } = daysOf(period.range);
  const date = isBeforeStart ? 'start date' : 'end date';
  const about = {
    title: `${name} has ${countOf(tripCount, 'trip')} ${isBeforeStart ? 'before' : 'after'} their ${date}`,
    detail: `${isBeforeStart ? 'Start' : 'End'} date ${formatDay(isBeforeStart ? start : (end ?? ''))}. Correct the ${tripCount === 1 ? 'trip' : 'trips'}, or the ${date} under Drivers.`,
    fixes: isRemoved ? [] : [{ opens: 'driver' as const, id: driverId, label: name }],
  };
  const isIts = ({ trip }: DoubtfulTrip) => trip.driverId === driverId;
  if (isBeforeStart || end === null)
    return {
      kind: 'before-start',
      ...about,
      trips: {
        startDate,
        endDate: addDays(start, -1) < endDate ? addDays(start, -1) : endDate,
        search: name,
      },
      examples: examplesOf(doubtful, (row) => isIts(row) && row.isBeforeStart),
    };
  const dayAfter = addDays(end, 1);
  return {
    kind: 'after-end',
    ...about,
    trips: { startDate: dayAfter > startDate ? dayAfter : startDate, endDate, search: name },
    examples: examplesOf(doubtful, (row) => isIts(row) && brisbaneDay(row.trip.datetime) > end),
  };
}

function outsideVehicleFinding(
  { vehicle, tripCount }: CheckedPeriod['outsideVehicles'][number],
  { doubtful }: CheckedPeriod,
): Finding {
  const { id, registration, availability, deletedAt } = vehicle;
  const spans = availability.map(({ from, to }) => `${formatDay(from)} to ${to ? formatDay(to) : 'now'}`);
  return {
    kind: 'vehicle-dates',
    title: `${registration} has ${countOf(tripCount, 'trip')} outside the dates when it was available`,
    detail: `Available from ${spans.join(', ')}. Correct the ${tripCount === 1 ? 'trip' : 'trips'}, or the dates of the vehicle.`,
    trips: null,
    examples: examplesOf(doubtful, (row) => row.isOutsideVehicle && row.trip.vehicleId === id),
    fixes: deletedAt ? [] : [{ opens: 'vehicle', id, label: registration }],
  };
}

const idleFinding = (driver: AffiliatedDriver, checked: CheckedPeriod): Finding => ({
  kind: 'idle-driver',
  title: `${driver.name} has no ${tripsOf(checked)} in this period, and no end date`,
  detail: `${driver.driverAuthorityLicense}, since ${formatDay(brisbaneDay(driver.startDate))}. If they have left, enter their end date under Drivers.`,
  trips: { ...daysOf(checked.period.range), search: driver.driverAuthorityLicense },
  examples: [],
  fixes: [{ opens: 'driver', id: driver.driverId, label: driver.name }],
});
