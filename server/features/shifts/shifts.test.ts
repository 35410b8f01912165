import { randomUUID } from 'node:crypto';
import { addDays, brisbaneInstant } from '@shared/periods';
import {
  type CreateShift,
  MAX_HOURS_DAYS,
  MAX_LISTED_SHIFTS,
  MAX_PROPOSED_DAYS,
  MAX_SHIFTS_AT_ONCE,
  proposedShiftSchema,
  shiftSchema,
} from '@shared/shifts/shifts';
import { auditEvents } from '@shared/tables/holders';
import { drivers, shifts, vehicles } from '@shared/tables/trips';
import { and, asc, eq } from 'drizzle-orm';
import ExcelJS from 'exceljs';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { buildDriver, insertDriver, insertTrip, insertVehicle } from '../../test/builders';
import { createTestApp, type SignedIn } from '../../test/http/create-test-app';

const it = createTestApp();

async function holderWithDriver() {
  const holder = await it.signIn();
  return { ...holder, driver: await insertDriver(it.db, holder.holderId) };
}
type Holder = Awaited<ReturnType<typeof holderWithDriver>>;

const at = (day: string, time: string) => brisbaneInstant(day, time).toISOString();
const buildShift = (driver: { id: string }, overrides: Partial<CreateShift> = {}) => ({
  driverId: driver.id,
  start: at('2026-11-20', '06:10'),
  end: at('2026-11-20', '14:30'),
  ...overrides,
});
const post = ({ agent }: Pick<SignedIn, 'agent'>, body: object, key?: string) => {
  const request = agent.post('/api/shifts');
  return (key ? request.set('Idempotency-Key', key) : request).send(body);
};
const typed = ({ agent }: Pick<SignedIn, 'agent'>, list: object[], key: string = randomUUID()) =>
  agent.post('/api/shifts/typed').set('Idempotency-Key', key).send({ shifts: list });
const WEEK = { from: '2026-11-16', to: '2026-11-22' };
const list = async ({ agent }: Pick<SignedIn, 'agent'>, query: object = {}) =>
  z.array(shiftSchema).parse(
    (
      await agent
        .get('/api/shifts')
        .query({ ...WEEK, ...query })
        .expect(200)
    ).body,
  );
const proposed = async ({ agent }: Pick<SignedIn, 'agent'>, query: object = {}) => {
  const { body } = await agent
    .get('/api/shifts/proposed')
    .query({ ...WEEK, ...query })
    .expect(200);
  return z.array(proposedShiftSchema).parse(body);
};
const eventsOf = (id: string) =>
  it.db
    .select()
    .from(auditEvents)
    .where(and(eq(auditEvents.entity, 'shift'), eq(auditEvents.entityId, id)))
    .orderBy(asc(auditEvents.at));

