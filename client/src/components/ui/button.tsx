import { clsx } from 'clsx';
import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Spinner } from './states/spinner';

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger';

const variants: Record<ButtonVariant, string> = {
  primary: 'bg-brand text-brand-ink not-disabled:hover:bg-brand-strong not-disabled:forced-color-adjust-none',
  secondary: 'border border-line-strong bg-surface text-ink not-disabled:hover:bg-sunken',
  ghost: 'text-brand not-disabled:hover:bg-brand-soft forced-colors:border',
  danger:
    'bg-danger text-danger-ink not-disabled:hover:bg-danger-strong not-disabled:forced-color-adjust-none',
};

export const buttonClass = (variant: ButtonVariant = 'secondary', className?: string): string =>
  clsx(
    'inline-flex print:hidden min-h-11 items-center justify-center gap-2 rounded-md px-4 font-medium transition-colors pointer-fine:min-h-10',
    'disabled:cursor-not-allowed disabled:bg-sunken disabled:text-muted disabled:border-line',
    variants[variant],
    className,
  );

/** Label and pending label overlap, so that the wider one sets the width. */
const layer = 'col-start-1 row-start-1 inline-flex items-center gap-2';

type ButtonProps = ComponentProps<'button'> & {
  variant?: ButtonVariant;
  icon?: LucideIcon;
  /** Shows a spinner and the pending label, and disables the button. If given, even as false, both labels fit the width. */
  pending?: boolean;
  pendingLabel?: string;
};

/** A button, by default 'secondary' and of type 'button'. A screen has one 'primary'. */
export const Button = ({
  variant = 'secondary',
  icon: Icon,
  pending,
  pendingLabel,
  disabled,
  className,
  children,
  ...props
}: ButtonProps) => (
  <button
    type="button"
    {...props}
    disabled={disabled || pending}
    aria-busy={pending || undefined}
    className={buttonClass(variant, className)}
  >
    <span className="grid justify-items-center">
      <span className={clsx(layer, pending && 'invisible')}>
        {Icon && <Icon className="size-4 shrink-0" />}
        {children}
      </span>
      {pending !== undefined && (
        <span className={clsx(layer, !pending && 'invisible')}>
          <Spinner />
          {pendingLabel ?? children}
        </span>
      )}
    </span>
  </button>
);

type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label' | 'title' | 'children'> & {
  /** The accessible name and the tooltip: "Delete trip to Ascot". */
  label: string;
  tone?: 'plain' | 'danger';
  icon: LucideIcon;
  iconClass?: string;
};

export const IconButton = ({
  label,
  tone = 'plain',
  icon: Icon,
  iconClass = 'size-4',
  className,
  ...props
}: IconButtonProps) => (
  <button
    type="button"
    {...props}
    aria-label={label}
    data-tooltip={label}
    className={clsx(
      'inline-grid print:hidden size-11 shrink-0 place-items-center rounded-md transition-colors pointer-fine:size-9 disabled:text-line-strong',
      // a column of red bins would be the loudest on its page
      tone === 'danger'
        ? 'text-muted enabled:hover:bg-danger-soft enabled:hover:text-danger'
        : 'text-muted enabled:hover:bg-sunken enabled:hover:text-ink',
      className,
    )}
  >
    <Icon className={iconClass} />
  </button>
);
