import { useWatch } from 'react-hook-form';
import { FormDateField } from '@/components/date-field/date-field';
import { Field } from '@/components/ui/form/field';
import { TextArea } from '@/components/ui/form/text-area';
import { TextField } from '@/components/ui/form/text-field';
import { now } from '@/lib/clock';
import { TimeField } from './time-field';
import { isInFuture, type TripForm } from './trip-form';

/** The fields that rarely change: date, time, duration and notes. */
export function DetailsFields({ form }: { form: TripForm }) {
  const { errors } = form.formState;
  const [date, time] = useWatch({ control: form.control, name: ['date', 'time'] });
  return (
    <div className="space-y-4">
      <div className="grid grid-cols-1 min-[22rem]:grid-cols-2 items-start gap-x-3 gap-y-4 sm:grid-cols-[minmax(0,10fr)_minmax(0,9fr)_minmax(0,9.5fr)]">
        <FormDateField
          form={form}
          name="date"
          label="Date"
          required
          warning={isInFuture({ date, time }, now()) && 'This is in the future.'}
        />
        <TimeField form={form} />
        <TextField
          form={form}
          name="duration"
          label="Duration (minutes)"
          fieldClass="min-[22rem]:max-sm:col-span-2"
          inputMode="numeric"
          autoComplete="off"
        />
      </div>
      <Field label="Notes" error={errors.notes?.message}>
        <TextArea {...form.register('notes')} />
      </Field>
    </div>
  );
}
