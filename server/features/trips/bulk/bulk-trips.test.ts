/** @module-tag partitions */
import { auditEvents } from '@shared/tables/holders';
import { lodgements } from '@shared/tables/reports';
import { drivers, trips, vehicles } from '@shared/tables/trips';
import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { buildDriver, buildTrip, insertDriver, insertTrip, insertVehicle } from '../../../test/builders';
import { createTestApp, TEST_NOW } from '../../../test/http/create-test-app';

const it = createTestApp();

let moment = TEST_NOW.getTime();
/** What is done at another moment is another act. */
const tick = () => {
  moment += 1000;
  it.setNow(new Date(moment));
};

/** A holder with trips of Amy, of three suburbs, and with a second driver, Ben. */
async function office({ count = 6 } = {}) {
  const holder = await it.signIn();
  const { holderId, agent } = holder;
  const amy = await insertDriver(it.db, holderId, { firstName: 'Amy', lastName: 'Young' });
  const ben = await insertDriver(it.db, holderId, { firstName: 'Ben', lastName: 'Kowalski' });
  const suburbs = ['Toowong', 'Ascot', 'Bardon'];
  for (let index = 0; index < count; index += 1)
    await insertTrip(it.db, amy, {
      suburb: suburbs[index % 3] ?? '',
      datetime: `2026-11-0${index + 1}T13:59:58.123Z`,
    });
  const stored = () =>
    it.db.select().from(trips).where(eq(trips.beaHolderId, holderId)).orderBy(trips.datetime, trips.id);
  const ask = (path: string, body: object, status = 200) => {
    tick();
    return agent
      .post(`/api/trips/${path}`)
      .send(body)
      .expect(status)
      .then((answer) => answer.body);
  };
  const seen = async () => (await stored()).map(({ id, version }) => ({ id, version }));
  return { ...holder, amy, ben, stored, seen, ask };
}
type Office = Awaited<ReturnType<typeof office>>;

const people = async ({ stored }: Office) =>
  (await stored()).map(({ driverId, driverAuthorityLicense }) => ({ driverId, driverAuthorityLicense }));
const ofDriver = ({ id, driverAuthorityLicense }: Office['amy']) => ({
  driverId: id,
  driverAuthorityLicense,
});
const auditOf = (id: string) =>
  it.db
    .select({ action: auditEvents.action, changes: auditEvents.changes })
    .from(auditEvents)
    .where(and(eq(auditEvents.entity, 'trip'), eq(auditEvents.entityId, id)))
    .orderBy(auditEvents.at);
/** Of the totals that statistics read. */
const totalsBySuburb = async ({ agent }: Office) => (await agent.get('/api/top-locations')).body;

test('trips are given to another driver, with that licence, and taken back as one', async () => {
  const own = await office();
  const before = await people(own);
  const { changed, undo } = await own.ask('change', { trips: await own.seen(), driverId: own.ben.id });
  expect(changed).toBe(6);
  expect(await people(own)).toEqual(Array(6).fill(ofDriver(own.ben)));
  const [first] = await own.stored();
  expect(first).toMatchObject({ version: 2, suburb: 'Toowong' });
  const toBen = {
    driverId: { from: own.amy.id, to: own.ben.id },
    driverAuthorityLicense: { from: own.amy.driverAuthorityLicense, to: own.ben.driverAuthorityLicense },
  };
  expect(await auditOf(first?.id ?? '')).toEqual([{ action: 'updated', changes: toBen }]);

  expect(await own.ask('undo', undo)).toEqual({ undone: 6 });
  expect(await people(own)).toEqual(before);
  expect(await auditOf(first?.id ?? '')).toHaveLength(2);
  expect(await own.ask('undo', undo), 'a second time there is nothing left to put back').toEqual({
    undone: 0,
  });
});

