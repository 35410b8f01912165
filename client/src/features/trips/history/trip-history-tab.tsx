import { PAGE_SIZE, SEARCH_DEBOUNCE_MS } from '@shared/limits';
import { formatDateTime } from '@shared/periods';
import type { Trip } from '@shared/trips';
import { ArchiveRestore, FileUp, Pencil, Trash2 } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Link } from 'wouter';
import { Button, buttonClass, IconButton } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { DataTable, DataTableSkeleton } from '@/components/ui/data-table';
import { RouteDrawing } from '@/components/ui/drawings';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorState } from '@/components/ui/error-state';
import { PageHeader } from '@/components/ui/page-header';
import { Pagination } from '@/components/ui/pagination';
import { messageOf } from '@/lib/api-client';
import { useIsWide } from '@/lib/hooks/use-media-query';
import { useTrips } from '../api';
import { countOfMatches, countOfTrips, tripLabel } from '../trip-text';
import { DeleteTripsDialog } from './delete-trips-dialog';
import { EditTripDialog } from './edit-trip-dialog';
import { ExportTripsButton } from './export-trips-button';
import { RecentlyDeletedDialog } from './recently-deleted-dialog';
import { SelectionBar } from './selection-bar';
import { tripColumns } from './trip-columns';
import { TripFilterBar } from './trip-filter-bar';
import {
  countFilters,
  NO_FILTERS,
  readView,
  sortedBy,
  type TripHistoryView,
  withChanges,
  withinPages,
  writeView,
} from './trip-filters';

type OpenDialog =
  | { kind: 'edit'; trip: Trip }
  | { kind: 'delete'; trips: readonly Trip[] }
  | { kind: 'deleted' }
  | null;

type TripHistoryTabProps = {
  /** The query string with filters, order and page. */
  search: string;
  /** Changes it; `replace` replaces the current history entry. */
  onSearchChange: (search: string, options: { replace: boolean }) => void;
  onLogTrip: () => void;
};

