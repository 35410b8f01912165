import type { CarChange } from '@shared/driver-vehicle';
import { type Driver, driverName } from '@shared/drivers';
import { driverRemovedSchema, type RemovedDriver } from '@shared/errors';
import { brisbaneDay, formatDay } from '@shared/periods';
import type { Vehicle } from '@shared/vehicles/vehicles';
import { useRef, useState } from 'react';
import { type Control, useForm, useWatch } from 'react-hook-form';
import { FormDateField } from '@/components/date-field/date-field';
import { EditDialog } from '@/components/edit-dialog';
import { LodgedReports, LodgedWarning } from '@/components/lodged-warning';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/form/checkbox';
import { pair } from '@/components/ui/form/pair';
import { TextField } from '@/components/ui/form/text-field';
import { ChangeQuestionFields } from '@/features/dated/change-question';
import { History } from '@/features/dated/history';
import { useSeen } from '@/features/dated/use-seen';
import { useVehicles } from '@/features/vehicles/use-vehicles';
import { ApiError } from '@/lib/api-client';
import { now } from '@/lib/clock';
import { toastOutcome, withUndo } from '@/lib/toast';
import { hasDriven, useCarChange, useRestoreDriver, useSaveDriver, useUndoDriver } from './api';
import {
  carQuery,
  changedSince,
  type DriverBody,
  type DriverFact,
  type DriverFormFields,
  type DriverQuestions,
  driverForm,
  driverQuestions,
  driverResolver,
  FACTS,
  formerVehicle,
  lastDayOfFormer,
  licenceText,
  namedVehicles,
  otherLicence,
  type VehicleQuestions,
  writtenDriver,
} from './driver-form';
import { PhonesEnd } from './phones/phones-end';
import { useDrivers } from './use-drivers';
import { VehicleField } from './vehicle-field';
import { FormerVehicleQuestion, LicenceQuestion, MoveQuestion, NewVehicleFields } from './vehicle-questions';

