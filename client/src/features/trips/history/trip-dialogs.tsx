import type { Trip, TripSort } from '@shared/trips/trips';
import { RecentlyDeletedDialog } from './recently-deleted-dialog';
import { ExportTripsDialog } from './selection/export-trips-dialog';
import type { SelectionAction } from './selection/selection-bar';
import { ChangeDateDialog, ChangeDriverDialog, DeleteTripsDialog } from './selection/selection-dialogs';
import type { DoneToTrips, TripSelection } from './selection/trip-selection';
import { TripDialog } from './trip-dialog';

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

export function TripDialogs({ dialog, sorting, onClose, onDone }: TripDialogsProps) {
  if (dialog.kind === 'deleted') return <RecentlyDeletedDialog onClose={onClose} />;
  if ('trip' in dialog) {
    const how = dialog.kind === 'edit' ? 'edit' : 'delete';
    return <TripDialog trip={dialog.trip} how={how} onClose={onClose} onDeleted={onDone} />;
  }
  const { selection } = dialog;
  const changing = { selection, onCancel: onClose, onDone };
  switch (dialog.kind) {
    case 'delete': {
      const [trip, ...more] = 'trips' in selection ? selection.trips : [];
      if (trip && more.length === 0)
        return <TripDialog trip={trip} how="delete" onClose={onClose} onDeleted={onDone} />;
      return <DeleteTripsDialog {...changing} />;
    }
    case 'driver':
      return <ChangeDriverDialog {...changing} />;
    case 'date':
      return <ChangeDateDialog {...changing} />;
    case 'export':
      return <ExportTripsDialog selection={selection} sorting={sorting} onClose={onClose} />;
  }
}
