import { clsx } from 'clsx';
import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useFieldControl } from './field';
import { controlClass } from './text-input';

/** The platform's select in the app's frame. A Field around it provides label and errors. */
export function Select({ className, children, ...props }: ComponentProps<'select'>) {
  return (
    <div className="relative">
      <select
        {...useFieldControl()}
        {...props}
        className={clsx(controlClass, 'appearance-none pr-8', className)}
      >
        {children}
      </select>
      <ChevronDown className="pointer-events-none absolute inset-y-0 right-3 my-auto size-4 text-muted" />
    </div>
  );
}
