import { randomUUID } from 'node:crypto';
import { DAY_MS } from '@shared/durations';
import { LENGTHS, MAX_HANDED_IN, MAX_HELD_RECORDS } from '@shared/limits';
import type { HeldRecord } from '@shared/phones';
import { auditEvents } from '@shared/tables/holders';
import { drivers, heldRecords, idempotencyKeys, shifts, trips } from '@shared/tables/trips';
import { and, eq } from 'drizzle-orm';
import { describe, expect, onTestFinished, test } from 'vitest';
import { buildTrip, insertDriver, insertVehicle } from '../../test/builders';
import { createTestApp, type SignedIn, TEST_NOW } from '../../test/http/create-test-app';
import { driversPhone } from '../../test/http/drivers-phone';
import { sweepIdempotencyKeys } from '../trips/trips.repository';

const it = createTestApp();

async function officeWithPhone() {
  const office = await it.signIn();
  const vehicle = await insertVehicle(it.db, office.holderId, { registration: '123ABC' });
  const driver = await insertDriver(it.db, office.holderId, { firstName: 'Amy', lastName: 'Nguyen' });
  return { ...office, driver, vehicle, phone: await driversPhone(it, office, driver.id) };
}
type Office = Awaited<ReturnType<typeof officeWithPhone>>;

const loggedAt = TEST_NOW.toISOString();
const tripOf = ({ driver }: Pick<Office, 'driver'>, overrides: object = {}) => ({
  key: randomUUID() as string,
  loggedAt,
  trip: buildTrip(driver, overrides),
});
const shiftOf = ({ driver }: Pick<Office, 'driver'>) => ({
  key: randomUUID() as string,
  loggedAt,
  shift: { driverId: driver.id, start: '2026-11-20T20:10:00.000Z', end: null, note: null },
});
const handIn = (agent: SignedIn['agent'], ...records: object[]) =>
  agent.post('/api/drivers/held').send({ records });
const listOf = async ({ agent }: Pick<Office, 'agent'>): Promise<HeldRecord[]> =>
  (await agent.get('/api/drivers/held').expect(200)).body;
const storedOf = async ({ driver }: Office) => ({
  trips: await it.db.select().from(trips).where(eq(trips.driverId, driver.id)),
  shifts: await it.db.select().from(shifts).where(eq(shifts.driverId, driver.id)),
});
const heldEvents = (holderId: string) =>
  it.db
    .select()
    .from(auditEvents)
    .where(and(eq(auditEvents.beaHolderId, holderId), eq(auditEvents.entity, 'heldRecord')));
/** What the phone sent before it ended. */
async function arrive(
  { phone }: Office,
  ...records: (ReturnType<typeof tripOf> | ReturnType<typeof shiftOf>)[]
) {
  for (const record of records)
    await ('trip' in record
      ? phone.post('/api/trips').set('Idempotency-Key', record.key).send(record.trip).expect(201)
      : phone.post('/api/shifts').set('Idempotency-Key', record.key).send(record.shift).expect(201));
}
const settle = (office: Pick<Office, 'agent'>, how: 'store' | 'drop', ...records: { key: string }[]) =>
  office.agent.post(`/api/drivers/held/${how}`).send({ keys: records.map(({ key }) => key) });
const switchOff = ({ driver }: Office) =>
  it.db.update(drivers).set({ isActive: false }).where(eq(drivers.id, driver.id));

