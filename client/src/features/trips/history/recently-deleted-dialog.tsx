import { RESTORE_DAYS } from '@shared/limits';
import { formatDateTime } from '@shared/periods';
import { ArchiveRestore } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { RouteDrawing } from '@/components/ui/drawings';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorState } from '@/components/ui/error-state';
import { Skeleton, SkeletonGroup } from '@/components/ui/skeleton';
import { messageOf } from '@/lib/api-client';
import { tripLabel } from '../trip-text';
import { useDeletedTrips } from './history-api';
import { useRestore } from './use-restore';

/** The trips deleted in the last days, with a button to restore each. */
export function RecentlyDeletedDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Recently deleted"
      description={`Trips can be restored for ${RESTORE_DAYS} days after they were deleted.`}
    >
      <DeletedTrips />
    </Dialog>
  );
}

function DeletedTrips() {
  const { data: trips, isPending, isError, error, isFetching, refetch } = useDeletedTrips();
  const restore = useRestore();
  const [restoring, setRestoring] = useState<string>();

  async function restoreTrip(id: string) {
    setRestoring(id);
    await restore([id]);
    setRestoring(undefined);
  }

  if (isPending) {
    return (
      <SkeletonGroup label="Loading deleted trips" className="mt-4">
        <div className="space-y-4">
          <Skeleton className="h-12 w-full" />
          <Skeleton className="h-12 w-full" />
        </div>
      </SkeletonGroup>
    );
  }
  if (isError) {
    return (
      <ErrorState
        title="The deleted trips could not be loaded"
        message={messageOf(error, 'Please try again.')}
        onRetry={() => refetch()}
        retrying={isFetching}
      />
    );
  }
  if (trips.length === 0) {
    return <EmptyState drawing={<RouteDrawing />} title="No trips were deleted lately" />;
  }
  return (
    <ul aria-label="Deleted trips" className="mt-4 divide-y divide-line">
      {trips.map((trip) => (
        <li key={trip.id} className="flex items-center justify-between gap-3 py-3">
          <div className="min-w-0 wrap-anywhere">
            <p className="font-medium">{tripLabel(trip)}</p>
            <p className="text-sm text-muted">
              {trip.driverName} · deleted {formatDateTime(new Date(trip.deletedAt))}
            </p>
          </div>
          <Button
            aria-label={`Restore trip: ${tripLabel(trip)}`}
            icon={ArchiveRestore}
            pending={restoring === trip.id}
            disabled={restoring !== undefined}
            onClick={() => restoreTrip(trip.id)}
          >
            Restore
          </Button>
        </li>
      ))}
    </ul>
  );
}
