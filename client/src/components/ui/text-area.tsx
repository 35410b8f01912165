import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import { useFieldControl } from './field';
import { controlClass } from './text-input';

/** A field for text of several lines, as high as its text. Inside a Field it takes its label and errors from there. */
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
