import { driverSchema } from '@shared/drivers';
import { auditEvents } from '@shared/tables/holders';
import { driverSwitchOffs, drivers } from '@shared/tables/trips';
import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { buildDriver, insertDriver, insertTrip } from '../../test/builders';
import { createTestApp, type SignedIn, TEST_NOW } from '../../test/http/create-test-app';

const it = createTestApp();

const eventsOf = (entityId: string) =>
  it.db
    .select()
    .from(auditEvents)
    .where(and(eq(auditEvents.entity, 'driver'), eq(auditEvents.entityId, entityId)))
    .orderBy(auditEvents.at);

describe('POST /api/drivers', () => {
  test('stores a driver of the signed-in holder, and who did it', async () => {
    const { agent, holderId } = await it.signIn();
    const { body } = await agent
      .post('/api/drivers')
      .send(buildDriver({ vehicleRegistrationNumber: ' 123-abc ' }))
      .expect(201);

    const driver = driverSchema.parse(body);
    expect(driver).toMatchObject({
      beaHolderId: holderId,
      firstName: 'Łukasz',
      lastName: 'Ngāti',
      vehicleRegistrationNumber: '123ABC',
    });
    expect(await eventsOf(driver.id)).toMatchObject([
      { action: 'created', beaHolderId: holderId, changes: { firstName: { to: 'Łukasz' } } },
    ]);
  });

  test.each([
    [{ driverAuthorityLicense: '' }, 'Driver Authority License is required'],
    [{ bookedHireServiceLicense: undefined }, 'Booked Hire Service License is required'],
    [{ vehicleRegistrationNumber: ' - ' }, 'Vehicle Registration Number is required'],
    // upper case, each is three letters
    [{ vehicleRegistrationNumber: 'ﬃ'.repeat(7) }, 'Must be 20 characters or fewer'],
    [{ startDate: null }, 'Start Date is required'],
    [{ startDate: '' }, 'Start Date is required'],
    [{ startDate: 'yesterday' }, 'Start Date is not a valid date'],
    [{ startDate: '2026-02-30' }, 'Start Date is not a valid date'],
    [{ startDate: 7 }, 'Start Date is not a valid date'],
    [{ endDate: 'tomorrow' }, 'End Date must be a date'],
    [{ endDate: '2025-06-30' }, 'End Date must not be before Start Date'],
    [{ endDate: '2025-06-01T00:00:00Z' }, 'End Date must not be before Start Date'],
    [{ firstName: 'x'.repeat(101) }, 'Must be 100 characters or fewer'],
    [{ beaHolderId: '' }, 'BEA Holder ID is required'],
    [{ deletedAt: '2026-01-01T00:00:00Z' }, 'Unknown field: deletedAt'],
  ])('%j is refused: %s', async (bad, message) => {
    const { agent, holderId } = await it.signIn();
    const { body } = await agent
      .post('/api/drivers')
      .send({ ...buildDriver(), ...bad })
      .expect(400);
    expect(body.message).toBe(message);
    expect(await it.db.$count(drivers, eq(drivers.beaHolderId, holderId))).toBe(0);
  });

  test('a licence is registered once within a holder, and may drive for another', async () => {
    const [mine, other] = [await it.signIn(), await it.signIn()];
    const driver = buildDriver();
    await mine.agent.post('/api/drivers').send(driver).expect(201);
    const lowerCase = { ...driver, driverAuthorityLicense: driver.driverAuthorityLicense.toLowerCase() };
    for (const again of [driver, lowerCase]) {
      const { body } = await mine.agent.post('/api/drivers').send(again).expect(409);
      expect(body.message).toBe('A driver with this Driver Authority License is already registered');
    }
    await other.agent.post('/api/drivers').send(driver).expect(201);
  });

  test('a date without a time is a day in Brisbane', async () => {
    const { agent } = await it.signIn();
    const input = buildDriver({ startDate: '2025-07-01', endDate: '2025-07-01' });
    const { body } = await agent.post('/api/drivers').send(input).expect(201);
    const firstInstant = '2025-06-30T14:00:00.000Z';
    expect(body).toMatchObject({ startDate: firstInstant, endDate: firstInstant });
  });
});

