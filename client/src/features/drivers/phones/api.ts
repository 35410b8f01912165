import type { Driver } from '@shared/drivers';
import { HOUR_MS } from '@shared/durations';
import { PHONE_CODE_HOURS } from '@shared/limits';
import { brisbaneDay } from '@shared/periods';
import type { DriversPhones, HeldRecord, HeldSettled, Phone, PhoneCode } from '@shared/phones';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { request } from '@/lib/api-client';
import { now } from '@/lib/clock';
import { queryKeys, tripsAndFigures } from '@/lib/query-keys';
import { phonesText } from './phones-text';

const allKey = [...queryKeys.drivers, 'phones'];
const heldKey = [...queryKeys.drivers, 'held'];
const phonesKey = (driverId: string) => [...queryKeys.drivers, driverId, 'phones'];

const codeKey = (driverId: string) => ['phone-code', driverId];

/** How often an open list looks for a phone that has just taken its code, in milliseconds. */
const LOOK_MS = 4000;

/** The drivers who have a phone, or of whom something waits for the office. */
export const useDriversPhones = () =>
  // phones come, go and are used elsewhere
  useQuery<DriversPhones[]>({ queryKey: allKey, staleTime: 0, refetchOnWindowFocus: true });

/** @returns says how many phones a driver has, and when one was last used */
export function usePhonesText() {
  const { data: phones } = useDriversPhones();
  const today = brisbaneDay(now());
  return ({ id }: Driver) =>
    phonesText(
      phones?.find(({ driverId }) => driverId === id),
      today,
    );
}

/** The phones of a driver, the last used first. */
export const usePhones = (driverId: string) =>
  useQuery<Phone[]>({ queryKey: phonesKey(driverId), staleTime: 0, refetchInterval: LOOK_MS });

/**
 * Makes a code for a driver's phone. It is kept for as long as it works: another one would end it while the driver is typing.
 * Its key is no path below the drivers', or each change of a driver would make another.
 */
export const usePhoneCode = (driverId: string, isWanted: boolean) =>
  useQuery({
    queryKey: codeKey(driverId),
    queryFn: () => request<PhoneCode>('POST', `/api/drivers/${driverId}/phone-codes`),
    enabled: isWanted,
    staleTime: PHONE_CODE_HOURS * HOUR_MS,
    gcTime: PHONE_CODE_HOURS * HOUR_MS,
  });

/** Ends a phone, and with it the driver's code. */
export function useEndPhone(driverId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: Phone) => request<void>('DELETE', `/api/drivers/${driverId}/phones/${id}`),
    onSuccess: () => client.removeQueries({ queryKey: codeKey(driverId) }),
    meta: {
      invalidates: [allKey, queryKeys.activity],
      awaits: [phonesKey(driverId)],
      evenIfFailed: true,
    },
  });
}

/** What waited on phones that have ended, oldest first. */
export const useHeld = () => useQuery<HeldRecord[]>({ queryKey: heldKey, staleTime: 0 });

export type Settling = { keys: string[]; as: 'store' | 'drop' };

export const useSettleHeld = () =>
  useMutation({
    mutationFn: ({ keys, as }: Settling) => request<HeldSettled>('POST', `/api/drivers/held/${as}`, { keys }),
    meta: { invalidates: [allKey, ...tripsAndFigures], awaits: [heldKey], evenIfFailed: true },
  });
