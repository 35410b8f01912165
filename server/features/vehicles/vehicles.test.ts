import { auditEvents } from '@shared/tables/holders';
import { datedFacts, vehicles } from '@shared/tables/trips';
import { vehicleSchema } from '@shared/vehicles/vehicles';
import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import {
  buildDriver,
  buildTrip,
  buildVehicle,
  insertDriver,
  insertTrip,
  insertVehicle,
} from '../../test/builders';
import { createTestApp, TEST_NOW } from '../../test/http/create-test-app';

const it = createTestApp();
const few = createTestApp({ maxDrivers: 2 });

const licence = { kind: 'booked-hire', number: 'BH-1', from: '2026-01-05', expires: '2027-01-04' };

describe('POST /api/vehicles', () => {
  test('stores a vehicle with its licences and the times it is available, and who added it', async () => {
    const { agent, holderId } = await it.signIn();
    const input = {
      registration: ' 123-abc ',
      description: 'Silver Camry',
      availableFrom: '2026-01-05',
      licences: [licence],
    };
    const { body } = await agent.post('/api/vehicles').send(input).expect(201);
    const vehicle = vehicleSchema.parse(body);
    expect(vehicle).toMatchObject({
      beaHolderId: holderId,
      registration: '123ABC',
      description: 'Silver Camry',
      availableFrom: '2026-01-05',
      availableTo: null,
      availability: [{ from: '2026-01-05', to: null }],
      isSubcontracted: false,
      licences: [licence],
      version: 1,
    });
    const facts = await it.db.select().from(datedFacts).where(eq(datedFacts.vehicleId, vehicle.id));
    expect(facts.map(({ fact, recordedAt, userId }) => [fact, recordedAt, typeof userId]).sort()).toEqual([
      ['licence', TEST_NOW, 'string'],
      ['time', TEST_NOW, 'string'],
    ]);
    const isAbout = and(eq(auditEvents.entity, 'vehicle'), eq(auditEvents.entityId, vehicle.id));
    expect(await it.db.select().from(auditEvents).where(isAbout)).toMatchObject([
      { action: 'created', changes: { registration: { to: '123ABC' }, licences: { to: [licence] } } },
    ]);
    expect((await agent.get('/api/vehicles')).body).toEqual([body]);
  });

  test.each([
    [{ registration: ' - ' }, 'Registration is required'],
    [{ availableFrom: undefined }, 'Available From is required'],
    [{ availableFrom: '2026-02-30' }, 'Available From is required'],
    [{ availableTo: '2025-06-30' }, 'Available To must not be before Available From'],
    [
      { availability: [{ from: '2026-02-01', to: '2026-01-01' }] },
      'The last day must not be before the first',
    ],
    [
      { availability: [{ from: '2026-02-01' }, { from: '2026-01-01', to: '2026-02-01' }] },
      'The times available must not overlap',
    ],
    [
      { availability: Array.from({ length: 51 }, () => ({ from: '2026-01-01' })) },
      'Too many times available',
    ],
    [{ licences: [{ ...licence, kind: 'boat' }] }, 'Please select the kind of licence'],
    [{ licences: [{ ...licence, number: '' }] }, 'Licence Number is required'],
    [{ licences: [{ ...licence, expires: '2025-01-01' }] }, 'The last day must not be before the first'],
    [{ description: 'x'.repeat(101) }, 'Must be 100 characters or fewer'],
    [{ deletedAt: '2026-01-01T00:00:00Z' }, 'Unknown field: deletedAt'],
  ])('%j is refused: %s', async (bad, message) => {
    const { agent, holderId } = await it.signIn();
    const { body } = await agent
      .post('/api/vehicles')
      .send({ ...buildVehicle(), ...bad })
      .expect(400);
    expect(body.message).toBe(message);
    expect(await it.db.$count(vehicles, eq(vehicles.beaHolderId, holderId))).toBe(0);
  });

  test('a registration is one vehicle’s at a time, within the holder', async () => {
    const [{ agent }, other] = [await it.signIn(), await it.signIn()];
    const first = buildVehicle({
      registration: '1AA',
      availableFrom: '2026-01-01',
      availableTo: '2026-06-30',
    });
    await agent.post('/api/vehicles').send(first).expect(201);
    const overlapping = buildVehicle({ registration: '1aa', availableFrom: '2026-06-30' });
    const { body } = await agent.post('/api/vehicles').send(overlapping).expect(409);
    expect(body.message).toBe('A vehicle with this registration is available at that time already');
    await other.agent.post('/api/vehicles').send(overlapping).expect(201);
    await agent
      .post('/api/vehicles')
      .send({ ...overlapping, availableFrom: '2026-07-01' })
      .expect(201);
  });
});

