import { RESTORE_DAYS } from '@shared/limits';
import type { Trip } from '@shared/trips/trips';
import { ConfirmDialog } from '@/components/ui/dialog';
import { toastOutcome } from '@/lib/toast';
import { useDeleteTrip } from '../api';
import { LodgedWarning } from '../trip-form/lodged-warning';
import { tripLabel } from '../trip-text';
import { useRestore } from './use-restore';

const UNDO_TOAST_MS = 10_000;

type DeleteTripDialogProps = { trip: Trip; onDeleted: () => void; onCancel: () => void };

/** Deletes a trip after confirmation, and offers Undo. */
export function DeleteTripDialog({ trip, onDeleted, onCancel }: DeleteTripDialogProps) {
  const { mutateAsync, isPending } = useDeleteTrip();
  const restore = useRestore();

  async function deleteTrip() {
    const isDone = await toastOutcome(
      mutateAsync(trip.id),
      () => ({
        title: 'Trip deleted successfully',
        action: { label: 'Undo', onClick: () => void restore(trip.id) },
        duration: UNDO_TOAST_MS,
      }),
      'Failed to delete trip',
    );
    if (isDone) onDeleted();
  }

  return (
    <ConfirmDialog
      open
      title="Are you sure you want to delete this trip?"
      description={
        <>
          <p className="font-medium wrap-anywhere text-ink">{tripLabel(trip)}</p>
          <p className="wrap-anywhere">Driven by {trip.driverName}.</p>
          <p className="mt-2">
            It leaves the history, the statistics and every report. You can restore it from Recently deleted
            for {RESTORE_DAYS} days.
          </p>
          <LodgedWarning datetimes={[trip.datetime]} />
        </>
      }
      confirmLabel="Delete trip"
      pendingLabel="Deleting..."
      pending={isPending}
      onConfirm={deleteTrip}
      onCancel={onCancel}
    />
  );
}
