import { brisbaneInstant } from '@shared/periods';
import { type Checks, isQuestion } from '@shared/reports/checks';
import { datedFacts } from '@shared/tables/trips';
import { expect, test } from 'vitest';
import { buildTrip, insertTrip, insertVehicle } from '../../test/builders';
import { createTestApp, type SignedIn } from '../../test/http/create-test-app';
import { insertKnownDriver as insertDriver, knownNumber } from '../../test/known-numbers';

const it = createTestApp();
const q1 = { report: 'quarterly', period: 'Q1-2026' };
const at = (day: string, time = '12:00') => brisbaneInstant(day, time).toISOString();

const operator = () => it.signIn({ beaNumber: knownNumber() });

/** The checks of a period, whose number is that of its questions. */
async function checksOf({ agent }: Pick<SignedIn, 'agent'>, period: object = q1): Promise<Checks> {
  const { body: checks }: { body: Checks } = await agent.get('/api/checks').query(period).expect(200);
  expect(checks.questions).toBe(checks.findings.filter(isQuestion).length + checks.left);
  return checks;
}

/** The findings, with the ids of their trips; unconfirmed areas have a test of their own. */
const findingsOf = async (...asked: Parameters<typeof checksOf>) =>
  (await checksOf(...asked)).findings
    .filter(({ kind }) => kind !== 'areas')
    .map(({ fixes, ...finding }) => ({
      ...finding,
      examples: finding.examples.map(({ id }) => id),
      ...(fixes.length > 0 && { fixes: fixes.map(({ opens, label }) => `${opens} ${label}`) }),
    }));

test('a period in order has no findings', async () => {
  const holder = await operator();
  await insertTrip(it.db, await insertDriver(it.db, holder.holderId), { datetime: at('2026-08-01') });
  expect(await findingsOf(holder)).toEqual([]);
});

test('a postcode that does not match its suburb is found, with the right one', async () => {
  const holder = await operator();
  const driver = await insertDriver(it.db, holder.holderId);
  const datetime = at('2026-08-01');
  const misplaced = await insertTrip(it.db, driver, { suburb: 'west end', postcode: '4066', datetime });
  await insertTrip(it.db, driver, { suburb: 'Nowhere at All', postcode: '4066', datetime });
  await insertTrip(it.db, driver, { suburb: 'Windsor, QLD', postcode: '4030', datetime });
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
      trips: { startDate: '2026-08-01', endDate: '2026-08-01', postcode: '4066', search: 'West End' },
      examples: [misplaced.id],
    },
  ]);
});

test('two trips of a driver from one suburb within five minutes are a probable duplicate', async () => {
  const holder = await operator();
  const driver = await insertDriver(it.db, holder.holderId);
  const second = await insertDriver(it.db, holder.holderId);
  const first = await insertTrip(it.db, driver, { datetime: at('2026-08-01', '23:58') });
  const again = await insertTrip(it.db, driver, { datetime: at('2026-08-02', '00:03'), suburb: 'TOOWONG ' });
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
      examples: [first.id, again.id],
    },
  ]);
});

test('trips of which each repeats the one before are one finding with all of them', async () => {
  const holder = await operator();
  const driver = await insertDriver(it.db, holder.holderId);
  const ids: string[] = [];
  for (const time of ['12:00', '12:04', '12:04', '12:08', '13:00', '13:05'])
    ids.push((await insertTrip(it.db, driver, { datetime: at('2026-08-01', time) })).id);
  const found = await findingsOf(holder);
  expect(found).toMatchObject([
    {
      title: 'Łukasz Ngāti may have logged one trip from Toowong 4 times',
      detail: '01/08/2026 12:00, 12:04, 12:04 and 12:08, Toowong 4066.',
    },
    {
      title: 'Łukasz Ngāti may have logged one trip from Toowong twice',
      detail: '01/08/2026 13:00 and 13:05, Toowong 4066.',
      examples: ids.slice(4),
    },
  ]);
  expect(found[0]?.examples.toSorted()).toEqual(ids.slice(0, 4).toSorted());
  // two questions about trips, and one about areas
  expect(await checksOf(holder)).toMatchObject({ questions: 3, toLookAt: 4 });
});

test('a postcode outside Queensland is found, one of a border town is not', async () => {
  const holder = await operator();
  const driver = await insertDriver(it.db, holder.holderId);
  const from = (suburb: string, postcode: string) =>
    insertTrip(it.db, driver, { suburb, postcode, datetime: at('2026-08-01') });
  const outside = await from('richmond, vic', '3121');
  await from('Mungindi', '2406');
  await from('Queensland Parliament', '9001');
  await from('Wallangarra', '4383');
  expect(await findingsOf(holder)).toEqual([
    {
      kind: 'outside-queensland',
      title: 'Richmond, VIC 3121 is outside Queensland',
      detail: '1 trip. Check the suburb and the postcode.',
      trips: { startDate: '2026-08-01', endDate: '2026-08-01', postcode: '3121', search: 'Richmond, VIC' },
      examples: [outside.id],
    },
  ]);
  expect(await checksOf(holder)).toMatchObject({ tripCount: 4, toLookAt: 1 });
});

