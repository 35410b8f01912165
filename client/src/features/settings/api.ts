import type { ActivityList, ListActivityQuery } from '@shared/activity';
import type { ReportPreferences } from '@shared/deliveries/preferences';
import type { Recipient, UpdateRecipient } from '@shared/deliveries/recipients';
import {
  keepPreviousData,
  type QueryClient,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { request } from '@/lib/api-client';
import { queryKeys } from '@/lib/query-keys';

const recipientsKey = ['/api/email-settings'];
const preferencesKey = ['/api/report-preferences'];

/** Recipients and preferences determine the next e-mails. Callers do not wait for that list. */
function tellOfDeliveries(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: queryKeys.deliveries });
}

/** The people who get reports by e-mail, by address. */
export function useRecipients() {
  return useQuery<Recipient[]>({ queryKey: recipientsKey });
}

export function useAddRecipient() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (email: string) =>
      request<Recipient>('POST', '/api/email-settings', {
        email,
        quarterlyReports: true,
        annualReports: true,
        detailedBreakdown: false,
      }),
    onSuccess: () => {
      tellOfDeliveries(queryClient);
      return queryClient.invalidateQueries({ queryKey: recipientsKey });
    },
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
    onSuccess: () => tellOfDeliveries(queryClient),
    onError: (_error, { id, changes }) => apply({ id, changes: opposite(changes) }),
  });
}

export function useRemoveRecipient() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: Recipient) => request<void>('DELETE', `/api/email-settings/${id}`),
    onSuccess: () => {
      tellOfDeliveries(queryClient);
      return queryClient.invalidateQueries({ queryKey: recipientsKey });
    },
  });
}

export function useReportPreferences() {
  return useQuery<ReportPreferences>({ queryKey: preferencesKey });
}

export function useSaveReportPreferences() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (preferences: ReportPreferences) =>
      request<ReportPreferences>('PUT', '/api/report-preferences', preferences),
    onSuccess: (saved) => {
      tellOfDeliveries(queryClient);
      queryClient.setQueryData(preferencesKey, saved);
    },
  });
}

/** One page of the audit trail; read again each time it is opened. */
export function useActivity({ search, page, limit }: ListActivityQuery) {
  return useQuery({
    queryKey: ['/api/activity', search, page, limit],
    queryFn: ({ signal }) => {
      const query = new URLSearchParams({ search, page: String(page), limit: String(limit) });
      return request<ActivityList>('GET', `/api/activity?${query}`, undefined, { signal });
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  });
}
