import type { Trip } from '@shared/trips/trips';
import { waitText } from '@shared/trips/waits';
import { useState } from 'react';
import { Card } from '@/components/ui/card';
import { QueryState } from '@/components/ui/states/query-state';
import { ListSkeleton } from '@/components/ui/states/skeleton';
import { useTrips } from '@/features/trips/api';
import { KindBadge } from '@/features/trips/kind-badge';
import { OpenTrip } from '@/features/trips/log-trip/open-trip';
import { countOfTrips, shortWhen, TripPlace, tripLabel } from '@/features/trips/trip-text';
import { useNow } from '@/lib/clock';
import { addressOf } from '../tabs/tab-address';
import { AllLink, lineClass, type PageOf } from './page-parts';

const SHOWN = 5;

/** The last trips of a driver or in a vehicle; each opens. */
export function TripsCard(of: PageOf) {
  // a page is named, so that no browser keeps what one opened once
  const trips = useTrips({ ...of, page: 1, limit: SHOWN });
  const [opened, setOpened] = useState<Trip>();
  const now = useNow();
  const other = (trip: Trip) => (of.vehicleId ? trip.driverName : trip.vehicleRegistration);
  const total = trips.data?.total ?? 0;
  return (
    <Card
      title="Trips"
      description={trips.data && (total > 0 ? countOfTrips(total) : 'No trips yet')}
      actions={
        total > 0 && (
          <AllLink
            href={addressOf('history', of.driverId ? `driverId=${of.driverId}` : `vehicleId=${of.vehicleId}`)}
          >
            All trips
          </AllLink>
        )
      }
    >
      <QueryState
        query={trips}
        failed="The trips could not be loaded"
        skeleton={<ListSkeleton label="Loading the trips" />}
      />
      {total > 0 && (
        <ul aria-label="Last trips" className="divide-y divide-line">
          {trips.data?.trips.map((trip) => (
            <li key={trip.id}>
              <button
                type="button"
                aria-label={`Edit trip: ${tripLabel(trip)}`}
                className={lineClass}
                onClick={() => setOpened(trip)}
              >
                <span className="min-w-0 wrap-anywhere">
                  <span className="block font-medium">
                    <TripPlace of={trip} /> <KindBadge of={trip} />
                  </span>
                  <span className="text-sm text-muted">
                    {shortWhen(new Date(trip.datetime), now)}
                    {other(trip) && (
                      <>
                        {' · '}
                        <bdi>{other(trip)}</bdi>
                      </>
                    )}
                  </span>
                </span>
                <span className="shrink-0 text-sm tabular-nums">{waitText(trip.waitingTime)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {opened && <OpenTrip trip={opened} onClose={() => setOpened(undefined)} />}
    </Card>
  );
}
