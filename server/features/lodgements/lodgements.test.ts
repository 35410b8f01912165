/** @module-tag partitions */
import { createHash } from 'node:crypto';
import { brisbaneInstant } from '@shared/periods';
import { readPeriod } from '@shared/reports/report-periods';
import { auditEvents } from '@shared/tables/holders';
import { lodgements } from '@shared/tables/reports';
import { datedFacts } from '@shared/tables/trips';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { buildDriver, buildTrip, insertDriver, insertTrip } from '../../test/builders';
import { createTestApp, type SignedIn } from '../../test/http/create-test-app';
import { isLodged } from './lodgements.repository';

const it = createTestApp();
const q1 = { report: 'quarterly', period: 'Q1-2026', lodgedOn: '2026-10-20', reference: ' R-77 ' };
const inQ1 = { datetime: brisbaneInstant('2026-08-15', '12:00').toISOString() };

const lodge = ({ agent }: Pick<SignedIn, 'agent'>, body: object = q1) =>
  agent.post('/api/lodgements').send(body);
const changesOf = async ({ agent }: Pick<SignedIn, 'agent'>) =>
  (await agent.get('/api/lodgements/changes').expect(200)).body;

async function holderWithTrip() {
  const holder = await it.signIn();
  const driver = await insertDriver(it.db, holder.holderId, {
    startDate: brisbaneInstant('2026-01-05').toISOString(),
  });
  const trip = await insertTrip(it.db, driver, inQ1);
  return { ...holder, driver, trip };
}

test('a lodged report is listed with its day and reference, and its figures and PDF hash are stored', async () => {
  const holder = await holderWithTrip();
  const { body } = await lodge(holder).expect(201);
  expect(body).toMatchObject({
    report: 'quarterly',
    period: 'Q1-2026',
    lodgedOn: '2026-10-20',
    reference: 'R-77',
  });
  const list = await holder.agent.get('/api/lodgements').expect(200);
  expect(list.body).toEqual({
    lodgements: [body],
    registeredOn: '2026-11-21',
    activity: { from: '2026-01-05', to: null },
    // due before the holder registered, and it has no trip
    asked: [],
    notLodged: [],
  });

  const pdf = await holder.agent
    .post('/api/reports/quarterly')
    .send({ quarter: 'Q1', year: 2026 })
    .buffer(true);
  expect(body.pdfSha256).toBe(createHash('sha256').update(pdf.body).digest('hex'));
  const [stored] = await it.db.select().from(lodgements).where(eq(lodgements.id, body.id));
  expect(stored?.figures).toMatchObject({
    tripCount: 1,
    waitingTotal: 5,
    locations: [{ postcode: '4066', suburb: 'Toowong', tripCount: 1, waitingTotal: 5 }],
    drivers: [{ name: 'Łukasz Ngāti', startDate: '2026-01-05', endDate: null }],
  });
  expect(await isLodged(it.db, holder.holderId, readPeriod('Q1-2026'))).toBe(true);
  expect(await isLodged(it.db, holder.holderId, readPeriod('Q2-2026'))).toBe(false);
});

test('a lodgement can be withdrawn and made again, and the audit trail shows both', async () => {
  const holder = await holderWithTrip();
  const { body } = await lodge(holder).expect(201);
  await lodge(holder).expect(409, { message: 'This report is marked as lodged already', code: 'conflict' });
  await holder.agent.delete(`/api/lodgements/${body.id}`).expect(204);
  await holder.agent.delete(`/api/lodgements/${body.id}`).expect(404);
  expect(await isLodged(it.db, holder.holderId, readPeriod('Q1-2026'))).toBe(false);
  await lodge(holder).expect(201);
  const events = await it.db.select().from(auditEvents).where(eq(auditEvents.entityId, body.id));
  expect(events.map(({ entity, action }) => `${entity} ${action}`).sort()).toEqual([
    'lodgement created',
    'lodgement deleted',
  ]);
});

