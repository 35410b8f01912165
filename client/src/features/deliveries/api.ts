import type { Delivery, DeliveryList, PlannedDeliveries, Reminders } from '@shared/deliveries/deliveries';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
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
  return useQuery<DeliveryList>({
    queryKey: [...queryKeys.deliveries, { page }],
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.deliveries.some((delivery) => UNDER_WAY.includes(delivery.state)) && LOOK_AGAIN_MS,
  });
}

const meta = { awaits: [queryKeys.deliveries], evenIfFailed: true };

export function useChangeReminders() {
  return useMutation({
    mutationFn: (reminders: boolean) => request<Reminders>('PUT', '/api/deliveries/reminders', { reminders }),
    meta,
  });
}

/** The server waits up to three minutes for the mail server before it answers. */
const SENT_WITHIN_MS = 200_000;

/** Has a mail sent: the test mail, or an earlier one again. */
export function useSend() {
  return useMutation({
    mutationFn: (what: 'test' | `${string}/send-again`) =>
      request<Delivery>('POST', `/api/deliveries/${what}`, undefined, { answerWithinMs: SENT_WITHIN_MS }),
    meta,
  });
}
