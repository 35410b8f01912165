import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Response } from 'express';
import { afterEach, expect, test } from 'vitest';
import { sendStream } from './send-file';

let server: ReturnType<typeof createServer>;
afterEach(() => server.close());

/** Serves a file and starts to fetch it; `sent` settles with sendStream. */
async function serve(file: Readable, limits?: Parameters<typeof sendStream>[2]) {
  let settle: (sent: Promise<void>) => void;
  const sent = new Promise<void>((resolve) => {
    settle = resolve;
  });
  sent.catch(() => {}); // the test looks at it later
  // of a response, only Node's own part is used
  server = createServer((_req, res) => settle(sendStream(file, res as unknown as Response, limits)));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const [response] = (await once(get({ port: (server.address() as AddressInfo).port }), 'response')) as [
    IncomingMessage,
  ];
  return { response, sent };
}

const endless = () =>
  Readable.from(
    (function* () {
      for (;;) yield Buffer.alloc(65_536);
    })(),
  );

test('a reader that disconnects ends the file, and is no error', async () => {
  const file = endless();
  const { response, sent } = await serve(file);
  response.destroy();
  await sent;
  expect(file.destroyed).toBe(true);
});

test.each([
  ['takes nothing', { everyMs: 200, leastBytes: 1000, longestMs: 60_000 }, 0],
  ['takes too little', { everyMs: 200, leastBytes: 1_000_000_000, longestMs: 60_000 }, 1],
  ['takes too long', { everyMs: 100, leastBytes: 1, longestMs: 300 }, 1],
])('a reader that %s is disconnected', async (_what, limits, reads) => {
  const file = endless();
  const { response, sent } = await serve(file, limits);
  response.once('error', () => {});
  if (reads) response.resume();
  await sent;
  expect(file.destroyed).toBe(true);
});

test('a file is slow to make, but its reader is not: it is sent whole', async () => {
  const file = Readable.from(
    (async function* () {
      for (let part = 0; part < 3; part += 1) {
        await sleep(300);
        yield Buffer.alloc(1000);
      }
    })(),
  );
  const { response, sent } = await serve(file, { everyMs: 200, leastBytes: 10_000, longestMs: 60_000 });
  expect((await buffer(response)).length).toBe(3000);
  await sent;
});

test('a reader that disconnected before the first byte ends the file', async () => {
  const file = endless();
  const response = new PassThrough().destroy();
  await once(response, 'close');
  await sendStream(file, response as unknown as Response);
  expect(file.destroyed).toBe(true);
});

test('a file that fails breaks the connection', async () => {
  const file = Readable.from(
    (function* () {
      yield Buffer.alloc(65_536);
      throw new Error('the database went away');
    })(),
  );
  const { response, sent } = await serve(file);
  const read = response.resume();
  const broken = once(read, 'error');
  await expect(sent).rejects.toThrow('the database went away');
  expect((await broken)[0]).toMatchObject({ code: 'ECONNRESET' });
});
