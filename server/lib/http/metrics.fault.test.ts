import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { reportDeliveries } from '@shared/tables/reports';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { buildLogin } from '../../test/builders';
import { cookieHeader } from '../../test/http/cookie-header';
import { createTestApp } from '../../test/http/create-test-app';
import { freePort, kill, startProgram } from '../../test/processes';
import { program } from '../../test/program';
import { metricsServer } from './metrics';

const it = createTestApp();
let dataDir: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'trip-log-metrics-'));
});
beforeEach(async () => {
  await it.db.delete(reportDeliveries);
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const PATIENTLY = { timeout: 90_000, interval: 500 };

type Series = { name: string; labels: Record<string, string>; value: number };

/** The series of a text that Prometheus would read; what is no series throws. */
function seriesOf(text: string): Series[] {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return lines.map((line) => {
    const [, name = '', labels = '', value] = /^([a-z_:0-9]+)(?:\{(.*)\})? (\S+)$/i.exec(line) ?? [];
    if (!name) throw new Error(`No series: ${line}`);
    const pairs = [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, key, text]) => [key, text]);
    return { name, labels: Object.fromEntries(pairs), value: Number(value) };
  });
}

/** A server whose figures can be read. */
async function start(env: Record<string, string> = {}) {
  const port = await freePort();
  const server = startProgram([program('index')], {
    DATA_DIR: dataDir,
    DATABASE_URL: it.urls.url,
    METRICS_PORT: String(port),
    LOG_LEVEL: 'info',
    ...env,
  });
  onTestFinished(() => kill(server.child));
  const url = await server.ready;
  const scrape = async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    const text = await answer.text();
    const series = seriesOf(text);
    const value = (name: string, labels: Record<string, string> = {}) =>
      series.find(
        (one) => one.name === name && Object.entries(labels).every(([key, text]) => one.labels[key] === text),
      )?.value;
    return { text, series, value };
  };
  return { server, url, port, scrape };
}

async function signIn(url: string) {
  const answer = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(buildLogin()),
  });
  const { beaHolder } = (await answer.json()) as { beaHolder: { id: string; beaNumber: string } };
  return { cookie: cookieHeader(answer.headers.getSetCookie()), holder: beaHolder };
}

/** A mail of the ledger. */
const insertMail = (holderId: string, state: 'pending' | 'failed', created: Date) =>
  it.db.insert(reportDeliveries).values({
    beaHolderId: holderId,
    kind: 'quarterly',
    period: 'Q2-2026',
    recipient: `${randomUUID()}@example.com`,
    messageId: '<1@example.com>',
    state,
    createdAt: created,
    triedAt: created,
    // not before this test is over
    nextAttemptAt: new Date(Date.now() + 3_600_000),
  });

test('a server tells its figures by route, on its own port, and nothing of anybody', async () => {
  const { url, scrape } = await start();
  const { cookie, holder } = await signIn(url);
  const get = async (path: string, headers: Record<string, string> = { cookie }) => {
    const answer = await fetch(`${url}${path}`, { headers });
    await answer.arrayBuffer();
    return answer.status;
  };
  const id = randomUUID();
  await insertMail(holder.id, 'pending', new Date(Date.now() - 600_000));
  await insertMail(holder.id, 'failed', new Date(Date.now() - 60_000));
  await insertMail(holder.id, 'failed', new Date(Date.now() - 3 * 86_400_000));
  for (const path of ['/api/trips', '/API/Trips/?search=Secret', `/api/trips/${id}`, '/api/trips/x/y/z'])
    await get(path);
  await get('/api/drivers', {});
  expect(await get('/api/export/trips'), 'what another process makes').toBe(200);

  // the processes next to the server tell theirs after a moment
  const { text, value } = await vi.waitFor(async () => {
    // a connection of the app's pool that nobody uses is closed after ten seconds
    await get('/api/drivers');
    const scraped = await scrape();
    for (const process of ['web', 'work', 'jobs']) {
      expect(scraped.value('triplog_processes', { process })).toBe(1);
      expect(scraped.value('process_resident_memory_bytes', { process })).toBeGreaterThan(30e6);
      expect(scraped.value('nodejs_eventloop_lag_p99_seconds', { process })).toBeGreaterThan(0);
    }
    return scraped;
  }, PATIENTLY);
  const requests = (route: string, status: string, method = 'GET') =>
    value('triplog_request_seconds_count', { route, status, method });
  expect(requests('/api/auth/login', '2xx', 'POST')).toBe(1);
  expect(requests('/api/trips', '2xx')).toBe(2);
  expect(requests('/api/export/trips', '2xx')).toBe(1);
  expect(requests('other', '4xx'), 'no one signed in, and no such route').toBeGreaterThanOrEqual(2);
  expect(value('triplog_request_seconds_bucket', { route: '/api/trips', le: '60' })).toBe(2);

  const connections = (state: string) => value('triplog_database_connections', { state });
  expect((connections('busy') ?? 0) + (connections('idle') ?? 0)).toBeGreaterThan(0);
  expect(connections('waiting')).toBe(0);
  for (const kind of ['document', 'form', 'export', 'import', 'picture']) {
    for (const state of ['running', 'waiting']) expect(value('triplog_heavy_work', { kind, state })).toBe(0);
  }
  expect(value('triplog_mails', { state: 'waiting' })).toBe(1);
  expect(value('triplog_mails', { state: 'failed' })).toBe(1);
  const oldest = value('triplog_mails_oldest_seconds') ?? 0;
  expect(oldest).toBeGreaterThanOrEqual(600);
  expect(oldest).toBeLessThan(700);
  expect(value('triplog_heavy_work_ended_total', { kind: 'export', outcome: 'done' })).toBe(1);
  expect(value('process_start_time_seconds', { process: 'web' })).toBeGreaterThan(0);

  for (const secret of [id, holder.id, holder.beaNumber, 'Secret', it.urls.url])
    expect(text).not.toContain(secret);
  expect(await (await fetch(`${url}/metrics`)).text(), 'the app knows nothing of it').not.toContain(
    'triplog_',
  );
});

