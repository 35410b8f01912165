import * as z from 'zod/mini';
import type { DriverInput } from '../driver-input';
import { driverName } from '../drivers';
import { countOf } from '../figures';
import { addDays, brisbaneDay, brisbaneInstant, type Range } from '../periods';
import { readPeriod, reportLabel } from './report-periods';

/** The parts of a driver that a quarterly report prints (docs/product/reports.md#quarterly-report). */
type PrintedDriver = Omit<DriverInput, 'isActive'>;

type Change = {
  /** The times of the trips that come, go or change; of one that is moved, both. */
  trips?: readonly (Date | string)[];
  driver?: { before: PrintedDriver | null; after: PrintedDriver | null };
};

/** A lodged report that a change touches, by its period, and how many of the change's trips lie in that. */
export const touchedReportSchema = z.strictObject({ period: z.string(), trips: z.number() });
export type TouchedReport = z.infer<typeof touchedReportSchema>;

/** The lodged reports that a change alters, in the order of the lodgements. Annual reports name no drivers. */
export function lodgedReportsTouched(
  lodgements: readonly { period: string }[],
  { trips = [], driver }: Change,
): TouchedReport[] {
  const times = trips.map((trip) => new Date(trip).getTime());
  return lodgements.flatMap(({ period }) => {
    const { kind, range } = readPeriod(period);
    const count = times.filter((time) => range.from.getTime() <= time && time < range.to.getTime()).length;
    const printsOther = driver && printed(driver.before, range) !== printed(driver.after, range);
    return count > 0 || (kind === 'quarterly' && printsOther) ? [{ period, trips: count }] : [];
  });
}

/** A driver's line in the report of a quarter; none where the driver's time lies outside it. */
function printed(driver: PrintedDriver | null, { from, to }: Range): string | undefined {
  if (!driver) return undefined;
  const start = brisbaneDay(new Date(driver.startDate));
  const end = driver.endDate && brisbaneDay(new Date(driver.endDate));
  if (brisbaneInstant(start) >= to || (end && brisbaneInstant(addDays(end, 1)) <= from)) return undefined;
  const { driverAuthorityLicense, bookedHireServiceLicense, vehicleRegistrationNumber } = driver;
  return JSON.stringify([
    driverName(driver),
    driverAuthorityLicense,
    bookedHireServiceLicense,
    vehicleRegistrationNumber,
    start,
    end && brisbaneInstant(end) < to ? end : null,
  ]);
}

/** The warning before a change of lodged reports, empty where none is; `counted` says how many trips of a bulk change each report has. */
export function lodgedWarningText(touched: readonly TouchedReport[], { counted = false } = {}): string {
  const trips = (count: number) => countOf(count, 'trip');
  const reports = touched.map(
    (report) => reportLabel(readPeriod(report.period)) + (counted ? ` (${trips(report.trips)})` : ''),
  );
  if (reports.length === 0) return '';
  const isOne = reports.length === 1;
  return `${reports.join(' and ')} ${isOne ? 'is' : 'are'} marked as lodged. This changes what ${isOne ? 'it says' : 'they say'}.`;
}
