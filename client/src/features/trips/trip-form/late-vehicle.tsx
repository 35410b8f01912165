import { lazyPart } from '@/components/ui/lazy-part';

/** No one misses it: a trip without it is in the driver's usual vehicle. */
export const TripVehicle = lazyPart('TripVehicle', () => import('./trip-vehicle'), {
  whenIdle: true,
  Failed: () => null,
});
