import { zodResolver } from '@hookform/resolvers/zod';
import type { Driver, DriverInput } from '@shared/drivers';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { ChangedMeanwhileActions, useChangedMeanwhile } from '@/components/changed-meanwhile';
import { Checkbox } from '@/components/ui/checkbox';
import { Dialog, FormActions } from '@/components/ui/dialog';
import { TextField } from '@/components/ui/text-field';
import { now } from '@/lib/clock';
import { applyServerErrors } from '@/lib/server-errors';
import { toastError, toastOutcome } from '@/lib/toast';
import { useSaveDriver } from '../api';
import { driverForm, driverFormSchema } from '../driver-form';
import { DriverLodgedWarning } from './driver-lodged-warning';

const LICENCES = [
  { name: 'driverAuthorityLicense', label: 'Driver Authority License' },
  { name: 'bookedHireServiceLicense', label: 'Booked Hire Service License' },
  { name: 'vehicleRegistrationNumber', label: 'Vehicle Registration', spellCheck: false },
] as const;
const PAIRS = [
  [
    { name: 'firstName', label: 'First Name', autoComplete: 'off', autoCapitalize: 'words' },
    { name: 'lastName', label: 'Last Name', autoComplete: 'off', autoCapitalize: 'words' },
  ],
  [
    { name: 'startDate', label: 'Start Date', type: 'date', required: true },
    { name: 'endDate', label: 'End Date', type: 'date' },
  ],
] as const;

type DriverDialogProps = { driver: Driver | null; onClose: () => void };

/** Edits a driver, or adds one where `driver` is null. */
export function DriverDialog({ driver, onClose }: DriverDialogProps) {
  const form = useForm({ resolver: zodResolver(driverFormSchema), defaultValues: driverForm(driver, now()) });
  const { mutateAsync, isPending } = useSaveDriver();
  const [seen] = useState(driver?.version);
  const meanwhile = useChangedMeanwhile(seen);

  async function save(input: DriverInput) {
    if (isPending) return;
    const { version } = meanwhile;
    const isSaved = await toastOutcome(
      mutateAsync(driver ? { id: driver.id, input: { ...input, version } } : { input }),
      driver ? 'Driver updated successfully' : 'Driver created successfully',
      (error) => {
        if (!meanwhile.show(error) && !applyServerErrors(form, error))
          toastError(error, driver ? 'Failed to update driver' : 'Failed to create driver');
      },
    );
    if (isSaved) onClose();
  }

  return (
    <Dialog open onClose={onClose} title={driver ? 'Edit Driver' : 'Add New Driver'}>
      <form noValidate onSubmit={form.handleSubmit(save)} className="mt-4 space-y-4">
        {LICENCES.map((field) => (
          <TextField
            key={field.name}
            form={form}
            required
            autoComplete="off"
            autoCapitalize="characters"
            {...field}
          />
        ))}
        {PAIRS.map((fields) => (
          <div
            key={fields[0].name}
            className="grid grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))] items-start gap-x-3 gap-y-4 sm:gap-x-4"
          >
            {fields.map((field) => (
              <TextField key={field.name} form={form} {...field} />
            ))}
          </div>
        ))}
        <Checkbox label="Active" {...form.register('isActive')} />
        <DriverLodgedWarning control={form.control} driver={driver} />
        {meanwhile.states ? (
          <ChangedMeanwhileActions
            what="driver"
            states={meanwhile.states}
            pending={isPending}
            onKeepTheirs={onClose}
          />
        ) : (
          <FormActions
            submitLabel={driver ? 'Update Driver' : 'Create Driver'}
            pendingLabel={driver ? 'Updating...' : 'Creating...'}
            pending={isPending}
            onCancel={onClose}
          />
        )}
      </form>
    </Dialog>
  );
}
