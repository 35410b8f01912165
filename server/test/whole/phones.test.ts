/** @module-tag partitions */
import { randomUUID } from 'node:crypto';
import { beaHolders, devices, phoneCodes } from '@shared/tables/holders';
import { drivers, shifts, trips } from '@shared/tables/trips';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from '../../app';
import { codeHashOf } from '../../features/phones/phones.service';
import { COUNTED_ALREADY } from '../../lib/throttle';
import { insertDriver, insertTrip } from '../builders';
import { phoneCodeOf } from '../device-rows';
import { foreignTexts } from '../foreign-texts';
import { FOREIGN_MARK, type FullHolder, insertFullHolder } from '../full-holder';
import { cookieHeader } from '../http/cookie-header';
import { createTestApp, TEST_NOW } from '../http/create-test-app';
import { type ApiRequest, askRoute, type HttpClient, serve, toHttp } from '../http/http-requests';
import { placesOfIds } from '../http/places-of-ids';
import type { Route } from '../http/route-table';
import { FOR_STRANGERS } from '../http/stranger-routes';
import { askedRoutes, validRequest } from '../http/valid-requests';
import { readStoredRows, type StoredRows } from '../postgres/stored-rows';

/** Every route, asked by a driver's own phone (docs/product/phones.md#what-a-phone-may-do). */

/** What a phone may do. Every other route is closed to it. */
const OPEN: Route[] = [
  'GET /api/auth/me',
  'GET /api/drivers',
  'GET /api/vehicles',
  'GET /api/trips',
  'GET /api/trips/recent-suburbs',
  'GET /api/trips/duplicates',
  'POST /api/trips',
  'POST /api/trips/restore',
  'PUT /api/trips/:id',
  'DELETE /api/trips/:id',
  'GET /api/shifts/open',
  'POST /api/shifts',
  'PUT /api/shifts/:id',
  'DELETE /api/shifts/:id',
  'POST /api/drivers/:id/phone-codes',
  'POST /api/drivers/held',
];
/** What one that has ended may do. */
const EVEN_ENDED: Route[] = ['POST /api/drivers/held'];

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

type Ids = FullHolder['ids'];
type OnPhone = Awaited<ReturnType<typeof signIn>>;

/** Makes a browser a driver's phone. */
async function becomePhone(beaHolderId: string, driverId: string) {
  const code = phoneCodeOf({ phoneCode: randomUUID() });
  const codeHash = codeHashOf(it.deps, code);
  const expiresAt = new Date(TEST_NOW.getTime() + 60_000);
  await it.db.insert(phoneCodes).values({ beaHolderId, driverId, codeHash, phonesLeft: 1, expiresAt });
  const use = toHttp('POST /api/auth/phone', { params: {}, query: {}, headers: {}, json: { code } });
  const { headers } = await client.send(use);
  const [device] = await it.db.select().from(devices).where(eq(devices.driverId, driverId));
  return { phone: String(device?.id), cookie: cookieHeader(headers['set-cookie']) };
}

/** A holder whose every text is the mark, but for one driver's rows and what drivers may know; and that driver's phone. */
async function signIn() {
  const office = await insertFullHolder(it.deps, { mark: FOREIGN_MARK, postcode: FOREIGN_MARK });
  const { holder } = office.ids;
  const shown = { companyName: 'River City Cars', tradingName: null, logoUrl: null };
  await it.db.update(beaHolders).set(shown).where(eq(beaHolders.id, holder));
  const driver = await insertDriver(it.db, holder, { vehicleRegistrationNumber: 'OWN1' });
  const trip = await insertTrip(it.db, driver);
  const deletedTrip = await insertTrip(it.db, driver);
  await it.db.update(trips).set({ deletedAt: TEST_NOW }).where(eq(trips.id, deletedTrip.id));
  const shift = { beaHolderId: holder, driverId: driver.id, vehicleId: driver.vehicleId };
  const [ended, open] = await it.db
    .insert(shifts)
    .values([
      { ...shift, startsAt: new Date('2026-11-20T14:00:00Z'), endsAt: new Date('2026-11-20T18:00:00Z') },
      { ...shift, startsAt: new Date('2026-11-20T22:00:00Z') },
    ])
    .returning();
  const { phone, cookie } = await becomePhone(holder, driver.id);
  const { driverAuthorityLicense: licence, vehicleId } = driver;
  const mine = {
    driver: driver.id,
    licence,
    vehicle: String(vehicleId),
    trip: trip.id,
    deletedTrip: deletedTrip.id,
    shift: String(ended?.id),
    openShift: String(open?.id),
    phone,
  };
  return { office, own: { ...office, ids: { ...office.ids, ...mine } as Ids }, mine, cookie };
}

