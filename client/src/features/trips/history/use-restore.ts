import { toast, toastError } from '@/lib/toast';
import { useRestoreTrips } from './history-api';

/** Takes the deletion of trips back, and tells of it. */
export function useRestore(): (ids: string[]) => Promise<void> {
  const { mutateAsync } = useRestoreTrips();
  return async (ids) => {
    try {
      const { restored } = await mutateAsync(ids);
      toast({ title: restored === 1 ? 'Trip restored' : `${restored} trips restored` });
    } catch (error) {
      toastError(error, ids.length === 1 ? 'Failed to restore trip' : 'Failed to restore trips');
    }
  };
}
