import { formatMinutes } from '@shared/figures';
import { PAGE_SIZE } from '@shared/limits';
import { brisbaneDay, brisbaneTime } from '@shared/periods';
import type { Trip } from '@shared/trips/trips';
import type { ReactNode } from 'react';
import { Card } from '@/components/ui/card';
import { Clipped } from '@/components/ui/clipped';
import { RouteDrawing } from '@/components/ui/drawings';
import { EmptyState } from '@/components/ui/states/empty-state';
import { QueryState } from '@/components/ui/states/query-state';
import { useNow } from '@/lib/clock';
import { useTrips } from '../api';
import { useOutbox } from '../outbox/outbox';
import { WaitingActions } from '../outbox/waiting-actions';
import {
  asTrip,
  isRefused,
  isSettled,
  notYetListed,
  type WaitingTrip,
  withoutWaiting,
} from '../outbox/waiting-trip';
import { countOfTrips, Place } from '../trip-text';

type Line = { trip: Trip; record?: WaitingTrip };

/** The trips logged today, newest first, with those that wait: it shows at a glance that the last one is safe. */
export function TodaysTrips({ skeleton }: { skeleton: ReactNode }) {
  const today = brisbaneDay(useNow());
  const trips = useTrips({ startDate: today, endDate: today });
  const { records } = useOutbox();
  const kept: Line[] = notYetListed(records, trips.dataUpdatedAt)
    .filter((record) => !isRefused(record))
    .map((record) => ({ trip: asTrip(record), record }))
    .filter(({ trip }) => brisbaneDay(new Date(trip.datetime)) === today);
  const stored: Line[] = withoutWaiting(trips.data?.trips ?? [], records, trips.dataUpdatedAt).map(
    (trip) => ({ trip }),
  );
  const lines = [...kept, ...stored]
    .sort((a, b) => (a.trip.datetime < b.trip.datetime ? 1 : -1))
    .slice(0, PAGE_SIZE);
  // what was just sent may not be in the list yet
  const total = Math.max(
    (trips.data?.total ?? 0) + kept.filter(({ record }) => !record?.stored).length,
    lines.length,
  );

  return (
    <Card title="Today's trips" description={total > 0 && countOfTrips(total)}>
      <QueryState
        query={trips}
        failed="Today's trips could not be loaded"
        hint="Trips can be logged anyway."
        skeleton={lines.length === 0 && skeleton}
      />
      {trips.data && total === 0 && (
        <EmptyState
          drawing={<RouteDrawing />}
          title="No trips yet today"
          hint="A trip you log appears here."
        />
      )}
      {lines.length > 0 && (
        <ul className="divide-y divide-line">
          {lines.map(({ trip, record }) => (
            <TripLine key={record?.key ?? trip.id} trip={trip} record={record} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function TripLine({ trip, record }: Line) {
  const isWaiting = record && !isSettled(record);
  return (
    <li className="flex gap-2 py-2 first:pt-0 last:pb-0">
      <span className="w-16 shrink-0 whitespace-nowrap text-muted">
        {brisbaneTime(new Date(trip.datetime))}
        {/* here it has room of its own: the lines below stay where they are when it goes */}
        {isWaiting && (
          <span className="block text-sm font-medium text-due">
            Waiting<span className="sr-only"> to be sent</span>
          </span>
        )}
      </span>
      {/* one line each: they would take others when the buttons go */}
      <span className="min-w-0 flex-1 [&_.line-clamp-3]:line-clamp-1">
        <Clipped tall className="font-medium">
          <Place of={trip} />
        </Clipped>
        <Clipped tall className="text-sm text-muted">
          {/* what is to be checked comes first: a long name is cut */}
          {formatMinutes(trip.waitingTime)}
          <span className="sr-only"> wait</span> · <bdi>{trip.driverName}</bdi>
        </Clipped>
      </span>
      {isWaiting && (
        <span className="-mr-2 flex shrink-0 items-start">
          <WaitingActions record={record} />
        </span>
      )}
    </li>
  );
}
