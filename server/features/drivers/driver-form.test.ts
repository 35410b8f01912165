import type { CreateDriver } from '@shared/driver-input';
import type { Driver } from '@shared/drivers';
import type { Vehicle } from '@shared/vehicles/vehicles';
import { describe, expect, test } from 'vitest';
import { buildDriver, buildVehicle } from '../../test/builders';
import { openOffice } from '../../test/drivers/office';
import { createTestApp, TEST_NOW } from '../../test/http/create-test-app';

const it = createTestApp();
const office = () => openOffice(it);

const CAR = { vehicleRegistrationNumber: '111AAA', bookedHireServiceLicense: 'B-111AAA' };
const OTHER = { vehicleRegistrationNumber: '222BBB', bookedHireServiceLicense: 'B-222BBB' };

describe('a typing mistake in the registration', () => {
  test('renames the vehicle that was made from this form, and is no one else’s', async () => {
    const desk = await office();
    const amy = await desk.hire({ ...CAR, startDate: '2026-10-01T00:00:00Z' });
    await desk.drive(amy, '2026-11-10');
    expect(await desk.preview(amy, { registration: '222BBB' })).toMatchObject({ isRenamed: true });
    await desk.put(amy, { vehicleRegistrationNumber: '222BBB' }).expect(200);
    expect(await desk.plates()).toEqual(['222BBB']);
    expect(await desk.driven()).toEqual({ '2026-11-10': '222BBB' });
  });

  type Desk = Awaited<ReturnType<typeof office>>;
  const amyHired = (desk: Desk) => desk.hire({ ...CAR, startDate: '2026-10-01T00:00:00Z' });
  test.each<[string, (desk: Desk) => Promise<Driver>]>([
    [
      'was entered by itself',
      async (desk) => {
        await desk.addCar('111AAA');
        return amyHired(desk);
      },
    ],
    [
      'another driver uses',
      async (desk) => {
        const amy = await amyHired(desk);
        await desk.hire(CAR);
        return amy;
      },
    ],
    [
      'another driver used before',
      async (desk) => {
        const amy = await amyHired(desk);
        const ben = await desk.hire(CAR);
        await desk.put(ben, { vehicleRegistrationNumber: '333CCC', changedOn: '2026-11-01' }).expect(200);
        return amy;
      },
    ],
    [
      'a trip of another driver names',
      async (desk) => {
        const amy = await amyHired(desk);
        const ben = await desk.hire({ vehicleRegistrationNumber: '333CCC' });
        await desk.drive(ben, '2026-11-01', { vehicleId: amy.vehicleId });
        return amy;
      },
    ],
    [
      'a lodged report names',
      async (desk) => {
        const amy = await desk.hire({ ...CAR, startDate: '2026-08-01T00:00:00Z' });
        await desk.lodge('Q1-2026');
        return amy;
      },
    ],
    [
      'is another one with that plate',
      async (desk) => {
        await desk.addCar('222BBB');
        return amyHired(desk);
      },
    ],
  ])('means another vehicle where the vehicle %s', async (_, arrange) => {
    const desk = await office();
    const amy = await arrange(desk);
    const before = await desk.vehicle('111AAA');
    await desk.drive(amy, '2026-11-10');
    expect(await desk.preview(amy, { registration: '222BBB' })).toMatchObject({
      isRenamed: false,
      former: { registration: '111AAA' },
      trips: 1,
    });
    const { body } = await desk.put(amy, { vehicleRegistrationNumber: '222BBB', moves: true }).expect(200);
    expect(await desk.vehicle('111AAA')).toEqual(before);
    const other = await desk.vehicle('222BBB');
    expect(body).toMatchObject({ vehicleId: other.id, vehicleRegistrationNumber: '222BBB' });
    expect((await desk.driven())['2026-11-10']).toBe('222BBB');
    expect(await desk.history(amy, 'vehicle')).toEqual(['222BBB null null']);
  });
});

