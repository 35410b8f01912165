import type { TouchedReport } from '@shared/reports/lodged-changes';
import type { BulkChange, ChangeTrips, TripsChanged } from '@shared/trips/bulk-trips';
import type { TripFilters } from '@shared/trips/trips';
import { useMutation, useQuery } from '@tanstack/react-query';
import { request } from '@/lib/api-client';
import { queryKeys, tripsAndFigures } from '@/lib/query-keys';
import { toast, toastOutcome } from '@/lib/toast';
import { countOfTrips } from '../../trip-text';
import type { TripSelection } from './trip-selection';

const UNDO_TOAST_MS = 10_000;

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

/** Offers to take back what was done to several trips, for as long as its toast stands. */
export function useUndoToast() {
  const { mutateAsync } = useMutation({
    mutationFn: (act: BulkChange) => request<{ undone: number }>('POST', '/api/trips/undo', act),
    meta,
  });
  /**
   * @param title what was done
   * @param undone what is said once it is taken back: 'restored'
   */
  return (title: string, act: BulkChange, undone: string) =>
    toast({
      title,
      action: {
        label: 'Undo',
        onClick: () =>
          void toastOutcome(
            mutateAsync(act),
            (answer) => ({ title: `${countOfTrips(answer.undone)} ${undone}` }),
            'Failed to undo',
          ),
      },
      duration: UNDO_TOAST_MS,
    });
}

/** The lodged reports that have trips which match; asked each time, because they depend on trips and lodgements. */
export const useLodgedAmong = (filters: TripFilters | undefined) =>
  useQuery<TouchedReport[]>({
    queryKey: [...queryKeys.trips, 'lodged', filters],
    enabled: filters !== undefined,
    gcTime: 0,
  });
