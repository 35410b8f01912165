import type { Delivery, DeliveryList, PlannedDeliveries, Reminders } from '@shared/deliveries/deliveries';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { request } from '@/lib/api-client';
import { queryKeys } from '@/lib/query-keys';

/** The next scheduled mails; read again each time they are shown. */
export function usePlannedDeliveries() {
  return useQuery<PlannedDeliveries>({ queryKey: [...queryKeys.deliveries, 'planned'], staleTime: 0 });
}

const SOON_MS = 5_000;
const LATER_MS = 60_000;

/** When a list with these mails is read again by itself: soon while one is being sent, now and then while one waits, else never. */
function lookAgainMs(deliveries: readonly Delivery[] = []): number | false {
  const waiting = deliveries.filter(({ state }) => state === 'pending');
  if (deliveries.some(({ state }) => state === 'sending') || waiting.some(({ attempts }) => attempts === 0))
    return SOON_MS;
  return waiting.length > 0 && LATER_MS;
}

/** One page of the mails sent, newest first. Read again each time, with the window's focus, and repeatedly while one is under way. */
export function useDeliveries(page: number) {
  return useQuery<DeliveryList>({
    queryKey: [...queryKeys.deliveries, { page }],
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) => lookAgainMs(state.data?.deliveries),
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