describe('PUT /api/vehicles/{id}', () => {
  test('replaces the whole; drivers’ forms show the new texts', async () => {
    const { agent, holderId } = await it.signIn();
    const amy = await insertDriver(it.db, holderId);
    const [stored] = (await agent.get('/api/vehicles')).body;
    const change = {
      registration: '777XYZ',
      availableFrom: '2026-02-01',
      licences: [{ ...licence, number: 'BH-7' }],
    };
    const { body } = await agent
      .put(`/api/vehicles/${stored.id}`)
      .send({ ...change, version: 1 })
      .expect(200);
    expect(body).toMatchObject({
      registration: '777XYZ',
      availability: [{ from: '2026-02-01', to: null }],
      version: 2,
    });
    expect(body.licences.map(({ number }: { number: string }) => number)).toEqual(['BH-7']);
    const [driver] = (await agent.get('/api/drivers')).body;
    expect(driver).toMatchObject({
      id: amy.id,
      vehicleId: stored.id,
      vehicleRegistrationNumber: '777XYZ',
      bookedHireServiceLicense: 'BH-7',
    });
  });

  test('what stays keeps who recorded it', async () => {
    const { agent, holderId } = await it.signIn();
    const { id } = await insertVehicle(it.db, holderId);
    const before = await it.db.select().from(datedFacts).where(eq(datedFacts.vehicleId, id));
    const licences = [{ kind: 'booked-hire', number: 'BHSL-1001', from: '2025-07-01' }, licence];
    await agent
      .put(`/api/vehicles/${id}`)
      .send({ registration: '1A', availableFrom: '2025-07-01', licences })
      .expect(200);
    const after = await it.db.select().from(datedFacts).where(eq(datedFacts.vehicleId, id));
    expect(after).toHaveLength(3);
    expect(after).toEqual(expect.arrayContaining(before));
  });

  test('a save on an older version is refused with what is stored', async () => {
    const { agent, holderId } = await it.signIn();
    const { id } = await insertVehicle(it.db, holderId);
    const change = { ...buildVehicle(), version: 1 };
    await agent.put(`/api/vehicles/${id}`).send(change).expect(200);
    await agent.put(`/api/vehicles/${id}`).send(change).expect(200);
    const { body } = await agent
      .put(`/api/vehicles/${id}`)
      .send({ ...change, notes: 'mine' })
      .expect(409);
    expect(body).toMatchObject({ code: 'changed-meanwhile', stored: { registration: change.registration } });
  });

  test.each([
    ['2026-11-22', 'That date is in the future'],
    ['2026-10-01', 'There is a change on or after that day already'],
  ])('a change on %s is refused: %s', async (changedOn, message) => {
    const { agent, holderId } = await it.signIn();
    const { id } = await insertVehicle(it.db, holderId);
    const change = (registration: string, on: string) =>
      agent.put(`/api/vehicles/${id}`).send({ ...buildVehicle({ registration }), changedOn: on });
    await change('NEW1', '2026-10-01').expect(200);
    const { body } = await change('NEW2', changedOn).expect(400);
    expect(body.message).toBe(message);
    expect((await agent.get('/api/vehicles')).body).toMatchObject([{ registration: 'NEW1' }]);
  });
});

