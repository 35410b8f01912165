import { auditEvents } from '@shared/tables/holders';
import type { History } from '@shared/vehicles/vehicles';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { openOffice } from '../../test/drivers/office';
import { createTestApp, TEST_NOW } from '../../test/http/create-test-app';

const it = createTestApp();
const office = () => openOffice(it);

const CAR = { vehicleRegistrationNumber: '111AAA', bookedHireServiceLicense: 'B-111AAA' };
const OTHER = { vehicleRegistrationNumber: '222BBB', bookedHireServiceLicense: 'B-222BBB' };

describe('POST /api/drivers/{id}/vehicle', () => {
  /** Amy drove 111AAA in three trips and two shifts, and 222BBB is there. */
  async function arranged() {
    const desk = await office();
    const amy = await desk.hire({ ...CAR, firstName: 'Amy', lastName: 'Young' });
    const other = await desk.addCar('222BBB');
    for (const day of ['2026-10-01', '2026-11-10', '2026-11-15']) await desk.drive(amy, day);
    for (const day of ['2026-10-01', '2026-11-10']) await desk.work(amy, day);
    return { ...desk, amy, other };
  }

  test('changes the car from a day on, with its own licence, and moves what was logged since', async () => {
    const { amy, other, ...desk } = await arranged();
    expect(await desk.preview(amy, { from: '2026-11-10' })).toEqual({
      former: { vehicleId: amy.vehicleId, registration: '111AAA' },
      until: null,
      trips: 2,
      shifts: 1,
      touched: [],
      isRenamed: false,
    });
    const { body } = await desk
      .swap(amy, { vehicleId: other.id, from: '2026-11-10', moves: true, version: amy.version })
      .expect(200);
    expect(body).toMatchObject({ driver: { vehicleId: other.id, ...OTHER }, trips: 2, shifts: 1 });
    expect(await desk.driven()).toEqual({
      '2026-10-01': '111AAA',
      '2026-11-10': '222BBB',
      '2026-11-15': '222BBB',
    });
    expect(await desk.shifts()).toEqual(['111AAA', '222BBB']);
    expect(await desk.history(amy, 'vehicle')).toEqual(['222BBB 2026-11-10 null', '111AAA null 2026-11-09']);
    const { body: activity } = await desk.agent.get('/api/activity').expect(200);
    expect(JSON.stringify(activity)).toContain('222BBB');
  });

  test('leaves trips where they are unless asked', async () => {
    const { amy, other, ...desk } = await arranged();
    const { body } = await desk.swap(amy, { vehicleId: other.id, from: '2026-11-10' }).expect(200);
    expect(body).toMatchObject({ trips: 0, shifts: 0 });
    expect((await desk.driven())['2026-11-15']).toBe('111AAA');
  });

  test('says which lodged reports have the trips that would move', async () => {
    const { amy, ...desk } = await arranged();
    await desk.drive(amy, '2026-08-10');
    await desk.lodge('Q1-2026');
    const { touched } = await desk.preview(amy, { from: '2026-08-01' });
    expect(touched).toEqual([{ period: 'Q1-2026', trips: 1 }]);
  });

  test('between two changes holds until the later one', async () => {
    const { amy, other, ...desk } = await arranged();
    await desk.swap(amy, { registration: '333CCC', licence: 'B-3', from: '2026-11-14' }).expect(200);
    expect(await desk.preview(amy, { from: '2026-10-01' })).toMatchObject({
      until: '2026-11-13',
      trips: 2,
      shifts: 2,
    });
    await desk.swap(amy, { vehicleId: other.id, from: '2026-11-10', moves: true }).expect(200);
    expect((await desk.driver(amy.id)).vehicleRegistrationNumber).toBe('333CCC');
    expect(await desk.history(amy, 'vehicle')).toEqual([
      '333CCC 2026-11-14 null',
      '222BBB 2026-11-10 2026-11-13',
      '111AAA null 2026-11-09',
    ]);
    expect((await desk.driven())['2026-11-10']).toBe('222BBB');
    const events = await it.db.select().from(auditEvents).where(eq(auditEvents.entityId, amy.id));
    expect(events.map(({ changes }) => changes.vehicleRegistration)).toContainEqual({
      from: '111AAA',
      to: '222BBB',
    });
    const { body } = await desk.swap(amy, { vehicleId: other.id, from: '2026-11-12' }).expect(409);
    expect(body.message).toBe('Amy Young drives 222BBB on 12/11/2026 already');
  });

  test('makes a vehicle for a new plate, and asks for its licence', async () => {
    const { amy, ...desk } = await arranged();
    const { body } = await desk.swap(amy, { registration: '333CCC', from: '2026-11-10' }).expect(400);
    expect(body.message).toBe('333CCC is new. Enter its licence');
    await desk.swap(amy, { registration: '333CCC', licence: 'B-3', from: '2026-11-10' }).expect(200);
    expect(await desk.vehicle('333CCC')).toMatchObject({
      availability: [{ from: '2026-11-10', to: null, isAssumed: true }],
      licences: [{ number: 'B-3', from: '2026-11-10', isAssumed: true }],
    });
  });

  test('ends the former vehicle where no one uses it any more', async () => {
    const { amy, other, ...desk } = await arranged();
    const change = { vehicleId: other.id, from: '2026-11-10', formerEndsOn: '2026-11-09' };
    await desk.swap(amy, change).expect(200);
    expect((await desk.vehicle('111AAA')).availableTo).toBe('2026-11-09');
  });

  test.each([
    ['2026-11-22', 400, 'That date is in the future'],
    ['soon', 400, 'Please enter the first day'],
  ])('is refused from %s', async (from, status, message) => {
    const { amy, other, ...desk } = await arranged();
    const { body } = await desk.swap(amy, { vehicleId: other.id, from }).expect(status);
    expect(body.message).toBe(message);
  });

  test('is refused for another holder’s driver or vehicle, and after someone else’s change', async () => {
    const { amy, other, ...desk } = await arranged();
    const { agent: stranger } = await it.signIn();
    const from = '2026-11-10';
    await stranger.post(`/api/drivers/${amy.id}/vehicle`).send({ vehicleId: other.id, from }).expect(404);
    await desk.swap(amy, { vehicleId: 'no-such', from }).expect(404);
    await desk.put(amy, { lastName: 'Old' }).expect(200);
    const { body } = await desk.swap(amy, { vehicleId: other.id, from, version: amy.version }).expect(409);
    expect(body.code).toBe('changed-meanwhile');
  });
});

