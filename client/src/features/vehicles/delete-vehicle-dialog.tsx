import { addDays, brisbaneDay } from '@shared/periods';
import { isAvailableOn, type Vehicle } from '@shared/vehicles/vehicles';
import { DeleteDialog } from '@/components/row-list';
import { Button } from '@/components/ui/button';
import { now } from '@/lib/clock';
import { toastOutcome } from '@/lib/toast';
import { useDeleteVehicle, useEndVehicle, useRestoreVehicle } from './api';

type DeleteVehicleProps = {
  vehicle: Vehicle;
  drivers: string;
  /** By default the dialog closes. */
  onDeleted?: () => void;
  onClose: () => void;
};

/** Deletes a vehicle after a question, which offers today as its last day instead; Undo takes it back. */
export function DeleteVehicleDialog({ vehicle, drivers, onDeleted, onClose }: DeleteVehicleProps) {
  const deletion = useDeleteVehicle();
  const restoring = useRestoreVehicle();
  const ending = useEndVehicle();
  const today = brisbaneDay(now());
  const canEndToday = isAvailableOn(vehicle, today) && isAvailableOn(vehicle, addDays(today, 1));

  async function endToday() {
    const ended = ending.mutateAsync({ vehicle, lastDay: today });
    if (await toastOutcome(ended, 'Vehicle updated successfully', 'Failed to update vehicle')) onClose();
  }

  return (
    <DeleteDialog
      title="Are you sure you want to delete this vehicle?"
      confirmLabel="Delete vehicle"
      done="Vehicle deleted successfully"
      failed="Failed to delete vehicle"
      name={<bdi>{[vehicle.registration, vehicle.description].filter(Boolean).join(', ')}</bdi>}
      alternative={
        canEndToday && (
          <Button
            onClick={endToday}
            pending={ending.isPending}
            pendingLabel="Saving..."
            disabled={deletion.isPending}
          >
            End today
          </Button>
        )
      }
      action={() => deletion.mutateAsync(vehicle)}
      undo={[() => restoring.mutateAsync(vehicle), 'Vehicle restored', 'Failed to restore vehicle']}
      onDone={onDeleted}
      onClose={onClose}
    >
      {drivers && (
        <p className="line-clamp-3 wrap-anywhere">
          Driven by <bdi>{drivers}</bdi>.
        </p>
      )}
      <p>The vehicle is removed from every list. Trips already logged keep it. You can undo this.</p>
      {canEndToday && (
        <p>
          Sold or no longer used? Choose “End today” instead: today becomes its last day, and reports show
          when you stopped using it.
        </p>
      )}
    </DeleteDialog>
  );
}