describe('POST /api/shifts', () => {
  test('stores a shift in the usual vehicle, and who did it', async () => {
    const holder = await holderWithDriver();
    const { body } = await post(holder, buildShift(holder.driver, { note: ' Airport ' })).expect(201);
    const shift = shiftSchema.parse(body);
    expect(shift).toMatchObject({
      beaHolderId: holder.holderId,
      driverName: 'Łukasz Ngāti',
      vehicleId: holder.driver.vehicleId,
      vehicleRegistration: '123ABC',
      start: at('2026-11-20', '06:10'),
      end: at('2026-11-20', '14:30'),
      note: 'Airport',
      version: 1,
    });
    expect(await list(holder)).toEqual([shift]);
    expect(await eventsOf(shift.id)).toMatchObject([
      { action: 'created', changes: { note: { to: 'Airport' } } },
    ]);
    const { body: activity } = await holder.agent.get('/api/activity').expect(200);
    const event = { entity: 'shift', subject: 'Łukasz Ngāti 20/11/2026 06:10' };
    expect(activity.events).toContainEqual(expect.objectContaining(event));
    const { body: found } = await holder.agent
      .get('/api/activity')
      .query({ search: 'ngati 06:10' })
      .expect(200);
    expect(found.total).toBe(1);
  });

  test('the usual vehicle is that of the day on which the shift starts; null is none', async () => {
    const holder = await holderWithDriver();
    const other = await insertVehicle(it.db, holder.holderId, { registration: 'NEW1' });
    const { id, driverAuthorityLicense } = holder.driver;
    const changed = buildDriver({ driverAuthorityLicense, vehicleRegistrationNumber: 'NEW1' });
    await holder.agent
      .put(`/api/drivers/${id}`)
      .send({ ...changed, changedOn: '2026-11-20' })
      .expect(200);
    const vehicleOf = async (day: string, overrides: Partial<CreateShift> = {}) => {
      const times = { start: at(day, '00:00'), end: null };
      const { body } = await post(holder, buildShift(holder.driver, { ...times, ...overrides })).expect(201);
      return body.vehicleRegistration;
    };
    expect(await vehicleOf('2026-11-19')).toBe('123ABC');
    expect(await vehicleOf('2026-11-20')).toBe('NEW1');
    expect(await vehicleOf('2026-11-19', { vehicleId: other.id })).toBe('NEW1');
    expect(await vehicleOf('2026-11-20', { vehicleId: null })).toBeNull();
  });

  test.each<[object, string]>([
    [{ driverId: '' }, 'Please select a driver'],
    [{ start: '' }, 'Please enter the start'],
    [{ start: '2026-11-20' }, 'Please enter the start'],
    [{ start: at('2026-11-20', '14:30') }, 'The end must be after the start'],
    [{ end: '1999-01-01T00:00:00Z' }, 'Date must lie between 2000 and 2099'],
    [{ note: 'x'.repeat(501) }, 'Must be 500 characters or fewer'],
    [{ vehicleId: '\0' }, 'Contains characters that cannot be stored'],
    [{ note: 'a\0b' }, 'Contains characters that cannot be stored'],
  ])('refuses %j', async (overrides, message) => {
    const holder = await holderWithDriver();
    const { body } = await post(holder, { ...buildShift(holder.driver), ...overrides }).expect(400);
    expect(body.message).toBe(message);
    expect(await list(holder)).toEqual([]);
  });

  test('the same key and body answer the first shift, another body is refused', async () => {
    const holder = await holderWithDriver();
    const key = randomUUID();
    const body = buildShift(holder.driver);
    const first = await post(holder, body, key).expect(201);
    expect((await post(holder, body, key).expect(201)).body).toEqual(first.body);
    await post(holder, { ...body, note: 'other' }, key).expect(422);
    await typed(holder, [body, body], key).expect(422);
    await post(holder, body, 'no-uuid').expect(400);
    expect(await list(holder)).toHaveLength(1);
  });

  test('of requests with one key at the same moment one is stored, and all answer it', async () => {
    const holder = await holderWithDriver();
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => post(holder, buildShift(holder.driver), key).expect(201)),
    );
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(await list(holder)).toHaveLength(1);
    expect(await eventsOf(answers[0]?.body.id)).toHaveLength(1);
  });

  test('a removed driver, or one or a vehicle of another holder, is not found', async () => {
    const holder = await holderWithDriver();
    const other = await holderWithDriver();
    await post(holder, buildShift(other.driver)).expect(404);
    await post(holder, buildShift(holder.driver, { vehicleId: other.driver.vehicleId })).expect(404);
    await it.db.update(drivers).set({ deletedAt: new Date() }).where(eq(drivers.id, holder.driver.id));
    await post(holder, buildShift(holder.driver)).expect(404);
    expect(await list(holder)).toEqual([]);
  });
});

