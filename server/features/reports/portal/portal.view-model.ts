import { brisbaneDay } from '@shared/periods';
import type { Period } from '@shared/reports/report-periods';
import type { PortalData, PortalPart } from '@shared/reports/reports';
import { csvText } from '../../../lib/spreadsheets/csv';
import type { AffiliatedDriver, PeriodFigures } from '../figures.repository';
import { averageWait } from '../report.view-model';

type PortalFigures = Pick<PeriodFigures, 'period' | 'postcodes' | 'drivers'>;

const text = (label: string) => ({ label, kind: 'text' as const });
const number = (label: string) => ({ label, kind: 'number' as const });
const day = (label: string) => ({ label, kind: 'day' as const });

/** What the regulator's portal asks for, in its order: trips by postcode, affiliated drivers, vehicles (docs/regulator.md#lodging). */
export const buildPortalData = (figures: PortalFigures): PortalData => ({
  parts: [postcodesPart(figures), driversPart(figures.drivers), vehiclesPart(figures.drivers)],
});

/** The annual report counts trips, and asks for no waiting times. */
function postcodesPart({ period, postcodes }: PortalFigures): PortalPart {
  const withWait = period.kind === 'quarterly';
  return {
    id: 'postcodes',
    title: 'Trips by postcode',
    columns: [text('Postcode'), number('Trips'), ...(withWait ? [number('Average wait (min)')] : [])],
    rows: postcodes.map((part) => [part.postcode, part.tripCount, ...(withWait ? [averageWait(part)] : [])]),
  };
}

const driversPart = (drivers: AffiliatedDriver[]): PortalPart => ({
  id: 'drivers',
  title: 'Affiliated drivers',
  columns: [text('Driver authorisation'), day('Start'), day('End')],
  rows: drivers.map((driver) => [driver.driverAuthorityLicense, ...daysOf(driver)]).sort(byCells),
});

const daysOf = ({ startDate, endDate }: AffiliatedDriver) => [
  brisbaneDay(startDate),
  endDate && brisbaneDay(endDate),
];

/** A vehicle runs from its first driver's start to its last driver's end, once per licence. */
function vehiclesPart(drivers: AffiliatedDriver[]): PortalPart {
  const vehicles = new Map<string, AffiliatedDriver>();
  for (const driver of drivers) {
    const key = JSON.stringify([driver.vehicleRegistrationNumber, driver.bookedHireServiceLicense]);
    const known = vehicles.get(key) ?? driver;
    vehicles.set(key, {
      ...known,
      startDate: driver.startDate < known.startDate ? driver.startDate : known.startDate,
      endDate:
        known.endDate && driver.endDate && (driver.endDate > known.endDate ? driver.endDate : known.endDate),
    });
  }
  return {
    id: 'vehicles',
    title: 'Vehicles',
    columns: [text('Registration'), text('Booked hire service licence'), day('Start'), day('End')],
    rows: [...vehicles.values()]
      .map((driver) => [driver.vehicleRegistrationNumber, driver.bookedHireServiceLicense, ...daysOf(driver)])
      .sort(byCells),
  };
}

const byCells = (a: (string | null)[], b: (string | null)[]): number =>
  a.join('\0') < b.join('\0') ? -1 : 1;

export const portalFileName = ({ key }: Period, id: PortalPart['id']): string => `${id}-${key}.csv`;

export function portalCsv({ parts }: PortalData, id: PortalPart['id']): AsyncGenerator<string> {
  const { columns, rows } = parts.find((part) => part.id === id) ?? { columns: [], rows: [] };
  const valueAt = (index: number) => (row: PortalPart['rows'][number]) => row[index];
  return csvText(
    columns.map(({ label }, index) => ({ header: label, value: valueAt(index) })),
    rows,
  );
}
