import {
  MutationCache,
  QueryCache,
  QueryClient,
  type QueryFunction,
  type QueryKey,
} from '@tanstack/react-query';
import { ApiError, pathOf, request } from './api-client';

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** The keys that a success invalidates. The mutation does not wait for their queries. */
      invalidates?: readonly QueryKey[];
      /** Invalidated too; the mutation stays pending until their queries are read again. */
      awaits?: readonly QueryKey[];
      /** Invalidates after a failure too, which may mean that the lists are stale. */
      evenIfFailed?: boolean;
    };
  }
}

/**
 * Requests the path of a query key (`pathOf`).
 * @param on401 'null' answers null when nobody is signed in, instead of failing
 */
export function loadByKey<Answer>({ on401 }: { on401: 'throw' | 'null' }): QueryFunction<Answer | null> {
  return async ({ queryKey, signal }) => {
    try {
      return await request<Answer>('GET', pathOf(queryKey), undefined, { signal });
    } catch (error) {
      if (on401 === 'null' && error instanceof ApiError && error.status === 401) return null;
      throw error;
    }
  };
}

/**
 * The cache of server data: read once and kept until invalidated, no retries. Requests are sent offline too, so that they
 * fail at once with a message. A mutation names in its `meta` what it invalidates.
 * @param onError called for every failed query and mutation
 */
export function createQueryClient(onError?: (error: unknown) => void): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({
      onError,
      onSettled: async (_data, error, _variables, _result, { meta = {} }, { client }) => {
        if (error && !meta.evenIfFailed) return;
        for (const queryKey of meta.invalidates ?? []) void client.invalidateQueries({ queryKey });
        await Promise.all(meta.awaits?.map((queryKey) => client.invalidateQueries({ queryKey })) ?? []);
      },
    }),
    defaultOptions: {
      queries: {
        queryFn: loadByKey({ on401: 'throw' }),
        retry: false,
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchInterval: false,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
