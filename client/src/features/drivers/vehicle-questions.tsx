import type { CarChange } from '@shared/driver-vehicle';
import { countOf, formatCount } from '@shared/figures';
import { MAX_MATCHING_TRIPS } from '@shared/limits';
import { brisbaneDay, formatDay } from '@shared/periods';
import { LICENCE_LABELS, licenceInForce, type Vehicle } from '@shared/vehicles/vehicles';
import { type Control, type FieldValues, type Path, useController } from 'react-hook-form';
import { DateField, FormDateField } from '@/components/date-field/date-field';
import { pair } from '@/components/ui/form/pair';
import { Choices } from '@/features/dated/change-question';
import { now } from '@/lib/clock';

type InForm<Values extends FieldValues> = { control: Control<Values, unknown, unknown> };

/** The fields of a form that asks about vehicles; TypeScript cannot tell that generic values have them. */
const named = <Values extends FieldValues>(name: string) => name as Path<Values>;

type MoveProps<Values extends FieldValues> = InForm<Values> & {
  change: CarChange;
  /** The registration of the vehicle that the driver is to have driven. */
  registration: string;
  from?: string | undefined;
};

/** "14 trips and 3 shifts" */
export const drivenText = ({ trips, shifts }: Pick<CarChange, 'trips' | 'shifts'>): string =>
  [
    trips > 0 &&
      (trips > MAX_MATCHING_TRIPS
        ? `More than ${formatCount(MAX_MATCHING_TRIPS)} trips`
        : countOf(trips, 'trip')),
    shifts > 0 && countOf(shifts, 'shift'),
  ]
    .filter(Boolean)
    .join(' and ');

/** Asks whether the trips and shifts that are in the driver's former vehicle were driven in the other one. */
export function MoveQuestion<Values extends FieldValues>({
  control,
  change,
  registration,
  from,
}: MoveProps<Values>) {
  const { field, fieldState } = useController({ control, name: named<Values>('moves') });
  const former = change.former?.registration;
  const since = from ? ` since ${formatDay(from)}` : '';
  const until = change.until ? ` until ${formatDay(change.until)}` : '';
  const are = change.trips + change.shifts === 1 ? 'is' : 'are';
  const where = former ? `in ${former}` : 'without a vehicle';
  return (
    <Choices
      title={`${drivenText(change)}${since}${until} ${are} ${where}. Move ${are === 'is' ? 'it' : 'them'}?`}
      value={field.value}
      onChange={field.onChange}
      ref={field.ref}
      error={fieldState.error?.message}
      choices={[
        { value: 'yes', label: `Yes, driven in ${registration}` },
        { value: 'no', label: former ? `No, driven in ${former}` : 'No' },
      ]}
    />
  );
}

type FormerProps<Values extends FieldValues> = InForm<Values> & {
  vehicle: Vehicle;
  /** The last day, unless another is entered. */
  lastDay: string;
};

/** Asks what becomes of the driver's former vehicle, unless someone else drives it. */
export function FormerVehicleQuestion<Values extends FieldValues>({
  control,
  vehicle,
  lastDay,
}: FormerProps<Values>) {
  const { field } = useController({ control, name: named<Values>('former') });
  const until = useController({ control, name: named<Values>('formerUntil') });
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
          value={lastDay}
          error={until.fieldState.error?.message}
          onChange={until.field.onChange}
          className="mt-1"
        />
      )}
    </Choices>
  );
}

type LicenceProps<Values extends FieldValues> = InForm<Values> & {
  vehicle: Vehicle;
  /** The number in the form. */
  number: string;
};

/** Asks which licence a known vehicle has: two numbers for one vehicle would be one too many. */
export function LicenceQuestion<Values extends FieldValues>({
  control,
  vehicle,
  number,
}: LicenceProps<Values>) {
  const { field, fieldState } = useController({ control, name: named<Values>('licenceAnswer') });
  const own = licenceInForce(vehicle.licences, brisbaneDay(now())) ?? vehicle.licences.at(-1);
  const has = own ? `has ${LICENCE_LABELS[own.kind]} ${own.number}` : 'is a substitute taxi';
  return (
    <Choices
      title={`${vehicle.registration} ${has}. Which is right?`}
      value={field.value}
      onChange={field.onChange}
      ref={field.ref}
      error={fieldState.error?.message}
      choices={[
        {
          value: 'keep',
          label: own?.number ?? 'Substitute taxi',
          hint: `If ${number} is its new licence, enter it with “Renew licence”`,
        },
        { value: 'correct', label: number, hint: 'Corrects the vehicle, also in earlier reports' },
      ]}
    />
  );
}

/** The first days of a vehicle that the form makes. @param empty what no day means, such as 'today' */
export const NewVehicleFields = <Values extends FieldValues>({
  form,
  empty,
}: {
  form: { control: Control<Values, unknown, unknown> };
  empty: string;
}) => (
  <div className={pair}>
    <FormDateField
      form={form}
      name={named<Values>('vehicleAvailableFrom')}
      label="Available since"
      hint={`Empty: ${empty}, assumed`}
    />
    <FormDateField
      form={form}
      name={named<Values>('licenceFrom')}
      label="Licence since"
      hint={`Empty: ${empty}, assumed`}
    />
  </div>
);
