import type { ComponentProps, ReactNode } from 'react';
import {
  type FieldError,
  type FieldErrors,
  type FieldValues,
  get,
  type Path,
  type UseFormRegister,
} from 'react-hook-form';
import { Field } from './field';
import { TextInput } from './text-input';

type TextFieldProps<Values extends FieldValues> = Omit<ComponentProps<typeof TextInput>, 'form' | 'name'> & {
  form: { register: UseFormRegister<Values>; formState: { errors: FieldErrors<Values> } };
  name: Path<Values>;
  label: string;
  hint?: ReactNode;
  warning?: string | false;
  fieldClass?: string;
};

export function TextField<Values extends FieldValues>(props: TextFieldProps<Values>) {
  const { form, name, label, required, hint, warning, fieldClass, ...input } = props;
  return (
    <Field
      {...{ label, required, hint, warning }}
      error={(get(form.formState.errors, name) as FieldError | undefined)?.message}
      className={fieldClass}
    >
      <TextInput {...form.register(name)} {...input} />
    </Field>
  );
}
