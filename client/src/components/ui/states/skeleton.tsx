import { clsx } from 'clsx';
import type { ReactNode } from 'react';

/** A grey bar in place of content that is loading. Give it the content's size. */
export const Skeleton = ({ className }: { className?: string }) => (
  <div className={clsx('rounded-md bg-line forced-colors:border forced-colors:bg-surface', className)} />
);

/** The class of a column of parts that grow or shrink with what is read: what follows a skeleton is hidden, so that it never moves. */
export const oneAfterAnother = '[&>:has(.animate-late)~*]:hidden';

type SkeletonGroupProps = {
  label: string;
  /** The classes of each bar, where the group is nothing but bars below one another. */
  bars?: readonly string[];
  children?: ReactNode;
  className?: string;
};

/** Shows skeletons after 200 ms; a screen reader hears `label` once. */
export const SkeletonGroup = ({ label, bars, children, className }: SkeletonGroupProps) => (
  <div role="status">
    <span className="sr-only">{label}</span>
    <div aria-hidden="true" className={clsx('animate-late', bars && !className && 'space-y-3', className)}>
      {bars?.map((bar, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the bars never change
        <Skeleton key={index} className={bar} />
      ))}
      {children}
    </div>
  </div>
);

/** The shape of a list whose rows have two lines. */
export const ListSkeleton = ({ label, rows = 3 }: { label: string; rows?: number }) => (
  <SkeletonGroup label={label} className="divide-y divide-line border-t border-line fades-out">
    {Array.from({ length: rows }, (_, row) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the rows never change
      <div key={row} className="box-content h-15">
        <RowSkeleton />
      </div>
    ))}
  </SkeletonGroup>
);

/** Two lines of a row. */
export const RowSkeleton = () => (
  <div className="grow space-y-2 pt-3">
    <Skeleton className="h-5 w-1/2 max-w-64" />
    <Skeleton className="h-4 w-3/4 max-w-96" />
  </div>
);
