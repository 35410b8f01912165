import type { Trip } from '@shared/trips';
import { RotateCcw } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { SkeletonGroup } from '@/components/ui/skeleton';
import { minutesText } from '../trip-text';

type RepeatTripProps = {
  trip: Trip | undefined;
  isLoading: boolean;
  /** Loads the trip again, after a failure. */
  onRetry: (() => void) | undefined;
  onRepeat: (trip: Trip) => void;
};

/** Offers to repeat the last trip: one tap fills the form with what is shown here. Its height never changes. */
export function RepeatTrip({ trip, isLoading, onRetry, onRepeat }: RepeatTripProps) {
  if (isLoading) {
    return <SkeletonGroup label="Loading your last trip" bars={['h-21 w-full']} />;
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
        <RotateCcw className="size-4 shrink-0" />
        Repeat last trip
      </span>
      <span className="w-full truncate text-sm">
        {trip.suburb} {trip.postcode}
      </span>
      <span className="w-full truncate text-sm">{details.filter(Boolean).join(' · ')}</span>
    </button>
  );
}
