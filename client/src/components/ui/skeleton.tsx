import { clsx } from 'clsx';
import type { ReactNode } from 'react';

/** A grey bar in the place of a line that is on its way. Give it the size of what comes. */
export function Skeleton({ className }: { className?: string }) {
  return <div className={clsx('rounded-md bg-line', className)} />;
}

/** Holds skeletons: nothing is seen for the first 200 ms, and a screen reader hears `label` once. */
export function SkeletonGroup({
  label,
  children,
  className,
}: {
  label: string;
  children: ReactNode;
  className?: string;
}) {
  return (
    <div role="status">
      <span className="sr-only">{label}</span>
      <div aria-hidden="true" className={clsx('animate-late', className)}>
        {children}
      </div>
    </div>
  );
}