describe('POST /api/drivers/{id}/undo', () => {
  const minute = (minutes: number) => new Date(TEST_NOW.getTime() + minutes * 60_000);

  test('takes back a swap with the vehicle that it made and the trips and shifts that it moved', async () => {
    const desk = await office();
    const amy = await desk.hire(CAR);
    await desk.drive(amy, '2026-11-10');
    await desk.work(amy, '2026-11-10');
    const [before] = await desk.drivers();
    const vehicles = await desk.vehicles();
    it.setNow(minute(1));
    const change = { registration: '222BBB', licence: 'B-2', from: '2026-11-10', moves: true };
    const { body } = await desk.swap(amy, { ...change, formerEndsOn: '2026-11-09' }).expect(200);
    expect(await desk.driven()).toEqual({ '2026-11-10': '222BBB' });
    it.setNow(minute(2));
    await desk.undo(body.driver).expect(200);
    const same = { version: expect.any(Number), updatedAt: expect.any(String) };
    expect(await desk.drivers()).toEqual([{ ...before, ...same }]);
    expect(await desk.vehicles()).toEqual(vehicles.map((vehicle) => ({ ...vehicle, ...same })));
    expect(await desk.driven()).toEqual({ '2026-11-10': '111AAA' });
    expect(await desk.shifts()).toEqual(['111AAA']);
    expect(await desk.history(amy, 'vehicle')).toEqual(['111AAA null null']);
    await desk.undo(body.driver).expect(409);
    it.setNow(TEST_NOW);
  });

  test('takes back a change of the form: names, facts, times off, and a renamed vehicle', async () => {
    const desk = await office();
    const amy = await desk.hire({ ...CAR, firstName: 'Amy' });
    it.setNow(minute(1));
    const { body } = await desk
      .put(amy, {
        firstName: 'Ann',
        driverAuthorityLicense: 'DA-2',
        vehicleRegistrationNumber: '222BBB',
        isActive: false,
        changes: { name: '2026-11-10', number: null, vehicle: null },
      })
      .expect(200);
    expect(await desk.plates()).toEqual(['222BBB']);
    it.setNow(minute(2));
    const { body: undone } = await desk.undo(body).expect(200);
    const same = { version: expect.any(Number), updatedAt: expect.any(String) };
    expect(undone).toEqual({ ...amy, ...same });
    expect(await desk.plates()).toEqual(['111AAA']);
    expect(await desk.history(amy, 'name')).toHaveLength(1);
    it.setNow(TEST_NOW);
  });

  test('does not give a driver a former value that was removed', async () => {
    const desk = await office();
    const amy = await desk.hire({ ...CAR, firstName: 'Amy' });
    const { body: renamed } = await desk.put(amy, { firstName: 'Ann', changedOn: '2026-11-10' }).expect(200);
    const { body: history } = await desk.agent.get(`/api/drivers/${amy.id}/history`).expect(200);
    const former = (history as History).find(({ value }) => value.firstName === 'Amy');
    it.setNow(minute(1));
    await desk.agent.delete(`/api/drivers/${amy.id}/history/${former?.id}`).expect(204);
    it.setNow(minute(2));
    await desk.undo({ ...renamed, version: renamed.version + 1 }).expect(404);
    expect((await desk.driver(amy.id)).firstName).toBe('Ann');
    it.setNow(TEST_NOW);
  });

  test('is refused where one moment has two changes of the driver', async () => {
    const desk = await office();
    const amy = await desk.hire(CAR);
    await desk.put(amy, { lastName: 'Old' }).expect(200);
    const { body } = await desk.put(amy, { lastName: 'Older' }).expect(200);
    await desk.undo(body).expect(404);
    expect((await desk.driver(amy.id)).lastName).toBe('Older');
  });

  test('is refused after another change, for another holder, and where there is nothing', async () => {
    const desk = await office();
    const amy = await desk.hire(CAR);
    await desk.undo(amy).expect(404);
    const { body } = await desk.put(amy, { lastName: 'Old' }).expect(200);
    await desk.put(amy, { lastName: 'Older' }).expect(200);
    const refused = await desk.undo(body).expect(409);
    expect(refused.body.message).toBe('This has been changed since, so nothing was undone.');
    const { agent: stranger } = await it.signIn();
    await stranger.post(`/api/drivers/${amy.id}/undo`).send({ version: 3 }).expect(404);
  });
});
