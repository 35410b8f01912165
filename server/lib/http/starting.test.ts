import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { forwardTo, starting } from './starting';

async function listening(answer: RequestListener) {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close().closeAllConnections());
  const { port } = server.address() as AddressInfo;
  const ask = async (path: string, init?: RequestInit) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, init);
    return [answer.status, await answer.text()];
  };
  return { server, port, ask };
}

const app: RequestListener = async (req, res) => {
  const body = await text(req);
  res.writeHead(201).end(`${req.method} ${req.url} ${req.headers['x-forwarded-for']} ${body}`);
};
const post = { method: 'POST', body: 'trip', headers: { 'X-Forwarded-For': '203.0.113.7' } };
const POSTED = [201, 'POST /api/trips?a=1 203.0.113.7 trip'];

test('what comes while a server starts is answered by the app, here or in a worker, and health at once', async () => {
  const worker = await listening(app);
  for (const handle of [app, forwardTo({ host: '127.0.0.1', port: worker.port })]) {
    const { answer, handOver } = starting();
    const { server, ask } = await listening(answer);
    const trip = ask('/api/trips?a=1', post);
    const gone = ask('/api/trips', { signal: AbortSignal.timeout(50) }).catch(({ name }) => name);
    expect(await gone).toBe('TimeoutError');
    expect((await ask('/healthz'))[0]).toBe(200);
    expect((await ask('/readyz'))[0]).toBe(503);
    handOver(server, handle);
    expect(await trip).toEqual(POSTED);
    expect(await ask('/api/trips?a=1', post)).toEqual(POSTED);
  }
});

test('200 wait, and for ten seconds: more, and later ones, are refused', { timeout: 30_000 }, async () => {
  const { ask } = await listening(starting().answer);
  const since = performance.now();
  const refused: number[] = [];
  const asked = Array.from({ length: 203 }, async () => {
    expect((await ask('/api/trips'))[0]).toBe(503);
    refused.push(performance.now() - since);
  });
  await Promise.all(asked);
  expect(refused.filter((took) => took < 9_900)).toHaveLength(3);
  expect((await ask('/api/trips'))[0]).toBe(503);
  expect(performance.now() - since).toBeLessThan(19_000);
});
