/** @module-tag partitions */
import { randomUUID } from 'node:crypto';
import { tripChangesSchema } from '@shared/activity/activity';
import { MAX_TRIP_CHANGES } from '@shared/limits';
import { auditEvents } from '@shared/tables/holders';
import { trips } from '@shared/tables/trips';
import { tripListSchema } from '@shared/trips/trip-list';
import { deletedTripSchema, type RecentSuburb, tripSchema } from '@shared/trips/trips';
import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { buildTrip, insertDriver, insertTrip, insertVehicle } from '../../test/builders';
import { openOffice } from '../../test/drivers/office';
import { createTestApp, type SignedIn, TEST_NOW } from '../../test/http/create-test-app';
import { sweepIdempotencyKeys } from './trips.repository';

const it = createTestApp();

async function holderWithDriver() {
  const holder = await it.signIn();
  return { ...holder, driver: await insertDriver(it.db, holder.holderId) };
}

const list = async ({ agent }: Pick<SignedIn, 'agent'>, query: Record<string, string | number> = {}) =>
  tripListSchema.parse((await agent.get('/api/trips').query(query).expect(200)).body);

const suburbs = async (holder: Pick<SignedIn, 'agent'>, query: Record<string, string | number>) =>
  (await list(holder, query)).trips.map((trip) => trip.suburb);

describe('POST /api/trips', () => {
  test('stores a trip of the signed-in holder, and who did it', async () => {
    const { agent, holderId, driver } = await holderWithDriver();
    const { body } = await agent
      .post('/api/trips')
      .send(
        buildTrip(driver, {
          suburb: '  Łódź ',
          duration: 12,
          bookingReference: ' J-1 ',
          notes: 'two\nlines',
        }),
      )
      .expect(201);

    const trip = tripSchema.parse(body);
    expect(trip).toMatchObject({
      beaHolderId: holderId,
      driverName: 'Łukasz Ngāti',
      suburb: 'Łódź',
      waitingTime: 5,
      duration: 12,
      datetime: '2026-11-20T23:30:00.000Z',
      bookingReference: 'J-1',
      notes: 'two\nlines',
    });
    const events = await it.db
      .select()
      .from(auditEvents)
      .where(and(eq(auditEvents.entity, 'trip'), eq(auditEvents.entityId, trip.id)));
    expect(events).toMatchObject([
      {
        action: 'created',
        beaHolderId: holderId,
        changes: { suburb: { to: 'Łódź' }, bookingReference: { to: 'J-1' } },
      },
    ]);
    expect((await list({ agent })).trips).toEqual([trip]);
  });

  test.each([
    [{ driverId: '' }, 'Driver is required'],
    [{ driverAuthorityLicense: '' }, 'Driver Authority License is required'],
    [{ driverAuthorityLicense: 'FORGED' }, "Driver Authority License does not match the driver's"],
    [{ postcode: '' }, 'Postcode is required'],
    [{ postcode: 4066 }, 'Postcode must be text'],
    [{ postcode: '406' }, 'Postcode must be 4 digits'],
    [{ postcode: '٤٠٦٦' }, 'Postcode must be 4 digits'],
    [{ suburb: '   ' }, 'Suburb is required'],
    [{ suburb: 'a\0b' }, 'Contains characters that cannot be stored'],
    [{ suburb: 'x'.repeat(10_000) }, 'Must be 255 characters or fewer'],
    [{ waitingTime: -1 }, 'Waiting time must be 0 or greater'],
    [{ waitingTime: '5' }, 'Waiting time must be 0 or greater'],
    [{ waitingTime: 1.5 }, 'Waiting time must be a whole number of minutes'],
    [{ waitingTime: 10_081 }, 'Waiting time must be 10,080 minutes (a week) or less'],
    [{ duration: -1 }, 'Duration must be 0 or greater'],
    [{ datetime: null }, 'Date is required'],
    [{ datetime: '2026-02-30T00:00:00Z' }, 'Date is required'],
    [{ datetime: '9999-01-01T00:00:00Z' }, 'Date must lie between 2000 and 2099'],
    [{ bookingReference: 'x'.repeat(51) }, 'Must be 50 characters or fewer'],
    [{ kind: 'hail' }, 'Kind of trip must be booked, rank-or-hail or other-entity'],
    [{ notes: 'x'.repeat(2001) }, 'Must be 2000 characters or fewer'],
    [{ createdAt: '2026-01-01T00:00:00Z' }, 'Unknown field: createdAt'],
  ])('%j is refused: %s', async (bad, message) => {
    const { agent, driver, holderId } = await holderWithDriver();
    const { body } = await agent
      .post('/api/trips')
      .send({ ...buildTrip(driver), ...bad })
      .expect(400);
    expect(body).toMatchObject({ message, code: 'validation' });
    expect(await it.db.$count(trips, eq(trips.beaHolderId, holderId))).toBe(0);
  });

  test('a trip is booked unless it says otherwise, and a change that says nothing keeps its kind', async () => {
    const { agent, driver } = await holderWithDriver();
    const { kind: _, ...trip } = buildTrip(driver);
    const first = await agent.post('/api/trips').send(trip).expect(201);
    expect(first.body.kind).toBe('booked');
    const path = `/api/trips/${first.body.id}`;
    const change = async (body: object) => (await agent.put(path).send(body).expect(200)).body.kind;
    expect(await change({ ...trip, kind: 'rank-or-hail' })).toBe('rank-or-hail');
    expect(await change(trip)).toBe('rank-or-hail');
    expect(await change({ ...trip, kind: 'booked' })).toBe('booked');
  });

  test('the booking reference may be left out, as an app of an earlier version does; a change keeps it then, and null clears it', async () => {
    const { agent, driver } = await holderWithDriver();
    const { bookingReference: _, ...trip } = buildTrip(driver);
    const first = await agent.post('/api/trips').send(trip).expect(201);
    expect(first.body.bookingReference).toBeNull();
    const path = `/api/trips/${first.body.id}`;
    const given = await agent
      .put(path)
      .send({ ...trip, bookingReference: 'J-1' })
      .expect(200);
    expect(given.body.bookingReference).toBe('J-1');
    expect((await agent.put(path).send(trip).expect(200)).body.bookingReference).toBe('J-1');
    const cleared = await agent
      .put(path)
      .send({ ...trip, bookingReference: null })
      .expect(200);
    expect(cleared.body.bookingReference).toBeNull();
    const { body } = await agent.get(`${path}/changes`).expect(200);
    const changes = tripChangesSchema
      .parse(body)
      .events.flatMap((event) => event.changes.bookingReference ?? []);
    expect(changes).toHaveLength(2);
    expect(changes).toEqual(
      expect.arrayContaining([
        { from: 'J-1', to: null },
        { from: null, to: 'J-1' },
      ]),
    );
  });

  test('the licence is that of the driver in any case, and is stored as the driver has it', async () => {
    const { agent, driver } = await holderWithDriver();
    const { id, driverAuthorityLicense } = driver;
    const lowerCase = { id, driverAuthorityLicense: driverAuthorityLicense.toLowerCase() };
    const { body } = await agent.post('/api/trips').send(buildTrip(lowerCase)).expect(201);
    expect(body.driverAuthorityLicense).toBe(driverAuthorityLicense);
    const changed = await agent.put(`/api/trips/${body.id}`).send(buildTrip(lowerCase)).expect(200);
    expect(changed.body.driverAuthorityLicense).toBe(driverAuthorityLicense);
    expect((await list({ agent })).trips).toMatchObject([{ driverAuthorityLicense }]);
    const [event] = await it.db
      .select()
      .from(auditEvents)
      .where(
        and(
          eq(auditEvents.entity, 'trip'),
          eq(auditEvents.action, 'created'),
          eq(auditEvents.entityId, body.id),
        ),
      );
    expect(event?.changes).toMatchObject({ driverAuthorityLicense: { to: driverAuthorityLicense } });
  });

  test("another holder's driver, or a removed one, is not found", async () => {
    const [mine, other] = [await holderWithDriver(), await holderWithDriver()];
    await mine.agent.post('/api/trips').send(buildTrip(other.driver)).expect(404);
    await mine.agent.delete(`/api/drivers/${mine.driver.id}`).expect(204);
    await mine.agent.post('/api/trips').send(buildTrip(mine.driver)).expect(404);
    await mine.agent
      .post('/api/trips')
      .send({ ...buildTrip(mine.driver), beaHolderId: other.holderId })
      .expect(404);
    expect(await it.db.$count(trips, eq(trips.beaHolderId, other.holderId))).toBe(0);
  });
});

