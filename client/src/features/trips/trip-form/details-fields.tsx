import { useWatch } from 'react-hook-form';
import { Field } from '@/components/ui/field';
import { TextArea } from '@/components/ui/text-area';
import { TextField } from '@/components/ui/text-field';
import { now } from '@/lib/clock';
import { isInFuture, type TripForm } from './trip-form';

/** The fields that rarely change: date, time, duration and notes. */
export function DetailsFields({ form }: { form: TripForm }) {
  const { errors } = form.formState;
  const [date, time] = useWatch({ control: form.control, name: ['date', 'time'] });
  return (
    <div className="space-y-4">
      <div className="grid grid-cols-2 items-start gap-x-3 gap-y-4 sm:grid-cols-[minmax(0,10fr)_minmax(0,9fr)_minmax(0,9.5fr)]">
        <TextField
          form={form}
          name="date"
          label="Date"
          required
          warning={isInFuture({ date, time }, now()) && 'This is in the future.'}
          type="date"
        />
        <TextField form={form} name="time" label="Time" type="time" />
        <TextField
          form={form}
          name="duration"
          label="Duration (minutes)"
          fieldClass="max-sm:col-span-2"
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
