import { UNKNOWN_WAIT } from '@shared/trips/waits';
import { clsx } from 'clsx';
import type { KeyboardEvent } from 'react';
import { useWatch } from 'react-hook-form';
import { Field } from '@/components/ui/form/field';
import { TextInput } from '@/components/ui/form/text-input';
import { readWaitingTime, type TripForm } from './trip-form';

const STEPS = [0, 5, 10, 15];

/** The arrows go from button to button: the Tab key stops at the group once, on its way to the date. */
function moveFocus({ key, currentTarget }: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[key];
  if (!step) return;
  const buttons = [...currentTarget.querySelectorAll('button')];
  const at = buttons.findIndex((button) => button.matches(':focus'));
  buttons[(at + step + buttons.length) % buttons.length]?.focus();
}

export function WaitingTimeField({ form }: { form: TripForm }) {
  const waitingTime = useWatch({ control: form.control, name: 'waitingTime' });
  /** An imported trip may keep an unknown wait. */
  const none = form.formState.defaultValues?.waitingTime === UNKNOWN_WAIT ? UNKNOWN_WAIT : '0';
  const chosen = STEPS.find((minutes) => waitingTime === String(minutes));
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
            onBlur: () => {
              const typed = form.getValues('waitingTime');
              const minutes = typed.trim() === '' ? null : readWaitingTime(typed);
              form.setValue('waitingTime', minutes === null ? none : String(minutes));
            },
          })}
          inputMode="numeric"
          autoComplete="off"
          onFocus={(event) => event.target.select()}
        />
      </Field>
      <div role="toolbar" aria-label="Usual waiting times" className="mt-1 flex" onKeyDown={moveFocus}>
        {STEPS.map((minutes) => {
          const isChosen = minutes === chosen;
          return (
            <button
              key={minutes}
              type="button"
              aria-label={`${minutes} minutes`}
              aria-pressed={isChosen}
              tabIndex={minutes === (chosen ?? STEPS[0]) ? 0 : -1}
              onClick={() =>
                form.setValue('waitingTime', String(minutes), { shouldDirty: true, shouldValidate: true })
              }
              className={clsx(
                '-ml-px min-h-11 w-10 min-[22rem]:w-11 border border-line-strong transition-colors first:ml-0 first:rounded-l-md last:rounded-r-md focus-visible:z-10 pointer-fine:min-h-10',
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
