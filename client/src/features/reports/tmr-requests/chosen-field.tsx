import { X } from 'lucide-react';
import { type UseFormReturn, useController } from 'react-hook-form';
import { IconButton } from '@/components/ui/button';
import { Field } from '@/components/ui/form/field';
import { Select } from '@/components/ui/form/select';
import type { RequestFields } from './request-form';

type ChosenFieldProps<Output> = {
  form: UseFormReturn<RequestFields, unknown, Output>;
  name: 'driverIds' | 'vehicleIds';
  label: string;
  /** The meaning of an empty choice. */
  all: string;
  hint?: string | false;
  choices: { value: string; label: string }[] | undefined;
};

/** Some of many: what is chosen in the select joins the list below it. */
export function ChosenField<Output>({
  form,
  name,
  label,
  all,
  hint,
  choices = [],
}: ChosenFieldProps<Output>) {
  const { field, fieldState } = useController({ control: form.control, name });
  const chosen = field.value;
  const labelOf = (id: string) => choices.find(({ value }) => value === id)?.label ?? '…';
  return (
    <div>
      <Field label={label} hint={hint} error={fieldState.error?.message}>
        <Select
          ref={field.ref}
          value=""
          none={chosen.length > 0 ? 'Add another' : all}
          choices={choices.filter(({ value }) => !chosen.includes(value))}
          onBlur={field.onBlur}
          onChange={({ target }) => field.onChange([...chosen, target.value])}
        />
      </Field>
      {chosen.length > 0 && (
        <ul
          aria-label={`${label} chosen`}
          className="mt-2 divide-y divide-line rounded-md border border-line"
        >
          {chosen.map((id) => (
            <li key={id} className="flex items-center justify-between gap-2 pl-3">
              <span className="min-w-0 wrap-anywhere">{labelOf(id)}</span>
              <IconButton
                icon={X}
                label={`Leave out: ${labelOf(id)}`}
                onClick={() => field.onChange(chosen.filter((one) => one !== id))}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
