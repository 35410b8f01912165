import { zodResolver } from '@hookform/resolvers/zod';
import type { Driver, DriverInput } from '@shared/drivers';
import { useForm } from 'react-hook-form';
import { ChangedMeanwhileActions, useChangedMeanwhile } from '@/components/changed-meanwhile';
import { FormDateField } from '@/components/date-field/date-field';
import { FormDialog } from '@/components/form-draft';
import { FormActions } from '@/components/ui/dialog';
import { Checkbox } from '@/components/ui/form/checkbox';
import { TextField } from '@/components/ui/form/text-field';
import { now } from '@/lib/clock';
import { useFormDraft } from '@/lib/hooks/use-form-draft';
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
const NAMES = [
  { name: 'firstName', label: 'First Name' },
  { name: 'lastName', label: 'Last Name' },
] as const;
const pair = 'grid grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))] items-start gap-x-3 gap-y-4 sm:gap-x-4';

type DriverDialogProps = { driver: Driver | null; onClose: () => void };

/** Edits a driver, or adds one where `driver` is null. */
export function DriverDialog({ driver, onClose }: DriverDialogProps) {
  const form = useForm({ resolver: zodResolver(driverFormSchema), defaultValues: driverForm(driver, now()) });
  const { mutateAsync, isPending } = useSaveDriver();
  const draft = useFormDraft(form, { thing: `driver-${driver?.id ?? 'new'}`, version: driver?.version });
  const meanwhile = useChangedMeanwhile(draft.version);

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
    if (isSaved) finish();
  }

  function finish() {
    draft.forget();
    onClose();
  }

  return (
    <FormDialog draft={draft} onClose={onClose} title={driver ? 'Edit Driver' : 'Add New Driver'}>
      {(leave) => (
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
          <div className={pair}>
            {NAMES.map((field) => (
              <TextField key={field.name} form={form} autoComplete="off" autoCapitalize="words" {...field} />
            ))}
          </div>
          <div className={pair}>
            <FormDateField form={form} name="startDate" label="Start Date" required />
            <FormDateField form={form} name="endDate" label="End Date" />
          </div>
          <Checkbox label="Active" {...form.register('isActive')} />
          <DriverLodgedWarning control={form.control} driver={driver} />
          {meanwhile.states ? (
            <ChangedMeanwhileActions
              what="driver"
              states={meanwhile.states}
              pending={isPending}
              onKeepTheirs={finish}
            />
          ) : (
            <FormActions
              submitLabel={driver ? 'Update Driver' : 'Create Driver'}
              pendingLabel={driver ? 'Updating...' : 'Creating...'}
              pending={isPending}
              onCancel={leave}
            />
          )}
        </form>
      )}
    </FormDialog>
  );
}
