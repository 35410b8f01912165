import type { Driver } from '@shared/drivers';
import { HOUR_MS } from '@shared/durations';
import { PHONE_CODE_HOURS, PHONES_A_CODE } from '@shared/limits';
import { brisbaneDay } from '@shared/periods';
import type {
  DriversPhones,
  HeldRecord,
  HeldSettled,
  Phone,
  PhoneCode,
  PhonesOfDriver,
} from '@shared/phones';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { request } from '@/lib/api-client';
import { now } from '@/lib/clock';
import { queryKeys, tripsAndFigures } from '@/lib/query-keys';
import { phonesText } from './phones-text';

const allKey = [...queryKeys.drivers, 'phones'];
const heldKey = [...queryKeys.drivers, 'held'];
const phonesKey = (driverId: string) => [...queryKeys.drivers, driverId, 'phones'];

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

/** The phones of a driver, and the code in force. */
export const usePhones = (driverId: string) =>
  useQuery<PhonesOfDriver>({
    queryKey: phonesKey(driverId),
    staleTime: 0,
    refetchInterval: LOOK_MS,
    refetchOnWindowFocus: true,
  });

/**
 * Makes a code for a driver's phone. It is kept for as long as it may work: another one would end it while the driver is typing.
 * Its key is no path below the drivers', or each change of a driver would make another.
 */
export function usePhoneCode(driverId: string, isWanted: boolean) {
  const queryClient = useQueryClient();
  const queryKey = phonesKey(driverId);
  return useQuery({
    queryKey: ['phone-code', driverId],
    async queryFn() {
      const made = await request<PhoneCode>('POST', `/api/drivers/${driverId}/phone-codes`);
      // a look that began before knows another code, or none
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData<PhonesOfDriver>(
        queryKey,
        (known) => known && { ...known, code: { expiresAt: made.expiresAt, phonesLeft: PHONES_A_CODE } },
      );
      return made;
    },
    enabled: isWanted,
    staleTime: PHONE_CODE_HOURS * HOUR_MS,
    gcTime: PHONE_CODE_HOURS * HOUR_MS,
  });
}

export const useEndPhone = (driverId: string) =>
  useMutation({
    mutationFn: ({ id }: Phone) => request<void>('DELETE', `/api/drivers/${driverId}/phones/${id}`),
    meta: {
      invalidates: [allKey, queryKeys.activity],
      awaits: [phonesKey(driverId)],
      evenIfFailed: true,
    },
  });

/** What waited on phones that have ended, oldest first. */
export const useHeld = () => useQuery<HeldRecord[]>({ queryKey: heldKey, staleTime: 0 });

export type Settling = { keys: string[]; as: 'store' | 'drop' };

export const useSettleHeld = () =>
  useMutation({
    mutationFn: ({ keys, as }: Settling) => request<HeldSettled>('POST', `/api/drivers/held/${as}`, { keys }),
    meta: { invalidates: [allKey, ...tripsAndFigures], awaits: [heldKey], evenIfFailed: true },
  });
