import { useAuth } from '@/features/auth/use-auth';

/** What to call once something of the holder was saved: header and screens then show it. */
export function useHolderChanged(): () => Promise<void> {
  const { refreshHolder } = useAuth();
  // it was saved all the same when it cannot be read now
  return () => refreshHolder().catch(() => {});
}
