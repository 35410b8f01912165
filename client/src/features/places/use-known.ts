import { isActiveDriver } from '@shared/drivers';
import { MINUTE_MS } from '@shared/durations';
import type { PlaceTable } from '@shared/places/place-table';
import { useEffect, useMemo, useState } from 'react';
import { useDrivers } from '@/features/drivers/use-drivers';
import { useVehicles } from '@/features/vehicles/use-vehicles';
import { useNow } from '@/lib/clock';
import { loadLocalities } from './localities';
import { useRecentSuburbs } from './use-recent-suburbs';

const NOTHING: never[] = [];

/** The table of localities, once it is loaded; where the network is missing, once it is back. */
function useLocalities(isWanted: boolean): PlaceTable | undefined {
  const [localities, setLocalities] = useState<PlaceTable>();
  useEffect(() => {
    if (!isWanted) return;
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
  }, [isWanted]);
  return localities;
}

/**
 * The drivers, vehicles and places that typed rows are read with.
 * @param hasPlaces the rows name places
 * @param isOfFile the rows are an import's, which has trips of former drivers too
 */
export function useKnown({ hasPlaces = false, isOfFile = false }) {
  const drivers = useDrivers();
  const { data: vehicles } = useVehicles();
  const { data: own } = useRecentSuburbs(hasPlaces);
  const localities = useLocalities(hasPlaces);
  const now = useNow(MINUTE_MS);

  const known = useMemo(
    () => ({
      drivers: drivers.data?.filter((driver) => isOfFile || isActiveDriver(driver, now)) ?? NOTHING,
      own: own ?? NOTHING,
      vehicles,
      localities,
      now,
      isOfFile,
    }),
    [drivers.data, own, vehicles, localities, now, isOfFile],
  );
  return { known, drivers };
}