describe('GET /api/shifts', () => {
  test('lists those that lie at least partly in the days, earliest first', async () => {
    const holder = await holderWithDriver();
    const store = async (start: [string, string], end: [string, string] | null) => {
      const times = { start: at(...start), end: end && at(...end) };
      return (await post(holder, buildShift(holder.driver, times)).expect(201)).body.id as string;
    };
    const day = { from: '2026-11-20', to: '2026-11-20' };
    const open = await store(['2026-11-18', '06:00'], null);
    const into = await store(['2026-11-19', '22:00'], ['2026-11-20', '06:00']);
    await store(['2026-11-19', '16:00'], ['2026-11-20', '00:00']);
    const out = await store(['2026-11-20', '23:59'], ['2026-11-21', '06:00']);
    await store(['2026-11-21', '00:00'], ['2026-11-21', '06:00']);
    expect((await list(holder, day)).map(({ id }) => id)).toEqual([open, into, out]);
    // an open shift lasts until now
    expect(await list(holder, { from: '2026-11-22', to: '2026-11-30' })).toEqual([]);
    expect((await holder.agent.get('/api/shifts/open').expect(200)).body).toMatchObject([{ id: open }]);
  });

  test('of one driver; one of another holder is not found', async () => {
    const holder = await holderWithDriver();
    const ben = await insertDriver(it.db, holder.holderId, { firstName: 'Ben' });
    await post(holder, buildShift(holder.driver)).expect(201);
    const { body } = await post(holder, buildShift(ben)).expect(201);
    expect(await list(holder, { driverId: ben.id })).toEqual([body]);
    const other = await holderWithDriver();
    const query = { ...WEEK, driverId: other.driver.id };
    for (const path of ['/api/shifts', '/api/shifts/proposed'])
      await holder.agent.get(path).query(query).expect(404);
    expect(await list(other)).toEqual([]);
  });

  test.each<[object, string]>([
    [{}, 'Please select the first day'],
    [{ from: '2026-11-20' }, 'Please select the last day'],
    [{ from: '2026-11-20', to: '2026-11-20', vehicleId: '\0' }, 'No such vehicle'],
    [{ from: '2026-11-20', to: '2026-11-19' }, 'The last day must not be before the first'],
    [{ from: '2024-01-01', to: '2026-11-19' }, `At most ${MAX_HOURS_DAYS} days at once`],
    [{ from: '2000-01-01', to: '2099-12-31' }, `At most ${MAX_HOURS_DAYS} days at once`],
  ])('refuses %j', async (query, message) => {
    const { agent } = await it.signIn();
    const { body } = await agent.get('/api/shifts').query(query).expect(400);
    expect(body.message).toBe(message);
  });

  test('refuses to list more than anyone reads', async () => {
    const holder = await holderWithDriver();
    const many = Array.from({ length: MAX_LISTED_SHIFTS + 1 }, (_, index) => ({
      beaHolderId: holder.holderId,
      driverId: holder.driver.id,
      startsAt: new Date(Date.parse(at('2026-11-16', '00:00')) + index * 60_000),
      endsAt: new Date(Date.parse(at('2026-11-16', '00:01')) + index * 60_000),
    }));
    await it.db.insert(shifts).values(many);
    const { body } = await holder.agent.get('/api/shifts').query(WEEK).expect(400);
    expect(body.message).toBe('More than 5,000 shifts. Choose fewer days or one driver');
    expect(await list(holder, { from: '2026-11-16', to: '2026-11-16' })).toHaveLength(1440);
  });
});

