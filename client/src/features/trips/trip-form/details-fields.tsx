import { useWatch } from 'react-hook-form';
import { Field } from '@/components/ui/field';
import { TextArea } from '@/components/ui/text-area';
import { TextInput } from '@/components/ui/text-input';
import { now } from '@/lib/clock';
import { isInFuture, type TripForm } from './trip-form';

/** What mostly stays as it is: when the trip was, how long it took, and what else there is to say. */
export function DetailsFields({ form }: { form: TripForm }) {
  const { errors } = form.formState;
  const [date, time] = useWatch({ control: form.control, name: ['date', 'time'] });
  return (
    <div className="space-y-4">
      <div className="grid grid-cols-2 items-start gap-x-3 gap-y-4 sm:grid-cols-[minmax(0,10fr)_minmax(0,9fr)_minmax(0,9.5fr)]">
        <Field
          label="Date"
          required
          error={errors.date?.message}
          warning={isInFuture({ date, time }, now()) && 'This is in the future.'}
        >
          <TextInput {...form.register('date')} type="date" />
        </Field>
        <Field label="Time" error={errors.time?.message}>
          <TextInput {...form.register('time')} type="time" />
        </Field>
        <Field label="Duration (minutes)" error={errors.duration?.message} className="max-sm:col-span-2">
          <TextInput {...form.register('duration')} inputMode="numeric" autoComplete="off" />
        </Field>
      </div>
      <Field label="Notes" error={errors.notes?.message}>
        <TextArea {...form.register('notes')} />
      </Field>
    </div>
  );
}
