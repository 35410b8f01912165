import { brisbaneInstant } from '@shared/periods';
import type { Checks } from '@shared/reports/checks';
import { expect, test } from 'vitest';
import { buildTrip, insertDriver, insertTrip } from '../../test/builders';
import { createTestApp, type SignedIn } from '../../test/http/create-test-app';

const it = createTestApp();
const q1 = { report: 'quarterly', period: 'Q1-2026' };
const at = (day: string, time = '12:00') => brisbaneInstant(day, time).toISOString();

async function findingsOf(
  { agent }: Pick<SignedIn, 'agent'>,
  period: object = q1,
): Promise<Checks['findings']> {
  return (await agent.get('/api/checks').query(period).expect(200)).body.findings;
}

test('a period in order has no findings', async () => {
  const holder = await it.signIn();
  await insertTrip(it.db, await insertDriver(it.db, holder.holderId), { datetime: at('2026-08-01') });
  expect(await findingsOf(holder)).toEqual([]);
});

test('a postcode that does not match its suburb is found, with the right one', async () => {
  const holder = await it.signIn();
  const driver = await insertDriver(it.db, holder.holderId);
  const datetime = at('2026-08-01');
  await insertTrip(it.db, driver, { suburb: 'west end', postcode: '4066', datetime });
  await insertTrip(it.db, driver, { suburb: 'Nowhere at All', postcode: '4066', datetime });
  await insertTrip(it.db, driver, { suburb: 'Richmond, VIC', postcode: '3121', datetime });
  await insertTrip(it.db, driver, {
    suburb: 'West End',
    postcode: '4066',
    datetime: at('2026-10-01', '00:00'),
  });
  expect(await findingsOf(holder)).toEqual([
    {
      kind: 'postcode',
      title: 'West End does not have the postcode 4066',
      detail: expect.stringMatching(/^1 trip\. West End has 4101/),
      trips: { startDate: '2026-07-01', endDate: '2026-09-30', postcode: '4066', search: 'West End' },
    },
  ]);
});

test('two trips of a driver from one suburb within five minutes are a probable duplicate', async () => {
  const holder = await it.signIn();
  const driver = await insertDriver(it.db, holder.holderId);
  const second = await insertDriver(it.db, holder.holderId);
  await insertTrip(it.db, driver, { datetime: at('2026-08-01', '23:58') });
  await insertTrip(it.db, driver, { datetime: at('2026-08-02', '00:03'), suburb: 'TOOWONG ' });
  await insertTrip(it.db, driver, { datetime: at('2026-08-02', '00:09') });
  await insertTrip(it.db, second, { datetime: at('2026-08-02', '00:03') });
  const gone = await insertTrip(it.db, driver, { datetime: at('2026-08-02', '00:10') });
  await holder.agent.delete(`/api/trips/${gone.id}`).expect(204);
  expect(await findingsOf(holder)).toEqual([
    {
      kind: 'duplicate',
      title: 'Łukasz Ngāti may have logged one trip from Toowong twice',
      detail: '01/08/2026 23:58 and 02/08/2026 00:03, Toowong 4066.',
      trips: { startDate: '2026-08-01', endDate: '2026-08-02', search: 'Toowong' },
    },
  ]);
});

test('a driver without trips and without an end date is found', async () => {
  const holder = await it.signIn();
  const idle = (licence: string, overrides = {}) =>
    insertDriver(it.db, holder.holderId, { driverAuthorityLicense: licence, ...overrides });
  await insertTrip(it.db, await idle('DA-DROVE'), { datetime: at('2026-08-01') });
  const respelled = { datetime: at('2026-08-01'), driverAuthorityLicense: 'da-respelled' };
  await insertTrip(it.db, await idle('DA-RESPELLED'), respelled);
  await idle('DA-IDLE');
  await idle('DA-LEFT', { endDate: at('2026-08-01', '00:00') });
  await idle('DA-LEFT-LATER', { endDate: at('2026-10-15', '00:00') });
  await idle('DA-CAME-LATER', { startDate: at('2026-10-01', '00:00') });
  expect((await findingsOf(holder)).map(({ kind, trips }) => [kind, trips?.search])).toEqual([
    ['idle-driver', 'DA-IDLE'],
  ]);
});

test('a period without trips needs a nil report while a driver is affiliated', async () => {
  const holder = await it.signIn();
  expect(await findingsOf(holder)).toMatchObject([
    { kind: 'nil', detail: expect.stringContaining('nothing to lodge') },
  ]);
  await insertDriver(it.db, holder.holderId);
  expect(await findingsOf(holder)).toMatchObject([
    {
      kind: 'nil',
      detail: expect.stringContaining('A nil report has to be lodged all the same: 1 driver was affiliated'),
    },
    { kind: 'idle-driver' },
  ]);
});

test('quarters that were lodged with other figures do not add up to the year', async () => {
  const holder = await it.signIn();
  const driver = await insertDriver(it.db, holder.holderId);
  await insertTrip(it.db, driver, { datetime: at('2026-08-01') });
  await holder.agent
    .post('/api/lodgements')
    .send({ ...q1, lodgedOn: '2026-10-20' })
    .expect(201);
  const year = { report: 'annual', period: '2026-2027' };
  expect(await findingsOf(holder, year)).toEqual([]);
  await holder.agent
    .post('/api/trips')
    .send(buildTrip(driver, { datetime: at('2026-08-05') }))
    .expect(201);
  expect(await findingsOf(holder, year)).toMatchObject([
    {
      kind: 'quarters',
      detail:
        'The year has 2 trips, its quarters together 1: Q1 (Jul–Sep 2026) was lodged with 1 and has 2 now.',
    },
  ]);
});

test("another holder's trips are not checked, and a malformed period is refused", async () => {
  const [mine, other] = [await it.signIn(), await it.signIn()];
  const driver = await insertDriver(it.db, other.holderId);
  await insertTrip(it.db, driver, { suburb: 'West End', postcode: '4066', datetime: at('2026-08-01') });
  expect((await findingsOf(mine)).map(({ kind }) => kind)).toEqual(['nil']);
  await mine.agent.get('/api/checks').query({ report: 'annual', period: 'Q1-2026' }).expect(400);
  await mine.agent.get('/api/checks').expect(400);
});