describe('GET /api/trips', () => {
  test('pages through the trips, newest first, with the right total even past the last page', async () => {
    const holder = await holderWithDriver();
    for (let hour = 0; hour < 12; hour += 1) {
      await insertTrip(it.db, holder.driver, {
        datetime: new Date(Date.UTC(2026, 9, 1, hour)).toISOString(),
      });
    }
    const [first, second, beyond] = [
      await list(holder),
      await list(holder, { page: 2 }),
      await list(holder, { page: 9 }),
    ];
    expect([first.total, second.total, beyond.total]).toEqual([12, 12, 12]);
    expect([first.trips.length, second.trips.length, beyond.trips.length]).toEqual([10, 2, 0]);
    const times = [...first.trips, ...second.trips].map((trip) => trip.datetime);
    expect(times).toEqual([...times].sort().reverse());
    expect(new Set(times).size).toBe(12);
  });

  test('searches suburb, postcode, driver name and licence, without reading % and _ as wildcards', async () => {
    const holder = await holderWithDriver();
    const amy = await insertDriver(it.db, holder.holderId, {
      firstName: 'Amy',
      lastName: 'O_Young',
      driverAuthorityLicense: 'DA-777',
    });
    await insertTrip(it.db, holder.driver, { suburb: 'Toowong', postcode: '4066' });
    await insertTrip(it.db, amy, { suburb: 'St Lucia', postcode: '4067' });

    expect(await suburbs(holder, { search: 'toOW' })).toEqual(['Toowong']);
    expect(await suburbs(holder, { search: '4067' })).toEqual(['St Lucia']);
    expect(await suburbs(holder, { search: 'amy o_y' })).toEqual(['St Lucia']);
    expect(await suburbs(holder, { search: 'da-777' })).toEqual(['St Lucia']);
    expect(await suburbs(holder, { search: '%' })).toEqual([]);
    expect(await suburbs(holder, { search: 'T__wong' })).toEqual([]);
  });

  test('a kind lists its trips alone, and all lists every kind', async () => {
    const holder = await holderWithDriver();
    await insertTrip(it.db, holder.driver, { suburb: 'Milton', kind: 'rank-or-hail' });
    await insertTrip(it.db, holder.driver, { suburb: 'Ascot' });
    await insertTrip(it.db, holder.driver, { suburb: 'Yeronga', kind: 'other-entity' });
    expect(await list(holder, { kind: 'rank-or-hail' })).toMatchObject({
      total: 1,
      trips: [{ suburb: 'Milton', kind: 'rank-or-hail' }],
    });
    expect(await list(holder, { kind: 'booked' })).toMatchObject({ total: 1, trips: [{ suburb: 'Ascot' }] });
    expect(await list(holder, { kind: 'other-entity' })).toMatchObject({
      total: 1,
      trips: [{ suburb: 'Yeronga' }],
    });
    expect(await list(holder, { kind: 'not-booked' })).toMatchObject({ total: 2 });
    expect(await list(holder, { kind: '' })).toMatchObject({ total: 3 });
    expect((await holder.agent.get('/api/statistics').expect(200)).body.totalTrips).toBe(3);
    await holder.agent.get('/api/trips').query({ kind: 'hail' }).expect(400);
  });

  test('a search finds booking references by their beginning, in any case, and counts their trips', async () => {
    const holder = await holderWithDriver();
    await insertTrip(it.db, holder.driver, { suburb: 'Milton', bookingReference: 'Jb-100' });
    await insertTrip(it.db, holder.driver, { suburb: 'Milton', bookingReference: 'X%_\\1' });
    await insertTrip(it.db, holder.driver, { suburb: 'Ascot' });
    const found = async (search: string) => (await list(holder, { search })).total;
    expect(await suburbs(holder, { search: 'jB-1' })).toEqual(['Milton']);
    for (const search of ['JB-100', 'x%', 'X%_\\1']) expect(await found(search), search).toBe(1);
    for (const search of ['b-100', 'X_', 'X%%', 'jb-1000']) expect(await found(search), search).toBe(0);
  });

  test('a search finds what is written with accents, and by accents what is written without', async () => {
    const holder = await holderWithDriver();
    const dang = await insertDriver(it.db, holder.holderId, { firstName: 'Dang', lastName: 'Nguyễn' });
    for (const suburb of ['Lodz', 'Łódź']) await insertTrip(it.db, holder.driver, { suburb });
    await insertTrip(it.db, dang, { suburb: 'O’Connor Straße' });
    const found = (search: string) => suburbs(holder, { search, sort: 'suburb', order: 'asc' });

    for (const search of ['ngati', 'NGĀTI', 'lukasz', 'łukasz ngāti', 'lodz', 'ŁÓDŹ', 'Łódz'])
      expect([search, await found(search)]).toEqual([search, ['Lodz', 'Łódź']]);
    for (const search of ["o'connor", 'ÓʼCONNOR', 'nguyen', 'Đặng', 'nguyễn', 'strasse', 'STRAẞE'])
      expect([search, await found(search)]).toEqual([search, ['O’Connor Straße']]);
  });

  test('filters by postcode and by whole Brisbane days', async () => {
    const holder = await holderWithDriver();
    const at = (datetime: string, suburb: string, postcode = '4066') =>
      insertTrip(it.db, holder.driver, { datetime, suburb, postcode });
    await at('2026-06-30T13:59:59.999Z', 'Last Of June');
    await at('2026-06-30T14:00:00.000Z', 'First Of July', '4000');
    await at('2026-07-01T13:59:59.999Z', 'Late First Of July');

    expect(await suburbs(holder, { postcode: '4000' })).toEqual(['First Of July']);
    expect(await suburbs(holder, { postcode: 'all', endDate: '2026-06-30' })).toEqual(['Last Of June']);
    expect(await suburbs(holder, { startDate: '2026-07-01', endDate: '2026-07-01' })).toEqual([
      'Late First Of July',
      'First Of July',
    ]);
    expect(await suburbs(holder, { startDate: '2026-06-30T14:00:00.001Z' })).toEqual(['Late First Of July']);
  });

  test('filters by minutes waited, both ends included, with the total of what is shown', async () => {
    const holder = await holderWithDriver();
    for (const waitingTime of [0, 5, 6, 10, 31])
      await insertTrip(it.db, holder.driver, { waitingTime, datetime: '2026-11-01T02:00:00Z' });
    const minutes = async (query: object) => {
      const { trips, total } = await list(holder, { ...query, sort: 'waitingTime', order: 'asc' });
      expect(total).toBe(trips.length);
      return trips.map(({ waitingTime }) => waitingTime);
    };
    expect(await minutes({ waiting: '0-0' })).toEqual([0]);
    expect(await minutes({ waiting: '6-10' })).toEqual([6, 10]);
    expect(await minutes({ waiting: '31-', startDate: '2026-11-01', endDate: '2026-11-01' })).toEqual([31]);
    expect(await minutes({ waiting: '' })).toHaveLength(5);
  });

  test('filters by driver, with the total and the average wait of what is shown', async () => {
    const holder = await holderWithDriver();
    const other = await insertDriver(it.db, holder.holderId);
    for (const waitingTime of [4, 9, 11]) await insertTrip(it.db, holder.driver, { waitingTime });
    await insertTrip(it.db, other, { waitingTime: 60 });
    const { trips, total } = await list(holder, {
      driverId: holder.driver.id,
      sort: 'waitingTime',
      order: 'asc',
    });
    expect(trips.map(({ waitingTime }) => waitingTime)).toEqual([4, 9, 11]);
    expect(total).toBe(3);
    const average = async (query: object) =>
      (await holder.agent.get('/api/trips/average-wait').query(query).expect(200)).body;
    expect(await average({ driverId: holder.driver.id })).toEqual({
      avgWaitTime: 8,
      tripCount: 3,
      unknownWaits: 0,
    });
    expect(await average({ waiting: '4-9' })).toMatchObject({ avgWaitTime: 6.5 });
    expect(await average({ driverId: 'nobody' })).toMatchObject({ avgWaitTime: 0 });
    expect((await list(holder, { driverId: '' })).total).toBe(4);
    const stranger = await it.signIn();
    const { body } = await stranger.agent.get('/api/trips').query({ driverId: holder.driver.id }).expect(200);
    expect(body).toEqual({ trips: [], total: 0 });
  });

  test('filters by vehicle, and counts what it shows', async () => {
    const holder = await holderWithDriver();
    const spare = await insertVehicle(it.db, holder.holderId, { registration: '456DEF' });
    await insertTrip(it.db, holder.driver, { waitingTime: 4 });
    await insertTrip(it.db, holder.driver, { waitingTime: 9, vehicleId: spare.id });
    const { trips, total } = await list(holder, { vehicleId: spare.id });
    expect(trips).toMatchObject([{ waitingTime: 9, vehicleRegistration: '456DEF' }]);
    expect(total).toBe(1);
    expect((await list(holder, { vehicleId: '' })).total).toBe(2);
    const stranger = await it.signIn();
    const { body } = await stranger.agent.get('/api/trips').query({ vehicleId: spare.id }).expect(200);
    expect(body).toEqual({ trips: [], total: 0 });
  });

  test.each(['0001-01-01', '9999-12-31', '9999-12-31T23:59:59-23:59'])(
    'a bound far from every trip, %s, is one anyway',
    async (day) => {
      const holder = await holderWithDriver();
      await insertTrip(it.db, holder.driver);
      const isLate = day.startsWith('9');
      expect((await list(holder, { endDate: day })).total).toBe(isLate ? 1 : 0);
      expect((await list(holder, { startDate: day })).total).toBe(isLate ? 0 : 1);
    },
  );

  test.each([
    { page: 0 },
    { page: 'x' },
    { limit: 101 },
    { limit: 0 },
    { startDate: '2026-02-30' },
    { postcode: 'abc' },
    { waiting: '-5' },
    { search: '\0' },
    { driverId: '\0' },
    { vehicleId: '\0' },
    { search: 'x'.repeat(300) },
  ])('%j is refused', async (query) => {
    const { agent } = await it.signIn();
    const { body } = await agent.get('/api/trips').query(query).expect(400);
    expect(body.code).toBe('validation');
  });
});

