import type { Delivery, DeliveryList, PlannedDeliveries, Reminders } from '@shared/deliveries/deliveries';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { request } from '@/lib/api-client';
import { queryKeys } from '@/lib/query-keys';

/** The next scheduled mails; read again each time they are shown. */
export function usePlannedDeliveries() {
  return useQuery<PlannedDeliveries>({ queryKey: [...queryKeys.deliveries, 'planned'], staleTime: 0 });
}

const UNDER_WAY: readonly Delivery['state'][] = ['pending', 'sending'];
const LOOK_AGAIN_MS = 5_000;

/** One page of the mails sent, newest first. Read again each time, and repeatedly while one of them is pending. */
export function useDeliveries(page: number) {
  return useQuery({
    queryKey: [...queryKeys.deliveries, 'history', page],
    queryFn: ({ signal }) =>
      request<DeliveryList>('GET', `/api/deliveries?page=${page}`, undefined, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.deliveries.some((delivery) => UNDER_WAY.includes(delivery.state)) && LOOK_AGAIN_MS,
  });
}

export function useSendAgain() {
  return useSend(({ id }: Delivery) => `/api/deliveries/${id}/send-again`);
}

export function useSendTest() {
  return useSend(() => '/api/deliveries/test');
}

/** Switches the reminders on or off. */
export function useChangeReminders() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (reminders: boolean) => request<Reminders>('PUT', '/api/deliveries/reminders', { reminders }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.deliveries }),
  });
}

/** The server waits up to three minutes for the mail server before it answers. */
const SENT_WITHIN_MS = 200_000;

function useSend<Asked>(pathOf: (asked: Asked) => string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (asked: Asked) =>
      request<Delivery>('POST', pathOf(asked), undefined, { answerWithinMs: SENT_WITHIN_MS }),
    // a refusal may mean that the list is stale
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.deliveries }),
  });
}
