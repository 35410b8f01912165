import type { Trip } from '@shared/trips';
import { RotateCcw } from 'lucide-react';
import { Skeleton, SkeletonGroup } from '@/components/ui/skeleton';
import { minutesText } from '../trip-text';

type RepeatTripProps = {
  trip: Trip | undefined;
  isLoading: boolean;
  onRepeat: (trip: Trip) => void;
};

/** Offers the last trip again: one tap fills the form with what is shown here. It keeps its height whatever it has to offer. */
export function RepeatTrip({ trip, isLoading, onRepeat }: RepeatTripProps) {
  if (isLoading) {
    return (
      <SkeletonGroup label="Loading your last trip">
        <Skeleton className="h-21 w-full" />
      </SkeletonGroup>
    );
  }
  if (!trip) {
    return (
      <p className="flex h-21 items-center text-sm text-muted">
        Once you have logged a trip, you can repeat it here with one tap.
      </p>
    );
  }
  const details = [
    trip.driverName,
    `${minutesText(trip.waitingTime)} wait`,
    trip.duration !== null && `${minutesText(trip.duration)} trip`,
  ];
  return (
    <button
      type="button"
      onClick={() => onRepeat(trip)}
      className="flex h-21 w-full flex-col justify-center rounded-md bg-brand-soft px-4 text-left text-ink"
    >
      <span className="flex items-center gap-2 font-medium text-brand">
        <RotateCcw aria-hidden="true" className="size-4 shrink-0" />
        Repeat last trip
      </span>
      <span className="w-full truncate text-sm">
        {trip.suburb} {trip.postcode}
      </span>
      <span className="w-full truncate text-sm">{details.filter(Boolean).join(' · ')}</span>
    </button>
  );
}
