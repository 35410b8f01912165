import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { cloneDatabase } from './test/http/create-test-app';

let database: Awaited<ReturnType<typeof cloneDatabase>>;
let dataDir: string;
const running: ChildProcess[] = [];

beforeEach(async () => {
  database = await cloneDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'trip-log-process-'));
});
afterEach(async () => {
  for (const child of running.splice(0)) {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
  }
  await database.drop();
  await rm(dataDir, { recursive: true });
});

function start(env: Record<string, string> = {}) {
  const child = spawn(process.execPath, ['--import', 'tsx', 'server/index.ts'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      PORT: '0',
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      LOG_LEVEL: 'info',
      ...env,
    },
  });
  running.push(child);
  let errors = '';
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  const lines: string[] = [];
  const ready = new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      lines.push(line);
      const { url } = JSON.parse(line);
      if (url) resolve(url);
    });
    child.once('exit', () => reject(new Error(`ended before it was ready: ${errors}`)));
  });
  ready.catch(() => {});
  return { child, ready, lines, ended: once(child, 'close'), errors: () => errors };
}

test('it serves, and ends cleanly on SIGTERM after what runs', async () => {
  const server = start();
  const url = await server.ready;
  const { status, headers } = await fetch(`${url}/readyz`);
  expect(status).toBe(200);
  expect(headers.get('keep-alive'), 'longer than proxies keep a connection').toBe('timeout=75');
  server.child.kill('SIGTERM');
  expect(await server.ended).toEqual([0, null]);
  await expect(fetch(`${url}/healthz`)).rejects.toThrow();
});

test('a bad configuration names every variable at fault and exits non-zero', async () => {
  const server = start({ PORT: 'x', LOG_LEVEL: 'loud', HOST: '0.0.0.0' });
  expect(await server.ended).toEqual([1, null]);
  for (const variable of ['PORT', 'LOG_LEVEL', 'HOST']) expect(server.errors()).toContain(`${variable}:`);
});

test('a port in use is said in words', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const server = start({ PORT: String(port) });
  expect(await server.ended).toEqual([1, null]);
  expect(server.errors()).toContain(`Port ${port} on 127.0.0.1 is in use by another program`);
  other.close();
});

test('several processes serve one port and one database, and SIGTERM ends them all', async () => {
  const server = start({ WEB_CONCURRENCY: '2' });
  const url = await server.ready;
  const answers = await Promise.all(Array.from({ length: 10 }, () => fetch(`${url}/readyz`)));
  expect(answers.every((answer) => answer.ok)).toBe(true);
  server.child.kill('SIGTERM');
  expect(await server.ended).toEqual([0, null]);
});

test('its logs hold a request id and a path, and nothing a person typed', async () => {
  const server = start();
  const url = await server.ready;
  const answer = await fetch(`${url}/api/trips?search=Secret+Suburb`, {
    headers: { cookie: 'triplog.sid=secret-cookie' },
  });
  server.child.kill('SIGTERM');
  await server.ended;
  const logged = server.lines.find((line) => line.includes(answer.headers.get('x-request-id') ?? 'no id'));
  expect(JSON.parse(logged ?? '{}')).toMatchObject({
    req: { method: 'GET', path: '/api/trips' },
    res: { status: 401 },
  });
  expect(server.lines.join('\n')).not.toMatch(/Secret|secret-cookie/);
});
