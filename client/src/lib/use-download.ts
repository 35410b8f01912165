import { type MutationKey, useMutation } from '@tanstack/react-query';
import { toastOutcome } from './toast';

type DownloadOptions<Asked> = {
  start: (asked: Asked) => Promise<void>;
  /** The toast of a success, if it has one. */
  done?: string;
  /** The toast of a failure that the server gives no reason for. */
  failed: string;
  mutationKey?: MutationKey;
};

/** A download that shows in a toast how it ended, and whether it is under way. */
export function useDownload<Asked>({ start, done, failed, mutationKey = [] }: DownloadOptions<Asked>) {
  const { mutateAsync, isPending } = useMutation({ mutationKey, mutationFn: start });
  return { isPending, save: (asked: Asked) => toastOutcome(mutateAsync(asked), done, failed) };
}
