import * as z from 'zod/mini';
import type { DriverInput } from '../driver-input';
import { driverName } from '../drivers';
import { countOf } from '../figures';
import { addDays, brisbaneDay, brisbaneInstant, lastDay, type Range } from '../periods';
import { type TripKind, USUAL_KIND } from '../trips/trip-kinds';
import { licenceWithin } from '../vehicles/licence-within';
import type { VehicleInput } from '../vehicles/vehicle-input';
import { readPeriod, reportLabel } from './report-periods';

/** The parts of a driver that a quarterly report prints (docs/product/reports.md#quarterly-report). */
type PrintedDriver = Omit<DriverInput, 'isActive'>;
/** The parts of a vehicle that it prints. */
type PrintedVehicle = Pick<VehicleInput, 'registration' | 'availability' | 'licences' | 'isSubstituteTaxi'>;

type Before<Row> = {
  before: Row | null;
  after: Row | null;
  /** The first day of a dated change, which leaves the quarters before it alone; absent for a correction. */
  changedOn?: string | undefined;
};

type ChangedTrip = { datetime: Date | string; kind?: TripKind | undefined };

type Change = {
  /** The trips that come, go or change, or their times; of one that is moved, both. A list is one trip before and after, which counts once. */
  trips?: readonly (Date | string | ChangedTrip | readonly ChangedTrip[])[];
  driver?: Before<PrintedDriver>;
  vehicle?: Before<PrintedVehicle>;
};

/** A lodged report that a change touches, by its period, and how many of the change's trips lie in that. */
export const touchedReportSchema = z.strictObject({ period: z.string(), trips: z.number() });
export type TouchedReport = z.infer<typeof touchedReportSchema>;

/**
 * The lodged reports that a change alters, in the order of the lodgements. Annual reports name no drivers, and they alone
 * count trips from a rank or hailed; no report counts those for another booking entity.
 */
export function lodgedReportsTouched(
  lodgements: readonly { period: string }[],
  { trips = [], driver, vehicle }: Change,
): TouchedReport[] {
  const changed = trips.map((trip) => sidesOf(trip));
  return lodgements.flatMap(({ period }) => {
    const { kind, range } = readPeriod(period);
    const count = changed.filter((sides) =>
      sides.some(
        ({ time, tripKind }) =>
          range.from.getTime() <= time &&
          time < range.to.getTime() &&
          (tripKind === USUAL_KIND || (kind === 'annual' && tripKind === 'rank-or-hail')),
      ),
    ).length;
    const printsOther = differs(driver, range, printedDriver) || differs(vehicle, range, printedVehicle);
    return count > 0 || (kind === 'quarterly' && printsOther) ? [{ period, trips: count }] : [];
  });
}

function sidesOf(trip: NonNullable<Change['trips']>[number]) {
  const sides = typeof trip === 'string' || trip instanceof Date ? [{ datetime: trip }] : [trip].flat();
  return sides.map(({ datetime, kind = USUAL_KIND }: ChangedTrip) => ({
    time: new Date(datetime).getTime(),
    tripKind: kind,
  }));
}

const differs = <Row>(
  change: Before<Row> | undefined,
  range: Range,
  printed: (row: Row, range: Range) => string | undefined,
): boolean => {
  if (!change || (change.changedOn && brisbaneInstant(change.changedOn) >= range.to)) return false;
  const [before, after] = [change.before, change.after].map((row) => row && (printed(row, range) ?? null));
  return before !== after;
};

/** A driver's line in the report of a quarter; undefined where the driver's time lies outside it. */
function printedDriver(driver: PrintedDriver, { from, to }: Range): string | undefined {
  const start = brisbaneDay(new Date(driver.startDate));
  const end = driver.endDate && brisbaneDay(new Date(driver.endDate));
  if (brisbaneInstant(start) >= to || (end && brisbaneInstant(addDays(end, 1)) <= from)) return undefined;
  const { driverAuthorityLicense, bookedHireServiceLicense, vehicleRegistrationNumber, isSubcontracted } =
    driver;
  return JSON.stringify([
    driverName(driver),
    driverAuthorityLicense,
    bookedHireServiceLicense,
    vehicleRegistrationNumber,
    isSubcontracted === true,
    start,
    end && brisbaneInstant(end) < to ? end : null,
  ]);
}

/** A vehicle's lines in the report of a quarter; empty unless it is available in the quarter. */
function printedVehicle({ registration, availability, ...licensed }: PrintedVehicle, range: Range) {
  const [first, last] = [brisbaneDay(range.from), lastDay(range)];
  const spans = availability.filter(({ from, to }) => from <= last && (to === null || to >= first));
  if (spans.length === 0) return undefined;
  return JSON.stringify([
    registration,
    ...spans.map(({ from, to }) => {
      const licence = licenceWithin(licensed, from > first ? from : first, to && to < last ? to : last);
      return [from, to && to <= last ? to : null, licence];
    }),
  ]);
}

/** The warning before a change of lodged reports, else empty; `counted` says how many trips of a bulk change each report has. */
export function lodgedWarningText(touched: readonly TouchedReport[], { counted = false } = {}): string {
  const trips = (count: number) => countOf(count, 'trip');
  const reports = touched.map(
    (report) => reportLabel(readPeriod(report.period)) + (counted ? ` (${trips(report.trips)})` : ''),
  );
  if (reports.length === 0) return '';
  const isOne = reports.length === 1;
  return `${reports.join(' and ')} ${isOne ? 'is' : 'are'} marked as lodged. This changes what ${isOne ? 'it says' : 'they say'}.`;
}
