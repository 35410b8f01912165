import { brisbaneDay, formatDay, isDay } from '@shared/periods';
import { readDay, USUAL_READING, whyNoDay } from '@shared/reading/days';
import { CalendarDays } from 'lucide-react';
import { type ComponentProps, useRef, useState } from 'react';
import { type Control, type FieldValues, type Path, useController } from 'react-hook-form';
import { now } from '@/lib/clock';
import { useMediaQuery } from '@/lib/hooks/use-media-query';
import { IconButton } from '../ui/button';
import { Field, useFieldControl } from '../ui/form/field';
import { TextInput } from '../ui/form/text-input';
import { failingQuietly, lazyPart } from '../ui/lazy-part';

const FORM = 'dd/mm/yyyy';

const MonthPopover = lazyPart(() => import('./month-popover').then((file) => file.MonthPopover), {
  Failed: failingQuietly('The calendar could not be loaded.'),
});

type DateFieldProps = Omit<ComponentProps<typeof Field>, 'children'> & {
  /** 'YYYY-MM-DD', '' for an empty field, or text that is no day. */
  value: string;
  /** Called with each change: the written day, '' when emptied, or the text while it is no day, which may be ignored. */
  onChange: (value: string) => void;
  onBlur?: () => void;
  max?: string;
  ref?: ComponentProps<'input'>['ref'];
};

/** A field for a day in Australian order, typed as people write it (`readDay`) or chosen from a month; fingers get the system's picker. */
export function DateField({ value, onChange, onBlur, max, ref, error, ...field }: DateFieldProps) {
  const isTouched = useMediaQuery('(pointer: coarse)');
  const [typed, setTyped] = useState<{ text: string; over: string; as: string }>();
  const [isLeft, setLeft] = useState(true);
  const opener = useRef<HTMLButtonElement>(null);

  const written = isDay(value) ? formatDay(value) : value;
  const isCurrent = typed && (value === typed.as || value === typed.over);
  const text = isCurrent ? typed.text : written;
  const read = (text: string) => readDay(text, brisbaneDay(now()));
  const isUnread = text !== '' && !read(text) && (isLeft || error !== undefined);

  const why = isUnread ? whyNoDay(text, { ...USUAL_READING, today: brisbaneDay(now()) }) : undefined;

  function type(text: string) {
    const as = read(text) ?? text.trim();
    setTyped({ text, over: value, as });
    onChange(as);
  }
  function choose(day: string) {
    setTyped(undefined);
    onChange(day);
  }

  return (
    <Field {...field} error={isUnread ? (why ?? 'Please write the date as 31/12/2026') : error}>
      <span className="relative block">
        {isTouched ? (
          <>
            <TextInput
              ref={ref}
              type="date"
              max={max}
              value={isDay(value) ? value : ''}
              className="text-transparent!"
              onChange={(event) => choose(event.target.value)}
              onBlur={onBlur}
            />
            <span
              aria-hidden="true"
              className="pointer-events-none absolute inset-y-0 left-3 grid place-items-center"
            >
              {written || <span className="text-sm text-muted">{FORM}</span>}
            </span>
          </>
        ) : (
          <>
            <TextInput
              ref={ref}
              value={text}
              placeholder={FORM}
              autoComplete="off"
              spellCheck={false}
              className="pr-8 placeholder:text-sm placeholder:text-muted"
              onChange={(event) => type(event.target.value)}
              onFocus={() => setLeft(false)}
              onBlur={() => {
                setLeft(true);
                if (read(text)) setTyped(undefined);
                onBlur?.();
              }}
              onKeyDown={(event) => {
                if (event.key !== 'ArrowDown') return;
                event.preventDefault();
                opener.current?.click();
              }}
            />
            <MonthOpener opener={opener} day={isDay(value) ? value : undefined} max={max} onChoose={choose} />
          </>
        )}
      </span>
    </Field>
  );
}

type MonthOpenerProps = Pick<ComponentProps<typeof MonthPopover>, 'opener' | 'day' | 'max' | 'onChoose'>;

function MonthOpener(month: MonthOpenerProps) {
  const control = useFieldControl();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton
        ref={month.opener}
        icon={CalendarDays}
        label="Open calendar"
        aria-describedby={control && `${control.id}-label`}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        className="absolute inset-y-0 right-0 my-auto w-8!"
        onClick={(event) => {
          if (isOpen) return;
          // or the browser would close at once what is opened here
          event.preventDefault();
          setOpen(true);
        }}
      />
      {isOpen && <MonthPopover {...month} onClose={() => setOpen(false)} />}
    </>
  );
}

type FormDateFieldProps<Values extends FieldValues, Output> = Omit<
  DateFieldProps,
  'value' | 'onChange' | 'onBlur' | 'ref' | 'error'
> & { form: { control: Control<Values, unknown, Output> }; name: Path<Values> };

/** A DateField of a form, with its error. The form's value is what `DateField` calls `value`. */
export function FormDateField<Values extends FieldValues, Output>({
  form,
  name,
  ...field
}: FormDateFieldProps<Values, Output>) {
  const { field: input, fieldState } = useController({ control: form.control, name });
  return <DateField {...field} {...input} error={fieldState.error?.message} />;
}
