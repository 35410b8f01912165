import { PAGE_SIZES } from '@shared/limits';
import type { Trip } from '@shared/trips/trips';
import { Card } from '@/components/ui/card';
import { DataTableSkeleton } from '@/components/ui/data-table';
import { Pagination } from '@/components/ui/pagination';
import { QueryState } from '@/components/ui/states/query-state';
import { messageOf } from '@/lib/api-client';
import { RefusedTrips, WaitingTrips } from '../outbox/waiting-trips';
import { type TripHistoryView, withPageSize } from './filters/trip-filters';
import { SelectionBar } from './selection/selection-bar';
import type { useTripSelection } from './selection/trip-selection';
import type { OpenDialog } from './trip-dialogs';
import { TripTable } from './trip-table';
import type { HistoryView } from './use-history-view';
import type { TripListState } from './use-trip-list';

/** The part above the list: trips that are not stored yet, a reason for an empty list, and progress. */
export function AboveTrips({ view, page }: { view: TripHistoryView; page: TripListState }) {
  const { list, pageSize, waiting, isPastTheEnd } = page;
  return (
    <>
      {view.page === 1 && (
        <div className="space-y-4 not-empty:mb-4">
          <RefusedTrips />
          <WaitingTrips records={waiting} />
        </div>
      )}
      {list.isError && (
        <div className="max-sm:pt-2">
          <Card>
            <QueryState
              query={list}
              failed="These trips could not be loaded"
              title={`Error loading trips: ${messageOf(list.error, list.error.message)}`}
            />
          </Card>
        </div>
      )}
      {(list.isPending || isPastTheEnd) && (
        <DataTableSkeleton label="Loading trips" rows={pageSize} columns={8} isSelectable />
      )}
    </>
  );
}

type TripListProps = {
  history: HistoryView;
  page: TripListState;
  selected: ReturnType<typeof useTripSelection>;
  /** Opens a trip next to the list; undefined where there is no room for that. */
  onOpenTrip: ((trip: Trip) => void) | undefined;
  onDialog: (dialog: OpenDialog) => void;
  /** Called when another page was chosen. */
  onPage: () => void;
};

/** A page of trips with their selection, and the way to other pages. */
export function TripList({ history, page, selected, onOpenTrip, onDialog, onPage }: TripListProps) {
  const { view, show, openId } = history;
  const { list, trips, total = 0, pageSize, setPageSize } = page;
  return (
    <>
      <TripTable
        view={view}
        trips={trips}
        busy={list.isPlaceholderData}
        selected={selected}
        onShow={show}
        onEdit={(trip) => onDialog({ kind: 'edit', trip })}
        onDelete={(trip) => onDialog({ kind: 'delete-one', trip })}
        opening={onOpenTrip && { opened: openId, onOpen: onOpenTrip }}
      />
      {selected.count > 0 && (
        <SelectionBar
          selected={selected}
          onAction={(kind) => onDialog({ kind, selection: selected.selection })}
        />
      )}
      <Pagination
        label="Trips"
        page={view.page}
        pageSize={pageSize}
        total={total}
        onPageChange={(next) => {
          show({ ...view, page: next });
          onPage();
        }}
        sizes={{
          choices: PAGE_SIZES,
          onChange(size) {
            setPageSize(size);
            show(withPageSize(view, pageSize, size), { replace: true });
          },
        }}
      />
    </>
  );
}
