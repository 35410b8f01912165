import type { TripChanges } from '@shared/activity/activity';
import type { TouchedReport } from '@shared/reports/lodged-changes';
import type { BulkChange, ChangeTrips, LodgedAmongQuery, TripsChanged } from '@shared/trips/bulk-trips';
import type { TripKind } from '@shared/trips/trip-kinds';
import type { AverageWait, TripFilters, TripList } from '@shared/trips/trip-list';
import type { ChangeTrip, DeletedTrip, Trip } from '@shared/trips/trips';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { request } from '@/lib/api-client';
import { queryKeys, tripsAndFigures } from '@/lib/query-keys';
import { toastOutcome } from '@/lib/toast';
import { useTrips } from '../api';
import { countOfTrips } from '../trip-text';
import type { TripSelection } from './selection/trip-selection';

/** A refusal may mean that someone else has changed a trip. */
const meta = { invalidates: tripsAndFigures, evenIfFailed: true };

/** Whether any trip was not booked: where none is, nothing says that any was. */
export const useHasKinds = (): boolean =>
  (useTrips({ kind: 'not-booked', limit: 1 }).data?.trips.length ?? 0) > 0;

export const useTripPostcodes = () => useQuery<string[]>({ queryKey: [...queryKeys.trips, 'postcodes'] });

export function useUpdateTrip() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, trip }: { id: string; trip: ChangeTrip }) =>
      request<Trip>('PUT', `/api/trips/${id}`, trip),
    // until the lists are read again, another change would name the version before this one, and be refused
    onSuccess: (saved) =>
      queryClient.setQueriesData<Partial<TripList>>({ queryKey: queryKeys.trips }, (list) =>
        list?.trips
          ? { ...list, trips: list.trips.map((trip) => (trip.id === saved.id ? saved : trip)) }
          : undefined,
      ),
    meta,
  });
}

export const useDeleteTrip = () =>
  useMutation({ mutationFn: (id: string) => request<unknown>('DELETE', `/api/trips/${id}`), meta });

export function useRestoreTrip(): (id: string) => Promise<unknown> {
  const { mutateAsync } = useMutation({
    mutationFn: (id: string) => request<{ restored: number }>('POST', '/api/trips/restore', { ids: [id] }),
    meta,
  });
  return (id) => toastOutcome(mutateAsync(id), 'Trip restored', 'Failed to restore trip');
}

export const useDeletedTrips = () => useQuery<DeletedTrip[]>({ queryKey: [...queryKeys.trips, 'deleted'] });

/** A trip with its history; read again each time it is opened, because others change trips too. */
export const useTripChanges = (id: string) =>
  useQuery<TripChanges>({ queryKey: [...queryKeys.trips, encodeURIComponent(id), 'changes'], staleTime: 0 });

export type SelectionChange =
  | 'delete'
  | { driverId: string }
  | { vehicleId: string }
  | { date: string }
  | { kind: TripKind };

function bodyOf(selection: TripSelection, change: SelectionChange): object {
  if ('matching' in selection) return selection;
  if (change === 'delete') return { ids: selection.trips.map(({ id }) => id) };
  return { trips: selection.trips.map(({ id, version }) => ({ id, version })) } satisfies ChangeTrips;
}

/** Changes or deletes the trips of a selection, all or nothing: a trip that was changed meanwhile stops it. */
export const useChangeSelection = () =>
  useMutation({
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

/** The average wait of the trips that match. */
export const useAverageWait = (filters: TripFilters | undefined): AverageWait | undefined =>
  useQuery<AverageWait>({
    queryKey: [...queryKeys.trips, 'average-wait', filters],
    enabled: filters !== undefined,
  }).data;

/** The lodged reports that have trips which match; asked each time, because they depend on trips and lodgements. */
export const useLodgedAmong = (query: LodgedAmongQuery | undefined) =>
  useQuery<TouchedReport[]>({
    queryKey: [...queryKeys.trips, 'lodged', query],
    enabled: query !== undefined,
    gcTime: 0,
  });
