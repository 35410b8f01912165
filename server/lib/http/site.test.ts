import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { errorAnswerSchema } from '@shared/errors';
import express from 'express';
import supertest from 'supertest';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { answerErrors } from '../errors';
import { createLogger, logRequests } from '../logger';
import { API_PAGE, apiPage, OWN_ADDRESS, PAGE_POLICY, site } from './site';

const PAGE = '<script src="/assets/main-1.js"></script>';
let folder: string;
let log: string[];
let policy: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'trip-log-site-'));
  await mkdir(join(folder, 'assets'));
  await mkdir(join(folder, '.vite'));
  await writeFile(join(folder, 'index.html'), PAGE);
  await writeFile(join(folder, 'index.html.br'), brotliCompressSync(PAGE));
  await writeFile(join(folder, 'index.html.gz'), gzipSync(PAGE));
  await writeFile(join(folder, API_PAGE), `curl ${OWN_ADDRESS}/api/trips`);
  await writeFile(join(folder, 'icon.svg'), '<svg/>');
  await writeFile(join(folder, 'favicon.ico'), 'icon');
  await writeFile(join(folder, 'sw.js'), `page("1${PAGE_POLICY}")`);
  await writeFile(join(folder, 'assets/app-1.js'), 'app');
  await writeFile(join(folder, 'assets/app-1.js.br'), brotliCompressSync('app'));
  await writeFile(join(folder, 'assets/app-1.js.gz'), gzipSync('app'));
  await writeFile(join(folder, 'assets/gone-1.js'), 'gone');
  await writeFile(join(folder, 'assets/gone-1.js.br'), brotliCompressSync('gone'));
  await writeFile(join(folder, '.vite/manifest.json'), '{}');
});
afterAll(() => rm(folder, { recursive: true }));
beforeEach(() => {
  log = [];
  policy = "default-src 'self'";
});

function get(path: string) {
  const logger = createLogger('info', { write: (line: string) => void log.push(line) });
  const app = express()
    .use(logRequests(logger, { addressKey: 'a key' }))
    .use((_req, res, next) => {
      res.set('Content-Security-Policy', policy);
      next();
    })
    .use(site(folder))
    .use(answerErrors(logger));
  return supertest(app).get(path);
}

test.each(['/assets/none.js', '/assets/..%2f..', '/assets/', '/.env', '/.vite/manifest.json'])(
  '%s is a 404, with no cookie and no stack in the log',
  async (path) => {
    const { body, headers } = await get(path).expect(404);
    expect(body).toEqual({ message: 'Not found', code: 'not-found' });
    expect(headers).not.toHaveProperty('set-cookie');
    expect(log).toHaveLength(1);
    expect(log[0]).not.toContain('stack');
  },
);

const NEVER = 'Thu, 01 Jan 1970 00:00:00 GMT';

describe.each(['/', '/icon.svg', '/assets/app-1.js'])('a condition that cannot be met, of %s', (path) => {
  test.each([
    ['Range', 'bytes=9999-', 416],
    ['If-Match', '"another"', 412],
    ['If-Unmodified-Since', NEVER, 412],
  ])('%s: %s is a %i that no cache keeps, with no stack in the log', async (header, value, status) => {
    const { body, headers } = await get(path).set(header, value).expect(status);
    expect(errorAnswerSchema.parse(body)).toEqual(body);
    expect(headers['cache-control']).toBe('no-store');
    expect(log).toHaveLength(1);
    expect(JSON.parse(log[0] ?? '')).toMatchObject({ level: 30, res: { status } });
  });
});

test.each(['/%', '/%ff', '/a%00', '/%c0%ae%c0%ae/', '/..%5c..%5cetc/', '//', '//evil.example/%2e%2e'])(
  'the odd path %s is answered, with no stack in the log',
  async (path) => {
    const { status } = await get(path);
    expect(status).toBeLessThan(500);
    expect(log).toHaveLength(1);
    expect(log[0]).not.toContain('stack');
  },
);

test.each(['/', '/reports', '/a/b?from=1.5'])('the page answers %s', async (path) => {
  const { text, headers } = await get(path).expect(200);
  expect(text).toBe(PAGE);
  expect(headers).toMatchObject({ 'cache-control': 'no-cache', vary: 'Accept-Encoding' });
});

test('files are served, hashed ones for a year', async () => {
  expect((await get('/icon.svg').expect(200)).headers['cache-control']).toBe('no-cache');
  const { headers: icon } = await get('/favicon.ico').expect(200);
  expect(icon).toMatchObject({ 'content-type': 'image/vnd.microsoft.icon', 'cache-control': 'no-cache' });
  expect(icon.etag).toBeDefined();
  const { headers } = await get('/assets/app-1.js').expect(200);
  expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
});

describe.each([
  ['a hashed file', '/assets/app-1.js', 'text/javascript', 'app'],
  ['the page', '/reports', 'text/html', PAGE],
])('%s goes as it was compressed at the build', (_what, path, type, content) => {
  test.each([
    ['br, gzip', 'br'],
    ['gzip, deflate', 'gzip'],
    ['identity', undefined],
  ])('to who takes %s', async (accepted, encoding) => {
    const { headers, text } = await get(path).set('Accept-Encoding', accepted).expect(200);
    expect(headers['content-encoding']).toBe(encoding);
    expect(headers['content-type']).toMatch(type);
    expect(headers.vary).toContain('Accept-Encoding');
    expect(text).toBe(content);
  });
});

test('a compressed file that has gone since the start is an ordinary 404', async () => {
  const asked = get('/assets/gone-1.js').set('Accept-Encoding', 'br');
  await rm(join(folder, 'assets/gone-1.js.br'));
  const { headers, body } = await asked.expect(404);
  expect(headers).not.toHaveProperty('content-encoding');
  expect(body.code).toBe('not-found');
});

test('the service worker is asked for each time, and is another one where the page has another policy', async () => {
  const { text, headers } = await get('/sw.js').expect(200);
  expect(headers).toMatchObject({
    'cache-control': 'no-cache',
    'content-type': 'text/javascript; charset=utf-8',
  });
  expect(text).toMatch(/^page\("1-[0-9a-f]{12}"\)$/);
  expect((await get('/sw.js')).text).toBe(text);
  policy = "default-src 'none'";
  expect((await get('/sw.js')).text).not.toBe(text);
});

describe('the page about the API', () => {
  const ask = (path: string, publicUrl = 'http://localhost:3000') =>
    supertest(express().use(apiPage(folder, publicUrl)).use(site(folder)))
      .get(path)
      .set('Host', 'localhost:4000');

  test.each(['/api', '/api/', '/api?a=b', '/api.html'])(
    'is at %s, and its commands ask this server',
    async (path) => {
      const { text, headers } = await ask(path)
        .expect(200)
        .expect('Content-Type', /^text\/html/);
      expect(text).toBe('curl http://localhost:4000/api/trips');
      expect(headers['cache-control']).toBe('no-cache');
      await ask(path)
        .set('If-None-Match', headers.etag ?? '')
        .expect(304);
    },
  );

  test('names the public address where that is https', async () => {
    const { text } = await ask('/api', 'https://trips.example.com');
    expect(text).toBe('curl https://trips.example.com/api/trips');
  });

  test('has no other address', async () => {
    const { text } = await ask('/api/none');
    expect(text).toBe(PAGE);
  });
});
