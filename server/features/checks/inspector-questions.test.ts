import { brisbaneInstant } from '@shared/periods';
import type { Checks, Finding } from '@shared/reports/checks';
import { beaHolders } from '@shared/tables/holders';
import { tripImports } from '@shared/tables/imports';
import { lodgements } from '@shared/tables/reports';
import { datedFacts, driverSwitchOffs, drivers, shifts, trips } from '@shared/tables/trips';
import type { Licence } from '@shared/vehicles/vehicles';
import { and, eq, inArray } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { insertTrip, insertVehicle } from '../../test/builders';
import { createTestApp } from '../../test/http/create-test-app';
import { insertKnownDriver, knownNumber } from '../../test/known-numbers';

const it = createTestApp();
const q1 = { report: 'quarterly', period: 'Q1-2026' };
const instant = (day: string, time = '12:00') => brisbaneInstant(day, time);
const at = (day: string, time?: string) => instant(day, time).toISOString();
const licence = (number: string, from: string, expires: string | null = null): Licence => ({
  kind: 'booked-hire',
  number,
  from,
  expires,
});

/** A holder with one driver, whose usual vehicle is 123ABC. */
async function office() {
  const holder = await it.signIn({ beaNumber: knownNumber() });
  const { holderId, agent } = holder;
  const driver = await insertKnownDriver(it.db, holderId);
  const drive = (
    day: string,
    { time, ...overrides }: Parameters<typeof insertTrip>[2] & { time?: string } = {},
  ) =>
    insertTrip(it.db, { ...driver, ...overrides } as typeof driver, {
      datetime: at(day, time),
      ...overrides,
    });
  const all = async (period: object = q1): Promise<Checks> =>
    (await agent.get('/api/checks').query(period).expect(200)).body;
  /** The findings of a kind; without one, those that are about trips, drivers, vehicles and hours. */
  const find = async (kind?: Finding['kind'], period?: object) =>
    (await all(period)).findings.filter((finding) =>
      kind
        ? finding.kind === kind
        : !['areas', 'idle-driver', 'idle-vehicle', 'number-form'].includes(finding.kind),
    );
  const own = { beaHolderId: holderId };
  const change = (driverId: string, values: Partial<typeof drivers.$inferInsert>) =>
    it.db
      .update(drivers)
      .set(values)
      .where(and(eq(drivers.beaHolderId, holderId), eq(drivers.id, driverId)));
  return { ...holder, driver, drive, all, find, own, change };
}

test('trips after a driver authorisation expired are counted, imported ones among them', async () => {
  const { driver, drive, find, own, change } = await office();
  await change(driver.id, { authorisationExpires: '2026-08-01' });
  await drive('2026-08-01', { time: '23:59' });
  const late = [await drive('2026-08-02', { time: '00:05' }), await drive('2026-09-03')];
  const [file] = await it.db
    .insert(tripImports)
    .values({ ...own, fileName: 'old.csv', tripCount: 1 })
    .returning();
  await it.db
    .update(trips)
    .set({ importId: file?.id ?? null })
    .where(and(eq(trips.beaHolderId, driver.beaHolderId), inArray(trips.id, [late[1]?.id ?? ''])));
  expect(await find()).toMatchObject([
    {
      kind: 'authorisation-expired',
      title: 'Łukasz Ngāti has 2 trips after the driver authorisation expired on 01/08/2026',
      detail: expect.stringContaining('1 of them was imported.'),
      trips: { startDate: '2026-08-02', endDate: '2026-09-03', driverId: driver.id },
      examples: late.map(({ id }) => ({ id })),
      fixes: [{ opens: 'driver', id: driver.id }],
    },
  ]);
});

test('trips after the booking entity authorisation expired are counted, also in the year', async () => {
  const { drive, find, holderId } = await office();
  await it.db
    .update(beaHolders)
    .set({ authorisationExpires: '2026-08-31' })
    .where(eq(beaHolders.id, holderId));
  await drive('2026-08-31');
  await drive('2026-09-01');
  const found = {
    kind: 'entity-expired',
    title: '1 trip is after your booking entity authorisation expired on 31/08/2026',
    fixes: [{ opens: 'profile' }],
  };
  expect(await find()).toMatchObject([found]);
  expect(await find('entity-expired', { report: 'annual', period: '2026-2027' })).toMatchObject([found]);
});