describe('PUT /api/shifts/:id', () => {
  test('ends a shift, and changes its driver with the usual vehicle', async () => {
    const holder = await holderWithDriver();
    const ben = await insertDriver(it.db, holder.holderId, {
      firstName: 'Ben',
      vehicleRegistrationNumber: 'BEN1',
    });
    const { body: open } = await post(holder, buildShift(holder.driver, { end: null })).expect(201);
    const change = (body: object) => holder.agent.put(`/api/shifts/${open.id}`).send(body);
    const ended = await change({ ...buildShift(holder.driver), version: 1 }).expect(200);
    expect(ended.body).toMatchObject({
      end: at('2026-11-20', '14:30'),
      vehicleRegistration: '123ABC',
      version: 2,
    });
    const given = await change({ ...buildShift(ben), version: 2 }).expect(200);
    expect(given.body).toMatchObject({
      driverName: expect.stringContaining('Ben'),
      vehicleRegistration: 'BEN1',
    });
    const without = await change({ ...buildShift(ben), vehicleId: null, version: 3 }).expect(200);
    expect(without.body.vehicleId).toBeNull();
    expect(await eventsOf(open.id)).toMatchObject([
      { action: 'created' },
      { action: 'updated', changes: { end: { from: null, to: at('2026-11-20', '14:30') } } },
      { action: 'updated', changes: { driverName: { from: 'Łukasz Ngāti' } } },
      { action: 'updated', changes: { vehicleRegistration: { from: 'BEN1', to: null } } },
    ]);
  });

  test('an older version is refused with what is stored, the same change sent again is not', async () => {
    const holder = await holderWithDriver();
    const { body: open } = await post(holder, buildShift(holder.driver, { end: null })).expect(201);
    const change = (end: string) =>
      holder.agent.put(`/api/shifts/${open.id}`).send({ ...buildShift(holder.driver), end, version: 1 });
    await change(at('2026-11-20', '14:00')).expect(200);
    await change(at('2026-11-20', '14:00')).expect(200);
    const { body } = await change(at('2026-11-20', '14:05')).expect(409);
    expect(body).toMatchObject({ code: 'changed-meanwhile', stored: { end: at('2026-11-20', '14:00') } });
  });

  test('keeps a removed driver and vehicle, and takes no other removed driver', async () => {
    const holder = await holderWithDriver();
    const { body: open } = await post(holder, buildShift(holder.driver, { end: null })).expect(201);
    await holder.agent.delete(`/api/drivers/${holder.driver.id}`).expect(204);
    await holder.agent.delete(`/api/vehicles/${holder.driver.vehicleId}`).expect(204);
    const change = holder.agent.put(`/api/shifts/${open.id}`).send(buildShift(holder.driver));
    expect((await change.expect(200)).body).toMatchObject({
      driverName: 'Łukasz Ngāti',
      vehicleRegistration: '123ABC',
    });
    const ben = await insertDriver(it.db, holder.holderId);
    await it.db.update(drivers).set({ deletedAt: new Date() }).where(eq(drivers.id, ben.id));
    await holder.agent.put(`/api/shifts/${open.id}`).send(buildShift(ben)).expect(404);
  });
});

describe('removing and restoring', () => {
  test('a removed shift leaves every list, keeps its row and can be restored for 30 days', async () => {
    const holder = await holderWithDriver();
    const { body: shift } = await post(holder, buildShift(holder.driver)).expect(201);
    await holder.agent.delete(`/api/shifts/${shift.id}`).expect(204);
    expect(await list(holder)).toEqual([]);
    await holder.agent.delete(`/api/shifts/${shift.id}`).expect(404);
    await holder.agent.put(`/api/shifts/${shift.id}`).send(buildShift(holder.driver)).expect(404);
    const { body: back } = await holder.agent.post(`/api/shifts/${shift.id}/restore`).expect(200);
    expect(await list(holder)).toEqual([back]);
    expect((await eventsOf(shift.id)).map(({ action }) => action)).toEqual([
      'created',
      'deleted',
      'restored',
    ]);
    const long = new Date(Date.parse(back.updatedAt) - 31 * 24 * 3_600_000);
    await it.db.update(shifts).set({ deletedAt: long }).where(eq(shifts.id, shift.id));
    await holder.agent.post(`/api/shifts/${shift.id}/restore`).expect(404);
  });

  test('several at once, of this holder only', async () => {
    const holder = await holderWithDriver();
    const other = await holderWithDriver();
    const shiftOn = (day: string) =>
      buildShift(holder.driver, { start: at(day, '06:00'), end: at(day, '14:00') });
    const { body } = await typed(holder, ['2026-11-16', '2026-11-17'].map(shiftOn)).expect(201);
    const foreign = await post(other, buildShift(other.driver)).expect(201);
    const ids = [...body.ids, foreign.body.id, 'none'];
    const send = (path: string) => holder.agent.post(`/api/shifts/${path}`).send({ ids });
    expect((await send('delete').expect(200)).body).toEqual({ deleted: 2 });
    expect((await send('delete').expect(200)).body).toEqual({ deleted: 0 });
    expect(await list(other)).toHaveLength(1);
    expect((await send('restore').expect(200)).body).toEqual({ restored: 2 });
    expect(await list(holder)).toHaveLength(2);
    await holder.agent.post('/api/shifts/delete').send({ ids: [] }).expect(400);
    const many = Array.from({ length: MAX_SHIFTS_AT_ONCE + 1 }, () => randomUUID());
    await holder.agent.post('/api/shifts/delete').send({ ids: many }).expect(400);
  });

  test('a driver and a vehicle that a shift names keep their rows', async () => {
    const holder = await holderWithDriver();
    await post(holder, buildShift(holder.driver)).expect(201);
    const [driverId, vehicleId] = [holder.driver.id, holder.driver.vehicleId ?? ''];
    await holder.agent.delete(`/api/drivers/${driverId}`).expect(204);
    await holder.agent.delete(`/api/vehicles/${vehicleId}`).expect(204);
    const [driver] = await it.db.select().from(drivers).where(eq(drivers.id, driverId));
    const [vehicle] = await it.db.select().from(vehicles).where(eq(vehicles.id, vehicleId));
    expect([driver?.deletedAt, vehicle?.deletedAt]).toEqual([expect.any(Date), expect.any(Date)]);
    expect(await list(holder)).toMatchObject([{ driverName: 'Łukasz Ngāti', vehicleRegistration: '123ABC' }]);
    await it.db.update(drivers).set({ vehicleId: null }).where(eq(drivers.id, driverId));
  });

  test('a vehicle that only a shift names keeps its row', async () => {
    const holder = await holderWithDriver();
    const { id } = await insertVehicle(it.db, holder.holderId, { registration: 'LOAN1' });
    await post(holder, buildShift(holder.driver, { vehicleId: id })).expect(201);
    await holder.agent.delete(`/api/vehicles/${id}`).expect(204);
    expect(await list(holder)).toMatchObject([{ vehicleRegistration: 'LOAN1' }]);
  });
});

