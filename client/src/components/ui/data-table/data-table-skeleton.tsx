import { clsx } from 'clsx';
import { Skeleton, SkeletonGroup } from '../states/skeleton';
import { frame } from './frame';

/** The shape of a DataTable that is loading. */
export function DataTableSkeleton({ label, rows = 5 }: { label: string; rows?: number }) {
  const bars = Array.from({ length: rows }, (_, index) => index);
  return (
    <SkeletonGroup label={label}>
      <div className={clsx(frame, 'hidden sm:block')}>
        <div className="h-9 rounded-t-md bg-sunken" />
        {bars.map((bar) => (
          <div key={bar} className="flex h-11 items-center gap-6 border-t border-line px-3">
            <Skeleton className="h-4 w-1/4" />
            <Skeleton className="h-4 w-1/6" />
            <Skeleton className="h-4 w-1/6" />
            <Skeleton className="ml-auto h-4 w-16" />
          </div>
        ))}
      </div>
      <div className="space-y-3 sm:hidden">
        {bars.slice(0, 3).map((bar) => (
          <div key={bar} className={clsx(frame, 'space-y-3 p-4')}>
            <Skeleton className="h-5 w-1/2" />
            <Skeleton className="h-4 w-full" />
            <Skeleton className="h-4 w-full" />
          </div>
        ))}
      </div>
    </SkeletonGroup>
  );
}
