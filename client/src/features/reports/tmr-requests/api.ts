import type { Checks } from '@shared/reports/checks';
import type { ChangeTmrRequest, TmrRequest, TmrRequestChoices } from '@shared/tmr-requests/tmr-requests';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { request } from '@/lib/api-client';
import { download } from '@/lib/download';
import { useDownload } from '@/lib/hooks/use-download';
import { queryKeys } from '@/lib/query-keys';
import { useLook } from '../api';

export const useTmrRequests = (isWanted = true) =>
  useQuery<TmrRequest[]>({ queryKey: queryKeys.tmrRequests, enabled: isWanted });

/** The drivers and vehicles that a request may name, removed ones too. */
export const useChoices = () =>
  useQuery<TmrRequestChoices>({ queryKey: [...queryKeys.tmrRequests, 'choices'] });

// not below the list's key: a request that is marked as answered has the same checks
const checksKey = (id: string) => [`/api/tmr-requests/${id}/checks`] as const;

/** What an inspector would ask about the answer; read again each time, because trips, drivers and vehicles change elsewhere. */
export const useAnswerChecks = (id: string) => useQuery<Checks>({ queryKey: checksKey(id), staleTime: 0 });

export const useLookAtAnswer = (id: string) => useLook(`/api/tmr-requests/${id}/looks`, checksKey(id));

const meta = {
  invalidates: [queryKeys.tmrRequests, queryKeys.toDo, queryKeys.deliveries],
  evenIfFailed: true,
};

export function useSaveRequest() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, input }: { id?: string | undefined; input: ChangeTmrRequest }) =>
      id
        ? request<TmrRequest>('PUT', `/api/tmr-requests/${id}`, input)
        : request<TmrRequest>('POST', '/api/tmr-requests', input),
    // until the list is read again, another change would name the version before this one, and be refused
    onSuccess: (saved) =>
      queryClient.setQueryData<TmrRequest[]>(queryKeys.tmrRequests, (requests) =>
        requests?.map((one) => (one.id === saved.id ? saved : one)),
      ),
    meta,
  });
}

/** A request as it is sent to be changed. */
export const inputOf = ({ id: _, createdAt: _c, updatedAt: _u, ...input }: TmrRequest): ChangeTmrRequest =>
  input;

export const useDeleteRequest = () =>
  useMutation({
    mutationFn: ({ id }: TmrRequest) => request<void>('DELETE', `/api/tmr-requests/${id}`),
    meta,
  });

export const useRestoreRequest = () =>
  useMutation({
    mutationFn: ({ id }: TmrRequest) => request<TmrRequest>('POST', `/api/tmr-requests/${id}/restore`),
    meta,
  });

export const useAnswerDownload = () =>
  useDownload({
    start: ({ id, firstDay, lastDay }: TmrRequest) =>
      download('GET', `/api/tmr-requests/${id}/answer`, `trip-log-answer-${firstDay}-to-${lastDay}.zip`),
    done: 'Answer downloaded successfully',
    failed: 'Failed to make the answer',
    making: 'Preparing...',
  });
