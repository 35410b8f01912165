import { brisbaneInstant } from '@shared/periods';
import type { Checks } from '@shared/reports/checks';
import { drivers, shifts } from '@shared/tables/trips';
import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { insertTrip, insertVehicle } from '../../test/builders';
import { createTestApp } from '../../test/http/create-test-app';
import { insertKnownDriver, knownNumber } from '../../test/known-numbers';

const it = createTestApp();
const at = (day: string, time = '12:00') => brisbaneInstant(day, time).toISOString();

/** A holder with two drivers whose authorisations expired on 1 August, each with a trip before and after. */
async function office() {
  const holder = await it.signIn({ beaNumber: knownNumber() });
  const { holderId, agent } = holder;
  const add = async (firstName: string, registration: string) => {
    const driver = await insertKnownDriver(it.db, holderId, {
      firstName,
      vehicleRegistrationNumber: registration,
      bookedHireServiceLicense: knownNumber(),
    });
    await it.db
      .update(drivers)
      .set({ authorisationExpires: '2026-08-01' })
      .where(and(eq(drivers.beaHolderId, holderId), eq(drivers.id, driver.id)));
    await insertTrip(it.db, driver, { datetime: at('2026-08-01') });
    await insertTrip(it.db, driver, { datetime: at('2026-08-02'), kind: 'rank-or-hail' });
    return driver;
  };
  const ask = async (asked: object = {}) => {
    const request = { receivedOn: '2026-11-02', firstDay: '2026-07-01', lastDay: '2026-08-31', ...asked };
    const { body } = await agent.post('/api/tmr-requests').send(request).expect(201);
    return body.id as string;
  };
  const checksOf = async (id: string): Promise<Checks> =>
    (await agent.get(`/api/tmr-requests/${id}/checks`).expect(200)).body;
  const amy = await add('Amy', 'AMY111');
  const ben = await add('Ben', 'BEN222');
  return { ...holder, amy, ben, ask, checksOf };
}
const titles = ({ findings }: Checks) => findings.map(({ kind, title }) => `${kind}: ${title}`);
const EXPIRED = 'Ngāti has 1 trip after the driver authorisation expired on 01/08/2026';

test('an answer is asked about its days, drivers and vehicles, and about every kind of trip', async () => {
  const { amy, ask, checksOf } = await office();
  const all = await checksOf(await ask());
  expect(titles(all)).toEqual([
    `authorisation-expired: Amy ${EXPIRED}`,
    `authorisation-expired: Ben ${EXPIRED}`,
  ]);
  expect(all).toMatchObject({ tripCount: 4, toLookAt: 2, questions: 2, placesToConfirm: 0 });
  // links are not limited to booked trips
  expect(all.findings[0]?.trips).toEqual({
    startDate: '2026-08-02',
    endDate: '2026-08-02',
    driverId: amy.id,
  });
  const ofAmy = await checksOf(await ask({ driverIds: [amy.id] }));
  expect(titles(ofAmy)).toEqual([`authorisation-expired: Amy ${EXPIRED}`]);
  const ofCar = await checksOf(await ask({ vehicleIds: [amy.vehicleId] }));
  expect(titles(ofCar)).toEqual(titles(ofAmy));
  expect(titles(await checksOf(await ask({ lastDay: '2026-08-01' })))).toEqual([]);
});

test('of chosen drivers the vehicles are those that they drove, and hours without a vehicle are theirs', async () => {
  const { amy, ben, holderId, ask, checksOf } = await office();
  const licences = [{ kind: 'booked-hire' as const, number: '1', from: '2025-07-01', expires: '2026-07-31' }];
  await insertVehicle(it.db, holderId, { registration: 'IDLE33', licences });
  const shift = (driverId: string) => ({
    beaHolderId: holderId,
    driverId,
    startsAt: brisbaneInstant('2026-08-01', '06:00'),
    endsAt: brisbaneInstant('2026-08-01', '18:00'),
  });
  await it.db.insert(shifts).values([shift(amy.id), shift(ben.id)]);
  const kinds = async (asked: object) =>
    (await checksOf(await ask({ lastDay: '2026-08-01', ...asked }))).findings.map(({ kind }) => kind);
  expect(await kinds({})).toEqual(['licence-expired', 'hours-without-vehicle', 'hours-without-vehicle']);
  expect(await kinds({ driverIds: [amy.id] })).toEqual(['hours-without-vehicle']);
  expect(await kinds({ vehicleIds: [amy.vehicleId] })).toEqual([]);
});

test('a driver and a vehicle that only hours name are asked about as the answer lists them', async () => {
  const { amy, ben, holderId, ask, checksOf } = await office();
  const licences = [{ kind: 'booked-hire' as const, number: '1', from: '2025-07-01', expires: '2026-07-31' }];
  const car = await insertVehicle(it.db, holderId, { registration: 'SPARE3', licences });
  const namesake = {
    driverAuthorityLicense: `${amy.driverAuthorityLicense.slice(0, 2)} ${amy.driverAuthorityLicense.slice(2)}`,
  };
  await it.db
    .update(drivers)
    .set(namesake)
    .where(and(eq(drivers.beaHolderId, holderId), eq(drivers.id, ben.id)));
  const drove = (driverId: string, deletedAt: Date | null = null) => ({
    beaHolderId: holderId,
    driverId,
    vehicleId: car.id,
    startsAt: brisbaneInstant('2026-08-01', '06:00'),
    endsAt: brisbaneInstant('2026-08-01', '18:00'),
    deletedAt,
  });
  await it.db.insert(shifts).values([drove(amy.id), drove(ben.id, brisbaneInstant('2026-08-03'))]);
  const kinds = async (asked: object) =>
    (await checksOf(await ask({ lastDay: '2026-08-01', ...asked }))).findings.map(({ kind }) => kind);
  expect(await kinds({ driverIds: [amy.id] })).toEqual(['licence-expired']);
  expect(await kinds({ vehicleIds: [car.id] })).toEqual(['authorisation-twice', 'licence-expired']);
});

test('lodged reports of these days are asked about where they say otherwise now', async () => {
  const { amy, agent, ask, checksOf } = await office();
  await agent
    .post('/api/lodgements')
    .send({ report: 'quarterly', period: 'Q1-2026', lodgedOn: '2026-10-20' })
    .expect(201);
  await insertTrip(it.db, amy, { datetime: at('2026-07-05') });
  const changed = async (asked: object) =>
    titles(await checksOf(await ask(asked))).filter((title) => title.startsWith('changed-since'));
  expect(await changed({})).toEqual([
    expect.stringContaining('Q1 (Jul–Sep 2026) differs from what was lodged'),
  ]);
  expect(await changed({ firstDay: '2026-04-01', lastDay: '2026-06-30' })).toEqual([]);
});

test('a look at the questions of an answer is kept for its request alone', async () => {
  const { agent, ask, checksOf } = await office();
  const [first, second] = [await ask(), await ask()];
  const { seen } = await checksOf(first);
  await agent.post(`/api/tmr-requests/${first}/looks`).send({ seen }).expect(201);
  expect(await checksOf(first)).toMatchObject({
    look: { person: 'Mary Jane Smith', questions: 2, hasChanged: false },
  });
  expect((await checksOf(second)).look).toBeNull();
  const other = await it.signIn();
  await other.agent.get(`/api/tmr-requests/${first}/checks`).expect(404);
  await other.agent.post(`/api/tmr-requests/${first}/looks`).send({ seen }).expect(404);
});
