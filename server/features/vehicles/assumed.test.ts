import { auditEvents } from '@shared/tables/holders';
import { datedFacts } from '@shared/tables/trips';
import { type AssumedFact, assumedFacts } from '@shared/vehicles/assumed';
import type { History } from '@shared/vehicles/vehicles';
import { and, eq, isNotNull } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { insertDriver, insertTrip, insertVehicle } from '../../test/builders';
import { createTestApp, TEST_NOW } from '../../test/http/create-test-app';

const it = createTestApp();

const from = '2025-07-01';
const licence = { kind: 'booked-hire' as const, number: '500044', from, expires: '2026-12-31' };
/** A vehicle whose days nobody said. */
const assumed = {
  availability: [{ from, to: null, isAssumed: true }],
  licences: [{ ...licence, isAssumed: true }],
};

type Agent = Awaited<ReturnType<typeof it.signIn>>['agent'];
const readVehicles = async (agent: Agent) => (await agent.get('/api/vehicles').expect(200)).body;
const timeOf = (vehicleId: string, more: Partial<AssumedFact> = {}): AssumedFact => ({
  vehicleId,
  fact: 'time',
  number: null,
  from,
  to: null,
  ...more,
});

describe('a change of a vehicle', () => {
  const oldBody = { registration: '123ABC', availableFrom: from, licences: [licence] };

  test('by an earlier client keeps what is assumed, and who is a substitute taxi', async () => {
    const { agent, holderId } = await it.signIn();
    const { id } = await insertVehicle(it.db, holderId, { ...assumed, isSubstituteTaxi: true });
    await agent
      .put(`/api/vehicles/${id}`)
      .send({ ...oldBody, notes: 'Spare key' })
      .expect(200);
    expect(await readVehicles(agent)).toMatchObject([
      { ...assumed, notes: 'Spare key', isSubstituteTaxi: true },
    ]);
  });

  test.each([
    ['another day', { availableFrom: '2025-08-01' }, { availability: false, licences: true }],
    ['a last day', { availableTo: '2026-11-01' }, { availability: false, licences: true }],
    [
      'another number',
      { licences: [{ ...licence, number: '500045' }] },
      { availability: true, licences: false },
    ],
    [
      'a confirmation',
      { licences: [{ ...licence, isAssumed: false }] },
      { availability: true, licences: false },
    ],
  ])('with %s enters it', async (_, change, expected) => {
    const { agent, holderId } = await it.signIn();
    const { id } = await insertVehicle(it.db, holderId, assumed);
    const { body } = await agent
      .put(`/api/vehicles/${id}`)
      .send({ ...oldBody, ...change })
      .expect(200);
    const isAssumed = ([only]: { isAssumed?: boolean }[]) => only?.isAssumed ?? false;
    expect({ availability: isAssumed(body.availability), licences: isAssumed(body.licences) }).toEqual(
      expected,
    );
  });

  test('says whether it is a substitute taxi', async () => {
    const { agent } = await it.signIn();
    const input = { registration: '1A', availableFrom: from };
    const { body } = await agent.post('/api/vehicles').send(input).expect(201);
    expect(body).toMatchObject({ licences: [], isSubstituteTaxi: false });
    const change = { ...input, isSubstituteTaxi: true };
    await agent.put(`/api/vehicles/${body.id}`).send(change).expect(200);
    expect(await readVehicles(agent)).toMatchObject([{ isSubstituteTaxi: true, version: 2 }]);
  });
});

