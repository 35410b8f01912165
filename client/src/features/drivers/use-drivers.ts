import { type Driver, isActiveDriver } from '@shared/drivers';
import { useQuery } from '@tanstack/react-query';
import { now } from '@/lib/clock';
import { queryKeys } from '@/lib/query-keys';

const drivers = { queryKey: queryKeys.drivers, meta: { kept: true } };

/** The holder's drivers by name, active or not. */
export const useDrivers = () => useQuery<Driver[]>(drivers);

/** The active drivers: a trip can be logged for these only (docs/product/drivers.md#drivers). */
export const useActiveDrivers = () =>
  useQuery<Driver[]>({ ...drivers, select: (all) => all.filter((driver) => isActiveDriver(driver, now())) });
