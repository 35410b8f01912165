import { clsx } from 'clsx';
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

const looks = {
  destructive: { Icon: CircleAlert, className: 'border-danger bg-danger-soft text-danger' },
  due: { Icon: TriangleAlert, className: 'border-due bg-due-soft text-due' },
  success: { Icon: CircleCheck, className: 'border-success bg-success-soft text-success' },
  info: { Icon: Info, className: 'border-line bg-brand-soft text-ink' },
} as const;

type AlertProps = { variant?: keyof typeof looks; title?: string; children: ReactNode; className?: string };

/** A message in the page. A destructive one interrupts a screen reader; the others wait. */
export function Alert({ variant = 'info', title, children, className }: AlertProps) {
  const { Icon, className: look } = looks[variant];
  return (
    <div
      role={variant === 'destructive' ? 'alert' : 'status'}
      className={clsx('flex gap-3 rounded-md border p-3 text-sm', look, className)}
    >
      <Icon className="size-5 shrink-0" />
      <div className="min-w-0 self-center">
        {title && <p className="font-semibold">{title}</p>}
        {children}
      </div>
    </div>
  );
}