describe('a licence in a driver’s form', () => {
  test('corrected for a shared car is corrected in the vehicle, and both forms show it', async () => {
    const desk = await office();
    await desk.addCar('111AAA');
    const [amy, ben] = [await desk.hire(CAR), await desk.hire(CAR)];
    await desk.put(amy, { bookedHireServiceLicense: 'B-RIGHT' }).expect(200);
    expect((await desk.vehicle('111AAA')).licences).toMatchObject([
      { number: 'B-RIGHT', from: '2025-07-01' },
    ]);
    for (const { id } of [amy, ben]) expect((await desk.driver(id)).bookedHireServiceLicense).toBe('B-RIGHT');
  });

  test('and a registration that are corrected are so in the history of former drivers too', async () => {
    const desk = await office();
    const car = await desk.addCar('111AAA');
    const amy = await desk.hire(CAR);
    await desk.put(amy, { vehicleRegistrationNumber: '222BBB', changedOn: '2026-11-10' }).expect(200);
    const licences = [{ kind: 'booked-hire', number: 'B-RIGHT', from: '2025-07-01' }];
    await desk.agent
      .put(`/api/vehicles/${car.id}`)
      .send({ ...buildVehicle({ registration: '111AAB' }), licences })
      .expect(200);
    const { body } = await desk.agent.get(`/api/drivers/${amy.id}/history`).expect(200);
    expect(body).toContainEqual(
      expect.objectContaining({
        to: '2026-11-09',
        value: {
          vehicleId: car.id,
          vehicleRegistrationNumber: '111AAB',
          bookedHireServiceLicense: 'B-RIGHT',
        },
      }),
    );
  });

  test('another one for a known plate stands next to its own without an answer', async () => {
    const desk = await office();
    await desk.addCar('111AAA');
    const { bookedHireServiceLicense } = await desk.hire({ ...CAR, bookedHireServiceLicense: 'B-8' });
    expect(bookedHireServiceLicense).toBe('B-8');
    expect((await desk.vehicle('111AAA')).licences).toMatchObject([
      { number: 'B-111AAA' },
      { number: 'B-8', isAssumed: true },
    ]);
    // until someone says which is right, documents have the one that was entered
    const query = { report: 'quarterly', period: 'Q2-2026' };
    const { body } = await desk.agent.get('/api/reports/portal-data').query(query).expect(200);
    expect(body.parts[2].rows).toEqual([['111AAA', 'B-111AAA', '2025-07-01', null]]);
  });

  test('another one for a known plate is left out or corrects the vehicle, as the form answers', async () => {
    const desk = await office();
    await desk.addCar('111AAA');
    const typed = { ...CAR, bookedHireServiceLicense: 'B-9' };
    const kept = await desk.hire({ ...typed, licenceAnswer: 'keep' });
    expect(kept.bookedHireServiceLicense).toBe('B-111AAA');
    const corrected = await desk.hire({ ...typed, licenceAnswer: 'correct' });
    expect(corrected.bookedHireServiceLicense).toBe('B-9');
    expect((await desk.vehicle('111AAA')).licences).toMatchObject([{ number: 'B-9' }]);
    expect((await desk.driver(kept.id)).bookedHireServiceLicense).toBe('B-9');
  });

  test('that was left as it was while the car is another is that car’s own', async () => {
    const desk = await office();
    await desk.addCar('222BBB');
    const amy = await desk.hire(CAR);
    const { body } = await desk
      .put(amy, { vehicleRegistrationNumber: '222BBB', changedOn: '2026-11-10' })
      .expect(200);
    expect(body.bookedHireServiceLicense).toBe('B-222BBB');
    expect((await desk.vehicle('222BBB')).licences).toMatchObject([{ number: 'B-222BBB' }]);
  });

  test('renewed keeps in the history when it would have expired', async () => {
    const desk = await office();
    const car = await desk.addCar('111AAA');
    const licences = [{ kind: 'booked-hire', number: 'B-1', from: '2025-07-01', expires: '2026-12-31' }];
    await desk.agent
      .put(`/api/vehicles/${car.id}`)
      .send({ ...buildVehicle({ registration: '111AAA' }), licences })
      .expect(200);
    const next = { kind: 'booked-hire', number: 'B-2', from: '2026-11-01', expires: null };
    await desk.agent.post(`/api/vehicles/${car.id}/licences`).send(next).expect(200);
    const { body } = await desk.agent.get(`/api/vehicles/${car.id}/history`).expect(200);
    expect(body).toContainEqual(
      expect.objectContaining({
        to: '2026-10-31',
        value: { kind: 'booked-hire', number: 'B-1', expired: '2026-12-31' },
      }),
    );
    // editing something else keeps it
    const { version: _, ...vehicle } = await desk.vehicle('111AAA');
    await desk.agent
      .put(`/api/vehicles/${car.id}`)
      .send({ ...buildVehicle({ registration: '111AAA' }), licences: vehicle.licences, notes: 'x' })
      .expect(200);
    const { body: after } = await desk.agent.get(`/api/vehicles/${car.id}/history`).expect(200);
    expect(JSON.stringify(after)).toContain('"expired":"2026-12-31"');
  });
});

