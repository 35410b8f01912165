/** @module-tag partitions */

import type { TokenScope } from '@shared/api/tokens';
import { TOKEN_EXPIRED, TOKEN_UNKNOWN } from '@shared/errors';
import { apiTokens, beaHolders, users } from '@shared/tables/holders';
import { emailSettings, lodgements } from '@shared/tables/reports';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '../../app';
import { COUNTED_ALREADY } from '../../lib/throttle';
import { readableText } from '../documents/readable-text';
import { foreignTexts } from '../foreign-texts';
import { FOREIGN_MARK, type FullHolder, insertFullHolder, signInFullHolder } from '../full-holder';
import { createTestApp } from '../http/create-test-app';
import { type ApiRequest, askRoute, type HttpClient, serve } from '../http/http-requests';
import { placesOfIds } from '../http/places-of-ids';
import type { Route } from '../http/route-table';
import { FOR_STRANGERS } from '../http/stranger-routes';
import { askedRoutes, validRequest } from '../http/valid-requests';
import { readStoredRows, type StoredRows } from '../postgres/stored-rows';
import { tokenOf } from '../token-rows';

/** Every route, asked by a token (docs/product/api.md#scopes). */

/** What tokens may do. Every other route is closed to them. */
const OPEN: Partial<Record<Route, TokenScope>> = {
  'GET /api/trips': 'read',
  'GET /api/trips/postcodes': 'read',
  'GET /api/trips/recent-suburbs': 'read',
  'GET /api/trips/average-wait': 'read',
  'GET /api/trips/duplicates': 'read',
  'GET /api/drivers': 'read',
  'GET /api/vehicles': 'read',
  'GET /api/shifts': 'read',
  'GET /api/shifts/open': 'read',
  'GET /api/statistics': 'read',
  'GET /api/statistics/months': 'read',
  'GET /api/statistics/recent': 'read',
  'GET /api/statistics/places': 'read',
  'GET /api/top-locations': 'read',
  'GET /api/export/trips': 'read',
  'GET /api/imports/layouts': 'read',
  'POST /api/reports/annual-data': 'read',
  'POST /api/imports/files': 'log-trips',
  'POST /api/trips': 'log-trips',
  'PUT /api/trips/:id': 'log-trips',
  'PUT /api/trips/by-reference/:reference': 'log-trips',
};

const it = createTestApp();
let client: HttpClient;
let listRows: StoredRows;
let stranger: FullHolder;

beforeAll(async () => {
  client = await serve(createApp({ ...it.deps, throttle: COUNTED_ALREADY }));
  listRows = await readStoredRows(it.db);
  stranger = await insertFullHolder(it.deps, { mark: FOREIGN_MARK, postcode: FOREIGN_MARK });
});
afterAll(() => client.close());

/** In every text about a person, a contact, a lodgement or a token. */
const PRIVATE_MARK = 'zqprivate';

/** A holder whose private texts are marked. */
async function insertHolder(): Promise<FullHolder> {
  const own = await insertFullHolder(it.deps, { mark: 'Own', postcode: '4066' });
  const { holder, user, token, readingToken } = own.ids;
  const contactEmail = `${PRIVATE_MARK}.${own.email}`;
  const names = { firstName: PRIVATE_MARK, lastName: PRIVATE_MARK };
  const contact = { contactPerson: PRIVATE_MARK, contactPhone: PRIVATE_MARK, contactEmail };
  const changes = [
    it.db.update(beaHolders).set(contact).where(eq(beaHolders.id, holder)),
    it.db.update(users).set(names).where(eq(users.beaHolderId, holder)),
    it.db.update(users).set({ email: contactEmail }).where(eq(users.id, user)),
    it.db.update(emailSettings).set({ email: contactEmail }).where(eq(emailSettings.beaHolderId, holder)),
    it.db
      .update(lodgements)
      .set({ reference: PRIVATE_MARK, pdfSha256: PRIVATE_MARK })
      .where(eq(lodgements.beaHolderId, holder)),
    it.db.update(apiTokens).set({ name: PRIVATE_MARK }).where(eq(apiTokens.id, token)),
    it.db
      .update(apiTokens)
      .set({ name: `${PRIVATE_MARK}2` })
      .where(eq(apiTokens.id, readingToken)),
  ];
  await Promise.all(changes);
  return own;
}

const requestOf = (index: number, own: FullHolder) =>
  validRequest(index, { own, origin: client.origin, deps: it.deps });
const byToken = (id: string) => ({ Authorization: `Bearer ${tokenOf(id)}` });

const ask = (route: Route, request: ApiRequest, more: Record<string, string>) =>
  askRoute(client, route, request, more);

const asked = [...askedRoutes.entries()].filter(([, route]) => !FOR_STRANGERS.includes(route));
const openRoutes = asked.filter(([, route]) => OPEN[route]);

