import { brisbaneDay } from '@shared/periods';
import type { LoggedTrip } from '@/features/outbox/outbox';
import { savedNote } from '@/features/outbox/saved-note';
import { now } from '@/lib/clock';
import { type ToastOptions, withUndo } from '@/lib/toast';
import { placeText, tripLabel } from '../trip-text';

export function loggedToast({ trip, ...logged }: LoggedTrip, undo: () => unknown): ToastOptions {
  const isToday = brisbaneDay(new Date(trip.datetime)) === brisbaneDay(now());
  const label = isToday ? placeText(trip) : tripLabel(trip);
  return { ...withUndo('Trip logged successfully!', undo), description: label + savedNote(logged) };
}