describe('a phone that has ended', () => {
  test('hands in what waited, once, and the office sees it with its driver and vehicle', async () => {
    const office = await officeWithPhone();
    const { phone, driver, vehicle, agent } = office;
    const [trip, shift] = [tripOf(office, { vehicleId: vehicle.id, suburb: 'Toowong' }), shiftOf(office)];
    await switchOff(office);
    await phone.get('/api/trips').expect(401);
    await handIn(phone, trip, shift).expect(204);
    await handIn(phone, shift, trip).expect(204);
    const of = { driverId: driver.id, driverName: 'Amy Nguyen', loggedAt };
    const { datetime, suburb, postcode, waitingTime } = trip.trip;
    const shown = { datetime, suburb, postcode, waitingTime, vehicleRegistration: '123ABC' };
    const expected = [
      { ...of, key: trip.key, trip: shown },
      { ...of, key: shift.key, shift: { start: shift.shift.start, end: null } },
    ];
    expect(await listOf(office)).toEqual(expected.toSorted((a, b) => a.key.localeCompare(b.key)));
    const { body } = await agent.get('/api/drivers/phones').expect(200);
    expect(body).toEqual([{ driverId: driver.id, phones: 0, lastUsedAt: null, held: 2 }]);
    expect(await storedOf(office)).toEqual({ trips: [], shifts: [] });
  });

  test('hands in nothing of another driver, and nothing of its own where one is', async () => {
    const office = await officeWithPhone();
    const colleague = await insertDriver(it.db, office.holderId);
    await handIn(office.phone, tripOf(office), tripOf({ driver: colleague })).expect(404);
    expect(await listOf(office)).toEqual([]);
  });

  test('hands in ten at once, whatever their notes say', async () => {
    const office = await officeWithPhone();
    const longest = { notes: '漢'.repeat(LENGTHS.notes), suburb: '漢'.repeat(LENGTHS.suburb) };
    const records = Array.from({ length: MAX_HANDED_IN + 1 }, () => tripOf(office, longest));
    await handIn(office.phone, ...records).expect(400);
    await handIn(office.phone, ...records.slice(1)).expect(204);
    expect(await listOf(office)).toHaveLength(MAX_HANDED_IN);
  });

  test('hands in again what its driver corrected meanwhile, which is held as it is then', async () => {
    const office = await officeWithPhone();
    const { phone, holderId } = office;
    const [corrected, same] = [tripOf(office), tripOf(office)];
    await handIn(phone, corrected, same).expect(204);
    const trip = { ...corrected.trip, suburb: 'Auchenflower' };
    await handIn(phone, same, { ...corrected, trip }).expect(204);
    expect(await listOf(office)).toHaveLength(2);
    expect(await listOf(office)).toContainEqual(
      expect.objectContaining({
        key: corrected.key,
        trip: expect.objectContaining({ suburb: 'Auchenflower' }),
      }),
    );
    // each of the two as it was handed in, and the one that differs again
    expect(await heldEvents(holderId)).toHaveLength(3);
  });

  test('hands in changes of what is stored, which are stored as such or say why not', async () => {
    const office = await officeWithPhone();
    const { phone, agent } = office;
    const [shift, trip, deleted, changed] = [shiftOf(office), tripOf(office), tripOf(office), tripOf(office)];
    await arrive(office, shift, trip, deleted, changed);
    const stored = await storedOf(office);
    const changeOf = <T extends { key: string }>(
      record: T,
      rows: { id: string; version: number }[],
      index: number,
    ) => ({ ...record, changes: { id: rows[index]?.id ?? '', version: rows[index]?.version ?? 0 } });
    // the rows of one instant come in no order
    const [first, second, third] = stored.trips;
    const end = '2026-11-20T23:30:00.000Z';
    const ended = changeOf({ ...shift, shift: { ...shift.shift, end } }, stored.shifts, 0);
    const moved = { ...trip.trip, suburb: 'Auchenflower' };
    const waiting = [trip, deleted, changed].map((record, index) =>
      changeOf({ ...record, trip: moved }, stored.trips, index),
    );
    await switchOff(office);
    await handIn(phone, ended, ...waiting).expect(204);
    await handIn(phone, ended, ...waiting).expect(204);
    expect(await listOf(office)).toHaveLength(4);
    await agent.delete(`/api/trips/${second?.id}`).expect(204);
    await agent
      .put(`/api/trips/${third?.id}`)
      .send({ ...moved, suburb: 'Milton', postcode: '4064' })
      .expect(200);
    const { body } = await settle(office, 'store', ended, ...waiting).expect(200);
    expect(body.settled).toBe(2);
    const messages = new Map(
      body.refused.map((one: { key: string; message: string }) => [one.key, one.message]),
    );
    expect(messages).toEqual(
      new Map([
        [
          deleted.key,
          'It was stored before and has been deleted since. Restore it in Trip History, or discard it here.',
        ],
        [changed.key, 'Someone changed it since. Correct what is stored, then discard it here.'],
      ]),
    );
    const after = await storedOf(office);
    expect(after.shifts).toMatchObject([{ endsAt: new Date(end), version: 2 }]);
    expect(after.trips.find(({ id }) => id === first?.id)).toMatchObject({ suburb: 'Auchenflower' });
    expect(after.trips).toHaveLength(3);
  });

  test("hands in no change of another driver's trip or shift", async () => {
    const office = await officeWithPhone();
    const colleague = await insertDriver(it.db, office.holderId);
    const theirs = { ...office, driver: colleague, phone: await driversPhone(it, office, colleague.id) };
    await arrive(theirs, tripOf(theirs), shiftOf(theirs));
    const stored = await storedOf(theirs);
    for (const record of [tripOf(office), shiftOf(office)]) {
      const rows = 'trip' in record ? stored.trips : stored.shifts;
      const changes = { id: rows[0]?.id, version: 1 };
      await handIn(office.phone, { ...record, changes }).expect(400);
    }
    expect(await listOf(office)).toEqual([]);
  });

  test('hands in nothing that had arrived: only its answer was lost', async () => {
    const office = await officeWithPhone();
    const [trip, shift] = [tripOf(office), shiftOf(office)];
    await arrive(office, trip, shift);
    await handIn(office.phone, trip, shift).expect(204);
    expect(await listOf(office)).toEqual([]);
    expect(await heldEvents(office.holderId)).toEqual([]);
  });

  test('is refused where 500 wait', async () => {
    const office = await officeWithPhone();
    const rows = Array.from({ length: MAX_HELD_RECORDS - 1 }, () => ({
      ...{ beaHolderId: office.holderId, driverId: office.driver.id, key: randomUUID() },
      ...{ trip: tripOf(office).trip, loggedAt: TEST_NOW },
    }));
    await it.db.insert(heldRecords).values(rows);
    await handIn(office.phone, tripOf(office), tripOf(office)).expect(409);
    const last = tripOf(office);
    await handIn(office.phone, last).expect(204);
    await handIn(office.phone, last).expect(204);
    await handIn(office.phone, tripOf(office)).expect(409);
  });
});