const requestOf = (index: number, own: FullHolder) =>
  validRequest(index, { own, origin: client.origin, deps: it.deps });

const ask = (route: Route, request: ApiRequest, cookie: string) =>
  askRoute(client, route, request, { Cookie: cookie });

/** What an answer shows of the office, of other drivers and of other holders. */
async function foreignIn(answer: Awaited<ReturnType<typeof ask>>, { office }: OnPhone, named: string) {
  const { holder: _, ...ids } = office.ids;
  const shown = [office, stranger].map((of) =>
    foreignTexts(answer, { ...of, ids: of === office ? (ids as Ids) : of.ids }, named),
  );
  return (await Promise.all(shown)).flat();
}

/** Asks every route that the phone may not, and says which answered otherwise. */
async function askAll(phone: OnPhone, open: Route[], expected: string) {
  const before = await listRows(phone.office.ids);
  const faults: string[] = [];
  for (const own of [phone.office, phone.own])
    for (const [index, route] of askedRoutes.entries()) {
      if (open.includes(route) || FOR_STRANGERS.includes(route)) continue;
      const request = await requestOf(index, own);
      const answer = await ask(route, request, phone.cookie);
      if (answer.said !== expected) faults.push(`${route}: ${answer.said}`);
    }
  expect(await listRows(phone.office.ids)).toEqual(before);
  return faults;
}

test('every route is closed to a phone but those that are listed', async () => {
  expect(await askAll(await signIn(), OPEN, '403 not-on-a-phone')).toEqual([]);
});

const DAY_BEFORE = new Date('2026-11-20T00:00:00Z');

test.each<[string, (phone: OnPhone) => Promise<unknown>]>([
  [
    'was ended',
    ({ mine }) => it.db.update(devices).set({ endedAt: TEST_NOW }).where(eq(devices.id, mine.phone)),
  ],
  [
    'was not used for 90 days',
    ({ mine }) =>
      it.db
        .update(devices)
        .set({ lastUsedAt: new Date('2026-08-22T00:00:00Z') })
        .where(eq(devices.id, mine.phone)),
  ],
  [
    'has a driver who is switched off',
    ({ mine }) => it.db.update(drivers).set({ isActive: false }).where(eq(drivers.id, mine.driver)),
  ],
  [
    'has a driver whose last day is over',
    ({ mine }) => it.db.update(drivers).set({ endDate: DAY_BEFORE }).where(eq(drivers.id, mine.driver)),
  ],
  [
    'has a driver who was removed',
    ({ mine }) => it.db.update(drivers).set({ deletedAt: TEST_NOW }).where(eq(drivers.id, mine.driver)),
  ],
])('every route is closed to a phone that %s', async (_, end) => {
  const phone = await signIn();
  await end(phone);
  expect(await askAll(phone, EVEN_ENDED, '401 phone-ended')).toEqual([]);
  for (const route of EVEN_ENDED) {
    const answer = await ask(route, await requestOf(askedRoutes.indexOf(route), phone.own), phone.cookie);
    expect(answer.said, route).toBe('204');
  }
});

const openRoutes = [...askedRoutes.entries()].filter(([, route]) => OPEN.includes(route));

test('a phone does what is listed for its driver, and is shown nothing of others', async () => {
  const faults: string[] = [];
  for (const [index, route] of openRoutes) {
    const phone = await signIn();
    const request = await requestOf(index, phone.own);
    const answer = await ask(route, request, phone.cookie);
    if (answer.status >= 300) faults.push(`${route}: ${answer.status} ${answer.body}`);
    faults.push(
      ...(await foreignIn(answer, phone, JSON.stringify(request))).map((text) => `${route} says ${text}`),
    );
  }
  expect(faults).toEqual([]);
});

/** The last word of a kind of ids: the ids of deleted trips are those of trips. */
const wordOf = (kind: string) => /[A-Z]?[a-z]+$/.exec(kind)?.[0].toLowerCase();

