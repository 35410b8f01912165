import { RESTORE_DAYS } from '@shared/limits';
import type { Trip } from '@shared/trips/trips';
import { LodgedWarning } from '@/components/lodged-warning';
import { ConfirmAction } from '@/components/ui/dialog';
import { withUndo } from '@/lib/toast';
import { useDeleteTrip } from '../api';
import { tripLabel } from '../trip-text';
import { useRestoreTrip } from './history-api';

type DeleteTripDialogProps = { trip: Trip; onDeleted: () => void; onCancel: () => void };

/** Deletes a trip after confirmation, and offers Undo. */
export function DeleteTripDialog({ trip, onDeleted, onCancel }: DeleteTripDialogProps) {
  const { mutateAsync } = useDeleteTrip();
  const restore = useRestoreTrip();

  return (
    <ConfirmAction
      title="Are you sure you want to delete this trip?"
      description={
        <>
          <p className="font-medium wrap-anywhere text-ink">{tripLabel(trip)}</p>
          <p className="wrap-anywhere">Driven by {trip.driverName}.</p>
          <p className="mt-2">
            It leaves the history, the statistics and every report. You can restore it from Recently deleted
            for {RESTORE_DAYS} days.
          </p>
          <LodgedWarning trips={[trip.datetime]} />
        </>
      }
      confirmLabel="Delete trip"
      pendingLabel="Deleting..."
      action={() => mutateAsync(trip.id)}
      done={() => withUndo('Trip deleted successfully', () => restore(trip.id))}
      failed="Failed to delete trip"
      onDone={onDeleted}
      onClose={onCancel}
    />
  );
}
