import { clsx } from 'clsx';
import type { ComponentProps, ReactNode } from 'react';
import { Spinner } from './spinner';

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger';

const variants: Record<ButtonVariant, string> = {
  primary: 'bg-brand text-brand-ink enabled:hover:bg-brand-strong',
  secondary: 'border border-line-strong bg-surface text-ink enabled:hover:bg-sunken',
  ghost: 'text-brand enabled:hover:bg-brand-soft',
  danger: 'bg-danger text-danger-ink enabled:hover:bg-danger-strong',
};

/** The look of a button, for links that stand among buttons. */
export function buttonClass(variant: ButtonVariant = 'secondary', className?: string): string {
  return clsx(
    'inline-flex min-h-11 items-center justify-center gap-2 rounded-md px-4 font-medium transition-colors pointer-fine:min-h-10',
    'disabled:cursor-not-allowed disabled:bg-sunken disabled:text-muted disabled:border-line',
    variants[variant],
    className,
  );
}

/** The label and the pending label lie on each other, so that the wider one gives the width. */
const layer = 'col-start-1 row-start-1 inline-flex items-center gap-2';

type ButtonProps = ComponentProps<'button'> & {
  variant?: ButtonVariant;
  /** An icon before the label. */
  icon?: ReactNode;
  /** Shows a spinner and the pending label, and disables the button. Where given, even false, the width is for both labels. */
  pending?: boolean;
  /** What the button reads while pending, such as "Signing in..."; the label itself if not given. */
  pendingLabel?: string;
};

/** A button. `variant` is 'secondary' unless told; a screen has one 'primary'. `type` is 'button' unless told. */
export function Button({
  variant = 'secondary',
  icon,
  pending,
  pendingLabel,
  disabled,
  className,
  children,
  ...props
}: ButtonProps) {
  return (
    <button
      type="button"
      {...props}
      disabled={disabled || pending}
      aria-busy={pending || undefined}
      className={buttonClass(variant, className)}
    >
      <span className="grid justify-items-center">
        <span className={clsx(layer, pending && 'invisible')}>
          {icon}
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
}

type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label' | 'title'> & {
  /** What the button does, and to what: "Delete trip to Ascot". Read out, and shown as a tip. */
  label: string;
  tone?: 'plain' | 'danger';
};

/** A button with an icon only; 44 px where fingers press it. */
export function IconButton({ label, tone = 'plain', className, children, ...props }: IconButtonProps) {
  return (
    <button
      type="button"
      {...props}
      aria-label={label}
      title={label}
      className={clsx(
        'inline-grid size-11 shrink-0 place-items-center rounded-md transition-colors pointer-fine:size-9 disabled:text-line-strong',
        tone === 'danger'
          ? 'text-danger enabled:hover:bg-danger-soft'
          : 'text-muted enabled:hover:bg-sunken enabled:hover:text-ink',
        className,
      )}
    >
      {children}
    </button>
  );
}
