import { QueryClient, type QueryFunction } from '@tanstack/react-query';
import { ApiError, request } from './api-client';

/**
 * Requests the path that a query key's parts make when joined with slashes: ['/api/trips', id] reads /api/trips/{id}.
 * @param on401 'null' answers null when nobody is signed in, instead of failing
 */
export function loadByKey<Answer>({ on401 }: { on401: 'throw' | 'null' }): QueryFunction<Answer | null> {
  return async ({ queryKey, signal }) => {
    try {
      return await request<Answer>('GET', queryKey.join('/'), undefined, { signal });
    } catch (error) {
      if (on401 === 'null' && error instanceof ApiError && error.status === 401) return null;
      throw error;
    }
  };
}

/**
 * The cache of server data: read once and kept until invalidated, no retries. Requests are sent offline too, so that they
 * fail at once with a message.
 * @param onError called for every failed query and mutation
 */
export function createQueryClient(onError?: (error: unknown) => void): QueryClient {
  const client = new QueryClient({
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
  if (onError) {
    client.getQueryCache().config.onError = onError;
    client.getMutationCache().config.onError = onError;
  }
  return client;
}
