import type { ReactNode } from 'react';
import { Skeleton } from './states/skeleton';

type StatCardProps = {
  label: string;
  value: ReactNode | undefined;
  unit?: string;
  /** What it is held against. */
  children?: ReactNode;
};

/** One figure with its name; a skeleton until it has a value. */
export function StatCard({ label, value, unit, children }: StatCardProps) {
  return (
    <div className="flex flex-col justify-between rounded-md border border-line bg-surface p-4 max-[22rem]:px-3 print:border-0 print:p-0">
      <p className="text-sm text-muted">{label}</p>
      {value === undefined ? (
        <div className="animate-late py-1.5">
          <Skeleton className="h-6 w-16" />
        </div>
      ) : (
        <p className="text-xl font-semibold max-[22rem]:text-lg">
          <span className="whitespace-nowrap">{value}</span>
          {unit && <span className="ml-1 text-sm font-normal text-muted">{unit}</span>}
        </p>
      )}
      {children}
    </div>
  );
}
