import { type Driver, driverName, isActiveDriver } from '@shared/drivers';
import type { Trip } from '@shared/trips/trips';
import { RotateCw } from 'lucide-react';
import { type ReactNode, useEffect, useId } from 'react';
import { useWatch } from 'react-hook-form';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/form/field';
import { Select } from '@/components/ui/form/select';
import { useDrivers } from '@/features/drivers/use-drivers';
import { now } from '@/lib/clock';
import { useOnPhone } from '@/lib/hooks/use-on-phone';
import type { TripForm } from './trip-form';

type DriverFieldsProps = {
  form: TripForm;
  /** Next to the driver, so that nothing moves where it comes late. */
  vehicle?: ReactNode;
  /** Lies over the line of the licence. */
  note?: ReactNode;
  /** The stored trip being edited: its driver can be chosen too, active or not. */
  trip?: Trip;
};

export function DriverFields({ form, trip, vehicle, note }: DriverFieldsProps) {
  const { errors } = form.formState;
  const isOnPhone = useOnPhone();
  const drivers = useDrivers();
  const driverId = useWatch({ control: form.control, name: 'driverId' });
  const choices = drivers.data && driverChoices(drivers.data, trip);
  const licence = choices?.find(({ id }) => id === driverId)?.licence;

  // the licence follows the driver, also when the drivers are read again after the choice
  useEffect(() => {
    if (!choices) return;
    const set = (name: 'driverId' | 'driverAuthorityLicense', value: string) =>
      form.setValue(name, value, { shouldValidate: form.getFieldState(name).invalid });
    if (licence === undefined && driverId) set('driverId', '');
    if (form.getValues('driverAuthorityLicense') !== (licence ?? ''))
      set('driverAuthorityLicense', licence ?? '');
  });

  const hasNone = choices?.length === 0;
  return (
    <div>
      <div className="flex gap-3 *:min-w-0 *:flex-3 *:first:flex-4">
        <Field
          label="Driver"
          required
          // on a driver's own phone it is clear who drives
          className={isOnPhone && !drivers.isError && !errors.driverId ? 'hidden' : undefined}
          error={errors.driverId?.message}
        >
          <Select
            {...form.register('driverId', {
              // another driver drives another vehicle; the server fills in a new trip's
              onChange: ({ target }) =>
                form.setValue(
                  'vehicleId',
                  (trip && drivers.data?.find(({ id }) => id === target.value)?.vehicleId) ?? '',
                  { shouldDirty: true },
                ),
            })}
            value={driverId} // the drivers may come after the choice
            disabled={!drivers.data || hasNone}
          >
            <option value="">
              {drivers.isPending && 'Loading drivers...'}
              {drivers.isError && 'Drivers could not be loaded'}
              {hasNone && 'No drivers available - Add drivers first'}
              {choices && !hasNone && 'Select a driver'}
            </option>
            {choices?.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
        {vehicle}
      </div>
      {/* Log Trip has its own, in a place that is kept for it */}
      {trip && drivers.isError && (
        <Button
          className="mt-2"
          icon={RotateCw}
          pending={drivers.isFetching}
          pendingLabel="Trying again..."
          onClick={() => drivers.refetch()}
        >
          Load drivers again
        </Button>
      )}
      <LicenceField form={form} note={note} />
    </div>
  );
}

/** The licence comes with the driver and cannot be typed, so one line is enough, and two on a small phone; their height does not depend on it. */
function LicenceField({ form, note }: Pick<DriverFieldsProps, 'form' | 'note'>) {
  const id = useId();
  const error = form.formState.errors.driverAuthorityLicense?.message;
  return (
    <>
      <div className="relative mt-2 flex gap-x-2 text-sm text-muted max-[22rem]:flex-col">
        <label htmlFor={id} className="shrink-0">
          Driver Authority License
        </label>
        <input
          {...form.register('driverAuthorityLicense')}
          id={id}
          readOnly
          tabIndex={-1}
          aria-required
          aria-invalid={error ? true : undefined}
          aria-describedby={error && `${id}-error`}
          className="min-w-0 grow bg-transparent text-ellipsis text-ink min-[22rem]:text-right"
        />
        {note}
      </div>
      {error && (
        <p id={`${id}-error`} className="mt-1 text-sm text-danger">
          {error}
        </p>
      )}
    </>
  );
}

function driverChoices(drivers: readonly Driver[], trip: Trip | undefined) {
  const choices = drivers
    .filter((driver) => isActiveDriver(driver, now()) || driver.id === trip?.driverId)
    .map((driver) => ({ id: driver.id, name: driverName(driver), licence: driver.driverAuthorityLicense }));
  if (!trip || choices.some(({ id }) => id === trip.driverId)) return choices;
  const { driverId: id, driverName: name, driverAuthorityLicense: licence } = trip;
  return [{ id, name, licence }, ...choices];
}
