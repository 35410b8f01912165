import { type Driver, driverName } from '@shared/drivers';
import { brisbaneDay } from '@shared/periods';
import type { Vehicle } from '@shared/vehicles/vehicles';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { EditDialog } from '@/components/edit-dialog';
import { LodgedWarning } from '@/components/lodged-warning';
import { Alert } from '@/components/ui/alert';
import { Checkbox } from '@/components/ui/form/checkbox';
import { Field } from '@/components/ui/form/field';
import { Select } from '@/components/ui/form/select';
import { TextField } from '@/components/ui/form/text-field';
import { TextArea } from '@/components/ui/form/text-input';
import { firstDayOf } from '@/features/dated/change';
import { ChangeQuestionFields } from '@/features/dated/change-question';
import { History } from '@/features/dated/history';
import { useSeen } from '@/features/dated/use-seen';
import { now } from '@/lib/clock';
import { useSaveVehicle } from './api';
import { CallSignField } from './call-sign-field';
import { AvailabilityFields, LicencesFields, type VehicleForm } from './dated-rows';
import { clashingLicences } from './licences';
import { useVehicles } from './use-vehicles';
import {
  emptyLicence,
  registrationQuestion,
  vehicleForm,
  vehicleFormSchema,
  vehicleResolver,
} from './vehicle-form';

type VehicleDialogProps = {
  vehicle: Vehicle | null;
  /** The drivers to choose from for a new vehicle. */
  drivers?: readonly Driver[];
  /** Called with the chosen driver once a vehicle is added. */
  onAdded?: (vehicle: Vehicle, driver: Driver) => void;
  onClose: () => void;
};

export function VehicleDialog({ vehicle, drivers = [], onAdded, onClose }: VehicleDialogProps) {
  const vehicles = useVehicles().data;
  const form = useForm({
    resolver: vehicleResolver(vehicle, vehicles ?? []),
    defaultValues: vehicleForm(vehicle, now()),
  });
  const [driverId, setDriverId] = useState('');
  const { mutateAsync } = useSaveVehicle();
  const fields = useWatch({ control: form.control, compute: (all) => all });
  const question = registrationQuestion(vehicle, fields);
  const clashing = vehicle ? clashingLicences(vehicle) : [];
  const seen = useSeen(vehicle, vehicles);
  return (
    <EditDialog
      title={vehicle ? 'Edit Vehicle' : 'Add Vehicle'}
      what="vehicle"
      form={form}
      draft={{ thing: `vehicle-${vehicle?.id ?? 'new'}`, version: seen.version }}
      save={(input, version) =>
        mutateAsync({ id: vehicle?.id, input: vehicle ? { ...input, version } : input })
      }
      done={vehicle ? 'Vehicle updated successfully' : 'Vehicle added successfully'}
      failed={vehicle ? 'Failed to update vehicle' : 'Failed to add vehicle'}
      submitLabel={vehicle ? 'Update Vehicle' : 'Add Vehicle'}
      renamed={{ callSigns: 'callSign', newCallSign: 'callSign' }}
      pendingLabel={vehicle ? 'Updating...' : 'Adding...'}
      onSaved={(saved) => {
        const driver = drivers.find(({ id }) => id === driverId);
        if (driver) onAdded?.(saved, driver);
      }}
      onClose={onClose}
    >
      <TextField
        form={form}
        name="registration"
        label="Registration"
        required
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      {question && <ChangeQuestionFields form={form} question={question} />}
      <CallSignField form={form} vehicle={vehicle} />
      <TextField
        form={form}
        name="description"
        label="Description"
        hint="Make, model or colour, to help people recognise it"
        autoComplete="off"
      />
      {drivers.length > 0 && (
        <Field label="Usual Driver" hint="The day on which they start with it is asked next">
          <Select
            value={driverId}
            none="Nobody yet"
            choices={drivers.map((driver) => ({ value: driver.id, label: driverName(driver) }))}
            onChange={({ target }) => setDriverId(target.value)}
          />
        </Field>
      )}
      <AvailabilityFields form={form} />
      <Substitute form={form} />
      {clashing.length > 0 && (
        <Alert variant="due" title="Two licences at once">
          {clashing.join(' and ')} are in force at the same time. Enter when the former one expired, or remove
          the one that is wrong.
        </Alert>
      )}
      {!fields.isSubstituteTaxi && <LicencesFields form={form} />}
      <Checkbox label="Subcontracted" {...form.register('isSubcontracted')} />
      <Field label="Notes" error={form.formState.errors.notes?.message}>
        <TextArea {...form.register('notes')} />
      </Field>
      {vehicle && <History of="vehicles" id={vehicle.id} onRemoved={seen.seeNow} />}
      <Lodged form={form} vehicle={vehicle} changedOn={firstDayOf(fields, question)} />
    </EditDialog>
  );
}

/** A substitute taxi has no licence. A vehicle without one is a substitute taxi only where someone says so. */
function Substitute({ form }: { form: VehicleForm }) {
  const { onChange, ...field } = form.register('isSubstituteTaxi');
  return (
    <Checkbox
      label="Substitute taxi, no licence"
      {...field}
      onChange={(event) => {
        if (!event.target.checked && form.getValues('licences').length === 0)
          form.setValue('licences', [emptyLicence(brisbaneDay(now()))], { shouldDirty: true });
        return onChange(event);
      }}
    />
  );
}

type LodgedProps = { form: VehicleForm; vehicle: Vehicle | null; changedOn: string | undefined };

function Lodged({ form, vehicle, changedOn }: LodgedProps) {
  const {
    change: _,
    changedOn: _day,
    callSign: _sign,
    callSignAnswer: _answer,
    ...fields
  } = useWatch({ control: form.control, compute: (all) => all });
  const { data: after } = z.safeParse(vehicleFormSchema, fields);
  return after && <LodgedWarning vehicle={{ before: vehicle, after, changedOn }} />;
}