describe('POST /api/shifts/typed', () => {
  test('stores all, in the order given, and answers their ids; sent again it stores nothing', async () => {
    const holder = await holderWithDriver();
    const key = randomUUID();
    const rows = ['2026-11-18', '2026-11-16', '2026-11-17'].map((day) =>
      buildShift(holder.driver, { start: at(day, '06:00'), end: at(day, '14:00') }),
    );
    const { body } = await typed(holder, rows, key).expect(201);
    const stored = await list(holder);
    expect(stored).toHaveLength(3);
    expect(body.ids).toEqual([stored[2]?.id, stored[0]?.id, stored[1]?.id]);
    expect((await typed(holder, rows, key).expect(201)).body).toEqual(body);
    await typed(holder, rows.slice(1), key).expect(422);
    await post(holder, rows[0] ?? {}, key).expect(422);
    expect(await list(holder)).toEqual(stored);
    const { body: activity } = await holder.agent.get('/api/activity').expect(200);
    const many = expect.objectContaining({ count: 3 });
    expect(activity.events).toContainEqual(
      expect.objectContaining({ entity: 'shift', action: 'created', many }),
    );
  });

  test('a shift that is there with the same driver, start and end is not stored again', async () => {
    const holder = await holderWithDriver();
    const shiftOn = (day: string, note = '') =>
      buildShift(holder.driver, { start: at(day, '06:00'), end: at(day, '14:00'), note });
    const [one, two, three] = ['2026-11-16', '2026-11-17', '2026-11-18'].map((day) => shiftOn(day));
    const first = await typed(holder, [one ?? {}, two ?? {}]).expect(201);
    expect(first.body).toMatchObject({ alreadyThere: 0 });
    const key = randomUUID();
    const rows = [two ?? {}, three ?? {}, shiftOn('2026-11-18', 'again')];
    const { body } = await typed(holder, rows, key).expect(201);
    expect(body).toEqual({ ids: [expect.any(String)], alreadyThere: 2 });
    expect((await typed(holder, rows, key).expect(201)).body).toEqual(body);
    expect((await typed(holder, rows).expect(201)).body).toEqual({ ids: [], alreadyThere: 3 });
    expect(await list(holder)).toHaveLength(3);
    // an open one, and one that was deleted, are others
    await typed(holder, [{ ...two, end: null }]).expect(201);
    await holder.agent.post('/api/shifts/delete').send({ ids: body.ids }).expect(200);
    expect((await typed(holder, [three ?? {}]).expect(201)).body).toMatchObject({ alreadyThere: 0 });
    const both = await Promise.all([0, 1].map(() => typed(holder, [shiftOn('2026-11-19')]).expect(201)));
    expect(both.map(({ body: { alreadyThere } }) => alreadyThere).sort()).toEqual([0, 1]);
  });

  test('stores nothing where one is refused', async () => {
    const holder = await holderWithDriver();
    const other = await holderWithDriver();
    await typed(holder, [buildShift(holder.driver), buildShift(other.driver)]).expect(404);
    await typed(holder, [
      buildShift(holder.driver),
      buildShift(holder.driver, { note: 'x'.repeat(501) }),
    ]).expect(400);
    await typed(holder, []).expect(400);
    await holder.agent
      .post('/api/shifts/typed')
      .send({ shifts: [buildShift(holder.driver)] })
      .expect(400);
    expect(await list(holder)).toEqual([]);
  });

  test('the most shifts with the longest notes are stored at once, one more is refused', async () => {
    const holder = await holderWithDriver();
    const rows = Array.from({ length: MAX_SHIFTS_AT_ONCE }, (_, index) => {
      const start = new Date(Date.parse(at('2026-11-16', '00:00')) + index * 600_000);
      const end = new Date(start.getTime() + 600_000);
      const times = { start: start.toISOString(), end: end.toISOString() };
      return buildShift(holder.driver, { ...times, note: '漢'.repeat(500) });
    });
    expect((await typed(holder, rows).expect(201)).body.ids).toHaveLength(MAX_SHIFTS_AT_ONCE);
    expect(await list(holder)).toHaveLength(MAX_SHIFTS_AT_ONCE);
    await typed(holder, [...rows, buildShift(holder.driver)]).expect(400);
  });
});

