import type { CreateTrip } from '@shared/trips/trips';
import { useRef } from 'react';
import { type ToastOptions, withUndo } from '@/lib/toast';
import { useDeleteTrip, useDriverName, useLogTrip } from '../api';
import { useOutbox } from '../outbox/outbox';
import { tripLabel } from '../trip-text';
import { nextAttempt, type TripAttempt } from './trip-attempt';

/** A trip that is safe. `takeBack` deletes it; `isWaiting` where it is on the device and there is no network to send it. */
export type StoredTrip = { trip: CreateTrip; takeBack: () => Promise<unknown>; isWaiting: boolean };

/** The toast of a trip that was logged. */
export function loggedToast({ trip, isWaiting }: StoredTrip, undo: () => unknown): ToastOptions {
  const waits = isWaiting ? ". Saved on this phone, sent when you're online" : '';
  return { ...withUndo('Trip logged successfully!', undo), description: tripLabel(trip) + waits };
}

/** The one way to log a trip: the device keeps it and sends it; where it cannot, it is sent at once. */
export function useStoreTrip() {
  const { mutateAsync, isPending } = useLogTrip();
  const deletion = useDeleteTrip();
  const outbox = useOutbox();
  const nameOf = useDriverName();
  const attempt = useRef<TripAttempt>(undefined);

  /**
   * @param isPresent whether its time is the time of logging, because no one chose another
   * @throws ApiError, NetworkError where it can neither be kept nor sent; the same trip can be tried again, and is stored once
   */
  async function store(trip: CreateTrip, isPresent: boolean): Promise<StoredTrip> {
    const logged = { trip, driverName: nameOf(trip.driverId) ?? '' };
    const order = outbox.canKeep === false ? undefined : await outbox.log(logged).catch(() => undefined);
    if (order !== undefined) {
      // what the outbox last found may be older than what the browser knows
      const isWaiting = outbox.sending.isOffline || !navigator.onLine;
      return { trip, takeBack: () => outbox.remove(order), isWaiting };
    }
    attempt.current = nextAttempt(attempt.current, trip, isPresent);
    const stored = await mutateAsync(attempt.current);
    attempt.current = undefined;
    return { trip: stored, takeBack: () => deletion.mutateAsync(stored.id), isWaiting: false };
  }
  return { store, isPending };
}