describe('POST /api/vehicles/assumed', () => {
  test('confirms every assumed fact of the holder, with who did it and when', async () => {
    const [mine, other] = [await it.signIn(), await it.signIn()];
    const first = await insertVehicle(it.db, mine.holderId, assumed);
    const second = await insertVehicle(it.db, mine.holderId, { ...assumed, registration: '456DEF' });
    await insertVehicle(it.db, mine.holderId, { registration: '789GHI' });
    await insertVehicle(it.db, other.holderId, assumed);
    const history = async () =>
      (await mine.agent.get(`/api/vehicles/${first.id}/history`).expect(200)).body.map(
        ({ fact, isAssumed }: History[number]) => [fact, isAssumed ?? false],
      );
    expect(await history()).toContainEqual(['time', true]);
    const { body } = await mine.agent.post('/api/vehicles/assumed').send({}).expect(200);
    expect(body.map(({ id }: { id: string }) => id).sort()).toEqual([first.id, second.id].sort());
    expect((await readVehicles(mine.agent)).flatMap(assumedFacts)).toEqual([]);
    expect(await readVehicles(other.agent)).toMatchObject([assumed]);

    expect(await history()).toContainEqual(['time', false]);
    const isFirst = and(eq(datedFacts.vehicleId, first.id), isNotNull(datedFacts.userId));
    const facts = await it.db.select().from(datedFacts).where(isFirst);
    expect(facts.map(({ recordedAt }) => recordedAt)).toEqual([TEST_NOW, TEST_NOW]);
    const isAbout = and(eq(auditEvents.entity, 'vehicle'), eq(auditEvents.entityId, first.id));
    expect(await it.db.select().from(auditEvents).where(isAbout)).toMatchObject([
      {
        action: 'updated',
        changes: { availability: { from: assumed.availability, to: [{ from, to: null }] } },
      },
    ]);
    const again = await mine.agent.post('/api/vehicles/assumed').send({}).expect(200);
    expect(again.body).toEqual([]);
  });

  test('confirms those that are named, with another first day, and takes that back', async () => {
    const { agent, holderId } = await it.signIn();
    const { id } = await insertVehicle(it.db, holderId, assumed);
    const confirm = (facts: object[], isConfirmed = true) =>
      agent.post('/api/vehicles/assumed').send({ facts, isConfirmed }).expect(200);
    const firstDay = '2026-08-13';
    await confirm([{ ...timeOf(id), firstDay }]);
    expect(await readVehicles(agent)).toMatchObject([
      { availability: [{ from: firstDay, to: null }], licences: assumed.licences },
    ]);
    const { body } = await confirm([timeOf(id)]);
    expect(body).toEqual([]);
    await confirm([{ ...timeOf(id, { from: firstDay }), firstDay: from }], false);
    expect(await readVehicles(agent)).toMatchObject([assumed]);
  });

  test('refuses a first day in the future, and asks about one after trips where it is to ask', async () => {
    const { agent, holderId } = await it.signIn();
    const { id } = await insertVehicle(it.db, holderId, assumed);
    const driver = await insertDriver(it.db, holderId, { startDate: from });
    await insertTrip(it.db, { ...driver, vehicleId: id }, { datetime: '2026-08-12T13:59:00.000Z' });
    const confirm = (firstDay: string, more: object = {}) =>
      agent.post('/api/vehicles/assumed').send({ facts: [{ ...timeOf(id), firstDay }], ...more });
    const future = await confirm('2099-09-15').expect(400);
    expect(future.body.message).toBe('That date is in the future');
    await confirm('2026-08-12', { ifDriven: 'ask' }).expect(200);
    await agent
      .post('/api/vehicles/assumed')
      .send({ facts: [{ ...timeOf(id, { from: '2026-08-12' }), firstDay: from }], isConfirmed: false })
      .expect(200);
    const driven = await confirm('2026-08-13', { ifDriven: 'ask' }).expect(409);
    expect(driven.body).toMatchObject({
      code: 'driven-before',
      message: '1 trip before 13/08/2026 is in 123ABC',
    });
    expect(await readVehicles(agent)).toMatchObject([assumed]);
    await confirm('2026-08-13').expect(200);
  });

  test("refuses another holder's vehicle, days in the wrong order, and times that overlap", async () => {
    const [mine, other] = [await it.signIn(), await it.signIn()];
    const theirs = await insertVehicle(it.db, other.holderId, assumed);
    const { id } = await insertVehicle(it.db, mine.holderId, {
      ...assumed,
      availability: [
        { from: '2024-01-01', to: '2024-12-31' },
        { from, to: '2026-06-30', isAssumed: true },
      ],
    });
    const confirm = (fact: object) => mine.agent.post('/api/vehicles/assumed').send({ facts: [fact] });
    await confirm(timeOf(theirs.id)).expect(404);
    const second = timeOf(id, { to: '2026-06-30' });
    const messages = await Promise.all(
      ['2026-07-01', '2024-12-31'].map(
        async (firstDay) => (await confirm({ ...second, firstDay }).expect(400)).body.message,
      ),
    );
    expect(messages).toEqual([
      'The last day must not be before the first',
      'The times available must not overlap',
    ]);
    const { body } = await confirm({ ...timeOf(id), from, firstDay: '2099-09-15' }).expect(400);
    expect(body.message).toBe('That date is in the future');
    expect(await readVehicles(other.agent)).toMatchObject([assumed]);
  });
});
