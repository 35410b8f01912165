import type { ReactNode } from 'react';
import { ConfirmAction } from '@/components/ui/dialog';
import { type OpenWaitingTrip, useOutbox } from '@/features/outbox/outbox';
import { asTrip } from '@/features/outbox/waiting-record';
import { TripDialog } from '../history/trip-dialog';
import { TripName } from '../trip-text';

type WaitingTripDialogProps = OpenWaitingTrip & {
  actions?: ReactNode;
  onClose: () => void;
};

/** Edits or deletes a trip in the outbox. What was sent meanwhile is changed, or deleted, on the server. */
export function WaitingTripDialog({ record, kind, actions, onClose }: WaitingTripDialogProps) {
  const outbox = useOutbox();
  const trip = asTrip(record);
  const { order, refusal, stored } = record;

  if (kind === 'edit')
    return (
      <TripDialog
        how={kind}
        save={(change) => outbox.edit(order, { trip: change })}
        {...{ trip, actions, onClose }}
      />
    );

  return (
    <ConfirmAction
      title={refusal ? 'Discard what was not accepted?' : 'Are you sure you want to delete this trip?'}
      description={
        <>
          <p className="font-medium text-ink">
            <TripName of={trip} />
          </p>
          <p className="mt-2">
            {refusal && stored
              ? 'Your change is dropped. The trip stays as it is stored.'
              : `It was not ${refusal ? 'stored' : 'sent yet'}, and cannot be brought back afterwards.`}
          </p>
        </>
      }
      confirmLabel={refusal ? 'Discard' : 'Delete trip'}
      action={() => (refusal ? outbox.discard(order) : outbox.remove(order))}
      done={refusal ? 'Trip discarded' : 'Trip deleted successfully'}
      failed="Failed to delete trip"
      onClose={onClose}
    />
  );
}
