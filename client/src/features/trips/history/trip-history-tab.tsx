import type { Trip } from '@shared/trips/trips';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useIsWide } from '@/lib/hooks/use-media-query';
import { TripFilterBar } from './filters/trip-filter-bar';
import { filtersOf, isFiltered, NO_FILTERS } from './filters/trip-filters';
import { useTripChanges } from './history-api';
import { HistoryHeader, RecentlyDeletedButton } from './history-header';
import { NoTrips, useDoneToTrips } from './no-trips';
import { TripPanel } from './panel/trip-panel';
import { openButtonId, PANEL_HEADING, useHasPanel, WithPanel } from './panel/with-panel';
import { type DoneToTrips, useTripSelection } from './selection/trip-selection';
import { type OpenDialog, TripDialogs } from './trip-dialogs';
import { AboveTrips, TripList } from './trip-list';
import { type HistoryView, useHistoryView, useStayWithin } from './use-history-view';
import { type TripListState, useTripList } from './use-trip-list';

type TripHistoryTabProps = {
  search: string;
  onSearchChange: (search: string, options: { replace: boolean }) => void;
  onLogTrip: () => void;
};

/** The holder's trips by page; filters, order and page are kept in the address. */
export function TripHistoryTab({ search, onSearchChange, onLogTrip }: TripHistoryTabProps) {
  const history = useHistoryView(search, onSearchChange);
  const { view, change, openId } = history;
  const page = useTripList(view);
  const { list, trips, total } = page;
  useStayWithin(history, page.isSettled ? total : undefined, page.pageSize);
  const listElement = useRef<HTMLDivElement>(null);
  const panel = useTripPanel(history, trips, listElement);
  useCloseUnlisted(history, page);
  const [done, setDone] = useDoneToTrips(view, total);
  const selected = useTripSelection(view, trips, total);
  const [dialog, setDialog] = useState<OpenDialog>();
  const isWide = useIsWide();

  function finish(doneNow: DoneToTrips | undefined) {
    const isOpen = dialog?.kind === 'delete-one' && dialog.trip.id === openId;
    // elements behind an open dialog take no focus
    flushSync(() => {
      setDialog(undefined);
      setDone(doneNow);
      selected.clear();
    });
    // the button that had the focus is removed with its trip, or with the selection
    const heading = isOpen ? document.getElementById(PANEL_HEADING) : null;
    (heading ?? listElement.current)?.focus();
  }

  return (
    <>
      <HistoryHeader view={view} page={page} onDialog={setDialog} />
      <TripFilterBar
        searchText={history.searchText}
        onSearchTextChange={history.setSearchText}
        view={view}
        onChange={change}
        // the empty list has its own
        onClear={total === 0 ? undefined : () => change(NO_FILTERS)}
      />
      <WithPanel
        panel={panel.shown && <TripPanel key={openId} {...panel.shown} onDialog={setDialog} />}
        onClose={panel.close}
      >
        <AboveTrips view={view} page={page} />
        <div ref={listElement} tabIndex={-1} className="space-y-4 outline-none">
          {total === 0 && (
            <NoTrips
              isFiltered={isFiltered(view)}
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
            <TripList
              history={history}
              page={page}
              selected={selected}
              onOpenTrip={panel.toggle}
              onDialog={setDialog}
              // on a phone a page of cards is several screens high and is read from the top
              onPage={() => !isWide && listElement.current?.scrollIntoView()}
            />
          )}
        </div>
      </WithPanel>
      {!isWide && !list.isPending && (
        <div className="mt-2 -ml-4">
          <RecentlyDeletedButton onDialog={setDialog} />
        </div>
      )}
      {panel.isMissing && !dialog && (
        <NamedTrip
          key={openId}
          id={openId}
          onFound={(named) => {
            panel.close();
            setDialog(named);
          }}
        />
      )}
      {dialog && (
        <TripDialogs dialog={dialog} sorting={view} onClose={() => setDialog(undefined)} onDone={finish} />
      )}
    </>
  );
}

/** Closes the trip that the list no longer has once other filters are set. One that an address names stays. */
function useCloseUnlisted({ view, openId, openTrip }: HistoryView, { trips, isSettled }: TripListState) {
  const filters = JSON.stringify(filtersOf(view));
  const settled = useRef(filters);
  const settle = useEffectEvent(() => {
    if (settled.current !== filters && openId && !trips.some(({ id }) => id === openId)) openTrip('');
    settled.current = filters;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: other filters whose trips are known already settle at once
  useEffect(() => {
    if (isSettled) settle();
  }, [filters, isSettled]);
}

/** The panel of a trip next to the list, where there is room. */
function useTripPanel(
  { openId, openTrip }: HistoryView,
  trips: readonly Trip[],
  list: RefObject<HTMLElement | null>,
) {
  const hasPanel = useHasPanel();
  const [openedHere, setOpenedHere] = useState('');

  function open(id: string) {
    setOpenedHere(id);
    openTrip(id);
    const row = document.getElementById(openButtonId(id || openId));
    row?.scrollIntoView({ block: 'nearest' });
    if (!id) (row ?? list.current)?.focus();
  }
  const close = () => open('');

  return {
    close,
    /** Whether the address names a trip that cannot be shown next to the list. */
    isMissing: !hasPanel && openId !== '' && openedHere !== openId,
    toggle: hasPanel ? ({ id }: Trip) => open(id === openId ? '' : id) : undefined,
    shown: hasPanel &&
      openId !== '' && {
        id: openId,
        listed: trips.find(({ id }) => id === openId),
        takesFocus: openedHere === openId,
        onClose: close,
        onMove(step: 1 | -1) {
          const place = trips.findIndex(({ id }) => id === openId);
          const next = place < 0 ? undefined : trips[place + step];
          if (next) open(next.id);
        },
      },
  };
}

/** Opens the trip that an address names, where there is no room for a panel. */
function NamedTrip({ id, onFound }: { id: string; onFound: (dialog: OpenDialog) => void }) {
  const { data } = useTripChanges(id);
  const find = useEffectEvent(onFound);
  useEffect(() => {
    if (data) find(data.isDeleted ? { kind: 'deleted' } : { kind: 'edit', trip: data.trip });
  }, [data]);
  return null;
}
