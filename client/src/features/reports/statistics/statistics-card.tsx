import type { UseQueryResult } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';
import { Card } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/states/empty-state';
import { QueryState } from '@/components/ui/states/query-state';

type StatisticsCardProps<Data> = {
  title: string;
  description: string;
  className?: string;
  query: UseQueryResult<Data>;
  skeleton: ReactNode;
  failed: string;
  isEmpty: (data: Data) => boolean;
  empty: ComponentProps<typeof EmptyState>;
  children: (data: Data) => ReactNode;
};

/** A card of one query: its data, or that there are none, that they are loading or could not be loaded. */
export function StatisticsCard<Data>(props: StatisticsCardProps<Data>) {
  const { title, description, className, query, skeleton, failed, isEmpty, empty, children } = props;
  const { data } = query;
  return (
    <Card title={title} description={description} className={className}>
      <QueryState query={query} failed={failed} skeleton={skeleton} />
      {data && (isEmpty(data) ? <EmptyState {...empty} /> : children(data))}
    </Card>
  );
}
