import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { errorAnswerSchema } from '@shared/errors';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createApp } from '../../app';
import { createLogger } from '../../lib/logger';
import { createTestApp } from '../http/create-test-app';
import { type HttpClient, serve } from '../http/http-requests';

/** What someone without a session can send, against the app with its built site. */

const it = createTestApp();
let client: HttpClient;
let folder: string;
let log: string[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'trip-log-site-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), '<p>page</p>');
  await writeFile(join(folder, 'assets/a.js'), 'code');
  const logger = createLogger('info', { write: (line: string) => void log.push(line) });
  client = await serve(createApp({ ...it.deps, log: logger }, { client: folder }));
});
afterAll(async () => {
  await client.close();
  await rm(folder, { recursive: true });
});
beforeEach(() => {
  log = [];
});

/** Sends bytes as they are, and answers what comes back. */
function send(head: string, body: string | Buffer = ''): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(Number(new URL(client.origin).port), '127.0.0.1', () => {
      socket.write(
        `${head}\r\nHost: localhost\r\nConnection: close\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n`,
      );
      socket.write(body);
    });
    socket.setEncoding('utf8').on('data', (chunk) => {
      text += chunk;
    });
    socket
      .on('close', () => resolve({ status: Number(text.split(' ', 2)[1] ?? 0), text }))
      .on('error', reject);
  });
}

function expectNoFault() {
  for (const line of log) {
    expect(JSON.parse(line).level, line).toBeLessThan(50);
    expect(line).not.toContain('stack');
  }
}

const paths = [
  '/%',
  '/%ff%fe',
  '/a%00.js',
  '/%c0%ae%c0%ae/%c0%ae%c0%ae/etc/passwd',
  '/..\\..\\etc\\passwd',
  '///x//..//',
  '/\u00ff',
  `/${'x'.repeat(7_000)}`,
  `/${'../'.repeat(2_000)}`,
  `/?${'a=1&'.repeat(3_000)}`,
  '/?__proto__[x]=1&constructor=1',
];
const places = [
  '',
  '/assets',
  '/api',
  '/api/auth/login',
  '/files/logos/x',
  '/files',
  '/unsubscribe',
  '/readyz',
];

test.each(places)('no path below "%s" is a fault of the server, by any method', async (place) => {
  for (const path of paths) {
    for (const method of ['GET', 'HEAD', 'POST', 'PUT']) {
      const { status, text } = await send(`${method} ${place}${path} HTTP/1.1`);
      expect(status, `${method} ${path}`).toBeGreaterThanOrEqual(200);
      expect(status, `${method} ${path} ${text}`).toBeLessThan(500);
    }
  }
  expectNoFault();
});

test.each(['TRACE', 'OPTIONS', 'PROPFIND', 'CONNECT', 'FOO', ''])(
  'the method "%s" is no fault anywhere',
  async (method) => {
    for (const path of [
      '/',
      '/assets/a.js',
      '/api/auth/login',
      '/api/trips',
      '/files/logos/x/y.png',
      '/unsubscribe',
      '/healthz',
      '*',
      'localhost:80',
    ]) {
      const { status, text } = await send(`${method} ${path} HTTP/1.1`);
      // what it echoed would have the cookies in it
      if (method === 'TRACE') expect(status, path).toBeGreaterThanOrEqual(400);
      // the connection of a CONNECT is closed without an answer
      expect(status, `${path} ${text}`).toSatisfy(
        (code: number) => code === 0 || (code >= 200 && code < 500),
      );
    }
    expectNoFault();
  },
);

const login = (headers: string, body: string | Buffer = '{}') =>
  send(`POST /api/auth/login HTTP/1.1\r\n${headers}`, body);
const JSON_TYPE = 'Content-Type: application/json';

test.each([
  ['an unknown encoding', `${JSON_TYPE}\r\nContent-Encoding: x`, '{}', 415],
  ['what is no gzip', `${JSON_TYPE}\r\nContent-Encoding: gzip`, '{}', 400],
  ['a gzip of much', `${JSON_TYPE}\r\nContent-Encoding: gzip`, gzipSync('['.repeat(50_000_000)), 413],
  ['no type', 'X: y', '{}', 415],
  ['a null byte', JSON_TYPE, '{"beaNumber":"\u0000"}', 400],
  ['a prototype', JSON_TYPE, '{"__proto__":{"rememberMe":true}}', 400],
  ['deep nesting', JSON_TYPE, '['.repeat(50_000), 400],
  ['nothing', JSON_TYPE, '', 400],
  ['a malformed cookie', `${JSON_TYPE}\r\nCookie: triplog.sid=%; triplog.sid=s%3Ax.y; =`, '{}', 400],
  ['an odd Accept', `${JSON_TYPE}\r\nAccept: ;q=x, */*;q=9\r\nAccept-Encoding: x;q=, *;q=0`, '{}', 400],
])('a body with %s is refused in words', async (_, headers, body, status) => {
  const answer = await login(headers, body);
  expect(answer.status, answer.text).toBe(status);
  const [json = ''] = /\{.*\}/s.exec(answer.text) ?? [];
  errorAnswerSchema.parse(JSON.parse(json));
  expectNoFault();
});

test.each([
  'Range: bytes=0-0,1-1,2-2',
  'If-Unmodified-Since: Thu, 01 Jan 1970 00:00:00 GMT',
  'Expect: x',
  'Upgrade: websocket\r\nConnection: Upgrade',
  'Transfer-Encoding: x',
])('the header "%s" is no fault', async (header) => {
  for (const path of [
    '/',
    '/assets/a.js',
    '/api/auth/me',
    '/files/logos/x/y.png',
    '/unsubscribe',
    '/readyz',
  ]) {
    const { status, text } = await send(`GET ${path} HTTP/1.1\r\n${header}`);
    expect(status, text).toBeGreaterThanOrEqual(200);
    expect(status, text).toBeLessThan(500);
  }
  expectNoFault();
});
