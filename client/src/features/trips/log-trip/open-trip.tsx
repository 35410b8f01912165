import type { Trip } from '@shared/trips/trips';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { useActiveDrivers } from '@/features/drivers/use-drivers';
import type { WaitingTrip } from '@/features/outbox/waiting-record';
import { TripDialog } from '../history/trip-dialog';
import { WaitingTripDialog } from '../outbox/waiting-trip-dialog';

export type OpenTripProps = {
  trip: Trip;
  /** The trip in the outbox, if it is there: it is changed and deleted there. */
  record?: WaitingTrip | undefined;
  onLogAgain?: (trip: Trip) => Promise<boolean>;
  onDeleted?: () => void;
  onClose: () => void;
};

/** A trip, to correct it, delete it, or log it again. */
export function OpenTrip({ trip, record, onLogAgain, onDeleted, onClose }: OpenTripProps) {
  const [kind, setKind] = useState<'edit' | 'delete'>('edit');
  const { data: drivers } = useActiveDrivers();
  const isDriverActive = drivers?.some(({ id }) => id === trip.driverId);
  const actions = (
    <div className="-mx-3 flex justify-between *:max-sm:scroll-mb-24 sm:mr-auto">
      <Button variant="ghost" className="px-3 text-danger!" onClick={() => setKind('delete')}>
        Delete
      </Button>
      {onLogAgain && isDriverActive && (
        <Button
          variant="ghost"
          className="px-3"
          onClick={() => {
            onClose();
            void onLogAgain(trip);
          }}
        >
          Log again
        </Button>
      )}
    </div>
  );
  return record ? (
    <WaitingTripDialog {...{ record, kind, actions, onClose }} />
  ) : (
    <TripDialog how={kind} {...{ trip, actions, onDeleted, onClose }} />
  );
}