test('a trip that waited on a phone while its driver’s number changed is stored, and shows the number of its day', async () => {
  const desk = await openOffice(it);
  const number = (driverAuthorityLicense: string, changedOn?: string) => ({
    driverAuthorityLicense,
    ...(changedOn && { changedOn }),
  });
  const amy = await desk.hire(number('1001'));
  await desk.put(amy, number('1002')).expect(200);
  await desk.put({ ...amy, ...number('1002') }, number('1003', '2026-11-10')).expect(200);
  const log = (of: string, datetime: string) =>
    desk.agent.post('/api/trips').send(buildTrip({ ...amy, ...number(of) }, { datetime }));
  for (const of of ['1001', '1002', '1003'])
    for (const [datetime, shown] of [
      ['2026-11-09T02:00:00Z', '1002'],
      ['2026-11-10T02:00:00Z', '1003'],
    ] as const) {
      const { body } = await log(of, datetime).expect(201);
      expect(body).toMatchObject(number(shown));
    }
  await log('1004', '2026-11-10T02:00:00Z').expect(400);
  const { body } = await desk.agent.get('/api/trips').expect(200);
  expect(body.trips.map((trip: { driverAuthorityLicense: string }) => trip.driverAuthorityLicense)).toEqual([
    ...Array(3).fill('1003'),
    ...Array(3).fill('1002'),
  ]);
});

