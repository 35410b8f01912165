import { beaHolders } from '@shared/tables/holders';
import { tmrRequests } from '@shared/tables/reports';
import { ENTRY_KINDS, entryTitle } from '@shared/to-do/dated-entries';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { buildDriver, buildVehicle, insertDriver, insertVehicle } from '../../test/builders';
import { createTestApp, type SignedIn } from '../../test/http/create-test-app';

const it = createTestApp();

const comingUp = async ({ agent }: SignedIn) => (await agent.get('/api/coming-up').expect(200)).body;
const daysOf = async (holder: SignedIn) =>
  (await comingUp(holder)).map((entry: Parameters<typeof entryTitle>[0] & { day: string }) => [
    entry.day,
    entryTitle(entry),
  ]);

const insertRequest = (beaHolderId: string, overrides: Partial<typeof tmrRequests.$inferInsert> = {}) =>
  it.db.insert(tmrRequests).values({
    beaHolderId,
    reference: 'C-77',
    receivedOn: '2026-11-10',
    dueOn: '2026-12-08',
    firstDay: '2026-07-01',
    lastDay: '2026-09-30',
    ...overrides,
  });

test('lists due reports, open requests and what expires, soonest first, past ones too', async () => {
  const [mine, other] = [await it.signIn(), await it.signIn()];
  await insertDriver(it.db, mine.holderId, {
    firstName: 'Amy',
    lastName: 'Young',
    authorisationExpires: '2026-11-20',
  });
  await insertVehicle(it.db, mine.holderId, {
    registration: '999XYZ',
    licences: [{ kind: 'taxi', number: 'T-1', from: '2025-12-01', expires: '2026-11-30' }],
  });
  await insertRequest(mine.holderId);
  await insertRequest(mine.holderId, { reference: null, dueOn: '2026-12-09' });
  await it.db
    .update(beaHolders)
    .set({ authorisationExpires: '2026-12-31' })
    .where(eq(beaHolders.id, mine.holderId));
  expect(await daysOf(mine)).toEqual([
    ['2026-11-20', 'Driver authorisation of Amy Young'],
    ['2026-11-30', 'Vehicle licence of 999XYZ'],
    ['2026-12-08', 'Request from TMR C-77'],
    ['2026-12-09', 'Request from TMR'],
    ['2026-12-31', 'Booking entity authorisation'],
    ['2027-01-28', 'Quarterly report, Q2 (Oct–Dec 2026)'],
  ]);
  expect(await daysOf(other)).toEqual([]);
  expect(new Set((await comingUp(mine)).map(({ kind }: { kind: string }) => kind))).toEqual(
    new Set(ENTRY_KINDS),
  );
});

test('leaves out what is more than three months away', async () => {
  const holder = await it.signIn();
  for (const authorisationExpires of ['2027-02-21', '2027-02-22'])
    await insertDriver(it.db, holder.holderId, { authorisationExpires, startDate: '2027-02-01' });
  expect((await daysOf(holder)).map(([day]: [string]) => day)).toEqual(['2027-02-21']);
});

test('a request that was answered or removed is not listed', async () => {
  const holder = await it.signIn();
  await insertRequest(holder.holderId, { answeredOn: '2026-11-20' });
  await insertRequest(holder.holderId, { deletedAt: new Date('2026-11-20T00:00:00Z') });
  expect(await daysOf(holder)).toEqual([]);
});

test.each([
  ['is active', {}, true],
  ['is switched off', { isActive: false }, false],
  ['has left', { endDate: '2026-11-19T14:00:00.000Z' }, false],
  ['leaves before it expires', { endDate: '2026-11-30T14:00:00.000Z' }, false],
  ['leaves on its last day', { endDate: '2026-12-09T14:00:00.000Z' }, true],
])('the authorisation of a driver who %s', async (_, overrides, isListed) => {
  const holder = await it.signIn();
  const input = buildDriver({ ...overrides, authorisationExpires: '2026-12-10' });
  await holder.agent.post('/api/drivers').send(input).expect(201);
  expect(
    (await daysOf(holder)).filter(([, title]: [string, string]) => title.startsWith('Driver')),
  ).toHaveLength(isListed ? 1 : 0);
});

const licence = { kind: 'booked-hire' as const, number: 'B-1', from: '2025-12-01', expires: '2026-11-30' };
const next = { kind: 'booked-hire' as const, number: 'B-2', from: '2026-12-01' };

test.each([
  ['its last licence', {}, ['2026-11-30']],
  ['the licence after it', { licences: [licence, { ...next, expires: '2027-01-31' }] }, ['2027-01-31']],
  ['none, as one without an end follows', { licences: [licence, next] }, []],
  ['none, as it is sold before', { availableTo: '2026-11-29' }, []],
  ['its licence, as it is sold with it', { availableTo: '2026-11-30' }, ['2026-11-30']],
  ['none, as it was sold', { availableTo: '2026-10-31' }, []],
  [
    'its licence once, where two end on one day',
    { licences: [licence, { ...licence, kind: 'taxi' as const, number: 'T-1' }] },
    ['2026-11-30'],
  ],
])('of a vehicle it lists %s', async (_, overrides, days) => {
  const holder = await it.signIn();
  const vehicle = buildVehicle({ licences: [licence], ...overrides });
  const { body } = await holder.agent.post('/api/vehicles').send(vehicle).expect(201);
  const listed = async () =>
    (await daysOf(holder)).filter(([, title]: [string, string]) => title.startsWith('Vehicle'));
  expect((await listed()).map(([day]: [string]) => day)).toEqual(days);
  await holder.agent.delete(`/api/vehicles/${body.id}`).expect(204);
  expect(await listed()).toEqual([]);
});

test('a report that was lodged is not due any more', async () => {
  const holder = await it.signIn();
  await it.db
    .update(beaHolders)
    .set({ createdAt: new Date('2026-07-01T00:00:00Z') })
    .where(eq(beaHolders.id, holder.holderId));
  await insertDriver(it.db, holder.holderId, { startDate: '2026-07-01T00:00:00.000Z' });
  expect((await daysOf(holder))[0]).toEqual(['2026-10-28', 'Quarterly report, Q1 (Jul–Sep 2026)']);
  const lodged = { report: 'quarterly', period: 'Q1-2026', lodgedOn: '2026-11-20' };
  await holder.agent.post('/api/lodgements').send(lodged).expect(201);
  expect((await daysOf(holder))[0]).toEqual(['2027-01-28', 'Quarterly report, Q2 (Oct–Dec 2026)']);
});
