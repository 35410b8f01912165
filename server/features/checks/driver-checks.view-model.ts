import { countOf } from '@shared/figures';
import { formatDay } from '@shared/periods';
import { type Draft, driverFix, groupedBy, listed, NO_TRIPS, numberKey } from './finding';

/** A driver of the days looked at, with a name and number of then. */
export type CheckedDriver = {
  driverId: string;
  name: string;
  driverAuthorityLicense: string;
  vehicleRegistrationNumber: string;
  isRemoved: boolean;
};

/** One authorisation number that two drivers have, or had one after the other, as of one who was removed and entered again. */
export function twiceFindings(drivers: readonly CheckedDriver[]): Draft[] {
  const byNumber = groupedBy(drivers, (driver) => numberKey(driver.driverAuthorityLicense));
  return byNumber.flatMap((all): Draft[] => {
    const same = all.filter(
      (one, index) => all.findIndex(({ driverId }) => driverId === one.driverId) === index,
    );
    if (same.length < 2) return [];
    const names = same.map(({ name, isRemoved }) => (isRemoved ? `${name} (removed)` : name));
    return [
      {
        kind: 'authorisation-twice',
        title: `Authorisation ${same[0]?.driverAuthorityLicense} is on ${countOf(same.length, 'driver')}: ${listed(names)}`,
        detail:
          'Reports count them apart. If they are one person, give all trips to one of them. Otherwise correct a number.',
        fixes: same
          .filter(({ isRemoved }) => !isRemoved)
          .map(({ driverId, name }) => driverFix(driverId, name)),
        ...NO_TRIPS,
      },
    ];
  });
}

/** Drivers whose usual vehicle nobody has said yet, as of an imported file. */
export const noVehicleFindings = (drivers: readonly CheckedDriver[]): Draft[] =>
  drivers
    .filter(({ vehicleRegistrationNumber, isRemoved }) => vehicleRegistrationNumber === '' && !isRemoved)
    .map(({ driverId, name }) => ({
      kind: 'no-vehicle',
      title: `The usual vehicle of ${name} is not known`,
      detail: 'Enter its registration and licence.',
      fixes: [driverFix(driverId, name)],
      ...NO_TRIPS,
    }));

type HoursWithoutVehicle = { driverId: string; shiftCount: number; firstDay: string; lastDay: string };

export const withoutVehicle = (
  { driverId, shiftCount, firstDay, lastDay }: HoursWithoutVehicle,
  name: string,
): Draft => ({
  kind: 'hours-without-vehicle',
  title: `${name} has ${countOf(shiftCount, 'shift')} without a vehicle`,
  detail: `${firstDay === lastDay ? `On ${formatDay(firstDay)}.` : `From ${formatDay(firstDay)} to ${formatDay(lastDay)}.`} Enter which vehicle was driven.`,
  hours: { driver: driverId, from: firstDay, to: lastDay },
  ...NO_TRIPS,
});