test('of two concurrent lodgements of a period one is refused', async () => {
  const holder = await holderWithTrip();
  const answers = await Promise.all([lodge(holder), lodge(holder), lodge(holder)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
});

test('later changes are listed figure by figure, and disappear when they are reverted', async () => {
  const holder = await holderWithTrip();
  const { body } = await lodge(holder).expect(201);
  expect(await changesOf(holder)).toEqual({});
  const added = await holder.agent
    .post('/api/trips')
    .send(buildTrip(holder.driver, { ...inQ1, suburb: 'West End', postcode: '4101', waitingTime: 0 }))
    .expect(201);
  await holder.agent
    .put(`/api/trips/${holder.trip.id}`)
    .send(buildTrip(holder.driver, { ...inQ1, waitingTime: 9 }))
    .expect(200);
  expect((await changesOf(holder))[body.id]).toMatchObject({
    figures: [
      { label: 'Total trips', lodged: '1', now: '2', difference: null },
      { label: 'Total waiting', lodged: '5 min', now: '9 min' },
      { label: 'Average wait', lodged: '5.0 min', now: '4.5 min' },
      {
        label: '4066 Toowong',
        lodged: '1 trip, 5 min of waiting',
        now: '1 trip, 9 min of waiting',
        difference: { trips: 0, waiting: 4 },
      },
      {
        label: '4101 West End',
        lodged: null,
        now: '1 trip, 0 min of waiting',
        difference: { trips: 1, waiting: 0 },
      },
    ],
    total: { trips: 1, waiting: 4 },
    left: { figures: 0, difference: { trips: 0, waiting: 0 } },
  });
  await holder.agent.delete(`/api/trips/${added.body.id}`).expect(204);
  await holder.agent.put(`/api/trips/${holder.trip.id}`).send(buildTrip(holder.driver, inQ1)).expect(200);
  expect(await changesOf(holder)).toEqual({});
});

test('a driver who leaves or joins within a lodged quarter changes the quarter, not the year', async () => {
  it.setNow('2027-07-20T00:00:00Z');
  const holder = await holderWithTrip();
  const quarter = await lodge(holder).expect(201);
  await lodge(holder, { report: 'annual', period: '2026-2027', lodgedOn: '2027-07-19' }).expect(201);
  await insertDriver(it.db, holder.holderId, {
    driverAuthorityLicense: 'DA-NEW',
    startDate: brisbaneInstant('2026-09-30').toISOString(),
    endDate: brisbaneInstant('2026-12-01').toISOString(),
  });
  expect(await changesOf(holder)).toMatchObject({
    [quarter.body.id]: {
      figures: [
        {
          label: 'Driver DA-NEW',
          lodged: null,
          now: 'Łukasz Ngāti, 123ABC, since 30/09/2026',
        },
      ],
    },
  });
  it.setNow('2026-11-21T02:00:00Z');
});

test('the activity ends with the last driver, whichever way it left', async () => {
  const holder = await it.signIn();
  const day = (text: string) => brisbaneInstant(text, '15:00').toISOString();
  const activityAfter = async (text: string) => {
    it.setNow(day(text));
    await holder.agent.post('/api/auth/login').send(holder.login).expect(200);
    return (await holder.agent.get('/api/lodgements').expect(200)).body.activity;
  };
  const start = { startDate: '2026-01-05' };
  const drivers = [
    await insertDriver(it.db, holder.holderId, { startDate: day('2026-01-05') }),
    await insertDriver(it.db, holder.holderId, { startDate: day('2026-02-05') }),
  ];
  // a vehicle has days of its own (vehicles.test.ts)
  await it.db.delete(datedFacts).where(eq(datedFacts.beaHolderId, holder.holderId));
  const change = (index: number, isActive: boolean, more = {}) =>
    holder.agent
      .put(`/api/drivers/${drivers[index]?.id}`)
      .send(buildDriver({ ...start, isActive, ...more }))
      .expect(200);
  expect(await activityAfter('2026-11-21')).toEqual({ from: '2026-01-05', to: null });
  await change(0, false);
  await change(1, true, { endDate: '2026-11-10' });
  expect(await activityAfter('2026-11-22')).toEqual({ from: '2026-01-05', to: '2026-11-21' });
  await change(0, true);
  expect(await activityAfter('2026-11-23')).toEqual({ from: '2026-01-05', to: null });
  // one that is removed before its start was never with the holder
  await insertTrip(it.db, await insertDriver(it.db, holder.holderId, { startDate: day('2027-01-05') }), inQ1);
  const { body } = await holder.agent.get('/api/drivers').expect(200);
  for (const { id, startDate } of body)
    if (startDate > day('2027-01-01')) await holder.agent.delete(`/api/drivers/${id}`).expect(204);
  await change(0, false, { endDate: '2026-11-22' });
  expect(await activityAfter('2026-11-24')).toEqual({ from: '2026-01-05', to: '2026-11-22' });
  it.setNow('2026-11-21T02:00:00Z');
});

test.each([
  [{ period: 'Q2-2026' }, 'This period is not over yet'],
  [{ lodgedOn: '2026-09-30' }, 'That day lies before the end of the period'],
  [{ lodgedOn: '2026-11-22' }, 'That date is in the future'],
  [{ lodgedOn: 'yesterday' }, 'Please enter the day it was lodged'],
  [{ report: 'annual' }, 'Please select a period'],
])('%j is refused with a message', async (change, message) => {
  const answer = await lodge(await it.signIn(), { ...q1, ...change }).expect(400);
  expect(answer.body.message).toBe(message);
});

test("another holder's lodgement is neither listed nor withdrawn", async () => {
  const [mine, other] = [await holderWithTrip(), await it.signIn()];
  const { body } = await lodge(mine).expect(201);
  await other.agent.delete(`/api/lodgements/${body.id}`).expect(404);
  const list = await other.agent.get('/api/lodgements').expect(200);
  expect(list.body).toMatchObject({ lodgements: [], activity: null });
  await insertTrip(it.db, mine.driver, inQ1);
  expect(await changesOf(other)).toEqual({});
  expect(Object.keys(await changesOf(mine))).toEqual([body.id]);
});
