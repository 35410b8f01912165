import { auditEvents } from '@shared/tables/holders';
import { tmrRequests } from '@shared/tables/reports';
import { tmrRequestSchema } from '@shared/tmr-requests/tmr-requests';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { insertDriver, insertTrip, insertVehicle } from '../../test/builders';
import { createTestApp, type SignedIn } from '../../test/http/create-test-app';

const it = createTestApp();

const letter = { receivedOn: '2026-11-02', firstDay: '2026-07-01', lastDay: '2026-09-30' };

const create = async ({ agent }: Pick<SignedIn, 'agent'>, body: object = letter) =>
  tmrRequestSchema.parse((await agent.post('/api/tmr-requests').send(body).expect(201)).body);
const list = async ({ agent }: Pick<SignedIn, 'agent'>) => (await agent.get('/api/tmr-requests')).body;
const eventsOf = (id: string) =>
  it.db
    .select({ action: auditEvents.action, changes: auditEvents.changes })
    .from(auditEvents)
    .where(eq(auditEvents.entityId, id));

describe('a request from TMR', () => {
  test('is stored, due 28 days after it was received, with who entered it', async () => {
    const holder = await it.signIn();
    const driver = await insertDriver(it.db, holder.holderId);
    const vehicle = await insertVehicle(it.db, holder.holderId, { registration: 'SPARE1' });
    const asked = 'All trips,\nand the hours of Mr Ngāti';
    const request = await create(holder, {
      ...letter,
      reference: ' TMR-77 ',
      asked,
      driverIds: [driver.id],
      vehicleIds: [vehicle.id],
    });
    expect(request).toMatchObject({
      ...letter,
      reference: 'TMR-77',
      asked,
      dueOn: '2026-11-30',
      driverIds: [driver.id],
      vehicleIds: [vehicle.id],
      answeredOn: null,
      version: 1,
    });
    expect(await list(holder)).toEqual([request]);
    const [stored] = await it.db.select().from(tmrRequests).where(eq(tmrRequests.id, request.id));
    expect(stored).toMatchObject({ beaHolderId: holder.holderId, userId: expect.any(String) });
    expect(await eventsOf(request.id)).toMatchObject([
      { action: 'created', changes: { reference: { to: 'TMR-77' }, dueOn: { to: '2026-11-30' } } },
    ]);
  });

  test.each([
    [{ receivedOn: '' }, 'Please enter the day on which you received it'],
    [{ receivedOn: '2026-11-22' }, 'That date is in the future'],
    [{ answeredOn: '2026-11-22' }, 'That date is in the future'],
    [{ answeredOn: '2026-11-01' }, 'It cannot be answered before it was received'],
    [{ dueOn: '2026-11-01' }, 'The due day must not be before the day received'],
    [{ firstDay: '2026-10-01' }, 'The last day must not be before the first'],
    [{ firstDay: '2010-10-01' }, 'At most 10 years at once'],
    [{ driverIds: [] }, 'Please choose at least one driver'],
    [{ reference: 'x'.repeat(101) }, 'Must be 100 characters or fewer'],
    [{ asked: 'x'.repeat(2001) }, 'Must be 2000 characters or fewer'],
  ])('with %j is refused with a message', async (fields, message) => {
    const { agent } = await it.signIn();
    const { body } = await agent
      .post('/api/tmr-requests')
      .send({ ...letter, ...fields })
      .expect(400);
    expect(body.message).toBe(message);
  });

  test("names the holder's drivers and vehicles only, removed ones too", async () => {
    const [mine, other] = [await it.signIn(), await it.signIn()];
    const theirs = await insertDriver(it.db, other.holderId);
    const theirCar = await insertVehicle(it.db, other.holderId);
    const left = await insertDriver(it.db, mine.holderId);
    await insertTrip(it.db, left);
    await mine.agent.delete(`/api/drivers/${left.id}`).expect(204);
    await create(mine, { ...letter, driverIds: [left.id] });
    for (const named of [{ driverIds: [left.id, theirs.id] }, { vehicleIds: [theirCar.id] }])
      await mine.agent
        .post('/api/tmr-requests')
        .send({ ...letter, ...named })
        .expect(404);
    expect(await list(mine)).toHaveLength(1);
    const { body } = await mine.agent.get('/api/tmr-requests/choices').expect(200);
    expect(body).toMatchObject({
      drivers: [{ id: left.id, name: 'Łukasz Ngāti', isRemoved: true }],
      vehicles: [{ registration: '123ABC', isRemoved: false }],
    });
  });

  test('is marked as answered, and then follows those to be answered', async () => {
    const holder = await it.signIn();
    const first = await create(holder);
    const second = await create(holder, { ...letter, receivedOn: '2026-11-10' });
    const { createdAt: _c, updatedAt: _u, id, ...input } = first;
    const { body } = await holder.agent
      .put(`/api/tmr-requests/${id}`)
      .send({ ...input, answeredOn: '2026-11-20' })
      .expect(200);
    expect(body).toMatchObject({ answeredOn: '2026-11-20', version: 2 });
    expect((await list(holder)).map((request: { id: string }) => request.id)).toEqual([second.id, id]);
    expect(await eventsOf(id)).toContainEqual({
      action: 'updated',
      changes: { answeredOn: { from: null, to: '2026-11-20' } },
    });
  });

  test('that was changed meanwhile is not overwritten', async () => {
    const { agent } = await it.signIn();
    const request = await create({ agent });
    const save = (fields: object) =>
      agent.put(`/api/tmr-requests/${request.id}`).send({ ...letter, ...fields });
    await save({ reference: 'A', version: 1 }).expect(200);
    const { body } = await save({ reference: 'B', version: 1 }).expect(409);
    expect(body).toMatchObject({ code: 'changed-meanwhile', stored: { reference: 'A' } });
    await save({ reference: 'A', version: 1 }).expect(200);
  });

  test('is deleted, and comes back by Undo for 30 days', async () => {
    const holder = await it.signIn();
    const request = await create(holder);
    await holder.agent.delete(`/api/tmr-requests/${request.id}`).expect(204);
    expect(await list(holder)).toEqual([]);
    await holder.agent.get(`/api/tmr-requests/${request.id}/answer`).expect(404);
    const { body } = await holder.agent.post(`/api/tmr-requests/${request.id}/restore`).expect(200);
    expect(body).toMatchObject({ ...letter, id: request.id, version: 2 });
    expect(await list(holder)).toHaveLength(1);
    expect((await eventsOf(request.id)).map(({ action }) => action).sort()).toEqual([
      'created',
      'deleted',
      'restored',
    ]);
    await holder.agent.post(`/api/tmr-requests/${request.id}/restore`).expect(404);
  });

  test('of another holder does not exist', async () => {
    const [mine, other] = [await it.signIn(), await it.signIn()];
    const { id } = await create(other);
    await mine.agent.put(`/api/tmr-requests/${id}`).send(letter).expect(404);
    await mine.agent.delete(`/api/tmr-requests/${id}`).expect(404);
    await mine.agent.post(`/api/tmr-requests/${id}/restore`).expect(404);
    await mine.agent.get(`/api/tmr-requests/${id}/answer`).expect(404);
    expect(await list(mine)).toEqual([]);
    expect(await list(other)).toHaveLength(1);
  });
});
