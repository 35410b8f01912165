import type { Period } from '@shared/reports/report-periods';
import { type PortalData, type PortalPart, portalCells } from '@shared/reports/reports';
import { addTotals, averageWaitNote, NO_TRIPS } from '@shared/trips/waits';
import { type Column, isFigure, type Kind } from '../../../lib/columns';
import { csvText } from '../../../lib/spreadsheets/csv';
import type { AreaSums } from '../../areas/areas.service';
import type { PeriodFigures } from '../figures.repository';
import { apartNote, cameBackNote } from '../report.view-model';
import {
  AREA_COLUMNS,
  AVERAGE_WAIT,
  DRIVER_COLUMNS,
  POSTCODE,
  TRIPS,
  VEHICLE_COLUMNS,
} from '../report-columns';

type PortalFigures = Pick<PeriodFigures, 'period' | 'postcodes' | 'drivers' | 'vehicles'> &
  Pick<AreaSums, 'areas' | 'apart'>;

/** The data of the regulator's portal: trips by postcode, affiliated drivers, vehicles, a quarter's areas (docs/regulator.md#lodging). */
export function buildPortalData({ period, postcodes, drivers, vehicles, ...of }: PortalFigures): PortalData {
  const isQuarter = period.kind === 'quarterly';
  const { authorisation, start, end } = DRIVER_COLUMNS;
  const { registration, licence, start: from, end: to } = VEHICLE_COLUMNS;
  const driversPart = partOf('drivers', 'Affiliated drivers', [authorisation, start, end], drivers);
  const vehicleColumns = [{ ...registration, header: 'Registration' }, licence, from, to];
  // the annual report counts trips, and asks for no waiting times
  const postcodeColumns = isQuarter ? [POSTCODE, TRIPS, AVERAGE_WAIT] : [POSTCODE, TRIPS];
  const averages = isQuarter && { averageNote: averageWaitNote(postcodes.reduce(addTotals, NO_TRIPS)) };
  return {
    parts: [
      { ...partOf('postcodes', 'Trips by postcode', postcodeColumns, postcodes), ...averages },
      { ...driversPart, rows: driversPart.rows.sort(byCells), ...withNote(cameBackNote(drivers)) },
      partOf('vehicles', 'Available vehicles', vehicleColumns, vehicles),
      ...(isQuarter ? [{ ...areasPart(of), ...averages }] : []),
    ],
  };
}

const withNote = (note: string) => (note ? { note } : {});

/** The areas of TMR's list; the portal has no row for anything else. */
const areasPart = ({ areas, apart }: Pick<AreaSums, 'areas' | 'apart'>): PortalPart => ({
  ...partOf('areas', 'Areas where trips are provided', AREA_COLUMNS, areas),
  ...withNote(apart.length > 0 ? `Not in these rows: ${apartNote(apart)}` : ''),
});

const partOf = <Row>(
  id: PortalPart['id'],
  title: string,
  columns: Column<Row>[],
  rows: Row[],
): PortalPart => {
  const remarks = rows.flatMap((of, row) =>
    columns.flatMap(({ value, missing }, column) =>
      typeof missing === 'function' && value(of) === null ? [{ row, column, text: missing(of) }] : [],
    ),
  );
  return {
    id,
    title,
    columns: columns.map(({ header, kind }) => ({ label: header, kind: portalKind(kind) })),
    rows: rows.map((row) => columns.map(({ value }) => value(row) as PortalCell)),
    ...(remarks.length > 0 && { remarks }),
  };
};

type PortalCell = PortalPart['rows'][number][number];

const portalKind = (kind: Kind) => (kind === 'day' ? 'day' : isFigure(kind) ? 'number' : 'text');

const byCells = (a: PortalCell[], b: PortalCell[]): number => (a.join('\0') < b.join('\0') ? -1 : 1);

export const portalFileName = ({ key }: Period, id: PortalPart['id']): string => `${id}-${key}.csv`;

/** A part as CSV, its cells as they are copied. */
export function portalCsv({ parts }: PortalData, id: PortalPart['id']): AsyncGenerator<string> {
  const part = parts.find((one) => one.id === id);
  const columns = part?.columns ?? [];
  return csvText(
    columns.map(({ label }, index) => ({ header: label, value: (cells: string[]) => cells[index] })),
    part ? portalCells(part) : [],
  );
}
