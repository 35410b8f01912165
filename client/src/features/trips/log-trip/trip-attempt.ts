import type { CreateTrip } from '@shared/trips/trips';
import { randomUuid } from '@/lib/random-uuid';

/** A trip being sent, with its idempotency key (docs/product.md#idempotency). */
export type TripAttempt = {
  key: string;
  trip: CreateTrip;
  /** Whether its time is the time of sending, because no one chose another. */
  isPresent: boolean;
};

/**
 * The attempt to send. If only the clock has changed since the last attempt failed, it is that attempt again: its response
 * may have been lost after the trip was stored.
 */
export function nextAttempt(
  last: TripAttempt | undefined,
  trip: CreateTrip,
  isPresent: boolean,
): TripAttempt {
  const again = last?.isPresent && isPresent ? { ...trip, datetime: last.trip.datetime } : trip;
  const isSame = last?.isPresent === isPresent && JSON.stringify(again) === JSON.stringify(last.trip);
  return isSame ? last : { key: randomUuid(), trip, isPresent };
}
