import type { Period } from '@shared/reports/report-periods';
import type { PortalData, PortalPart } from '@shared/reports/reports';
import { type Column, isFigure, type Kind } from '../../../lib/columns';
import { csvText } from '../../../lib/spreadsheets/csv';
import type { AreaTotals } from '../../areas/areas.service';
import type { PeriodFigures } from '../figures.repository';
import {
  AREA_COLUMNS,
  AVERAGE_WAIT,
  DRIVER_COLUMNS,
  POSTCODE,
  TRIPS,
  VEHICLE_COLUMNS,
} from '../report-columns';

type PortalFigures = Pick<PeriodFigures, 'period' | 'postcodes' | 'drivers' | 'vehicles'> & {
  areas: AreaTotals[];
};

/** The data of the regulator's portal: trips by postcode, affiliated drivers, vehicles, a quarter's areas (docs/regulator.md#lodging). */
export function buildPortalData({ period, postcodes, drivers, vehicles, areas }: PortalFigures): PortalData {
  const isQuarter = period.kind === 'quarterly';
  const { authorisation, start, end } = DRIVER_COLUMNS;
  const { registration, licence, start: from, end: to } = VEHICLE_COLUMNS;
  const driversPart = partOf('drivers', 'Affiliated drivers', [authorisation, start, end], drivers);
  const vehicleColumns = [{ ...registration, header: 'Registration' }, licence, from, to];
  // the annual report counts trips, and asks for no waiting times
  const postcodeColumns = isQuarter ? [POSTCODE, TRIPS, AVERAGE_WAIT] : [POSTCODE, TRIPS];
  return {
    parts: [
      partOf('postcodes', 'Trips by postcode', postcodeColumns, postcodes),
      { ...driversPart, rows: driversPart.rows.sort(byCells) },
      partOf('vehicles', 'Available vehicles', vehicleColumns, vehicles),
      ...(isQuarter ? [partOf('areas', 'Areas where trips are provided', AREA_COLUMNS, areas)] : []),
    ],
  };
}

const partOf = <Row>(
  id: PortalPart['id'],
  title: string,
  columns: Column<Row>[],
  rows: Row[],
): PortalPart => ({
  id,
  title,
  columns: columns.map(({ header, kind }) => ({ label: header, kind: portalKind(kind) })),
  rows: rows.map((row) => columns.map(({ value }) => value(row) as PortalCell)),
});

type PortalCell = PortalPart['rows'][number][number];

const portalKind = (kind: Kind) => (kind === 'day' ? 'day' : isFigure(kind) ? 'number' : 'text');

const byCells = (a: PortalCell[], b: PortalCell[]): number => (a.join('\0') < b.join('\0') ? -1 : 1);

export const portalFileName = ({ key }: Period, id: PortalPart['id']): string => `${id}-${key}.csv`;

export function portalCsv({ parts }: PortalData, id: PortalPart['id']): AsyncGenerator<string> {
  const { columns, rows } = parts.find((part) => part.id === id) ?? { columns: [], rows: [] };
  return csvText(
    columns.map(({ label }, index) => ({ header: label, value: (row: PortalCell[]) => row[index] })),
    rows,
  );
}
