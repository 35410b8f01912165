import { errorAnswerSchema } from '@shared/errors';
import { beaHolders } from '@shared/tables/holders';
import { eq, sql } from 'drizzle-orm';
import express from 'express';
import supertest from 'supertest';
import { describe, expect, test, vi } from 'vitest';
import { version } from '../package.json';
import { createApp } from './app';
import { connectDatabase } from './lib/database/db';
import { answerErrors } from './lib/errors';
import { createLogger } from './lib/logger';
import { SERVER_PATHS } from './scripts/build/build-service-worker';
import { buildDriver, buildLogin } from './test/builders';
import { cloneDatabase, createTestApp } from './test/http/create-test-app';
import { serve, toHttp } from './test/http/http-requests';
import { listRoutes, type Route } from './test/http/route-table';
import { FOR_STRANGERS } from './test/http/stranger-routes';
import { runSql } from './test/postgres/run-sql';

const it = createTestApp();

describe('a malformed request is answered in the error shape', () => {
  test.each([
    ['malformed JSON', 400, 'malformed', '{"a":'],
    ['a body over the limit', 413, 'too-large', JSON.stringify({ a: 'x'.repeat(200_000) })],
    ['a bare string', 400, 'malformed', '"text"'],
  ])('%s is a %i', async (_, status, code, body) => {
    const { agent } = await it.signIn();
    const answer = await agent.post('/api/drivers').set('Content-Type', 'application/json').send(body);
    expect(answer.status).toBe(status);
    expect(errorAnswerSchema.parse(answer.body).code).toBe(code);
  });

  test('a form post is a 415', async () => {
    const { agent } = await it.signIn();
    const { body } = await agent.post('/api/drivers').type('form').send({ firstName: 'x' }).expect(415);
    expect(body.code).toBe('unsupported-media-type');
  });

  test('an unknown route is a 404, for the signed-in only', async () => {
    const { agent } = await it.signIn();
    await agent.get('/api/nothing').expect(404, { message: 'Not found', code: 'not-found' });
    await supertest(it.server).get('/api/nothing').expect(401);
  });

  test('an array for an object is a 400', async () => {
    const { agent } = await it.signIn();
    await agent.post('/api/drivers').send([]).expect(400);
  });
});

describe('a change that another site asks for is refused', () => {
  test.each([
    ['Sec-Fetch-Site', 'cross-site'],
    ['Sec-Fetch-Site', 'same-site'],
    ['Origin', 'https://evil.example'],
    ['Origin', 'null'],
  ])('%s: %s', async (header, value) => {
    const { agent } = await it.signIn();
    const { body } = await agent.post('/api/drivers').set(header, value).send(buildDriver()).expect(403);
    expect(body.code).toBe('forbidden');
    expect((await agent.get('/api/drivers')).body).toEqual([]);
  });

  test('a page of this site may', async () => {
    const { agent } = await it.signIn();
    await agent.post('/api/drivers').set('Sec-Fetch-Site', 'same-origin').send(buildDriver()).expect(201);
  });
});

test('answers have a strict policy, and no cache stores them', async () => {
  const { headers } = await supertest(it.server).get('/api/auth/me');
  const policy = String(headers['content-security-policy']);
  expect(policy).toMatch(/^default-src 'none';script-src 'self';style-src 'self';/);
  expect(policy).not.toMatch(/unsafe-|data:|\*/);
  expect(headers['cross-origin-opener-policy']).toBe('same-origin');
  expect(headers['cross-origin-resource-policy']).toBe('same-origin');
  expect(headers['permissions-policy']).toMatch(/camera=\(\), .*publickey-credentials-get=\(self\)$/);
  expect(headers['referrer-policy']).toBe('no-referrer');
  expect(headers['x-frame-options']).toBe('DENY');
  expect(headers['strict-transport-security']).toBe('max-age=63072000; includeSubDomains');
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(headers['cache-control']).toBe('no-store');
  // a device compares its clock with it
  expect(Math.abs(Date.parse(headers.date ?? '') - Date.now())).toBeLessThan(10_000);
  expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  expect(headers['x-powered-by']).toBeUndefined();
});

test('without its database the process is healthy but not ready, and says when to retry', async () => {
  await supertest(it.server).get('/readyz').expect(200, { status: 'ready' });

  const db = connectDatabase('postgres://nobody@127.0.0.1:1/nothing', { onError: () => {} });
  const app = createApp({ ...it.deps, db, healthDb: db });
  await supertest(app).get('/healthz').expect(200, { status: 'ok', version });
  const ready = await supertest(app).get('/readyz').expect(503, { status: 'not ready' });
  const { body, headers } = await supertest(app).post('/api/auth/login').send(buildLogin()).expect(503);
  expect(errorAnswerSchema.parse(body).code).toBe('unavailable');
  for (const answer of [ready.headers, headers]) expect(Number(answer['retry-after'])).toBeGreaterThan(0);
  await db.$client.end();
});

