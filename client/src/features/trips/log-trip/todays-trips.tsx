import { PAGE_SIZE } from '@shared/limits';
import { brisbaneDay, brisbaneTime } from '@shared/periods';
import { waitText } from '@shared/trips/waits';
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { buttonClass } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { RouteDrawing } from '@/components/ui/drawings';
import { EmptyState } from '@/components/ui/states/empty-state';
import { QueryState } from '@/components/ui/states/query-state';
import { ListSkeleton } from '@/components/ui/states/skeleton';
import { useActiveDrivers } from '@/features/drivers/use-drivers';
import { useOutbox } from '@/features/outbox/outbox';
import {
  asTrip,
  isRefusedRecord,
  isSettled,
  notYetListed,
  withoutWaiting,
} from '@/features/outbox/waiting-record';
import { brisbaneNote, useNow } from '@/lib/clock';
import { useTrips } from '../api';
import { KindBadge } from '../kind-badge';
import { countOfTrips, TripPlace } from '../trip-text';
import { OpenTrip, type OpenTripProps } from './open-trip';

type Line = Pick<OpenTripProps, 'trip' | 'record'>;

/** The trips logged today, newest first, with those that wait: it shows at a glance that the last one is safe. */
export function TodaysTrips({ onLogAgain }: Pick<OpenTripProps, 'onLogAgain'>) {
  const [opened, setOpened] = useState<Line>();
  const today = brisbaneDay(useNow());
  const trips = useTrips({ startDate: today, endDate: today });
  const drivers = useActiveDrivers();
  const { trips: waiting } = useOutbox();
  const kept: Line[] = notYetListed(waiting, trips.dataUpdatedAt)
    .filter((record) => !isRefusedRecord(record))
    .map((record) => ({ trip: asTrip(record), record }))
    .filter(({ trip }) => brisbaneDay(new Date(trip.datetime)) === today);
  const stored: Line[] = withoutWaiting(trips.data?.trips ?? [], waiting, trips.dataUpdatedAt).map(
    (trip) => ({ trip }),
  );
  const lines = [...kept, ...stored]
    .sort((a, b) => (a.trip.datetime < b.trip.datetime ? 1 : -1))
    .slice(0, PAGE_SIZE);
  // the list may not have the trips just sent
  const total = Math.max(
    (trips.data?.total ?? 0) + kept.filter(({ record }) => !record?.stored).length,
    lines.length,
  );

  return (
    <Card
      title="Today's trips"
      description={
        total > 0 && (
          <>
            <span>{countOfTrips(total)}</span>
            {brisbaneNote() && ` · ${brisbaneNote()}`}
          </>
        )
      }
    >
      <QueryState
        query={trips}
        failed="Today's trips could not be loaded"
        hint={drivers.data && 'Trips can be logged anyway.'}
        skeleton={lines.length === 0 && <ListSkeleton label="Loading today's trips" />}
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
            <TripLine
              key={record?.key ?? trip.id}
              {...{ trip, record }}
              onOpen={() => setOpened({ trip, record })}
            />
          ))}
        </ul>
      )}
      {total > lines.length && (
        <Link
          href={`/?tab=history&startDate=${today}&endDate=${today}`}
          className={buttonClass('ghost', '-mx-4 mt-2')}
        >
          Show all in Trip History
        </Link>
      )}
      {opened && <OpenTrip {...opened} {...{ onLogAgain }} onClose={() => setOpened(undefined)} />}
    </Card>
  );
}

/** One line: a button that opens the trip, waiting or sent, to correct it. */
function TripLine({ trip, record, onOpen }: Line & { onOpen: () => void }) {
  return (
    <li>
      <button
        type="button"
        onClick={onOpen}
        className="-mx-2 flex w-[calc(100%+1rem)] items-center gap-2 rounded-md p-2 text-left transition-colors hover:bg-sunken"
      >
        <span className="w-16 shrink-0 self-start whitespace-nowrap text-muted">
          <span className="sr-only">Edit trip: </span>
          {brisbaneTime(new Date(trip.datetime))}
          {/* here it has room of its own: the lines below stay where they are when it goes */}
          {record && !isSettled(record) && (
            <span className="block text-sm font-medium text-due">
              Waiting<span className="sr-only"> to be sent</span>
            </span>
          )}
        </span>
        <span className="min-w-0 flex-1">
          <span className="block truncate font-medium">
            <TripPlace of={trip} /> <KindBadge of={trip} />
          </span>
          <span className="block truncate text-sm text-muted">
            {/* what is to be checked comes first: a long name is cut */}
            {waitText(trip.waitingTime)}
            <span className="sr-only"> wait</span> · <bdi>{trip.driverName}</bdi>
          </span>
        </span>
        <ChevronRight className="size-4 shrink-0 text-muted" />
      </button>
    </li>
  );
}
