import type {
  ChangeShift,
  CreateShift,
  ListShiftsQuery,
  ProposedShift,
  Shift,
  ShiftSheet,
  TypedShiftsStored,
} from '@shared/shifts/shifts';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { pathOf, request } from '@/lib/api-client';
import { download } from '@/lib/download';
import { useDownload } from '@/lib/hooks/use-download';
import { queryKeys } from '@/lib/query-keys';

export const useShifts = (query: ListShiftsQuery, enabled = true) =>
  useQuery<Shift[]>({
    queryKey: [...queryKeys.shifts, query],
    enabled,
    placeholderData: keepPreviousData,
    meta: { kept: true },
  });

export const useProposedShifts = (query: ListShiftsQuery, enabled: boolean) =>
  useQuery<ProposedShift[]>({ queryKey: [...queryKeys.shifts, 'proposed', query], enabled });

const meta = { invalidates: [queryKeys.shifts, queryKeys.driven, queryKeys.toDo], evenIfFailed: true };

type Save = { id: string; input: ChangeShift } | { key: string; input: CreateShift };

/** Stores a new shift once for each key, or changes one. */
export const useSaveShift = () =>
  useMutation({
    mutationFn: (save: Save) =>
      'id' in save
        ? request<Shift>('PUT', `/api/shifts/${save.id}`, save.input)
        : request<Shift>('POST', '/api/shifts', save.input, { headers: { 'Idempotency-Key': save.key } }),
    meta,
  });

export const useDeleteShift = () =>
  useMutation({ mutationFn: (id: string) => request<void>('DELETE', `/api/shifts/${id}`), meta });

export const useRestoreShift = () =>
  useMutation({ mutationFn: (id: string) => request<Shift>('POST', `/api/shifts/${id}/restore`), meta });

/** Stores shifts together, all or nothing, once for each key. */
export const useStoreShifts = () =>
  useMutation({
    mutationFn: ({ key, shifts }: { key: string; shifts: CreateShift[] }) =>
      request<TypedShiftsStored>(
        'POST',
        '/api/shifts/typed',
        { shifts },
        { headers: { 'Idempotency-Key': key } },
      ),
    meta,
  });

export const useDeleteShifts = () =>
  useMutation({
    mutationFn: (ids: string[]) => request<{ deleted: number }>('POST', '/api/shifts/delete', { ids }),
    meta,
  });

/** Reads a file's rows as text; nothing is stored. */
export const useReadShifts = () =>
  useMutation({
    mutationFn: ({ file, sheet }: { file: Blob; sheet?: number | undefined }) =>
      request<ShiftSheet>('POST', pathOf(['/api/shifts/read', { sheet }]), file),
  });

export const HOURS_FORMATS = { pdf: 'PDF', csv: 'CSV', xlsx: 'Excel' } as const;
export type HoursFormat = keyof typeof HOURS_FORMATS;

export const useHoursDownload = (query: ListShiftsQuery) =>
  useDownload({
    start: (format: HoursFormat) =>
      download(
        'GET',
        pathOf(['/api/reports/hours', { ...query, format }]),
        `hours-${query.from}-to-${query.to}.${format}`,
      ),
    done: 'Hours downloaded',
    failed: 'Failed to download the hours',
    making: 'Preparing...',
  });
