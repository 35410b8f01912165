import { clsx } from 'clsx';
import type { ReactNode } from 'react';

/** A grey bar in place of content that is loading. Give it the content's size. */
export function Skeleton({ className }: { className?: string }) {
  return <div className={clsx('rounded-md bg-line', className)} />;
}

/** Shows skeletons after 200 ms; a screen reader hears `label` once. */
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
