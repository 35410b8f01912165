import { clsx } from 'clsx';
import { Skeleton, SkeletonGroup } from '@/components/ui/states/skeleton';
import { chartRow } from './card-rows';

const CardSkeleton = ({ className }: { className: string }) => (
  <div className={clsx('rounded-md border border-line bg-surface px-4 py-3 max-sm:h-12 sm:p-6', className)}>
    <Skeleton className="h-5 w-40 max-w-full" />
  </div>
);

/** Everything below the report that is due, in its shape: on a phone a line a folded card. */
export const ReportsSkeleton = () => (
  <SkeletonGroup label="Loading the figures" className="mt-4 space-y-2 sm:mt-6 sm:space-y-6">
    <CardSkeleton className="sm:h-60" />
    <Skeleton className="mt-8 h-6 w-44" />
    <CardSkeleton className="sm:hidden" />
    <div className="grid grid-cols-2 gap-6 max-sm:hidden lg:grid-cols-4">
      {['Total Trips', 'Average Wait Time', 'Unique Postcodes', 'Active Drivers'].map((card) => (
        <CardSkeleton key={card} className="h-44" />
      ))}
    </div>
    <div className={chartRow}>
      {['Trips by Month', 'Waiting', 'Busiest drivers'].map((card) => (
        <CardSkeleton key={card} className="sm:h-80" />
      ))}
    </div>
  </SkeletonGroup>
);
