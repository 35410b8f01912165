import { clsx } from 'clsx';
import { createContext, type ReactNode } from 'react';

type CardProps = {
  id?: string;
  title?: string;
  /** A part lies below a heading of its section. */
  isPart?: boolean;
  description?: ReactNode;
  actions?: ReactNode;
  children?: ReactNode;
  className?: string;
};

/** Whether a part is in a card with a title, which says what it is about. */
export const InTitledCard = createContext(false);

export const Card = ({ id, title, isPart, description, actions, children, className }: CardProps) => (
  <section
    id={id}
    className={clsx(
      'scroll-mt-4 rounded-md border border-line bg-surface p-4 print:border-0 print:p-0 sm:p-6',
      className,
    )}
  >
    {(title || actions) && (
      <div className="mb-4 last:mb-0 flex break-after-avoid flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          {title &&
            (isPart ? (
              <h3 className="font-semibold">{title}</h3>
            ) : (
              <h2 className="text-lg font-semibold">{title}</h2>
            ))}
          {description && <p className="mt-1 text-sm text-muted">{description}</p>}
        </div>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
    )}
    <InTitledCard value={Boolean(title)}>{children}</InTitledCard>
  </section>
);
