import { RESTORE_DAYS } from '@shared/limits';
import type { TripSort } from '@shared/trips/trip-list';
import type { Trip } from '@shared/trips/trips';
import { useState } from 'react';
import { LodgedWarning } from '@/components/lodged-warning';
import { Button } from '@/components/ui/button';
import { Clipped } from '@/components/ui/clipped';
import { Dialog } from '@/components/ui/dialog';
import { RouteDrawing } from '@/components/ui/drawings';
import { EmptyState } from '@/components/ui/states/empty-state';
import { QueryState } from '@/components/ui/states/query-state';
import { SkeletonGroup } from '@/components/ui/states/skeleton';
import { useNow } from '@/lib/clock';
import { OpenTrip } from '../log-trip/open-trip';
import { shortWhen, TripPlace, tripLabel } from '../trip-text';
import { useDeletedTrips, useRestoreTrip } from './history-api';
import { ExportTripsDialog } from './selection/export-trips-dialog';
import type { SelectionAction } from './selection/selection-bar';
import {
  ChangeDateDialog,
  ChangeDriverDialog,
  ChangeKindDialog,
  ChangeVehicleDialog,
  DeleteTripsDialog,
} from './selection/selection-dialogs';
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
    const about = { trip: dialog.trip, onClose, onDeleted: onDone };
    return dialog.kind === 'edit' ? <OpenTrip {...about} /> : <TripDialog how="delete" {...about} />;
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
    case 'vehicle':
      return <ChangeVehicleDialog {...changing} />;
    case 'kind':
      return <ChangeKindDialog {...changing} />;
    case 'export':
      return <ExportTripsDialog selection={selection} sorting={sorting} onClose={onClose} />;
  }
}

const RecentlyDeletedDialog = ({ onClose }: { onClose: () => void }) => (
  <Dialog
    onClose={onClose}
    title="Recently deleted"
    description={`You can restore a trip for ${RESTORE_DAYS} days.`}
  >
    <DeletedTrips />
  </Dialog>
);

function DeletedTrips() {
  const query = useDeletedTrips();
  const restore = useRestoreTrip();
  const now = useNow();
  const [restoring, setRestoring] = useState<string>();

  async function restoreTrip(id: string) {
    setRestoring(id);
    await restore(id);
    setRestoring(undefined);
  }

  if (!query.data) {
    return (
      <QueryState
        query={query}
        failed="The deleted trips could not be loaded"
        skeleton={
          <SkeletonGroup
            label="Loading deleted trips"
            className="mt-4 space-y-4"
            bars={['h-12 w-full', 'h-12 w-full']}
          />
        }
      />
    );
  }
  if (query.data.length === 0)
    return (
      <EmptyState drawing={<RouteDrawing />} title={`No trips deleted in the last ${RESTORE_DAYS} days`} />
    );
  return (
    <ul aria-label="Deleted trips" className="mt-4 divide-y divide-line">
      {query.data.map((trip) => (
        <li key={trip.id} className="space-y-2 py-3">
          <div className="flex items-start justify-between gap-2 sm:gap-3">
            <div className="min-w-0 grow text-sm">
              <Clipped className="text-base font-medium">
                <TripPlace of={trip} />
              </Clipped>
              {/* by when it was and when it was deleted people tell it from others */}
              <p>{shortWhen(new Date(trip.datetime), now)}</p>
              <Clipped className="text-muted">{trip.driverName}</Clipped>
              <p className="text-muted">Deleted: {shortWhen(new Date(trip.deletedAt), now)}</p>
            </div>
            <Button
              aria-label={`Restore trip: ${tripLabel(trip)}`}
              pending={restoring === trip.id}
              pendingLabel=""
              className="max-sm:px-3"
              disabled={restoring !== undefined}
              onClick={() => restoreTrip(trip.id)}
            >
              Restore
            </Button>
          </div>
          <LodgedWarning trips={[trip]} />
        </li>
      ))}
    </ul>
  );
}