test('a car driven before its first licence, without any, and after the last', async () => {
  const { drive, find, holderId } = await office();
  const add = (registration: string, licences: Licence[], isSubstituteTaxi = false) =>
    insertVehicle(it.db, holderId, { registration, licences, isSubstituteTaxi });
  const early = await add('EARLY1', [licence('1', '2026-08-10')]);
  const none = await add('NONE1', []);
  const taxi = await add('TAXI1', [], true);
  const late = await add('LATE1', [licence('2', '2025-07-01', '2026-08-10')]);
  for (const [index, { id: vehicleId }] of [early, none, taxi, late].entries()) {
    await drive('2026-08-01', { vehicleId, time: `1${index}:00` });
    await drive('2026-08-20', { vehicleId, time: `1${index}:00` });
  }
  expect(await find()).toMatchObject([
    {
      kind: 'no-licence',
      title: 'NONE1 has 2 trips and no licence',
      trips: { startDate: '2026-08-01', endDate: '2026-08-20', vehicleId: none.id },
    },
    {
      kind: 'before-licence',
      title: 'EARLY1 has 1 trip before its first licence began on 10/08/2026',
      fixes: [{ opens: 'vehicle', id: early.id }],
    },
    {
      kind: 'licence-expired',
      title: 'The licence of LATE1 ran out on 10/08/2026, and it has 1 trip without a licence since',
      trips: { startDate: '2026-08-20', endDate: '2026-08-20', vehicleId: late.id },
    },
  ]);
  // the year names no vehicles, but its trips were driven in them
  expect(
    (await find(undefined, { report: 'annual', period: '2026-2027' })).map(({ kind, title }) => [
      kind,
      title,
    ]),
  ).toEqual([
    ['no-licence', 'NONE1 has 2 trips and no licence'],
    ['before-licence', expect.any(String)],
    ['licence-expired', expect.any(String)],
  ]);
});

test('a vehicle whose licence nobody said is asked about without a trip, too', async () => {
  const { find, holderId, drive } = await office();
  await drive('2026-08-01');
  const { id } = await insertVehicle(it.db, holderId, { registration: 'SPARE1', licences: [] });
  await insertVehicle(it.db, holderId, { registration: 'TAXI1', licences: [], isSubstituteTaxi: true });
  expect(await find('no-licence')).toMatchObject([
    {
      title: 'SPARE1 is available, and its licence is not known',
      fixes: [{ opens: 'vehicle', id }],
    },
  ]);
});

test('one licence number on two cars is found on common days only, however it is written', async () => {
  const { drive, find, holderId } = await office();
  const add = (registration: string, licences: Licence[], to: string | null = null) =>
    insertVehicle(it.db, holderId, {
      registration,
      licences,
      availability: [{ from: '2025-07-01', to }],
    });
  await drive('2026-08-01');
  await add('OLD111', [licence('500 044', '2025-07-01')], '2026-07-31');
  await add('NEW222', [licence('500044', '2026-08-01')]);
  expect(await find('licence-twice')).toEqual([]);
  await add('SAME33', [licence('500-044', '2026-09-01')]);
  expect(await find('licence-twice')).toMatchObject([
    {
      title: 'Licence 500044 is on two cars at once: NEW222 and SAME33',
      detail: expect.stringContaining('From 01/09/2026 to 30/09/2026.'),
      fixes: [{ label: 'NEW222' }, { label: 'SAME33' }],
    },
  ]);
});

test('one authorisation number twice, as of a driver who was removed and entered again', async () => {
  const { driver, drive, find, holderId, agent } = await office();
  await drive('2026-08-01');
  await agent.delete(`/api/drivers/${driver.id}`).expect(204);
  const again = await insertKnownDriver(it.db, holderId, {
    driverAuthorityLicense: driver.driverAuthorityLicense,
    firstName: 'Luke',
  });
  await drive('2026-08-02', { driverId: again.id });
  expect(await find('authorisation-twice')).toMatchObject([
    {
      title: `Authorisation ${driver.driverAuthorityLicense} is on 2 drivers: Łukasz Ngāti (removed) and Luke Ngāti`,
      fixes: [{ opens: 'driver', id: again.id }],
    },
  ]);
});