describe('a vehicle that a form makes', () => {
  test('by a correction is there since the driver has had the wrong one', async () => {
    const desk = await office();
    await desk.addCar('222BBB');
    const amy = await desk.hire(CAR);
    const { body } = await desk
      .put(amy, { vehicleRegistrationNumber: '222BBB', changedOn: '2026-10-01' })
      .expect(200);
    await desk.put(body, { vehicleRegistrationNumber: '333CCC' }).expect(200);
    expect(await desk.vehicle('333CCC')).toMatchObject({
      availability: [{ from: '2026-10-01', to: null, isAssumed: true }],
      licences: [{ number: 'B-222BBB', from: '2026-10-01', isAssumed: true }],
    });
  });

  const today = '2026-11-21';
  test.each<[string, Partial<CreateDriver>, object, object]>([
    [
      'from the days that were said',
      { vehicleAvailableFrom: '2026-02-01', licenceFrom: '2026-03-01' },
      { from: '2026-02-01', to: null },
      { from: '2026-03-01' },
    ],
    [
      'from today where the form was left empty',
      { vehicleAvailableFrom: null, licenceFrom: null },
      { from: today, to: null, isAssumed: true },
      { from: today, isAssumed: true },
    ],
    [
      'from the driver’s start where nothing was sent',
      {},
      { from: '2025-07-01', to: null, isAssumed: true },
      { from: '2025-07-01', isAssumed: true },
    ],
    [
      'until the end of a driver who has ended',
      { endDate: '2026-03-30T14:00:00.000Z', vehicleAvailableFrom: null },
      { from: '2025-07-01', to: '2026-03-31', isAssumed: true },
      { from: '2025-07-01', isAssumed: true },
    ],
  ])('is there %s', async (_, said, span, licence) => {
    const desk = await office();
    await desk.hire({ ...CAR, ...said });
    const [vehicle] = await desk.vehicles();
    expect(vehicle).toMatchObject({ availability: [span], isSubstituteTaxi: false });
    expect(vehicle?.licences).toEqual([
      { kind: 'booked-hire', number: 'B-111AAA', expires: null, ...licence },
    ]);
    expect(vehicle?.availability).toEqual([span]);
  });

  test('is a substitute taxi where someone says so', async () => {
    const desk = await office();
    await desk.hire({ ...CAR, bookedHireServiceLicense: 'Substitute Taxi' });
    expect(await desk.vehicles()).toMatchObject([{ licences: [], isSubstituteTaxi: true }]);
  });
});

test('a chosen vehicle is kept, not its plate: two cars had one after the other', async () => {
  const desk = await office();
  const add = async (span: object) =>
    (
      await desk.agent
        .post('/api/vehicles')
        .send(buildVehicle({ registration: '111AAA', ...span }))
        .expect(201)
    ).body as Vehicle;
  const former = await add({ availableFrom: '2025-07-01', availableTo: '2026-06-30' });
  const present = await add({ availableFrom: '2026-07-01' });
  const said = { ...CAR, licenceAnswer: 'keep' as const };
  for (const { id } of [former, present])
    expect((await desk.hire({ ...said, vehicleId: id })).vehicleId).toBe(id);
  const { body } = await desk.agent
    .post('/api/drivers')
    .send({ ...buildDriver(), ...OTHER, vehicleId: former.id })
    .expect(400);
  expect(body.message).toBe('The chosen vehicle is 111AAA, not 222BBB');
});

test('a registration that was two cars’ is that of the present one, whatever day the driver started', async () => {
  const desk = await office();
  const add = (number: string, span: object) =>
    desk.agent
      .post('/api/vehicles')
      .send(
        buildVehicle({
          registration: '111AAA',
          licences: [{ kind: 'booked-hire', number, from: '2025-07-01' }],
          ...span,
        }),
      )
      .expect(201);
  await add('B-SOLD', { availableFrom: '2025-07-01', availableTo: '2026-06-30' });
  const { body: present } = await add('B-NEW', { availableFrom: '2026-07-01' });
  const amy = await desk.hire({ ...CAR, bookedHireServiceLicense: 'B-NEW', startDate: '2026-05-01' });
  expect(amy).toMatchObject({ vehicleId: present.id, bookedHireServiceLicense: 'B-NEW' });
});

test('a name that is typed with another vehicle is corrected while the vehicle changes', async () => {
  const desk = await office();
  const amy = await desk.hire({ ...CAR, firstName: 'Ami', lastName: null });
  const changes = { name: null, vehicle: '2026-11-10' };
  await desk.put(amy, { firstName: 'Amy', vehicleRegistrationNumber: '222BBB', changes }).expect(200);
  expect(await desk.history(amy, 'name')).toHaveLength(1);
  expect(await desk.history(amy, 'vehicle')).toEqual(['222BBB 2026-11-10 null', '111AAA null 2026-11-09']);
});

