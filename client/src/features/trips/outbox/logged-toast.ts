import { brisbaneDay } from '@shared/periods';
import type { CreateTrip } from '@shared/trips/trips';
import type { Logged } from '@/features/outbox/outbox';
import { savedNote } from '@/features/outbox/saved-note';
import { now } from '@/lib/clock';
import { type ToastOptions, withUndo } from '@/lib/toast';
import { placeText, tripLabel } from '../trip-text';

/** The spec's words, then which trip of whom, or in which car, it was: Repeat may have logged another than was meant. */
export function loggedToast(
  trip: CreateTrip,
  about: string,
  logged: Logged,
  undo: () => unknown,
): ToastOptions {
  const isToday = brisbaneDay(new Date(trip.datetime)) === brisbaneDay(now());
  const label = isToday ? placeText(trip) : tripLabel(trip);
  return {
    ...withUndo('Trip logged successfully!', undo),
    description: [label, about].filter(Boolean).join(' · ') + savedNote(logged),
  };
}