test('the postcodes on offer are those of kept trips', async () => {
  const holder = await holderWithDriver();
  await insertTrip(it.db, holder.driver, { postcode: '4067' });
  await insertTrip(it.db, holder.driver, { postcode: '4000' });
  const gone = await insertTrip(it.db, holder.driver, { postcode: '9999' });
  await holder.agent.delete(`/api/trips/${gone.id}`).expect(204);
  expect((await holder.agent.get('/api/trips/postcodes')).body).toEqual(['4000', '4067']);
});

describe('DELETE /api/trips/{id}', () => {
  test('removes the trip from every list and count, and keeps the row with who and when', async () => {
    const holder = await holderWithDriver();
    const { id } = await insertTrip(it.db, holder.driver);
    await holder.agent.delete(`/api/trips/${id}`).expect(204);

    expect(await list(holder)).toEqual({ trips: [], total: 0 });
    const [row] = await it.db.select().from(trips).where(eq(trips.id, id));
    expect(row).toMatchObject({ suburb: 'Toowong', deletedAt: new Date('2026-11-21T02:00:00Z') });
    expect(row?.deletedBy).toBeTruthy();
    await holder.agent.delete(`/api/trips/${id}`).expect(404);
  });
});

test('the audit trail can only grow', async () => {
  const { agent, driver } = await holderWithDriver();
  await agent.post('/api/trips').send(buildTrip(driver)).expect(201);
  for (const change of [
    'delete from audit_events',
    'update audit_events set at = now()',
    'truncate audit_events',
  ])
    await expect(it.asOwner(change)).rejects.toThrow('append-only');
  await expect(it.asOwner('truncate bea_holders cascade')).rejects.toThrow('append-only');
});

