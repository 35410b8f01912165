import { beaHolders } from '@shared/tables/holders';
import { importLayouts, waitingFiles } from '@shared/tables/imports';
import { tmrRequests } from '@shared/tables/reports';
import { heldRecords } from '@shared/tables/trips';
import type { ToDo } from '@shared/to-do/to-do';
import { eq } from 'drizzle-orm';
import supertest from 'supertest';
import { expect, test } from 'vitest';
import {
  buildDriver,
  buildTrip,
  buildVehicle,
  insertDriver,
  insertTrip,
  insertVehicle,
} from '../../test/builders';
import { createTestApp, type SignedIn, TEST_NOW } from '../../test/http/create-test-app';

const it = createTestApp();

const toDo = async ({ agent }: SignedIn): Promise<ToDo[]> => (await agent.get('/api/to-do').expect(200)).body;
/** The lines with a day. */
const daysOf = async (holder: SignedIn) =>
  (await toDo(holder)).flatMap(({ due, title }) => (due ? [[due, title]] : []));
const daysOfA = async (holder: SignedIn, what: string) =>
  (await daysOf(holder)).flatMap(([due, title]) => (title?.startsWith(what) ? [due] : []));

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
  ]);
  expect(await toDo(other)).toEqual([]);
});

test('a licence and the booking entity authorisation are renewed where the line leads', async () => {
  const holder = await it.signIn();
  const vehicle = await insertVehicle(it.db, holder.holderId, {
    licences: [{ kind: 'taxi', number: 'T-1', from: '2025-12-01', expires: '2026-11-30' }],
  });
  await it.db
    .update(beaHolders)
    .set({ authorisationExpires: '2026-12-31' })
    .where(eq(beaHolders.id, holder.holderId));
  expect((await toDo(holder)).map(({ href }) => href)).toEqual([
    `/vehicles/${vehicle.id}?renew`,
    '/?tab=profile&renew',
  ]);
});

test('leaves out what is more than three months away', async () => {
  const holder = await it.signIn();
  for (const authorisationExpires of ['2027-02-21', '2027-02-22'])
    await insertDriver(it.db, holder.holderId, { authorisationExpires, startDate: '2027-02-01' });
  expect((await daysOf(holder)).map(([day]) => day)).toEqual(['2027-02-21']);
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
  expect(await daysOfA(holder, 'Driver')).toHaveLength(isListed ? 1 : 0);
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
  expect(await daysOfA(holder, 'Vehicle')).toEqual(days);
  await holder.agent.delete(`/api/vehicles/${body.id}`).expect(204);
  expect(await daysOfA(holder, 'Vehicle')).toEqual([]);
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
  expect(await daysOf(holder)).toEqual([]);
});

test('what waited on drivers’ phones is first, and counts trips and shifts of this holder', async () => {
  const [holder, other] = [await it.signIn(), await it.signIn()];
  const driver = await insertDriver(it.db, holder.holderId, { authorisationExpires: '2026-11-20' });
  const of = { beaHolderId: holder.holderId, driverId: driver.id, loggedAt: new Date() };
  const shift = { driverId: driver.id, start: '2026-11-20T20:00:00.000Z', end: null, note: null };
  await it.db
    .insert(heldRecords)
    .values([
      ...['one', 'two'].map((key) => ({ ...of, key, trip: buildTrip(driver) })),
      { ...of, key: 'three', shift },
    ]);
  expect((await toDo(holder)).map(({ kind, title, count }) => [kind, title, count])).toEqual([
    ['waited-on-phones', "2 trips and 1 shift waited on a driver's phone", 3],
    ['driver-authorisation', 'Driver authorisation of Łukasz Ngāti', undefined],
  ]);
  expect(await toDo(other)).toEqual([]);
});

test('files of programs that wait for answers are one line, which opens the Import screen', async () => {
  const [holder, other] = [await it.signIn(), await it.signIn()];
  const of = { beaHolderId: holder.holderId };
  const [{ id: layoutId } = { id: '' }] = await it.db
    .insert(importLayouts)
    .values({
      ...{ ...of, name: 'Fleet export', of: 'trips', usedAt: TEST_NOW },
      ...{ headingsHash: 'x', headings: [], reading: {} },
    })
    .returning({ id: importLayouts.id });
  const file = { ...of, layoutId, file: Buffer.from('x'), rows: 3, reasons: [], token: 'Dispatch' };
  await it.db.insert(waitingFiles).values(['one.csv', 'two.csv'].map((fileName) => ({ ...file, fileName })));
  expect(await toDo(holder)).toEqual([
    { kind: 'waiting-files', title: '2 files wait for answers', count: 2, href: '/import-trips' },
  ]);
  expect(await toDo(other)).toEqual([]);
});

