import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import { useFieldControl } from './field';

export const controlClass =
  'block min-h-11 w-full scroll-mt-8 rounded-md border border-line-strong bg-surface px-3 text-base text-ink pointer-fine:min-h-10 ' +
  'aria-invalid:border-danger disabled:bg-sunken disabled:text-muted';

/** An input for text, numbers (by `inputMode`), dates and times. A Field around it provides label and errors. */
export const TextInput = ({ className, ...props }: ComponentProps<'input'>) => (
  <input
    {...useFieldControl()}
    type="text"
    {...props}
    className={clsx(controlClass, 'read-only:bg-sunken', className)}
  />
);

/** A text area that grows with its text. A Field around it provides label and errors. */
export const TextArea = ({ className, ...props }: ComponentProps<'textarea'>) => (
  <textarea
    rows={2}
    {...useFieldControl()}
    {...props}
    className={clsx(
      controlClass,
      'field-sizing-content max-h-60 min-h-18 py-2 pointer-fine:py-1.75',
      className,
    )}
  />
);
