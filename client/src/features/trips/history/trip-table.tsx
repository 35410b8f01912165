import { formatMinutes } from '@shared/figures';
import { formatDateTime } from '@shared/periods';
import { capitaliseSuburb } from '@shared/places/suburbs';
import type { TripSort } from '@shared/trips/trip-list';
import type { Trip } from '@shared/trips/trips';
import { waitText } from '@shared/trips/waits';
import { Pencil, Trash2 } from 'lucide-react';
import { IconButton } from '@/components/ui/button';
import { Clipped } from '@/components/ui/clipped';
import { type Column, DataTable } from '@/components/ui/data-table';
import { useNow } from '@/lib/clock';
import { KindBadge } from '../kind-badge';
import { shortWhen, TripPlace, tripLabel } from '../trip-text';
import { sortedBy, type TripHistoryView, withChanges } from './filters/trip-filters';
import { openButtonId } from './panel/with-panel';
import type { useTripSelection } from './selection/trip-selection';

type TripColumn = Column<Trip, TripSort['sort']>;

const columns: readonly TripColumn[] = [
  {
    header: 'Date',
    sort: 'datetime',
    inCardTitle: true,
    cell: ({ datetime }) => <span className="whitespace-nowrap">{formatDateTime(new Date(datetime))}</span>,
  },
  {
    header: 'Suburb',
    sort: 'suburb',
    cell: (trip) => (
      <>
        <Clipped>{capitaliseSuburb(trip.suburb)}</Clipped>
        <KindBadge of={trip} />
      </>
    ),
    inCardTitle: true,
  },
  { header: 'Postcode', cell: ({ postcode }) => postcode, inCardTitle: true },
  {
    header: 'Driver',
    inCardTitle: true,
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
    cell: ({ waitingTime }) => waitText(waitingTime),
    inCardTitle: true,
    numeric: true,
  },
  {
    header: 'Duration',
    cell: ({ duration }) => (duration === null ? null : formatMinutes(duration)),
    inCardTitle: true,
    numeric: true,
    minor: true,
  },
];

/** Shown only if a trip has some. */
const notes: TripColumn = {
  header: 'Notes',
  inCardTitle: true,
  minor: true,
  cell: (trip) => trip.notes && <Clipped>{trip.notes}</Clipped>,
};

/** 25 red bins would be the loudest on the page. A phone has Delete in the trip's dialog. */
const QUIET =
  'max-sm:hidden pointer-fine:opacity-0 group-hover:opacity-100 group-focus-within:opacity-100 forced-colors:opacity-100';

type TripTableProps = {
  view: TripHistoryView;
  trips: readonly Trip[];
  busy: boolean;
  selected: ReturnType<typeof useTripSelection>;
  onShow: (view: TripHistoryView) => void;
  onEdit: (trip: Trip) => void;
  onDelete: (trip: Trip) => void;
  /** The trip that is open next to the table; absent where there is no room for that. */
  opening?: { opened: string; onOpen: (trip: Trip) => void } | undefined;
};

export function TripTable(props: TripTableProps) {
  const { view, trips, busy, selected, onShow, onEdit, onDelete, opening } = props;
  const now = useNow();
  return (
    <DataTable
      caption="Trips"
      columns={trips.some((trip) => trip.notes) ? [...columns, notes] : columns}
      rows={trips}
      rowKey={({ id }) => id}
      cardTitle={(trip) => (
        <>
          <TripPlace of={trip} /> <KindBadge of={trip} />
        </>
      )}
      cardFigure={({ waitingTime }) => waitText(waitingTime)}
      cardSubtitle={({ datetime, driverName }) => (
        <>
          {shortWhen(new Date(datetime), now)} · <bdi>{driverName}</bdi>
        </>
      )}
      actions={(trip) => (
        <>
          <IconButton
            icon={Trash2}
            tone="danger"
            className={QUIET}
            label={`Delete trip: ${tripLabel(trip)}`}
            onClick={() => onDelete(trip)}
          />
          <IconButton icon={Pencil} label={`Edit trip: ${tripLabel(trip)}`} onClick={() => onEdit(trip)} />
        </>
      )}
      busy={busy}
      onRow={onEdit}
      opening={
        opening && {
          ...opening,
          buttonId: ({ id }) => openButtonId(id),
          buttonLabel: (trip) => `Open trip: ${tripLabel(trip)}`,
        }
      }
      sorting={{
        sort: view.sort,
        order: view.order,
        onSort: (sort) => onShow(withChanges(view, sortedBy(view, sort))),
      }}
      selection={{
        selected: selected.ids,
        onChange: selected.tick,
        rowLabel: (trip) => `Select trip: ${tripLabel(trip)}`,
        allLabel: 'Select all on this page',
      }}
    />
  );
}
