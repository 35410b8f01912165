import { Readable } from 'node:stream';
import express from 'express';
import supertest from 'supertest';
import { beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { TEST_DEPS } from '../../test/http/create-test-app';
import type { Database } from '../database/db';
import { answerErrors } from '../errors';
import { createLogger } from '../logger';
import { COUNTED_ALREADY } from '../throttle';
import { type Mounted, routesOf } from './route';
import { file } from './send-file';

// no database is asked
const db = {} as Database;
const config = { ...TEST_DEPS.config, checkAnswers: true };
const throttle = COUNTED_ALREADY;
const deps = { ...TEST_DEPS, config, db, throttle };
type Open = ReturnType<typeof routesOf>['open']['get'];
/** Adds a route for anyone to a router of its own. */
const openRoute =
  (own: Parameters<typeof routesOf>[0]) =>
  (...[declared, handler]: [Omit<Parameters<Open>[1], 'summary'>, (input: never) => unknown]) => {
    const { open, mounted } = routesOf(own, '/cars');
    open.get('/:id', { summary: 'Reads a car', ...declared }, handler as Parameters<Open>[2]);
    return mounted;
  };
const publicRoute = openRoute(deps);

let log: string[];
beforeEach(() => {
  log = [];
});

function ask(mounted: Mounted) {
  const logger = createLogger('error', { write: (line: string) => void log.push(line) });
  return supertest(
    express()
      .use(...mounted)
      .use(answerErrors(logger)),
  ).get('/cars/7');
}

const car = z.strictObject({ seats: z.number(), since: z.iso.datetime() });

test('an answer is what its schema declares once it is JSON', async () => {
  const answered = { seats: 4, since: new Date('2026-07-01T00:00:00Z') };
  await ask(publicRoute({ answer: car }, () => answered)).expect(200, {
    seats: 4,
    since: '2026-07-01T00:00:00.000Z',
  });
});

test.each([
  ['a field of another type', car, { seats: '4', since: new Date(0) }, 'seats: '],
  ['a missing field', car, { seats: 4 }, 'since: '],
  ['an undeclared field', car, { seats: 4, since: new Date(0), owner: 'x' }, 'owner'],
  ['an undeclared field of a loose object', z.object({ a: z.number() }), { a: 1, b: 2 }, 'not declare'],
])('%s in an answer is a 500 that names route and field in the log', async (_, answer, value, said) => {
  const wrong = publicRoute({ answer }, () => value as never);
  const { body } = await ask(wrong).expect(500);
  expect(body.code).toBe('internal');
  const { err } = JSON.parse(log[0] ?? '');
  expect(err.message).toContain('GET /cars/:id');
  expect(err.message).toContain(said);
});

test('without checkAnswers an answer is sent as it is', async () => {
  const unchecked = openRoute({ ...deps, config: { ...config, checkAnswers: false } });
  await ask(unchecked({ answer: car }, () => ({ seats: '4' }) as never)).expect(200, { seats: '4' });
});

test('a route without an answer is a 204, one that declares 201 is a 201', async () => {
  await ask(publicRoute({}, () => 'ignored')).expect(204, {});
  await ask(publicRoute({ answer: z.number(), status: 201 }, () => 7)).expect(201, '7');
});

test('parameters that cannot name a row are a 404', async () => {
  const params = z.object({ id: z.string().check(z.regex(/^[a-z]$/)) });
  await ask(publicRoute({ params }, () => {})).expect(404);
});

test('a file has its name and type', async () => {
  const answer = await ask(publicRoute({ answer: 'file' }, () => file('cars.csv', Readable.from(['a,b']))));
  expect(answer.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename=cars.csv',
  });
  expect(answer.text).toBe('a,b');
});

test('an empty file is a file', async () => {
  await ask(publicRoute({ answer: 'file' }, () => file('cars.csv', Readable.from([])))).expect(200, '');
});

test('a file that fails before its first byte is an error in JSON, with no header of the file', async () => {
  const broken = new Readable({ read: (): void => void broken.destroy(new Error('no ink')) });
  const { body, headers } = await ask(publicRoute({ answer: 'file' }, () => file('cars.pdf', broken))).expect(
    500,
  );
  expect(body.code).toBe('internal');
  expect(headers['content-type']).toMatch(/^application\/json/);
  expect(headers['content-disposition']).toBeUndefined();
});
