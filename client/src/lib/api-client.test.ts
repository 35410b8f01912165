import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError, isPassing, isRefusal, messageOf, NetworkError, request } from './api-client';
import { download } from './download';

/** Stubs fetch with a response. */
function answerWith(body: BodyInit | null, init: ResponseInit = {}) {
  const fetch = vi.fn(async (..._call: Parameters<typeof globalThis.fetch>) => new Response(body, init));
  vi.stubGlobal('fetch', fetch);
  return fetch;
}

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('a request', () => {
  it('sends the cookie, and neither body nor content type without a payload', async () => {
    const fetch = answerWith('[]');
    await request('GET', '/api/drivers');
    expect(fetch).toHaveBeenCalledWith('/api/drivers', {
      method: 'GET',
      credentials: 'include',
      headers: {},
      body: undefined,
      signal: expect.any(AbortSignal),
    });
  });

  it('sends a payload as JSON', async () => {
    const fetch = answerWith('{}');
    await request('POST', '/api/trips', { postcode: '4000' }, { headers: { 'Idempotency-Key': 'k' } });
    expect(fetch.mock.calls[0]?.[1]).toMatchObject({
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': 'k' },
      body: '{"postcode":"4000"}',
    });
  });

  it('sends a file as it is', async () => {
    const fetch = answerWith('{}');
    const file = new Blob(['a,b'], { type: 'image/png' });
    await request('POST', '/api/imports/preview', file);
    expect(fetch.mock.calls[0]?.[1]).toMatchObject({
      headers: { 'Content-Type': 'application/octet-stream' },
      body: file,
    });
  });

  it('answers undefined where the server answers 204', async () => {
    answerWith(null, { status: 204 });
    expect(await request('POST', '/api/auth/logout')).toBeUndefined();
  });

  it('fails with "status: body", and the message and fields of the server', async () => {
    const body = JSON.stringify({
      message: 'Postcode must be 4 digits',
      code: 'validation',
      details: [{ path: 'postcode', message: 'Postcode must be 4 digits' }],
    });
    answerWith(body, { status: 400 });
    const error = await request('POST', '/api/trips', {}).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      message: `400: ${body}`,
      status: 400,
      serverMessage: 'Postcode must be 4 digits',
      details: [{ path: 'postcode', message: 'Postcode must be 4 digits' }],
    });
  });

  it('fails with "status: status text" where the body is empty', async () => {
    answerWith('', { status: 502, statusText: 'Bad Gateway' });
    await expect(request('GET', '/api/trips')).rejects.toThrow('502: Bad Gateway');
  });

  it.each([
    ['signing in', () => request('POST', '/api/auth/login', {}), 'Login failed. Please try again.'],
    ['an export', () => download('GET', '/api/export/trips', 'trips-export.xlsx'), 'Failed to export trips'],
    ['an upload', () => request('POST', '/api/objects/upload', {}), 'Failed to upload logo'],
  ])('says how long to wait before %s, as the server says it', async (_, ask, fallback) => {
    const message = 'Too many of these. Please try again in 4 minutes.';
    answerWith(JSON.stringify({ message, code: 'too-many' }), {
      status: 429,
      headers: { 'Retry-After': '240' },
    });
    const error = await ask().catch((caught: unknown) => caught);
    expect(error).toMatchObject({ status: 429 });
    expect(messageOf(error, fallback)).toBe(message);
  });

  it('says that nothing was lost without reception', async () => {
    vi.stubGlobal('navigator', { onLine: false });
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    const error = await request('GET', '/api/trips').catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(NetworkError);
    expect(messageOf(error, 'Failed to log trip')).toBe(
      'You appear to be offline. Nothing was lost: try again when you have reception.',
    );
  });
});

describe('a missing response', () => {
  let server: Server;
  let address: string;
  const answer = vi.fn<RequestListener>();

  beforeAll(async () => {
    server = createServer((req, res) => answer(req, res)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  beforeEach(() => {
    vi.stubGlobal('navigator', { onLine: true });
    answer.mockReset();
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  it('times out', async () => {
    await expect(request('POST', address, {}, { answerWithinMs: 50 })).rejects.toBeInstanceOf(NetworkError);
  });

  it('is a network error when it breaks off halfway', async () => {
    answer.mockImplementation((_req, res) => res.write('{"id":', () => res.destroy()));
    await expect(request('POST', address, {})).rejects.toBeInstanceOf(NetworkError);
  });

  it('has no timeout for an upload', async () => {
    answer.mockImplementation((_req, res) => void setTimeout(() => res.end('"stored"'), 200));
    const file = new Blob(['a,b']);
    expect(await request('POST', address, file, { answerWithinMs: 50 })).toBe('stored');
  });

  it('is no network error when the caller aborted', async () => {
    const cancel = new AbortController();
    answer.mockImplementation(() => cancel.abort());
    await expect(request('GET', address, undefined, { signal: cancel.signal })).rejects.toMatchObject({
      name: 'AbortError',
    });
  });
});

describe('the message for people', () => {
  it("is the server's message", () => {
    const error = new ApiError(409, '{"message":"This is already stored","code":"conflict"}');
    expect(messageOf(error, 'Failed to create driver')).toBe('This is already stored');
  });

  it('is the fallback if the server sent no message, and for any other error', () => {
    expect(messageOf(new ApiError(500, '<html>'), 'Failed to log trip')).toBe('Failed to log trip');
    expect(messageOf(new Error('x is undefined'), 'Failed to log trip')).toBe('Failed to log trip');
  });
});

it('only the server itself refuses; what others answer may pass', () => {
  const refusal = new ApiError(403, '{"message":"No","code":"forbidden"}');
  const page = new ApiError(403, '<h1>Welcome to our network</h1>');
  expect(page.message).toMatch(/in its place \(403\)/);
  const fault = new ApiError(500, '{"message":"Internal server error","code":"internal"}');
  expect([refusal, page, fault, new Error()].map(isRefusal)).toEqual([true, false, false, false]);
  expect([refusal, page, fault].map(isPassing)).toEqual([false, true, true]);
});