/** Asks routes by a token, with the holder's own ids and a stranger's, and says which answered otherwise. Nothing may change. */
async function askAll(own: FullHolder, routes: typeof asked, headers: Record<string, string>, said: string) {
  const before = [await listRows(own.ids), await listRows(stranger.ids)];
  const faults: string[] = [];
  for (const [index, route] of routes)
    for (const whose of [own, stranger]) {
      const request = await requestOf(index, whose);
      // another holder's would be refused before anything else
      if (request.json && 'beaHolderId' in Object(request.json))
        request.json = { ...request.json, beaHolderId: own.ids.holder };
      const answer = await ask(route, request, headers);
      if (answer.said !== said) faults.push(`${route}: ${answer.said}`);
    }
  expect([await listRows(own.ids), await listRows(stranger.ids)]).toEqual(before);
  return faults;
}

test('every route is closed to a token but those that are listed', async () => {
  const own = await insertHolder();
  const closed = asked.filter(([, route]) => !OPEN[route]);
  expect(await askAll(own, closed, byToken(own.ids.token), '403 not-by-token')).toEqual([]);
  expect(openRoutes.map(([, route]) => route)).toEqual(expect.arrayContaining(Object.keys(OPEN)));
});

test('a token that may only read is refused what logs trips', async () => {
  const own = await insertHolder();
  const logging = asked.filter(([, route]) => OPEN[route] === 'log-trips');
  expect(await askAll(own, logging, byToken(own.ids.readingToken), '403 token-reads-only')).toEqual([]);
});

test.each<[string, string, (own: FullHolder) => Promise<unknown>]>([
  [
    'was revoked',
    `401 ${TOKEN_UNKNOWN}`,
    ({ ids }) => it.db.delete(apiTokens).where(eq(apiTokens.id, ids.token)),
  ],
  [
    'has expired',
    `401 ${TOKEN_EXPIRED}`,
    ({ ids }) => it.db.update(apiTokens).set({ expiresOn: '2026-11-20' }).where(eq(apiTokens.id, ids.token)),
  ],
  [
    'is of an inactive holder',
    '403 inactive',
    ({ ids }) => it.db.update(beaHolders).set({ isActive: false }).where(eq(beaHolders.id, ids.holder)),
  ],
])('every route is closed to a token that %s', async (_, said, end) => {
  const own = await insertHolder();
  await end(own);
  expect(await askAll(own, asked, byToken(own.ids.token), said)).toEqual([]);
});

/** What an answer says that a token must not be told. */
async function toldBy(answer: Awaited<ReturnType<typeof ask>>, own: FullHolder, named: string) {
  const { user, colleague, lodgement, amendedLodgement, token, readingToken, recipient } = own.ids;
  const ids = [user, colleague, lodgement, amendedLodgement, token, readingToken, recipient];
  const said = (await readableText(answer)).toLowerCase();
  return [
    ...[PRIVATE_MARK, own.email, ...ids].filter((text) => said.includes(text.toLowerCase())),
    ...(await foreignTexts(answer, stranger, named)),
  ];
}

test('a token does what its scope says, and is told of no person, contact, lodgement, token or other holder', async () => {
  const faults: string[] = [];
  for (const [index, route] of openRoutes)
    for (const scope of ['read', 'log-trips'] as const) {
      if (scope === 'read' && OPEN[route] !== 'read') continue;
      const own = await insertHolder();
      const before = await listRows(own.ids);
      const request = await requestOf(index, own);
      const token = scope === 'read' ? own.ids.readingToken : own.ids.token;
      const answer = await ask(route, request, byToken(token));
      if (answer.status >= 300) faults.push(`${route}: ${answer.status} ${answer.body}`);
      if (answer.headers['set-cookie']) faults.push(`${route} sets a cookie`);
      if (OPEN[route] === 'read') expect(await listRows(own.ids), route).toEqual(before);
      const told = await toldBy(answer, own, JSON.stringify(request));
      faults.push(...told.map((text) => `${route} says ${text}`));
    }
  expect(faults).toEqual([]);
});

/** Where a foreign id is not answered by 404; the test still checks that nothing was changed or shown. */
const ANSWERED_OTHERWISE: Record<string, number> = {
  // it is ignored in a list, or names no licence of the holder
  'GET /api/trips/duplicates query.driverId': 200,
  'GET /api/trips/duplicates query.exceptId': 200,
  'POST /api/trips json.driverAuthorityLicense': 400,
  'PUT /api/trips/:id json.driverAuthorityLicense': 400,
  'PUT /api/trips/by-reference/:reference json.driverAuthorityLicense': 400,
  // a driver and a trip of a file that waits
  'POST /api/imports/files file': 200,
  // a reference is its holder's own
  'PUT /api/trips/by-reference/:reference params.reference': 201,
};

