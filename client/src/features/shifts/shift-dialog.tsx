import { zodResolver } from '@hookform/resolvers/zod';
import { driverName, isActiveDriver } from '@shared/drivers';
import { addDays, formatDay, isDay } from '@shared/periods';
import type { CreateShift, ProposedShift, Shift } from '@shared/shifts/shifts';
import { isAvailableOn, vehicleName } from '@shared/vehicles/vehicles';
import { useState } from 'react';
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form';
import { FormDateField } from '@/components/date-field/date-field';
import { EditDialog } from '@/components/edit-dialog';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/form/field';
import { Select } from '@/components/ui/form/select';
import { TextField } from '@/components/ui/form/text-field';
import { TextArea } from '@/components/ui/form/text-input';
import { useDrivers } from '@/features/drivers/use-drivers';
import { useOutbox } from '@/features/outbox/outbox';
import { useVehicles } from '@/features/vehicles/use-vehicles';
import { brisbaneNote, now } from '@/lib/clock';
import { randomUuid } from '@/lib/random-uuid';
import { useSaveShift } from './api';
import {
  emptyShiftForm,
  endOf,
  filledShiftForm,
  NO_VEHICLE,
  RENAMED,
  type ShiftFormFields,
  shiftFormSchema,
} from './shift-form';
import { dayOf, hoursText } from './shift-text';
import type { ShownShift } from './use-open-shifts';

type ShiftForm = UseFormReturn<ShiftFormFields, unknown, CreateShift>;

type ShiftDialogProps = {
  /** The shift to edit; without one a new one is added. */
  shown?: ShownShift | undefined;
  /** A new shift's first values: proposed hours, or the selected driver. */
  proposed?: ProposedShift | undefined;
  driverId?: string | undefined;
  /** Asks whether to delete the shift that is edited. */
  onDelete?: () => void;
  onClose: () => void;
};

/** Adds or edits a shift; one that waits is changed in the outbox. */
export function ShiftDialog({ shown, proposed, driverId = '', onDelete, onClose }: ShiftDialogProps) {
  const { shift, record } = shown ?? {};
  const { edit } = useOutbox();
  const [key] = useState(randomUuid);
  const [filled] = useState(() => {
    const from = shift ?? proposed;
    return from ? filledShiftForm(from) : { ...emptyShiftForm(now()), driverId };
  });
  const form: ShiftForm = useForm({ resolver: zodResolver(shiftFormSchema), defaultValues: filled });
  const { mutateAsync } = useSaveShift();

  const save = (input: CreateShift, version: number | undefined) => {
    if (record) return edit(record.order, { shift: input });
    return mutateAsync(shift ? { id: shift.id, input: { ...input, version } } : { key, input });
  };

  return (
    <EditDialog<ShiftFormFields, CreateShift, unknown>
      title={shift ? 'Edit Shift' : 'Add Shift'}
      what="shift"
      form={form}
      draft={{
        thing: `shift-${shift?.id ?? proposed?.start ?? 'new'}`.replaceAll(':', ''),
        version: shift?.version,
      }}
      save={save}
      done={shift ? 'Shift updated' : 'Shift added'}
      failed={shift ? 'Failed to update the shift' : 'Failed to add the shift'}
      renamed={RENAMED}
      actions={
        onDelete && (
          <div className="-mx-3 *:max-sm:scroll-mb-24 sm:mr-auto">
            <Button variant="ghost" className="px-3 text-danger!" onClick={onDelete}>
              Delete
            </Button>
          </div>
        )
      }
      submitLabel={shift ? 'Update Shift' : 'Add Shift'}
      pendingLabel={shift ? 'Updating...' : 'Adding...'}
      onClose={onClose}
    >
      <DriverField form={form} shift={shift} />
      <div className="grid grid-cols-[1fr_5.75rem] items-start gap-3 min-[22rem]:grid-cols-2">
        <FormDateField form={form} name="date" label="Date" required />
        <TimeField form={form} name="startTime" label="Start" required />
        <FormDateField form={form} name="endDate" label="End Date" />
        <TimeField form={form} name="endTime" label="End" />
      </div>
      <Length form={form} />
      <VehicleField form={form} shift={shift ?? proposed} />
      <Field label="Note" error={form.formState.errors.note?.message}>
        <TextArea {...form.register('note')} />
      </Field>
    </EditDialog>
  );
}

type TimeFieldProps = {
  form: ShiftForm;
  name: 'startTime' | 'endTime';
  label: string;
  required?: boolean;
};

const TimeField = (props: TimeFieldProps) => (
  <TextField
    {...props}
    inputMode="numeric"
    placeholder="hh:mm"
    autoComplete="off"
    className="placeholder:text-sm placeholder:text-muted"
  />
);

/** The length of the times, and the day on which the shift ends. */
function Length({ form }: { form: ShiftForm }) {
  const fields = useWatch({ control: form.control, compute: (all) => all });
  const end = endOf(fields);
  const start = endOf({ ...fields, endDate: fields.date, endTime: fields.startTime });
  const length = start && end ? end.getTime() - start.getTime() : 0;
  const isNextDay = isDay(fields.date) && end && dayOf(end.toISOString()) === addDays(fields.date, 1);
  return (
    <p role="status" className="-mt-3 text-sm text-muted">
      {brisbaneNote() && `${brisbaneNote()}. `}
      {!end && 'Leave End empty if they are still driving.'}
      {end && length > 0 && hoursText(length)}
      {end && length > 0 && isNextDay && `, ends on ${formatDay(addDays(fields.date, 1))}`}
    </p>
  );
}

type OfShift = { form: ShiftForm; shift: Shift | ProposedShift | undefined };

function DriverField({ form, shift }: OfShift) {
  const { data: drivers = [] } = useDrivers();
  const driverId = useWatch({ control: form.control, name: 'driverId' });
  const choices = drivers
    .filter((driver) => isActiveDriver(driver, now()) || driver.id === shift?.driverId)
    .map((driver) => ({ value: driver.id, label: driverName(driver) }));
  if (shift && !choices.some(({ value }) => value === shift.driverId))
    choices.unshift({ value: shift.driverId, label: shift.driverName });
  return (
    <Field label="Driver" required error={form.formState.errors.driverId?.message}>
      <Select {...form.register('driverId')} value={driverId} none="Select a driver" choices={choices} />
    </Field>
  );
}

function VehicleField({ form, shift }: OfShift) {
  const { data: vehicles = [] } = useVehicles();
  const [date, vehicleId] = useWatch({ control: form.control, name: ['date', 'vehicleId'] });
  const choices = vehicles
    .filter((vehicle) => vehicle.id === vehicleId || !isDay(date) || isAvailableOn(vehicle, date))
    .map((vehicle) => ({ value: vehicle.id, label: vehicleName(vehicle, date) }));
  if (shift?.vehicleId && !vehicles.some(({ id }) => id === shift.vehicleId))
    choices.push({
      value: shift.vehicleId,
      label: shift.vehicleRegistration ?? 'A vehicle that was deleted',
    });
  return (
    <Field label="Vehicle" error={form.formState.errors.vehicleId?.message}>
      <Select
        {...form.register('vehicleId')}
        value={vehicleId}
        none={shift ? undefined : "The driver's usual one"}
        choices={[...choices, { value: NO_VEHICLE, label: 'No vehicle' }]}
      />
    </Field>
  );
}
