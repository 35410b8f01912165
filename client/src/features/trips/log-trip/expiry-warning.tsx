import { formatDay, isDay } from '@shared/periods';
import { expiredOn } from '@shared/to-do/expiry';
import { useWatch } from 'react-hook-form';
import { useDrivers } from '@/features/drivers/use-drivers';
import { useVehicles } from '@/features/vehicles/use-vehicles';
import type { TripForm } from '../trip-form/trip-form';

type ExpiryWarningProps = {
  form: TripForm;
  /** The last day of the booking entity authorisation. */
  entityExpires: string | null | undefined;
};

/** Says what has expired of the driver, the vehicle and the entity of the trip. It lies over the line of the licence, so that it moves nothing. */
export function ExpiryWarning({ form, entityExpires }: ExpiryWarningProps) {
  const { data: drivers = [] } = useDrivers();
  const { data: vehicles = [] } = useVehicles();
  const [driverId, date, vehicleId] = useWatch({
    control: form.control,
    name: ['driverId', 'date', 'vehicleId'],
  });
  const driver = drivers.find(({ id }) => id === driverId);
  const vehicle = vehicles.find(({ id }) => id === (vehicleId || driver?.vehicleId));
  if (!driver || !isDay(date)) return null;
  const over = (day: string | null | undefined) => (day && day < date ? day : undefined);
  const expired = [
    { day: over(driver.authorisationExpires), alone: 'Driver authorisation', short: 'driver' },
    {
      day: vehicle && expiredOn(vehicle, date),
      alone: `Licence of ${vehicle?.registration}`,
      short: vehicle?.registration,
    },
    { day: over(entityExpires), alone: 'Entity authorisation', short: 'booking entity' },
  ].filter(({ day }) => day !== undefined);
  const [first] = expired;
  if (!first?.day) return null;
  const text =
    expired.length === 1
      ? `${first.alone} expired ${formatDay(first.day)}`
      : `Expired: ${expired.map(({ short }) => short).join(', ')}`;
  return (
    <p
      role="status"
      title={text}
      className="absolute inset-y-0 left-0 max-w-full truncate bg-surface pr-2 text-due max-sm:right-0"
    >
      {text}
    </p>
  );
}
