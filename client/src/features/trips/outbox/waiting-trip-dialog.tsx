import { ConfirmDialog } from '@/components/ui/dialog';
import { toastOutcome } from '@/lib/toast';
import { EditTripDialog } from '../history/edit-trip-dialog';
import { tripLabel } from '../trip-text';
import { type OpenWaitingTrip, useOutbox } from './outbox';
import { asTrip } from './waiting-trip';

type WaitingTripDialogProps = OpenWaitingTrip & { onClose: () => void };

/** Edits or deletes a trip in the outbox. What was sent meanwhile is changed, or deleted, on the server. */
export function WaitingTripDialog({ record, kind, onClose }: WaitingTripDialogProps) {
  const outbox = useOutbox();
  const trip = asTrip(record);

  if (kind === 'edit')
    return (
      <EditTripDialog trip={trip} save={(change) => outbox.edit(record.order, change)} onClose={onClose} />
    );

  async function remove() {
    await toastOutcome(
      record.refusal ? outbox.discard(record.order) : outbox.remove(record.order),
      record.refusal ? 'Trip discarded' : 'Trip deleted successfully',
      'Failed to delete trip',
    );
    onClose();
  }

  return (
    <ConfirmDialog
      title={record.refusal ? 'Discard what was not accepted?' : 'Are you sure you want to delete this trip?'}
      description={
        <>
          <p className="font-medium text-ink">{tripLabel(trip)}</p>
          <p className="mt-2">
            {record.refusal
              ? record.stored
                ? 'Your change is dropped. The trip stays as it is stored.'
                : 'It was not stored, and cannot be brought back afterwards.'
              : 'It was not sent yet, and cannot be brought back afterwards.'}
          </p>
        </>
      }
      confirmLabel={record.refusal ? 'Discard' : 'Delete trip'}
      onConfirm={() => void remove()}
      onCancel={onClose}
    />
  );
}
