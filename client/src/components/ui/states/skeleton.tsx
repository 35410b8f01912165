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
