import { HOUR_MS } from '@shared/durations';
import { PHONE_CHANGE_HOURS } from '@shared/limits';
import { drivers, trips } from '@shared/tables/trips';
import type { CreateTrip } from '@shared/trips/trips';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { buildTrip, insertDriver, insertTrip, insertVehicle, tripForm } from '../../test/builders';
import { createTestApp, TEST_NOW } from '../../test/http/create-test-app';
import { driversPhone } from '../../test/http/drivers-phone';

const it = createTestApp();
beforeEach(() => it.setNow(TEST_NOW));

const later = (hours: number) => new Date(TEST_NOW.getTime() + hours * HOUR_MS);
const OLD = 'This was logged more than 24 hours ago, so only the office can change it.';
const LODGED = 'This trip is in a report that was lodged, so only the office can change it.';

async function officeWithPhone() {
  const office = await it.signIn();
  const vehicle = await insertVehicle(it.db, office.holderId, {
    registration: '123ABC',
    notes: 'Sells in May',
  });
  const driver = await insertDriver(it.db, office.holderId);
  await it.db.update(drivers).set({ vehicleId: vehicle.id }).where(eq(drivers.id, driver.id));
  const phone = await driversPhone(it, office, driver.id);
  const log = async (overrides: Partial<CreateTrip> = {}) =>
    (await phone.post('/api/trips').send(buildTrip(driver, overrides)).expect(201)).body;
  return { ...office, vehicle, driver, phone, log };
}

