import { clsx } from 'clsx';
import { createContext, type ReactNode, use, useId } from 'react';

type ControlProps = {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  'aria-required': true | undefined;
};

/** Not part of the accessible name: the control tells a screen reader that it is required. */
const star = "after:content-['_*'/''] print:after:content-none";

const FieldContext = createContext<ControlProps | undefined>(undefined);

/** The attributes that tie the control inside a Field to its label, hint and error. */
export const useFieldControl = (): ControlProps | undefined => use(FieldContext);

type FieldProps = {
  label: string;
  required?: boolean;
  hint?: ReactNode;
  error?: string | undefined;
  /** A doubt about an accepted value; an error replaces it. */
  warning?: string | false | undefined;
  /** What the value means, below it; an error or a doubt replaces it. */
  note?: string | undefined;
  /** One control: TextInput, Select, or any other that calls useFieldControl. */
  children: ReactNode;
  className?: string;
};

export function Field({ label, required, hint, error, warning, note, children, className }: FieldProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  const messageId = `${id}-message`;
  const message = error ?? (warning || note);
  const describedBy = [hint && hintId, message && messageId].filter(Boolean).join(' ') || undefined;
  return (
    <div className={className}>
      <label id={`${id}-label`} htmlFor={id} className={clsx('block text-sm font-medium', required && star)}>
        {label}
      </label>
      {hint && (
        <p id={hintId} className="text-sm text-muted">
          {hint}
        </p>
      )}
      <div className={hint ? 'mt-2' : 'mt-1'}>
        <FieldContext
          value={{
            id,
            'aria-describedby': describedBy,
            'aria-invalid': error ? true : undefined,
            'aria-required': required || undefined,
          }}
        >
          {children}
        </FieldContext>
      </div>
      {message && (
        <p
          id={messageId}
          className={clsx('mt-1 text-sm', error ? 'text-danger' : warning ? 'text-due' : 'text-muted')}
        >
          {message}
        </p>
      )}
    </div>
  );
}
