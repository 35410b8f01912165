import { zodResolver } from '@hookform/resolvers/zod';
import type { DriverInput } from '@shared/driver-input';
import type { Driver } from '@shared/drivers';
import { type Control, useForm, useWatch } from 'react-hook-form';
import { safeParse } from 'zod/mini';
import { FormDateField } from '@/components/date-field/date-field';
import { EditDialog } from '@/components/edit-dialog';
import { LodgedWarning } from '@/components/lodged-warning';
import { Checkbox } from '@/components/ui/form/checkbox';
import { TextField } from '@/components/ui/form/text-field';
import { now } from '@/lib/clock';
import { useSaveDriver } from './api';
import { type DriverFormFields, driverForm, driverFormSchema } from './driver-form';

/** The numbers of a driver, which the table of drivers shows too. */
export const LICENCES = [
  { name: 'driverAuthorityLicense', label: 'Driver Authority License' },
  { name: 'bookedHireServiceLicense', label: 'Booked Hire Service License' },
  { name: 'vehicleRegistrationNumber', label: 'Vehicle Registration', spellCheck: false },
] as const;
const NAMES = [
  { name: 'firstName', label: 'First Name' },
  { name: 'lastName', label: 'Last Name' },
] as const;
const pair = 'grid grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))] items-start gap-x-3 gap-y-4 sm:gap-x-4';

export function DriverDialog({ driver, onClose }: { driver: Driver | null; onClose: () => void }) {
  const form = useForm({ resolver: zodResolver(driverFormSchema), defaultValues: driverForm(driver, now()) });
  const { mutateAsync } = useSaveDriver();
  return (
    <EditDialog
      title={driver ? 'Edit Driver' : 'Add New Driver'}
      what="driver"
      form={form}
      draft={{ thing: `driver-${driver?.id ?? 'new'}`, version: driver?.version }}
      save={(input, version) =>
        mutateAsync(driver ? { id: driver.id, input: { ...input, version } } : { input })
      }
      done={driver ? 'Driver updated successfully' : 'Driver created successfully'}
      failed={driver ? 'Failed to update driver' : 'Failed to create driver'}
      submitLabel={driver ? 'Update Driver' : 'Create Driver'}
      pendingLabel={driver ? 'Updating...' : 'Creating...'}
      onClose={onClose}
    >
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
      <LodgedByDriver control={form.control} driver={driver} />
    </EditDialog>
  );
}

type LodgedByDriverProps = {
  control: Control<DriverFormFields, unknown, DriverInput>;
  driver: Driver | null;
};

function LodgedByDriver({ control, driver }: LodgedByDriverProps) {
  const { data: after } = safeParse(driverFormSchema, useWatch({ control }));
  return after && <LodgedWarning driver={{ before: driver, after }} />;
}