describe('a removed driver who is typed in again', () => {
  const AMY = { driverAuthorityLicense: 'DA-1', firstName: 'Amy', lastName: 'Nguyen' };

  async function removed() {
    const desk = await office();
    const amy = await desk.hire({ ...CAR, ...AMY });
    await desk.drive(amy, '2026-11-10');
    it.setNow(new Date('2026-10-12T02:00:00Z'));
    await desk.agent.delete(`/api/drivers/${amy.id}`).expect(204);
    it.setNow(TEST_NOW);
    const again = { ...buildDriver(), ...CAR, ...AMY, driverAuthorityLicense: 'da-1' };
    return { ...desk, amy, again };
  }

  test('is offered back, and there are never two', async () => {
    const { amy, again, ...desk } = await removed();
    for (const ifRemoved of ['ask', 'other-person']) {
      const { body } = await desk.agent
        .post('/api/drivers')
        .send({ ...again, ifRemoved })
        .expect(409);
      expect(body).toMatchObject({
        code: 'driver-removed',
        message: 'Amy Nguyen was removed on 12/10/2026 with this Driver Authority License',
        removed: { id: amy.id, name: 'Amy Nguyen', removedOn: '2026-10-12' },
      });
    }
    // 40 days after the removal
    await desk.agent.post(`/api/drivers/${amy.id}/restore`).expect(200);
    expect(await desk.drivers()).toMatchObject([{ id: amy.id, startDate: amy.startDate }]);
  });

  test('who starts after the removal has two times of affiliation', async () => {
    const { amy, ...desk } = await removed();
    await desk.agent.post(`/api/drivers/${amy.id}/restore`).send({ from: '2026-11-20' }).expect(200);
    expect((await desk.driver(amy.id)).startDate).toBe('2026-11-19T14:00:00.000Z');
    const { body } = await desk.agent.get(`/api/drivers/${amy.id}/history`).expect(200);
    expect(body).toContainEqual(
      expect.objectContaining({ fact: 'time', from: '2025-07-01', to: '2026-10-12' }),
    );
    await desk.undo(await desk.driver(amy.id)).expect(200);
    expect((await desk.driver(amy.id)).startDate).toBe(amy.startDate);
    const { body: undone } = await desk.agent.get(`/api/drivers/${amy.id}/history`).expect(200);
    expect(undone).not.toContainEqual(expect.objectContaining({ fact: 'time' }));
  });

  test('by a change of another driver’s number is refused too, if the names are the same', async () => {
    const { amy, ...desk } = await removed();
    const bob = await desk.hire({ ...CAR, ...AMY, driverAuthorityLicense: 'DA-9' });
    const { body } = await desk.put(bob, { driverAuthorityLicense: 'DA-1' }).expect(409);
    expect(body).toMatchObject({ code: 'driver-removed', removed: { id: amy.id } });
  });

  test('is taken back with what the form says, where the request does not ask', async () => {
    const { amy, again, ...desk } = await removed();
    const { body } = await desk.agent.post('/api/drivers').send(again).expect(201);
    expect(body).toMatchObject({ id: amy.id, driverAuthorityLicense: 'da-1', startDate: amy.startDate });
    expect(await desk.drivers()).toMatchObject([{ id: amy.id }]);
  });

  test('is taken back with a second time of affiliation, and another car from then on', async () => {
    const { amy, again, ...desk } = await removed();
    const later = { ...again, startDate: '2026-11-01', vehicleRegistrationNumber: '222BBB' };
    const { body } = await desk.agent.post('/api/drivers').send(later).expect(201);
    expect(body).toMatchObject({ id: amy.id, startDate: '2026-10-31T14:00:00.000Z', endDate: null });
    expect(await desk.history(amy, 'vehicle')).toEqual(['222BBB 2026-11-01 null', '111AAA null 2026-10-31']);
    const { body: history } = await desk.agent.get(`/api/drivers/${amy.id}/history`).expect(200);
    expect(history).toContainEqual(
      expect.objectContaining({ fact: 'time', from: '2025-07-01', to: '2026-10-12' }),
    );
  });

  test('can be someone else, of another name', async () => {
    const { again, ...desk } = await removed();
    await desk.agent
      .post('/api/drivers')
      .send({ ...again, firstName: 'Bob', ifRemoved: 'other-person' })
      .expect(201);
  });
});

test('a renewed authorisation keeps its former last day in the history', async () => {
  const desk = await office();
  it.setNow(new Date('2026-02-01T02:00:00Z'));
  const amy = await desk.hire({ ...CAR, authorisationExpires: '2026-11-30' });
  it.setNow(TEST_NOW);
  await desk.put(amy, { authorisationExpires: '2031-11-30' }).expect(200);
  expect(await desk.history(amy, 'authorisation')).toEqual([
    '2031-11-30 2026-12-01 null',
    '2026-11-30 null 2026-11-30',
  ]);
});
