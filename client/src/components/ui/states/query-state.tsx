import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, use } from 'react';
import { messageOf, NetworkError } from '@/lib/api-client';
import { InTitledCard } from '../card';
import { ErrorState, QuietFailure } from './error-state';

type QueryStateProps = {
  query: Pick<UseQueryResult, 'isPending' | 'isError' | 'error' | 'isFetching' | 'refetch'>;
  skeleton?: ReactNode;
  failed: string;
  /** Follows it where the server gave no reason; in a card, the button says enough. */
  hint?: string;
  /** Stands in place of both where the server answered. */
  title?: string;
};

/** Shows that a query is pending, or that it failed: in one line of a card with a title, and quietly where there was no answer, because it is read again by itself. */
export function QueryState({ query, skeleton, failed, hint, title }: QueryStateProps) {
  const { isPending, isError, error, isFetching, refetch } = query;
  const isCompact = use(InTitledCard);
  if (isPending) return skeleton;
  if (!isError) return null;
  if (error instanceof NetworkError)
    return (
      <QuietFailure onRetry={() => void refetch()} retrying={isFetching}>
        {failed} {navigator.onLine ? 'because the server cannot be reached.' : 'without the network.'}
      </QuietFailure>
    );
  return (
    <ErrorState
      isCompact={isCompact}
      title={title ?? failed}
      message={title ? undefined : messageOf(error, hint ?? (isCompact ? '' : 'Please try again.'))}
      onRetry={() => void refetch()}
      retrying={isFetching}
    />
  );
}
