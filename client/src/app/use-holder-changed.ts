import { useAuth } from '@/features/auth/auth-provider';

/** A function that reads the holder again after a save, so that header and screens show it. */
export function useHolderChanged(): () => Promise<void> {
  const { refreshHolder } = useAuth();
  // a failure to read does not undo the save
  return () => refreshHolder().catch(() => {});
}
