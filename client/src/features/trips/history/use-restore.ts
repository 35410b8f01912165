import { toastOutcome } from '@/lib/toast';
import { useRestoreTrip } from './history-api';

/** Restores a deleted trip and shows the outcome. */
export function useRestore(): (id: string) => Promise<void> {
  const { mutateAsync } = useRestoreTrip();
  return async (id) => {
    await toastOutcome(mutateAsync(id), 'Trip restored', 'Failed to restore trip');
  };
}
