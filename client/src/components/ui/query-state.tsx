import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { messageOf } from '@/lib/api-client';
import { ErrorState } from './error-state';

type QueryStateProps = {
  query: Pick<UseQueryResult, 'isPending' | 'isError' | 'error' | 'isFetching' | 'refetch'>;
  /** Stands in for the data until they come. */
  skeleton?: ReactNode;
  /** Says what could not be loaded. */
  failed: string;
  /** Follows it where the server gave no reason. */
  hint?: string;
};

/** Shows that a query is pending, or that it failed, with a retry. */
export function QueryState({ query, skeleton, failed, hint = 'Please try again.' }: QueryStateProps) {
  const { isPending, isError, error, isFetching, refetch } = query;
  if (isPending) return skeleton;
  if (!isError) return null;
  return (
    <ErrorState
      title={failed}
      message={messageOf(error, hint)}
      onRetry={() => void refetch()}
      retrying={isFetching}
    />
  );
}
