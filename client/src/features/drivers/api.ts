import type { ChangeDriver, CreateDriver } from '@shared/driver-input';
import type { CarChange, CarChanged, CarChangeQuery, ChangeCar } from '@shared/driver-vehicle';
import type { Driver } from '@shared/drivers';
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { driversAndFigures } from '@/features/dated/api';
import { pathOf, request } from '@/lib/api-client';
import { download } from '@/lib/download';
import { useDebouncedValue } from '@/lib/hooks/use-debounced-value';
import { useDownload } from '@/lib/hooks/use-download';
import { queryKeys } from '@/lib/query-keys';
import { toastOutcome } from '@/lib/toast';

const meta = { invalidates: driversAndFigures };

// until the list is read again, another change would name the version before this one, and be refused
const showSaved = (queryClient: QueryClient, saved: Driver) =>
  queryClient.setQueryData<Driver[]>(queryKeys.drivers, (drivers) =>
    drivers?.map((driver) => (driver.id === saved.id ? saved : driver)),
  );

export function useSaveDriver() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, input }: { id: string; input: ChangeDriver } | { id?: never; input: CreateDriver }) =>
      id
        ? request<Driver>('PUT', `/api/drivers/${id}`, input)
        : request<Driver>('POST', '/api/drivers', input),
    onSuccess: (saved) => showSaved(queryClient, saved),
    // a refusal may mean that someone else has changed it
    meta: { ...meta, evenIfFailed: true },
  });
}

/** Gives a driver another vehicle from a day on. */
export function useChangeCar() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, input }: { id: string; input: ChangeCar }) =>
      request<CarChanged>('POST', `/api/drivers/${id}/vehicle`, input),
    onSuccess: ({ driver }) => showSaved(queryClient, driver),
    meta: { ...meta, evenIfFailed: true },
  });
}

/** What another vehicle of a driver would mean for the trips that are logged, once the form has not changed for a moment or is submitted. */
export function useCarChange(id: string, query: CarChangeQuery | undefined) {
  const queryClient = useQueryClient();
  const optionsOf = (asked: CarChangeQuery) => ({
    queryKey: [...queryKeys.drivers, id, 'vehicle', asked],
    // trips are logged meanwhile
    staleTime: 0,
  });
  const text = JSON.stringify(query);
  const isSettled = useDebouncedValue(text, 300) === text;
  useQuery<CarChange>({ ...optionsOf(query ?? {}), enabled: query !== undefined && isSettled });

  const changeOf = (asked: CarChangeQuery | undefined) =>
    asked && queryClient.getQueryData<CarChange>(optionsOf(asked).queryKey);
  function isRead(asked: CarChangeQuery) {
    const state = queryClient.getQueryState(optionsOf(asked).queryKey);
    return state?.status === 'success' && state.fetchStatus === 'idle' && !state.isInvalidated;
  }
  async function readAll(askedNow: () => CarChangeQuery | undefined): Promise<boolean> {
    const asked = askedNow();
    if (!asked || isRead(asked)) return true;
    const reading = queryClient.fetchQuery(optionsOf(asked));
    const failed = 'The trips and shifts since then could not be read. Please try again.';
    return (await toastOutcome(reading, undefined, failed)) && readAll(askedNow);
  }

  return {
    change: changeOf(query),
    changeOf,
    /** Waits until what the form asks when it is submitted is read; says false, in a toast too, where that fails. */
    wait(askedNow: () => CarChangeQuery | undefined) {
      const asked = askedNow();
      return asked && !isRead(asked) ? readAll(askedNow) : undefined;
    },
  };
}

/** Whether a form asks to move what was driven in the former vehicle. */
export const hasDriven = (change: CarChange | undefined): change is CarChange =>
  change !== undefined && !change.isRenamed && change.trips + change.shifts > 0;

/** Takes back a change of a driver, and all that it did. */
export function useUndoDriver() {
  const queryClient = useQueryClient();
  const { mutateAsync } = useMutation({
    mutationFn: ({ id, version }: Driver) => request<Driver>('POST', `/api/drivers/${id}/undo`, { version }),
    onSuccess: (saved) => showSaved(queryClient, saved),
    meta: { ...meta, evenIfFailed: true },
  });
  return (driver: Driver) => toastOutcome(mutateAsync(driver), 'Change undone', 'Failed to undo');
}

export const useRestoreDriver = () =>
  useMutation({
    mutationFn: ({ id, from }: { id: string; from?: string }) =>
      request<Driver>('POST', `/api/drivers/${id}/restore`, from ? { from } : undefined),
    meta: { ...meta, evenIfFailed: true },
  });

export const useDeleteDriver = () =>
  useMutation({ mutationFn: ({ id }: Driver) => request<void>('DELETE', `/api/drivers/${id}`), meta });

const DOCUMENTS = { driver: 'driver-report', hours: 'hours' } as const;
export type DriverDocument = keyof typeof DOCUMENTS;

/** Downloads the report or the hours of one driver. */
export const useDriverDownload = (what: DriverDocument, format: 'pdf' | 'csv') =>
  useDownload({
    start: (query: { driverId: string; from: string; to: string }) =>
      download(
        'GET',
        pathOf([`/api/reports/${what}`, { ...query, format }]),
        `${DOCUMENTS[what]}-${query.from}-to-${query.to}.${format}`,
      ),
    done: 'Report downloaded',
    failed: 'Failed to download the report',
    making: 'Preparing...',
  });