test('a token finds no row of another holder, and changes none', async () => {
  const faults: string[] = [];
  const tried = new Set<string>();
  const others = await listRows(stranger.ids);
  for (const [index, route] of openRoutes) {
    let own = await insertHolder();
    for (const { path, kind } of placesOfIds(await requestOf(index, own), own)) {
      if (kind === 'newKey') continue;
      const where = `${route} ${path}`;
      tried.add(where);
      const places = placesOfIds(await requestOf(index, own), own);
      const request = places.find((place) => place.path === path)?.put(stranger.ids[kind]);
      if (!request) throw new Error(`${where} is gone`);
      const before = await listRows(own.ids);
      const answer = await ask(route, request, byToken(own.ids.token));
      if (answer.status !== (ANSWERED_OTHERWISE[where] ?? 404))
        faults.push(`${where}: ${answer.status} ${answer.body}`);
      const told = await toldBy(answer, own, JSON.stringify(request));
      faults.push(...told.map((text) => `${where} says ${text}`));
      expect(await listRows(stranger.ids), where).toEqual(others);
      if (answer.status >= 300) expect(await listRows(own.ids), where).toEqual(before);
      else own = await insertHolder();
    }
  }
  expect(faults).toEqual([]);
  expect([...tried]).toEqual(expect.arrayContaining(Object.keys(ANSWERED_OTHERWISE)));
});

describe('how a token is sent', () => {
  const vehicles = (headers: Record<string, string>, query = {}) =>
    ask('GET /api/vehicles', { params: {}, query, headers: {} }, headers);

  test('in one of two headers, whatever the case of its name', async () => {
    const { ids } = await insertHolder();
    const token = tokenOf(ids.token);
    for (const headers of [
      { Authorization: `Bearer ${token}` },
      { authorization: `bearer  ${token} ` },
      { 'X-API-Key': token },
      { 'x-api-key': token, Authorization: 'Basic b3BlbjpzZXNhbWU=' },
    ] as Record<string, string>[])
      expect((await vehicles(headers)).said, JSON.stringify(headers)).toBe('200');
  });

  test('never in the address, in a body or in a cookie', async () => {
    const { ids } = await insertHolder();
    const token = tokenOf(ids.token);
    for (const name of ['token', 'access_token', 'api_key', 'key', 'X-API-Key', 'Authorization'])
      expect((await vehicles({}, { [name]: token })).said, name).toBe('401 unauthorised');
    const json = { token, access_token: token };
    const inBody = await ask('POST /api/trips', { params: {}, query: {}, headers: {}, json }, {});
    expect(inBody.said).toBe('401 unauthorised');
    expect((await vehicles({ Cookie: `token=${token}; trip_log=${token}` })).said).toBe('401 unauthorised');
  });

  test.each<[string, (token: string) => string]>([
    ['is empty', () => ''],
    ['is cut off', (token) => token.slice(0, -1)],
    ['has one digit changed', (token) => token.replace(/.$/, (last) => (last === '0' ? '1' : '0'))],
    ['is in capitals', (token) => token.toUpperCase()],
    ['is sent twice', (token) => `${token}, ${token}`],
    ['is its own hash', (token) => token.slice(4)],
    ['is very long', (token) => token.repeat(50)],
  ])('one that %s is refused, and the answer says how to authenticate', async (_, change) => {
    const { ids } = await insertHolder();
    const sent = change(tokenOf(ids.token));
    for (const [name, value] of Object.entries({ Authorization: `Bearer ${sent}`, 'X-API-Key': sent })) {
      const answer = await vehicles({ [name]: value });
      expect(answer.said).toBe(`401 ${TOKEN_UNKNOWN}`);
      expect(answer.headers['www-authenticate']).toBe('Bearer');
    }
  });

  test('a cookie that comes with a token counts for nothing', async () => {
    const full = () => insertFullHolder(it.deps, { mark: 'Own', postcode: '4066' });
    const [own, other] = [await full(), await full()];
    const cookie = await signInFullHolder(client, own);
    expect((await vehicles({ Cookie: cookie })).said).toBe('200');
    const withCookie = (headers: Record<string, string>) => ({ ...headers, Cookie: cookie });
    const people = (headers: Record<string, string>) =>
      ask('GET /api/people', { params: {}, query: {}, headers: {} }, headers);
    expect((await people(withCookie({}))).said).toBe('200');
    expect((await people(withCookie(byToken(own.ids.token)))).said).toBe('403 not-by-token');
    const shown = await vehicles(withCookie(byToken(other.ids.token)));
    expect(JSON.parse(shown.body.toString())).toMatchObject([{ id: other.ids.vehicle }]);
    await it.db.delete(apiTokens).where(eq(apiTokens.id, own.ids.token));
    expect((await vehicles(withCookie(byToken(own.ids.token)))).said).toBe(`401 ${TOKEN_UNKNOWN}`);
    expect((await vehicles({ ...byToken(other.ids.token), Cookie: 'trip_log=s%3Anonsense' })).said).toBe(
      '200',
    );
    const signOut = { params: {}, query: {}, headers: {} };
    const signedOut = await ask('POST /api/auth/logout', signOut, withCookie(byToken(other.ids.token)));
    expect([signedOut.said, (await people(withCookie({}))).said]).toEqual(['204', '200']);
  });
});
