import { Readable } from 'node:stream';
import {
  isPlain,
  type PlainFieldName,
  plainField,
  type TripFieldName,
  tripField,
  tripFieldNames,
} from '@shared/trips/trip-fields';
import type { Trip } from '@shared/trips/trips';
import { csvText } from '../../lib/spreadsheets/csv';
import { sheetOf, type WorkbookColumn, writeWorkbook } from '../../lib/spreadsheets/workbook-writer';

export type ExportedTrip = Omit<
  Trip,
  'beaHolderId' | 'driverId' | 'datetime' | 'createdAt' | 'updatedAt' | 'version'
> & {
  datetime: Date;
};

type ExportedTrips = AsyncIterable<ExportedTrip> | Iterable<ExportedTrip>;
type Cell = Pick<WorkbookColumn<ExportedTrip>, 'kind' | 'value'>;

const cells: Partial<Record<TripFieldName, Cell>> = {
  date: { kind: 'dateTime', value: ({ datetime }) => datetime },
  driver: { kind: 'text', value: ({ driverName }) => driverName },
  licence: { kind: 'code', value: ({ driverAuthorityLicense }) => driverAuthorityLicense },
  vehicle: { kind: 'code', value: ({ vehicleRegistration }) => vehicleRegistration },
  tripId: { kind: 'code', value: ({ id }) => id },
};

const KINDS = {
  text: 'text',
  longText: 'text',
  code: 'code',
  minutes: 'number',
  count: 'number',
  choice: 'text',
} as const;

function plainCell(name: PlainFieldName): Cell {
  const { kind, shown, missing = null } = plainField(name);
  const value = (trip: ExportedTrip) => {
    const stored = trip[name];
    return shown && typeof stored === 'string' ? shown(stored) : (stored ?? missing);
  };
  return { kind: KINDS[kind], value };
}

/** The columns of trips in workbooks and CSV; an import recognises them by their headings. */
export const TRIP_COLUMNS: readonly WorkbookColumn<ExportedTrip>[] = tripFieldNames.flatMap((name) => {
  const { title, exportWidth } = tripField(name);
  const cell = isPlain(name) ? plainCell(name) : cells[name];
  return cell && exportWidth ? [{ header: title, width: exportWidth, ...cell }] : [];
});

export const renderTripsCsv = (trips: ExportedTrips) => Readable.from(csvText(TRIP_COLUMNS, trips));

export const renderTripsWorkbook = (trips: ExportedTrips, now: Date) =>
  writeWorkbook([sheetOf('Trips', TRIP_COLUMNS, trips)], { now });
