/** @module-tag partitions */
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from '../../app';
import { COUNTED_ALREADY } from '../../lib/throttle';
import { foreignTexts } from '../foreign-texts';
import { FOREIGN_MARK, type FullHolder, insertFullHolder, signInFullHolder } from '../full-holder';
import { createTestApp } from '../http/create-test-app';
import { type ApiRequest, type HttpAnswer, type HttpClient, serve, toHttp } from '../http/http-requests';
import { placesOfIds } from '../http/places-of-ids';
import { listRoutes, type Route } from '../http/route-table';
import { askedRoutes, validRequest } from '../http/valid-requests';
import { readStoredRows, type StoredRows } from '../postgres/stored-rows';
import { TEST_DATABASE } from '../postgres/test-database';

/** All rows of a holder are read after each request, which a cluster takes four times as long for. */
const TIME_LIMIT = TEST_DATABASE === 'cluster' ? 900_000 : 180_000;

/**
 * Whether each place is tried with every kind of foreign id: once in CI is enough, on the partitions of `npm run test:faults`. On a plain
 * database, where people wait for it, and on a cluster, where it takes a quarter of an hour, each place is tried with an id of its own kind.
 */
const TRIES_ALL_KINDS = TEST_DATABASE === 'partitions';

// a login with another holder's BEA number would register a new holder; these tests look at signing in only
const it = createTestApp({ selfRegistration: 'off' });
let client: HttpClient;
let listRows: StoredRows;
let other: FullHolder;

beforeAll(async () => {
  // what is asked about each foreign id would use up a budget
  client = await serve(createApp({ ...it.deps, throttle: COUNTED_ALREADY }));
  listRows = await readStoredRows(it.db);
  other = await insertFullHolder(it.deps, { mark: FOREIGN_MARK, postcode: FOREIGN_MARK });
});
afterAll(() => client.close());

async function signIn(): Promise<{ own: FullHolder; cookie: string }> {
  const own = await insertFullHolder(it.deps, { mark: 'Own', postcode: '4066' });
  return { own, cookie: await signInFullHolder(client, own) };
}

let unchanged: ReturnType<typeof signIn> | undefined;
/** A signed-in holder for requests that change nothing of it. Who finds it changed takes a new one by `signInAnew`. */
const signInUnchanged = () => (unchanged ??= signIn());
function signInAnew() {
  unchanged = undefined;
  return signInUnchanged();
}

/** Everything stored for a holder, in the database and in the object store. */
async function storedOf({ ids }: FullHolder): Promise<string[]> {
  const stored = await listRows(ids);
  for (const folder of ['uploads', 'logos', 'profile-pictures', 'lodged'])
    for await (const { key, lastModified } of it.storage.list(`${folder}/${ids.holder}/`))
      stored.push(`${key} ${lastModified.toISOString()}`);
  return stored;
}

const requestOf = (index: number, own: FullHolder) =>
  validRequest(index, { own, origin: client.origin, deps: it.deps });

const ask = (route: Route, request: ApiRequest, cookie: string): Promise<HttpAnswer> =>
  client.send(toHttp(route, { ...request, headers: { ...request.headers, Cookie: cookie } }));

const foreignIn = (answer: HttpAnswer, request: ApiRequest) =>
  foreignTexts(answer, other, JSON.stringify(request));

test('there is a request for every route', () => {
  expect([...new Set(askedRoutes)].toSorted()).toEqual(listRoutes(it.app).toSorted());
});

test('every request is valid, and its answer shows nothing of another holder', {
  tags: 'long',
  timeout: TIME_LIMIT,
}, async () => {
  const faults: string[] = [];
  for (const [index, route] of askedRoutes.entries()) {
    const { own, cookie } = await (route.startsWith('GET ') ? signInUnchanged() : signIn());
    const request = await requestOf(index, own);
    const answer = await ask(route, request, cookie);
    if (answer.status >= 300) faults.push(`${route}: ${answer.status} ${answer.body}`);
    faults.push(...(await foreignIn(answer, request)).map((text) => `${route} says ${text}`));
  }
  expect(faults).toEqual([]);
});

/** Routes that read, but answer no text a user wrote. */
const ANSWERS_WITHOUT_TEXT: Route[] = [
  'GET /api/demo',
  'GET /api/drivers/phones',
  'GET /api/drivers/sheet/template',
  'GET /healthz',
  'GET /api/openapi.json',
  'GET /readyz',
  'GET /api/imports/template',
  'GET /api/imports/:id/lodged',
  'GET /api/trips/duplicates',
  'GET /api/trips/average-wait',
  'GET /api/trips/lodged',
  'GET /api/statistics',
  'GET /api/statistics/months',
  'GET /api/areas',
  'GET /api/calendar',
  'GET /api/records/removal',
  'GET /api/report-preferences',
  'GET /api/work',
  'GET /files/logos/:holderId/:file',
  'GET /files/profile-pictures/:holderId/:file',
  'GET /unsubscribe/style.css',
];

