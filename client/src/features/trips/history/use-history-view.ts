import { SEARCH_DEBOUNCE_MS } from '@shared/limits';
import type { TripSort } from '@shared/trips/trip-list';
import { useEffect, useEffectEvent, useState } from 'react';
import {
  readView,
  type TripHistoryFilters,
  type TripHistoryView,
  withChanges,
  withinPages,
  writeView,
} from './filters/trip-filters';
import { openTripIn, withOpenTrip } from './panel/with-panel';

type ShowSearch = (search: string, options: { replace: boolean }) => void;

/** Filters, order, page and the open trip of Trip History, all of which the address keeps. */
export function useHistoryView(search: string, onSearchChange: ShowSearch) {
  const view = readView(search);
  const openId = openTripIn(search);
  const [searchText, setSearchText] = useState(view.search);

  function show(next: TripHistoryView, { replace = false } = {}) {
    if (writeView(next) !== writeView(view))
      onSearchChange(withOpenTrip(writeView(next), openId), { replace });
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

  return {
    view,
    show,
    change(changed: Partial<TripHistoryFilters & TripSort>) {
      // at once, or the field's text would be searched for again
      if (changed.search !== undefined) setSearchText(changed.search);
      show(withChanges(view, changed));
    },
    searchText,
    setSearchText,
    openId,
    /** Opens a trip next to the list; an empty id closes it. The panel is no step of its own for the back button. */
    openTrip: (id: string) => onSearchChange(withOpenTrip(writeView(view), id), { replace: true }),
  };
}

export type HistoryView = ReturnType<typeof useHistoryView>;

/** Shows the last page where there are fewer: the last trip of the page may have been deleted. */
export function useStayWithin(
  { view, show }: HistoryView,
  total: number | undefined,
  pageSize: number,
): void {
  const stayWithin = useEffectEvent((count: number) =>
    show(withinPages(view, count, pageSize), { replace: true }),
  );
  useEffect(() => {
    if (total !== undefined) stayWithin(total);
  }, [total]);
}
