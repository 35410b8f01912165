import type { CreateTrip } from '@shared/trips';
import { randomUuid } from '@/lib/random-uuid';

/** A trip on its way, with the key under which it is stored once, however often it is sent (decisions §4). */
export type TripAttempt = {
  key: string;
  trip: CreateTrip;
  /** Whether its time is the present one, because nobody chose another. */
  isPresent: boolean;
};

/**
 * What to send now. Where nothing but the clock has changed since the last attempt failed, it is that attempt again: its
 * answer may have been lost, and it may be stored.
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
