import { RESTORE_DAYS } from '@shared/limits';
import { ConfirmAction } from '@/components/ui/dialog';
import { withUndo } from '@/lib/toast';
import { countOfTrips } from '../../trip-text';
import { useChangeSelection, useUndoBulkChange } from './selection-api';
import { SelectionLodgedWarning, SelectionSummary } from './selection-summary';
import { countSelected, type DoneToTrips, type TripSelection } from './trip-selection';

type DeleteTripsDialogProps = {
  selection: TripSelection;
  onDeleted: (done: DoneToTrips) => void;
  onCancel: () => void;
};

/** Deletes several trips after confirmation, and offers to undo that as one. */
export function DeleteTripsDialog({ selection, onDeleted, onCancel }: DeleteTripsDialogProps) {
  const { mutateAsync } = useChangeSelection();
  const undoChange = useUndoBulkChange();
  const isOne = countSelected(selection) === 1;
  const trips = countOfTrips(countSelected(selection));

  return (
    <ConfirmAction
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
      action={() => mutateAsync({ selection, change: 'delete' })}
      done={({ changed, undo }) => {
        const title = `${countOfTrips(changed)} deleted successfully`;
        return undo ? withUndo(title, () => undoChange(undo, 'restored')) : { title };
      }}
      failed="Failed to delete trips"
      onDone={() =>
        onDeleted({ title: `${trips} ${isOne ? 'was' : 'were'} deleted.`, foundBy: 'recently deleted' })
      }
      onClose={onCancel}
    />
  );
}
