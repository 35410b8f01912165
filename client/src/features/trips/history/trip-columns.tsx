import { formatDateTime } from '@shared/periods';
import type { Trip, TripSort } from '@shared/trips';
import type { Column } from '@/components/ui/data-table';
import { minutesText } from '../trip-text';

const columns: readonly Column<Trip, TripSort['sort']>[] = [
  {
    header: 'Date',
    sort: 'datetime',
    inCardTitle: true,
    cell: ({ datetime }) => <span className="whitespace-nowrap">{formatDateTime(new Date(datetime))}</span>,
  },
  { header: 'Suburb', sort: 'suburb', cell: ({ suburb }) => suburb, inCardTitle: true },
  { header: 'Postcode', cell: ({ postcode }) => postcode, inCardTitle: true },
  {
    header: 'Driver',
    cell: ({ driverName, driverAuthorityLicense: licence }) => (
      <>
        {driverName}
        {licence !== driverName && (
          <span className="text-muted max-sm:before:content-['_·_'] sm:block">{licence}</span>
        )}
      </>
    ),
  },
  {
    header: 'Waiting Time',
    sort: 'waitingTime',
    cell: ({ waitingTime }) => minutesText(waitingTime),
    numeric: true,
  },
  {
    header: 'Duration',
    cell: ({ duration }) => (duration === null ? null : minutesText(duration)),
    numeric: true,
  },
];

const notes: Column<Trip, TripSort['sort']> = {
  header: 'Notes',
  long: true,
  cell: (trip) => trip.notes && <span className="whitespace-pre-line wrap-anywhere">{trip.notes}</span>,
};

/** The columns of the history; notes only if a trip has some. */
export function tripColumns(trips: readonly Trip[]): readonly Column<Trip, TripSort['sort']>[] {
  return trips.some((trip) => trip.notes) ? [...columns, notes] : columns;
}
