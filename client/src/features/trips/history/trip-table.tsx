import { formatDateTime } from '@shared/periods';
import type { Trip } from '@shared/trips/trips';
import { PanelRight, Pencil, Trash2 } from 'lucide-react';
import { IconButton } from '@/components/ui/button';
import { Clipped } from '@/components/ui/clipped';
import { DataTable } from '@/components/ui/data-table';
import { Place, tripLabel } from '../trip-text';
import { sortedBy, type TripHistoryView, withChanges } from './filters/trip-filters';
import { openButtonId } from './panel/with-panel';
import type { useTripSelection } from './selection/trip-selection';
import { tripColumns } from './trip-columns';

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

/** A page of trips. */
export function TripTable(props: TripTableProps) {
  const { view, trips, busy, selected, onShow, onEdit, onDelete, opening } = props;
  return (
    <DataTable
      caption="Trips"
      columns={tripColumns(trips)}
      rows={trips}
      rowKey={({ id }) => id}
      cardTitle={(trip) => (
        <>
          <Clipped tall>
            <Place of={trip} />
          </Clipped>
          <span className="block text-sm font-normal text-muted">
            {formatDateTime(new Date(trip.datetime))}
          </span>
        </>
      )}
      actions={(trip) => (
        <>
          {opening && (
            <IconButton
              id={openButtonId(trip.id)}
              icon={PanelRight}
              label={`Open trip: ${tripLabel(trip)}`}
              aria-expanded={opening.opened === trip.id}
              onClick={() => opening.onOpen(trip)}
            />
          )}
          <IconButton icon={Pencil} label={`Edit trip: ${tripLabel(trip)}`} onClick={() => onEdit(trip)} />
          <IconButton
            icon={Trash2}
            tone="danger"
            label={`Delete trip: ${tripLabel(trip)}`}
            onClick={() => onDelete(trip)}
          />
        </>
      )}
      busy={busy}
      opening={opening}
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
