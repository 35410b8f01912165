import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errorAnswerSchema } from '@shared/errors';
import express from 'express';
import supertest from 'supertest';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { answerErrors, UnauthorisedError } from '../errors';
import { createLogger, logRequests } from '../logger';
import { site } from './site';

let folder: string;
let log: string[];
let isSignedIn: boolean;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'trip-log-site-'));
  await mkdir(join(folder, 'assets'));
  await mkdir(join(folder, '.vite'));
  await writeFile(join(folder, 'index.html'), '<p>page</p>');
  await writeFile(join(folder, 'icon.svg'), '<svg/>');
  await writeFile(join(folder, 'assets/app-1.js'), 'app');
  await writeFile(join(folder, '.vite/manifest.json'), '{"a": {"file": "assets/app-1.js", "name": "app"}}');
});
afterAll(() => rm(folder, { recursive: true }));
beforeEach(() => {
  log = [];
  isSignedIn = false;
});

const firstScreen = { chunk: 'app', data: ['/api/a?limit=1'] };

function get(path: string) {
  const logger = createLogger('info', { write: (line: string) => void log.push(line) });
  const app = express()
    .use(logRequests(logger, { addressKey: 'a key' }))
    .use(
      site(folder, (_req, _res, next) => next(isSignedIn ? undefined : new UnauthorisedError()), firstScreen),
    )
    .use(answerErrors(logger));
  return supertest(app).get(path);
}

test.each([
  '/assets/none.js',
  '/assets/..%2f..',
  '/assets/..%2findex.html',
  '/assets/',
  '/assets/%',
  '/none.png',
  '/deep/none.js?x=1',
  '/.env',
  '/.vite/manifest.json',
])('%s is a 404, with no cookie and no stack in the log', async (path) => {
  const { body, headers } = await get(path).expect(404);
  expect(body).toEqual({ message: 'Not found', code: 'not-found' });
  expect(headers).not.toHaveProperty('set-cookie');
  expect(log).toHaveLength(1);
  expect(log[0]).not.toContain('stack');
});

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

describe('the page', () => {
  test.each(['/', '/reports', '/a/b?from=1.5'])('answers %s', async (path) => {
    const { text, headers } = await get(path).expect(200);
    expect(text).toBe('<p>page</p>');
    expect(headers).toMatchObject({ 'cache-control': 'no-cache', vary: 'Cookie' });
    expect(headers.link).toBeUndefined();
  });

  test('names the code and the calls of the first screen to who is signed in', async () => {
    isSignedIn = true;
    const code = '</assets/app-1.js>; rel=modulepreload';
    const calls = '</api/a?limit=1>; rel=preload; as=fetch; crossorigin=use-credentials';
    expect((await get('/')).headers.link).toBe(`${code}, ${calls}`);
    expect((await get('/reports')).headers.link).toBe(code);
  });
});

test('files are served, hashed ones for a year', async () => {
  expect((await get('/icon.svg').expect(200)).headers['cache-control']).toBe('no-cache');
  const { headers } = await get('/assets/app-1.js').expect(200);
  expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
});
