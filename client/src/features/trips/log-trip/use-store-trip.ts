import type { CreateTrip } from '@shared/trips/trips';
import { useRef } from 'react';
import { useDeleteTrip, useDriverName, useLogTrip } from '../api';
import { useOutbox } from '../outbox/outbox';
import { nextAttempt, type TripAttempt } from './trip-attempt';

/** How long a logged trip can be taken back by its toast, in milliseconds. */
export const UNDO_TOAST_MS = 10_000;

/** The one way to log a trip: the device keeps it and sends it; where it cannot, it is sent at once. */
export function useStoreTrip() {
  const { mutateAsync, isPending } = useLogTrip();
  const deletion = useDeleteTrip();
  const outbox = useOutbox();
  const nameOf = useDriverName();
  const attempt = useRef<TripAttempt>(undefined);

  /**
   * @param isPresent whether its time is the time of logging, because nobody chose another
   * @returns the trip, and what takes it back
   * @throws ApiError, NetworkError where it can neither be kept nor sent; the same trip can be tried again, and is stored once
   */
  async function store(trip: CreateTrip, isPresent: boolean) {
    const logged = { trip, driverName: nameOf(trip.driverId) ?? '' };
    const order = outbox.canKeep === false ? undefined : await outbox.log(logged).catch(() => undefined);
    if (order !== undefined) return { trip, takeBack: (): Promise<unknown> => outbox.remove(order) };
    attempt.current = nextAttempt(attempt.current, trip, isPresent);
    const stored = await mutateAsync(attempt.current);
    attempt.current = undefined;
    return { trip: stored, takeBack: (): Promise<unknown> => deletion.mutateAsync(stored.id) };
  }
  return { store, isPending };
}
