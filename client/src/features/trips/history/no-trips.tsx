import { RESTORE_DAYS } from '@shared/limits';
import { useEffect, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { RouteDrawing } from '@/components/ui/drawings';
import { EmptyState } from '@/components/ui/states/empty-state';
import { filtersOf, type TripHistoryView } from './filters/trip-filters';
import type { DoneToTrips } from './selection/trip-selection';

/** The last change to trips of this list, until the list changes otherwise: by Undo, say, or by another filter. */
export function useDoneToTrips(view: TripHistoryView, total: number | undefined) {
  const among = JSON.stringify(filtersOf(view));
  const [last, setLast] = useState<{ done: DoneToTrips | undefined; among: string }>();
  useEffect(() => {
    if (total) setLast(undefined);
  }, [total]);
  const setDone = (done: DoneToTrips | undefined) => setLast({ done, among });
  return [last?.among === among ? last.done : undefined, setDone] as const;
}

type NoTripsProps = {
  isFiltered: boolean;
  done: DoneToTrips | undefined;
  onShow: (foundBy: DoneToTrips['foundBy']) => void;
  onClear: () => void;
  onLogTrip: () => void;
};

export function NoTrips({ isFiltered, done, onShow, onClear, onLogTrip }: NoTripsProps) {
  const drawing = <RouteDrawing />;
  const clear = <Button onClick={onClear}>Clear filters</Button>;
  return (
    // no margin, which would move the frame of the list
    <div className="max-sm:pt-2">
      <Card>
        {done ? (
          <EmptyState
            drawing={drawing}
            title={done.title}
            hint={
              done.foundBy === 'recently deleted'
                ? `You can restore them for ${RESTORE_DAYS} days.`
                : 'They no longer match these filters.'
            }
            action={
              <div className="flex flex-wrap justify-center gap-2">
                <Button onClick={() => onShow(done.foundBy)}>Show them</Button>
                {isFiltered && clear}
              </div>
            }
          />
        ) : (
          <EmptyState
            drawing={drawing}
            title="No trips found"
            hint={isFiltered ? 'Nothing matches these filters.' : 'Trips you log or import appear here.'}
            action={isFiltered ? clear : <Button onClick={onLogTrip}>Log a trip</Button>}
          />
        )}
      </Card>
    </div>
  );
}
