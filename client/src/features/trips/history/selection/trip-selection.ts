import { MAX_MATCHING_TRIPS } from '@shared/limits';
import type { Trip } from '@shared/trips/trips';
import { useState } from 'react';
import { filtersOf, type TripHistoryFilters, type TripHistoryView } from '../filters/trip-filters';

export type TripSelection =
  | { trips: readonly Trip[] }
  | { matching: { filters: TripHistoryFilters; count: number } };

/** A finished change of a selection, in a sentence, and the filters that find its trips since. */
export type DoneToTrips = { title: string; foundBy: Partial<TripHistoryFilters> | 'recently deleted' };

export const countSelected = (selection: TripSelection): number =>
  'matching' in selection ? selection.matching.count : selection.trips.length;

/** The selected trips: ticked ones, or all that match, until other filters are set or others match. */
export function useTripSelection(view: TripHistoryView, trips: readonly Trip[], total = 0) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [all, setAll] = useState('');
  const filters = filtersOf(view);
  const allThere = JSON.stringify([filters, total]);
  const isAll = all === allThere;
  const chosen = isAll ? trips : trips.filter(({ id }) => ticked.has(id));
  const isPage = trips.length > 0 && chosen.length === trips.length;
  const selection: TripSelection = isAll ? { matching: { filters, count: total } } : { trips: chosen };
  return {
    selection,
    count: countSelected(selection),
    ids: new Set(chosen.map(({ id }) => id)),
    /** The number of all that match, if the whole page is selected and there are more. */
    more: isPage && !isAll && total > trips.length ? total : 0,
    canSelectAll: total <= MAX_MATCHING_TRIPS,
    tick(ids: ReadonlySet<string>) {
      setAll('');
      setTicked(ids);
    },
    selectAll: () => setAll(allThere),
    clear() {
      setAll('');
      setTicked(new Set());
    },
  };
}