test('trips outside recorded hours are those of drivers with hours, and hours may lack a vehicle', async () => {
  const { driver, drive, find, own, holderId } = await office();
  const other = await insertKnownDriver(it.db, holderId);
  await drive('2026-08-01', { driverId: other.id, time: '04:00' });
  await drive('2026-08-03', { time: '06:00' });
  await drive('2026-08-03', { time: '14:00' });
  const outside = await drive('2026-08-03', { time: '14:06' });
  const shift = (day: string, overrides: Partial<typeof shifts.$inferInsert> = {}) => ({
    ...own,
    driverId: driver.id,
    vehicleId: driver.vehicleId,
    startsAt: instant(day, '06:00'),
    endsAt: instant(day, '14:00'),
    ...overrides,
  });
  expect(await find()).toEqual([]);
  // before hours were recorded
  await drive('2026-08-02');
  await it.db
    .insert(shifts)
    .values([
      shift('2026-08-03'),
      shift('2026-08-04', { vehicleId: null }),
      shift('2026-08-09', { vehicleId: null }),
      shift('2026-08-10', { vehicleId: null, deletedAt: instant('2026-08-11') }),
      shift('2026-10-01', { vehicleId: null }),
    ]);
  expect(await find()).toMatchObject([
    {
      kind: 'outside-hours',
      title: 'Łukasz Ngāti has 1 trip outside the recorded hours',
      hours: { driver: driver.id, from: '2026-08-03', to: '2026-08-03' },
      examples: [{ id: outside.id }],
    },
    {
      kind: 'hours-without-vehicle',
      title: 'Łukasz Ngāti has 2 shifts without a vehicle',
      detail: 'From 04/08/2026 to 09/08/2026. Enter which vehicle was driven.',
      hours: { driver: driver.id, from: '2026-08-04', to: '2026-08-09' },
    },
  ]);
});

test('trips while a driver was switched off, and after a removal', async () => {
  const { driver, drive, find, own, change, holderId } = await office();
  await it.db.insert(driverSwitchOffs).values({
    ...own,
    driverId: driver.id,
    switchedOffAt: instant('2026-08-10'),
    switchedOnAt: instant('2026-08-20'),
  });
  for (const day of ['2026-08-10', '2026-08-20']) await drive(day);
  const [first] = [await drive('2026-08-11'), await drive('2026-08-19')];
  const removed = await insertKnownDriver(it.db, holderId, { firstName: 'Amy' });
  await change(removed.id, { deletedAt: instant('2026-09-01') });
  await drive('2026-09-01', { driverId: removed.id });
  await drive('2026-09-02', { driverId: removed.id });
  expect(await find()).toMatchObject([
    { kind: 'after-end', title: 'Amy Ngāti has 1 trip after they were removed', fixes: [] },
    {
      kind: 'switched-off',
      title: 'Łukasz Ngāti has 2 trips while they were switched off',
      trips: { startDate: '2026-08-11', endDate: '2026-08-19' },
      examples: [{ id: first?.id }, {}],
    },
  ]);
});

test('trips of a driver who was switched off and still is are found', async () => {
  const { driver, drive, find, own, change } = await office();
  await change(driver.id, { isActive: false });
  await it.db
    .insert(driverSwitchOffs)
    .values({ ...own, driverId: driver.id, switchedOffAt: instant('2026-07-20') });
  await drive('2026-07-20');
  expect(await find()).toEqual([]);
  const late = await drive('2026-08-09');
  expect(await find()).toMatchObject([
    {
      kind: 'switched-off',
      title: 'Łukasz Ngāti has 1 trip while they were switched off',
      trips: { startDate: '2026-08-09', endDate: '2026-08-09' },
      examples: [{ id: late.id }],
    },
  ]);
});

test('trips in a gap between two times of a vehicle are said to be in a gap, with the plate of then', async () => {
  const { drive, find, holderId, own } = await office();
  const vehicle = await insertVehicle(it.db, holderId, {
    registration: 'NEWNAME',
    availability: [
      { from: '2025-07-01', to: '2026-07-31' },
      { from: '2026-09-01', to: null },
    ],
  });
  await it.db.insert(datedFacts).values({
    ...own,
    vehicleId: vehicle.id,
    fact: 'registration',
    value: { registration: 'OLDNAME' },
    lastDay: '2026-08-31',
    recordedAt: instant('2026-09-01'),
  });
  for (const day of ['2026-07-31', '2026-08-05', '2026-09-01']) await drive(day, { vehicleId: vehicle.id });
  expect(await find()).toMatchObject([
    {
      kind: 'vehicle-gap',
      title: 'OLDNAME has 1 trip in a gap between two times when it was available',
      detail:
        'Available from 01/07/2025 to 31/07/2026, 01/09/2026 to now. Correct the trip, or the dates of the vehicle.',
      fixes: [{ opens: 'vehicle', id: vehicle.id }],
    },
  ]);
});