test('a trip that is given to another driver is in the vehicle that they had on its day', async () => {
  const own = await office({ count: 6 });
  const { driverAuthorityLicense } = own.ben;
  const changed = buildDriver({ driverAuthorityLicense, vehicleRegistrationNumber: 'NEW1' });
  await own.agent
    .put(`/api/drivers/${own.ben.id}`)
    .send({ ...changed, changedOn: '2026-11-04' })
    .expect(200);
  await own.ask('change', { trips: await own.seen(), driverId: own.ben.id });
  const [later] = await it.db.select().from(vehicles).where(eq(vehicles.registration, 'NEW1'));
  const [before, after] = [Array(3).fill(own.ben.vehicleId), Array(3).fill(later?.id)];
  expect((await own.stored()).map(({ vehicleId }) => vehicleId)).toEqual([...before, ...after]);
});

test('trips that match filters are moved to a day, keep their time, and come back', async () => {
  const own = await office();
  const before = await own.stored();
  const filters = { search: 'áscot', startDate: '2026-11-01', endDate: '2026-11-04' };
  const { changed, undo } = await own.ask('change', {
    matching: { filters, count: 1 },
    date: '2026-08-31',
  });
  expect(changed).toBe(1);
  const moved = (await own.stored()).map(({ datetime }) => datetime.toISOString());
  expect(moved).toContain('2026-08-31T13:59:58.123Z');
  expect(moved).not.toContain('2026-11-02T13:59:58.123Z');
  await own.ask('undo', undo);
  const times = (rows: typeof before) => rows.map(({ datetime }) => datetime);
  expect(times(await own.stored())).toEqual(times(before));
});

test('trips are put into another vehicle, and back', async () => {
  const own = await office({ count: 3 });
  const spare = await insertVehicle(it.db, own.holderId, { registration: '456DEF' });
  const cars = async () => (await own.stored()).map(({ vehicleId }) => vehicleId);
  const before = await cars();
  const { changed, undo } = await own.ask('change', { trips: await own.seen(), vehicleId: spare.id });
  expect(changed).toBe(3);
  expect(await cars()).toEqual(Array(3).fill(spare.id));
  const [first] = await own.stored();
  const changes = {
    vehicleId: { from: own.amy.vehicleId, to: spare.id },
    vehicleRegistration: { from: own.amy.vehicleRegistrationNumber, to: '456DEF' },
  };
  expect(await auditOf(first?.id ?? '')).toEqual([{ action: 'updated', changes }]);
  expect(await own.ask('change', { trips: await own.seen(), vehicleId: spare.id })).toMatchObject({
    changed: 0,
  });
  expect(await own.ask('undo', undo)).toEqual({ undone: 3 });
  expect(await cars()).toEqual(before);
});

test('trips without a vehicle are put into one, and have none again', async () => {
  const own = await office({ count: 0 });
  await insertTrip(it.db, { ...own.amy, vehicleId: null });
  const { undo } = await own.ask('change', { trips: await own.seen(), vehicleId: own.amy.vehicleId });
  expect((await own.stored())[0]?.vehicleId).toBe(own.amy.vehicleId);
  expect(await own.ask('undo', undo)).toEqual({ undone: 1 });
  expect((await own.stored())[0]?.vehicleId).toBeNull();
  expect(await own.ask('undo', undo)).toEqual({ undone: 0 });
});

test("a vehicle that was erased since is not put back into, and another holder's is not found", async () => {
  const [own, other] = [await office({ count: 1 }), await office({ count: 0 })];
  const [seen] = [await own.seen()];
  const [theirs] = await it.db.select().from(vehicles).where(eq(vehicles.beaHolderId, other.holderId));
  await own.ask('change', { trips: seen, vehicleId: theirs?.id }, 404);
  const spare = await insertVehicle(it.db, own.holderId, { registration: '456DEF' });
  await it.db.update(trips).set({ vehicleId: spare.id }).where(eq(trips.beaHolderId, own.holderId));
  const { undo } = await own.ask('change', { trips: seen, vehicleId: own.amy.vehicleId });
  await own.agent.delete(`/api/vehicles/${spare.id}`).expect(204);
  const { message } = await own.ask('undo', undo, 409);
  expect(message).toMatch(/drivers or vehicles, have been changed meanwhile/);
});

