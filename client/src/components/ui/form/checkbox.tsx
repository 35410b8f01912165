import { clsx } from 'clsx';
import { Check, Minus } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';

type CheckboxProps = ComponentProps<'input'> & {
  label: string;
  hideLabel?: boolean;
  /** A row that ticks it, in place of the label, which is then only heard. It is printed without the box. */
  children?: ReactNode;
  indeterminate?: boolean;
};

/** A checkbox with its label next to it; the whole row is the target. */
export const Checkbox = ({
  label,
  hideLabel,
  indeterminate = false,
  className,
  children,
  ...props
}: CheckboxProps) => (
  <label
    className={clsx(
      'min-h-11 items-center gap-3 pointer-fine:min-h-8',
      children ? 'flex print:min-h-0' : 'inline-flex print:hidden',
      hideLabel ? 'min-w-11 justify-center pointer-fine:min-w-8' : 'py-1',
      className,
    )}
  >
    <span className="relative grid size-5 shrink-0 place-items-center print:hidden">
      <input
        ref={(element) => {
          if (element) element.indeterminate = indeterminate;
        }}
        type="checkbox"
        aria-label={hideLabel || children ? label : undefined}
        {...props}
        className="peer absolute inset-0 appearance-none forced-color-adjust-none rounded-sm border border-line-strong bg-surface transition-colors checked:border-brand checked:bg-brand indeterminate:border-brand indeterminate:bg-brand disabled:bg-sunken"
      />
      <Check
        strokeWidth={3}
        className="pointer-events-none relative hidden size-4 text-brand-ink forced-color-adjust-none peer-checked:block"
      />
      {indeterminate && (
        <Minus
          strokeWidth={3}
          className="pointer-events-none relative size-4 text-brand-ink forced-color-adjust-none"
        />
      )}
    </span>
    {children ?? (!hideLabel && <span>{label}</span>)}
  </label>
);
