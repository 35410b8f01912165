import { addDays } from '@shared/periods';
import { auditEvents } from '@shared/tables/holders';
import { callSignKey, callSignOn } from '@shared/vehicles/call-signs';
import type { Vehicle } from '@shared/vehicles/vehicles';
import { and, eq, inArray } from 'drizzle-orm';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { callFor, inTransaction } from '../../lib/call';
import { buildVehicle, insertDriver, insertVehicle } from '../../test/builders';
import { createTestApp, TEST_NOW } from '../../test/http/create-test-app';
import { putCallSignsBack } from './call-signs.service';

const it = createTestApp();
type Agent = Awaited<ReturnType<typeof it.signIn>>['agent'];

const sinceEver = { callSign: 'T101', from: null, to: null };

const add = async (agent: Agent, overrides: Parameters<typeof buildVehicle>[0] = {}): Promise<Vehicle> =>
  (await agent.post('/api/vehicles').send(buildVehicle(overrides)).expect(201)).body;
const put = (agent: Agent, { id, registration }: Vehicle, change: object) =>
  agent.put(`/api/vehicles/${id}`).send({ ...buildVehicle({ registration, licences: [] }), ...change });
const callSigns = async (agent: Agent) => {
  const { body } = await agent.get('/api/vehicles').expect(200);
  return (body as Vehicle[]).map((one) => one.callSigns);
};

