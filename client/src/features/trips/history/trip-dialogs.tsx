import type { Trip, TripSort } from '@shared/trips/trips';
import { DeleteTripDialog } from './delete-trip-dialog';
import { EditTripDialog } from './edit-trip-dialog';
import { RecentlyDeletedDialog } from './recently-deleted-dialog';
import { ChangeDateDialog, ChangeDriverDialog } from './selection/change-trips-dialog';
import { DeleteTripsDialog } from './selection/delete-trips-dialog';
import { ExportTripsDialog } from './selection/export-trips-dialog';
import type { SelectionAction } from './selection/selection-bar';
import type { DoneToTrips, TripSelection } from './selection/trip-selection';

/** What a dialog is open for. */
export type OpenDialog =
  | { kind: 'edit' | 'delete-one'; trip: Trip }
  | { kind: SelectionAction; selection: TripSelection }
  | { kind: 'deleted' };

type TripDialogsProps = {
  dialog: OpenDialog;
  sorting: TripSort;
  onClose: () => void;
  /** The trips that it was about are others now, or gone; `done` says how, of a selection that was changed. */
  onDone: (done?: DoneToTrips) => void;
};

/** The dialog that is open. */
export function TripDialogs({ dialog, sorting, onClose, onDone }: TripDialogsProps) {
  switch (dialog.kind) {
    case 'edit':
      return <EditTripDialog trip={dialog.trip} onClose={onClose} />;
    case 'delete-one':
      return <DeleteTripDialog trip={dialog.trip} onCancel={onClose} onDeleted={onDone} />;
    case 'delete': {
      const [trip, ...more] = 'trips' in dialog.selection ? dialog.selection.trips : [];
      if (trip && more.length === 0)
        return <DeleteTripDialog trip={trip} onCancel={onClose} onDeleted={onDone} />;
      return <DeleteTripsDialog selection={dialog.selection} onCancel={onClose} onDeleted={onDone} />;
    }
    case 'driver':
      return <ChangeDriverDialog selection={dialog.selection} onCancel={onClose} onChanged={onDone} />;
    case 'date':
      return <ChangeDateDialog selection={dialog.selection} onCancel={onClose} onChanged={onDone} />;
    case 'export':
      return <ExportTripsDialog selection={dialog.selection} sorting={sorting} onClose={onClose} />;
    case 'deleted':
      return <RecentlyDeletedDialog onClose={onClose} />;
  }
}
