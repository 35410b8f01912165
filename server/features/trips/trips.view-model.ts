import { capitaliseSuburb } from '@shared/places/suburbs';
import type { Trip } from '@shared/trips/trips';
import type { WorkbookColumn } from '../../lib/spreadsheets/workbook-writer';

/** What of a trip is written to a file. */
export type ExportedTrip = Omit<
  Trip,
  'beaHolderId' | 'driverId' | 'datetime' | 'createdAt' | 'updatedAt' | 'version'
> & {
  datetime: Date;
};

/** The columns of trips in workbooks and CSV; an import recognises them by their headings. */
export const TRIP_COLUMNS: readonly WorkbookColumn<ExportedTrip>[] = [
  { header: 'Date', width: 18, format: 'dateTime', value: ({ datetime }) => datetime },
  { header: 'Driver', width: 24, format: 'text', value: ({ driverName }) => driverName },
  {
    header: 'Driver Authority License',
    width: 24,
    format: 'code',
    value: ({ driverAuthorityLicense }) => driverAuthorityLicense,
  },
  { header: 'Suburb', width: 24, format: 'text', value: ({ suburb }) => capitaliseSuburb(suburb) },
  { header: 'Postcode', width: 11, format: 'code', value: ({ postcode }) => postcode },
  { header: 'Waiting Time (minutes)', width: 23, format: 'number', value: ({ waitingTime }) => waitingTime },
  { header: 'Duration (minutes)', width: 19, format: 'number', value: ({ duration }) => duration },
  { header: 'Notes', width: 40, format: 'text', value: ({ notes }) => notes },
  { header: 'Trip ID', width: 38, format: 'code', value: ({ id }) => id },
];