test('of several processes the figures are added up, and those of the database are not', {
  tags: 'long',
}, async () => {
  const { url, scrape, server } = await start({ WEB_CONCURRENCY: '2' });
  await vi.waitFor(
    () => expect(server.log.filter((line) => line.includes('is ready at'))).toHaveLength(2),
    20_000,
  );
  const { holder } = await signIn(url);
  await insertMail(holder.id, 'pending', new Date());
  // each on its own connection, which the processes take in turn
  for (let i = 0; i < 40; i += 1) await fetch(`${url}/healthz`, { headers: { connection: 'close' } });
  const { value, series } = await scrape();
  expect(value('triplog_request_seconds_count', { route: '/healthz' })).toBe(40);
  expect(
    series.filter(
      ({ name, labels }) => name === 'triplog_request_seconds_count' && labels.route === '/healthz',
    ),
  ).toHaveLength(1);
  expect(value('triplog_mails', { state: 'waiting' })).toBe(1);
  expect(value('process_resident_memory_bytes', { process: 'web' })).toBeGreaterThan(100e6);
  await vi.waitFor(async () => {
    const { value } = await scrape();
    for (const process of ['web', 'work', 'jobs']) expect(value('triplog_processes', { process })).toBe(2);
  }, PATIENTLY);
  server.child.kill('SIGTERM');
  expect(await server.ended).toEqual({ code: 0, errors: '' });
});

test('while the database answers nothing, all other figures are reported', async () => {
  const { scrape } = await start();
  const client = new pg.Client(it.urls.ownerUrl);
  await client.connect();
  onTestFinished(() => client.end());
  await client.query('begin; lock table report_deliveries');
  const { series, value } = await scrape();
  expect(series.filter(({ name }) => name.startsWith('triplog_mails'))).toEqual([]);
  expect(value('triplog_database_connections', { state: 'waiting' })).toBe(0);
  await client.query('rollback');
  await vi.waitFor(
    async () => expect((await scrape()).value('triplog_mails', { state: 'waiting' })).toBe(0),
    10_000,
  );
});

test('however many ask at once, the figures are read once', async () => {
  let readings = 0;
  const read = async () => {
    readings += 1;
    await sleep(200);
    return `reading ${readings}`;
  };
  const server = metricsServer(read, it.deps.log, []).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const ask = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  expect(await Promise.all(Array.from({ length: 20 }, ask))).toEqual(Array(20).fill('reading 1'));
  expect(await ask(), 'later it is read again').toBe('reading 2');
});

test('only requests for its own host are answered', async () => {
  const { port } = await start({ METRICS_HOST: '0.0.0.0', PUBLIC_URL: 'http://localhost:3000' });
  const ask = (host: string, address = '127.0.0.1') =>
    new Promise<number | undefined>((resolve, reject) => {
      request({ host: address, port, path: '/metrics', headers: { Host: host } }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      })
        .once('error', reject)
        .end();
    });
  for (const host of [`127.0.0.1:${port}`, 'localhost', '[::1]:1', '0.0.0.0'])
    expect(await ask(host), host).toBe(200);
  for (const host of ['evil.example', `evil.example:${port}`, '192.0.2.1', 'localhost.evil.example'])
    expect(await ask(host), host).toBe(421);
  expect(await ask('no host'), 'what is no host').toBe(400);
  const [own] = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal);
  if (own) expect(await ask(`${own.address}:${port}`, own.address), 'by its address').toBe(200);
});

test('nothing else is served there, and a port in use is named', async () => {
  const { port } = await start();
  for (const path of ['/', '/api/trips', '/metrics/x'])
    expect((await fetch(`http://127.0.0.1:${port}${path}`)).status).toBe(404);
  expect((await fetch(`http://127.0.0.1:${port}/metrics`, { method: 'POST' })).status).toBe(404);
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  onTestFinished(() => void other.close());
  const taken = String((other.address() as { port: number }).port);
  await expect(start({ METRICS_PORT: taken })).rejects.toThrow(
    `Port ${taken} on 127.0.0.1 is in use by another program. Set METRICS_PORT to a free one.`,
  );
});
