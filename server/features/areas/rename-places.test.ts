import type { FigureChange, LodgementChanges } from '@shared/reports/lodgements';
import { auditEvents } from '@shared/tables/holders';
import { areaPlaces, tripLocationTotals, trips } from '@shared/tables/trips';
import { and, asc, eq } from 'drizzle-orm';
import { afterEach, expect, test, vi } from 'vitest';
import { buildTrip, insertDriver, insertTrip } from '../../test/builders';
import { createTestApp, TEST_NOW } from '../../test/http/create-test-app';
import { renamePlaces } from './rename-places.service';

const it = createTestApp();
const logged = vi.fn();
const deps = () => ({ ...it.deps, log: { ...it.deps.log, info: logged } as never });
afterEach(() => logged.mockReset());

/** As earlier versions stored them by the form, by an import and through the API. */
const FORMER = [
  ['Milton, QLD', '4064'],
  ['Milton', '4064'],
  ['MILTON, qld', '4064'],
  ['mt gravatt', '4122'],
  ['Mount Gravatt', '4122'],
  ['Tweed Heads', '2485'],
  ['Tweed Heads, NSW', '2485'],
  ['Camp Nowhere', '4999'],
] as const;

async function office(places: readonly (readonly [string, string])[] = FORMER) {
  const holder = await it.signIn();
  const driver = await insertDriver(it.db, holder.holderId);
  for (const [index, [suburb, postcode]] of places.entries())
    await insertTrip(it.db, driver, { suburb, postcode, datetime: `2026-08-1${index}T01:00:00.000Z` });
  const stored = async () => {
    const own = eq(trips.beaHolderId, holder.holderId);
    const rows = await it.db.select().from(trips).where(own).orderBy(asc(trips.datetime));
    return rows.map(({ suburb }) => suburb);
  };
  const totals = () =>
    it.db
      .select()
      .from(tripLocationTotals)
      .where(eq(tripLocationTotals.beaHolderId, holder.holderId))
      .orderBy(asc(tripLocationTotals.suburbKey));
  const top = async () => (await holder.agent.get('/api/top-locations').expect(200)).body;
  return { ...holder, driver, stored, totals, top };
}

const MILTON = ['Milton', 'Milton', 'Milton'];
const RENAMED = [
  ...MILTON,
  'Mount Gravatt',
  'Mount Gravatt',
  'Tweed Heads, NSW',
  'Tweed Heads, NSW',
  'Camp Nowhere',
];

test('places that were stored in other spellings are one line, once and for all', async () => {
  const own = await office();
  expect(await own.top()).toHaveLength(7);
  await renamePlaces(deps(), TEST_NOW);
  expect(await own.stored()).toEqual(RENAMED);
  expect(await own.top()).toEqual([
    { suburb: 'Milton', postcode: '4064', tripCount: 3 },
    { suburb: 'Mount Gravatt', postcode: '4122', tripCount: 2 },
    { suburb: 'Tweed Heads, NSW', postcode: '2485', tripCount: 2 },
    { suburb: 'Camp Nowhere', postcode: '4999', tripCount: 1 },
  ]);
  expect(await own.totals(), 'nothing of the former spellings is left').toHaveLength(4);
  expect(logged).toHaveBeenCalledExactlyOnceWith({ trips: 4 }, expect.stringContaining('places'));

  const before = await it.db.select().from(trips);
  await renamePlaces(deps(), new Date(TEST_NOW.getTime() + 1000));
  expect(await it.db.select().from(trips)).toEqual(before);
  expect(logged).toHaveBeenCalledOnce();
});

test('the history says what was renamed, by no person, and Activity has one line', async () => {
  const own = await office();
  await renamePlaces(deps(), TEST_NOW);
  const [first] = await it.db
    .select({ id: trips.id })
    .from(trips)
    .where(eq(trips.beaHolderId, own.holderId))
    .orderBy(asc(trips.datetime));
  const { body } = await own.agent.get(`/api/trips/${first?.id}/changes`).expect(200);
  expect(body.events).toMatchObject([
    { person: null, action: 'updated', changes: { suburb: { from: 'Milton, QLD', to: 'Milton' } } },
  ]);
  const { body: activity } = await own.agent.get('/api/activity').expect(200);
  const renaming = activity.events.filter(({ entity }: { entity: string }) => entity === 'trip');
  expect(renaming).toMatchObject([{ person: null, many: { count: 4 } }]);
});

test('a form that is open with the former spelling stores its change', async () => {
  const own = await office([['Milton, QLD', '4064']]);
  const [open] = (await own.agent.get('/api/trips').expect(200)).body.trips;
  await renamePlaces(deps(), TEST_NOW);
  const {
    id,
    driverName: _n,
    vehicleRegistration: _r,
    createdAt: _c,
    updatedAt: _u,
    beaHolderId: _h,
    ...sent
  } = open;
  const { body } = await own.agent
    .put(`/api/trips/${id}`)
    .send({ ...sent, waitingTime: 9 })
    .expect(200);
  expect(body).toMatchObject({ suburb: 'Milton', waitingTime: 9, version: 2 });
});

