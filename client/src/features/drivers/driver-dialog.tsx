import type { DriverInput } from '@shared/driver-input';
import type { Driver } from '@shared/drivers';
import { brisbaneDay } from '@shared/periods';
import type { Vehicle } from '@shared/vehicles/vehicles';
import { type Control, useController, useForm, useWatch } from 'react-hook-form';
import { DateField, FormDateField } from '@/components/date-field/date-field';
import { EditDialog } from '@/components/edit-dialog';
import { LodgedWarning } from '@/components/lodged-warning';
import { Checkbox } from '@/components/ui/form/checkbox';
import { pair } from '@/components/ui/form/pair';
import { TextField } from '@/components/ui/form/text-field';
import { useEndVehicle } from '@/features/dated/api';
import { firstDayOf } from '@/features/dated/change';
import { ChangeQuestionFields, Choices } from '@/features/dated/change-question';
import { History } from '@/features/dated/history';
import { useSeen } from '@/features/dated/use-seen';
import { useVehicles } from '@/features/vehicles/use-vehicles';
import { messageOf } from '@/lib/api-client';
import { now } from '@/lib/clock';
import type { ToastOptions } from '@/lib/toast';
import { useSaveDriver } from './api';
import {
  type DriverFormFields,
  driverForm,
  driverQuestion,
  driverResolver,
  formerUntil,
  formerVehicle,
  writtenDriver,
} from './driver-form';
import { useDrivers } from './use-drivers';
import { VehicleField } from './vehicle-field';

const NUMBERS = [
  { name: 'driverAuthorityLicense', label: 'Driver Authority License' },
  { name: 'bookedHireServiceLicense', label: 'Booked Hire Service License' },
] as const;
/** The numbers of a driver, which the table of drivers shows too. */
export const LICENCES = [
  ...NUMBERS,
  { name: 'vehicleRegistrationNumber', label: 'Vehicle Registration' },
] as const;
const NAMES = [
  { name: 'firstName', label: 'First Name' },
  { name: 'lastName', label: 'Last Name' },
] as const;

type DriverDialogProps = { driver: Driver | null; onClose: () => void };

export function DriverDialog({ driver, onClose }: DriverDialogProps) {
  const { data: drivers } = useDrivers();
  const { data: vehicles } = useVehicles();
  const formerOf = (fields: DriverFormFields) => formerVehicle(driver, fields, { drivers, vehicles });
  const form = useForm({
    resolver: driverResolver(driver, formerOf),
    defaultValues: driverForm(driver, now()),
  });
  const seen = useSeen(driver, drivers);
  const saving = useSaveDriver();
  const ending = useEndVehicle();
  const fields = useWatch({ control: form.control, compute: (all) => all });
  const question = driverQuestion(driver, fields);
  const former = formerOf(fields);
  const after = writtenDriver(fields);
  const questionAbout = (about: NonNullable<typeof question>['about']) =>
    question?.about === about && <ChangeQuestionFields form={form} question={question} />;

  /** @returns what failed after the driver was saved */
  async function save(input: DriverInput & { changedOn?: string | undefined }, version: number | undefined) {
    if (!driver) {
      await saving.mutateAsync({ input });
      return undefined;
    }
    await saving.mutateAsync({ id: driver.id, input: { ...input, version } });
    if (former && fields.former === 'ends')
      return ending.mutateAsync({ vehicle: former, lastDay: formerUntil(fields) }).then(
        () => undefined,
        (error: unknown) => messageOf(error, 'Please edit the vehicle.'),
      );
    return undefined;
  }

  return (
    <EditDialog
      title={driver ? 'Edit Driver' : 'Add New Driver'}
      what="driver"
      form={form}
      draft={{ thing: `driver-${driver?.id ?? 'new'}`, version: seen.version }}
      save={save}
      done={(failure): ToastOptions => ({
        title: driver ? 'Driver updated successfully' : 'Driver created successfully',
        ...(failure && { description: `${former?.registration} could not be ended. ${failure}` }),
      })}
      failed={driver ? 'Failed to update driver' : 'Failed to create driver'}
      submitLabel={driver ? 'Update Driver' : 'Create Driver'}
      pendingLabel={driver ? 'Updating...' : 'Creating...'}
      onClose={onClose}
    >
      {NUMBERS.map((field) => (
        <TextField
          key={field.name}
          form={form}
          required
          autoComplete="off"
          autoCapitalize="characters"
          {...field}
        />
      ))}
      {questionAbout('number')}
      <VehicleField
        control={form.control}
        vehicles={vehicles ?? []}
        onLicence={(number) =>
          form.setValue('bookedHireServiceLicense', number, { shouldDirty: true, shouldValidate: true })
        }
      />
      {questionAbout('vehicle')}
      {former && <FormerVehicleQuestion control={form.control} vehicle={former} />}
      <div className={pair}>
        {NAMES.map((field) => (
          <TextField key={field.name} form={form} autoComplete="off" autoCapitalize="words" {...field} />
        ))}
      </div>
      {questionAbout('name')}
      <div className={pair}>
        <FormDateField form={form} name="startDate" label="Start Date" required />
        <FormDateField form={form} name="endDate" label="End Date" />
      </div>
      {questionAbout('start')}
      <FormDateField form={form} name="authorisationExpires" label="Authorisation Expires" />
      <Checkbox label="Active" {...form.register('isActive')} />
      {driver && <History of="drivers" id={driver.id} onRemoved={seen.seeNow} />}
      {after && <LodgedWarning driver={{ before: driver, after, changedOn: firstDayOf(fields, question) }} />}
    </EditDialog>
  );
}

type FormerVehicleProps = { control: Control<DriverFormFields, unknown, unknown>; vehicle: Vehicle };

/** Asks what becomes of the driver's former vehicle, unless someone else drives it. */
function FormerVehicleQuestion({ control, vehicle }: FormerVehicleProps) {
  const { field } = useController({ control, name: 'former' });
  const until = useController({ control, name: 'formerUntil' });
  const fields = useWatch({ control, compute: (all) => all });
  return (
    <Choices
      title={`Is ${vehicle.registration} still in use?`}
      value={field.value}
      onChange={field.onChange}
      choices={[
        { value: 'stays', label: 'Yes' },
        { value: 'ends', label: 'No' },
      ]}
    >
      {field.value === 'ends' && (
        <DateField
          label="Its last day"
          required
          max={brisbaneDay(now())}
          value={formerUntil(fields)}
          error={until.fieldState.error?.message}
          onChange={until.field.onChange}
          className="mt-1"
        />
      )}
    </Choices>
  );
}
