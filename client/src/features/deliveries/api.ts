import type { Delivery, DeliveryList, PlannedDeliveries } from '@shared/deliveries/deliveries';
import type {
  ExpiryReminders,
  Recipient,
  ReportPreferences,
  UpdateRecipient,
} from '@shared/deliveries/recipients';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { request } from '@/lib/api-client';
import { queryKeys } from '@/lib/query-keys';
import { toastOutcome } from '@/lib/toast';

export const usePlannedDeliveries = () =>
  useQuery<PlannedDeliveries>({ queryKey: [...queryKeys.deliveries, 'planned'], staleTime: 0 });

const SOON_MS = 5_000;
const LATER_MS = 60_000;

/** When a list with these mails is read again by itself: soon while one is being sent, now and then while one waits, else never. */
function lookAgainMs(deliveries: readonly Delivery[] = []): number | false {
  const waiting = deliveries.filter(({ state }) => state === 'pending');
  if (deliveries.some(({ state }) => state === 'sending') || waiting.some(({ attempts }) => attempts === 0))
    return SOON_MS;
  return waiting.length > 0 && LATER_MS;
}

export const useDeliveries = (page: number, limit: number) =>
  useQuery<DeliveryList>({
    queryKey: [...queryKeys.deliveries, { page, limit }],
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) => lookAgainMs(state.data?.deliveries),
  });

const meta = { awaits: [queryKeys.deliveries], evenIfFailed: true };

export const useChangeReminders = () =>
  useMutation({
    mutationFn: (reminders: boolean) => request<void>('PUT', '/api/deliveries/reminders', { reminders }),
    meta,
  });

export const useChangeExpiryReminders = () =>
  useMutation({
    mutationFn: (reminders: ExpiryReminders) =>
      request<ExpiryReminders>('PUT', '/api/deliveries/expiry-reminders', reminders),
    meta,
  });

/** The server waits up to three minutes for the mail server before it answers. */
const SENT_WITHIN_MS = 200_000;

export const useSend = () =>
  useMutation({
    mutationFn: (what: 'test' | `${string}/send-again`) =>
      request<Delivery>('POST', `/api/deliveries/${what}`, undefined, { answerWithinMs: SENT_WITHIN_MS }),
    meta,
  });

const recipientsKey = ['/api/email-settings'];
const preferencesKey = ['/api/report-preferences'];

export const toastSettings = (saving: Promise<unknown>) =>
  toastOutcome(saving, 'Email settings updated successfully', 'Failed to update email settings');

/** Recipients and preferences determine the next emails. */
const invalidates = [queryKeys.deliveries];

export const useRecipients = () => useQuery<Recipient[]>({ queryKey: recipientsKey });

export const useAddRecipient = () =>
  useMutation({
    mutationFn: (email: string) => request<Recipient>('POST', '/api/email-settings', { email }),
    meta: { invalidates, awaits: [recipientsKey] },
  });

type RecipientChange = { id: string; changes: UpdateRecipient };

/** Changes a recipient optimistically; a refusal reverts it. Each call sends only its own flags. */
export function useChangeRecipient() {
  const queryClient = useQueryClient();
  const apply = ({ id, changes }: RecipientChange) => {
    // a pending response is older than the change
    void queryClient.cancelQueries({ queryKey: recipientsKey });
    queryClient.setQueryData<Recipient[]>(recipientsKey, (recipients) =>
      recipients?.map((recipient) => (recipient.id === id ? { ...recipient, ...changes } : recipient)),
    );
  };
  const opposite = (changes: UpdateRecipient): UpdateRecipient =>
    Object.fromEntries(Object.entries(changes).map(([flag, value]) => [flag, !value]));

  return useMutation({
    mutationFn: ({ id, changes }: RecipientChange) =>
      request<Recipient>('PUT', `/api/email-settings/${id}`, changes),
    onMutate: apply,
    onError: (_error, { id, changes }) => apply({ id, changes: opposite(changes) }),
    meta: { invalidates },
  });
}

export const useRemoveRecipient = () =>
  useMutation({
    mutationFn: ({ id }: Recipient) => request<void>('DELETE', `/api/email-settings/${id}`),
    meta: { invalidates, awaits: [recipientsKey] },
  });

export const useRestoreRecipient = () =>
  useMutation({
    mutationFn: ({ id }: Recipient) => request<Recipient>('POST', `/api/email-settings/${id}/restore`),
    meta: { invalidates, awaits: [recipientsKey], evenIfFailed: true },
  });

export const useReportPreferences = () => useQuery<ReportPreferences>({ queryKey: preferencesKey });

/** Saves the preferences optimistically, one change after the other; a refusal brings the stored ones back. */
export function useSaveReportPreferences() {
  const queryClient = useQueryClient();
  return useMutation({
    scope: { id: 'preferences' },
    mutationFn: (preferences: ReportPreferences) =>
      request<ReportPreferences>('PUT', '/api/report-preferences', preferences),
    onMutate(preferences) {
      // a pending response is older than the change
      void queryClient.cancelQueries({ queryKey: preferencesKey });
      queryClient.setQueryData(preferencesKey, preferences);
    },
    onError: () => queryClient.invalidateQueries({ queryKey: preferencesKey }),
    meta: { invalidates },
  });
}
