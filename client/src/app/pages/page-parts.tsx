import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { buttonClass } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { CarDrawing } from '@/components/ui/drawings';
import { EmptyState } from '@/components/ui/states/empty-state';
import { QueryState } from '@/components/ui/states/query-state';
import { SkeletonGroup } from '@/components/ui/states/skeleton';
import { ActivityList } from '@/features/activity/activity-card';
import type { DatedOwner } from '@/features/dated/api';
import { HistoryEntries } from '@/features/dated/history';

/** A driver or a vehicle: what its lists are filtered by. */
export type PageOf = { driverId: string; vehicleId?: never } | { vehicleId: string; driverId?: never };

export const plainLink = 'text-brand underline underline-offset-4';

/** Two columns of cards on a desk, below one another on a phone. */
export const columns = 'grid items-start gap-4 sm:gap-6 lg:grid-cols-2';
export const column = 'grid gap-4 sm:gap-6';

/** Name and value of each fact; one without a value is left out. */
export const Facts = ({ facts }: { facts: Record<string, ReactNode> }) => (
  <dl className="divide-y divide-line text-sm">
    {Object.entries(facts)
      .filter(([, value]) => value)
      .map(([name, value]) => (
        <div key={name} className="grid grid-cols-[minmax(7rem,2fr)_3fr] gap-3 py-2 first:pt-0 last:pb-0">
          <dt className="text-muted">{name}</dt>
          <dd className="min-w-0 wrap-anywhere">{value}</dd>
        </div>
      ))}
  </dl>
);

/** A line of a card's list that opens something: what it is, and a figure at its end. */
export const lineClass =
  '-mx-2 flex w-[calc(100%+1rem)] items-center justify-between gap-3 rounded-md p-2 text-left transition-colors hover:bg-sunken';

export const AllLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <Link href={href} className={buttonClass('ghost', '-my-1 -mr-3 px-3!')}>
    {children}
  </Link>
);

/** What held when, and who changed what. */
export const Past = (of: DatedOwner) => (
  <>
    <Card title="History" description="What held when.">
      <HistoryEntries {...of} />
    </Card>
    <Card title="Changes" description="Who changed what and when.">
      <ActivityList about={of.id} />
    </Card>
  </>
);

type OneOfProps<Row> = {
  what: 'driver' | 'vehicle';
  id: string;
  query: UseQueryResult<Row[]>;
  /** By default it says that there is no such thing. */
  gone?: ReactNode;
  children: (row: Row) => ReactNode;
};

/** The one of a list that an address names, once the list is read. */
export function OneOf<Row extends { id: string }>({ what, id, query, gone, children }: OneOfProps<Row>) {
  const row = query.data?.find((one) => one.id === id);
  if (row) return children(row);
  if (query.isSuccess) return gone ?? <Gone what={what} />;
  return (
    <Card>
      <QueryState
        query={query}
        failed={`The ${what} could not be loaded`}
        skeleton={<SkeletonGroup label={`Loading the ${what}`} bars={['h-7 w-48', 'h-5', 'h-5', 'h-5']} />}
      />
    </Card>
  );
}

export const Gone = ({ what }: { what: 'driver' | 'vehicle' }) => (
  <Card>
    <EmptyState
      drawing={<CarDrawing />}
      title={`There is no such ${what}`}
      hint={`It was deleted, or the address is wrong. Its trips are in Trip History.`}
      action={
        <Link href="/?tab=drivers" className={buttonClass('secondary')}>
          See the {what}s
        </Link>
      }
    />
  </Card>
);
