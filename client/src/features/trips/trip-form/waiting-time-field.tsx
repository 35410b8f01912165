import { clsx } from 'clsx';
import { useWatch } from 'react-hook-form';
import { Field } from '@/components/ui/form/field';
import { TextInput } from '@/components/ui/form/text-input';
import { readWaitingTime, type TripForm } from './trip-form';

const STEPS = [0, 5, 10, 15];

export function WaitingTimeField({ form }: { form: TripForm }) {
  const waitingTime = useWatch({ control: form.control, name: 'waitingTime' });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 sm:gap-x-4">
      <Field
        label="Waiting Time (minutes)"
        required
        error={form.formState.errors.waitingTime?.message}
        className="contents [&>label]:col-span-full [&>p]:col-span-full [&>p]:row-start-3"
      >
        <TextInput
          {...form.register('waitingTime', {
            onBlur: () =>
              form.setValue('waitingTime', String(readWaitingTime(form.getValues('waitingTime')))),
          })}
          inputMode="numeric"
          autoComplete="off"
          onFocus={(event) => event.target.select()}
        />
      </Field>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields; these buttons fill one */}
      <div role="group" aria-label="Usual waiting times" className="mt-1 flex">
        {STEPS.map((minutes) => {
          const isChosen = waitingTime === String(minutes);
          return (
            <button
              key={minutes}
              type="button"
              aria-label={`${minutes} minutes`}
              aria-pressed={isChosen}
              onClick={() =>
                form.setValue('waitingTime', String(minutes), { shouldDirty: true, shouldValidate: true })
              }
              className={clsx(
                '-ml-px min-h-11 w-11 border border-line-strong transition-colors first:ml-0 first:rounded-l-md last:rounded-r-md focus-visible:z-10 pointer-fine:min-h-10',
                isChosen
                  ? 'bg-brand-soft font-semibold text-brand forced-colors:bg-brand forced-colors:text-brand-ink forced-color-adjust-none'
                  : 'bg-surface hover:bg-sunken',
              )}
            >
              {minutes}
            </button>
          );
        })}
      </div>
    </div>
  );
}
