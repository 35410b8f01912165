import { toastOutcome } from '@/lib/toast';
import { useRestoreTrips } from './history-api';

/** Restores deleted trips and shows the outcome. */
export function useRestore(): (ids: string[]) => Promise<void> {
  const { mutateAsync } = useRestoreTrips();
  return async (ids) => {
    await toastOutcome(
      mutateAsync(ids),
      ({ restored }) => ({ title: restored === 1 ? 'Trip restored' : `${restored} trips restored` }),
      ids.length === 1 ? 'Failed to restore trip' : 'Failed to restore trips',
    );
  };
}
