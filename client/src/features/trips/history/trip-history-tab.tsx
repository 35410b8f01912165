import { formatAverage, formatCount } from '@shared/figures';
import { PAGE_SIZE, PAGE_SIZES, SEARCH_DEBOUNCE_MS } from '@shared/limits';
import { formatDateTime } from '@shared/periods';
import type { TripSort } from '@shared/trips/trip-list';
import { ArchiveRestore, FileDown, FileUp } from 'lucide-react';
import { useDeferredValue, useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'wouter';
import { Button, buttonClass } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { DataTableSkeleton } from '@/components/ui/data-table';
import { PageHeader } from '@/components/ui/page-header';
import { Pagination } from '@/components/ui/pagination';
import { QueryState } from '@/components/ui/states/query-state';
import { messageOf } from '@/lib/api-client';
import { useIsWide } from '@/lib/hooks/use-media-query';
import { onDevice } from '@/lib/storage';
import { useTrips } from '../api';
import { RefusedTrips, useWaitingHere, WaitingTrips } from '../outbox/waiting-trips';
import { countOfMatches, countOfTrips } from '../trip-text';
import { TripFilterBar } from './filters/trip-filter-bar';
import {
  filtersOf,
  isFiltered,
  NO_FILTERS,
  queryOf,
  readView,
  type TripHistoryFilters,
  type TripHistoryView,
  withChanges,
  withinPages,
  withPageSize,
  writeView,
} from './filters/trip-filters';
import { useFilterWords } from './filters/use-filter-words';
import { useAverageWait } from './history-api';
import { NoTrips, useDoneToTrips } from './no-trips';
import { TripPanel } from './panel/trip-panel';
import {
  openButtonId,
  openTripIn,
  PANEL_HEADING,
  useHasPanel,
  WithPanel,
  withOpenTrip,
} from './panel/with-panel';
import { SelectionBar } from './selection/selection-bar';
import { useTripSelection } from './selection/trip-selection';
import { type OpenDialog, TripDialogs } from './trip-dialogs';
import { TripTable } from './trip-table';

/** A page of the history. Where the first one cannot be read, it is what Log Trip has kept of it (docs/product/app.md#kept-answers). */
function useHistory(view: TripHistoryView, pageSize: number) {
  const list = useTrips(queryOf(view, pageSize));
  // with the same page size it is the same query: to read it would end its error, and so begin again for ever
  const isOther = pageSize !== PAGE_SIZE;
  const kept = useTrips(queryOf(view, PAGE_SIZE), isOther && list.isError && writeView(view) === '');
  return list.isError && kept.isSuccess ? { list: kept, pageSize: PAGE_SIZE } : { list, pageSize };
}

type TripHistoryTabProps = {
  search: string;
  onSearchChange: (search: string, options: { replace: boolean }) => void;
  onLogTrip: () => void;
};

/** The holder's trips by page; filters, order and page are kept in the address. */
export function TripHistoryTab({ search, onSearchChange, onLogTrip }: TripHistoryTabProps) {
  const view = readView(search);
  const [searchText, setSearchText] = useState(view.search);
  const [chosenSize, setPageSize] = useState(storedPageSize);
  const [dialog, setDialog] = useState<OpenDialog>();
  const listElement = useRef<HTMLDivElement>(null);
  const isWide = useIsWide();
  const hasPanel = useHasPanel();
  const openId = openTripIn(search);
  const [openedHere, setOpenedHere] = useState('');

  const { list: query, pageSize } = useHistory(view, chosenSize);
  // drawn in slices: to draw all trips at once keeps a phone from answering taps
  const list = useDeferredValue(query);
  const { trips: listed, total } = list.isError || !list.data ? { trips: [], total: undefined } : list.data;
  const waitingHere = useWaitingHere();
  const waiting = view.page === 1 ? waitingHere : [];
  const trips = listed.filter(({ id }) => !waiting.some(({ stored }) => stored?.id === id));
  const isPastTheEnd = listed.length === 0 && total !== undefined && total > 0;
  const isSettled = !list.isPlaceholderData && !list.isFetching;
  const hasFilters = isFiltered(view);
  const words = useFilterWords();
  const average = useAverageWait(hasFilters && total ? filtersOf(view) : undefined);
  const [done, setDone] = useDoneToTrips(view, total);
  const selected = useTripSelection(view, trips, total);

  function show(next: TripHistoryView, { replace = false } = {}) {
    if (writeView(next) !== writeView(view))
      onSearchChange(withOpenTrip(writeView(next), openId), { replace });
  }

  /** Opens a trip next to the list, or closes it where the id is empty. The panel is no step of its own for the back button. */
  function open(id: string) {
    setOpenedHere(id);
    onSearchChange(withOpenTrip(writeView(view), id), { replace: true });
    const row = document.getElementById(openButtonId(id || openId));
    row?.scrollIntoView({ block: 'nearest' });
    if (!id) (row ?? listElement.current)?.focus();
  }

  const searchFor = useEffectEvent((text: string) =>
    show(withChanges(view, { search: text.trim() }), { replace: true }),
  );
  // a timer with nothing to search for could put this text into the next address
  const isSearched = useEffectEvent((text: string) => text.trim() === view.search);
  useEffect(() => {
    if (isSearched(searchText)) return;
    const timer = setTimeout(() => searchFor(searchText), SEARCH_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [searchText]);

  // the back button may change the search
  useEffect(() => setSearchText((text) => (text.trim() === view.search ? text : view.search)), [view.search]);

  // the last trip of the page may have been deleted
  const stayWithin = useEffectEvent((count: number) =>
    show(withinPages(view, count, pageSize), { replace: true }),
  );
  useEffect(() => {
    if (isSettled && total !== undefined) stayWithin(total);
  }, [isSettled, total]);

  function change(changed: Partial<TripHistoryFilters & TripSort>) {
    // at once: what stands in the field would be searched for again
    if (changed.search !== undefined) setSearchText(changed.search);
    show(withChanges(view, changed));
  }

  const recentlyDeleted = (
    <Button
      variant={isWide ? 'secondary' : 'ghost'}
      icon={ArchiveRestore}
      onClick={() => setDialog({ kind: 'deleted' })}
    >
      Recently deleted
    </Button>
  );

  return (
    <>
      <PageHeader
        title="Trip History"
        description={
          <>
            <span role="status" className="block min-h-5">
              {total !== undefined && (
                <>
                  {hasFilters ? countOfMatches(total) : countOfTrips(total)}
                  {average !== undefined && `, ${formatAverage(average)} min average wait`}
                  {list.error && `, as of ${formatDateTime(new Date(list.dataUpdatedAt))}`}
                </>
              )}
            </span>
            <span className="hidden print:block">
              {words.text(view)}
              {total !== undefined && total > pageSize && (
                <span className="block">
                  Page {formatCount(view.page)} of {formatCount(Math.ceil(total / pageSize))}. An export has
                  them all.
                </span>
              )}
            </span>
          </>
        }
        actions={
          <>
            <Button
              className={WORD_ON_PHONE}
              icon={FileDown}
              disabled={!total}
              onClick={() =>
                setDialog({
                  kind: 'export',
                  selection: { matching: { filters: filtersOf(view), count: total ?? 0 } },
                })
              }
            >
              Export
            </Button>
            <Link href="/import-trips" className={buttonClass('secondary', WORD_ON_PHONE)}>
              <FileUp className="size-4" />
              Import
            </Link>
            {isWide && recentlyDeleted}
          </>
        }
      />
      <TripFilterBar
        searchText={searchText}
        onSearchTextChange={setSearchText}
        view={view}
        onChange={change}
        // the empty list has its own
        onClear={total === 0 ? undefined : () => change(NO_FILTERS)}
      />
      <WithPanel
        panel={
          hasPanel &&
          openId && (
            <TripPanel
              key={openId}
              id={openId}
              listed={trips.find(({ id }) => id === openId)}
              takesFocus={openedHere === openId}
              onEdit={(trip) => setDialog({ kind: 'edit', trip })}
              onDelete={(trip) => setDialog({ kind: 'delete-one', trip })}
              onClose={() => open('')}
              onMove={(step) => {
                const place = trips.findIndex(({ id }) => id === openId);
                const next = place < 0 ? undefined : trips[place + step];
                if (next) open(next.id);
              }}
            />
          )
        }
        onClose={() => open('')}
      >
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
        <div ref={listElement} tabIndex={-1} className="space-y-4 outline-none">
          {total === 0 && (
            <NoTrips
              isFiltered={hasFilters}
              done={done}
              onShow={(foundBy) => {
                if (foundBy === 'recently deleted') return setDialog({ kind: 'deleted' });
                change(foundBy);
                listElement.current?.focus();
              }}
              onClear={() => change(NO_FILTERS)}
              onLogTrip={onLogTrip}
            />
          )}
          {trips.length > 0 && (
            <>
              <TripTable
                view={view}
                trips={trips}
                busy={list.isPlaceholderData}
                selected={selected}
                onShow={show}
                onEdit={(trip) => setDialog({ kind: 'edit', trip })}
                onDelete={(trip) => setDialog({ kind: 'delete-one', trip })}
                opening={
                  hasPanel ? { opened: openId, onOpen: ({ id }) => open(id === openId ? '' : id) } : undefined
                }
              />
              {selected.count > 0 && (
                <SelectionBar
                  selected={selected}
                  onAction={(kind) => setDialog({ kind, selection: selected.selection })}
                />
              )}
              <Pagination
                label="Trips"
                page={view.page}
                pageSize={pageSize}
                total={total ?? 0}
                onPageChange={(page) => {
                  show({ ...view, page });
                  // on a phone a page of cards is several screens high and is read from the top
                  if (!isWide) listElement.current?.scrollIntoView();
                }}
                sizes={{
                  choices: PAGE_SIZES,
                  onChange: (size) => {
                    onDevice.write(PAGE_SIZE_KEY, String(size));
                    setPageSize(size);
                    show(withPageSize(view, pageSize, size), { replace: true });
                  },
                }}
              />
            </>
          )}
        </div>
      </WithPanel>
      {!isWide && !list.isPending && <div className="mt-2 -ml-4">{recentlyDeleted}</div>}
      {dialog && (
        <TripDialogs
          dialog={dialog}
          sorting={view}
          onClose={() => setDialog(undefined)}
          onDone={(doneNow) => {
            const isOpen = dialog.kind === 'delete-one' && dialog.trip.id === openId;
            // what is behind an open dialog takes no focus
            flushSync(() => {
              setDialog(undefined);
              setDone(doneNow);
              selected.clear();
            });
            // the button that had the focus is removed with its trip, or with the selection
            const panel = isOpen ? document.getElementById(PANEL_HEADING) : null;
            (panel ?? listElement.current)?.focus();
          }}
        />
      )}
    </>
  );
}

/** One line, so that the first trip is in the upper half. */
const WORD_ON_PHONE = 'max-sm:px-2 max-sm:text-sm max-sm:[&_svg]:hidden';

const PAGE_SIZE_KEY = 'tripsPerPage';

const storedPageSize = (): number =>
  PAGE_SIZES.find((size) => String(size) === onDevice.read(PAGE_SIZE_KEY)) ?? PAGE_SIZE;