describe('a call sign', () => {
  test('is stored, and kept by a change that does not name it', async () => {
    const { agent } = await it.signIn();
    const vehicle = await add(agent, { callSigns: [sinceEver] });
    expect(vehicle.callSigns).toEqual([sinceEver]);
    const { body } = await put(agent, vehicle, {}).expect(200);
    expect(body.callSigns).toEqual([sinceEver]);
    expect((await put(agent, vehicle, { callSigns: [] }).expect(200)).body.callSigns).toEqual([]);
  });

  test.each([
    [[sinceEver, { callSign: 'T102', from: '2026-07-01', to: null }], 'their days must not overlap'],
    [[sinceEver, { callSign: 't-101', from: '2026-07-01', to: null }], 'their days must not overlap'],
    [[{ callSign: '-', from: null, to: null }], 'A call sign needs a letter or a digit'],
    [[{ callSign: ' ', from: null, to: null }], 'Call sign is required'],
    [[{ callSign: 'T1', from: '2026-07-02', to: '2026-07-01' }], 'The last day must not be before the first'],
  ])('is refused in %j', async (list, message) => {
    const { agent } = await it.signIn();
    const { body } = await agent
      .post('/api/vehicles')
      .send(buildVehicle({ callSigns: list }))
      .expect(400);
    expect(JSON.stringify(body.details)).toContain(message);
    await agent
      .post('/api/vehicles')
      .send({ ...buildVehicle(), callSigns: [{ ...sinceEver, isAssumed: true }] })
      .expect(400);
  });

  test('is one vehicle’s on a day, in any spelling; another holder may have it too', async () => {
    const { agent } = await it.signIn();
    await add(agent, { registration: '111AAA', callSigns: [{ ...sinceEver, to: '2026-06-30' }] });
    const second = await add(agent);
    const spelled = { callSign: 't-101', from: '2026-06-30', to: null };
    const { body } = await put(agent, second, { callSigns: [spelled] }).expect(409);
    const message = 'T101 is the call sign of 111AAA until 30/06/2026. It is one vehicle’s at a time';
    expect(body).toMatchObject({ message, details: [{ path: 'callSigns', message }] });
    await put(agent, second, { callSigns: [{ ...spelled, from: '2026-07-01' }] }).expect(200);
    const { agent: other } = await it.signIn();
    await add(other, { callSigns: [sinceEver] });
  });

  test('goes to another vehicle from a day, which both audits say', async () => {
    const { agent, holderId } = await it.signIn();
    const former = await add(agent, { registration: '111AAA', callSigns: [sinceEver] });
    const next = await add(agent, {
      registration: '222BBB',
      callSigns: [{ ...sinceEver, callSign: 'T102' }],
    });
    const newCallSign = { callSign: 'T 101', from: '2026-07-01' };
    await put(agent, next, { newCallSign }).expect(200);
    const after = [
      [{ ...sinceEver, to: '2026-06-30' }],
      [
        { callSign: 'T102', from: null, to: '2026-06-30' },
        { ...newCallSign, to: null },
      ],
    ];
    expect(await callSigns(agent)).toEqual(after);
    for (const { id, from, to } of [
      { id: former.id, from: [sinceEver], to: after[0] },
      { id: next.id, from: next.callSigns, to: after[1] },
    ]) {
      const isUpdate = and(eq(auditEvents.entityId, id), eq(auditEvents.action, 'updated'));
      const events = await it.db.select().from(auditEvents).where(isUpdate);
      expect(events).toMatchObject([{ beaHolderId: holderId, changes: { callSigns: { from, to } } }]);
    }
  });

  test('goes to a new vehicle with it', async () => {
    const { agent } = await it.signIn();
    await add(agent, { registration: '111AAA', callSigns: [sinceEver] });
    const newCallSign = { callSign: 'T101', from: '2026-11-01' };
    await add(agent, { registration: '222BBB', newCallSign });
    expect(await callSigns(agent)).toEqual([
      [{ ...sinceEver, to: '2026-10-31' }],
      [{ ...newCallSign, to: null }],
    ]);
  });

  test('given for days before holds until the next change of either vehicle', async () => {
    const { agent } = await it.signIn();
    await add(agent, { registration: '111AAA', callSigns: [{ ...sinceEver, from: '2026-09-01' }] });
    const second = await add(agent, { registration: '222BBB' });
    await put(agent, second, { newCallSign: { callSign: 'T101', from: null } }).expect(200);
    const third = await add(agent, {
      registration: '333CCC',
      callSigns: [{ callSign: 'T103', from: '2026-03-01', to: null }],
    });
    await put(agent, third, { newCallSign: { callSign: 'T101', from: '2026-02-01' } }).expect(200);
    expect(await callSigns(agent)).toEqual([
      [{ ...sinceEver, from: '2026-09-01' }],
      [{ ...sinceEver, to: '2026-01-31' }],
      [
        { callSign: 'T101', from: '2026-02-01', to: '2026-02-28' },
        { callSign: 'T103', from: '2026-03-01', to: null },
      ],
    ]);
  });

  test('given again changes nothing; given earlier it holds since then', async () => {
    const { agent } = await it.signIn();
    const vehicle = await add(agent, { callSigns: [{ ...sinceEver, from: '2026-07-01' }] });
    const give = (from: string | null) => put(agent, vehicle, { newCallSign: { callSign: 'T101', from } });
    expect((await give('2026-08-01').expect(200)).body.callSigns).toEqual(vehicle.callSigns);
    expect((await give('2026-06-01').expect(200)).body.callSigns).toEqual([
      { ...sinceEver, from: '2026-06-01' },
    ]);
    expect((await give(null).expect(200)).body.callSigns).toEqual([sinceEver]);
  });

  test('is refused from a day on which it, or the vehicle’s own, began', async () => {
    const { agent } = await it.signIn();
    await add(agent, { registration: '111AAA', callSigns: [sinceEver] });
    const own = { callSign: 'T102', from: '2026-07-01', to: null };
    const vehicle = await add(agent, { registration: '222BBB', callSigns: [own] });
    const refusal = async (newCallSign: object) =>
      (await put(agent, vehicle, { newCallSign }).expect(409)).body.message;
    expect(await refusal({ callSign: 'T101', from: null })).toBe(
      'T101 is the call sign of 111AAA. Choose a later day',
    );
    expect(await refusal({ callSign: 'T103', from: '2026-07-01' })).toBe(
      '222BBB has the call sign T102 since 01/07/2026. Choose a later day',
    );
    expect(await callSigns(agent)).toEqual([[sinceEver], [own]]);
  });

  test('stays as it was if the change that gives it away is refused', async () => {
    const { agent } = await it.signIn();
    await add(agent, { registration: '111AAA', callSigns: [sinceEver] });
    const vehicle = await add(agent, { registration: '222BBB' });
    const newCallSign = { callSign: 'T101', from: '2026-07-01' };
    await put(agent, vehicle, { newCallSign, notes: 'stale', version: 99 }).expect(409);
    expect(await callSigns(agent)).toEqual([[sinceEver], []]);
  });

  test.each(['erased', 'kept'])('is free once its vehicle is removed, which is %s', async (row) => {
    const { agent, holderId } = await it.signIn();
    const vehicle = await add(agent, { registration: '111AAA', callSigns: [sinceEver] });
    if (row === 'kept')
      await insertDriver(it.db, holderId, { vehicleRegistrationNumber: vehicle.registration });
    const restore = () => agent.post(`/api/vehicles/${vehicle.id}/restore`);
    await agent.delete(`/api/vehicles/${vehicle.id}`).expect(204);
    const other = await add(agent, { registration: '222BBB', callSigns: [sinceEver] });
    expect((await restore().expect(409)).body.message).toContain('T101 is the call sign of 222BBB');
    await put(agent, other, { callSigns: [{ ...sinceEver, callSign: 'T102' }] }).expect(200);
    expect((await restore().expect(200)).body.callSigns).toEqual([sinceEver]);
  });

  test('is in the history, from which a former one can be removed', async () => {
    const { agent } = await it.signIn();
    const list = [
      { callSign: 'T101', from: null, to: '2026-06-30' },
      { callSign: 'T102', from: '2026-07-01', to: null },
    ];
    const { id } = await add(agent, { callSigns: list });
    const entries = async () => {
      const { body } = await agent.get(`/api/vehicles/${id}/history`).expect(200);
      return body.filter(({ fact }: { fact: string }) => fact === 'call-sign');
    };
    const [present, former] = await entries();
    expect(present).toMatchObject({ id: null, value: { callSign: 'T102' }, from: '2026-07-01', to: null });
    expect(former).toMatchObject({ value: { callSign: 'T101' }, from: null, to: '2026-06-30' });
    await agent.delete(`/api/vehicles/${id}/history/${former.id}`).expect(204);
    expect(await entries()).toEqual([present]);
    expect(await callSigns(agent)).toEqual([[list[1]]]);
  });

  test('of another holder is not reached', async () => {
    const { agent } = await it.signIn();
    const theirs = await insertVehicle(it.db, (await it.signIn()).holderId, { callSigns: [sinceEver] });
    const newCallSign = { callSign: 'T101', from: null };
    await agent
      .put(`/api/vehicles/${theirs.id}`)
      .send({ ...buildVehicle(), newCallSign })
      .expect(404);
  });
});

