import { clsx } from 'clsx';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button';

type OfferProps = {
  icon: LucideIcon;
  title: string;
  children: ReactNode;
  onDecline: () => void;
  isBusy?: boolean;
  action: ReactNode;
  className?: string;
};

/** Makes an unasked offer, calmly, with a way to decline. */
export const Offer = ({ icon: Icon, title, children, onDecline, isBusy, action, className }: OfferProps) => (
  <section
    aria-label={title}
    className={clsx(
      'flex flex-wrap items-center justify-between gap-x-6 gap-y-2 rounded-md border border-line bg-brand-soft px-4 py-3',
      className,
    )}
  >
    <div className="flex min-w-0 flex-1 basis-64 gap-3">
      <Icon className="mt-0.5 size-5 shrink-0 text-brand" />
      <div className="min-w-0">
        <h2 className="font-medium">{title}</h2>
        <div className="space-y-1 text-sm text-muted">{children}</div>
      </div>
    </div>
    <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:justify-end">
      <Button variant="ghost" onClick={onDecline} disabled={isBusy}>
        Not now
      </Button>
      {action}
    </div>
  </section>
);
