import { DAY_MS } from '@shared/durations';
import { countOf, formatCount } from '@shared/figures';
import { brisbaneDay, daysOf, formatDay } from '@shared/periods';
import { type Checks, type Finding, MAX_EXAMPLES } from '@shared/reports/checks';
import type { Difference } from '@shared/reports/lodgements';
import { type Period, previousPeriod, readPeriod } from '@shared/reports/report-periods';
import type { LodgedFigures } from '../lodgements/lodgements.repository';
import type { AffiliatedDriver, PeriodFigures } from '../reports/figures.repository';
import { affiliated } from '../reports/report.view-model';
import { type Draft, driverFix, NO_TRIPS, vehicleFix } from './finding';
import type { Available } from './fleet-checks.view-model';

export type CheckedReport = Pick<
  PeriodFigures,
  'period' | 'totals' | 'drivers' | 'vehicles' | 'driverTrips' | 'rankAndHail' | 'otherEntity'
> & {
  now: Date;
  /** The trips of the period before. */
  tripsBefore: number;
  /** The quarters of a financial year, with their lodged figures if they were lodged. */
  quarters: { quarter: Period; lodged: LodgedFigures | null; tripCount: number }[];
  toConfirm: Checks['firstPlaces'];
};

/** Whether the period has trips that no report counts. */
export const hasOtherTrips = ({
  rankAndHail,
  otherEntity,
}: Pick<CheckedReport, 'rankAndHail' | 'otherEntity'>) => rankAndHail.length + otherEntity.length > 0;

const tripsOf = (checked: CheckedReport) => (hasOtherTrips(checked) ? 'booked trips' : 'trips');
/** What has no trips yet may have some before the period is over. */
const isOver = ({ period, now }: CheckedReport) => period.range.to <= now;

const idsOf = <K extends string>(lines: readonly Record<K, string>[], id: K) =>
  new Set(lines.map((line) => line[id]));

export function nilFindings(checked: CheckedReport): Draft[] {
  const { totals, period, drivers, vehicles } = checked;
  if (totals.tripCount > 0 || !isOver(checked)) return [];
  const { startDate, endDate } = daysOf(period.range);
  const [driverCount, vehicleCount] = [idsOf(drivers, 'driverId').size, idsOf(vehicles, 'vehicleId').size];
  const detail =
    driverCount + vehicleCount > 0
      ? `A nil report has to be lodged anyway: ${affiliated(driverCount, vehicleCount)} from ${formatDay(startDate)} to ${formatDay(endDate)}.`
      : 'No drivers were affiliated and no vehicles available, so there may be nothing to lodge.';
  return [{ kind: 'nil', title: `No ${tripsOf(checked)} in this period`, detail, ...NO_TRIPS }];
}

