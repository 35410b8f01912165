import { type Driver, driverName } from '@shared/drivers';
import { brisbaneDay, formatDay } from '@shared/periods';
import { normaliseRegistration } from '@shared/vehicles/registration';
import { useForm, useWatch } from 'react-hook-form';
import { FormDateField } from '@/components/date-field/date-field';
import { EditDialog } from '@/components/edit-dialog';
import { LodgedReports, LodgedWarning } from '@/components/lodged-warning';
import { Field } from '@/components/ui/form/field';
import { Select } from '@/components/ui/form/select';
import { TextField } from '@/components/ui/form/text-field';
import { useVehicles } from '@/features/vehicles/use-vehicles';
import { now } from '@/lib/clock';
import { type ToastOptions, withUndo } from '@/lib/toast';
import { hasDriven, useCarChange, useChangeCar, useUndoDriver } from './api';
import {
  type CarQuestions,
  type ChangeCarFields,
  carChoices,
  carQuery,
  changeCarForm,
  changeCarResolver,
  NEW_VEHICLE,
} from './change-car-form';
import { formerVehicle, lastDayOfFormer } from './driver-form';
import { useDrivers } from './use-drivers';
import { drivenText, FormerVehicleQuestion, MoveQuestion, NewVehicleFields } from './vehicle-questions';

type ChangeCarProps = {
  driver: Driver;
  /** The vehicle that is chosen at first. */
  vehicleId?: string;
  onClose: () => void;
};

/** "Amy now drives …": another usual vehicle from a day on (docs/product/vehicles.md#changing-cars). */
export function ChangeCarDialog({ driver, vehicleId: first = '', onClose }: ChangeCarProps) {
  const { data: drivers } = useDrivers();
  const { data: vehicles = [] } = useVehicles();
  const form = useForm({
    resolver: changeCarResolver((fields) => questionsOf(fields)),
    defaultValues: { ...changeCarForm(), vehicleId: first },
  });
  const { mutateAsync } = useChangeCar();
  const undo = useUndoDriver();
  const fields = useWatch({ control: form.control, compute: (all) => all });
  const { vehicleId, from } = fields;
  const isNew = vehicleId === NEW_VEHICLE;
  const chosen = vehicles.find(({ id }) => id === vehicleId);
  const registration = chosen?.registration ?? normaliseRegistration(fields.registration);
  const today = brisbaneDay(now());

  const car = useCarChange(driver.id, carQuery(fields));
  const { change } = car;
  const formerId = change ? change.former?.vehicleId : driver.vehicleId;
  const isPresent = change?.until === null;
  const isNamed = isNew ? registration !== '' : chosen !== undefined;
  const asksToMove = isNamed && hasDriven(change);
  const { former, isKnown } = questionsOf(fields);
  const name = driverName(driver);
  const drives = change?.former?.registration;

  function questionsOf(fields: ChangeCarFields): CarQuestions {
    // what it waited for may not be on the screen yet
    const change = car.changeOf(carQuery(fields));
    const typed = normaliseRegistration(fields.registration);
    return {
      former: change?.until === null ? formerVehicle(driver, fields.from, { drivers, vehicles }) : undefined,
      asksToMove: fields.vehicleId !== '' && hasDriven(change),
      isKnown:
        fields.vehicleId === NEW_VEHICLE && vehicles.some(({ registration }) => registration === typed),
    };
  }

  return (
    <EditDialog
      title={`${name} now drives …`}
      what="driver"
      seen={driver}
      form={form}
      draft={{ thing: `car-${driver.id}`, version: driver.version }}
      wait={() => car.wait(() => carQuery(form.getValues()))}
      save={(input, version) => mutateAsync({ id: driver.id, input: { ...input, version } })}
      done={(saved): ToastOptions => {
        const moved = drivenText(saved);
        return {
          ...withUndo(`${name} ${isPresent ? 'now ' : ''}drives ${registration}`, () => undo(saved.driver)),
          ...(moved && { description: `${moved} moved.` }),
        };
      }}
      failed="Failed to change the vehicle"
      renamed={{ bookedHireServiceLicense: 'licence' }}
      submitLabel="Change Vehicle"
      pendingLabel="Saving..."
      onClose={onClose}
    >
      <Field label="Vehicle" required error={form.formState.errors.vehicleId?.message}>
        <Select
          {...form.register('vehicleId')}
          value={vehicleId}
          none="Choose a vehicle"
          choices={carChoices(vehicles, formerId, from)}
        />
      </Field>
      {isNew && (
        <>
          <TextField
            form={form}
            name="registration"
            label="Registration"
            required
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
          />
          {!isKnown && (
            <>
              <TextField
                form={form}
                name="licence"
                label="Booked Hire Service License"
                hint="Its number, or “substitute taxi”"
                required
                autoComplete="off"
                autoCapitalize="characters"
              />
              <NewVehicleFields form={form} empty="the first day below" />
            </>
          )}
        </>
      )}
      <FormDateField
        form={form}
        name="from"
        label="First day"
        hint={drives && `Until then ${drives}`}
        required
        max={today}
      />
      {change?.until && (
        <p className="text-sm text-muted">
          This holds until {formatDay(change.until)}: {name} changes to another vehicle after that, as was
          entered before.
        </p>
      )}
      {asksToMove && (
        <MoveQuestion control={form.control} change={change} registration={registration} from={from} />
      )}
      {former && (
        <FormerVehicleQuestion
          control={form.control}
          vehicle={former}
          lastDay={lastDayOfFormer(fields.formerUntil, from)}
        />
      )}
      {isNamed && (
        <LodgedWarning
          driver={{
            before: driver,
            after: { ...driver, vehicleRegistrationNumber: registration },
            changedOn: from,
          }}
        />
      )}
      {asksToMove && fields.moves === 'yes' && <LodgedReports touched={change.touched} counted />}
    </EditDialog>
  );
}
