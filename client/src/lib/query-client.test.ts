import { afterEach, expect, it, vi } from 'vitest';
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
