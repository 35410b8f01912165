import type { Readable } from 'node:stream';
import { sheetOf, writeWorkbook } from '../../lib/spreadsheets/workbook-writer';
import { type ExportedTrip, TRIP_COLUMNS } from './trips.view-model';

/** The workbook of trips: one row a trip, dates as dates, figures as figures. */
export const renderTripsWorkbook = (
  trips: AsyncIterable<ExportedTrip> | Iterable<ExportedTrip>,
  now: Date,
): Readable => writeWorkbook([sheetOf('Trips', TRIP_COLUMNS, trips)], { now });
