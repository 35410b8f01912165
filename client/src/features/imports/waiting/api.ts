import type { WaitingFile } from '@shared/imports/waiting-files';
import { useMutation, useQuery } from '@tanstack/react-query';
import { pathOf, request, send } from '@/lib/api-client';
import { queryKeys } from '@/lib/query-keys';

const waitingKey = ['/api/imports', 'waiting'];

/** The files that programs sent and that wait for answers; more may come at any time. */
export const useWaitingFiles = () => useQuery<WaitingFile[]>({ queryKey: waitingKey, staleTime: 0 });

export const waitingFilePath = (id: string) => pathOf([...waitingKey, id, 'file']);

/** What was sent, as a file that someone chooses. */
export const useFetchWaiting = () =>
  useMutation({
    mutationFn: async ({ id, fileName }: WaitingFile) => {
      const response = await send('GET', waitingFilePath(id));
      return new File([await response.blob()], fileName);
    },
    meta: { invalidates: [waitingKey], evenIfFailed: true },
  });

export const useDiscardWaiting = () =>
  useMutation({
    mutationFn: ({ id }: WaitingFile) => request<void>('DELETE', pathOf([...waitingKey, id])),
    meta: { awaits: [waitingKey], invalidates: [queryKeys.toDo, queryKeys.activity], evenIfFailed: true },
  });
