/** @module-tag long */
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { connectDatabase } from '../../lib/database/db';
import { asService } from '../../lib/database/isolation';
import { buildLogin, buildTrip, insertDriver } from '../builders';
import { cloneDatabase } from '../http/create-test-app';
import { type Call, nginxBefore, nginxMissing, PUBLIC_HOST } from '../nginx';
import { expectStoredOnce } from '../postgres/stored-once';
import { freePort, kill, startProgram } from '../processes';
import { program } from '../program';

const TRIPS_A_SECOND = 50;
const patiently = { timeout: 60_000, interval: 50 };
const settings = { timeout: 150_000 };

/** A server that receives a stop signal, and started again on the same port. */
async function serverOf(env: Record<string, string>) {
  const port = await freePort();
  let running: ReturnType<typeof startProgram>;
  const readiness = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ status }) => status,
      () => 'gone',
    );
  const server = {
    port,
    readiness,
    start() {
      running = startProgram([program('index')], { ...env, PORT: String(port) });
    },
    ready: () => vi.waitFor(async () => expect(await readiness()).toBe(200), patiently),
    async stop() {
      running.child.kill('SIGTERM');
      await vi.waitFor(async () => expect(await readiness()).toBe(503), { timeout: 4_000, interval: 20 });
      expect(await running.ended).toEqual({ code: 0, errors: '' });
    },
  };
  server.start();
  onTestFinished(() => kill(running.child));
  return server;
}

test.skipIf(nginxMissing)(
  'two servers that are restarted in turn under 50 trips a second lose no request, and no trip is lost or doubled',
  settings,
  async (context) => {
    const database = await cloneDatabase();
    const DATA_DIR = await mkdtemp(join(tmpdir(), 'trip-log-faults-'));
    const connected = connectDatabase(database.url, { onError: () => {} });
    const db = asService(connected);
    onTestFinished(async () => {
      await connected.$client.end();
      await database.drop();
      await rm(DATA_DIR, { recursive: true });
    });
    const env = {
      DATABASE_URL: database.url,
      DATA_DIR,
      PUBLIC_URL: `https://${PUBLIC_HOST}`,
      TRUST_PROXY: '1',
      ALLOW_UNVERIFIED_SIGN_IN: 'yes',
    };
    const servers = [await serverOf(env), await serverOf(env)] as const;
    for (const server of servers) await server.ready();
    const { nginx, ask } = await nginxBefore([servers[0].port, servers[1].port]);
    const login = await ask({ path: '/api/auth/login', json: buildLogin() });
    expect(login.status, login.body).toBe(200);
    const headers = { Cookie: login.cookie };
    const driver = await insertDriver(db, JSON.parse(login.body).beaHolder.id);
    if (existsSync('dist/client/index.html')) expect((await ask({ path: '/', headers })).status).toBe(200);

    const stored = new Map<string, string>();
    const failed: string[] = [];
    const answers: Promise<unknown>[] = [];
    const read = async () => {
      const { status, body } = await ask({ path: '/api/trips?limit=10', headers });
      if (status !== 200) failed.push(`reading ${status} ${body}`);
    };
    const log = async () => {
      const key = randomUUID();
      const json = { ...buildTrip(driver), notes: key };
      const keyed = { ...headers, 'Idempotency-Key': key };
      const { status, body } = await ask({ path: '/api/trips', json, headers: keyed });
      if (status === 201) stored.set(key, JSON.parse(body).id);
      else failed.push(`logging ${status} ${body}`);
    };
    const send = (what: () => Promise<void>) =>
      void answers.push(what().catch((error: Error) => failed.push(error.message)));
    const began = performance.now();
    const load = setInterval(() => {
      const due = ((performance.now() - began) / 1000) * TRIPS_A_SECOND;
      for (; answers.length < 1.2 * due; ) send(answers.length % 6 ? log : read);
    }, 10);
    onTestFinished(() => clearInterval(load));
    for (const server of servers) {
      await server.stop();
      server.start();
      await server.ready();
    }
    await sleep(1000);
    clearInterval(load);
    const took = (performance.now() - began) / 1000;
    await Promise.all(answers);
    await context.annotate(`${stored.size} trips in ${Math.round(took)} s`);
    expect(failed, nginx.log()).toEqual([]);
    expect(stored.size / took).toBeGreaterThan(0.9 * TRIPS_A_SECOND);
    await expectStoredOnce(db, stored);
  },
);

/** A server that is none of Trip Log's. */
async function standIn(handle: RequestListener): Promise<number> {
  const server = createServer(handle).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close().closeAllConnections());
  await vi.waitFor(() => expect(server.listening).toBe(true));
  return (server.address() as AddressInfo).port;
}

test.skipIf(nginxMissing)('nginx asks the other server where that can do no harm', settings, async () => {
  let broken = 0;
  const breaks = await standIn((req, res) => {
    if (req.url?.startsWith('/assets/')) return void res.writeHead(404).end();
    broken += 1;
    req.on('data', () => {}).on('end', () => req.socket.destroy());
  });
  const answers = await standIn(async (req, res) => {
    const body = await text(req);
    res.end(`${req.headers['x-forwarded-proto']} ${req.headers.host} ${body}`);
  });
  const { nginx, ask } = await nginxBefore([breaks, answers]);
  // nginx asks the servers in turn
  const four = async (call: Call) => {
    const statuses: number[] = [];
    while (statuses.length < 4) statuses.push((await ask(call)).status);
    return statuses.sort();
  };
  const all = [200, 200, 200, 200];
  expect(await four({ path: '/assets/of-the-other-version.js' })).toEqual(all);
  const keyed = { path: '/', json: { a: 1 }, headers: { 'Idempotency-Key': 'k' } };
  expect(await four(keyed), nginx.log()).toEqual(all);
  expect(broken, 'one that broke off was repeated').toBe(1);
  expect((await ask(keyed)).body).toBe(`https ${PUBLIC_HOST} {"a":1}`);
  const refused: number[] = [];
  // the one that broke off is left out for a few seconds
  await vi.waitFor(async () => {
    const { status } = await ask({ path: '/', json: {} });
    if (status !== 200) refused.push(status);
    expect(broken).toBe(2);
  }, patiently);
  expect(refused, 'a request without a key is not repeated').toEqual([502]);
  const redirect = await fetch(`http://127.0.0.1:${nginx.plain}/trips?a=1`, { redirect: 'manual' });
  expect(redirect.status).toBe(308);
});
