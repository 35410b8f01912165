import { formatMinutes } from '@shared/figures';
import type { Trip } from '@shared/trips/trips';
import { RotateCcw } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { SkeletonGroup } from '@/components/ui/states/skeleton';
import { Place } from '../place';

type RepeatTripProps = {
  trip: Trip | undefined;
  isLoading: boolean;
  /** Loads the trip again, after a failure. */
  onRetry: (() => void) | undefined;
  /** Goes where drivers are added; given when there are none. */
  onAddDrivers: (() => void) | undefined;
  onRepeat: (trip: Trip) => void;
};

/** Offers to repeat the last trip: one tap fills the form with what is shown here. What is missing for a first trip is said in its place. Its height never changes. */
export function RepeatTrip({ trip, isLoading, onRetry, onAddDrivers, onRepeat }: RepeatTripProps) {
  if (isLoading) {
    return <SkeletonGroup label="Loading your last trip" bars={['h-21 w-full']} />;
  }
  if (onAddDrivers) {
    return (
      <div role="status" className="flex h-21 flex-col items-start justify-center text-sm">
        Please add drivers in the Drivers tab before logging trips.
        <Button variant="ghost" className="-mx-4" onClick={onAddDrivers}>
          Go to the Drivers tab
        </Button>
      </div>
    );
  }
  if (!trip) {
    return (
      <div className="flex h-21 items-center justify-between gap-2 text-sm text-muted">
        {onRetry
          ? 'Your last trip could not be loaded.'
          : 'Once you have logged a trip, you can repeat it here with one tap.'}
        {onRetry && (
          <Button className="shrink-0" onClick={onRetry}>
            Try again
          </Button>
        )}
      </div>
    );
  }
  const minutes = [
    `${formatMinutes(trip.waitingTime)} wait`,
    trip.duration !== null && `${formatMinutes(trip.duration)} trip`,
  ];
  return (
    <button
      type="button"
      onClick={() => onRepeat(trip)}
      className="flex h-21 w-full flex-col justify-center rounded-md bg-brand-soft px-4 text-left forced-colors:border text-ink"
    >
      <span className="flex items-center gap-2 font-medium text-brand">
        <RotateCcw className="size-4 shrink-0" />
        Repeat last trip
      </span>
      <span className="w-full truncate text-sm">
        <Place of={trip} />
      </span>
      <span className="w-full truncate text-sm">
        <bdi>{trip.driverName}</bdi> · {minutes.filter(Boolean).join(' · ')}
      </span>
    </button>
  );
}
