import type { WorkQueue } from '@shared/work';
import { type MutationKey, useMutation, useQuery } from '@tanstack/react-query';
import { queryKeys } from '../query-keys';
import { toastOutcome } from '../toast';
import { useDebouncedValue } from './use-debounced-value';

const ASK_EVERY_MS = 2000;

/** How many come before this in the server's queue; `making`, such as "Generating...", where no one does. */
export function useTurn(isPending: boolean, making: string): string {
  const takesLong = useDebouncedValue(isPending, ASK_EVERY_MS) && isPending;
  const { data } = useQuery<WorkQueue>({
    queryKey: queryKeys.work,
    enabled: takesLong,
    refetchInterval: ASK_EVERY_MS,
    gcTime: 0,
  });
  const ahead = (takesLong && data?.ahead) || 0;
  return ahead > 0 ? `Waiting: ${ahead} before you` : making;
}

type DownloadOptions<Asked> = {
  start: (asked: Asked) => Promise<void>;
  done?: string;
  failed: string;
  making?: string;
  mutationKey?: MutationKey;
};

/** A download that shows in a toast how it ended, and in its button that it is under way, with `making` or what it waits for. */
export function useDownload<Asked>(options: DownloadOptions<Asked>) {
  const { start, done, failed, making = '', mutationKey = [] } = options;
  const { mutateAsync, isPending } = useMutation({ mutationKey, mutationFn: start });
  const button = { pending: isPending, pendingLabel: useTurn(isPending, making) };
  return { button, save: (asked: Asked) => toastOutcome(mutateAsync(asked), done, failed) };
}