test('days that nobody has confirmed are one question', async () => {
  const { drive, find, own } = await office();
  const { vehicleId } = await drive('2026-08-01');
  expect(await find()).toEqual([]);
  await it.db
    .update(datedFacts)
    .set({ isAssumed: true })
    .where(and(eq(datedFacts.beaHolderId, own.beaHolderId), eq(datedFacts.vehicleId, vehicleId ?? '')));
  expect(await find()).toMatchObject([
    {
      kind: 'assumed',
      title: '1 vehicle has days that nobody has confirmed',
      fixes: [{ opens: 'vehicle', id: vehicleId, label: '123ABC' }],
    },
  ]);
});

test('what changed since a report was lodged is asked about', async () => {
  const { drive, find, agent } = await office();
  await drive('2026-08-01');
  await agent
    .post('/api/lodgements')
    .send({ ...q1, lodgedOn: '2026-10-20' })
    .expect(201);
  expect(await find()).toEqual([]);
  await drive('2026-08-02');
  expect(await find()).toMatchObject([
    {
      kind: 'changed-since',
      title: expect.stringMatching(/^Q1 \(Jul–Sep 2026\) differs from what was lodged in \d figures$/),
      detail: 'It has 1 more trip now. Record a correction, or be ready to say what changed.',
    },
  ]);
});

test('what changed since a report was lodged is asked about however many were lodged after it', async () => {
  const { drive, find, agent, own } = await office();
  await agent
    .post('/api/lodgements')
    .send({ ...q1, lodgedOn: '2026-10-20' })
    .expect(201);
  const [former] = await it.db.select().from(lodgements).where(eq(lodgements.beaHolderId, own.beaHolderId));
  if (!former) throw new Error('the lodgement is stored');
  const createdAt = new Date(former.createdAt.getTime() + 1);
  const later = Array.from({ length: 20 }, (_, number) => ({
    ...former,
    id: `later-${number}`,
    period: `Q1-${2005 + number}`,
    createdAt,
  }));
  await it.db.insert(lodgements).values(later);
  await drive('2026-08-01');
  expect(await find()).toMatchObject([{ kind: 'changed-since' }]);
});

test('a look at the list is kept, and says when the questions have changed since', async () => {
  const { driver, drive, all, agent, change } = await office();
  await drive('2026-08-05');
  const before = await all();
  expect(before).toMatchObject({ questions: 1, look: null });
  const { body: look } = await agent
    .post('/api/checks/looks')
    .send({ ...q1, seen: before.seen })
    .expect(201);
  expect(look).toEqual({
    person: 'Mary Jane Smith',
    at: '2026-11-21T02:00:00.000Z',
    questions: 1,
    hasChanged: false,
  });
  expect((await all()).look).toEqual(look);
  // as many questions, but others
  await agent
    .put('/api/areas/places')
    .send([{ postcode: '4066', suburb: 'Toowong', area: 'Brisbane', isConfirmed: true }])
    .expect(200);
  await change(driver.id, { authorisationExpires: '2026-08-01' });
  expect(await all()).toMatchObject({ questions: 1, look: { ...look, hasChanged: true } });
  expect(await all({ report: 'annual', period: '2026-2027' })).toMatchObject({ look: null });
  const other = await it.signIn();
  const { body: theirs } = await other.agent.get('/api/checks').query(q1).expect(200);
  expect(theirs.look).toBeNull();
  await agent
    .post('/api/checks/looks')
    .send({ ...q1, seen: 'four' })
    .expect(400);
  await agent
    .post('/api/checks/looks')
    .send({ ...q1, period: '2026-2027', seen: before.seen })
    .expect(400);
});

test('how many questions a look had is what the server counts', async () => {
  const { drive, all, agent } = await office();
  await drive('2026-08-05');
  const made = { ...q1, seen: `999999-${'a'.repeat(32)}` };
  const { body: look } = await agent.post('/api/checks/looks').send(made).expect(201);
  expect(look).toMatchObject({ questions: 1, hasChanged: true });
  expect((await all()).look).toEqual(look);
});
