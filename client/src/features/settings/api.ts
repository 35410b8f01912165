import type { ActivityList, ListActivityQuery } from '@shared/activity/activity';
import type { ReportPreferences } from '@shared/deliveries/preferences';
import type { Recipient, UpdateRecipient } from '@shared/deliveries/recipients';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { request } from '@/lib/api-client';
import { queryKeys } from '@/lib/query-keys';

const recipientsKey = ['/api/email-settings'];
const preferencesKey = ['/api/report-preferences'];

/** Recipients and preferences determine the next emails. */
const invalidates = [queryKeys.deliveries];

/** The people who get reports by email, by address. */
export const useRecipients = () => useQuery<Recipient[]>({ queryKey: recipientsKey });

export function useAddRecipient() {
  return useMutation({
    mutationFn: (email: string) =>
      request<Recipient>('POST', '/api/email-settings', {
        email,
        quarterlyReports: true,
        annualReports: true,
        detailedBreakdown: false,
      }),
    meta: { invalidates, awaits: [recipientsKey] },
  });
}

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

export function useRemoveRecipient() {
  return useMutation({
    mutationFn: ({ id }: Recipient) => request<void>('DELETE', `/api/email-settings/${id}`),
    meta: { invalidates, awaits: [recipientsKey] },
  });
}

/** Takes a removed recipient back. */
export function useRestoreRecipient() {
  return useMutation({
    mutationFn: ({ id }: Recipient) => request<Recipient>('POST', `/api/email-settings/${id}/restore`),
    meta: { invalidates, awaits: [recipientsKey], evenIfFailed: true },
  });
}

export const useReportPreferences = () => useQuery<ReportPreferences>({ queryKey: preferencesKey });

export function useSaveReportPreferences() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (preferences: ReportPreferences) =>
      request<ReportPreferences>('PUT', '/api/report-preferences', preferences),
    onSuccess: (saved) => queryClient.setQueryData(preferencesKey, saved),
    meta: { invalidates },
  });
}

/** One page of the audit trail; read again each time it is opened. Where it is not `enabled`, the page before stays. */
export function useActivity(query: ListActivityQuery, enabled: boolean) {
  return useQuery<ActivityList>({
    queryKey: ['/api/activity', query],
    enabled,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  });
}