/** The holder's trips by page; filters, order and page are kept in the address. */
export function TripHistoryTab({ search, onSearchChange, onLogTrip }: TripHistoryTabProps) {
  const view = readView(search);
  const [searchText, setSearchText] = useState(view.search);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const listElement = useRef<HTMLDivElement>(null);
  const isWide = useIsWide();
  const close = () => setDialog(null);

  const list = useTrips({ ...view, limit: PAGE_SIZE });
  const { trips, total } = list.isError || !list.data ? { trips: [], total: undefined } : list.data;
  const isPastTheEnd = trips.length === 0 && total !== undefined && total > 0;
  const isSettled = !list.isPlaceholderData && !list.isFetching;
  const isFiltered = countFilters(view) > 0;
  const selectedTrips = trips.filter(({ id }) => selected.has(id));

  function show(next: TripHistoryView, { replace = false } = {}) {
    if (writeView(next) !== writeView(view)) onSearchChange(writeView(next), { replace });
  }

  const searchFor = useEffectEvent((text: string) =>
    show(withChanges(view, { search: text.trim() }), { replace: true }),
  );
  useEffect(() => {
    const timer = setTimeout(() => searchFor(searchText), SEARCH_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [searchText]);

  // the back button may change the search
  useEffect(() => setSearchText((text) => (text.trim() === view.search ? text : view.search)), [view.search]);

  // the last trip of the page may have been deleted
  const stayWithin = useEffectEvent((count: number) => show(withinPages(view, count), { replace: true }));
  useEffect(() => {
    if (isSettled && total !== undefined) stayWithin(total);
  }, [isSettled, total]);

  function clearFilters() {
    setSearchText('');
    show(withChanges(view, NO_FILTERS));
  }

  return (
    <>
      <PageHeader
        title="Trip History"
        description={
          <span role="status" className="block min-h-5">
            {total !== undefined && total > 0 && (isFiltered ? countOfMatches(total) : countOfTrips(total))}
          </span>
        }
        actions={
          <>
            <ExportTripsButton filters={view} />
            <Link href="/import-trips" className={buttonClass()}>
              <FileUp className="size-4" />
              Import
            </Link>
            <Button
              aria-label="Recently deleted"
              className="max-sm:w-11 max-sm:px-0"
              icon={ArchiveRestore}
              onClick={() => setDialog({ kind: 'deleted' })}
            >
              <span className="max-sm:hidden">Recently deleted</span>
            </Button>
          </>
        }
      />
      <TripFilterBar
        searchText={searchText}
        onSearchTextChange={setSearchText}
        view={view}
        onChange={(changed) => show(withChanges(view, changed))}
      />
      {list.isError && (
        <Card>
          <ErrorState
            title={`Error loading trips: ${messageOf(list.error, list.error.message)}`}
            onRetry={() => list.refetch()}
            retrying={list.isFetching}
          />
        </Card>
      )}
      {(list.isPending || isPastTheEnd) && <DataTableSkeleton label="Loading trips" rows={PAGE_SIZE} />}
      {total === 0 && (
        <Card>
          <EmptyState
            drawing={<RouteDrawing />}
            title="No trips found"
            hint={isFiltered ? 'Nothing matches these filters.' : 'Trips you log are kept here.'}
            action={
              <Button onClick={isFiltered ? clearFilters : onLogTrip}>
                {isFiltered ? 'Clear filters' : 'Log a trip'}
              </Button>
            }
          />
        </Card>
      )}
      {trips.length > 0 && (
        <div ref={listElement} tabIndex={-1} className="space-y-4 outline-none">
          <DataTable
            caption="Trips"
            columns={tripColumns(trips)}
            rows={trips}
            rowKey={({ id }) => id}
            cardTitle={({ suburb, postcode, datetime }) => (
              <>
                {suburb} {postcode}
                <span className="block text-sm font-normal text-muted">
                  {formatDateTime(new Date(datetime))}
                </span>
              </>
            )}
            actions={(trip) => (
              <>
                <IconButton
                  icon={Pencil}
                  label={`Edit trip: ${tripLabel(trip)}`}
                  onClick={() => setDialog({ kind: 'edit', trip })}
                />
                <IconButton
                  icon={Trash2}
                  tone="danger"
                  label={`Delete trip: ${tripLabel(trip)}`}
                  onClick={() => setDialog({ kind: 'delete', trips: [trip] })}
                />
              </>
            )}
            busy={list.isPlaceholderData}
            sorting={{
              sort: view.sort,
              order: view.order,
              onSort: (sort) => show(withChanges(view, sortedBy(view, sort))),
            }}
            selection={{
              selected,
              onChange: setSelected,
              rowLabel: (trip) => `Select trip: ${tripLabel(trip)}`,
              allLabel: 'Select all on this page',
            }}
          />
          {selectedTrips.length > 0 && (
            <SelectionBar
              count={selectedTrips.length}
              onClear={() => setSelected(new Set())}
              onDelete={() => setDialog({ kind: 'delete', trips: selectedTrips })}
            />
          )}
          <Pagination
            label="Trips"
            page={view.page}
            pageSize={PAGE_SIZE}
            total={total ?? 0}
            onPageChange={(page) => {
              show({ ...view, page });
              // on a phone a page of cards is several screens high and is read from the top
              if (!isWide) listElement.current?.scrollIntoView();
            }}
          />
        </div>
      )}
      <EditTripDialog trip={dialog?.kind === 'edit' ? dialog.trip : null} onClose={close} />
      <DeleteTripsDialog
        trips={dialog?.kind === 'delete' ? dialog.trips : []}
        onCancel={close}
        onDeleted={() => {
          close();
          // the button that had the focus is removed with its trip
          requestAnimationFrame(() => listElement.current?.focus());
        }}
      />
      <RecentlyDeletedDialog open={dialog?.kind === 'deleted'} onClose={close} />
    </>
  );
}
