import { zodResolver } from '@hookform/resolvers/zod';
import type { Driver, DriverInput } from '@shared/drivers';
import { useForm } from 'react-hook-form';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { TextField } from '@/components/ui/text-field';
import { now } from '@/lib/clock';
import { applyServerErrors } from '@/lib/server-errors';
import { toastError, toastOutcome } from '@/lib/toast';
import { useSaveDriver } from '../api';
import { driverForm, driverFormSchema } from '../driver-form';

type DriverDialogProps = {
  open: boolean;
  /** The driver to edit; null adds one. */
  driver: Driver | null;
  onClose: () => void;
};

/** Adds a driver, or edits one. */
export function DriverDialog({ open, driver, onClose }: DriverDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title={driver ? 'Edit Driver' : 'Add New Driver'}>
      <DriverForm driver={driver} onClose={onClose} />
    </Dialog>
  );
}

function DriverForm({ driver, onClose }: Omit<DriverDialogProps, 'open'>) {
  const form = useForm({ resolver: zodResolver(driverFormSchema), defaultValues: driverForm(driver, now()) });
  const { mutateAsync, isPending } = useSaveDriver();

  async function save(input: DriverInput) {
    if (isPending) return;
    const isSaved = await toastOutcome(
      mutateAsync({ id: driver?.id, input }),
      driver ? 'Driver updated successfully' : 'Driver created successfully',
      (error) =>
        applyServerErrors(form, error) ||
        toastError(error, driver ? 'Failed to update driver' : 'Failed to create driver'),
    );
    if (isSaved) onClose();
  }

  return (
    <form noValidate onSubmit={form.handleSubmit(save)} className="mt-4 space-y-4">
      <TextField
        form={form}
        name="driverAuthorityLicense"
        label="Driver Authority License"
        required
        autoComplete="off"
        autoCapitalize="characters"
      />
      <TextField
        form={form}
        name="bookedHireServiceLicense"
        label="Booked Hire Service License"
        required
        autoComplete="off"
        autoCapitalize="characters"
      />
      <TextField
        form={form}
        name="vehicleRegistrationNumber"
        label="Vehicle Registration"
        required
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <div className="grid grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))] items-start gap-x-3 gap-y-4 sm:gap-x-4">
        <TextField
          form={form}
          name="firstName"
          label="First Name"
          autoComplete="off"
          autoCapitalize="words"
        />
        <TextField form={form} name="lastName" label="Last Name" autoComplete="off" autoCapitalize="words" />
      </div>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))] items-start gap-x-3 gap-y-4 sm:gap-x-4">
        <TextField form={form} name="startDate" label="Start Date" required type="date" />
        <TextField form={form} name="endDate" label="End Date" type="date" />
      </div>
      <Checkbox label="Active" {...form.register('isActive')} />
      <DialogActions>
        <Button onClick={onClose} disabled={isPending}>
          Cancel
        </Button>
        <Button
          type="submit"
          variant="primary"
          pending={isPending}
          pendingLabel={driver ? 'Updating...' : 'Creating...'}
        >
          {driver ? 'Update Driver' : 'Create Driver'}
        </Button>
      </DialogActions>
    </form>
  );
}
