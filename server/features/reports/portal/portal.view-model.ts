import { brisbaneDay } from '@shared/periods';
import type { Period } from '@shared/reports/report-periods';
import type { PortalData, PortalPart } from '@shared/reports/reports';
import { csvText } from '../../../lib/spreadsheets/csv';
import type { AreaTotals } from '../../areas/areas.service';
import type { AvailableVehicle } from '../../vehicles/available-vehicles';
import type { AffiliatedDriver, PeriodFigures } from '../figures.repository';
import { averageWait } from '../report.view-model';

type PortalFigures = Pick<PeriodFigures, 'period' | 'postcodes' | 'drivers' | 'vehicles'> & {
  areas: AreaTotals[];
};

const text = (label: string) => ({ label, kind: 'text' as const });
const number = (label: string) => ({ label, kind: 'number' as const });
const day = (label: string) => ({ label, kind: 'day' as const });

/** What the regulator's portal asks for: trips by postcode, affiliated drivers, vehicles, and of a quarter the areas (docs/regulator.md#lodging). */
export const buildPortalData = (figures: PortalFigures): PortalData => ({
  parts: [
    postcodesPart(figures),
    driversPart(figures.drivers),
    vehiclesPart(figures.vehicles),
    ...(figures.period.kind === 'quarterly' ? [areasPart(figures.areas)] : []),
  ],
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

const vehiclesPart = (vehicles: AvailableVehicle[]): PortalPart => ({
  id: 'vehicles',
  title: 'Available vehicles',
  columns: [text('Registration'), text('Service licence'), day('Start'), day('End')],
  rows: vehicles.map(({ registration, licence, from, to }) => [registration, licence, from, to]),
});

const areasPart = (areas: AreaTotals[]): PortalPart => ({
  id: 'areas',
  title: 'Areas where trips are provided',
  columns: [text('Region'), text('Area'), number('Trips'), number('Average wait (min)')],
  rows: areas.map((sum) => [sum.region, sum.area, sum.tripCount, averageWait(sum)]),
});

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
