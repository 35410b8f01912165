import type { Device } from '@shared/devices';
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildLogin } from '../../test/builders';
import { type FullHolder, insertFullHolder, signInFullHolder } from '../../test/full-holder';
import { cookieHeader } from '../../test/http/cookie-header';
import { createTestApp } from '../../test/http/create-test-app';
import { type HttpClient, serve, toHttp } from '../../test/http/http-requests';
import type { Route } from '../../test/http/route-table';
import { askedRoutes, validRequest } from '../../test/http/valid-requests';
import { readStoredRows, type StoredRows } from '../../test/postgres/stored-rows';

/** What someone can do with another's browser or cookie (docs/security.md#who-attacks). */

const it = createTestApp();

const login = (details: object, cookie = '') =>
  supertest(it.server).post('/api/auth/login').set('Cookie', cookie).send(details).expect(200);
const statusWith = async (cookie: string) =>
  (await supertest(it.server).get('/api/auth/me').set('Cookie', cookie)).status;
const devicesWith = async (cookie: string): Promise<Device[]> =>
  (await supertest(it.server).get('/api/devices').set('Cookie', cookie).expect(200)).body;
/** One cookie of an answer, as `name=value`. */
const cookieOf = (headers: Record<string, unknown>, name: string) =>
  cookieHeader([headers['set-cookie']].flat().filter((line) => String(line).startsWith(`triplog.${name}=`)));

describe('a session that was planted in a browser before the sign-in', () => {
  test('of the attacker, is worth nothing after it', async () => {
    const planted = cookieOf((await login(buildLogin())).headers, 'sid');
    expect(await statusWith(planted)).toBe(200);
    const { headers } = await login(buildLogin(), planted);
    expect(cookieOf(headers, 'sid')).toMatch(/^triplog\.sid=s%3A/);
    expect(cookieOf(headers, 'sid')).not.toBe(planted);
    expect(await statusWith(planted)).toBe(401);
    expect(await statusWith(cookieOf(headers, 'sid'))).toBe(200);
  });

  test.each([
    'triplog.sid=chosen-by-the-attacker',
    'triplog.sid=s%3Achosen-by-the-attacker.c2lnbmF0dXJl',
    'triplog.sid=j%3A%7B%22holderId%22%3A%22x%22%7D',
  ])('%s, is not taken over', async (planted) => {
    const { headers } = await login(buildLogin(), planted);
    expect(cookieOf(headers, 'sid')).not.toContain('chosen');
    expect(await statusWith(planted)).toBe(401);
  });

  test('does not make its device that of who signs in', async () => {
    const attacker = await login(buildLogin({ rememberMe: true }));
    const planted = cookieOf(attacker.headers, 'device');
    const { headers } = await login(buildLogin({ rememberMe: true }), planted);
    expect(cookieOf(headers, 'device')).toMatch(/^triplog\.device=s%3A/);
    expect(cookieOf(headers, 'device')).not.toBe(planted);
    const [theirs, own] = await Promise.all(
      [attacker.headers, headers].map((of) => devicesWith(cookieHeader(of['set-cookie']))),
    );
    expect(theirs).toHaveLength(1);
    expect(own).toHaveLength(1);
    expect(own?.[0]?.id).not.toBe(theirs?.[0]?.id);
  });
});

describe('a stolen cookie', () => {
  test('is worth nothing after sign-out, whichever copy signed out', async () => {
    for (const _ of ['the owner', 'the thief']) {
      const cookie = cookieOf((await login(buildLogin({ rememberMe: true }))).headers, 'sid');
      expect(await statusWith(cookie)).toBe(200);
      await supertest(it.server).post('/api/auth/logout').set('Cookie', cookie).expect(204);
      expect(await statusWith(cookie)).toBe(401);
    }
  });

  test('is worth nothing once its device is revoked, and a later sign-in does not revive it', async () => {
    const details = buildLogin({ rememberMe: true });
    const stolen = cookieHeader((await login(details)).headers['set-cookie']);
    const own = cookieHeader((await login(details)).headers['set-cookie']);
    const [device] = (await devicesWith(own)).filter(({ isThisDevice }) => !isThisDevice);
    expect(await statusWith(stolen)).toBe(200);
    await supertest(it.server).delete(`/api/devices/${device?.id}`).set('Cookie', own).expect(204);
    expect(await statusWith(stolen)).toBe(401);
    await login(details);
    expect(await statusWith(stolen)).toBe(401);
    expect(await statusWith(own)).toBe(200);
  });

  test('with another signature is none', async () => {
    const cookie = cookieOf((await login(buildLogin())).headers, 'sid');
    const last = cookie.at(-1) === 'A' ? 'B' : 'A';
    for (const forged of [`${cookie.slice(0, -2)}${last}`, cookie.replace(/\.[^.]*$/, ''), `${cookie}x`])
      expect(await statusWith(forged), forged).toBe(401);
  });
});

const ON_EVERY_ANSWER: Record<string, RegExp> = {
  'content-security-policy': /^default-src 'none'.*frame-ancestors 'none'/,
  'content-type': /^(.*charset=utf-8|image\/(png|webp)|application\/(pdf|zip|vnd\..*sheet))$/,
  'referrer-policy': /^no-referrer$/,
  'strict-transport-security': /^max-age=63072000; includeSubDomains$/,
  'x-content-type-options': /^nosniff$/,
  'x-frame-options': /^DENY$/,
};

type Override = { query?: string; headers?: Record<string, string> };

