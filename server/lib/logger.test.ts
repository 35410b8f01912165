import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { DrizzleQueryError } from 'drizzle-orm/errors';
import express from 'express';
import pg from 'pg';
import { beforeEach, expect, test, vi } from 'vitest';
import { serve } from '../test/http/http-requests';
import { createLogger, logRequests } from './logger';

let lines: string[];
beforeEach(() => {
  lines = [];
});
const log = createLogger('info', { write: (line: string) => void lines.push(line) });

test("neither Drizzle's parameters nor PostgreSQL's detail reach the log, however an error is logged", () => {
  const refusal = Object.assign(new pg.DatabaseError('duplicate key value', 200, 'error'), {
    code: '23505',
    constraint: 'bea_holders_bea_number_key',
    detail: 'Key (bea_number)=(BEA-PRIVATE) already exists.',
  });
  const error = new DrizzleQueryError(
    'insert into bea_holders …',
    ['BEA-PRIVATE', 'mary@example.com'],
    refusal,
  );
  expect(error.message).toContain('BEA-PRIVATE');

  log.error({ err: error }, 'failed');
  log.error({ err: error });
  log.error(error);
  log.child({ job: 'sweep' }).warn({ err: new Error('outside', { cause: error }) });
  expect(lines).toHaveLength(4);
  for (const line of lines) {
    const { code, constraint, message } = JSON.parse(line).err;
    expect({ code, constraint, message }).toEqual({
      code: '23505',
      constraint: 'bea_holders_bea_number_key',
      message: 'duplicate key value',
    });
    expect(line).not.toMatch(/PRIVATE|mary@/);
  }
});

test('of what is thrown but is no error, only the type is logged', () => {
  log.error({ err: 'a private text' });
  expect(JSON.parse(lines[0] ?? '').err).toEqual({ type: 'string' });
});

test('errors that are the cause of each other are logged once', () => {
  const first = new Error('first');
  first.cause = new Error('second', { cause: first });
  log.error({ err: first }, 'failed');
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '').err.message).toMatch(/first|second/);
});

test('an export whose reader leaves is logged as incomplete', async () => {
  const app = express()
    .use(logRequests(log, { addressKey: 'a key' }))
    .get('/', (_req, res) => {
      res.attachment('trips.csv').write('half');
    });
  const { origin, close } = await serve(app);
  const [answer] = (await once(get(origin), 'response')) as [IncomingMessage];
  answer.destroy();
  await vi.waitFor(() => expect(lines).toHaveLength(1));
  await close();
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    event: 'export',
    format: 'text/csv; charset=utf-8',
    complete: false,
  });
});

test('a token that was sent in an address is not logged', async () => {
  const app = express().use(logRequests(log, { addressKey: 'a key' }));
  const { origin, send, close } = await serve(app);
  const secret = 'ab12'.repeat(18);
  for (const target of [
    `/api/trips/tlp_${secret}`,
    `/x/TLP%5f${secret}/y?key=tlp_${secret}`,
    `${origin}/tlp_${secret}`,
  ])
    await send({ method: 'GET', target, headers: {}, body: undefined });
  await vi.waitFor(() => expect(lines).toHaveLength(3));
  await close();
  expect(lines.join('')).not.toMatch(/ab12/i);
  expect(JSON.parse(lines[1] ?? '').req.path).toBe('/x/tlp_…/y');
});

test('a line break in what is logged begins no line of the log', () => {
  log.info({ text: 'a\n{"level":30}\u2028\r\u0000' }, 'said\n{"level":50}');
  expect(lines).toHaveLength(1);
  expect(lines[0]?.trimEnd()).not.toMatch(/[\n\r\0]/);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 30, msg: 'said\n{"level":50}' });
});
