import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { processTree } from './test/attacks/process-memory';
import { buildLogin } from './test/builders';
import { cookieHeader } from './test/http/cookie-header';
import { cloneDatabase } from './test/http/create-test-app';
import { kill, startProgram } from './test/processes';
import { program } from './test/program';

let database: Awaited<ReturnType<typeof cloneDatabase>>;
let dataDir: string;

beforeAll(async () => {
  database = await cloneDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'trip-log-process-'));
});
afterAll(async () => {
  await database.drop();
  await rm(dataDir, { recursive: true });
});

function start(env: Record<string, string> = {}) {
  const server = startProgram([program('index')], {
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    LOG_LEVEL: 'info',
    ...env,
  });
  onTestFinished(() => kill(server.child));
  return server;
}

test('it serves, and on SIGTERM finishes its requests and ends with code 0', async () => {
  const server = start();
  const url = await server.ready;
  const { status, headers } = await fetch(`${url}/readyz`);
  expect(status).toBe(200);
  expect(headers.get('keep-alive'), 'longer than proxies keep an idle connection').toBe('timeout=75');
  server.child.kill('SIGTERM');
  expect(await server.ended).toEqual({ code: 0, errors: '' });
  await expect(fetch(`${url}/healthz`)).rejects.toThrow();
});

test('its log holds a request id and a path, and no personal data', async () => {
  const server = start();
  const url = await server.ready;
  const answer = await fetch(`${url}/api/trips?search=Secret+Suburb`, {
    headers: { cookie: 'triplog.sid=secret-cookie' },
  });
  expect(answer.status, await answer.text()).toBe(401);
  server.child.kill('SIGTERM');
  await server.ended;
  const logged = server.log.find((line) => line.includes(answer.headers.get('x-request-id') ?? 'no id'));
  expect(JSON.parse(logged ?? '{}')).toMatchObject({
    req: { method: 'GET', path: '/api/trips' },
    res: { status: 401 },
  });
  expect(server.log.join('\n')).not.toMatch(/Secret|secret-cookie/);
});

test.skipIf(process.platform !== 'linux')(
  'its other processes end with it, even when it is killed while they start',
  async () => {
    const server = start();
    await server.ready;
    const tree = () => processTree(String(server.child.pid));
    await vi.waitFor(() => expect(tree()).toHaveLength(3), { timeout: 20_000, interval: 20 });
    const started = tree().slice(1);
    await kill(server.child);
    const running = () => started.filter((id) => existsSync(`/proc/${id}/exe`));
    await vi.waitFor(() => expect(running()).toEqual([]), { timeout: 20_000, interval: 50 });
  },
);

test('behind a proxy that does TLS it serves heavy work too, logged with the same sender', {
  tags: 'long',
}, async () => {
  const server = start({
    PUBLIC_URL: 'https://trips.example.com',
    TRUST_PROXY: '1',
    ALLOW_UNVERIFIED_SIGN_IN: 'yes',
  });
  const url = await server.ready;
  const overTls = {
    'X-Forwarded-Proto': 'https',
    'X-Forwarded-For': '203.0.113.7',
    'X-Client-Address': 'spoofed',
  };
  const signedIn = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { ...overTls, 'Content-Type': 'application/json' },
    body: JSON.stringify(buildLogin()),
  });
  expect(signedIn.status).toBe(200);
  const cookie = cookieHeader(signedIn.headers.getSetCookie());
  const headers = { ...overTls, cookie };
  const exported = await fetch(`${url}/api/export/trips`, { headers });
  expect(exported.status).toBe(200);
  expect((await exported.arrayBuffer()).byteLength).toBeGreaterThan(1000);
  const plain = await fetch(`${url}/api/export/trips`, { headers: { cookie } });
  expect([plain.status, await plain.json()]).toMatchObject([403, { code: 'https-only' }]);
  server.child.kill('SIGTERM');
  await server.ended;
  const events = server.log.map((line) => JSON.parse(line)).filter(({ event }) => event);
  expect(events).toMatchObject([
    { event: 'registration' },
    { event: 'export', complete: true },
    { event: 'refused', code: 'https-only' },
  ]);
  const [registration, exporting, refused] = events;
  expect(exporting.req.address).toBe(registration.req.address);
  expect(exporting.holder).toBe(registration.holder);
  expect(refused.req.address).not.toBe(registration.req.address);
});