test('each column of a trip is stored, whichever migration added it', async () => {
  const { rows } = await it.db.$client.query(
    `select attname as name, attgenerated <> '' or prosrc ~ ('stored.' || attname || '\\M') as "isStored"
     from pg_attribute, pg_proc
     where attrelid = 'trips'::regclass and attnum > 0 and not attisdropped and proname = 'insert_trip'`,
  );
  expect(rows.length).toBeGreaterThan(18);
  expect(rows.filter(({ isStored }) => !isStored)).toEqual([]);
});

describe('Idempotency-Key', () => {
  const post = (agent: SignedIn['agent'], key: string, body: object) =>
    agent.post('/api/trips').set('Idempotency-Key', key).send(body);

  test('fifty replays at once store one trip, and all are answered by it', async () => {
    const { agent, driver, holderId } = await holderWithDriver();
    const [key, trip] = [randomUUID(), buildTrip(driver)];
    const answers = await Promise.all(Array.from({ length: 50 }, () => post(agent, key, trip)));
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([201]));
    expect(new Set(answers.map((answer) => tripSchema.parse(answer.body).id)).size).toBe(1);
    expect(await it.db.$count(trips, eq(trips.beaHolderId, holderId))).toBe(1);
  });

  test('a replay is answered by the first trip even after its driver or itself is gone', async () => {
    const { agent, driver } = await holderWithDriver();
    const [key, trip] = [randomUUID(), buildTrip(driver)];
    const first = await post(agent, key, trip).expect(201);
    await agent.delete(`/api/trips/${first.body.id}`).expect(204);
    await agent.delete(`/api/drivers/${driver.id}`).expect(204);
    expect((await post(agent, key, trip).expect(201)).body.id).toBe(first.body.id);
  });

  test('with another body it is refused; with a trip that was refused before it may be used again', async () => {
    const { agent, driver, holderId } = await holderWithDriver();
    const key = randomUUID();
    await post(agent, key, { ...buildTrip(driver), driverId: randomUUID() }).expect(404);
    await post(agent, key, buildTrip(driver)).expect(201);
    const { body } = await post(agent, key, buildTrip(driver, { waitingTime: 6 })).expect(422);
    expect(body.code).toBe('idempotency-key-reused');
    expect(await it.db.$count(trips, eq(trips.beaHolderId, holderId))).toBe(1);
  });

  test('a field that is as usual may be left out when the request is repeated, after an upgrade that brought it', async () => {
    const { agent, driver } = await holderWithDriver();
    const [key, trip] = [randomUUID(), buildTrip(driver, { duration: 12, notes: 'Gate 2' })];
    await post(agent, key, trip).expect(201);
    expect((await post(agent, key, { ...trip, bookingReference: 'J-1' })).status).toBe(422);
    expect((await post(agent, key, { ...trip, kind: 'rank-or-hail' })).status).toBe(422);
    const { kind: _, ...without } = trip;
    expect((await post(agent, key, without)).status).toBe(201);
  });

  test('is forgotten after 30 days', async () => {
    const { agent, driver } = await holderWithDriver();
    const key = randomUUID();
    const first = await post(agent, key, buildTrip(driver)).expect(201);
    const days = (count: number) => new Date(TEST_NOW.getTime() + count * 86_400_000);
    await sweepIdempotencyKeys(it, days(29));
    expect((await post(agent, key, buildTrip(driver))).body.id).toBe(first.body.id);
    await sweepIdempotencyKeys(it, days(31));
    expect((await post(agent, key, buildTrip(driver))).body.id).not.toBe(first.body.id);
  });

  test("must be a UUID, and is a holder's own", async () => {
    const [mine, other] = [await holderWithDriver(), await holderWithDriver()];
    await post(mine.agent, 'not-a-uuid', buildTrip(mine.driver)).expect(400);
    const key = randomUUID();
    const first = await post(mine.agent, key, buildTrip(mine.driver)).expect(201);
    const second = await post(other.agent, key, buildTrip(other.driver)).expect(201);
    expect(second.body.id).not.toBe(first.body.id);
  });
});