test('a renewed licence ends the one before; its kind, number and days are checked', async () => {
  const { agent, holderId } = await it.signIn();
  const { id } = await insertVehicle(it.db, holderId);
  const next = { kind: 'booked-hire', number: 'BH-2', from: '2026-07-01', expires: '2027-06-30' };
  const { body } = await agent
    .post(`/api/vehicles/${id}/licences`)
    .send({ ...next, version: 1 })
    .expect(200);
  expect(body.licences).toEqual([
    { kind: 'booked-hire', number: 'BHSL-1001', from: '2025-07-01', expires: '2026-06-30' },
    next,
  ]);
  await agent
    .post(`/api/vehicles/${id}/licences`)
    .send({ ...next, expires: '2026-01-01' })
    .expect(400);
  const { body: stale } = await agent
    .post(`/api/vehicles/${id}/licences`)
    .send({ ...next, number: 'X', version: 1 })
    .expect(409);
  expect(stale.code).toBe('changed-meanwhile');
});

test('a vehicle without trips keeps its row where it was available in a lodged quarter', async () => {
  const { agent, holderId } = await it.signIn();
  const add = (registration: string, from: string, to: string | null) =>
    insertVehicle(it.db, holderId, { registration, availability: [{ from, to }] });
  const [inQuarter, before, after] = [
    await add('IN', '2026-09-30', null),
    await add('BEFORE', '2026-01-01', '2026-06-30'),
    await add('AFTER', '2026-10-01', null),
  ];
  await agent
    .post('/api/lodgements')
    .send({ report: 'quarterly', period: 'Q1-2026', lodgedOn: '2026-10-20' })
    .expect(201);
  for (const { id } of [inQuarter, before, after]) await agent.delete(`/api/vehicles/${id}`).expect(204);
  const left = await it.db.select().from(vehicles).where(eq(vehicles.beaHolderId, holderId));
  expect(left.map(({ registration, deletedAt }) => [registration, deletedAt])).toEqual([['IN', TEST_NOW]]);
});

test('a holder has at most as many vehicles as drivers', async () => {
  const { agent, holderId } = await few.signIn();
  for (const registration of ['A1', 'A2']) await insertVehicle(few.db, holderId, { registration });
  const { body } = await agent
    .post('/api/vehicles')
    .send(buildVehicle({ registration: 'A3' }))
    .expect(409);
  expect(body).toMatchObject({ message: expect.stringContaining('vehicles') });
  expect(await few.db.$count(vehicles, eq(vehicles.beaHolderId, holderId))).toBe(2);
});

