import type { UseQueryResult } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { Card } from '@/components/ui/card';
import { EmptyState } from '@/components/ui/states/empty-state';
import { QueryState } from '@/components/ui/states/query-state';
import { RankedBars, RankedBarsSkeleton } from './ranked-bars';

type RankedCardProps = {
  title: string;
  description: string;
  query: UseQueryResult;
  loading: string;
  failed: string;
  /** How many rows are shown at first. */
  count?: number;
  rows: ComponentProps<typeof RankedBars>['rows'] | undefined;
  /** Shown where there are no rows. */
  empty: ComponentProps<typeof EmptyState>;
};

/** A card of names with their trips as bars (docs/product.md#statistics). */
export function RankedCard({
  title,
  description,
  query,
  loading,
  failed,
  count,
  rows,
  empty,
}: RankedCardProps) {
  return (
    <Card title={title} description={description}>
      <QueryState
        query={query}
        failed={failed}
        skeleton={<RankedBarsSkeleton label={loading} count={count} />}
      />
      {rows?.length === 0 && <EmptyState {...empty} />}
      {rows && rows.length > 0 && <RankedBars label={title} rows={rows} count={count} />}
    </Card>
  );
}