describe('PUT /api/trips/{id}', () => {
  test('changes a trip, and the audit shows what', async () => {
    const { agent, driver } = await holderWithDriver();
    const { id } = await insertTrip(it.db, driver);
    const { body } = await agent
      .put(`/api/trips/${id}`)
      .send(buildTrip(driver, { suburb: 'Taringa', postcode: '4068' }))
      .expect(200);
    expect(tripSchema.parse(body)).toMatchObject({ id, suburb: 'Taringa', driverName: 'Łukasz Ngāti' });
    const [event] = await it.db.select().from(auditEvents).where(eq(auditEvents.entityId, id));
    expect(event?.changes).toEqual({
      suburb: { from: 'Toowong', to: 'Taringa' },
      postcode: { from: '4066', to: '4068' },
    });
  });

  test('a trip of a removed driver can be changed, but no trip can be given to one', async () => {
    const { agent, driver, holderId } = await holderWithDriver();
    const other = await insertDriver(it.db, holderId);
    const { id } = await insertTrip(it.db, driver);
    const { id: otherId } = await insertTrip(it.db, other);
    await agent.delete(`/api/drivers/${driver.id}`).expect(204);
    const repaired = buildTrip(driver, { waitingTime: 9 });
    expect((await agent.put(`/api/trips/${id}`).send(repaired).expect(200)).body).toMatchObject({
      waitingTime: 9,
      driverName: 'Łukasz Ngāti',
    });
    await agent.put(`/api/trips/${otherId}`).send(repaired).expect(404);
  });

  test('a change that comes again, because its answer was lost, is no conflict after a correction of the number', async () => {
    const desk = await openOffice(it);
    const amy = await desk.hire({ driverAuthorityLicense: 'DA-1' });
    const { body: trip } = await desk.drive(amy, '2026-11-10');
    const { body: corrected } = await desk.put(amy, { driverAuthorityLicense: 'DA-2' }).expect(200);
    const change = { ...buildTrip(corrected, { waitingTime: 9 }), version: trip.version };
    for (const _ of ['first', 'again']) {
      const { body } = await desk.agent.put(`/api/trips/${trip.id}`).send(change).expect(200);
      expect(body).toMatchObject({ waitingTime: 9, driverAuthorityLicense: 'DA-2' });
    }
  });

  test("another holder's trip or driver, a deleted trip and a bad field change nothing", async () => {
    const [mine, other] = [await holderWithDriver(), await holderWithDriver()];
    const theirs = await insertTrip(it.db, other.driver);
    const own = await insertTrip(it.db, mine.driver);
    const gone = await insertTrip(it.db, mine.driver);
    await mine.agent.delete(`/api/trips/${gone.id}`).expect(204);
    await mine.agent.put(`/api/trips/${theirs.id}`).send(buildTrip(mine.driver)).expect(404);
    await mine.agent.put(`/api/trips/${gone.id}`).send(buildTrip(mine.driver)).expect(404);
    await mine.agent.put(`/api/trips/${own.id}`).send(buildTrip(other.driver)).expect(404);
    await mine.agent
      .put(`/api/trips/${own.id}`)
      .send(buildTrip(mine.driver, { postcode: '12' }))
      .expect(400);
    expect(await it.db.select().from(trips).where(eq(trips.id, theirs.id))).toEqual([theirs]);
    expect(await it.db.select().from(trips).where(eq(trips.id, own.id))).toEqual([own]);
  });
});