test('trips are made of another kind, and become what they were', async () => {
  const own = await office({ count: 3 });
  const { changed, undo } = await own.ask('change', { trips: await own.seen(), kind: 'rank-or-hail' });
  expect(changed).toBe(3);
  const kinds = async () => (await own.stored()).map(({ kind }) => kind);
  expect(await kinds()).toEqual(Array(3).fill('rank-or-hail'));
  const [first] = await own.stored();
  expect(await auditOf(first?.id ?? '')).toEqual([
    { action: 'updated', changes: { kind: { from: 'booked', to: 'rank-or-hail' } } },
  ]);
  expect(await own.ask('undo', undo)).toEqual({ undone: 3 });
  expect(await kinds()).toEqual(Array(3).fill('booked'));
});

test('all that match are deleted and come back as one, and the totals with them', async () => {
  const own = await office();
  const totals = await totalsBySuburb(own);
  const { deleted, undo } = await own.ask('delete', { matching: { filters: {}, count: 6 } });
  expect(deleted).toBe(6);
  expect(await totalsBySuburb(own)).toEqual([]);
  expect(await own.ask('undo', undo)).toEqual({ undone: 6 });
  expect(await totalsBySuburb(own)).toEqual(totals);
});

test('nothing is done where other trips match than someone was told, or where one was changed since', async () => {
  const own = await office();
  const before = await own.stored();
  const trips = await own.seen();
  for (const count of [5, 7]) {
    const matching = { filters: {}, count };
    await own.ask('change', { matching, driverId: own.ben.id }, 409);
    await own.ask('delete', { matching }, 409);
  }
  const stale = trips.map(({ id, version }, index) => ({ id, version: index === 3 ? 7 : version }));
  await own.ask('change', { trips: stale, driverId: own.ben.id }, 409);
  expect(await own.stored()).toEqual(before);
});

test('a change that is sent again, because its answer was lost, is no conflict', async () => {
  const own = await office();
  const body = { trips: await own.seen(), driverId: own.ben.id };
  await own.ask('change', body);
  expect(await own.ask('change', body)).toEqual({ changed: 0, undo: null });
});

test("a trip that is the driver's keeps the licence that it was logged under", async () => {
  const own = await office({ count: 2 });
  await it.db
    .update(drivers)
    .set({ driverAuthorityLicense: `NEW-${own.amy.id}` })
    .where(eq(drivers.id, own.amy.id));
  const before = await own.stored();
  await own.ask('change', { trips: await own.seen(), driverId: own.amy.id });
  expect(await own.stored()).toEqual(before);
});

test("another holder's trips, drivers and acts are not found, and nothing is changed", async () => {
  const [own, other] = [await office(), await office()];
  const [mine, theirs] = [await own.stored(), await other.stored()];
  const trips = [...(await own.seen()), ...(await other.seen()).slice(0, 1)];
  await own.ask('change', { trips, driverId: own.ben.id }, 404);
  await own.ask('change', { trips: await own.seen(), driverId: other.ben.id }, 404);
  expect(await own.stored()).toEqual(mine);
  expect(await other.stored()).toEqual(theirs);

  const { undo } = await other.ask('delete', { ids: theirs.map(({ id }) => id) });
  await own.ask('undo', undo, 404);
  await other.ask('undo', { ...undo, trips: 5 }, 404);
  expect((await own.agent.get('/api/trips')).body.total).toBe(6);
  expect((await other.agent.get('/api/trips')).body.total).toBe(0);
});

test('what was changed, deleted or lost its driver since is not taken back, and nothing next to it', async () => {
  const own = await office();
  const [first] = await own.stored();
  const give = async (driver: Office['amy']) =>
    (await own.ask('change', { trips: await own.seen(), driverId: driver.id })).undo;

  const changedSince = await give(own.ben);
  const zoe = await insertDriver(it.db, own.holderId, { firstName: 'Zoe' });
  tick();
  await own.agent
    .put(`/api/trips/${first?.id}`)
    .send(buildTrip(zoe, { suburb: 'Toowong' }))
    .expect(200);
  const afterEdit = await own.stored();
  await own.ask('undo', changedSince, 409);
  expect(await own.stored()).toEqual(afterEdit);

  await own.agent.delete(`/api/drivers/${own.amy.id}`).expect(204);
  await own.ask('change', { trips: await own.seen(), driverId: own.ben.id });
  const withoutAmy = await own.stored();
  await own.ask('undo', changedSince, 409);
  expect(await own.stored()).toEqual(withoutAmy);

  const deletedSince = await give(zoe);
  tick();
  await own.agent.delete(`/api/trips/${first?.id}`).expect(204);
  await own.ask('undo', deletedSince, 409);
  expect((await people(own)).slice(1)).toEqual(Array(5).fill(ofDriver(zoe)));
});

