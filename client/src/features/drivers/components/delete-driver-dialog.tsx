import { type Driver, driverName } from '@shared/drivers';
import { ConfirmDialog } from '@/components/ui/dialog';
import { toastOutcome } from '@/lib/toast';
import { useDeleteDriver } from '../api';

export function DeleteDriverDialog({ driver, onClose }: { driver: Driver; onClose: () => void }) {
  const { mutateAsync, isPending } = useDeleteDriver();

  async function deleteDriver() {
    const deleting = mutateAsync(driver);
    if (await toastOutcome(deleting, 'Driver deleted successfully', 'Failed to delete driver')) onClose();
  }

  return (
    <ConfirmDialog
      open
      title="Are you sure you want to delete this driver?"
      description={
        <>
          <p className="font-medium text-ink">
            {driverName(driver)} ({driver.vehicleRegistrationNumber})
          </p>
          <p className="mt-2">
            The driver leaves every list. Trips already logged stay and keep the driver's name. To have the
            driver back, add them again with the same licence.
          </p>
        </>
      }
      confirmLabel="Delete driver"
      pendingLabel="Deleting..."
      pending={isPending}
      onConfirm={deleteDriver}
      onCancel={onClose}
    />
  );
}