describe('history', () => {
  test('of an erased vehicle is there again once it is restored', async () => {
    const { agent, holderId } = await it.signIn();
    const { id } = await insertVehicle(it.db, holderId, { registration: 'OLD1' });
    const change = { ...buildVehicle({ registration: 'NEW1' }), changedOn: '2026-10-01' };
    await agent.put(`/api/vehicles/${id}`).send(change).expect(200);
    const history = async () =>
      (await agent.get(`/api/vehicles/${id}/history`).expect(200)).body.map(
        ({ fact, value, from, to }: Record<string, unknown>) => ({ fact, value, from, to }),
      );
    const before = await history();
    await agent.delete(`/api/vehicles/${id}`).expect(204);
    expect(await it.db.$count(vehicles, eq(vehicles.beaHolderId, holderId))).toBe(0);
    await agent.post(`/api/vehicles/${id}/restore`).expect(200);
    expect(await history()).toEqual(before);
  });

  test('says what held from when to when, who recorded it, and what holds now', async () => {
    const { agent, holderId } = await it.signIn();
    const { id } = await insertVehicle(it.db, holderId, { registration: 'OLD1', licences: [] });
    await agent
      .put(`/api/vehicles/${id}`)
      .send({ ...buildVehicle({ registration: 'NEW1', licences: [] }), changedOn: '2026-10-01' })
      .expect(200);
    const { body } = await agent.get(`/api/vehicles/${id}/history`).expect(200);
    expect(body).toMatchObject([
      { id: null, fact: 'registration', value: { registration: 'NEW1' }, from: '2026-10-01', to: null },
      { id: null, fact: 'time', from: '2025-07-01', to: null },
      {
        id: expect.any(String),
        value: { registration: 'OLD1' },
        from: null,
        to: '2026-09-30',
        person: 'Mary Jane Smith',
      },
    ]);
    await agent.delete(`/api/vehicles/${id}/history/${body[2].id}`).expect(204);
    const { body: after } = await agent.get(`/api/vehicles/${id}/history`).expect(200);
    expect(after.map(({ fact, from }: Record<string, unknown>) => [fact, from])).toEqual([
      ['registration', null],
      ['time', '2025-07-01'],
    ]);
    await agent.delete(`/api/vehicles/${id}/history/${body[2].id}`).expect(404);
  });

  test('of three names the middle one is removed, and the last one held instead', async () => {
    const { agent, holderId } = await it.signIn();
    const amy = await insertDriver(it.db, holderId, { firstName: 'A', lastName: null });
    const rename = (firstName: string, changedOn: string) =>
      agent
        .put(`/api/drivers/${amy.id}`)
        .send({ ...buildDriver({ ...named, firstName }), changedOn })
        .expect(200);
    const named = { driverAuthorityLicense: amy.driverAuthorityLicense, lastName: null };
    await rename('B', '2026-08-01');
    await rename('C', '2026-09-01');
    type Entry = { id: string | null; fact: string; value: { firstName: string }; from: string; to: string };
    const names = async () => {
      const history: Entry[] = (await agent.get(`/api/drivers/${amy.id}/history`).expect(200)).body;
      return history
        .filter(({ fact }) => fact === 'name')
        .map(({ id, value, from, to }) => ({ id, name: `${value.firstName} ${from} ${to}` }));
    };
    const before = await names();
    expect(before.map(({ name }) => name)).toEqual([
      'C 2026-09-01 null',
      'B 2026-08-01 2026-08-31',
      'A null 2026-07-31',
    ]);
    await agent.delete(`/api/drivers/${amy.id}/history/${before[2]?.id}`).expect(204);
    expect((await names()).map(({ name }) => name)).toEqual(['C 2026-09-01 null', 'B null 2026-08-31']);
  });
});

describe('the vehicle of a driver’s form', () => {
  test('two drivers with the same texts share it; another licence for it is stored next to the first', async () => {
    const { agent } = await it.signIn();
    const post = (overrides: object) => agent.post('/api/drivers').send(buildDriver(overrides)).expect(201);
    const [{ body: amy }, { body: ben }] = [await post({}), await post({})];
    expect(ben.vehicleId).toBe(amy.vehicleId);
    const other = buildDriver({ bookedHireServiceLicense: 'BHSL-2' });
    await agent.post('/api/drivers').send(other).expect(201);
    const [vehicle] = (await agent.get('/api/vehicles')).body;
    expect(vehicle.licences).toMatchObject([{ number: 'BHSL-1001' }, { number: 'BHSL-2' }]);
  });

  test('that many add at once is one vehicle', async () => {
    const { agent } = await it.signIn();
    const answers = await Promise.all(
      Array.from({ length: 6 }, () =>
        agent.post('/api/drivers').send(buildDriver({ vehicleRegistrationNumber: 'ONE' })),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 201]);
    expect((await agent.get('/api/vehicles')).body).toHaveLength(1);
  });
});

