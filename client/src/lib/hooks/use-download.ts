import { type MutationKey, useMutation } from '@tanstack/react-query';
import { toastOutcome } from '../toast';
import { useTurn } from './use-turn';

type DownloadOptions<Asked> = {
  start: (asked: Asked) => Promise<void>;
  /** The toast of a success, if it has one. */
  done?: string;
  /** The toast of a failure that the server gives no reason for. */
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