describe('a holder with as many drivers as it can have', () => {
  const few = createTestApp({ maxDrivers: 3 });
  const refusal =
    'This account has 3 drivers, the most it can have. Remove drivers who have left, or ask the operator of this service for more.';

  test('is refused another, however many are added at once', async () => {
    const { agent, holderId } = await few.signIn();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => agent.post('/api/drivers').send(buildDriver())),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 409, 409, 409, 409, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.body).toEqual({ message: refusal, code: 'limit-reached' });
    expect(await few.db.$count(drivers, eq(drivers.beaHolderId, holderId))).toBe(3);
    const other = await few.signIn();
    await other.agent.post('/api/drivers').send(buildDriver()).expect(201);
  });

  test('can add one for one who was removed, and change those it has', async () => {
    const { agent, holderId } = await few.signIn();
    const first = await insertDriver(few.db, holderId);
    await insertDriver(few.db, holderId);
    await insertDriver(few.db, holderId);
    await insertTrip(few.db, first);
    await agent.put(`/api/drivers/${first.id}`).send(buildDriver()).expect(200);
    await agent.delete(`/api/drivers/${first.id}`).expect(204);
    await agent.post('/api/drivers').send(buildDriver()).expect(201);
    await agent.post('/api/drivers').send(buildDriver()).expect(409);
  });
});

describe('GET /api/drivers', () => {
  test("lists the holder's own drivers by name, whatever case and accents", async () => {
    const [mine, other] = [await it.signIn(), await it.signIn()];
    for (const firstName of ['zoe', 'Øyvind', 'Amy', 'Łukasz', 'Pia', 'Émile', 'Mary', 'Lucy'])
      await insertDriver(it.db, mine.holderId, { firstName });
    await insertDriver(it.db, other.holderId);
    const { body } = await mine.agent.get('/api/drivers').expect(200);
    expect(body.map((driver: unknown) => driverSchema.parse(driver).firstName).join()).toBe(
      'Amy,Émile,Lucy,Łukasz,Mary,Øyvind,Pia,zoe',
    );
  });
});

describe('PUT /api/drivers/{id}', () => {
  test('changes a driver, and the audit shows what', async () => {
    const { agent, holderId } = await it.signIn();
    const { id } = await insertDriver(it.db, holderId);
    const change = buildDriver({
      lastName: 'Kowalski',
      endDate: '2026-10-31T14:00:00.000Z',
      isActive: false,
    });
    const { body } = await agent.put(`/api/drivers/${id}`).send(change).expect(200);

    expect(body).toMatchObject({
      id,
      lastName: 'Kowalski',
      endDate: '2026-10-31T14:00:00.000Z',
      isActive: false,
    });
    const [event] = await eventsOf(id);
    expect(event).toMatchObject({
      action: 'updated',
      changes: { lastName: { from: 'Ngāti', to: 'Kowalski' } },
    });
    expect(event?.changes).not.toHaveProperty('firstName');
  });
});

describe('the last day of an authorisation', () => {
  test('is stored, kept by a change that does not name it, and removed by null', async () => {
    const { agent } = await it.signIn();
    const input = buildDriver({ authorisationExpires: '2029-02-28' });
    const { body } = await agent.post('/api/drivers').send(input).expect(201);
    expect(body.authorisationExpires).toBe('2029-02-28');
    const put = async (change: object) =>
      (await agent.put(`/api/drivers/${body.id}`).send(change).expect(200)).body.authorisationExpires;
    const { authorisationExpires: _, ...silent } = input;
    expect(await put(silent)).toBe('2029-02-28');
    expect(await put({ ...input, authorisationExpires: '2034-02-28' })).toBe('2034-02-28');
    expect(await put({ ...input, authorisationExpires: null })).toBeNull();
    const changes = (await eventsOf(body.id)).map((event) => event.changes.authorisationExpires);
    expect(changes).toContainEqual({ from: '2029-02-28', to: '2034-02-28' });
    for (const authorisationExpires of ['2029-02-29', 'soon', ''])
      await agent
        .put(`/api/drivers/${body.id}`)
        .send({ ...input, authorisationExpires })
        .expect(400);
  });

  test('comes back with a driver who was erased', async () => {
    const { agent } = await it.signIn();
    const input = buildDriver({ authorisationExpires: '2029-02-28' });
    const { body } = await agent.post('/api/drivers').send(input).expect(201);
    await agent.delete(`/api/drivers/${body.id}`).expect(204);
    const restored = await agent.post(`/api/drivers/${body.id}/restore`).expect(200);
    expect(restored.body.authorisationExpires).toBe('2029-02-28');
  });
});

