import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { tripChangesSchema } from '@shared/activity/activity';
import { tripImports } from '@shared/tables/imports';
import { drivers, trips } from '@shared/tables/trips';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { Db } from '../../../lib/database/db';
import { insertDriver, insertTrip, insertVehicle } from '../../../test/builders';
import { createTestApp } from '../../../test/http/create-test-app';
import { buildPush, dispatchOf } from '../../../test/http/pushing';
import { lockReferences } from './pushed-trips.repository';

const it = createTestApp();
const dispatch = () => dispatchOf(it);

describe('a first time', () => {
  test('stores the trip with its reference, driver and vehicle, and its history names the token', async () => {
    const { agent, holderId, driver, push } = await dispatch();
    const { id: vehicleId } = await insertVehicle(it.db, holderId, { registration: '777XYZ' });
    const { outcome, trip } = await push('JOB/1 ü', {
      driverAuthorityLicense: 'da-1',
      suburb: 'toowong',
      vehicleRegistration: '777-xyz',
      notes: 'Gate 2',
      duration: 20,
    });
    expect(outcome).toBe('stored');
    expect(trip).toMatchObject({
      bookingReference: 'JOB/1 ü',
      driverId: driver.id,
      driverAuthorityLicense: 'DA-1',
      vehicleId,
      suburb: 'Toowong',
      duration: 20,
      notes: 'Gate 2',
      kind: 'booked',
    });
    const { body } = await agent.get(`/api/trips/${trip.id}/changes`).expect(200);
    expect(tripChangesSchema.parse(body).events).toMatchObject([
      { action: 'created', person: 'Dispatch (token)' },
    ]);
  });

  test("without a registration takes the driver's usual vehicle of the trip's day", async () => {
    const { driver, push } = await dispatch();
    expect((await push('1')).trip.vehicleId).toBe(driver.vehicleId);
  });

  test('takes over the one trip that has the reference, in any case', async () => {
    const { driver, push, stored } = await dispatch();
    const { id } = await insertTrip(it.db, driver, { bookingReference: 'Job-1', notes: 'By hand' });
    expect(await push('jOB-1', { waitingTime: 9 })).toMatchObject({
      outcome: 'corrected',
      trip: { id, waitingTime: 9, notes: null, bookingReference: 'Job-1' },
    });
    expect(await push('JOB-1', { waitingTime: 9 })).toMatchObject({ outcome: 'unchanged', trip: { id } });
    expect(await stored()).toHaveLength(1);
  });

  test('is refused where several trips have the reference', async () => {
    const { driver, send, stored } = await dispatch();
    for (const notes of ['a', 'b']) await insertTrip(it.db, driver, { bookingReference: 'J', notes });
    const { body } = await send('j', buildPush(driver)).expect(409);
    expect(body.message).toContain('Several trips have the booking reference j.');
    expect(await stored()).toHaveLength(2);
  });

  test('is refused where the office gave the reference to a trip that is sent by another', async () => {
    const { driver, push, send, edit, stored } = await dispatch();
    const { trip } = await push('A');
    await edit(trip.id, { bookingReference: 'B' });
    const { body } = await send('B', buildPush(driver)).expect(409);
    expect(body.message).toContain('The trip that was sent as a has the booking reference B now.');
    expect((await push('A', { waitingTime: 8 })).trip).toMatchObject({ id: trip.id, waitingTime: 8 });
    expect(await stored()).toHaveLength(1);
  });

  test('waits for a file that is being stored, and takes its trip over', async () => {
    const { holderId, driver, push, stored } = await dispatch();
    const { pushing, id } = await it.db.transaction(async (tx) => {
      await lockReferences(tx, holderId, 'alone');
      const pushing = push('J-1', { waitingTime: 9 });
      await sleep(300);
      const { id } = await insertTrip(tx as unknown as Db, driver, { bookingReference: 'J-1' });
      return { pushing: [pushing], id };
    });
    expect(await pushing[0]).toMatchObject({ outcome: 'corrected', trip: { id, waitingTime: 9 } });
    expect(await stored()).toHaveLength(1);
  });

  test('is refused where an import would ask about the place, and stored where it would remark on it', async () => {
    const { agent, push, send, driver } = await dispatch();
    const refused = async (suburb: string, postcode: string) =>
      (await send('1', buildPush(driver, { suburb, postcode })).expect(400)).body;
    expect(await refused('Gate 2', '4066')).toMatchObject({
      code: 'validation',
      message: expect.stringMatching(/^"Gate 2": .* Perhaps .* 4066/),
      details: [{ path: 'suburb' }],
    });
    expect((await refused('Gold Coast', '4217')).message).toContain(
      'Which suburb of the Gold Coast? Perhaps',
    );
    expect(await push('1', { suburb: 'Xyzzy', postcode: '9999' })).toMatchObject({
      trip: { suburb: 'Xyzzy' },
      warnings: ['No suburb called "Xyzzy": it is stored as it is written'],
    });
    const { body: list } = await agent.get('/api/to-do').expect(200);
    expect(list).toContainEqual(expect.objectContaining({ title: '1 taxi area to confirm' }));
    expect((await agent.get('/api/areas/places').expect(200)).body).toMatchObject([
      { suburb: 'Xyzzy', postcode: '9999', area: null },
    ]);
    const odd = { suburb: 'Toowong', postcode: '4000', datetime: '2027-11-20T23:30:00Z' };
    expect((await push('1', odd)).warnings).toEqual([
      "Postcode 4000 is not one of Toowong's",
      'The date is in the future',
    ]);
    expect((await push('1')).warnings).toEqual([]);
  });

  test.each(['x'.repeat(51), ' ', 'a\nb'])(
    'is refused under a reference that cannot be stored: %j',
    async (reference) => {
      const { driver, send } = await dispatch();
      const { body } = await send(reference, buildPush(driver)).expect(400);
      expect(body).toMatchObject({ code: 'validation', details: [{ path: 'reference' }] });
    },
  );

  test('names each driver and vehicle that is not there, and what to do', async () => {
    const { send, stored, driver } = await dispatch();
    const { body } = await send(
      '1',
      buildPush({ driverAuthorityLicense: 'DA-9' }, { vehicleRegistration: 'NONE' }),
    ).expect(400);
    expect(body).toEqual({
      code: 'validation',
      message: expect.stringContaining('No driver has the Driver Authority License DA-9. Add or restore'),
      details: [
        { path: 'driverAuthorityLicense', message: body.message },
        {
          path: 'vehicleRegistration',
          message: expect.stringContaining('No vehicle had the registration NONE on 21/11/2026. Add'),
        },
      ],
    });
    await it.db.update(drivers).set({ deletedAt: new Date() }).where(eq(drivers.id, driver.id));
    await send('1', buildPush(driver)).expect(400);
    expect(await stored()).toEqual([]);
  });

  test('is told what is missing, and what is of another type or form', async () => {
    const { send, driver } = await dispatch();
    const wrong = { datetime: '21/11/2026 09:30', suburb: undefined, postcode: 4066 };
    const { body } = await send('1', { ...buildPush(driver), ...wrong }).expect(400);
    expect(body.details).toEqual([
      { path: 'datetime', message: 'datetime must be ISO 8601 with its offset' },
      { path: 'suburb', message: 'Suburb is required' },
      { path: 'postcode', message: 'Postcode must be text' },
    ]);
  });

  test('reads a former number and a former registration as those of the trip’s day', async () => {
    const { agent, holderId, driver, push, send } = await dispatch();
    const { id, driverAuthorityLicense: _, vehicleId: _v, ...form } = driver;
    const car = await insertVehicle(it.db, holderId, { registration: 'OLD1' });
    const day = { changedOn: '2026-11-10' };
    const { bookedHireServiceLicense, vehicleRegistrationNumber, firstName, lastName, startDate } = form;
    const named = { bookedHireServiceLicense, vehicleRegistrationNumber, firstName, lastName, startDate };
    await agent
      .put(`/api/drivers/${id}`)
      .send({ ...named, endDate: null, isActive: true, driverAuthorityLicense: 'DA-2', ...day })
      .expect(200);
    await agent
      .put(`/api/vehicles/${car.id}`)
      .send({ registration: 'NEW1', availableFrom: '2025-07-01', licences: [], ...day })
      .expect(200);
    const former = { vehicleRegistration: 'OLD1', datetime: '2026-11-05T02:00:00Z' };
    expect((await push('1', former)).trip).toMatchObject({
      driverId: id,
      driverAuthorityLicense: 'DA-1',
      vehicleId: car.id,
      vehicleRegistration: 'OLD1',
    });
    const { body } = await send('2', buildPush(driver, { vehicleRegistration: 'OLD1' })).expect(400);
    expect(body.details.map(({ path }: { path: string }) => path)).toEqual([
      'driverAuthorityLicense',
      'vehicleRegistration',
    ]);
  });

  test('at the same moment twice stores one trip', async () => {
    const { push, stored } = await dispatch();
    const answers = await Promise.all(Array.from({ length: 8 }, () => push('1')));
    expect(answers.map(({ outcome }) => outcome).sort()).toEqual([
      'stored',
      ...Array.from({ length: 7 }, () => 'unchanged'),
    ]);
    expect(await stored()).toHaveLength(1);
  });
});

