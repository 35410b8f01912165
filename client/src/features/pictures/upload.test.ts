import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError, NetworkError } from '@/lib/api-client';
import { pictureFault, withRetries } from './upload';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('navigator', { onLine: true });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const fault = () => new NetworkError(undefined);

describe('withRetries', () => {
  test('retries 0, 1, 3 and 5 seconds after a network fault, then gives up', async () => {
    const times: number[] = [];
    const started = Date.now();
    const attempt = vi.fn(async () => {
      times.push(Date.now() - started);
      throw fault();
    });
    const outcome = withRetries(attempt, new AbortController().signal).catch((error) => error);
    await vi.runAllTimersAsync();
    expect(await outcome).toBeInstanceOf(NetworkError);
    expect(times).toEqual([0, 0, 1000, 4000, 9000]);
  });

  test('stops at the first attempt that succeeds', async () => {
    const attempt = vi
      .fn()
      .mockRejectedValueOnce(fault())
      .mockRejectedValueOnce(fault())
      .mockResolvedValue('saved');
    const outcome = withRetries(attempt, new AbortController().signal);
    await vi.runAllTimersAsync();
    expect(await outcome).toBe('saved');
    expect(attempt).toHaveBeenCalledTimes(3);
  });

  test('does not retry after a refusal', async () => {
    const attempt = vi.fn().mockRejectedValue(new ApiError(413, ''));
    await expect(withRetries(attempt, new AbortController().signal)).rejects.toThrow(ApiError);
    expect(attempt).toHaveBeenCalledTimes(1);
  });

  test('stops waiting when it is cancelled', async () => {
    const cancel = new AbortController();
    const attempt = vi.fn().mockRejectedValue(fault());
    const outcome = withRetries(attempt, cancel.signal).catch((error) => error);
    await vi.advanceTimersByTimeAsync(500);
    cancel.abort();
    expect(await outcome).toMatchObject({ name: 'AbortError' });
    await vi.runAllTimersAsync();
    expect(attempt).toHaveBeenCalledTimes(2);
  });
});

describe('pictureFault', () => {
  const file = (type: string, size: number) => new File([new Uint8Array(size)], 'picture', { type });

  test.each([
    ['image/png', 5_242_880, undefined],
    ['image/svg+xml', 1, undefined],
    ['image/png', 5_242_881, 'File size must be less than 5MB'],
    ['application/pdf', 1, 'Please select an image file'],
    ['', 1, 'Please select an image file'],
  ])('%s of %i bytes: %s', (type, size, expected) => {
    expect(pictureFault(file(type, size))).toBe(expected);
  });
});