export function quarterFindings({ quarters, totals }: CheckedReport): Draft[] {
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

export function unlikeBefore(checked: CheckedReport): Draft[] {
  const { tripsBefore, totals, period } = checked;
  const { tripCount } = totals;
  if (period.kind !== 'quarterly' || !isOver(checked) || Math.min(tripCount, tripsBefore) < FEWEST_COMPARED)
    return [];
  const percent = Math.round((100 * Math.abs(tripCount - tripsBefore)) / tripsBefore);
  if (percent <= 50) return [];
  const isLess = tripCount < tripsBefore;
  return [
    {
      kind: 'unlike-before',
      title: `${countOf(tripCount, 'trip')}, ${percent} % ${isLess ? 'fewer' : 'more'} than the quarter before`,
      detail: `${previousPeriod(period).label} had ${formatCount(tripsBefore)}. Check whether trips are ${isLess ? 'missing' : 'there twice'}.`,
      trips: daysOf(period.range),
    },
  ];
}

type ChangedFigures = { figures: readonly unknown[]; total: Difference; left: { figures: number } };

/** A lodged report whose figures are others now. */
export type ChangedReport = { period: string; changes: ChangedFigures };

/** What a lodged report says otherwise now. */
export function changedSince({ period, changes }: ChangedReport): Draft {
  const { figures, left, total } = changes;
  const more = countOf(Math.abs(total.trips), total.trips > 0 ? 'more trip' : 'fewer trip');
  return {
    kind: 'changed-since',
    title: `${readPeriod(period).label} differs from what was lodged in ${countOf(figures.length + left.figures, 'figure')}`,
    detail: `${total.trips === 0 ? '' : `It has ${more} now. `}Record a correction, or be ready to say what changed.`,
    ...NO_TRIPS,
  };
}

/** The places whose area nobody confirmed; the annual report does not name areas of booked trips. */
export function areaFindings({ period, toConfirm }: CheckedReport): Draft[] {
  if (period.kind !== 'quarterly' || toConfirm.length === 0) return [];
  return [
    {
      kind: 'areas',
      title: `Confirm ${countOf(toConfirm.length, 'taxi area')}`,
      detail: `We guessed ${toConfirm.length === 1 ? 'it' : 'them'} from the map.`,
      ...NO_TRIPS,
    },
  ];
}

/** Someone who started this shortly before a period's end may well have no trip yet. */
const NEW_MS = 14 * DAY_MS;

export function idleDrivers(checked: CheckedReport): Draft[] {
  const { drivers, driverTrips, period } = checked;
  if (!isOver(checked)) return [];
  // a driver who was removed and added again may have the number in another case
  const licenceOf = (row: { driverAuthorityLicense: string }) => row.driverAuthorityLicense.toLowerCase();
  const drove = new Set(driverTrips.map(licenceOf));
  const settled = new Date(period.range.to.getTime() - NEW_MS);
  return drivers
    .filter((driver) => !driver.hasEnd && driver.startDate < settled && !drove.has(licenceOf(driver)))
    .map((driver) => ({
      kind: 'idle-driver',
      title: `${driver.name} has no ${tripsOf(checked)} in this period, and no end date`,
      detail: `${driver.driverAuthorityLicense}, since ${formatDay(brisbaneDay(driver.startDate))}. If they have left, enter their end date under Drivers.`,
      trips: { ...daysOf(period.range), driverId: driver.driverId },
      fixes: [driverFix(driver.driverId, driver.name)],
    }));
}

/** @param driven the vehicles of the period's trips */
export function idleVehicles(
  checked: CheckedReport,
  available: readonly Available[],
  driven: ReadonlySet<string>,
): Draft[] {
  if (!isOver(checked)) return [];
  return available
    .filter(({ id, spans }) => !driven.has(id) && spans.some(({ to }) => to === null))
    .map(({ id, registration, spans }) => ({
      kind: 'idle-vehicle',
      title: `${registration} has no ${tripsOf(checked)} in this quarter, and no last day`,
      detail: `Available since ${formatDay(spans.at(-1)?.from ?? '')}. If it is not available any more, enter its last day.`,
      fixes: [vehicleFix(id, registration)],
      ...NO_TRIPS,
    }));
}

/** Opens what has the number, which is its label. */
type Numbered = Finding['fixes'][number];

/** How TMR's numbers look, as far as is known (docs/regulator.md#numbers). @param drivers those who are not removed */
export function numberFindings(
  beaNumber: string,
  drivers: readonly Pick<AffiliatedDriver, 'driverId' | 'name' | 'driverAuthorityLicense'>[],
  available: readonly Available[],
  now: Date,
): Draft[] {
  const isOdd =
    (pattern: RegExp) =>
    ({ label }: Numbered) =>
      !pattern.test(label);
  const today = brisbaneDay(now);
  const licences = available.flatMap(({ id, registration, licences }) =>
    licences
      .filter(({ expires }) => expires === null || expires >= today)
      .map(({ number }) => ({ ...vehicleFix(id, number), of: registration })),
  );
  const people = drivers.map(({ driverId, driverAuthorityLicense, name }) => ({
    ...driverFix(driverId, driverAuthorityLicense),
    of: name,
  }));
  const plates = available.map(({ id, registration }) => vehicleFix(id, registration));
  return [
    ...(/^\d{5,6}$/.test(beaNumber) ? [] : [beaFinding(beaNumber)]),
    ...oddNumbers(people.filter(isOdd(/^\d+$/)), 'driver authorisation number', 'digits only'),
    ...oddNumbers(licences.filter(isOdd(/^\d+$/)), 'licence number', 'digits only'),
    ...oddNumbers(plates.filter(isOdd(/^[A-Z0-9]{1,7}$/)), 'registration', '1 to 7 letters and digits'),
  ];
}

const beaFinding = (beaNumber: string): Draft => ({
  kind: 'number-form',
  title: 'The BEA Number is not five or six digits',
  detail: 'Compare it with the one that TMR issued. It can be lodged as it is.',
  fixes: [{ opens: 'profile', id: null, label: beaNumber }],
  ...NO_TRIPS,
});

function oddNumbers(odd: readonly Numbered[], noun: string, form: string): Draft[] {
  if (odd.length === 0) return [];
  return [
    {
      kind: 'number-form',
      title: `${countOf(odd.length, noun)} ${odd.length === 1 ? 'is' : 'are'} not ${form}`,
      detail: `Compare ${odd.length === 1 ? 'it with what TMR issued. It' : 'them with what TMR issued. Each'} can be lodged as it is.`,
      fixes: odd.slice(0, MAX_EXAMPLES),
      ...NO_TRIPS,
    },
  ];
}