test('a trip has its history, deleted or not, for its holder alone', async () => {
  const [mine, other] = [await holderWithDriver(), await holderWithDriver()];
  const minute = (count: number) => it.setNow(new Date(Date.UTC(2026, 10, 21, 3, count)));
  minute(0);
  const { body: trip } = await mine.agent.post('/api/trips').send(buildTrip(mine.driver)).expect(201);
  await mine.agent
    .post('/api/trips')
    .send(buildTrip(mine.driver, { suburb: 'Ascot' }))
    .expect(201);
  const path = `/api/trips/${trip.id}`;
  const history = async () =>
    tripChangesSchema.parse((await mine.agent.get(`${path}/changes`).expect(200)).body);
  for (const waitingTime of [9, 12]) {
    minute(waitingTime);
    await mine.agent.put(path).send(buildTrip(mine.driver, { waitingTime })).expect(200);
  }
  minute(20);
  await mine.agent.delete(path).expect(204);
  expect(await history()).toMatchObject({
    trip: { id: trip.id, waitingTime: 12 },
    isDeleted: true,
    events: [
      { action: 'deleted', at: '2026-11-21T03:20:00.000Z' },
      { action: 'updated', changes: { waitingTime: { from: 9, to: 12 } } },
      { action: 'updated', changes: { waitingTime: { from: 5, to: 9 } } },
      { action: 'created', person: 'Mary Jane Smith', subject: 'Toowong 4066 of 21/11/2026 09:30' },
    ],
  });
  minute(21);
  await mine.agent
    .post('/api/trips/restore')
    .send({ ids: [trip.id] })
    .expect(200);
  const { isDeleted, events } = await history();
  expect([isDeleted, events.length, events[0]?.action]).toEqual([false, 5, 'restored']);
  await other.agent.get(`${path}/changes`).expect(404);
  for (let waitingTime = 100; waitingTime < 150; waitingTime += 1)
    await mine.agent.put(path).send(buildTrip(mine.driver, { waitingTime })).expect(200);
  const longest = await history();
  expect(longest.events).toHaveLength(MAX_TRIP_CHANGES);
  expect(longest.events.at(-1), 'who logged it is told in any case').toMatchObject({ action: 'created' });
  it.setNow(TEST_NOW);
});

describe('deleting and restoring', () => {
  test('handles several trips at once, within 30 days', async () => {
    const holder = await holderWithDriver();
    const ids = [(await insertTrip(it.db, holder.driver)).id, (await insertTrip(it.db, holder.driver)).id];
    it.setNow('2026-11-21T02:00:00Z');
    expect((await holder.agent.post('/api/trips/delete').send({ ids }).expect(200)).body).toMatchObject({
      deleted: 2,
    });
    expect((await list(holder)).total).toBe(0);
    const { body } = await holder.agent.get('/api/trips/deleted').expect(200);
    expect(body.map((trip: unknown) => deletedTripSchema.parse(trip).id).sort()).toEqual([...ids].sort());

    it.setNow('2026-12-21T01:59:00Z');
    expect(
      (
        await holder.agent
          .post('/api/trips/restore')
          .send({ ids: ids.slice(1) })
          .expect(200)
      ).body,
    ).toEqual({ restored: 1 });
    expect((await list(holder)).total).toBe(1);
    it.setNow('2026-12-21T02:01:00Z');
    expect((await holder.agent.post('/api/trips/restore').send({ ids }).expect(200)).body).toEqual({
      restored: 0,
    });
    expect((await holder.agent.get('/api/trips/deleted')).body).toEqual([]);
    it.setNow('2026-11-21T02:00:00Z');
  });

  test("another holder's trips are neither deleted, restored nor shown", async () => {
    const [mine, other] = [await holderWithDriver(), await holderWithDriver()];
    const theirs = await insertTrip(it.db, other.driver);
    expect((await mine.agent.post('/api/trips/delete').send({ ids: [theirs.id] })).body).toEqual({
      deleted: 0,
      undo: null,
    });
    await other.agent.delete(`/api/trips/${theirs.id}`).expect(204);
    expect((await mine.agent.post('/api/trips/restore').send({ ids: [theirs.id] })).body).toEqual({
      restored: 0,
    });
    expect((await mine.agent.get('/api/trips/deleted')).body).toEqual([]);
    expect((await list(other)).total).toBe(0);
  });

  test.each([{ ids: [] }, { ids: 'x' }, {}, { ids: ['a'], all: true }])('%j is refused', async (body) => {
    const { agent } = await it.signIn();
    await agent.post('/api/trips/delete').send(body).expect(400);
  });
});

test('the list can be sorted by suburb and by waiting time', async () => {
  const holder = await holderWithDriver();
  await insertTrip(it.db, holder.driver, { suburb: 'Bardon', waitingTime: 9 });
  await insertTrip(it.db, holder.driver, { suburb: 'ascot', waitingTime: 10 });
  expect(await suburbs(holder, { sort: 'suburb', order: 'asc' })).toEqual(['ascot', 'Bardon']);
  expect(await suburbs(holder, { sort: 'waitingTime', order: 'desc' })).toEqual(['ascot', 'Bardon']);
  await holder.agent.get('/api/trips').query({ sort: 'notes' }).expect(400);
});