describe('switching a driver off and on', () => {
  const absencesOf = (driverId: string) =>
    it.db
      .select({ off: driverSwitchOffs.switchedOffAt, on: driverSwitchOffs.switchedOnAt })
      .from(driverSwitchOffs)
      .where(eq(driverSwitchOffs.driverId, driverId))
      .orderBy(driverSwitchOffs.switchedOffAt);
  const minute = (minutes: number) => new Date(TEST_NOW.getTime() + minutes * 60_000);

  test('keeps each time that it was off', async () => {
    const { agent } = await it.signIn();
    const { body } = await agent.post('/api/drivers').send(buildDriver()).expect(201);
    expect(await absencesOf(body.id)).toEqual([]);
    for (const [at, isActive] of [true, false, false, true, true, false].entries()) {
      it.setNow(minute(at));
      const change = buildDriver({ firstName: `N${at}`, isActive });
      await agent.put(`/api/drivers/${body.id}`).send(change).expect(200);
    }
    it.setNow(TEST_NOW);
    expect(await absencesOf(body.id)).toEqual([
      { off: minute(1), on: minute(3) },
      { off: minute(5), on: null },
    ]);
  });

  test('counts from its entry for one who is entered switched off', async () => {
    const { agent } = await it.signIn();
    const { body } = await agent
      .post('/api/drivers')
      .send(buildDriver({ isActive: false }))
      .expect(201);
    expect(await absencesOf(body.id)).toEqual([{ off: TEST_NOW, on: null }]);
    await agent.delete(`/api/drivers/${body.id}`).expect(204);
    expect(await absencesOf(body.id)).toEqual([]);
  });
});

describe('DELETE /api/drivers/{id}', () => {
  test('erases a driver without trips', async () => {
    const { agent, holderId } = await it.signIn();
    const { id } = await insertDriver(it.db, holderId);
    await agent.delete(`/api/drivers/${id}`).expect(204);
    expect(await it.db.$count(drivers, eq(drivers.id, id))).toBe(0);
    expect(await eventsOf(id)).toMatchObject([{ action: 'deleted' }]);
  });

  test('removes a driver with trips from the list, and keeps the name on the trips', async () => {
    const { agent, holderId } = await it.signIn();
    const driver = await insertDriver(it.db, holderId);
    await insertTrip(it.db, driver);
    await agent.delete(`/api/drivers/${driver.id}`).expect(204);

    expect((await agent.get('/api/drivers')).body).toEqual([]);
    expect((await agent.get('/api/trips')).body.trips).toMatchObject([{ driverName: 'Łukasz Ngāti' }]);
    await agent.delete(`/api/drivers/${driver.id}`).expect(404);
  });

  test.each([
    ['is kept', 'a lodged quarter names it', { startDate: '2026-09-30' }, true],
    ['is erased', 'the lodged quarter was before its time', { startDate: '2026-10-01' }, false],
    ['is erased', 'the lodged quarter was after its time', { endDate: '2026-06-30' }, false],
  ])('a driver without trips %s where %s', async (_outcome, _why, dates, isKept) => {
    const { agent } = await it.signIn();
    const { body } = await agent.post('/api/drivers').send(buildDriver(dates)).expect(201);
    const q1 = { report: 'quarterly', period: 'Q1-2026', lodgedOn: '2026-10-20' };
    await agent.post('/api/lodgements').send(q1).expect(201);
    await agent.delete(`/api/drivers/${body.id}`).expect(204);
    expect((await agent.get('/api/drivers')).body).toEqual([]);
    const stored = await it.db.select().from(drivers).where(eq(drivers.id, body.id));
    expect(stored.map(({ deletedAt }) => deletedAt)).toEqual(isKept ? [TEST_NOW] : []);
    expect((await agent.get('/api/lodgements/changes')).body).toEqual({});
  });

  test('a withdrawn lodgement and that of a year, which names no one, keep no driver', async () => {
    const { agent } = await it.signIn();
    const { body } = await agent.post('/api/drivers').send(buildDriver()).expect(201);
    const q1 = { report: 'quarterly', period: 'Q1-2026', lodgedOn: '2026-10-20' };
    const lodged = await agent.post('/api/lodgements').send(q1).expect(201);
    await agent.delete(`/api/lodgements/${lodged.body.id}`).expect(204);
    const year = { report: 'annual', period: '2025-2026', lodgedOn: '2026-07-20' };
    await agent.post('/api/lodgements').send(year).expect(201);
    await agent.delete(`/api/drivers/${body.id}`).expect(204);
    expect(await it.db.$count(drivers, eq(drivers.id, body.id))).toBe(0);
  });
});