describe('GET /api/shifts/proposed', () => {
  const drive = (holder: Holder, day: string, time: string, duration: number | null = null) =>
    insertTrip(it.db, holder.driver, { datetime: at(day, time), duration });
  const shown = async (holder: Holder, query: object = {}) =>
    (await proposed(holder, query)).map(({ start, end, trips }) => [start, end, trips]);

  test('from the first to the end of the last trip of a day with a margin', async () => {
    const holder = await holderWithDriver();
    await drive(holder, '2026-11-18', '06:30');
    await drive(holder, '2026-11-18', '11:00');
    await drive(holder, '2026-11-18', '14:00', 40);
    await drive(holder, '2026-11-19', '09:00');
    const [first, second, ...others] = await proposed(holder);
    expect(others).toEqual([]);
    expect(first).toMatchObject({
      driverId: holder.driver.id,
      driverName: 'Łukasz Ngāti',
      vehicleId: holder.driver.vehicleId,
      vehicleRegistration: '123ABC',
      start: at('2026-11-18', '06:15'),
      end: at('2026-11-18', '14:55'),
      trips: 3,
    });
    expect(second).toMatchObject({ start: at('2026-11-19', '08:45'), end: at('2026-11-19', '09:15') });
    expect(await list(holder)).toEqual([]);
  });

  test('trips within a shift propose nothing, and no proposal overlaps one', async () => {
    const holder = await holderWithDriver();
    await drive(holder, '2026-11-18', '05:50', 60);
    await drive(holder, '2026-11-18', '08:00');
    await drive(holder, '2026-11-18', '14:05');
    const times = { start: at('2026-11-18', '06:00'), end: at('2026-11-18', '14:00') };
    const { body } = await post(holder, buildShift(holder.driver, times)).expect(201);
    expect(await shown(holder)).toEqual([
      [at('2026-11-18', '05:35'), at('2026-11-18', '06:00'), 1],
      [at('2026-11-18', '14:00'), at('2026-11-18', '14:20'), 1],
    ]);
    await holder.agent.delete(`/api/shifts/${body.id}`).expect(204);
    expect(await shown(holder)).toEqual([[at('2026-11-18', '05:35'), at('2026-11-18', '14:20'), 3]]);
  });

  test('a shift of the night before and one left open are seen', async () => {
    const holder = await holderWithDriver();
    await drive(holder, '2026-11-17', '02:00');
    await drive(holder, '2026-11-17', '20:00');
    await drive(holder, '2026-11-19', '08:00');
    const night = { start: at('2026-11-16', '21:00'), end: at('2026-11-17', '03:00') };
    await post(holder, buildShift(holder.driver, night)).expect(201);
    await post(holder, buildShift(holder.driver, { start: at('2026-11-18', '06:00'), end: null })).expect(
      201,
    );
    expect(await shown(holder, { from: '2026-11-17', to: '2026-11-22' })).toEqual([
      [at('2026-11-17', '19:45'), at('2026-11-17', '20:15'), 1],
    ]);
  });

  test('not of the day that is not over, of deleted trips, of removed drivers or of others', async () => {
    const holder = await holderWithDriver();
    const ben = await insertDriver(it.db, holder.holderId);
    // now is noon of the 21st
    await drive(holder, '2026-11-21', '08:00');
    const { id } = await drive(holder, '2026-11-18', '08:00');
    await holder.agent.delete(`/api/trips/${id}`).expect(204);
    await insertTrip(it.db, ben, { datetime: at('2026-11-19', '08:00') });
    expect(await proposed(holder, { driverId: holder.driver.id })).toEqual([]);
    expect(await proposed(holder)).toMatchObject([{ driverId: ben.id }]);
    await it.db.update(drivers).set({ deletedAt: new Date() }).where(eq(drivers.id, ben.id));
    expect(await proposed(holder)).toEqual([]);
    const long = { from: addDays(WEEK.to, -MAX_PROPOSED_DAYS), to: WEEK.to };
    await holder.agent.get('/api/shifts/proposed').query(long).expect(400);
  });
});

