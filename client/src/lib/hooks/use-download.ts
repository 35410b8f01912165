import type { WorkQueue } from '@shared/work';
import { type MutationKey, useMutation, useQuery } from '@tanstack/react-query';
import { queryKeys } from '../query-keys';
import { toastOutcome } from '../toast';
import { useDebouncedValue } from './use-debounced-value';

const ASK_AFTER_MS = 2000;
const ASK_EVERY_MS = 2000;

/**
 * What to show while the server makes something that others may wait for too.
 * @param isPending whether it is being made
 * @param making the label while it is: "Generating..."
 * @returns the label, or how many others come first
 */
export function useTurn(isPending: boolean, making: string): string {
  const takesLong = useDebouncedValue(isPending, ASK_AFTER_MS) && isPending;
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
  /** The label while the file is made. */
  making?: string;
  mutationKey?: MutationKey;
};

/** A download that shows in a toast how it ended, whether it is under way, and while it is, `making` or what it waits for. */
export function useDownload<Asked>({
  start,
  done,
  failed,
  making = '',
  mutationKey = [],
}: DownloadOptions<Asked>) {
  const { mutateAsync, isPending } = useMutation({ mutationKey, mutationFn: start });
  const pendingLabel = useTurn(isPending, making);
  return { isPending, pendingLabel, save: (asked: Asked) => toastOutcome(mutateAsync(asked), done, failed) };
}
