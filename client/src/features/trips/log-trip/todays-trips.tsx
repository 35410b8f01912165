import { brisbaneDay, formatTime } from '@shared/periods';
import type { Trip } from '@shared/trips';
import { Card } from '@/components/ui/card';
import { RouteDrawing } from '@/components/ui/drawings';
import { EmptyState } from '@/components/ui/empty-state';
import { QueryState } from '@/components/ui/query-state';
import { SkeletonGroup } from '@/components/ui/skeleton';
import { useNow } from '@/lib/clock';
import { useTrips } from '../api';
import { countOfTrips, minutesText } from '../trip-text';

/** The trips logged today, newest first, which shows at a glance that the last one is stored. */
export function TodaysTrips() {
  const today = brisbaneDay(useNow());
  const trips = useTrips({ startDate: today, endDate: today });

  return (
    <Card
      title="Today's trips"
      description={trips.data && trips.data.total > 0 && countOfTrips(trips.data.total)}
    >
      <QueryState
        query={trips}
        failed="Today's trips could not be loaded"
        hint="Trips can be logged all the same."
        skeleton={
          <SkeletonGroup
            label="Loading today's trips"
            className="space-y-4"
            bars={['h-10 w-full', 'h-10 w-full', 'h-10 w-full']}
          />
        }
      />
      {trips.data?.total === 0 && (
        <EmptyState
          drawing={<RouteDrawing />}
          title="No trips yet today"
          hint="A trip you log appears here."
        />
      )}
      {trips.data && trips.data.total > 0 && (
        <ul className="divide-y divide-line">
          {trips.data.trips.map((trip) => (
            <TripLine key={trip.id} trip={trip} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function TripLine({ trip }: { trip: Trip }) {
  return (
    <li className="flex gap-4 py-2 first:pt-0 last:pb-0">
      <span className="text-muted">{formatTime(new Date(trip.datetime))}</span>
      <span className="min-w-0 flex-1">
        <span className="block font-medium wrap-anywhere">
          {trip.suburb} {trip.postcode}
        </span>
        <span className="block text-sm text-muted wrap-anywhere">{trip.driverName}</span>
      </span>
      <span className="text-sm whitespace-nowrap text-muted">{minutesText(trip.waitingTime)} wait</span>
    </li>
  );
}
