import { RESTORE_DAYS } from '@shared/limits';
import { ConfirmDialog } from '@/components/ui/dialog';
import { toast, toastOutcome } from '@/lib/toast';
import { countOfTrips } from '../../trip-text';
import { useChangeSelection, useUndoToast } from './selection-api';
import { SelectionLodgedWarning, SelectionSummary } from './selection-summary';
import { countSelected, type DoneToTrips, type TripSelection } from './trip-selection';

type DeleteTripsDialogProps = {
  selection: TripSelection;
  onDeleted: (done: DoneToTrips) => void;
  onCancel: () => void;
};

/** Deletes several trips after confirmation, and offers to undo that as one. */
export function DeleteTripsDialog({ selection, onDeleted, onCancel }: DeleteTripsDialogProps) {
  const { mutateAsync, isPending } = useChangeSelection();
  const offerUndo = useUndoToast();
  const isOne = countSelected(selection) === 1;
  const trips = countOfTrips(countSelected(selection));

  async function deleteTrips() {
    const isDone = await toastOutcome(
      mutateAsync({ selection, change: 'delete' }).then(({ changed, undo }) => {
        const title = `${countOfTrips(changed)} deleted successfully`;
        if (undo) offerUndo(title, undo, 'restored');
        else toast({ title });
      }),
      undefined,
      'Failed to delete trips',
    );
    if (isDone)
      onDeleted({ title: `${trips} ${isOne ? 'was' : 'were'} deleted.`, foundBy: 'recently deleted' });
  }

  return (
    <ConfirmDialog
      open
      title={`Are you sure you want to delete ${isOne ? 'this trip' : `these ${trips}`}?`}
      description={
        <>
          <SelectionSummary selection={selection} />
          <p className="mt-2">
            They leave the history, the statistics and every report. You can restore them from Recently
            deleted for {RESTORE_DAYS} days.
          </p>
          <SelectionLodgedWarning selection={selection} />
        </>
      }
      confirmLabel={`Delete ${trips}`}
      pendingLabel="Deleting..."
      pending={isPending}
      onConfirm={deleteTrips}
      onCancel={onCancel}
    />
  );
}
