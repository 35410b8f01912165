import { type MutationMeta, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { ApiError, NetworkError } from './api-client';
import { createQueryClient, holdingQueries, loadByKey, readFailedAgain } from './query-client';

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

it('asks once more after a 401 when someone has signed in again', async () => {
  const answers = [new Response('', { status: 401 }), Response.json(['Amy'])];
  vi.stubGlobal('fetch', async () => answers.shift());
  const told: unknown[] = [];
  const client = createQueryClient(
    (error) => told.push(error),
    async () => true,
  );
  expect(await client.fetchQuery({ queryKey: ['/api/drivers'] })).toEqual(['Amy']);
  expect(told).toEqual([]);
});

describe('what was read', () => {
  const queryKey = ['/api/drivers'];

  async function readTwice(second: () => Promise<Response>) {
    vi.stubGlobal('navigator', { onLine: true });
    const fetch = vi.fn(async () => Response.json(['Amy']));
    vi.stubGlobal('fetch', fetch);
    const client = createQueryClient();
    const observer = new QueryObserver(client, { queryKey });
    onTestFinished(observer.subscribe(() => {}));
    await vi.waitFor(() => expect(observer.getCurrentResult().data).toEqual(['Amy']));
    fetch.mockImplementation(second);
    await observer.refetch();
    return { client, observer, fetch };
  }

  /** What was read twice is read a third time, over a line that hangs until `breakDown`. */
  async function readHanging() {
    const { client, observer, fetch } = await readTwice(async () => Response.json(['Amy']));
    let breakDown = () => {};
    fetch.mockImplementation(
      () => new Promise((_, reject) => (breakDown = () => reject(new TypeError('Failed to fetch')))),
    );
    const reading = observer.refetch();
    await vi.waitFor(() => expect(fetch).toHaveBeenCalledTimes(3));
    return { client, observer, fetch, reading, breakDown };
  }

  it('stays where it cannot be read again, until it can', async () => {
    const { client, observer, fetch } = await readTwice(() =>
      Promise.reject(new TypeError('Failed to fetch')),
    );
    expect(observer.getCurrentResult()).toMatchObject({ data: ['Amy'], isSuccess: true, isError: false });
    expect(observer.getCurrentResult().error).toBeInstanceOf(NetworkError);
    fetch.mockImplementation(async () => Response.json(['Amy', 'Ben']));
    await readFailedAgain(client);
    expect(observer.getCurrentResult()).toMatchObject({ data: ['Amy', 'Ben'], error: null });
    const asked = fetch.mock.calls.length;
    await readFailedAgain(client);
    expect(fetch).toHaveBeenCalledTimes(asked);
  });

  it('is read again where it fails only after the network is back', async () => {
    const { client, observer, fetch, reading, breakDown } = await readHanging();
    const readAgain = readFailedAgain(client);
    fetch.mockImplementation(async () => Response.json(['Amy', 'Ben']));
    breakDown();
    await Promise.all([reading, readAgain]);
    expect(observer.getCurrentResult()).toMatchObject({ data: ['Amy', 'Ben'], error: null });
    expect(fetch).toHaveBeenCalledTimes(4);
  });

  it('is read again once, however often it is said that the network is back', async () => {
    const { client, observer, fetch, reading, breakDown } = await readHanging();
    const readAgain = [1, 2, 3].map(() => readFailedAgain(client));
    fetch.mockImplementation(() => Promise.reject(new TypeError('Failed to fetch')));
    breakDown();
    await Promise.all([reading, ...readAgain]);
    expect(fetch).toHaveBeenCalledTimes(4);

    await readFailedAgain(client);
    expect(observer.getCurrentResult().error).toBeInstanceOf(NetworkError);
    expect(fetch).toHaveBeenCalledTimes(5);
  });

  it('is told as an error where the server refuses it', async () => {
    const { observer } = await readTwice(async () =>
      Response.json({ message: 'No', code: 'forbidden' }, { status: 403 }),
    );
    expect(observer.getCurrentResult()).toMatchObject({ isError: true });
  });
});

it('answers null on a 401 if asked to', async () => {
  vi.stubGlobal('fetch', async () => new Response('', { status: 401 }));
  const client = createQueryClient();
  const queryFn = loadByKey<{ id: string }>({ on401: 'null' });
  expect(await client.fetchQuery({ queryKey: ['/api/auth/me'], queryFn })).toBeNull();
});

describe('while signing out', () => {
  const asked: string[] = [];
  let signal: AbortSignal | undefined;
  let client = createQueryClient();
  let failLogout = (_error: Error) => {};
  const observe = (path: string) => {
    const observer = new QueryObserver(client, { queryKey: [path] });
    onTestFinished(observer.subscribe(() => {}));
    return observer;
  };

  beforeEach(() => {
    asked.length = 0;
    client = createQueryClient();
    vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
      asked.push(path);
      signal = init.signal ?? undefined;
      return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal?.reason)));
    });
  });

  it('what is under way is cancelled, and nothing is asked; both are asked when it failed', async () => {
    observe('/api/checks');
    await vi.waitFor(() => expect(asked).toEqual(['/api/checks']));
    const leaving = holdingQueries(client, () => new Promise((_, reject) => (failLogout = reject)));
    expect(signal?.aborted).toBe(true);
    const late = observe('/api/drivers');
    await vi.waitFor(() => expect(late.getCurrentResult().fetchStatus).toBe('fetching'));
    await new Promise((resolve) => setTimeout(resolve));
    expect(asked).toEqual(['/api/checks']);

    vi.stubGlobal('fetch', async (path: string) => Response.json(asked.push(path)));
    failLogout(new Error('no network'));
    await expect(leaving).rejects.toThrow('no network');
    await vi.waitFor(() => expect(asked.toSorted()).toEqual(['/api/checks', '/api/checks', '/api/drivers']));
  });

  it('nothing is asked after it', async () => {
    await holdingQueries(client, async () => {});
    observe('/api/drivers');
    await new Promise((resolve) => setTimeout(resolve));
    expect(asked).toEqual([]);
  });
});
