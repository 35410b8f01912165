import { zodResolver } from '@hookform/resolvers/zod';
import type { Driver, DriverInput } from '@shared/drivers';
import { useForm } from 'react-hook-form';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { TextInput } from '@/components/ui/text-input';
import { now } from '@/lib/clock';
import { applyServerErrors } from '@/lib/server-errors';
import { toast, toastError } from '@/lib/toast';
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
  const { errors } = form.formState;
  const { mutateAsync, isPending } = useSaveDriver();

  async function save(input: DriverInput) {
    if (isPending) return;
    try {
      await mutateAsync({ id: driver?.id, input });
    } catch (error) {
      const fallback = driver ? 'Failed to update driver' : 'Failed to create driver';
      if (!applyServerErrors(form, error)) toastError(error, fallback);
      return;
    }
    toast({ title: driver ? 'Driver updated successfully' : 'Driver created successfully' });
    onClose();
  }

  return (
    <form noValidate onSubmit={form.handleSubmit(save)} className="mt-4 space-y-4">
      <Field label="Driver Authority License" required error={errors.driverAuthorityLicense?.message}>
        <TextInput
          {...form.register('driverAuthorityLicense')}
          autoComplete="off"
          autoCapitalize="characters"
        />
      </Field>
      <Field label="Booked Hire Service License" required error={errors.bookedHireServiceLicense?.message}>
        <TextInput
          {...form.register('bookedHireServiceLicense')}
          autoComplete="off"
          autoCapitalize="characters"
        />
      </Field>
      <Field label="Vehicle Registration" required error={errors.vehicleRegistrationNumber?.message}>
        <TextInput
          {...form.register('vehicleRegistrationNumber')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
      </Field>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))] items-start gap-x-3 gap-y-4 sm:gap-x-4">
        <Field label="First Name" error={errors.firstName?.message}>
          <TextInput {...form.register('firstName')} autoComplete="off" autoCapitalize="words" />
        </Field>
        <Field label="Last Name" error={errors.lastName?.message}>
          <TextInput {...form.register('lastName')} autoComplete="off" autoCapitalize="words" />
        </Field>
      </div>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))] items-start gap-x-3 gap-y-4 sm:gap-x-4">
        <Field label="Start Date" required error={errors.startDate?.message}>
          <TextInput {...form.register('startDate')} type="date" />
        </Field>
        <Field label="End Date" error={errors.endDate?.message}>
          <TextInput {...form.register('endDate')} type="date" />
        </Field>
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