test(
  'every kind of answer shows its own holder the mark that others must not see',
  async () => {
    const cookie = await signInFullHolder(client, other);
    const unmarked: Route[] = [];
    for (const [index, route] of askedRoutes.entries()) {
      if (!/^(GET|POST .*reports)/.test(route)) continue;
      const request = await requestOf(index, other);
      const { postcode: _, ...query } = request.query;
      const answer = await ask(route, { ...request, query }, cookie);
      if (!(await foreignTexts(answer, other, '')).includes(FOREIGN_MARK)) unmarked.push(route);
    }
    expect(unmarked).toEqual(ANSWERS_WITHOUT_TEXT);
  },
  TIME_LIMIT,
);

test('the mark is stored in every column that can hold it', async () => {
  const { rows } = await it.db.$client.query<{ table: string; column: string }>(`
    select table_name as table, column_name as column
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and data_type in ('text', 'character varying', 'jsonb') order by 1, 2`);
  const unmarked: string[] = [];
  for (const { table, column } of rows) {
    const found = await it.db.$client.query(`select from "${table}" where "${column}"::text ilike $1`, [
      `%${FOREIGN_MARK}%`,
    ]);
    if (found.rowCount === 0) unmarked.push(`${table}.${column}`);
  }
  const ids =
    /\.(id|\w+_ids?|\w+_hash|deleted_by|sid|\w*key|bea_number|own_spelling|driver_authority_license|\w+_url)$/;
  expect(unmarked.filter((column) => !ids.test(column))).toEqual([
    'api_tokens.scope',
    'area_places.area',
    'audit_events.action',
    'audit_events.entity',
    'calendar_addresses.secret_sha256',
    'dated_facts.fact',
    'held_records.changes',
    'import_layouts.of',
    'lodged_documents.media_type',
    'lodged_documents.name',
    'lodged_documents.sha256',
    'lodgements.period',
    'lodgements.report',
    'report_deliveries.kind',
    'report_deliveries.period',
    'report_deliveries.state',
    'sign_in_codes.purpose',
    'trip_imports.of',
    'trips.kind',
    'vehicles.entered_with',
  ]);
});

/**
 * Where a foreign id is not answered by 404: it is ignored in a list, or has no meaning in its place. The test still checks
 * that nothing was changed or shown.
 */
const ANSWERED_OTHERWISE: Record<string, number[]> = {
  'POST /api/trips/delete json.ids.0': [200],
  'POST /api/trips/delete json.ids.1': [200],
  'POST /api/trips/restore json.ids.0': [200],
  'GET /api/trips/duplicates query.driverId': [200],
  'GET /api/trips/duplicates query.exceptId': [200],
  // a key is scoped to its holder, and must be a UUID
  'POST /api/trips headers.Idempotency-Key': [201, 400],
  'POST /api/shifts headers.Idempotency-Key': [201, 400],
  'POST /api/shifts/typed headers.Idempotency-Key': [201, 400],
  'POST /api/shifts/delete json.ids.0': [200],
  'POST /api/shifts/restore json.ids.0': [200],
  'POST /api/imports headers.Idempotency-Key': [201, 400],
  // a foreign trip does not count as stored already; with a foreign driver there is nothing to import
  'POST /api/imports file': [201, 400, 409],
  'POST /api/imports/preview file': [200],
  'POST /api/imports/files file': [200],
  'POST /api/imports/typed headers.Idempotency-Key': [201, 400],
  'POST /api/imports/typed json.rows.0.cells.licence': [409],
  'POST /api/imports/typed/preview json.rows.0.cells.licence': [200],
  'POST /api/drivers/sheet headers.Idempotency-Key': [201, 400],
  // a foreign driver's id says nothing: the row is a new driver, or is refused
  'POST /api/drivers/sheet file': [201, 409],
  'POST /api/drivers/sheet/preview file': [200],
  'POST /api/trips json.driverAuthorityLicense': [400],
  'PUT /api/trips/:id json.driverAuthorityLicense': [400],
  'PUT /api/trips/by-reference/:reference json.driverAuthorityLicense': [400],
  // a reference is its holder's own
  'PUT /api/trips/by-reference/:reference params.reference': [201, 400],
  // not the address of an upload
  'PUT /api/profile json.profilePictureUrl': [404, 400],
  'PUT /api/profile/logo json.logoUrl': [404, 400],
  'PUT /api/bea-holders/logo json.logoURL': [404, 400],
  'POST /api/auth/login json.beaNumber': [401],
  'POST /api/auth/passkey json.id': [401, 400],
  'POST /api/auth/passkey json.response.id': [401, 400],
  'POST /api/auth/passkey json.response.rawId': [401, 400],
  // what waited on a phone is kept as it was sent, and checked when it is stored
  'POST /api/drivers/held json.records.0.key': [204, 400],
  'POST /api/drivers/held json.records.0.trip.vehicleId': [204],
  'POST /api/drivers/held json.records.0.trip.driverAuthorityLicense': [204],
  'POST /api/drivers/held/store json.keys.0': [200],
  'POST /api/drivers/held/store json.keys.1': [200],
  'POST /api/drivers/held/drop json.keys.0': [200],
  'POST /api/drivers/held/drop json.keys.1': [200],
  // another browser's code
  'POST /api/auth/verify json.id': [401, 400],
  'POST /api/auth/verify/resend json.id': [401, 400],
  'POST /api/profile/contact-email/verify json.id': [400],
  // the signature is for another address
  'PUT /files/uploads/:holderId/:name params.holderId': [403],
  'PUT /files/uploads/:holderId/:name params.name': [403],
};