test('a wait of more than a day is found, one of a day is not', async () => {
  const holder = await operator();
  const driver = await insertDriver(it.db, holder.holderId);
  const waited = (day: string, waitingTime: number) =>
    insertTrip(it.db, driver, { datetime: at(day), waitingTime });
  await waited('2026-08-01', 1440);
  const long = [await waited('2026-08-02', 1441), await waited('2026-08-03', 1500)];
  await waited('2026-10-01', 1500);
  const [finding] = await findingsOf(holder);
  expect(finding).toEqual({
    kind: 'long-wait',
    title: '2 trips waited more than a day',
    detail: 'Waiting time is in minutes, and more than 1,440 is usually a typing error.',
    trips: { startDate: '2026-08-02', endDate: '2026-08-03', waiting: '1441-' },
    examples: long.map(({ id }) => id),
  });
  const { body } = await holder.agent.get('/api/trips').query({ ...finding?.trips });
  expect(body.total).toBe(2);
});

test("a trip after its driver's last day is found", async () => {
  const holder = await operator();
  const left = await insertDriver(it.db, holder.holderId, { endDate: at('2026-08-10', '00:00') });
  const leftBefore = await insertDriver(it.db, holder.holderId, {
    firstName: 'Amy',
    lastName: 'Young',
    endDate: at('2026-06-30', '00:00'),
  });
  await insertTrip(it.db, left, {
    datetime: at('2026-08-10', '23:59'),
    suburb: 'St Lucia',
    postcode: '4067',
  });
  const late = await insertTrip(it.db, left, { datetime: at('2026-08-11', '00:00') });
  const later = await insertTrip(it.db, leftBefore, { datetime: at('2026-07-05') });
  const gone = await insertTrip(it.db, left, { datetime: at('2026-08-12') });
  await holder.agent.delete(`/api/trips/${gone.id}`).expect(204);
  expect(await findingsOf(holder)).toEqual([
    {
      kind: 'after-end',
      title: 'Amy Young has 1 trip after their end date',
      detail: 'With you from 01/07/2025 to 30/06/2026. Correct the trip, or the end date under Drivers.',
      trips: { startDate: '2026-07-05', endDate: '2026-07-05', driverId: leftBefore.id },
      examples: [later.id],
      fixes: ['driver Amy Young'],
    },
    {
      kind: 'after-end',
      title: 'Łukasz Ngāti has 1 trip after their end date',
      detail: 'With you from 01/07/2025 to 10/08/2026. Correct the trip, or the end date under Drivers.',
      trips: { startDate: '2026-08-11', endDate: '2026-08-11', driverId: left.id },
      examples: [late.id],
      fixes: ['driver Łukasz Ngāti'],
    },
  ]);
  expect(await checksOf(holder)).toMatchObject({ tripCount: 3, toLookAt: 2 });
});

test('a trip in a gap between two times of its driver is found, one before both, but not one of a former time', async () => {
  const holder = await operator();
  const came = await insertDriver(it.db, holder.holderId, { startDate: at('2026-08-10', '00:00') });
  const early = await insertTrip(it.db, came, { datetime: at('2026-08-09', '23:59') });
  await insertTrip(it.db, came, { datetime: at('2026-08-10', '00:00') });
  await insertTrip(it.db, came, { datetime: at('2026-07-05') });
  await it.db.insert(datedFacts).values({
    beaHolderId: holder.holderId,
    driverId: came.id,
    fact: 'time',
    value: {},
    firstDay: '2026-07-01',
    lastDay: '2026-07-31',
    recordedAt: new Date(at('2026-08-01')),
  });
  await insertTrip(it.db, came, { datetime: at('2026-06-30') });
  const before = await findingsOf(holder, { report: 'quarterly', period: 'Q4-2026' });
  expect(before.filter(({ kind }) => kind === 'before-start')).toMatchObject([
    { title: 'Łukasz Ngāti has 1 trip before their start date' },
  ]);
  const found = await findingsOf(holder);
  expect(found.filter(({ kind }) => kind.startsWith('driver'))).toEqual([
    {
      kind: 'driver-gap',
      title: 'Łukasz Ngāti has 1 trip in a gap between two times with you',
      detail:
        'With you from 01/07/2026 to 31/07/2026, 10/08/2026 to now. Correct the trip, or the times under Drivers.',
      trips: { startDate: '2026-08-09', endDate: '2026-08-09', driverId: came.id },
      examples: [early.id],
      fixes: ['driver Łukasz Ngāti'],
    },
  ]);
});

test('a driver without trips and without an end date is found, unless new', async () => {
  const holder = await operator();
  const idle = (licence: string, overrides = {}) =>
    insertDriver(it.db, holder.holderId, { driverAuthorityLicense: licence, ...overrides });
  await insertTrip(it.db, await idle('201'), { datetime: at('2026-08-01') });
  const respelled = { datetime: at('2026-08-01'), driverAuthorityLicense: '202' };
  await insertTrip(it.db, await idle('202'), respelled);
  await idle('203');
  await idle('204', { endDate: at('2026-08-01', '00:00') });
  await idle('205', { endDate: at('2026-10-15', '00:00') });
  await idle('206', { startDate: at('2026-10-01', '00:00') });
  await idle('207', { startDate: at('2026-09-17', '00:00') });
  expect((await findingsOf(holder)).map(({ kind, title }) => [kind, title])).toEqual([
    ['idle-driver', 'Łukasz Ngāti has no trips in this period, and no end date'],
  ]);
});