test('a pool that others have exhausted still answers that it is ready', async () => {
  const pool = it.deps.db.$client;
  const held = await Promise.all(Array.from({ length: pool.options.max ?? 0 }, () => pool.connect()));
  expect(pool).toMatchObject({ totalCount: 20, idleCount: 0 });
  const since = performance.now();
  await supertest(it.server).get('/readyz').expect(200, { status: 'ready' });
  expect(performance.now() - since).toBeLessThan(2_000);
  for (const client of held) client.release();
});

test('an error is logged with its cause and its path, and without what people entered', async () => {
  const { url, ownerUrl, drop } = await cloneDatabase();
  const db = connectDatabase(url, { onError: () => {} });
  await runSql(ownerUrl, 'alter table audit_events rename to lost');
  const lines: string[] = [];
  const log = createLogger('error', { write: (line: string) => void lines.push(line) });
  const login = buildLogin();
  await supertest(createApp({ ...it.deps, db, log }))
    .post('/api/auth/login?note=private')
    .send(login)
    .expect(500, {
      message: 'Something went wrong on our side. Please try again.',
      code: 'internal',
    });
  const { req, err } = JSON.parse(lines[0] ?? '');
  expect(req).toEqual({
    id: expect.any(String),
    method: 'POST',
    path: '/api/auth/login',
    address: expect.stringMatching(/^[0-9a-f]{16}$/),
  });
  expect(err).toMatchObject({ code: '42P01', message: 'relation "audit_events" does not exist' });
  for (const text of [login.contactEmail, login.holderName, login.beaNumber, 'private'])
    expect(lines.join('')).not.toContain(text);
  await db.$client.end();
  await drop();
});

test.each([
  ['quarterly', { quarter: 'Q1', year: 2026 }],
  ['annual', { financialYear: '2026-2027' }],
])('a broken %s report is answered as an error, with no header of the file', async (report, body) => {
  const storage = { ...it.storage, read: () => Promise.reject(new Error('the disk is gone')) };
  const agent = supertest.agent(createApp({ ...it.deps, storage }));
  const login = await agent.post('/api/auth/login').send(buildLogin()).expect(200);
  const { id } = login.body.beaHolder;
  await it.db
    .update(beaHolders)
    .set({ logoUrl: `/files/logos/${id}/x-document.png` })
    .where(eq(beaHolders.id, id));
  const answer = await agent.post(`/api/reports/${report}`).send(body).expect(500);
  expect(errorAnswerSchema.parse(answer.body).code).toBe('internal');
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(answer.headers).not.toHaveProperty('content-disposition');
});

test('an answer that fails half-way is cut off, and only the log says why', async () => {
  const lines: string[] = [];
  const log = createLogger('error', { write: (line: string) => void lines.push(line) });
  const printed = vi.spyOn(console, 'error');
  const app = express()
    .get('/', (_req, res, next) => {
      res.write('half', () => next(new Error('broken')));
    })
    .use(answerErrors(log));
  await expect(supertest(app).get('/')).rejects.toThrow('aborted');
  expect(lines).toEqual([expect.stringContaining('broken')]);
  expect(printed).not.toHaveBeenCalled();
});

test('a connection that breaks between two queries of a transaction fails the transaction, not the process', async () => {
  const work = it.db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
    await it.db.execute(sql`select pg_terminate_backend(${rows[0]?.pid})`);
    await new Promise((resolve) => setTimeout(resolve, 100));
    await tx.execute(sql`select 1`);
  });
  await expect(work).rejects.toThrow();
  await supertest(it.server).get('/readyz').expect(200);
});

test('every route but the public ones needs a session', async () => {
  const client = await serve(it.app);
  const open: Route[] = [];
  for (const route of listRoutes(it.app)) {
    const params = Object.fromEntries([...route.matchAll(/:(\w+)/g)].map(([, name]) => [name, 'x']));
    const { status } = await client.send(toHttp(route, { params, query: {}, headers: {} }));
    if (status !== 401) open.push(route);
  }
  await client.close();
  expect(open.toSorted()).toEqual(FOR_STRANGERS.toSorted());
});

test('npm run dev proxies every route of the server', () => {
  const firstParts = listRoutes(it.app).map((route) => route.match(/\/[^/]*/)?.[0]);
  expect([...new Set(firstParts)].toSorted()).toEqual(SERVER_PATHS);
});