describe('putCallSignsBack', () => {
  const actsOf = async (...vehicles: Vehicle[]) => {
    const isOne = inArray(
      auditEvents.entityId,
      vehicles.map(({ id }) => id),
    );
    return it.db
      .select()
      .from(auditEvents)
      .where(and(isOne, eq(auditEvents.action, 'updated')));
  };
  const putBack = (holderId: string, acts: Parameters<typeof putCallSignsBack>[1]) =>
    inTransaction(callFor(it.deps.db, { holderId, userId: null, now: TEST_NOW }), (within) =>
      putCallSignsBack(within, acts),
    );

  async function moved() {
    const { agent, holderId } = await it.signIn();
    const [former, next] = [
      await add(agent, { registration: '111AAA', callSigns: [sinceEver] }),
      await add(agent, { registration: '222BBB' }),
    ];
    await put(agent, next, { newCallSign: { callSign: 'T102', from: '2026-06-01' } }).expect(200);
    await put(agent, next, { newCallSign: { callSign: 'T101', from: '2026-07-01' } }).expect(200);
    return { agent, holderId, former, next, acts: await actsOf(former, next) };
  }

  test('gives each vehicle what it had, in whatever order the acts are', async () => {
    const { agent, holderId, acts } = await moved();
    expect(await putBack(holderId, acts.toReversed())).toEqual([]);
    expect(await callSigns(agent)).toEqual([[sinceEver], []]);
  });

  test('leaves what was changed since, and what another vehicle has', async () => {
    const { agent, holderId, next, acts } = await moved();
    await put(agent, next, { newCallSign: { callSign: 'T103', from: '2026-08-01' } }).expect(200);
    const before = await callSigns(agent);
    expect((await putBack(holderId, acts)).toSorted()).toEqual([
      '222BBB keeps its call sign: it was changed since.',
      'T101 is the call sign of 222BBB from 01/07/2026 to 31/07/2026, and stays so.',
    ]);
    expect(await callSigns(agent)).toEqual(before);
  });
});

