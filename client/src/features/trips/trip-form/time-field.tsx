import { brisbaneTime } from '@shared/periods';
import { readTypedTime } from '@shared/trips/reading/time';
import { useController } from 'react-hook-form';
import { Field } from '@/components/ui/form/field';
import { TextInput } from '@/components/ui/form/text-input';
import { now } from '@/lib/clock';
import type { TripForm } from './trip-form';

/**
 * The time of a trip, 'HH:mm' whatever the browser's language: its own time field would follow that. It is typed as people write it
 * (`readTypedTime`), or as "now", and is written out when it is left.
 */
export function TimeField({ form }: { form: TripForm }) {
  const { field, fieldState } = useController({ control: form.control, name: 'time' });
  return (
    <Field label="Time" error={fieldState.error?.message}>
      <TextInput
        {...field}
        inputMode="numeric"
        placeholder="hh:mm"
        autoComplete="off"
        className="placeholder:text-muted"
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
