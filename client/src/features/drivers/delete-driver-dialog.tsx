import { type Driver, driverName } from '@shared/drivers';
import { brisbaneDay } from '@shared/periods';
import { parse } from 'zod/mini';
import { Button } from '@/components/ui/button';
import { ConfirmAction } from '@/components/ui/dialog';
import { now } from '@/lib/clock';
import { toastOutcome, withUndo } from '@/lib/toast';
import { useDeleteDriver, useRestoreDriver, useSaveDriver } from './api';
import { driverForm, driverFormSchema } from './driver-form';

/** Deletes a driver after a question, which offers today as the last day instead; Undo takes the driver back. */
export function DeleteDriverDialog({ driver, onClose }: { driver: Driver; onClose: () => void }) {
  const deletion = useDeleteDriver();
  const restoring = useRestoreDriver();
  const saving = useSaveDriver();
  const form = driverForm(driver, now());
  const today = brisbaneDay(now());
  const canEndToday = form.startDate <= today && (form.endDate === '' || form.endDate > today);

  const restore = () =>
    toastOutcome(restoring.mutateAsync(driver), 'Driver restored', 'Failed to restore driver');

  async function endToday() {
    const input = parse(driverFormSchema, { ...form, endDate: today });
    const saved = saving.mutateAsync({ id: driver.id, input: { ...input, version: driver.version } });
    if (await toastOutcome(saved, 'Driver updated successfully', 'Failed to update driver')) onClose();
  }

  return (
    <ConfirmAction
      title="Are you sure you want to delete this driver?"
      description={
        <>
          <p className="font-medium text-ink">
            <bdi>{driverName(driver)}</bdi> ({driver.vehicleRegistrationNumber})
          </p>
          <p className="mt-2">
            The driver leaves every list. Trips already logged stay and keep the driver's name. You can undo
            it right afterwards.
          </p>
          {canEndToday && (
            <p className="mt-2">
              If the driver has stopped driving for you, make today the last day instead: the driver stays in
              the list, inactive from tomorrow.
            </p>
          )}
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
            Ended today
          </Button>
        )
      }
      confirmLabel="Delete driver"
      pendingLabel="Deleting..."
      action={() => deletion.mutateAsync(driver)}
      done={() => withUndo('Driver deleted successfully', restore)}
      failed="Failed to delete driver"
      onClose={onClose}
    />
  );
}