describe('in a browser that is signed in', () => {
  let client: HttpClient;
  let own: FullHolder;
  let cookie: string;
  let listRows: StoredRows;
  beforeAll(async () => {
    client = await serve(it.app);
    listRows = await readStoredRows(it.db);
    own = await insertFullHolder(it.deps, { mark: 'Own', postcode: '4066' });
    cookie = await signInFullHolder(client, own);
  });
  afterAll(() => client.close());

  const changes = [...askedRoutes.entries()].filter(([, route]) => /^(POST|PUT|DELETE) \/api\//.test(route));

  /** Sends every change that there is, altered, and says what was not refused. */
  async function sendAll(
    { refused, atLeast = 16 }: { refused: number[]; atLeast?: number },
    alter: (request: ReturnType<typeof toHttp>, route: Route) => ReturnType<typeof toHttp> | undefined,
  ): Promise<string[]> {
    const before = await listRows(own.ids);
    const faults: string[] = [];
    let asked = 0;
    for (const [index, route] of changes) {
      const valid = await validRequest(index, { own, origin: client.origin, deps: it.deps });
      const request = alter(toHttp(route, valid), route);
      if (!request) continue;
      asked += 1;
      const answer = await client.send({ ...request, headers: { ...request.headers, Cookie: cookie } });
      if (!refused.includes(answer.status)) faults.push(`${route}: ${answer.status} ${answer.body}`);
      if (answer.headers['set-cookie']) faults.push(`${route} sets a cookie`);
    }
    expect(asked, 'a check that asks nothing proves nothing').toBeGreaterThanOrEqual(atLeast);
    expect(await listRows(own.ids)).toEqual(before);
    const { status } = await client.send({
      method: 'GET',
      target: '/api/auth/me',
      headers: { Cookie: cookie },
      body: undefined,
    });
    expect(status).toBe(200);
    return faults;
  }

  test('every answer forbids framing and guessing of types, and lets no other origin read it', async () => {
    const faults: string[] = [];
    for (const [index, route] of askedRoutes.entries()) {
      if (!/^GET/.test(route)) continue;
      const valid = await validRequest(index, { own, origin: client.origin, deps: it.deps });
      const request = toHttp(route, valid);
      const from = { Origin: 'https://evil.example', 'Access-Control-Request-Method': 'GET' };
      for (const method of ['GET', 'OPTIONS'])
        for (const headers of [{ Cookie: cookie, ...from }, from]) {
          const answer = await client.send({
            ...request,
            method,
            headers: { ...request.headers, ...headers },
          });
          const missing = Object.entries(ON_EVERY_ANSWER).filter(
            ([name, value]) =>
              !value.test(String(answer.headers[name])) &&
              // Express itself answers OPTIONS, with the names of methods
              !(name === 'content-type' && method === 'OPTIONS'),
          );
          const allowed = Object.keys(answer.headers).filter((name) => name.startsWith('access-control'));
          for (const name of [...missing.map(([each]) => each), ...allowed])
            faults.push(`${method} ${route}: ${answer.status} ${name}: ${answer.headers[name]}`);
        }
    }
    expect(faults).toEqual([]);
  });

  test.each<Record<string, string>>([
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site' },
    { Origin: 'https://evil.example' },
    { Origin: 'null' },
    { Origin: 'http://trips.example.org.evil.example' },
  ])('no route changes anything for another site: %j', async (from) => {
    const faults = await sendAll({ refused: [403] }, (request) => ({
      ...request,
      headers: { ...request.headers, ...from },
    }));
    expect(faults).toEqual([]);
  });

  test.each(['application/x-www-form-urlencoded', 'text/plain', 'text/plain;charset=application/json', ''])(
    'no route takes a body as a form can send it, "%s", even of a browser that names no site',
    async (type) => {
      const faults = await sendAll(
        { refused: [415] },
        ({ headers: { 'Content-Type': _, ...headers }, ...request }) =>
          request.body === undefined
            ? undefined
            : { ...request, headers: type ? { ...headers, 'Content-Type': type } : headers },
      );
      expect(faults).toEqual([]);
    },
  );

  test.each([
    ['a header', (method: string) => ({ headers: { 'X-HTTP-Method-Override': method } })],
    [
      'another header',
      (method: string) => ({ headers: { 'X-HTTP-Method': method, 'X-Method-Override': method } }),
    ],
    ['a parameter', (method: string) => ({ query: `_method=${method}&method=${method}` })],
  ])('%s cannot make a link a change, nor a form another method', async (_, override) => {
    const sentAs = (sent: 'GET' | 'POST', expected: { refused: number[]; atLeast: number }) =>
      sendAll(expected, ({ method, target, headers }, route) => {
        // what a POST to this path does by itself is another route's
        const isRoute = askedRoutes.includes(route.replace(/^\w+/, 'POST') as Route);
        if (sent === 'POST' && isRoute) return undefined;
        const { query, headers: more }: Override = override(method);
        return {
          method: sent,
          target: query ? `${target}${target.includes('?') ? '&' : '?'}${query}` : target,
          headers: { ...headers, ...more },
          body: undefined,
        };
      });
    // some paths can be read too
    expect(await sentAs('GET', { refused: [404, 200, 400], atLeast: 16 })).toEqual([]);
    expect(await sentAs('POST', { refused: [404], atLeast: 8 })).toEqual([]);
  });
});

test('what a device keeps for one holder is not sent in the session of another', async () => {
  const [first, second] = [await login(buildLogin()), await login(buildLogin())];
  const cookie = cookieHeader(second.headers['set-cookie']);
  const statusFor = async (expected: string) =>
    (await supertest(it.server).get('/api/trips').set({ Cookie: cookie, 'Expected-Holder': expected }))
      .status;
  expect(await statusFor(first.body.beaHolder.id)).toBe(401);
  expect(await statusFor('')).toBe(401);
  expect(await statusFor(second.body.beaHolder.id)).toBe(200);
});