describe('the vehicle of a trip', () => {
  test('is the driver’s usual one of its day, or the one it names', async () => {
    const { agent } = await it.signIn();
    const { body: amy } = await agent
      .post('/api/drivers')
      .send(buildDriver({ vehicleRegistrationNumber: 'CAR1' }))
      .expect(201);
    const { driverAuthorityLicense } = amy;
    const change = buildDriver({ driverAuthorityLicense, vehicleRegistrationNumber: 'CAR2' });
    await agent
      .put(`/api/drivers/${amy.id}`)
      .send({ ...change, changedOn: '2026-11-10' })
      .expect(200);
    const [car1, car2] = (await agent.get('/api/vehicles')).body;
    const log = async (overrides: object) =>
      (await agent.post('/api/trips').send(buildTrip(amy, overrides)).expect(201)).body;
    expect(await log({ datetime: '2026-11-05T02:00:00Z' })).toMatchObject({
      vehicleId: car1.id,
      vehicleRegistration: 'CAR1',
    });
    expect(await log({})).toMatchObject({ vehicleId: car2.id, vehicleRegistration: 'CAR2' });
    expect(await log({ vehicleId: car1.id })).toMatchObject({
      vehicleId: car1.id,
      vehicleRegistration: 'CAR1',
    });
    const { trips } = (await agent.get('/api/trips').expect(200)).body;
    expect(trips.map((trip: Record<string, string>) => trip.vehicleRegistration).sort()).toEqual([
      'CAR1',
      'CAR1',
      'CAR2',
    ]);
  });

  test('another holder’s is answered 404, and nothing is stored', async () => {
    const [mine, other] = [await it.signIn(), await it.signIn()];
    const amy = await insertDriver(it.db, mine.holderId);
    const foreign = await insertVehicle(it.db, other.holderId);
    const { body } = await mine.agent
      .post('/api/trips')
      .send(buildTrip(amy, { vehicleId: foreign.id }))
      .expect(404);
    expect(body.message).toBe('Vehicle not found');
    const trip = await insertTrip(it.db, amy);
    await mine.agent
      .put(`/api/trips/${trip.id}`)
      .send(buildTrip(amy, { vehicleId: foreign.id }))
      .expect(404);
    expect((await mine.agent.get('/api/trips')).body).toMatchObject({
      total: 1,
      trips: [{ vehicleId: amy.vehicleId }],
    });
  });

  test('stays when the trip is corrected, and is the new driver’s with another driver', async () => {
    const { agent, holderId } = await it.signIn();
    const amy = await insertDriver(it.db, holderId, { vehicleRegistrationNumber: 'AMY1' });
    const ben = await insertDriver(it.db, holderId, { vehicleRegistrationNumber: 'BEN1' });
    const spare = await insertVehicle(it.db, holderId, { registration: 'SPARE' });
    const trip = await insertTrip(it.db, amy, { vehicleId: spare.id });
    const put = async (driver: typeof amy) =>
      (
        await agent
          .put(`/api/trips/${trip.id}`)
          .send(buildTrip(driver, { notes: 'again' }))
          .expect(200)
      ).body;
    expect(await put(amy)).toMatchObject({ vehicleRegistration: 'SPARE' });
    expect(await put(ben)).toMatchObject({ vehicleRegistration: 'BEN1' });
    it.setNow(new Date(TEST_NOW.getTime() + 60_000));
    const bulk = { trips: [{ id: trip.id, version: 3 }], driverId: amy.id };
    const { body } = await agent.post('/api/trips/change').send(bulk).expect(200);
    expect((await agent.get('/api/trips')).body.trips).toMatchObject([{ vehicleRegistration: 'AMY1' }]);
    await agent.post('/api/trips/undo').send(body.undo).expect(200);
    expect((await agent.get('/api/trips')).body.trips).toMatchObject([{ vehicleRegistration: 'BEN1' }]);
  });
});

test('a holder with vehicles and no driver has a nil report due', async () => {
  const { agent, holderId } = await it.signIn();
  await insertVehicle(it.db, holderId, { availability: [{ from: '2026-02-01', to: null }] });
  const { body } = await agent.get('/api/lodgements').expect(200);
  expect(body.activity).toEqual({ from: '2026-02-01', to: null });
});
