import { RESTORE_DAYS } from '@shared/limits';
import type { Trip } from '@shared/trips';
import { ConfirmDialog } from '@/components/ui/dialog';
import { toastOutcome } from '@/lib/toast';
import { useDeleteTrips } from '../api';
import { LodgedWarning } from '../trip-form/lodged-warning';
import { tripLabel } from '../trip-text';
import { useRestore } from './use-restore';

const SHOWN = 5;
const UNDO_TOAST_MS = 10_000;

type DeleteTripsDialogProps = {
  /** The trips to delete; without any the dialog is closed. */
  trips: readonly Trip[];
  onDeleted: () => void;
  onCancel: () => void;
};

/** Deletes trips after confirmation, and offers Undo. */
export function DeleteTripsDialog({ trips, onDeleted, onCancel }: DeleteTripsDialogProps) {
  const { mutateAsync, isPending } = useDeleteTrips();
  const restore = useRestore();
  const [first] = trips;
  const isOne = trips.length === 1;

  async function deleteTrips() {
    const ids = trips.map(({ id }) => id);
    const isDone = await toastOutcome(
      mutateAsync(ids),
      () => ({
        title: isOne ? 'Trip deleted successfully' : `${ids.length} trips deleted successfully`,
        action: { label: 'Undo', onClick: () => void restore(ids) },
        duration: UNDO_TOAST_MS,
      }),
      isOne ? 'Failed to delete trip' : 'Failed to delete trips',
    );
    if (isDone) onDeleted();
  }

  return (
    <ConfirmDialog
      open={trips.length > 0}
      title={
        isOne
          ? 'Are you sure you want to delete this trip?'
          : `Are you sure you want to delete these ${trips.length} trips?`
      }
      description={
        <>
          {trips.slice(0, SHOWN).map((trip) => (
            <p key={trip.id} className="font-medium text-ink">
              {tripLabel(trip)}
            </p>
          ))}
          {trips.length > SHOWN && <p>and {trips.length - SHOWN} more</p>}
          {isOne && <p>Driven by {first?.driverName}.</p>}
          <p className="mt-2">
            {isOne ? 'It leaves' : 'They leave'} the history, the statistics and every report. You can restore{' '}
            {isOne ? 'it' : 'them'} from Recently deleted for {RESTORE_DAYS} days.
          </p>
          <LodgedWarning datetimes={trips.map(({ datetime }) => datetime)} counted={!isOne} />
        </>
      }
      confirmLabel={isOne ? 'Delete trip' : `Delete ${trips.length} trips`}
      pendingLabel="Deleting..."
      pending={isPending}
      onConfirm={deleteTrips}
      onCancel={onCancel}
    />
  );
}
