import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import { useFieldControl } from './field';
import { controlClass } from './text-input';

/** A text area that grows with its text. A Field around it provides label and errors. */
export function TextArea({ className, ...props }: ComponentProps<'textarea'>) {
  return (
    <textarea
      rows={2}
      {...useFieldControl()}
      {...props}
      className={clsx(controlClass, 'field-sizing-content max-h-60 min-h-18 py-2', className)}
    />
  );
}