test('says what is left open, assumed or unconfirmed, with how many, after what is late and before it by urgency', async () => {
  const holder = await it.signIn();
  const { holderId } = holder;
  const driver = await insertDriver(it.db, holderId, {
    firstName: 'Amy',
    lastName: 'Young',
    startDate: '2026-07-01T00:00:00.000Z',
    authorisationExpires: '2026-12-01',
  });
  for (const suburb of ['Toowong', 'Milton']) await insertTrip(it.db, driver, { suburb, postcode: '4064' });
  await insertRequest(holderId, { dueOn: '2026-11-20' });
  await insertVehicle(it.db, holderId, {
    registration: '111AAA',
    availability: [{ from: '2026-07-01', to: null, isAssumed: true }],
  });
  const open = (start: string) =>
    holder.agent.post('/api/shifts').send({ driverId: driver.id, start, end: null }).expect(201);
  await open('2026-11-19T22:00:00.000Z');
  expect((await toDo(holder)).map(({ due, count, href, ...line }) => ({ ...line, count, href }))).toEqual([
    { kind: 'request', title: 'Request from TMR C-77', href: '/reports/records' },
    { kind: 'shifts-left-open', title: '1 shift left open', count: 1, href: '/hours?open=left' },
    {
      kind: 'driver-authorisation',
      title: 'Driver authorisation of Amy Young',
      href: `/?tab=drivers&driver=${driver.id}`,
    },
    { kind: 'assumed', title: '1 assumed fact to confirm', count: 1, href: '/assumed-facts' },
    { kind: 'areas', title: '2 taxi areas to confirm', count: 2, href: '/areas' },
  ]);
  await holder.agent
    .put('/api/areas/places')
    .send([{ postcode: '4064', suburb: 'Milton', area: 'Brisbane', isConfirmed: true }])
    .expect(200);
  expect((await toDo(holder)).at(-1)?.title).toBe('1 taxi area to confirm');
});

test('asks whether reports from before the holder registered are lodged; what is not is due, here and in the calendar', async () => {
  const holder = await it.signIn();
  const driver = await insertDriver(it.db, holder.holderId, { startDate: '2026-01-05T00:00:00.000Z' });
  await insertTrip(it.db, driver, { datetime: '2026-06-05T00:00:00.000Z' });
  const asked = {
    kind: 'report-asked',
    title: 'Have you lodged the year 2025-2026?',
    due: '2026-07-28',
    href: '/?tab=reports&period=2025-2026&part=report',
  };
  const late = async () => (await toDo(holder)).filter(({ kind }) => kind !== 'areas');
  // the last quarter has no trip: nobody asks about it
  expect(await late()).toEqual([asked]);
  const answer = (report: string, period: string) =>
    holder.agent.post('/api/lodgements/not-lodged').send({ report, period });
  await answer('quarterly', 'Q2-2026').expect(400);
  await answer('quarterly', 'Q1-2026').expect(400);
  await answer('annual', '2025-2026').expect(204);
  await answer('annual', '2025-2026').expect(204);
  expect(await late()).toEqual([{ ...asked, kind: 'report', title: 'Annual report, 2025-2026' }]);
  const { body } = await holder.agent.get('/api/activity').expect(200);
  // all is done at one moment of the test's clock
  const changes = { notLodged: { from: null, to: '2025-2026' } };
  expect(body.events).toContainEqual(expect.objectContaining({ entity: 'holder', changes }));
});

test('says that a lodged report has changed, with how many trips', async () => {
  const holder = await it.signIn();
  const driver = await insertDriver(it.db, holder.holderId, { startDate: '2026-01-05T00:00:00.000Z' });
  await insertTrip(it.db, driver, { datetime: '2026-08-05T00:00:00.000Z' });
  const lodged = { report: 'quarterly', period: 'Q1-2026', lodgedOn: '2026-10-20' };
  await holder.agent.post('/api/lodgements').send(lodged).expect(201);
  const changed = async () => (await toDo(holder)).filter(({ kind }) => kind === 'report-changed');
  expect(await changed()).toEqual([]);
  await holder.agent
    .post('/api/trips')
    .send({
      driverId: driver.id,
      driverAuthorityLicense: driver.driverAuthorityLicense,
      suburb: 'Milton',
      postcode: '4064',
      datetime: '2026-08-06T00:00:00.000Z',
      waitingTime: 3,
    })
    .expect(201);
  expect(await changed()).toEqual([
    {
      kind: 'report-changed',
      title: 'Q1 (Jul–Sep 2026) has changed since you lodged it: 1 trip',
      count: 1,
      href: '/?tab=reports&period=Q1-2026&part=report',
    },
  ]);
});

test('lists a token from 30 days before its last day, and one whose maker was removed', async () => {
  const holder = await it.signIn();
  const { agent, login } = holder;
  const make = async (by: typeof agent, name: string, expiresOn: string) => {
    const { body } = await by.post('/api/tokens').send({ name, scope: 'read', expiresOn }).expect(201);
    return `/?tab=profile&part=connections&token=${body.id}`;
  };
  const email = `pat.${login.contactEmail}`;
  const { body: pat } = await agent.post('/api/people').send({ name: 'Pat Jones', email }).expect(201);
  const pats = supertest.agent(it.server);
  await pats
    .post('/api/auth/login')
    .send({ ...login, contactEmail: email })
    .expect(200);
  await make(agent, 'Far', '2026-12-22');
  const near = await make(agent, 'Near', '2026-12-21');
  const dispatch = await make(pats, 'Dispatch', '2026-12-22');
  const nearToo = await make(pats, 'Near too', '2026-11-21');
  const ending = [
    { kind: 'token-expires', title: 'Token Near too', due: '2026-11-21', href: nearToo },
    { kind: 'token-expires', title: 'Token Near', due: '2026-12-21', href: near },
  ];
  expect(await toDo(holder)).toEqual(ending);
  await agent.delete(`/api/people/${pat.id}`).expect(204);
  const orphaned = [
    {
      kind: 'token-maker-removed',
      title: 'Token Dispatch was made by Pat Jones, who was removed',
      href: dispatch,
    },
  ];
  expect(await toDo(holder)).toEqual([...ending, ...orphaned]);

  // one of the same name that lasts longer replaces it, but whoever was removed may still have theirs
  await make(agent, 'Near', '2027-11-21');
  await make(agent, 'Near too', '2027-11-21');
  expect(await toDo(holder)).toEqual([
    {
      kind: 'token-maker-removed',
      title: 'Token Near too was made by Pat Jones, who was removed',
      href: nearToo,
    },
    ...orphaned,
  ]);
});