test('after any sequence of changes no day has one call sign on two vehicles, and a given one holds from its day', async () => {
  const dayOf = (days: number | null) => (days === null ? null : addDays('2026-07-01', days));
  const day = fc.option(fc.integer({ min: 0, max: 12 }), { freq: 4 });
  const vehicle = fc.nat({ max: 2 });
  const callSign = fc.constantFrom('T1', 't-1', 'T2', 'T3');
  const step = fc.oneof(
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('give' as const), vehicle, callSign, day }) },
    fc.record({ kind: fc.constant('put' as const), vehicle, callSign, day, length: day }),
    fc.record({ kind: fc.constantFrom('remove' as const, 'restore' as const, 'forget' as const), vehicle }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 8 }), async (steps) => {
      const { agent } = await it.signIn();
      const cars = [];
      for (const registration of ['111AAA', '222BBB', '333CCC'])
        cars.push(await add(agent, { registration }));
      for (const one of steps) {
        const car = cars[one.vehicle] as Vehicle;
        if (one.kind === 'give') {
          const from = dayOf(one.day);
          const answer = await put(agent, car, { newCallSign: { callSign: one.callSign, from } });
          expect([200, 404, 409]).toContain(answer.status);
          const on = from ?? '2000-01-01';
          if (answer.status === 200)
            expect(callSignKey(callSignOn(answer.body, on) ?? '')).toBe(callSignKey(one.callSign));
        } else if (one.kind === 'put') {
          const from = dayOf(one.day);
          const to = one.length === null ? null : addDays(from ?? '2026-07-01', one.length);
          const answer = await put(agent, car, { callSigns: [{ callSign: one.callSign, from, to }] });
          expect([200, 404, 409]).toContain(answer.status);
        } else if (one.kind === 'forget') {
          const { body } = await agent.get(`/api/vehicles/${car.id}/history`);
          const entry = Array.isArray(body) && body.find(({ id }) => id !== null);
          if (entry) await agent.delete(`/api/vehicles/${car.id}/history/${entry.id}`).expect(204);
        } else if (one.kind === 'remove') await agent.delete(`/api/vehicles/${car.id}`);
        else await agent.post(`/api/vehicles/${car.id}/restore`);
        const { body } = await agent.get('/api/vehicles').expect(200);
        for (let days = -1; days < 30; days += 1) {
          const on = addDays('2026-07-01', days);
          const called = (body as Vehicle[]).flatMap((own) => callSignOn(own, on) ?? []).map(callSignKey);
          expect(new Set(called).size, `${on}: ${called}`).toBe(called.length);
        }
        for (const own of body as Vehicle[])
          for (const { from, to } of own.callSigns) expect((from ?? '') <= (to ?? '9')).toBe(true);
      }
    }),
    { numRuns: 40 },
  );
}, 60_000);
