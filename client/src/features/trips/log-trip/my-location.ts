import { localitiesNear } from '@shared/places/near';
import type { SuburbMatch } from '@shared/places/place-table';
import { loadLocalities } from '@/features/places/localities';

/** The suburb where the device is, and the ones next to it. */
const PLACES = 4;
const MOST_MS = 10_000;
/** A car that waits is where it was a moment ago. */
const MOST_AGE_MS = 30_000;

const askDevice = () =>
  new Promise<GeolocationPosition>((resolve, reject) =>
    navigator.geolocation.getCurrentPosition(resolve, reject, {
      enableHighAccuracy: true,
      timeout: MOST_MS,
      maximumAge: MOST_AGE_MS,
    }),
  );

const isRefused = (error: unknown) =>
  error instanceof GeolocationPositionError && error.code === error.PERMISSION_DENIED;

/**
 * The suburbs of Queensland that are nearest to the device. Where it is stays in here: it is neither stored nor sent.
 * @returns the nearest first, or the reason for an empty result, in words
 */
export async function findSuburbsHere(): Promise<SuburbMatch[] | string> {
  try {
    const [{ coords }, table] = await Promise.all([askDevice(), loadLocalities()]);
    const near = localitiesNear(table, [coords.longitude, coords.latitude], PLACES);
    return near.length > 0 ? near : 'No suburb in Queensland is near you. Please type the suburb.';
  } catch (error) {
    return isRefused(error)
      ? 'Location is off for this site. Type the suburb, or turn it on in the browser.'
      : 'Your location was not found. Please type the suburb.';
  }
}