test('trips that were not booked are neither counted nor found, and the links leave them out', async () => {
  const holder = await operator();
  const driver = await insertDriver(it.db, holder.holderId);
  const long = { datetime: at('2026-08-01'), waitingTime: 1500 };
  await insertTrip(it.db, driver, { ...long, kind: 'rank-or-hail', suburb: 'West End', postcode: '4066' });
  expect(await checksOf(holder)).toMatchObject({ tripCount: 0, toLookAt: 0 });
  expect(await findingsOf(holder)).toMatchObject([
    { kind: 'nil', title: 'No booked trips in this period' },
    { kind: 'idle-driver', title: 'Łukasz Ngāti has no booked trips in this period, and no end date' },
    { kind: 'idle-vehicle', title: '123ABC has no booked trips in this quarter, and no last day' },
  ]);
  const booked = await insertTrip(it.db, driver, long);
  expect(await findingsOf(holder)).toMatchObject([
    { kind: 'long-wait', examples: [booked.id], trips: { kind: 'booked', waiting: '1441-' } },
  ]);
});

test('a period without trips needs a nil report while a driver is affiliated or a vehicle available', async () => {
  const holder = await operator();
  expect(await findingsOf(holder)).toMatchObject([
    { kind: 'nil', detail: expect.stringContaining('nothing to lodge') },
  ]);
  await insertVehicle(it.db, holder.holderId, {
    registration: 'ALONE1',
    licences: [{ kind: 'booked-hire', number: '77002', from: '2025-07-01', expires: null }],
  });
  expect(await findingsOf(holder)).toMatchObject([
    {
      kind: 'nil',
      detail: 'A nil report has to be lodged anyway: 1 vehicle was available from 01/07/2026 to 30/09/2026.',
    },
    { kind: 'idle-vehicle' },
  ]);
  const { body: list } = await holder.agent.get('/api/lodgements').expect(200);
  expect(list.activity).toEqual({ from: '2025-07-01', to: null });
  await insertDriver(it.db, holder.holderId);
  expect(await findingsOf(holder)).toMatchObject([
    {
      kind: 'nil',
      detail: expect.stringContaining('A nil report has to be lodged anyway: 1 driver was affiliated'),
    },
    { kind: 'idle-driver' },
    { kind: 'idle-vehicle' },
    { kind: 'idle-vehicle' },
  ]);
});

test('quarters that were lodged with other figures do not add up to the year', async () => {
  const holder = await operator();
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
  const [mine, other] = [await operator(), await operator()];
  const driver = await insertDriver(it.db, other.holderId);
  await insertTrip(it.db, driver, { suburb: 'West End', postcode: '4066', datetime: at('2026-08-01') });
  expect((await findingsOf(mine)).map(({ kind }) => kind)).toEqual(['nil']);
  await mine.agent.get('/api/checks').query({ report: 'annual', period: 'Q1-2026' }).expect(400);
  await mine.agent.get('/api/checks').expect(400);
});

test('a period is complete but for the trips that need a look, each counted once', async () => {
  it.setNow('2026-09-01T00:00:00.000Z');
  const holder = await operator();
  const driver = await insertDriver(it.db, holder.holderId);
  expect(await checksOf(holder)).toMatchObject({ tripCount: 0, toLookAt: 0 });
  const trip = (datetime: string, overrides = {}) => insertTrip(it.db, driver, { datetime, ...overrides });
  const misplaced = { suburb: 'West End', postcode: '4066' };
  for (let day = 10; day < 30; day += 1) await trip(at(`2026-08-${day}`));
  expect(await checksOf(holder)).toMatchObject({ tripCount: 20, toLookAt: 0, questions: 1 });
  expect(await findingsOf(holder)).toEqual([]);

  await trip(at('2026-08-01', '12:00'), misplaced);
  await trip(at('2026-08-01', '12:02'), misplaced);
  const future = await trip(at('2026-09-30', '23:59'));
  await trip(at('2026-10-01', '00:00'));
  const after = await checksOf(holder);
  // three findings about trips, and one about areas
  expect(after).toMatchObject({ tripCount: 23, toLookAt: 3, questions: 4, placesToConfirm: 2 });
  expect(after.findings.map(({ kind, examples }) => [kind, examples.length])).toEqual([
    ['postcode', 2],
    ['duplicate', 2],
    ['future', 1],
    ['areas', 0],
  ]);
  expect(after.findings.at(-2)).toMatchObject({
    title: '1 trip is dated in the future',
    trips: { startDate: '2026-09-30', endDate: '2026-09-30' },
    examples: [{ id: future.id, driverName: 'Łukasz Ngāti' }],
  });
});
