import { isDay } from '@shared/periods';
import type { Trip } from '@shared/trips/trips';
import { isAvailableOn, type Vehicle, vehicleName } from '@shared/vehicles/vehicles';
import { useWatch } from 'react-hook-form';
import { Field } from '@/components/ui/form/field';
import { Select } from '@/components/ui/form/select';
import { useDrivers } from '@/features/drivers/use-drivers';
import { useVehicles } from '@/features/vehicles/use-vehicles';
import type { TripForm } from './trip-form';

type TripVehicleProps = {
  form: TripForm;
  /** The stored trip being edited, which can keep a vehicle that is gone. */
  trip?: Trip | undefined;
};

/** The vehicle of a trip: the driver's usual one, unless another is chosen. It shows nothing where there is no other. */
export function TripVehicle({ form, trip }: TripVehicleProps) {
  const { data: vehicles = [] } = useVehicles();
  const { data: drivers = [] } = useDrivers();
  const [driverId, date, chosen = ''] = useWatch({
    control: form.control,
    name: ['driverId', 'date', 'vehicleId'],
  });
  const usualId = drivers.find(({ id }) => id === driverId)?.vehicleId;
  const usual = vehicles.find(({ id }) => id === usualId);
  const isOffered = (vehicle: Vehicle) =>
    vehicle.id === chosen ||
    (vehicle.id === usualId ? trip !== undefined : !isDay(date) || isAvailableOn(vehicle, date));
  const choices = vehicles.filter(isOffered).map((vehicle) => ({
    value: vehicle.id,
    label: `${vehicleName(vehicle, date)}${vehicle.id === usualId ? ' (usual)' : ''}`,
  }));
  if (chosen && chosen === trip?.vehicleId && !vehicles.some(({ id }) => id === chosen))
    choices.push({ value: chosen, label: trip.vehicleRegistration ?? 'A vehicle that was deleted' });
  if (choices.length === 0 || (choices.length === 1 && choices[0]?.value === chosen && trip)) return null;
  return (
    <Field label="Vehicle" error={form.formState.errors.vehicleId?.message} className="max-sm:col-span-full">
      <Select
        {...form.register('vehicleId')}
        value={chosen ?? ''}
        none={
          trip
            ? chosen
              ? undefined
              : 'No vehicle'
            : usual
              ? `${vehicleName(usual, date)} (usual)`
              : "The driver's usual one"
        }
        choices={choices}
      />
    </Field>
  );
}
