import { connect } from 'node:net';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import express from 'express';
import supertest from 'supertest';
import { expect, test, vi } from 'vitest';
import { serve } from '../test/http/http-requests';
import { answerErrors } from './errors';
import { createLogger, logRequests } from './logger';

/** An app that fails, and what it logs. */
function failingWith(error: Error) {
  const lines: string[] = [];
  const log = createLogger('info', { write: (line: string) => void lines.push(line) });
  const app = express()
    .use(logRequests(log, { addressKey: 'a key' }))
    .get('/', () => {
      throw error;
    })
    .use(answerErrors(log));
  return { lines, get: () => supertest(app).get('/') };
}

test.each([
  [400, 'malformed'],
  [404, 'not-found'],
  [405, 'malformed'],
  [412, 'precondition-failed'],
  [413, 'too-large'],
  [415, 'unsupported-media-type'],
  [416, 'range'],
])(
  "Express's refusal with status %i has the code %s, says nothing of the server, and is no error in the log",
  async (status, code) => {
    const { get, lines } = failingWith(Object.assign(new Error('/srv/trip-log is private'), { status }));
    const { body } = await get().expect(status);
    expect(body).toEqual({ message: expect.stringMatching(/^[A-Z][a-z ]+$/i), code });
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 30, res: { status } });
    expect(lines[0]).not.toContain('private');
  },
);

test.each([200, 302, 500, 999])('an error that says status %i is one of ours', async (status) => {
  const { get, lines } = failingWith(Object.assign(new Error('broken'), { status }));
  expect((await get().expect(500)).body.code).toBe('internal');
  expect(lines.join()).toContain('broken');
});

test('a sender who goes before all is sent is no error of ours', async () => {
  const lines: string[] = [];
  const log = createLogger('info', { write: (line: string) => void lines.push(line) });
  const app = express()
    .use(logRequests(log, { addressKey: 'a key' }))
    .put('/', async (req) => {
      // what else would take the body: a file
      await pipeline(req, new PassThrough().resume());
    })
    .use(answerErrors(log));
  const { origin, close } = await serve(app);
  const socket = connect(Number(new URL(origin).port), '127.0.0.1');
  socket.write('PUT / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nhalf', () =>
    setTimeout(() => socket.destroy(), 100),
  );
  await vi.waitFor(() => expect(lines).toHaveLength(1));
  await close();
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 30 });
  expect(lines).toHaveLength(1);
});
