import { HOUR_MS } from '@shared/durations';
import { MAX_PAGE_SIZE, PAGE_SIZE, PHONE_CHANGE_HOURS } from '@shared/limits';
import { addDays, brisbaneDay, brisbaneInstant, brisbaneTime } from '@shared/periods';
import type { Trip } from '@shared/trips/trips';
import { waitText } from '@shared/trips/waits';
import { clsx } from 'clsx';
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
import { useOnPhone } from '@/lib/hooks/use-on-phone';
import { useTrips } from '../api';
import { KindBadge } from '../kind-badge';
import { countOfTrips, newestFirst, TripPlace } from '../trip-text';
import { useCarOf } from './car-of';
import { OpenTrip, type OpenTripProps } from './open-trip';

type Line = Pick<OpenTripProps, 'trip' | 'record'>;

/** So far the list goes back over midnight, which would empty it in the busiest hours. */
const HOURS_BACK = 12;

/** The trips of a day, newest first, with those that wait. A driver's own phone has no Trip History to show the rest. */
function useTripsOf(day: string, isShown = true) {
  const isOnPhone = useOnPhone();
  const query = useTrips(
    { startDate: day, endDate: day, ...(isOnPhone && { limit: MAX_PAGE_SIZE }) },
    isShown,
  );
  const { trips: waiting } = useOutbox();
  // those of the day before stay until the day's own are there
  const listed = query.isPlaceholderData ? undefined : query.data;
  const kept: Line[] = notYetListed(waiting, query.dataUpdatedAt)
    .filter((record) => !isRefusedRecord(record))
    .map((record) => ({ trip: asTrip(record), record }))
    .filter(({ trip }) => brisbaneDay(new Date(trip.datetime)) === day);
  const stored: Line[] = withoutWaiting(listed?.trips ?? [], waiting, query.dataUpdatedAt).map((trip) => ({
    trip,
  }));
  const lines = [...kept, ...stored].sort((a, b) => newestFirst(a.trip, b.trip));
  // the list may not have the trips just sent
  const unlisted = kept.filter(({ record }) => !record?.stored).length;
  return { query, lines, total: Math.max((listed?.total ?? 0) + unlisted, lines.length) };
}

/**
 * The last trips of today and of the last hours, newest first: it shows at a glance that the last one is safe. A driver's own phone
 * has those of yesterday and today.
 */
export function TodaysTrips({ onLogAgain }: Pick<OpenTripProps, 'onLogAgain'>) {
  const [opened, setOpened] = useState<Line>();
  const now = useNow();
  const today = brisbaneDay(now);
  const yesterday = addDays(today, -1);
  const isOnPhone = useOnPhone();
  const most = isOnPhone ? MAX_PAGE_SIZE : PAGE_SIZE;
  const from = isOnPhone ? brisbaneInstant(yesterday) : new Date(now.getTime() - HOURS_BACK * HOUR_MS);
  const hasDayBefore = brisbaneDay(from) !== today;
  const { query, lines, total } = useTripsOf(today);
  const before = useTripsOf(yesterday, hasDayBefore);
  const drivers = useActiveDrivers();
  const ofToday = lines.slice(0, most);
  const ofYesterday = before.lines
    .filter(({ trip }) => hasDayBefore && trip.datetime >= from.toISOString())
    .slice(0, most - ofToday.length);
  const hasYesterday = ofYesterday.length > 0;
  const hasMore = total > ofToday.length || (hasYesterday && before.total > ofYesterday.length);
  const isEmpty = total === 0 && !hasYesterday;
  const listOf = (shown: readonly Line[]) => (
    <ul className="divide-y divide-line">
      {shown.map(({ trip, record }) => (
        <TripLine
          key={record?.key ?? trip.id}
          {...{ trip, record }}
          onOpen={isOnPhone && isTooOld(trip, now) ? undefined : () => setOpened({ trip, record })}
        />
      ))}
    </ul>
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
        query={query}
        failed="Today's trips could not be loaded"
        hint={drivers.data && 'Trips can be logged anyway.'}
        skeleton={isEmpty && <ListSkeleton label="Loading today's trips" />}
      />
      {query.data && isEmpty && (
        <EmptyState
          drawing={<RouteDrawing />}
          title="No trips yet today"
          hint="A trip you log appears here."
        />
      )}
      {ofToday.length > 0 && listOf(ofToday)}
      {hasYesterday && (
        <>
          <h3
            className={clsx(
              'pb-1 text-sm font-medium text-muted',
              ofToday.length > 0 && 'mt-2 border-t border-line pt-3',
            )}
          >
            Yesterday
          </h3>
          {listOf(ofYesterday)}
        </>
      )}
      {hasMore && !isOnPhone && (
        <Link
          href={`/?tab=history&startDate=${hasYesterday ? yesterday : today}&endDate=${today}`}
          className={buttonClass('ghost', '-mx-4 mt-2')}
        >
          Show all in Trip History
        </Link>
      )}
      {opened && <OpenTrip {...opened} {...{ onLogAgain }} onClose={() => setOpened(undefined)} />}
    </Card>
  );
}

/** Whether the server would refuse a change from a driver's own phone. */
const isTooOld = ({ createdAt }: Trip, now: Date) =>
  now.getTime() - Date.parse(createdAt) > PHONE_CHANGE_HOURS * HOUR_MS;

/** One line: a button that opens the trip, waiting or sent, to correct it. Without `onOpen` it is only shown. */
function TripLine({ trip, record, onOpen }: Line & { onOpen: (() => void) | undefined }) {
  const Part = onOpen ? 'button' : 'div';
  // on their own phone all are the driver's: what differs is the car
  const carOf = useCarOf();
  const about = useOnPhone() ? carOf(trip) : trip.driverName;
  return (
    <li>
      <Part
        type={onOpen && 'button'}
        onClick={onOpen}
        className={clsx(
          '-mx-2 flex w-[calc(100%+1rem)] items-center gap-2 rounded-md p-2 text-left',
          onOpen && 'transition-colors hover:bg-sunken',
        )}
      >
        <span className="w-16 shrink-0 self-start whitespace-nowrap text-muted">
          {onOpen && <span className="sr-only">Edit trip: </span>}
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
            <span className="sr-only"> wait</span>
            {about && (
              <>
                {' '}
                · <bdi>{about}</bdi>
              </>
            )}
          </span>
        </span>
        {onOpen && <ChevronRight className="size-4 shrink-0 text-muted" />}
      </Part>
    </li>
  );
}
