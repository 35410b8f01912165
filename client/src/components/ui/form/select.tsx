import { clsx } from 'clsx';
import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useFieldControl } from './field';
import { controlClass } from './text-input';

type SelectProps = ComponentProps<'select'> & {
  none?: string;
  choices?: readonly (string | number | { value: string | number; label: string })[];
};

/** The platform's select in the app's frame. A Field around it provides label and errors. */
export const Select = ({ none, choices = [], className, children, ...props }: SelectProps) => (
  <div className="relative">
    <select
      {...useFieldControl()}
      {...props}
      className={clsx(controlClass, 'appearance-none pr-8 text-ellipsis', className)}
    >
      {none && <option value="">{none}</option>}
      {choices
        .map((choice) => (typeof choice === 'object' ? choice : { value: choice, label: choice }))
        .map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      {children}
    </select>
    <ChevronDown className="pointer-events-none absolute inset-y-0 right-3 my-auto size-4 text-muted" />
  </div>
);
