import { type Driver, driverName } from '@shared/drivers';
import { brisbaneDay } from '@shared/periods';
import { orNotKnown } from '@shared/vehicles/vehicles';
import { parse } from 'zod/mini';
import { DeleteDialog } from '@/components/row-list';
import { Button } from '@/components/ui/button';
import { now } from '@/lib/clock';
import { toastOutcome, withUndo } from '@/lib/toast';
import { useDeleteDriver, useRestoreDriver, useSaveDriver, useUndoDriver } from './api';
import { driverFields, formSchemaOf } from './driver-form';
import { HeldOnPhones, PhonesEnd } from './phones/phones-end';

type DeleteDriverProps = {
  driver: Driver;
  /** By default the dialog closes. */
  onDeleted?: () => void;
  onClose: () => void;
};

/** Deletes a driver after a question, which offers today as the last day instead; Undo takes the driver back. */
export function DeleteDriverDialog({ driver, onDeleted, onClose }: DeleteDriverProps) {
  const deletion = useDeleteDriver();
  const restoring = useRestoreDriver();
  const saving = useSaveDriver();
  const undo = useUndoDriver();
  const fields = driverFields(driver, now());
  const today = brisbaneDay(now());
  const canEndToday = fields.startDate <= today && (fields.endDate === '' || fields.endDate > today);

  async function endToday() {
    const input = parse(formSchemaOf(driver), { ...fields, endDate: today });
    const saved = saving.mutateAsync({ id: driver.id, input: { ...input, version: driver.version } });
    const done = (ended: Driver) => withUndo('Driver updated successfully', () => undo(ended));
    if (await toastOutcome(saved, done, 'Failed to update driver')) onClose();
  }

  return (
    <DeleteDialog
      title="Are you sure you want to delete this driver?"
      confirmLabel="Delete driver"
      done="Driver deleted successfully"
      failed="Failed to delete driver"
      name={
        <>
          <bdi>{driverName(driver)}</bdi> ({orNotKnown(driver.vehicleRegistrationNumber)})
        </>
      }
      alternative={
        canEndToday && (
          <Button
            onClick={endToday}
            pending={saving.isPending}
            pendingLabel="Saving..."
            disabled={deletion.isPending}
          >
            End today
          </Button>
        )
      }
      action={() => deletion.mutateAsync(driver)}
      undo={[() => restoring.mutateAsync(driver), 'Driver restored', 'Failed to restore driver']}
      onDone={onDeleted}
      onClose={onClose}
    >
      <HeldOnPhones driver={driver} />
      <PhonesEnd driver={driver} />
      <p>
        The driver is removed from every list. Trips already logged keep the driver's name. You can undo this.
      </p>
      {canEndToday && (
        <p>
          No longer drives for you? Choose “End today” instead: today becomes the last day, and the driver
          stays in the list, inactive from tomorrow.
        </p>
      )}
    </DeleteDialog>
  );
}
