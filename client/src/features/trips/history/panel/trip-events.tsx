import type { ActivityEvent } from '@shared/activity/activity';
import { eventDetails, eventSentence, waitedSentence } from '@shared/activity/activity-text';
import { MAX_TRIP_CHANGES } from '@shared/limits';
import { formatDateTime } from '@shared/periods';
import { QueryState } from '@/components/ui/states/query-state';
import { SkeletonGroup } from '@/components/ui/states/skeleton';
import { useTripChanges } from '../history-api';

/** The changes of a trip, with person and time, below its form. */
export const ChangesOfTrip = ({ id }: { id: string }) => (
  <TripEvents query={useTripChanges(id)} failed="The changes could not be loaded" />
);

type TripEventsProps = { query: ReturnType<typeof useTripChanges>; failed: string };

export function TripEvents({ query, failed }: TripEventsProps) {
  const all = query.isError ? undefined : query.data?.events;
  const events = all?.filter(({ entity }) => entity === 'trip');
  // what waited on a phone was logged or changed by its driver, whoever stored it
  const waitedOf = (event: ActivityEvent) =>
    waitedSentence(
      event,
      all?.find(({ entity, at }) => entity === 'heldRecord' && at === event.at),
    );
  const isLoggedOnPhone = (event: ActivityEvent) =>
    event.action === 'created' && waitedOf(event) !== undefined;
  return (
    <>
      <QueryState
        query={query}
        failed={failed}
        skeleton={<SkeletonGroup label="Loading changes" bars={['h-5 w-full', 'h-5 w-1/2', 'h-5 w-full']} />}
      />
      {events?.length === 0 && <p className="text-sm text-muted">No changes are on record.</p>}
      {events && events.length > 0 && (
        <ol aria-label="Changes, newest first" className="space-y-4 text-sm">
          {events.map((event) => (
            <li key={event.id} className="border-l-2 border-line pl-3 wrap-anywhere">
              {waitedOf(event)} {!isLoggedOnPhone(event) && eventSentence({ ...event, subject: null })}
              {/* what was stored first, or is deleted, stands above */}
              {event.action === 'updated' && eventDetails(event).map((line) => <div key={line}>{line}</div>)}
              <div className="text-muted">{formatDateTime(new Date(event.at))}</div>
            </li>
          ))}
        </ol>
      )}
      {all && all.length >= MAX_TRIP_CHANGES && (
        <p className="mt-4 text-sm text-muted">Older changes are in Settings, under Activity.</p>
      )}
    </>
  );
}