describe('the office', () => {
  test('stores what waited, and what had arrived after all is not stored twice', async () => {
    const office = await officeWithPhone();
    const { phone, holderId } = office;
    const [arrived, waiting, shift, open] = [
      tripOf(office),
      tripOf(office),
      shiftOf(office),
      shiftOf(office),
    ];
    await handIn(phone, arrived, waiting, shift, open).expect(204);
    // the phone was taken back, and sent what it had no answer to
    await arrive(office, arrived, open);
    await switchOff(office);
    const { body } = await settle(office, 'store', arrived, waiting, shift, open).expect(200);
    expect(body).toEqual({ settled: 4, refused: [] });
    const stored = await storedOf(office);
    expect([stored.trips.length, stored.shifts.length]).toEqual([2, 2]);
    expect(await listOf(office)).toEqual([]);
    expect((await settle(office, 'store', waiting).expect(200)).body).toEqual({ settled: 0, refused: [] });
    const events = await heldEvents(holderId);
    expect(events).toHaveLength(8);
    const handedIn = events.filter(({ action }) => action === 'created').map(({ entityId }) => entityId);
    expect(handedIn).toContain(waiting.key);
    // the history of each has that it waited
    const ids = Object.values(stored).flatMap((rows: { id: string }[]) => rows.map(({ id }) => id));
    expect(
      events
        .filter(({ action }) => action === 'deleted')
        .map(({ entityId }) => entityId)
        .toSorted(),
    ).toEqual(ids.toSorted());
    const key = eq(idempotencyKeys.key, waiting.key);
    const [trip] = await it.db.select().from(idempotencyKeys).where(key);
    const history = await office.agent.get(`/api/trips/${trip?.tripId}/changes`).expect(200);
    expect(history.body.events).toHaveLength(2);
    expect(history.body.events).toContainEqual(
      expect.objectContaining({
        entity: 'heldRecord',
        subject: 'Amy Nguyen',
        changes: expect.objectContaining({
          outcome: { to: 'stored' },
          driverId: { from: office.driver.id },
          loggedAt: { from: loggedAt },
        }),
      }),
    );
  });

  test('is told why something cannot be stored, which waits on', async () => {
    const office = await officeWithPhone();
    const [fine, wrong] = [tripOf(office), tripOf(office, { vehicleId: randomUUID() })];
    await handIn(office.phone, fine, wrong).expect(204);
    const { body } = await settle(office, 'store', fine, wrong).expect(200);
    expect(body).toEqual({ settled: 1, refused: [{ key: wrong.key, message: 'Vehicle not found' }] });
    expect(await listOf(office)).toMatchObject([{ key: wrong.key, trip: { vehicleRegistration: null } }]);
  });

  test('is told where what waited was stored and deleted, or differs from what was stored', async () => {
    const office = await officeWithPhone();
    const { agent, phone } = office;
    const [trip, shift, corrected] = [tripOf(office), shiftOf(office), tripOf(office)];
    await handIn(phone, trip, shift, corrected).expect(204);
    await arrive(office, trip, shift, { ...corrected, trip: { ...corrected.trip, suburb: 'Auchenflower' } });
    const stored = await storedOf(office);
    for (const { id, suburb } of stored.trips)
      if (suburb !== 'Auchenflower') await agent.delete(`/api/trips/${id}`).expect(204);
    for (const { id } of stored.shifts) await agent.delete(`/api/shifts/${id}`).expect(204);
    const { body } = await settle(office, 'store', trip, shift, corrected).expect(200);
    const since = 'It was stored before and has been deleted since.';
    const messages = new Map([
      [trip.key, `${since} Restore it in Trip History, or discard it here.`],
      [shift.key, `${since} Add it in Hours, or discard it here.`],
      [
        corrected.key,
        'It had arrived, and was corrected on the phone afterwards. Correct what is stored, then discard it here.',
      ],
    ]);
    expect(body.settled).toBe(0);
    expect(
      new Map(body.refused.map((one: { key: string; message: string }) => [one.key, one.message])),
    ).toEqual(messages);
    expect(await listOf(office)).toHaveLength(3);
  });

  test('is asked to look where one like it is stored whose key may be gone', async () => {
    const office = await officeWithPhone();
    const [arrived, waiting] = [tripOf(office), tripOf(office, { suburb: 'Auchenflower' })];
    await arrive(office, arrived);
    await sweepIdempotencyKeys(it, new Date(TEST_NOW.getTime() + 31 * DAY_MS));
    await handIn(office.phone, arrived, waiting).expect(204);
    it.setNow(new Date(TEST_NOW.getTime() + 31 * DAY_MS));
    onTestFinished(() => it.setNow(TEST_NOW));
    const { body } = await settle(office, 'store', arrived, waiting).expect(200);
    const message =
      'It was logged about a month ago or longer, and one like it is stored. Look in Trip History, then discard it here or log it anew.';
    expect(body).toEqual({ settled: 1, refused: [{ key: arrived.key, message }] });
    expect((await storedOf(office)).trips).toHaveLength(2);
  });

  test('removes a driver of whom something waits, who is taken back before it is stored', async () => {
    const office = await officeWithPhone();
    const { agent, driver, phone } = office;
    const waiting = tripOf(office);
    await agent.delete(`/api/drivers/${driver.id}`).expect(204);
    await handIn(phone, waiting).expect(204);
    const { body } = await settle(office, 'store', waiting).expect(200);
    const message = 'Amy Nguyen was removed. Take the driver back first.';
    expect(body).toEqual({ settled: 0, refused: [{ key: waiting.key, message }] });
    await agent.post(`/api/drivers/${driver.id}/restore`).expect(200);
    expect((await settle(office, 'store', waiting).expect(200)).body.settled).toBe(1);
  });

  test('drops what waited', async () => {
    const office = await officeWithPhone();
    const [dropped, kept] = [tripOf(office), tripOf(office)];
    await handIn(office.phone, dropped, kept).expect(204);
    const { body } = await settle(office, 'drop', dropped).expect(200);
    expect(body).toEqual({ settled: 1, refused: [] });
    expect(await listOf(office)).toMatchObject([{ key: kept.key }]);
    expect((await storedOf(office)).trips).toEqual([]);
  });

  test('stores or drops each once where two people do both at once', async () => {
    const office = await officeWithPhone();
    const waiting = Array.from({ length: 4 * MAX_HANDED_IN }, () => tripOf(office));
    for (let first = 0; first < waiting.length; first += MAX_HANDED_IN)
      await handIn(office.phone, ...waiting.slice(first, first + MAX_HANDED_IN)).expect(204);
    const storing = settle(office, 'store', ...waiting).then(({ body }) => body);
    // it has begun, and has stored some
    while ((await storedOf(office)).trips.length < 2);
    const dropped = (await settle(office, 'drop', ...waiting).expect(200)).body;
    const stored = await storing;
    expect(stored.refused).toEqual([]);
    expect(stored.settled + dropped.settled).toBe(waiting.length);
    expect((await storedOf(office)).trips).toHaveLength(stored.settled);
  });

  test('settles nothing of another holder', async () => {
    const [mine, other] = [await officeWithPhone(), await officeWithPhone()];
    const waiting = tripOf(other);
    await handIn(other.phone, waiting).expect(204);
    for (const how of ['store', 'drop'] as const)
      expect((await settle(mine, how, waiting).expect(200)).body.settled).toBe(0);
    expect(await listOf(other)).toHaveLength(1);
    await handIn(mine.agent, waiting).expect(404);
  });
});
