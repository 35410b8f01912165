import { isActiveDriver } from '@shared/drivers';
import { MINUTE_MS } from '@shared/durations';
import type { LocalityIndex } from '@shared/places/suburb-lookup';
import type { RecentSuburb } from '@shared/trips/trips';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useDrivers } from '@/features/drivers/use-drivers';
import { useVehicles } from '@/features/vehicles/use-vehicles';
import { useNow } from '@/lib/clock';
import { queryKeys } from '@/lib/query-keys';
import type { Known } from './check-cells';

export type LoadLocalities = () => Promise<LocalityIndex>;

const NOTHING: never[] = [];

/** @param isOfFile the rows are an import's */
export function useKnown(loadLocalities: LoadLocalities, isOfFile = false) {
  const drivers = useDrivers();
  const { data: vehicles } = useVehicles();
  const own = useQuery<RecentSuburb[]>({
    queryKey: [...queryKeys.trips, 'recent-suburbs'],
    meta: { kept: true },
  });
  const [localities, setLocalities] = useState<LocalityIndex>();
  const now = useNow(MINUTE_MS);

  useEffect(() => {
    let isOpen = true;
    const load = () =>
      loadLocalities().then(
        (table) => isOpen && setLocalities(table),
        () => {},
      );
    void load();
    window.addEventListener('online', load);
    return () => {
      isOpen = false;
      window.removeEventListener('online', load);
    };
  }, [loadLocalities]);

  const known: Known = useMemo(
    () => ({
      drivers: drivers.data?.filter((driver) => isOfFile || isActiveDriver(driver, now)) ?? NOTHING,
      own: own.data ?? NOTHING,
      vehicles,
      localities,
      now,
      isOfFile,
    }),
    [drivers.data, own.data, vehicles, localities, now, isOfFile],
  );
  return { known, drivers };
}
