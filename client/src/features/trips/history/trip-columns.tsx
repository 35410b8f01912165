import { formatMinutes } from '@shared/figures';
import { formatDateTime } from '@shared/periods';
import { capitaliseSuburb } from '@shared/places/suburbs';
import type { Trip, TripSort } from '@shared/trips/trips';
import { Clipped } from '@/components/ui/clipped';
import type { Column } from '@/components/ui/data-table';

const columns: readonly Column<Trip, TripSort['sort']>[] = [
  {
    header: 'Date',
    sort: 'datetime',
    inCardTitle: true,
    cell: ({ datetime }) => <span className="whitespace-nowrap">{formatDateTime(new Date(datetime))}</span>,
  },
  {
    header: 'Suburb',
    sort: 'suburb',
    cell: ({ suburb }) => <Clipped>{capitaliseSuburb(suburb)}</Clipped>,
    inCardTitle: true,
  },
  { header: 'Postcode', cell: ({ postcode }) => postcode, inCardTitle: true },
  {
    header: 'Driver',
    cell: ({ driverName, driverAuthorityLicense: licence }) => (
      <>
        <Clipped className="sm:leading-4.5">{driverName}</Clipped>
        {licence !== driverName && <Clipped className="text-muted sm:leading-4.5">{licence}</Clipped>}
      </>
    ),
  },
  {
    header: 'Waiting Time',
    sort: 'waitingTime',
    cell: ({ waitingTime }) => formatMinutes(waitingTime),
    numeric: true,
  },
  {
    header: 'Duration',
    cell: ({ duration }) => (duration === null ? null : formatMinutes(duration)),
    numeric: true,
    minor: true,
  },
];

const notes: Column<Trip, TripSort['sort']> = {
  header: 'Notes',
  long: true,
  minor: true,
  cell: (trip) => trip.notes && <Clipped>{trip.notes}</Clipped>,
};

/** The columns of the history; notes only if a trip has some. */
export function tripColumns(trips: readonly Trip[]): readonly Column<Trip, TripSort['sort']>[] {
  return trips.some((trip) => trip.notes) ? [...columns, notes] : columns;
}