describe('a correction', () => {
  test('changes what was sent otherwise last, and leaves what the office corrected', async () => {
    const { agent, holderId, driver, push, edit } = await dispatch();
    const other = await insertDriver(it.db, holderId, { driverAuthorityLicense: 'DA-2' });
    const { trip } = await push('1', { notes: 'Sent' });
    const byOffice = { waitingTime: 12, driverId: other.id, driverAuthorityLicense: 'DA-2' };
    await edit(trip.id, byOffice);
    expect(await push('1', { notes: 'Sent' })).toMatchObject({ outcome: 'unchanged', trip: byOffice });
    expect(await push('1', { notes: 'Sent again' })).toMatchObject({
      outcome: 'corrected',
      trip: { ...byOffice, notes: 'Sent again' },
    });
    const { body } = await agent.get(`/api/trips/${trip.id}/changes`).expect(200);
    const { events } = tripChangesSchema.parse(body);
    const changes = { notes: { from: 'Sent', to: 'Sent again' } };
    expect(events).toContainEqual(expect.objectContaining({ person: 'Dispatch (token)', changes }));
    expect(events).toHaveLength(3);
    expect((await push('1', { driverAuthorityLicense: 'DA-2', notes: null })).trip).toMatchObject({
      driverId: other.id,
      notes: null,
    });
    expect((await push('1', { notes: null })).trip.driverId).toBe(driver.id);
  });

  test('changes a suburb and its postcode together', async () => {
    const { push, edit } = await dispatch();
    const { trip } = await push('1', { suburb: 'Toowong', postcode: '4000' });
    await edit(trip.id, { suburb: 'Brisbane City', postcode: '4000' });
    expect((await push('1', { suburb: 'Toowong', postcode: '4066' })).trip).toMatchObject({
      suburb: 'Toowong',
      postcode: '4066',
    });
  });

  test('takes over the trip that the office typed instead of the one that it deleted', async () => {
    const { agent, driver, push } = await dispatch();
    const { trip } = await push('1');
    await agent.delete(`/api/trips/${trip.id}`).expect(204);
    const { id } = await insertTrip(it.db, driver, { bookingReference: '1' });
    for (const waitingTime of [8, 9])
      expect(await push('1', { waitingTime })).toMatchObject({
        outcome: 'corrected',
        trip: { id, waitingTime },
      });
  });

  test('in another spelling changes nothing', async () => {
    const { push, edit } = await dispatch();
    const { trip } = await push('1', { vehicleRegistration: '123ABC' });
    await edit(trip.id, { suburb: 'Milton', postcode: '4064' });
    const spelled = {
      suburb: ' TOOWONG',
      datetime: '2026-11-21T09:30:00+10:00',
      vehicleRegistration: '123 abc',
    };
    expect(await push('1', spelled)).toMatchObject({ outcome: 'unchanged', trip: { suburb: 'Milton' } });
  });

  test('keeps a driver who was removed since', async () => {
    const { driver, push } = await dispatch();
    await push('1');
    await it.db.update(drivers).set({ deletedAt: new Date() }).where(eq(drivers.id, driver.id));
    const later = { waitingTime: 6, datetime: '2026-11-19T23:30:00Z' };
    expect(await push('1', later)).toMatchObject({
      outcome: 'corrected',
      trip: { driverId: driver.id, waitingTime: 6 },
    });
  });

  test('without the registration that was sent before takes the usual vehicle, even if there is none', async () => {
    const { driver, push, holderId } = await dispatch();
    const { id } = await insertVehicle(it.db, holderId, { registration: '777XYZ' });
    expect((await push('1', { vehicleRegistration: '777XYZ' })).trip.vehicleId).toBe(id);
    expect((await push('1')).trip.vehicleId).toBe(driver.vehicleId);
    await push('1', { vehicleRegistration: '777XYZ' });
    await it.db.update(drivers).set({ vehicleId: null }).where(eq(drivers.id, driver.id));
    expect((await push('1')).trip.vehicleId).toBeNull();
  });

  test('of a trip that the office deleted is refused', async () => {
    const { agent, push, send, driver, stored } = await dispatch();
    const { trip } = await push('1');
    await agent.delete(`/api/trips/${trip.id}`).expect(204);
    const { body } = await send('1', buildPush(driver, { waitingTime: 8 })).expect(409);
    expect(body.message).toContain('Restore it in Trip History first');
    await agent
      .post('/api/trips/restore')
      .send({ ids: [trip.id] })
      .expect(200);
    expect(await push('1', { waitingTime: 8 })).toMatchObject({
      outcome: 'corrected',
      trip: { id: trip.id },
    });
    expect(await stored()).toHaveLength(1);
  });

  test('of any deleted trip with its reference is refused, and stores it anew once that cannot be restored', async () => {
    const { agent, driver, push, send } = await dispatch();
    const typed = await insertTrip(it.db, driver, { bookingReference: 'Typed' });
    const { trip } = await push('Sent', { changedAt: '2026-11-21T01:00:00Z' });
    for (const id of [typed.id, trip.id]) await agent.delete(`/api/trips/${id}`).expect(204);
    for (const reference of ['typed', 'sent']) {
      const { body } = await send(reference, buildPush(driver)).expect(409);
      expect(body.message).toContain('Restore it in Trip History first');
    }
    const deletedAt = new Date('2026-10-01T00:00:00Z');
    await it.db.update(trips).set({ deletedAt }).where(eq(trips.beaHolderId, trip.beaHolderId));
    for (const reference of ['typed', 'sent']) {
      const { outcome, trip } = await push(reference);
      expect(outcome).toBe('stored');
      expect(await push(reference, { waitingTime: 8 })).toMatchObject({
        outcome: 'corrected',
        trip: { id: trip.id },
      });
    }
  });

  test('keeps the trip when the import that stored it is undone', async () => {
    const { agent, holderId, driver, push, stored } = await dispatch();
    const own = { beaHolderId: holderId, id: randomUUID() };
    await it.db.insert(tripImports).values({ ...own, fileName: 'trips.csv', tripCount: 2 });
    for (const bookingReference of ['1', '2']) await insertTrip(it.db, driver, { bookingReference });
    await it.db.update(trips).set({ importId: own.id }).where(eq(trips.beaHolderId, holderId));
    await push('1', { waitingTime: 8 });
    const { body } = await agent.post(`/api/imports/${own.id}/undo`).expect(200);
    expect(body.kept).toEqual([
      '1 trip stays as it is: changed or deleted since, or corrected by a later import or by a program.',
    ]);
    const kept = (await stored()).filter(({ deletedAt }) => deletedAt === null);
    expect(kept).toMatchObject([{ bookingReference: '1', waitingTime: 8 }]);
  });

  test('in a lodged quarter is marked as any change is', async () => {
    const { agent, push } = await dispatch();
    const { trip } = await push('1', { datetime: '2026-09-10T02:00:00Z' });
    const lodgement = { report: 'quarterly', period: 'Q1-2026', lodgedOn: '2026-10-20', reference: 'R-1' };
    await agent.post('/api/lodgements').send(lodgement).expect(201);
    it.setNow('2026-11-21T03:00:00Z');
    const changes = async () => (await agent.get('/api/lodgements/changes').expect(200)).body;
    expect(JSON.stringify(await changes())).not.toContain(trip.id);
    // the suburb alone, as when the software itself gives a place another name
    await push('1', { datetime: '2026-09-10T02:00:00Z', suburb: 'Auchenflower' });
    const after = JSON.stringify(await changes());
    expect(after).toContain(trip.id);
    expect(after).toContain('"person":"Dispatch (token)"');
    expect(after).not.toContain('"person":null');
  });
});
