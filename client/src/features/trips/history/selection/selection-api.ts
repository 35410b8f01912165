import type { TouchedReport } from '@shared/reports/lodged-changes';
import type { BulkChange, ChangeTrips, TripsChanged } from '@shared/trips/bulk-trips';
import type { TripFilters } from '@shared/trips/trips';
import { useMutation, useQuery } from '@tanstack/react-query';
import { request } from '@/lib/api-client';
import { queryKeys, tripsAndFigures } from '@/lib/query-keys';
import { toastOutcome } from '@/lib/toast';
import { countOfTrips } from '../../trip-text';
import type { TripSelection } from './trip-selection';

const meta = { invalidates: tripsAndFigures, evenIfFailed: true };

/** What is done to a selection: its trips go, get another driver, or another day. */
export type SelectionChange = 'delete' | { driverId: string } | { date: string };

function bodyOf(selection: TripSelection, change: SelectionChange): object {
  if ('matching' in selection) return selection;
  if (change === 'delete') return { ids: selection.trips.map(({ id }) => id) };
  return { trips: selection.trips.map(({ id, version }) => ({ id, version })) } satisfies ChangeTrips;
}

/** Changes or deletes the trips of a selection: all, or none where one was changed meanwhile. */
export function useChangeSelection() {
  return useMutation({
    mutationFn: async ({ selection, change }: { selection: TripSelection; change: SelectionChange }) => {
      const body = bodyOf(selection, change);
      if (change !== 'delete')
        return request<TripsChanged>('POST', '/api/trips/change', { ...body, ...change });
      type Deleted = { deleted: number; undo: BulkChange | null };
      const { deleted, undo } = await request<Deleted>('POST', '/api/trips/delete', body);
      return { changed: deleted, undo };
    },
    meta,
  });
}

/** Undoes what was done to several trips, and shows in a toast how that ended. */
export function useUndoBulkChange() {
  const { mutateAsync } = useMutation({
    mutationFn: (change: BulkChange) => request<{ undone: number }>('POST', '/api/trips/undo', change),
    meta,
  });
  /** @param undone what the toast says of the trips: 'restored' */
  return (change: BulkChange, undone: string) =>
    toastOutcome(
      mutateAsync(change),
      (answer) => ({ title: `${countOfTrips(answer.undone)} ${undone}` }),
      'Failed to undo',
    );
}

/** The lodged reports that have trips which match; asked each time, because they depend on trips and lodgements. */
export const useLodgedAmong = (filters: TripFilters | undefined) =>
  useQuery<TouchedReport[]>({
    queryKey: [...queryKeys.trips, 'lodged', filters],
    enabled: filters !== undefined,
    gcTime: 0,
  });