describe('POST /api/shifts/read', () => {
  const read = ({ agent }: Pick<SignedIn, 'agent'>, file: string | Buffer, type = 'text/csv') =>
    agent.post('/api/shifts/read').set('Content-Type', type).send(file);

  test('answers the rows of a file as text, and stores nothing', async () => {
    const holder = await holderWithDriver();
    const { body } = await read(
      holder,
      'Hours of week 47\r\n\r\nDriver;Day;Hours\r\nAmy;23/11/2026;6:10-14:30',
    ).expect(200);
    expect(body).toEqual({
      sheets: [],
      sheet: 0,
      refusal: null,
      notes: [],
      countsFrom1904: false,
      rows: [
        { number: 1, cells: ['Hours of week 47'] },
        { number: 3, cells: ['Driver', 'Day', 'Hours'] },
        { number: 4, cells: ['Amy', '23/11/2026', '6:10-14:30'] },
      ],
    });
  });

  test('says what a workbook hides, and reads it', async () => {
    const book = new ExcelJS.Workbook();
    const sheet = book.addWorksheet('Hours');
    sheet.addRows([
      ['Driver', 'Day', 'Hours', 'Pay'],
      ['Amy', '23/11/2026', '6:10-14:30', 200],
      ['Amy', '24/11/2026', '6:10-14:30', 200],
    ]);
    sheet.getRow(3).hidden = true;
    for (const column of [4, 9]) sheet.getColumn(column).hidden = true;
    const file = Buffer.from(await book.xlsx.writeBuffer());
    const { body } = await read(await it.signIn(), file, 'application/octet-stream').expect(200);
    expect(body.notes).toEqual([
      '1 hidden row of the sheet is read as well',
      '1 hidden column of the sheet is read as well',
    ]);
    expect(body.rows).toHaveLength(3);
  });

  test.each<[string, string, string, number]>([
    ['', 'text/csv', 'The file is empty', 400],
    ['\r\n', 'text/csv', 'The file has no rows. Choose one with up to 500 shifts', 400],
    ['%PDF-1.7', 'text/csv', 'This is a PDF. Choose a CSV or an Excel (.xlsx) file', 400],
    ['a\r\n'.repeat(600), 'text/csv', 'The file has more than 521 rows. Split it', 400],
    ['{}', 'application/json', 'Choose a CSV or an Excel (.xlsx) file', 415],
  ])('refuses %j', async (file, type, message, status) => {
    const holder = await it.signIn();
    const { body } = await read(holder, file, type).expect(status);
    expect(body.message).toBe(message);
  });
});

test('an instant is stored whatever its offset', async () => {
  const holder = await holderWithDriver();
  const far = buildShift(holder.driver, { end: '2026-11-20T04:30:00-23:59' });
  const { body } = await post(holder, far).expect(201);
  expect(body.end).toBe('2026-11-21T04:29:00.000Z');
});