test('an act can be taken back for 30 days', async () => {
  const own = await office({ count: 1 });
  const { undo } = await own.ask('delete', { matching: { filters: {}, count: 1 } });
  const now = moment;
  moment += 31 * 24 * 60 * 60 * 1000;
  await own.ask('undo', undo, 404);
  moment = now;
});

test.each([
  ['Select at least one trip', { trips: [], driverId: 'x' }],
  ['Select at least one trip', { driverId: 'x' }],
  ['Select at least one trip', { trips: [{ id: 'x' }], matching: { filters: {}, count: 1 }, driverId: 'x' }],
  ['Choose a driver, a vehicle, a date or a kind', { trips: [{ id: 'x' }] }],
  [
    'Choose a driver, a vehicle, a date or a kind',
    { trips: [{ id: 'x' }], driverId: 'x', date: '2026-11-01' },
  ],
  ['Date is required', { trips: [{ id: 'x' }], date: '2026-02-30' }],
  ['Date must lie between 2000 and 2099', { trips: [{ id: 'x' }], date: '1999-12-31' }],
  ['At most 500 trips', { trips: Array(501).fill({ id: 'x' }), driverId: 'x' }],
  [
    'At most 5,000 trips at once. Narrow the filters',
    { matching: { filters: {}, count: 5001 }, driverId: 'x' },
  ],
  ['Postcode must be 4 digits', { matching: { filters: { postcode: '40' }, count: 1 }, driverId: 'x' }],
  ['Unknown field: postCode', { matching: { filters: { postCode: '4066' }, count: 1 }, driverId: 'x' }],
])('%s: a change is refused (%#)', async (message, body) => {
  const { agent } = await it.signIn();
  expect((await agent.post('/api/trips/change').send(body).expect(400)).body.message).toBe(message);
});

test('nothing is deleted by a filter that there is not', async () => {
  const own = await office();
  const { message } = await own.ask('delete', { matching: { filters: { suburb: 'Ascot' }, count: 6 } }, 400);
  expect(message).toBe('Unknown field: suburb');
  expect((await own.stored()).map(({ deletedAt }) => deletedAt)).toEqual(Array(6).fill(null));
});

test('a request with 100,000 ids is refused before it is read', async () => {
  const { agent } = await it.signIn();
  const ids = Array.from({ length: 100_000 }, (_, index) => `trip-${index}`);
  await agent.post('/api/trips/delete').send({ ids }).expect(413);
});

const lodge = ({ holderId }: Office) =>
  it.db.insert(lodgements).values({
    beaHolderId: holderId,
    report: 'quarterly',
    period: 'Q2-2026',
    lodgedOn: '2026-11-20',
    figures: {},
    pdfSha256: '',
  });

test('it is known which lodged reports have trips that match', async () => {
  const own = await office();
  await lodge(own);
  const { body } = await own.agent.get('/api/trips/lodged').query({ search: 'bardon' }).expect(200);
  expect(body).toEqual([{ period: 'Q2-2026', trips: 2 }]);
});

test('a trip that was not booked is in no quarterly report, unless its kind is what changes', async () => {
  const own = await office({ count: 1 });
  await it.db.update(trips).set({ kind: 'rank-or-hail' }).where(eq(trips.beaHolderId, own.holderId));
  await lodge(own);
  const lodged = async (query: object) =>
    (await own.agent.get('/api/trips/lodged').query(query).expect(200)).body;
  expect(await lodged({})).toEqual([]);
  expect(await lodged({ changes: 'kind' })).toEqual([{ period: 'Q2-2026', trips: 1 }]);
});
