import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import express from 'express';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isRunning } from '../../test/processes';
import { AppError, answerErrors, ValidationError } from '../errors';
import { createLogger, logRequests } from '../logger';
import type { Work, WorkKind } from '../work/kinds';
import { createWork } from './work';

const kind = (name: string, more: Partial<WorkKind> = {}): WorkKind => ({
  name,
  seconds: 60,
  megabytes: 350,
  refusal: () => new AppError(503, 'too-slow', `The ${name} takes too long`),
  ...more,
});
const document = kind('document');
const export_ = kind('export', { atOnce: 1, perHolder: 2 });
const hungry = kind('import', { atOnce: 1, endsSpares: true });
const picture = kind('picture', {
  megabytes: 320,
  atOnce: 1,
  refusal: () => new ValidationError('The picture takes too long to draw. Please choose a simpler one.'),
});
/** It may wait for longer than it may use a processor. */
const brisk = kind('brisk', { processorSeconds: 0.25 });
const kinds = [document, export_, hungry, picture, brisk];

/** A work process that does what the path says. */
const PROGRAM = `
  const kept = [];
  const answers = {
    echo: async (req, res) => {
      let body = '';
      for await (const chunk of req.setEncoding('utf8')) body += chunk;
      res.setHeader('x-made-by', String(process.pid));
      res.statusCode = 201;
      res.end(JSON.stringify({ method: req.method, url: req.url, type: req.headers['content-type'], id: req.headers['x-request-id'], address: req.headers['x-client-address'], body }));
    },
    loop: () => { for (;;); },
    hog: () => setInterval(() => kept.push(Buffer.alloc(40e6, 1)), 20),
    die: () => process.exit(1),
    half: (req, res) => { res.write('half'); setTimeout(() => process.exit(1), 200); },
    large: (req, res) => { for (let i = 0; i < 200; i += 1) res.write(Buffer.alloc(100_000, i)); res.end(); },
    slow: (req, res) => setTimeout(() => res.end('done'), 300),
  };
  const pipe = new (require('node:net').Socket)({ fd: 3 });
  require('node:http').createServer((req, res) => answers[/\\w+(?=$|\\?)/.exec(req.url)[0]](req, res)).emit('connection', pipe);
  pipe.once('close', () => process.exit(0));
`;

let work: Work;
let url: string;
let close: () => Promise<unknown>;
const pids: (number | undefined)[] = [];

beforeEach(async () => {
  pids.length = 0;
  const folder = await mkdtemp(join(tmpdir(), 'trip-log-work-'));
  const start = () => {
    const child = spawn(process.execPath, ['-e', PROGRAM], {
      stdio: ['ignore', 'inherit', 'ignore', 'pipe'],
    });
    pids.push(child.pid);
    return child;
  };
  const log = createLogger('silent');
  work = createWork({ kinds, maxBodyBytes: 1e6, start, folder, log });
  const app = express()
    .use(logRequests(log, { addressKey: 'a key' }), (req, res, next) => {
      res.locals.session = { holder: { id: req.get('x-holder') ?? 'holder' } };
      next();
    })
    .use(
      '/json',
      express.json(),
      work.forward(() => document),
    )
    .use('/:kind', (req, res, next) =>
      work.forward(() => kinds.find(({ name }) => name === req.params.kind) ?? document)(req, res, next),
    )
    .use(answerErrors(log));
  const server = createServer(app).listen(0, '127.0.0.1');
  await new Promise((listening) => server.once('listening', listening));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  close = async () => {
    server.close();
    server.closeAllConnections();
    await work.stop();
    await rm(folder, { recursive: true });
  };
});
afterEach(() => close());

const post = (path: string, init: RequestInit = {}) => fetch(url + path, { method: 'POST', ...init });

async function isStillRunning(pid: number | undefined): Promise<boolean> {
  await sleep(100);
  return isRunning(Number(pid));
}

test('a work process answers what is sent on to it, and the next request too', async () => {
  const body = 'a,b\n1,2\n';
  const answer = await post('/import/echo?page=1', {
    body,
    headers: { 'Content-Type': 'text/csv', 'X-Client-Address': 'spoofed' },
  });
  expect(answer.status).toBe(201);
  expect(await answer.json()).toMatchObject({
    method: 'POST',
    url: '/import/echo?page=1',
    type: 'text/csv',
    id: answer.headers.get('x-request-id'),
    address: '127.0.0.1',
    body,
  });
  const next = await post('/import/echo');
  expect(next.headers.get('x-made-by')).toBe(answer.headers.get('x-made-by'));
  expect(await next.json()).toMatchObject({ body: '' });
});

test('a body that was parsed already is sent on as JSON', async () => {
  const headers = { 'Content-Type': 'application/json; charset=utf-8' };
  const answer = await post('/json/echo', { body: '{ "suburb": "Zürich" }', headers });
  expect(await answer.json()).toMatchObject({ body: '{"suburb":"Zürich"}', method: 'POST' });
});

test('work that takes too much memory is killed and refused in words, and the next is done', async () => {
  const answer = await post('/picture/hog');
  expect([answer.status, await answer.json()]).toEqual([
    400,
    { code: 'validation', message: 'The picture takes too long to draw. Please choose a simpler one.' },
  ]);
  expect(await isStillRunning(pids[0])).toBe(false);
  expect((await post('/picture/echo')).status).toBe(201);
});

test('work that takes too long is killed and refused', async () => {
  const limit = vi.spyOn(document, 'seconds', 'get' as never).mockReturnValue(0.5 as never);
  const answer = await post('/document/loop');
  limit.mockRestore();
  expect([answer.status, await answer.json()]).toMatchObject([503, { code: 'too-slow' }]);
  expect(await isStillRunning(pids[0])).toBe(false);
});

test('work that takes too much of the processor is killed and refused', async () => {
  expect((await post('/brisk/slow')).status).toBe(200);
  expect((await post('/brisk/loop')).status).toBe(503);
  expect(await isStillRunning(pids[0])).toBe(false);
});

test('a work process that dies is replaced', async () => {
  expect((await post('/export/die')).status).toBe(503);
  expect((await post('/export/echo')).status).toBe(201);
});

test('half an answer does not look complete', async () => {
  const answer = await post('/export/half');
  expect(answer.status).toBe(200);
  await expect(answer.text()).rejects.toThrow();
});

test('the work of a client who has gone is ended', async () => {
  const gone = new AbortController();
  const asked = post('/export/loop', { signal: gone.signal });
  await sleep(200);
  gone.abort();
  await expect(asked).rejects.toThrow();
  expect(await isStillRunning(pids[0])).toBe(false);
});

test('readers who do not read keep no one from the work', async () => {
  const readers = await Promise.all(
    ['a', 'b', 'c', 'd'].map((holder) => post('/export/large', { headers: { 'x-holder': holder } })),
  );
  expect((await post('/export/echo')).status).toBe(201);
  for (const reader of readers) expect((await reader.arrayBuffer()).byteLength).toBe(20_000_000);
});

test('work that may take much memory ends the processes that have nothing to do', async () => {
  const slow = [post('/document/slow'), post('/document/slow')];
  for (const answer of slow) expect((await answer).status).toBe(200);
  expect(pids).toHaveLength(2);
  expect((await post('/import/echo')).status).toBe(201);
  const running = async () => (await Promise.all(pids.map(isStillRunning))).filter(Boolean).length;
  await expect.poll(running, { timeout: 20_000 }).toBe(1);
});

test('stopping ends every work process', async () => {
  await post('/export/echo');
  await work.stop();
  for (const pid of pids) expect(await isStillRunning(pid)).toBe(false);
});
