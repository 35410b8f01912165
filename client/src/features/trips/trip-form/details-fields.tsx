import { brisbaneTime } from '@shared/periods';
import { readTypedTime } from '@shared/reading/times';
import { isFigure } from '@shared/trips/reading/plain-fields';
import { type DetailFieldName, detailFieldNames, plainField } from '@shared/trips/trip-fields';
import type { Trip } from '@shared/trips/trips';
import { clsx } from 'clsx';
import { useController, useWatch } from 'react-hook-form';
import { FormDateField } from '@/components/date-field/date-field';
import { Field } from '@/components/ui/form/field';
import { Select } from '@/components/ui/form/select';
import { TextField } from '@/components/ui/form/text-field';
import { TextArea, TextInput } from '@/components/ui/form/text-input';
import { brisbaneNote, now } from '@/lib/clock';
import { useAheadMs } from '@/lib/device-clock';
import { isInFuture, type TripForm } from './trip-form';
import { TripVehicle } from './trip-vehicle';

const isLong = (name: DetailFieldName) => plainField(name).kind === 'longText';

export type DetailsFieldsProps = {
  form: TripForm;
  trip?: Trip;
  /** The vehicle is chosen above them. */
  hasVehicleAbove?: boolean;
};

/** The fields that rarely change: date, time, and those that may be left empty. */
export function DetailsFields({ form, trip, hasVehicleAbove }: DetailsFieldsProps) {
  const { errors } = form.formState;
  const [date, time] = useWatch({ control: form.control, name: ['date', 'time'] });
  return (
    <div className="space-y-4">
      <div className="grid grid-cols-[2fr_3fr] items-start gap-x-3 gap-y-4 sm:grid-cols-[minmax(0,10fr)_minmax(0,9fr)_minmax(0,9.5fr)]">
        <FormDateField
          form={form}
          name="date"
          label="Date"
          className="max-sm:col-span-2"
          required
          warning={isInFuture({ date, time }, now()) && 'This is in the future.'}
        />
        <TimeField form={form} isNew={!trip} />
        {detailFieldNames.filter(isFigure).map((name) => (
          <TextField
            key={name}
            form={form}
            name={name}
            label={plainField(name).title}
            inputMode="numeric"
            autoComplete="off"
          />
        ))}
      </div>
      <div className="grid grid-cols-1 min-[22rem]:grid-cols-2 items-start gap-x-3 gap-y-4">
        {detailFieldNames
          .filter((name) => !isFigure(name))
          .toSorted((one, other) => Number(isLong(one)) - Number(isLong(other)))
          .map((name) => (
            <Field
              key={name}
              label={plainField(name).title}
              error={errors[name]?.message}
              className={clsx(isLong(name) && 'col-span-full sm:not-last:col-span-1')}
            >
              <Control name={name} form={form} />
            </Field>
          ))}
        {/* on a desk next to the last one, so that nothing below moves once the vehicles are known */}
        {!hasVehicleAbove && <TripVehicle form={form} trip={trip} />}
      </div>
    </div>
  );
}

function Control({ name, form }: { name: DetailFieldName; form: TripForm }) {
  const { choices } = plainField(name);
  if (choices) return <Select {...form.register(name)} choices={choices} />;
  if (isLong(name)) return <TextArea {...form.register(name)} />;
  return <TextInput {...form.register(name)} autoComplete="off" />;
}

/** 'HH:mm' whatever the browser's language, which its own time field would follow; or "now", typed. */
function TimeField({ form, isNew }: { form: TripForm; isNew: boolean }) {
  const { field, fieldState } = useController({ control: form.control, name: 'time' });
  const isClockWrong = useAheadMs() !== 0;
  return (
    <Field
      label="Time"
      error={fieldState.error?.message}
      warning={isNew && isClockWrong && !fieldState.isDirty && "By this device's clock"}
      note={brisbaneNote()}
    >
      <TextInput
        {...field}
        inputMode="numeric"
        placeholder="hh:mm"
        autoComplete="off"
        className="placeholder:text-sm placeholder:text-muted"
        // typed over: a phone's keys for figures have no colon
        onFocus={({ target }) => target.select()}
        onChange={({ target }) =>
          field.onChange(/^\s*now\s*$/i.test(target.value) ? brisbaneTime(now()) : target.value)
        }
        onBlur={() => {
          field.onBlur();
          const time = readTypedTime(field.value);
          if (time) field.onChange(time);
          void form.trigger('time');
        }}
      />
    </Field>
  );
}