describe('POST /api/drivers/{id}/restore', () => {
  const restore = (agent: SignedIn['agent'], id: string) => agent.post(`/api/drivers/${id}/restore`);

  test('restores a driver whole that was erased, and one that was only marked for its trips', async () => {
    const { agent } = await it.signIn();
    for (const hasTrips of [false, true]) {
      const { body: added } = await agent.post('/api/drivers').send(buildDriver()).expect(201);
      for (const isActive of [false, true, false])
        await agent.put(`/api/drivers/${added.id}`).send(buildDriver({ isActive, endDate: '2026-12-31' }));
      const { body: before } = await agent.get('/api/drivers');
      const switchOffs = await it.db
        .select()
        .from(driverSwitchOffs)
        .where(eq(driverSwitchOffs.driverId, added.id));
      if (hasTrips) await insertTrip(it.db, { ...before[0] });
      await agent.delete(`/api/drivers/${added.id}`).expect(204);

      await restore(agent, added.id).expect(200);
      const same = { ...before[0], version: expect.any(Number), updatedAt: expect.any(String) };
      expect((await agent.get('/api/drivers')).body).toEqual([same]);
      const after = await it.db
        .select()
        .from(driverSwitchOffs)
        .where(eq(driverSwitchOffs.driverId, added.id));
      expect(after.map(({ id: _, ...one }) => one)).toEqual(switchOffs.map(({ id: _, ...one }) => one));
      expect((await eventsOf(added.id)).map(({ action }) => action)).toContain('restored');
      await restore(agent, added.id).expect(404);
      await agent.delete(`/api/drivers/${added.id}`).expect(204);
    }
  });

  test('is refused to others, after 30 days, and where the licence is registered again', async () => {
    const [mine, other] = [await it.signIn(), await it.signIn()];
    const driver = await insertDriver(it.db, mine.holderId);
    await restore(mine.agent, driver.id).expect(404);
    await mine.agent.delete(`/api/drivers/${driver.id}`).expect(204);
    await restore(other.agent, driver.id).expect(404);
    it.setNow(new Date(TEST_NOW.getTime() + 31 * 24 * 60 * 60 * 1000));
    await restore((await it.signIn(mine.login)).agent, driver.id).expect(404);
    it.setNow(TEST_NOW);
    const { driverAuthorityLicense } = driver;
    await mine.agent.post('/api/drivers').send(buildDriver({ driverAuthorityLicense })).expect(201);
    const { body } = await restore(mine.agent, driver.id).expect(409);
    expect(body.message).toBe('A driver with this Driver Authority License is already registered');
  });
});

test.each(['no-such-driver', '%00', 'a'.repeat(200)])('the unknown driver %j is not found', async (id) => {
  const { agent } = await it.signIn();
  await agent.put(`/api/drivers/${id}`).send(buildDriver()).expect(404);
  await agent.delete(`/api/drivers/${id}`).expect(404);
});