describe('on a phone', () => {
  test("only the driver's trips of yesterday and today are listed, and counted", async () => {
    const { phone, driver, holderId } = await officeWithPhone();
    const colleague = await insertDriver(it.db, holderId);
    const at = (datetime: string) => ({ datetime });
    await insertTrip(it.db, { ...driver, beaHolderId: holderId }, at('2026-11-19T13:59:00Z'));
    const yesterdays = await insertTrip(
      it.db,
      { ...driver, beaHolderId: holderId },
      at('2026-11-19T14:00:00Z'),
    );
    await insertTrip(it.db, { ...colleague, beaHolderId: holderId }, at('2026-11-20T20:00:00Z'));
    for (const query of ['', '?startDate=2026-01-01', `?driverId=${colleague.id}`]) {
      const { body } = await phone.get(`/api/trips${query}`).expect(200);
      expect(body, query).toMatchObject({ total: 1, trips: [{ id: yesterdays.id }] });
    }
    expect((await phone.get('/api/trips?startDate=2026-11-21').expect(200)).body.total).toBe(0);
  });

  test('only vehicles that the driver drives are listed, the usual one first, without notes', async () => {
    const { phone, driver, holderId, vehicle } = await officeWithPhone();
    const driven = await insertVehicle(it.db, holderId, { registration: '001AAA' });
    const [long, others] = [await insertVehicle(it.db, holderId), await insertVehicle(it.db, holderId)];
    const log = (vehicleId: string, datetime: string) =>
      insertTrip(it.db, { ...driver, beaHolderId: holderId }, { vehicleId, datetime });
    await log(driven.id, '2026-08-24T02:00:00Z');
    await log(long.id, '2026-08-23T01:59:59Z');
    const { body } = await phone.get('/api/vehicles').expect(200);
    expect(body).toMatchObject([
      { id: vehicle.id, notes: null },
      { id: driven.id, registration: '001AAA' },
    ]);
    expect(JSON.stringify(body)).not.toContain(others.id);
  });

  test('a trip is changed and deleted until 24 hours after it was logged, and that is undone', async () => {
    const { phone, log, agent } = await officeWithPhone();
    const trip = await log();
    it.setNow(new Date(later(PHONE_CHANGE_HOURS).getTime() - 1));
    const { body } = await phone
      .put(`/api/trips/${trip.id}`)
      .send(tripForm(trip, { waitingTime: 7 }))
      .expect(200);
    await phone.delete(`/api/trips/${trip.id}`).expect(204);
    expect(
      (
        await phone
          .post('/api/trips/restore')
          .send({ ids: [trip.id] })
          .expect(200)
      ).body.restored,
    ).toBe(1);
    it.setNow(later(PHONE_CHANGE_HOURS));
    const change = tripForm(body, { waitingTime: 8 });
    const refused = await phone.put(`/api/trips/${trip.id}`).send(change).expect(403);
    expect(refused.body).toEqual({ message: OLD, code: 'office-only' });
    expect((await phone.delete(`/api/trips/${trip.id}`).expect(403)).body.message).toBe(OLD);
    await agent.put(`/api/trips/${trip.id}`).send(change).expect(200);
  });

  test('a trip that the office deleted is not restored, nor one of long ago', async () => {
    const { phone, log, agent } = await officeWithPhone();
    const [offices, own] = [await log(), await log()];
    await agent.delete(`/api/trips/${offices.id}`).expect(204);
    await phone.delete(`/api/trips/${own.id}`).expect(204);
    const restore = (id: string) => phone.post('/api/trips/restore').send({ ids: [id] });
    expect((await restore(offices.id).expect(200)).body.restored).toBe(0);
    it.setNow(later(PHONE_CHANGE_HOURS));
    await restore(own.id).expect(403);
    const [stored] = await it.db.select().from(trips).where(eq(trips.id, own.id));
    expect(stored?.deletedAt).not.toBeNull();
  });

  test('a trip in a lodged report stays, and none is moved into one', async () => {
    const { phone, log, agent } = await officeWithPhone();
    const [lodged, open] = [await log({ datetime: '2026-08-14T02:00:00.000Z' }), await log()];
    await agent
      .post('/api/lodgements')
      .send({ report: 'quarterly', period: 'Q1-2026', lodgedOn: '2026-10-21', reference: 'R-1' })
      .expect(201);
    const change = phone.put(`/api/trips/${lodged.id}`).send(tripForm(lodged, { waitingTime: 9 }));
    expect((await change.expect(403)).body).toEqual({ message: LODGED, code: 'office-only' });
    await phone.delete(`/api/trips/${lodged.id}`).expect(403);
    const moved = tripForm(open, { datetime: '2026-08-14T02:00:00.000Z' });
    await phone.put(`/api/trips/${open.id}`).send(moved).expect(403);
    await phone
      .put(`/api/trips/${open.id}`)
      .send(tripForm(open, { waitingTime: 9 }))
      .expect(200);
  });

  test('who logged a trip into a lodged report is named there', async () => {
    const { log, agent } = await officeWithPhone();
    const lodgement = { report: 'quarterly', period: 'Q1-2026', lodgedOn: '2026-10-21' };
    const { body: lodged } = await agent.post('/api/lodgements').send(lodgement).expect(201);
    it.setNow(later(1));
    await log({ datetime: '2026-08-14T02:00:00.000Z' });
    const { body: changes } = await agent.get('/api/lodgements/changes').expect(200);
    const { figures, trips } = changes[lodged.id];
    const person = 'Łukasz Ngāti on their phone';
    expect(trips.listed).toMatchObject([{ event: { action: 'created', person } }]);
    expect(figures).toContainEqual(
      expect.objectContaining({ label: 'Total trips', last: expect.objectContaining({ person, count: 1 }) }),
    );
  });

  test('a trip is not given to another driver', async () => {
    const { phone, log, holderId } = await officeWithPhone();
    const { id: driverId, driverAuthorityLicense } = await insertDriver(it.db, holderId);
    const trip = await log();
    await phone
      .put(`/api/trips/${trip.id}`)
      .send(tripForm(trip, { driverId, driverAuthorityLicense }))
      .expect(404);
  });

  test('a shift is changed while it is open, and until 24 hours after it was logged', async () => {
    const { phone, driver, agent } = await officeWithPhone();
    const start = '2026-11-20T20:10:00.000Z';
    const { body: shift } = await phone
      .post('/api/shifts')
      .send({ driverId: driver.id, start, end: null, note: null })
      .expect(201);
    const path = `/api/shifts/${shift.id}`;
    it.setNow(later(2 * PHONE_CHANGE_HOURS));
    const ended = { driverId: driver.id, start, end: '2026-11-21T01:00:00.000Z', note: null };
    const { body } = await phone
      .put(path)
      .send({ ...ended, version: shift.version })
      .expect(200);
    const again = { ...ended, note: 'By the park', version: body.version };
    expect((await phone.put(path).send(again).expect(403)).body).toEqual({
      message: OLD,
      code: 'office-only',
    });
    await phone.delete(path).expect(403);
    await agent.put(path).send(again).expect(200);
  });
});
