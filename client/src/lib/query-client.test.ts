import { type MutationMeta, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { ApiError } from './api-client';
import { createQueryClient, loadByKey } from './query-client';

afterEach(() => {
  vi.unstubAllGlobals();
});

it('loads a key by joining its parts with slashes', async () => {
  const fetch = vi.fn(async () => Response.json({ id: '7' }));
  vi.stubGlobal('fetch', fetch);
  const client = createQueryClient();
  expect(await client.fetchQuery({ queryKey: ['/api/trips', '7'] })).toEqual({ id: '7' });
  expect(fetch).toHaveBeenCalledWith('/api/trips/7', expect.anything());
});

it('makes a query string of an object at the end of a key, without its empty values', async () => {
  const fetch = vi.fn(async () => Response.json([]));
  vi.stubGlobal('fetch', fetch);
  const queryKey = ['/api/trips', 'page', { page: 2, search: 'a&b', postcode: '', driver: undefined }];
  await createQueryClient().fetchQuery({ queryKey });
  expect(fetch).toHaveBeenCalledWith('/api/trips/page?page=2&search=a%26b', expect.anything());
});

describe('a mutation', () => {
  const read = vi.fn(async () => 'rows');
  const invalidated = () =>
    client
      .getQueryCache()
      .findAll({ predicate: ({ state }) => state.isInvalidated })
      .map(({ queryKey }) => queryKey[0]);
  let client = createQueryClient();

  beforeEach(async () => {
    client = createQueryClient();
    for (const path of ['/api/trips', '/api/drivers', '/api/statistics'])
      await client.fetchQuery({ queryKey: [path], queryFn: read });
  });

  function mutate(meta: MutationMeta, mutationFn = async () => 'stored') {
    return client.getMutationCache().build(client, { mutationFn, meta }).execute(undefined);
  }

  it('invalidates the keys that its meta names', async () => {
    await mutate({ invalidates: [['/api/trips']], awaits: [['/api/statistics']] });
    expect(invalidated()).toEqual(['/api/trips', '/api/statistics']);
  });

  it('waits for the queries that its meta says it awaits, and for no others', async () => {
    let answer = (_rows: string) => {};
    const slow = () => new Promise<string>((resolve) => (answer = resolve));
    const observe = (path: string) => {
      const unsubscribe = new QueryObserver(client, { queryKey: [path], queryFn: slow }).subscribe(() => {});
      onTestFinished(unsubscribe);
    };
    observe('/api/trips');
    await mutate({ invalidates: [['/api/trips']] });
    observe('/api/statistics');
    let isDone = false;
    const done = mutate({ awaits: [['/api/statistics']] }).then(() => (isDone = true));
    await vi.waitFor(() => expect(client.isFetching({ queryKey: ['/api/statistics'] })).toBe(1));
    expect(isDone).toBe(false);
    answer('rows');
    await done;
  });

  it('invalidates after a failure only if its meta says so', async () => {
    const refuse = () => Promise.reject(new Error('refused'));
    await expect(mutate({ invalidates: [['/api/trips']] }, refuse)).rejects.toThrow('refused');
    expect(invalidated()).toEqual([]);
    const meta = { invalidates: [['/api/trips']], evenIfFailed: true };
    await expect(mutate(meta, refuse)).rejects.toThrow('refused');
    expect(invalidated()).toEqual(['/api/trips']);
  });
});

it('fails on a 401 without a retry, and tells the app', async () => {
  const fetch = vi.fn(async () => new Response('', { status: 401 }));
  vi.stubGlobal('fetch', fetch);
  const told: unknown[] = [];
  const client = createQueryClient((error) => told.push(error));
  await expect(client.fetchQuery({ queryKey: ['/api/drivers'] })).rejects.toBeInstanceOf(ApiError);
  expect(fetch).toHaveBeenCalledTimes(1);
  expect(told).toHaveLength(1);
});

it('answers null on a 401 if asked to', async () => {
  vi.stubGlobal('fetch', async () => new Response('', { status: 401 }));
  const client = createQueryClient();
  const queryFn = loadByKey<{ id: string }>({ on401: 'null' });
  expect(await client.fetchQuery({ queryKey: ['/api/auth/me'], queryFn })).toBeNull();
});