const NUMBERS = [
  { name: 'driverAuthorityLicense', label: 'Driver Authority License', below: 'number' },
  { name: 'bookedHireServiceLicense', label: 'Booked Hire Service License', below: 'licence' },
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

type DriverDialogProps = {
  driver: Driver | null;
  onSaved?: (() => void) | undefined;
  onClose: () => void;
};

export function DriverDialog({ driver, onSaved, onClose }: DriverDialogProps) {
  const { data: drivers } = useDrivers();
  const { data: vehicles = [] } = useVehicles();
  const form = useForm({
    resolver: driverResolver(driver, (fields) => asked(fields)),
    defaultValues: driverForm(driver, now()),
  });
  const seen = useSeen(driver, drivers);
  const saving = useSaveDriver();
  const undo = useUndoDriver();
  const [found, setFound] = useState<{ number: string; removed: RemovedDriver; isOther: boolean }>();
  /** The licence that another vehicle brought. */
  const brought = useRef<string>(undefined);
  const fields = useWatch({ control: form.control, compute: (all) => all });
  const plainQuestions = driverQuestions(driver, fields);
  const after = writtenDriver(fields, driver);
  const car = useCarChange(driver?.id ?? '', carQuery(driver, fields));
  const { change } = car;
  const questions = change?.former ? withOtherVehicle(plainQuestions, change) : plainQuestions;
  // another number is another person's
  const sameNumber = found?.number === fields.driverAuthorityLicense ? found : undefined;
  const vehicleSince =
    fields.answers.vehicle.change === 'change' ? fields.answers.vehicle.changedOn : undefined;

  function asked(fields: DriverFormFields): VehicleQuestions {
    const { vehicle } = driverQuestions(driver, fields);
    // what it waited for may not be on the screen yet
    const change = car.changeOf(carQuery(driver, fields));
    const isOther = vehicle?.below === 'vehicle';
    const answer = fields.answers.vehicle;
    const isUnknown = namedVehicles(fields, vehicles).length === 0 && writtenDriver(fields) !== undefined;
    const isMade =
      answer.change === 'change' || (answer.change === 'correction' && change?.isRenamed === false);
    return {
      former:
        isOther && answer.change === 'change'
          ? formerVehicle(driver, answer.changedOn, { drivers, vehicles })
          : undefined,
      licensed: otherLicence(driver, fields, vehicles),
      asksToMove: isOther && hasDriven(change),
      isNew: isUnknown && (!driver?.vehicleRegistrationNumber || (isOther && isMade)),
    };
  }
  const { former, licensed, asksToMove, isNew } = asked(fields);

  /** Shows the licence of the vehicle that is chosen or typed, which is stored with it; what was typed as a licence stays. */
  function showLicence(chosen: Vehicle | undefined, named = chosen) {
    const licence =
      (named && licenceText(named, brisbaneDay(now()))) ??
      (chosen ? undefined : driver?.bookedHireServiceLicense);
    const isTyped = ![brought.current, driver?.bookedHireServiceLicense].includes(
      form.getValues('bookedHireServiceLicense'),
    );
    if (!licence || (!chosen && isTyped)) return;
    brought.current = licence;
    form.setValue('bookedHireServiceLicense', licence, { shouldDirty: true, shouldValidate: true });
  }

  const questionBelow = (field: string) =>
    FACTS.filter((fact) => questions[fact]?.below === field).map((fact) => (
      <FactQuestion key={fact} form={form} fact={fact} questions={questions} />
    ));

  return (
    <EditDialog
      title={driver ? 'Edit Driver' : 'Add New Driver'}
      what="driver"
      form={form}
      draft={{ thing: `driver-${driver?.id ?? 'new'}`, version: seen.version }}
      wait={() => car.wait(() => carQuery(driver, form.getValues()))}
      save={(input, version) => {
        const number = form.getValues('driverAuthorityLicense');
        return saving
          .mutateAsync(
            driver
              ? { id: driver.id, input: { ...input, version } }
              : { input: { ...input, ifRemoved: sameNumber?.isOther ? 'other-person' : 'ask' } },
          )
          .catch((error: unknown) => {
            const removed = removedDriverOf(error);
            setFound(removed && { number, removed, isOther: false });
            throw error;
          });
      }}
      done={(saved) =>
        driver
          ? withUndo('Driver updated successfully', () => undo(saved))
          : { title: 'Driver created successfully' }
      }
      failed={driver ? 'Failed to update driver' : 'Failed to create driver'}
      submitLabel={driver ? 'Update Driver' : 'Create Driver'}
      pendingLabel={driver ? 'Updating...' : 'Creating...'}
      onSaved={onSaved}
      onClose={onClose}
    >
      {NUMBERS.map(({ below, ...field }) => (
        <div key={field.name} className="space-y-4">
          <TextField form={form} required autoComplete="off" autoCapitalize="characters" {...field} />
          {below === 'number' && sameNumber?.isOther === false && (
            <TakeBack
              removed={sameNumber.removed}
              from={fields.startDate}
              onOther={
                after && driverName(after) !== sameNumber.removed.name
                  ? () => setFound({ ...sameNumber, isOther: true })
                  : undefined
              }
              onTaken={() => {
                // what was typed is of no use any more, and a form without it keeps no draft
                form.reset();
                onClose();
              }}
            />
          )}
          {questionBelow(below)}
        </div>
      ))}
      <VehicleField
        control={form.control}
        vehicles={vehicles}
        onVehicle={(vehicle) => {
          form.setValue('vehicleId', vehicle?.id ?? '', { shouldDirty: true });
          // another car of the fleet is no typing mistake, also of a driver who was entered today
          const named = namedVehicles(form.getValues(), vehicles).at(-1);
          if (driver)
            form.setValue(
              'answers.vehicle.change',
              named ? '' : driverForm(driver, now()).answers.vehicle.change,
            );
          showLicence(vehicle, named);
        }}
      />
      {licensed && after && (
        <LicenceQuestion control={form.control} vehicle={licensed} number={after.bookedHireServiceLicense} />
      )}
      {questionBelow('vehicle')}
      {isNew && <NewVehicleFields form={form} empty={driver ? 'the first day in it' : 'today'} />}
      {asksToMove && change && after && (
        <MoveQuestion
          control={form.control}
          change={change}
          registration={after.vehicleRegistrationNumber}
          from={vehicleSince}
        />
      )}
      {former && (
        <FormerVehicleQuestion
          control={form.control}
          vehicle={former}
          lastDay={lastDayOfFormer(fields.formerUntil, fields.answers.vehicle.changedOn)}
        />
      )}
      <div className={pair}>
        {NAMES.map((field) => (
          <TextField key={field.name} form={form} autoComplete="off" autoCapitalize="words" {...field} />
        ))}
      </div>
      {questionBelow('name')}
      <div className={pair}>
        <FormDateField form={form} name="startDate" label="Start Date" required />
        <FormDateField form={form} name="endDate" label="End Date" />
      </div>
      {questionBelow('start')}
      <FormDateField form={form} name="authorisationExpires" label="Authorisation Expires" />
      <div className={pair}>
        <Checkbox label="Active" {...form.register('isActive')} />
        <Checkbox label="Subcontracted" {...form.register('isSubcontracted')} />
      </div>
      {driver && !fields.isActive && (
        <div role="status" className="text-sm text-due">
          <PhonesEnd driver={driver} />
        </div>
      )}
      {driver && <History of="drivers" id={driver.id} onRemoved={seen.seeNow} />}
      {after && (
        <LodgedWarning driver={{ before: driver, after, changedOn: changedSince(fields, questions) }} />
      )}
      {asksToMove && fields.moves === 'yes' && <LodgedReports touched={change?.touched ?? []} counted />}
    </EditDialog>
  );
}

/** Says that a mistyped registration means another vehicle, where the driver's own cannot be renamed. */
function withOtherVehicle(questions: DriverQuestions, { former, isRenamed }: CarChange): DriverQuestions {
  const { vehicle } = questions;
  if (vehicle?.below !== 'vehicle' || !former || isRenamed) return questions;
  const correction = `It was another vehicle, also in earlier reports. ${former.registration} stays: correct its own registration below, in Vehicles`;
  return { ...questions, vehicle: { ...vehicle, correction } };
}

type FactQuestionProps = {
  form: { control: Control<DriverFormFields, unknown, DriverBody> };
  fact: DriverFact;
  questions: DriverQuestions;
};

const FactQuestion = ({ form, fact, questions: { [fact]: question } }: FactQuestionProps) =>
  question && <ChangeQuestionFields form={form} question={question} answer={`answers.${fact}`} />;

const removedDriverOf = (error: unknown) =>
  driverRemovedSchema.safeParse(error instanceof ApiError ? error.answer : undefined).data?.removed;

type TakeBackProps = {
  removed: RemovedDriver;
  from: string;
  /** Says that it is another person, where the names differ. */
  onOther: (() => void) | undefined;
  onTaken: () => void;
};

/** Offers a removed driver back in place of a second one with the same number. */
function TakeBack({ removed, from, onOther, onTaken }: TakeBackProps) {
  const restoring = useRestoreDriver();
  async function takeBack() {
    const restored = restoring.mutateAsync({ id: removed.id, from });
    if (await toastOutcome(restored, 'Driver restored', 'Failed to restore driver')) onTaken();
  }
  return (
    <Alert title={`${removed.name} was removed on ${formatDay(removed.removedOn)} with this number`}>
      <p>Take the driver back, with all trips and hours, rather than enter a second one.</p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button pending={restoring.isPending} pendingLabel="Restoring..." onClick={takeBack}>
          Take {removed.name} back
        </Button>
        {onOther && <Button onClick={onOther}>This is someone else</Button>}
      </div>
    </Alert>
  );
}
