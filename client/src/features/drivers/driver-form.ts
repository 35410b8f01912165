import { zodResolver } from '@hookform/resolvers/zod';
import { driverInputSchema } from '@shared/driver-input';
import { type Driver, isActiveDriver } from '@shared/drivers';
import { addDays, brisbaneDay, formatDate, isDay } from '@shared/periods';
import { isAvailableOn, type Vehicle } from '@shared/vehicles/vehicles';
import type { Resolver } from 'react-hook-form';
import * as z from 'zod/mini';
import {
  asking,
  type ChangeAnswer,
  type ChangeQuestion,
  dayFault,
  unanswered,
} from '@/features/dated/change';
import { now } from '@/lib/clock';
import { emptyAsNull } from '@/lib/empty-as-null';

/** The schema of the driver form; its output is the body of POST and PUT /api/drivers. */
export const driverFormSchema = z.safeExtend(driverInputSchema, {
  endDate: emptyAsNull(driverInputSchema.shape.endDate),
  authorisationExpires: emptyAsNull(driverInputSchema.shape.authorisationExpires),
  isActive: z.boolean(),
});

/** The fate of the vehicle that a driver no longer drives, and its last day, by default the day before the driver drives another. */
type FormerVehicle = { former: 'stays' | 'ends'; formerUntil: string };

type DriverFormValues = z.input<typeof driverFormSchema>;
export type DriverFormFields = DriverFormValues & ChangeAnswer & FormerVehicle;

/** The form's fields of a driver, without its questions. */
export const driverFields = (driver: Driver | null, now: Date): DriverFormValues => ({
  driverAuthorityLicense: driver?.driverAuthorityLicense ?? '',
  bookedHireServiceLicense: driver?.bookedHireServiceLicense ?? '',
  vehicleRegistrationNumber: driver?.vehicleRegistrationNumber ?? '',
  firstName: driver?.firstName ?? '',
  lastName: driver?.lastName ?? '',
  startDate: brisbaneDay(driver ? new Date(driver.startDate) : now),
  endDate: driver?.endDate ? brisbaneDay(new Date(driver.endDate)) : '',
  isActive: driver?.isActive ?? true,
  authorisationExpires: driver?.authorisationExpires ?? '',
});

export const driverForm = (driver: Driver | null, now: Date): DriverFormFields => ({
  ...driverFields(driver, now),
  ...unanswered(driver?.createdAt, now),
  former: 'stays',
  formerUntil: '',
});

/** The driver that the form describes; undefined while it is not valid. */
export function writtenDriver(fields: DriverFormFields) {
  const { change: _, changedOn: _day, former: _former, formerUntil: _until, ...driver } = fields;
  return z.safeParse(driverFormSchema, driver).data;
}

/** A question, shown below the fields that caused it. */
type DriverQuestion = ChangeQuestion & { about: 'number' | 'vehicle' | 'name' | 'start' };

/** Asks about a change of a driver's dated fields: the form may correct them or tell new ones from a day on. */
export function driverQuestion(driver: Driver | null, fields: DriverFormFields): DriverQuestion | undefined {
  const after = driver && writtenDriver(fields);
  if (!after) return undefined;
  const start = new Date(after.startDate);
  if (driver.endDate && start > new Date(driver.endDate))
    return {
      about: 'start',
      title: `Why are you changing Start Date ${formatDate(new Date(driver.startDate))} to ${formatDate(start)}?`,
      since: `They came back on ${formatDate(start)}`,
      day: brisbaneDay(start),
    };
  const changed = (field: DatedField, label: string) =>
    driver[field] !== after[field] && `Why are you changing ${label} ${driver[field]} to ${after[field]}?`;
  const vehicle = changed('vehicleRegistrationNumber', 'vehicle');
  if (vehicle)
    return {
      about: 'vehicle',
      title: vehicle,
      since: 'Another vehicle',
      firstDay: `First day in ${after.vehicleRegistrationNumber}`,
    };
  const [before, name] = [driver, after].map(({ firstName, lastName }) =>
    [firstName, lastName].filter(Boolean).join(' '),
  );
  const number =
    changed('driverAuthorityLicense', 'Driver Authority License') ||
    changed('bookedHireServiceLicense', 'Booked Hire Service License');
  if (number) return { about: 'number', title: number, since: 'New number' };
  // a name that was missing is filled in
  if (!before || before === name) return undefined;
  const verb = name ? 'changing' : 'removing';
  return {
    about: 'name',
    title: `Why are you ${verb} the name ${before}${name && ` to ${name}`}?`,
    since: 'New name',
  };
}

type DatedField = 'driverAuthorityLicense' | 'bookedHireServiceLicense' | 'vehicleRegistrationNumber';

/** The vehicle that the driver no longer drives, if it is still available and has no other driver. */
export function formerVehicle(
  driver: Driver | null,
  fields: DriverFormFields,
  { drivers = [], vehicles = [] }: { drivers?: Driver[] | undefined; vehicles?: Vehicle[] | undefined },
): Vehicle | undefined {
  const after = driver && writtenDriver(fields);
  const changes = after && after.vehicleRegistrationNumber !== driver.vehicleRegistrationNumber;
  if (!changes || fields.change !== 'change' || !isDay(fields.changedOn)) return undefined;
  const isDrivenByOthers = drivers.some(
    (one) => one.id !== driver.id && one.vehicleId === driver.vehicleId && isActiveDriver(one, now()),
  );
  const former = vehicles.find(({ id }) => id === driver.vehicleId);
  return former && !isDrivenByOthers && isAvailableOn(former, fields.changedOn) ? former : undefined;
}

/** The last day of a former vehicle, as the form says it. */
export const formerUntil = ({ formerUntil, changedOn }: DriverFormFields): string =>
  formerUntil || (isDay(changedOn) ? addDays(changedOn, -1) : '');

export function driverResolver(
  driver: Driver | null,
  formerOf: (fields: DriverFormFields) => Vehicle | undefined,
): Resolver<
  DriverFormFields,
  unknown,
  z.output<typeof driverFormSchema> & { changedOn?: string | undefined }
> {
  const resolve = zodResolver(driverFormSchema);
  const today = () => brisbaneDay(now());
  return asking(
    ({ former: _, formerUntil: _until, ...fields }, context, options) =>
      resolve(fields, context, options as never),
    (fields: DriverFormFields) => driverQuestion(driver, fields),
    today,
    (fields) => {
      const fault = fields.former === 'ends' && formerOf(fields) && dayFault(formerUntil(fields), today());
      return fault ? { formerUntil: { type: 'validate', message: fault } } : {};
    },
  );
}