test('a run that is cut off keeps what it did, and the next one goes on', async () => {
  const own = await office();
  let asked = 0;
  const lifecycle = {
    ...it.deps.lifecycle,
    get stopping() {
      asked += 1;
      return asked > 1;
    },
  };
  await renamePlaces({ ...deps(), lifecycle }, TEST_NOW, 3);
  const half = await own.stored();
  expect(half.filter((suburb, index) => suburb !== FORMER[index]?.[0])).toHaveLength(3);
  expect(
    (await own.top()).reduce((sum: number, { tripCount }: { tripCount: number }) => sum + tripCount, 0),
  ).toBe(8);
  await renamePlaces(deps(), TEST_NOW, 3);
  expect(await own.stored()).toEqual(RENAMED);
  expect(await own.totals()).toHaveLength(4);
});

test('two processes at once rename each trip once', async () => {
  const own = await office();
  await Promise.all([1, 2, 3].map(() => renamePlaces(deps(), TEST_NOW, 2)));
  await renamePlaces(deps(), TEST_NOW);
  expect(await own.stored()).toEqual(RENAMED);
  const events = await it.db.$count(
    auditEvents,
    and(eq(auditEvents.beaHolderId, own.holderId), eq(auditEvents.entity, 'trip')),
  );
  expect(events).toBe(4);
  expect((await own.totals()).map(({ tripCount }) => tripCount)).toEqual([1, 3, 2, 2]);
});

test('a deleted trip comes back under the name of its place', async () => {
  const own = await office([['Milton, QLD', '4064']]);
  const [trip] = (await own.agent.get('/api/trips').expect(200)).body.trips;
  await own.agent.delete(`/api/trips/${trip.id}`).expect(204);
  await renamePlaces(deps(), TEST_NOW);
  await own.agent
    .post('/api/trips/restore')
    .send({ ids: [trip.id] })
    .expect(200);
  expect(await own.top()).toEqual([{ suburb: 'Milton', postcode: '4064', tripCount: 1 }]);
});

test('a confirmed area moves along, and that of the name itself wins', async () => {
  const [own, other] = [await office(), await office()];
  const confirm = (holderId: string, suburbKey: string, postcode: string, area: string) =>
    it.db.insert(areaPlaces).values({ beaHolderId: holderId, postcode, suburbKey, area });
  await confirm(own.holderId, 'milton, qld', '4064', 'Ipswich');
  await confirm(own.holderId, '', '4122', 'Redcliffe');
  await confirm(other.holderId, 'milton, qld', '4064', 'Ipswich');
  await confirm(other.holderId, 'milton', '4064', 'Redcliffe');
  const areas = async ({ agent }: typeof own) =>
    Object.fromEntries(
      (await agent.get('/api/areas/places').expect(200)).body.map(
        ({ suburb, area, isConfirmed }: Record<string, unknown>) => [suburb, isConfirmed && area],
      ),
    );
  expect((await areas(own)).Milton, 'before it is renamed').toBe('Ipswich');
  await renamePlaces(deps(), TEST_NOW);
  expect(await areas(own)).toMatchObject({ Milton: 'Ipswich', 'Mount Gravatt': 'Redcliffe' });
  expect((await areas(other)).Milton).toBe('Redcliffe');
  expect(await it.db.$count(areaPlaces, eq(areaPlaces.beaHolderId, other.holderId))).toBe(1);
});

test('a lodged report is not changed by the name of a place, and its history names people alone', async () => {
  const own = await office();
  const lodged = { report: 'quarterly', period: 'Q1-2026', lodgedOn: '2026-10-20' };
  it.setNow('2026-11-21T02:00:00Z');
  const { body: lodgement } = await own.agent.post('/api/lodgements').send(lodged).expect(201);
  const changes = async () => (await own.agent.get('/api/lodgements/changes').expect(200)).body;
  /** All but the trip as it is stored now. */
  const said = (answer: LodgementChanges) =>
    Object.values(answer).map(({ trips, ...figures }) => ({
      ...figures,
      events: trips.listed.map(({ event }) => event),
    }));
  it.setNow('2026-11-21T02:01:00Z');
  const [trip] = (await own.agent.get('/api/trips?search=Milton,%20QLD&order=asc').expect(200)).body.trips;
  const sent = buildTrip(own.driver, { datetime: trip.datetime, suburb: 'Milton, QLD', postcode: '4064' });
  await own.agent
    .put(`/api/trips/${trip.id}`)
    .send({ ...sent, waitingTime: 7 })
    .expect(200);
  await it.db.update(trips).set({ suburb: 'Milton, QLD' }).where(eq(trips.id, trip.id));
  const before = await changes();
  it.setNow('2026-11-21T02:02:00Z');
  await renamePlaces(deps(), it.deps.clock());
  expect(said(await changes())).toEqual(said(before));
  const figures = before[lodgement.id].figures.map(({ label, times, last }: FigureChange) => [
    label,
    times,
    last?.person,
  ]);
  expect(figures).toEqual([
    ['Total waiting', 1, 'Mary Jane Smith'],
    ['Average wait', 1, 'Mary Jane Smith'],
    ['4064 Milton', 1, 'Mary Jane Smith'],
  ]);
  await own.agent
    .put(`/api/trips/${trip.id}`)
    .send({ ...sent, waitingTime: 5 })
    .expect(200);
  expect(await changes()).toEqual({});
  const places = (await own.agent.get('/api/areas/places').expect(200)).body;
  expect(places.map(({ lodged }: { lodged: string[] }) => lodged)).toEqual(Array(4).fill(['Q1-2026']));
});