test('trips whose waiting time is not known come last, whichever way waits are sorted, on any page', async () => {
  const holder = await holderWithDriver();
  for (const [day, waitingTime] of [5, 60, 30, 60, 5, 0, 60].entries())
    await insertTrip(it.db, holder.driver, {
      waitingTime,
      suburb: `Bardon ${day}`,
      datetime: `2026-10-0${day + 1}T00:00:00.000Z`,
    });
  await it.db
    .update(trips)
    .set({ waitingTime: null })
    .where(and(eq(trips.beaHolderId, holder.holderId), eq(trips.waitingTime, 60)));
  const unknown = ['Bardon 6', 'Bardon 3', 'Bardon 1'];
  const known = ['Bardon 2', 'Bardon 4', 'Bardon 0', 'Bardon 5'];
  const inOrder = {
    desc: [...known, ...unknown],
    asc: ['Bardon 5', 'Bardon 4', 'Bardon 0', 'Bardon 2', ...unknown],
  };
  for (const [order, whole] of Object.entries(inOrder))
    for (const limit of [1, 2, 3, 5, 10])
      for (let page = 1; page <= 8; page++)
        expect(await suburbs(holder, { sort: 'waitingTime', order, limit, page })).toEqual(
          whole.slice((page - 1) * limit, page * limit),
        );
});

test('trips of one suburb are listed newest first, whichever way suburbs are sorted', async () => {
  const holder = await holderWithDriver();
  const days = ['2026-10-01', '2026-10-03', '2026-10-02'];
  for (const day of days)
    await insertTrip(it.db, holder.driver, { suburb: 'Bardon', datetime: `${day}T00:00:00.000Z` });
  for (const order of ['asc', 'desc']) {
    const { trips } = await list(holder, { sort: 'suburb', order });
    expect(trips.map(({ datetime }) => datetime.slice(0, 10))).toEqual([...days].sort().reverse());
  }
});

test('recent suburbs come once each, the latest first', async () => {
  const holder = await holderWithDriver();
  for (const [suburb, postcode] of [
    ['Ascot', '4007'],
    ['Bardon', '4065'],
    ['ASCOT', '4007'],
  ] as const) {
    await holder.agent.post('/api/trips').send(buildTrip(holder.driver, { suburb, postcode })).expect(201);
  }
  const { body } = await holder.agent.get('/api/trips/recent-suburbs').expect(200);
  expect(body.map((row: { suburb: string }) => row.suburb.toLowerCase())).toEqual(['ascot', 'bardon']);
});

test('recent suburbs are written as the table does, and without postcodes that they do not have', async () => {
  const holder = await holderWithDriver();
  for (const [suburb, postcode] of [
    ['windsor', '4030'],
    ['windsor', '4870'],
    ['no such place', '4870'],
    ['MCDOWALL', '4053'],
  ] as const)
    await holder.agent.post('/api/trips').send(buildTrip(holder.driver, { suburb, postcode })).expect(201);
  expect((await holder.agent.get('/api/trips/recent-suburbs').expect(200)).body).toEqual([
    { suburb: 'McDowall', postcode: '4053' },
    { suburb: 'No Such Place', postcode: '4870' },
    { suburb: 'Windsor', postcode: '4030' },
  ]);
});

test('recent suburbs that were stored at one moment come by the time of their trips, then by name and postcode', async () => {
  const holder = await holderWithDriver();
  const at = (time: string, ...places: string[]) => places.map((place) => ({ time, place }));
  const stored = [
    ...at('08:00', 'Windsor 4030', 'Ascot 4359', 'Windsor 3181', 'Bardon 4065', 'Ascot 4007', 'Milton 4064'),
    ...at('09:00', 'Toowong 4066', 'Paddington 4064'),
  ];
  for (const { time, place } of stored) {
    const [suburb = '', postcode = ''] = place.split(' ');
    await insertTrip(it.db, holder.driver, { suburb, postcode, datetime: `2026-11-20T${time}:00Z` });
  }
  const createdAt = new Date('2026-11-20T10:00:00Z');
  await it.db.update(trips).set({ createdAt }).where(eq(trips.beaHolderId, holder.holderId));
  const { body } = await holder.agent.get('/api/trips/recent-suburbs').expect(200);
  expect(body.map((row: RecentSuburb) => `${row.suburb} ${row.postcode}`)).toEqual([
    'Paddington 4064',
    'Toowong 4066',
    'Ascot 4007',
    'Ascot 4359',
    'Bardon 4065',
    'Milton 4064',
  ]);
});

test('a trip of the same driver and suburb within five minutes is pointed out as a probable duplicate', async () => {
  const [mine, other] = [await holderWithDriver(), await holderWithDriver()];
  const stored = await insertTrip(it.db, mine.driver, { datetime: '2026-11-20T01:00:00.000Z' });
  const similar = async (query: object) =>
    (
      await mine.agent
        .get('/api/trips/duplicates')
        .query({ driverId: mine.driver.id, suburb: ' TOOWONG', ...query })
    ).body;
  expect(await similar({ datetime: '2026-11-20T01:05:00.000Z' })).toMatchObject([{ id: stored.id }]);
  expect(await similar({ datetime: '2026-11-20T01:05:00.001Z' })).toEqual([]);
  expect(await similar({ datetime: '2026-11-20T01:00:00Z', exceptId: stored.id })).toEqual([]);
  const theirs = { driverId: mine.driver.id, suburb: 'Toowong', datetime: '2026-11-20T01:00:00Z' };
  expect((await other.agent.get('/api/trips/duplicates').query(theirs)).body).toEqual([]);
});