/** Where a foreign id is not answered by 404; the test still checks that nothing was changed or shown. */
const ANSWERED_OTHERWISE: Record<string, number[]> = {
  // it is ignored in a list, or has no meaning in its place
  'GET /api/trips/duplicates query.driverId': [200],
  'GET /api/trips/duplicates query.exceptId': [200],
  'POST /api/trips/restore json.ids.0': [200],
  'POST /api/trips json.driverAuthorityLicense': [400],
  'PUT /api/trips/:id json.driverAuthorityLicense': [400],
  // a trip may have waited on the phone while the office gave the driver another vehicle
  'POST /api/trips json.vehicleId': [201],
  'PUT /api/trips/:id json.vehicleId': [200],
  'POST /api/shifts json.vehicleId': [201],
  'PUT /api/shifts/:id json.vehicleId': [200],
  // what waited on a phone is kept as it was sent, and checked when the office stores it
  'POST /api/drivers/held json.records.0.trip.vehicleId': [204],
  'POST /api/drivers/held json.records.0.trip.driverAuthorityLicense': [204],
};

test('a phone finds no row of another driver or holder, and changes none', async () => {
  const faults: string[] = [];
  const tried = new Set<string>();
  const others = await listRows(stranger.ids);
  let phone = await signIn();
  let before = await listRows(phone.office.ids);
  for (const [index, route] of openRoutes)
    for (const { path, kind } of placesOfIds(await requestOf(index, phone.own), phone.own)) {
      if (kind === 'newKey') continue;
      const where = `${route} ${path}`;
      const foreign = [phone.office, stranger].flatMap(({ ids }) => Object.entries(ids));
      for (const [foreignKind, id] of foreign) {
        if (wordOf(foreignKind) !== wordOf(kind) || id === phone.own.ids[kind]) continue;
        tried.add(where);
        const places = placesOfIds(await requestOf(index, phone.own), phone.own);
        const request = places.find((place) => place.path === path && place.kind === kind)?.put(id);
        if (!request) throw new Error(`${where} is gone`);
        const answer = await ask(route, request, phone.cookie);
        const what = `${where}, ${foreignKind}`;
        const isHoldersVehicle = foreignKind === 'vehicle' && id === phone.office.ids.vehicle;
        const isRefused = path === 'json.vehicleId' && !isHoldersVehicle;
        const answers = isRefused ? [404] : ANSWERED_OTHERWISE[where];
        if (!(answers ?? [404]).includes(answer.status))
          faults.push(`${what}: ${answer.status} ${answer.body}`);
        const isVehicle = path.endsWith('vehicleId') && answer.status < 300;
        const named = `${JSON.stringify(request)} ${isVehicle ? FOREIGN_MARK : ''}`;
        const shown = await foreignIn(answer, phone, named);
        faults.push(...shown.map((text) => `${what} says ${text}`));
        if (answer.status >= 300) continue;
        phone = await signIn();
        before = await listRows(phone.office.ids);
      }
      expect(await listRows(phone.office.ids), where).toEqual(before);
      expect(await listRows(stranger.ids), where).toEqual(others);
    }
  expect(faults).toEqual([]);
  expect([...tried]).toEqual(expect.arrayContaining(Object.keys(ANSWERED_OTHERWISE)));
});

test.each([
  '',
  '?limit=1',
  '?page=2&limit=1',
  '?startDate=2020-01-01',
  '?endDate=2026-12-31',
  '?postcode=4000',
  `?search=${FOREIGN_MARK}`,
  '?startDate=2026-07-01&endDate=2026-12-31&sort=suburb',
  '?lodged=false',
])(
  'a phone lists and counts its driver’s trips of yesterday and today alone, whatever it asks for: trips%s',
  async (query) => {
    const { mine, office, own, cookie } = await signIn();
    const driver = { id: mine.driver, beaHolderId: office.ids.holder, driverAuthorityLicense: mine.licence };
    const yesterday = await insertTrip(it.db, driver, { datetime: '2026-11-19T14:00:00.000Z' });
    await insertTrip(it.db, driver, { datetime: '2026-11-19T13:59:00.000Z' });
    await insertTrip(it.db, driver, { datetime: '2026-07-19T14:00:00.000Z' });
    const target = `/api/trips${query}`;
    const { status, body } = await client.send({
      method: 'GET',
      target,
      headers: { Cookie: cookie },
      body: undefined,
    });
    expect(status).toBe(200);
    const { trips: listed, total } = JSON.parse(body.toString());
    for (const { id } of listed) expect([own.ids.trip, yesterday.id]).toContain(id);
    expect(total).toBe(/postcode|search/.test(query) ? 0 : 2);
  },
);
