import { brisbaneDay } from '@shared/periods';
import { clsx } from 'clsx';
import { type ReactNode, type Ref, useId } from 'react';
import { type Control, type FieldValues, type Path, useController } from 'react-hook-form';
import { FormDateField } from '@/components/date-field/date-field';
import { now } from '@/lib/clock';
import type { ChangeAnswer, ChangeQuestion as Question } from './change';

type Choice<Value extends string> = { value: Value; label: string; hint?: string };

type ChoicesProps<Value extends string> = {
  title: string;
  choices: readonly Choice<Value>[];
  value: string;
  onChange: (value: Value) => void;
  error?: string | undefined;
  ref?: Ref<HTMLInputElement>;
  /** Follows the choices. */
  children?: ReactNode;
};

/** A question with a few answers, inside a form. */
export function Choices<Value extends string>(props: ChoicesProps<Value>) {
  const { title, choices, value, onChange, error, ref, children } = props;
  const id = useId();
  return (
    <fieldset
      aria-describedby={error && `${id}-error`}
      aria-invalid={error ? true : undefined}
      className="rounded-md border border-line bg-sunken p-3"
    >
      <legend className="sr-only">{title}</legend>
      <p aria-hidden="true" className="mb-1 font-medium wrap-anywhere">
        {title}
      </p>
      {choices.map((choice, index) => (
        <label
          key={choice.value}
          className={clsx(
            'flex min-h-11 gap-3 py-2 last:-mb-2',
            choice.hint ? 'items-start' : 'items-center',
          )}
        >
          <input
            ref={index === 0 ? ref : undefined}
            type="radio"
            name={id}
            className={clsx('size-5 shrink-0', choice.hint && 'mt-0.5')}
            checked={value === choice.value}
            onChange={() => onChange(choice.value)}
          />
          <span className="wrap-anywhere">
            {choice.label}
            {choice.hint && <span className="block text-sm text-muted">{choice.hint}</span>}
          </span>
        </label>
      ))}
      {error && (
        <p id={`${id}-error`} className="text-sm text-danger">
          {error}
        </p>
      )}
      {children}
    </fieldset>
  );
}

type ChangeQuestionProps<Values extends FieldValues, Output> = {
  form: { control: Control<Values, unknown, Output> };
  question: Question;
  /** The path of the answer in the form, if it is not the form's own fields. */
  answer?: Path<Values>;
};

/** Asks whether what was changed in a form was wrong, or has changed and when (docs/product/vehicles.md#corrections-and-changes). */
export function ChangeQuestionFields<Values extends FieldValues, Output>({
  form,
  question,
  answer,
}: ChangeQuestionProps<Values, Output>) {
  const pathTo = (name: keyof ChangeAnswer) => (answer ? `${answer}.${name}` : name) as Path<Values>;
  const { field, fieldState } = useController({ control: form.control, name: pathTo('change') });
  return (
    <Choices
      title={question.title}
      value={field.value}
      onChange={field.onChange}
      ref={field.ref}
      error={fieldState.error?.message}
      choices={[
        {
          value: 'correction',
          label: 'Typing mistake',
          hint: question.correction ?? 'Earlier reports change too',
        },
        {
          value: 'change',
          label: question.since,
          hint: question.kept ?? 'Earlier reports stay as they are',
        },
      ]}
    >
      {field.value === 'change' && !question.day && (
        <FormDateField
          form={form}
          name={pathTo('changedOn')}
          label={question.firstDay ?? 'Changed on'}
          required
          max={brisbaneDay(now())}
          className="mt-1"
        />
      )}
    </Choices>
  );
}
