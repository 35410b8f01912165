import {
  MutationCache,
  type Query,
  QueryCache,
  QueryClient,
  type QueryFunction,
  type QueryKey,
} from '@tanstack/react-query';
import { ApiError, isPassing, pathOf, request } from './api-client';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** The last answer is kept on the device (kept-answers.ts). */
      kept?: boolean;
    };
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

/** Requests the path of a query key (`pathOf`); `on401: 'null'` answers null without a session, instead of failing. */
export function loadByKey<Answer>({ on401 }: { on401: 'throw' | 'null' }): QueryFunction<Answer | null> {
  return async ({ queryKey, signal }) => {
    try {
      return await request<Answer>('GET', pathOf(queryKey), undefined, { signal });
    } catch (error) {
      if (on401 === 'null' && isSessionEnd(error)) return null;
      throw error;
    }
  };
}

export const isSessionEnd = (error: unknown): boolean => error instanceof ApiError && error.status === 401;

/** Keeps former data on the screen when a new request got no answer; the error is shown next to it. */
function keepShown(error: unknown, query: Query<unknown, unknown, unknown>): void {
  if (query.state.data !== undefined && isPassing(error)) query.setState({ status: 'success' });
}

/**
 * The cache of server data: read once, kept until invalidated, no retries. Offline, requests fail at once with a message.
 * @param onError called for every failed query and mutation
 * @param signInAgain what a query that was refused for want of a session waits for; after true it is sent once more
 */
export function createQueryClient(onError?: (error: unknown) => void, signInAgain = async () => false) {
  const load = loadByKey({ on401: 'throw' });
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        keepShown(error, query);
        onError?.(error);
      },
    }),
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
        queryFn: async (context) => {
          await held.get(context.client);
          return Promise.resolve(load(context)).catch(async (error: unknown) => {
            if (isSessionEnd(error) && (await signInAgain())) return load(context);
            throw error;
          });
        },
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

const held = new WeakMap<QueryClient, Promise<void>>();

/** Holds back queries while `leave` signs out: the server would refuse them. They are sent once it failed. */
export async function holdingQueries(client: QueryClient, leave: () => Promise<void>): Promise<void> {
  const underWay = client.getQueryCache().findAll({ fetchStatus: 'fetching' });
  let release = () => {};
  held.set(client, new Promise((resolve) => (release = resolve)));
  await client.cancelQueries();
  void client.refetchQueries({ predicate: (query) => underWay.includes(query) });
  try {
    await leave();
  } catch (error) {
    held.delete(client);
    release();
    throw error;
  }
}

/**
 * Reads again what failed for want of an answer. Call it when the server can be reached again. A request under way may
 * still fail over the lost network; it is then sent again.
 */
export async function readFailedAgain(client: QueryClient): Promise<void> {
  const read = (query: Query) => query.fetch().catch(() => {});
  await Promise.all(
    client
      .getQueryCache()
      .findAll({ type: 'active' })
      .map(async (query) => {
        // joins that request
        if (query.state.fetchStatus === 'fetching') await read(query);
        if (query.isActive() && isPassing(query.state.error)) await read(query);
      }),
  );
}