/** The same where every id is the other holder's. */
const ANSWERED_TOGETHER: Partial<Record<Route, number[]>> = {
  'POST /api/imports/preview': [200],
  'POST /api/imports': [400],
  'POST /api/imports/typed/preview': [200],
  'POST /api/imports/typed': [409],
  'POST /api/drivers/sheet/preview': [200],
  'POST /api/drivers/sheet': [409],
  'GET /api/trips/duplicates': [200],
  'POST /api/auth/passkey': [401],
  // anyone who has a logo's address can read it, see docs/product/rules.md#isolation
  'GET /files/logos/:holderId/:file': [200],
  'PUT /files/uploads/:holderId/:name': [403],
};

test(
  'no route accepts an id of another holder: it is not found, and nothing changes',
  async () => {
    const faults: string[] = [];
    const tried = new Set<string>();
    const others = await storedOf(other);
    let { own, cookie } = await signInAnew();
    let before = await listRows(own.ids);
    for (const [index, route] of askedRoutes.entries()) {
      for (const { path, kind, put } of placesOfIds(await requestOf(index, own), own)) {
        const where = `${route} ${path}`;
        tried.add(where);
        // there are more ids than a holder may upload pictures in an hour
        await it.endWindows();
        const isRefused = !ANSWERED_OTHERWISE[where];
        const lookForChanges = async (what: string, isAnswered: boolean) => {
          if (isDeepStrictEqual(await listRows(own.ids), before)) return;
          if (!isAnswered) faults.push(`${what}: refused, but something was changed`);
          ({ own, cookie } = await signInAnew());
          before = await listRows(own.ids);
        };
        const tryId = async (foreignKind: string, id: string) => {
          const place = isRefused
            ? { put }
            : placesOfIds(await requestOf(index, own), own).find(
                (one) => one.path === path && one.kind === kind,
              );
          const request = place?.put(id);
          if (!request) throw new Error(`${path} of ${route} is gone`);
          const answer = await ask(route, request, cookie);
          const what = `${where}, ${foreignKind}`;
          if (!(ANSWERED_OTHERWISE[where] ?? [404]).includes(answer.status))
            faults.push(`${what}: ${answer.status} ${answer.body}`);
          faults.push(...(await foreignIn(answer, request)).map((text) => `${what} says ${text}`));
          // the next id needs a holder that is as it was
          if (!isRefused && answer.status < 300) await lookForChanges(what, true);
        };
        const foreign = Object.entries(other.ids).filter(
          ([foreignKind]) => TRIES_ALL_KINDS || foreignKind === (kind === 'newKey' ? 'idempotencyKey' : kind),
        );
        expect(foreign, where).not.toEqual([]);
        // what is refused changes nothing that the next request is about, so all are sent at once
        if (isRefused) await Promise.all(foreign.map(([foreignKind, id]) => tryId(foreignKind, id)));
        else for (const [foreignKind, id] of foreign) await tryId(foreignKind, id);
        // once for all that were refused: reading a holder's rows takes longer than a refusal
        await lookForChanges(where, false);
      }
      expect(await storedOf(other), route).toEqual(others);
    }
    expect(faults).toEqual([]);
    expect([...tried]).toEqual(expect.arrayContaining(Object.keys(ANSWERED_OTHERWISE)));
  },
  TIME_LIMIT,
);

test(
  'no route accepts a request with only ids of another holder',
  async () => {
    const faults: string[] = [];
    const others = await storedOf(other);
    const { own, cookie } = await signInAnew();
    const before = await listRows(own.ids);
    for (const [index, route] of askedRoutes.entries()) {
      let request = await requestOf(index, own);
      const places = placesOfIds(request, own);
      if (places.length < 2) continue;
      for (const { path, kind } of places) {
        if (kind === 'newKey') continue;
        const same = placesOfIds(request, own).find((place) => place.path === path && place.kind === kind);
        request = same?.put(other.ids[kind]) ?? request;
      }
      const answer = await ask(route, request, cookie);
      if (!(ANSWERED_TOGETHER[route] ?? [404]).includes(answer.status))
        faults.push(`${route}: ${answer.status} ${answer.body}`);
      faults.push(...(await foreignIn(answer, request)).map((text) => `${route} says ${text}`));
      expect(await listRows(own.ids), route).toEqual(before);
    }
    expect(faults).toEqual([]);
    expect(await storedOf(other)).toEqual(others);
  },
  TIME_LIMIT,
);
