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

const MOST_REMEMBERED = 5_000;

/** Remembers what it made of a text: the trips of a file go to few places, and a tenth of its time went into their capitals. */
function remembering(make: (text: string) => string): (text: string) => string {
  const made = new Map<string, string>();
  return (text) => {
    const known = made.get(text);
    if (known !== undefined) return known;
    if (made.size >= MOST_REMEMBERED) made.clear();
    const fresh = make(text);
    made.set(text, fresh);
    return fresh;
  };
}

function plainCell(name: PlainFieldName): Cell {
  const field = plainField(name);
  const { kind } = field;
  const shown = field.shown && remembering(field.shown);
  const value = (trip: ExportedTrip) => {
    const stored = trip[name];
    return shown && typeof stored === 'string' ? shown(stored) : stored;
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
