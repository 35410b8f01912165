import { Readable } from 'node:stream';
import { csvText } from '../../lib/spreadsheets/csv';
import { type ExportedTrip, TRIP_COLUMNS } from './trips.view-model';

/** The trips as CSV, with the workbook's columns. */
export const renderTripsCsv = (trips: AsyncIterable<ExportedTrip> | Iterable<ExportedTrip>): Readable =>
  Readable.from(csvText(TRIP_COLUMNS, trips));
