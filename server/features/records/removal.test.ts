import { randomUUID } from 'node:crypto';
import { removalPreviewSchema } from '@shared/reports/removal';
import { auditEvents } from '@shared/tables/holders';
import { areaPlaces, idempotencyKeys, shifts, trips } from '@shared/tables/trips';
import { asc, eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { buildTrip, insertDriver, insertTrip } from '../../test/builders';
import { asBuffer } from '../../test/documents/as-buffer';
import { createTestApp, type SignedIn, TEST_NOW } from '../../test/http/create-test-app';
import { storeManyTrips } from '../../test/postgres/store-many-trips';
import { wrongTotals } from '../../test/postgres/wrong-totals';

const it = createTestApp();
const BEFORE = '2024-11-21';
const OLD = '2024-11-20T23:59:59.999+10:00';
const YOUNG = '2024-11-21T00:00:00.000+10:00';

beforeEach(() => it.setNow(TEST_NOW));

const preview = async ({ agent }: SignedIn, query: object = {}) =>
  removalPreviewSchema.parse((await agent.get('/api/records/removal').query(query).expect(200)).body);
const remove = ({ agent }: SignedIn, expected: object, before = BEFORE) =>
  agent.post('/api/records/removal').send({ before, expected });
const tripsOf = async ({ holderId }: SignedIn) =>
  (
    await it.db
      .select({ suburb: trips.suburb })
      .from(trips)
      .where(eq(trips.beaHolderId, holderId))
      .orderBy(asc(trips.suburb))
  ).map(({ suburb }) => suburb);

type Shift = Partial<typeof shifts.$inferInsert> & { startsAt: Date };

/** A holder with trips and shifts on both sides of the day two years ago. */
async function office() {
  const holder = await it.signIn();
  const driver = await insertDriver(it.db, holder.holderId, { startDate: '2024-01-01T00:00:00+10:00' });
  await insertTrip(it.db, driver, { suburb: 'Oldest', datetime: '2024-07-01T08:00:00+10:00' });
  await insertTrip(it.db, driver, { suburb: 'Old', datetime: OLD });
  await insertTrip(it.db, driver, { suburb: 'Young', datetime: YOUNG });
  const { id } = await insertTrip(it.db, driver, { suburb: 'Old and deleted', datetime: OLD });
  await holder.agent.delete(`/api/trips/${id}`).expect(204);
  const shift = (one: Shift) => ({ beaHolderId: holder.holderId, driverId: driver.id, ...one });
  const [old, young] = [new Date('2024-11-20T12:00:00+10:00'), new Date(YOUNG)];
  await it.db
    .insert(shifts)
    .values([
      shift({ startsAt: old, endsAt: young, note: 'until midnight' }),
      shift({ startsAt: old, endsAt: null, deletedAt: TEST_NOW, note: 'deleted, never ended' }),
      shift({ startsAt: old, endsAt: new Date(young.getTime() + 1), note: 'across midnight' }),
      shift({ startsAt: old, endsAt: null, note: 'open' }),
    ]);
  return { ...holder, driver };
}

const counts = { trips: 3, shifts: 2 };

describe('removing old records', () => {
  test('shows what would go, and what would stay', async () => {
    const holder = await office();
    expect(await preview(holder)).toMatchObject({
      before: BEFORE,
      latest: BEFORE,
      counts,
      deletedTrips: 1,
      oldestDay: '2024-07-01',
      openRequests: 0,
      stays: { lodgements: 0, documents: 0, drivers: 1, vehicles: 1 },
    });
    expect(await preview(holder, { before: '2024-08-01' })).toMatchObject({
      latest: BEFORE,
      counts: { trips: 1, shifts: 0 },
    });
    expect((await preview(await it.signIn())).oldestDay).toBeNull();
  });

  test('takes trips and shifts for good, with the totals, and leaves the rest', async () => {
    const [mine, other] = [await office(), await office()];
    const body = buildTrip(mine.driver, { suburb: 'Old, logged today', datetime: OLD });
    await mine.agent.post('/api/trips').set('Idempotency-Key', randomUUID()).send(body).expect(201);
    await it.db.insert(areaPlaces).values({ beaHolderId: mine.holderId, postcode: '4066', area: 'Brisbane' });
    const answer = await remove(mine, { trips: 4, shifts: 2 }).expect(200);
    expect(answer.body).toEqual({ removed: { trips: 4, shifts: 2 }, left: { trips: 0, shifts: 0 } });

    expect(await tripsOf(mine)).toEqual(['Young']);
    expect(await tripsOf(other)).toHaveLength(4);
    const notes = await it.db
      .select({ note: shifts.note })
      .from(shifts)
      .where(eq(shifts.beaHolderId, mine.holderId));
    expect(notes.map(({ note }) => note).sort()).toEqual(['across midnight', 'open']);
    expect(await wrongTotals(it.db)).toEqual([]);
    expect((await mine.agent.get('/api/statistics')).body.totalTrips).toBe(1);
    expect(await it.db.$count(idempotencyKeys, eq(idempotencyKeys.beaHolderId, mine.holderId))).toBe(0);
    expect(await it.db.$count(areaPlaces, eq(areaPlaces.beaHolderId, mine.holderId))).toBe(1);
    expect((await mine.agent.get('/api/drivers')).body).toHaveLength(1);
    expect((await mine.agent.get('/api/vehicles')).body).toHaveLength(1);

    const events = await it.db.select().from(auditEvents).where(eq(auditEvents.entity, 'records'));
    expect(events).toMatchObject([
      {
        beaHolderId: mine.holderId,
        userId: expect.any(String),
        action: 'deleted',
        changes: { before: { from: BEFORE }, trips: { from: 4 }, shifts: { from: 2 } },
      },
    ]);
    // what was logged stays in the audit trail, which nothing is taken from
    const { body: activity } = await mine.agent.get('/api/activity').query({ search: 'logged today' });
    expect(activity.events).toMatchObject([{ entity: 'trip', subject: null }]);
    expect((await preview(mine)).counts).toEqual({ trips: 0, shifts: 0 });
  });

  test.each(['2024-11-22', '2026-11-21', '2099-01-01'])(
    'refuses %s, which is less than two years ago',
    async (day) => {
      const holder = await office();
      const { body } = await holder.agent.get('/api/records/removal').query({ before: day }).expect(400);
      expect(body.message).toBe('Records of the last 2 years stay');
      await remove(holder, counts, day).expect(400);
      expect(await tripsOf(holder)).toHaveLength(4);
    },
  );

  test('counts two years back from 29 February to the 28th', async () => {
    it.setNow('2028-02-29T02:00:00Z');
    expect((await preview(await it.signIn())).latest).toBe('2026-02-28');
  });

  test('is refused when the counts changed meanwhile, and when TMR waits for an answer about these days', async () => {
    const holder = await office();
    const { body } = await remove(holder, { trips: 2, shifts: 2 }).expect(409);
    expect(body.message).toContain('Please look at the counts again');
    const letter = { receivedOn: '2026-11-20', firstDay: '2024-11-20', lastDay: '2025-01-01' };
    const { body: request } = await holder.agent.post('/api/tmr-requests').send(letter).expect(201);
    expect((await preview(holder)).openRequests).toBe(1);
    await remove(holder, counts).expect(409);
    expect(await tripsOf(holder)).toHaveLength(4);
    const answered = { ...letter, answeredOn: '2026-11-21' };
    await holder.agent.put(`/api/tmr-requests/${request.id}`).send(answered).expect(200);
    await remove(holder, counts).expect(200);
  });

  test('is no change of a lodged report, whose documents stay and which is not made again', async () => {
    const holder = await office();
    const lodge = { report: 'quarterly', period: 'Q2-2024', lodgedOn: '2025-01-20' };
    const { body: lodged } = await holder.agent.post('/api/lodgements').send(lodge).expect(201);
    const later = { report: 'quarterly', period: 'Q3-2025', lodgedOn: '2025-04-20' };
    await holder.agent.post('/api/lodgements').send(later).expect(201);
    await remove(holder, counts).expect(200);
    expect((await holder.agent.get('/api/lodgements/changes').expect(200)).body).toEqual({});
    const document = `/api/lodgements/${lodged.id}/documents/quarterly-report-Q2-2024.pdf`;
    await holder.agent.get(document).buffer(true).parse(asBuffer).expect(200);

    const again = await holder.agent
      .post('/api/reports/quarterly')
      .send({ quarter: 'Q2', year: 2024 })
      .expect(409);
    expect(again.body.message).toContain('Trips before 21 November 2024 were removed');
    const amend = { ...lodge, amends: lodged.id, reason: 'Too few' };
    await holder.agent.post('/api/lodgements').send(amend).expect(409);
    await holder.agent.post('/api/reports/quarterly').send({ quarter: 'Q3', year: 2025 }).expect(200);
    const records = await holder.agent
      .get('/api/records')
      .query({ startDate: '2024-10-01', endDate: '2025-03-31' })
      .buffer(true)
      .parse(asBuffer)
      .expect(200);
    const names = records.body.toString('latin1');
    expect(names).toContain('lodged/Q2-2024-1/quarterly-report-Q2-2024.pdf');
    expect(names).not.toContain('reports/quarterly-report-Q2-2024.pdf');
    expect(names).toContain('reports/quarterly-report-Q3-2025.pdf');
  });

  test('of an import leaves its other trips, which Undo still takes back', async () => {
    const holder = await office();
    const file = [
      'Date,Driver Authority License,Suburb,Postcode,Waiting Time (minutes)',
      `20/11/2024 10:00,${holder.driver.driverAuthorityLicense},Imported,4066,5`,
      `20/11/2025 10:00,${holder.driver.driverAuthorityLicense},Imported lately,4066,5`,
    ].join('\r\n');
    const imported = await holder.agent
      .post('/api/imports')
      .query({ fileName: 'old.csv', tripCount: '2', sheet: '0', answers: '{}' })
      .query({ columns: JSON.stringify({ date: 0, licence: 1, suburb: 2, postcode: 3, waitingTime: 4 }) })
      .set('Content-Type', 'text/csv')
      .set('Idempotency-Key', randomUUID())
      .send(file)
      .expect(201);
    await remove(holder, { trips: 4, shifts: 2 }).expect(200);
    expect(await tripsOf(holder)).toEqual(['Imported lately', 'Young']);
    await holder.agent.post(`/api/imports/${imported.body.id}/undo`).expect(200);
    expect((await holder.agent.get('/api/statistics')).body.totalTrips).toBe(1);
    expect(await wrongTotals(it.db)).toEqual([]);
  });

  test('of many goes in several transactions, each with its event', async () => {
    const holder = await it.signIn();
    const driver = await insertDriver(it.db, holder.holderId);
    await storeManyTrips(
      it.db,
      holder.holderId,
      sql`insert into trips (bea_holder_id, driver_id, driver_authority_license, postcode, suburb, waiting_time, datetime)
        select ${holder.holderId}, ${driver.id}, ${driver.driverAuthorityLicense}, '40' || (number % 60 + 10), 'Suburb ' || number % 40,
          number % 30, timestamptz '2024-06-01+10' + number * interval '1 hour'
        from generate_series(1, 5000) as number
        returning null`,
    );
    const { counts: seen } = await preview(holder);
    expect(seen.trips).toBe(4151);
    // a busy machine takes several requests
    let left = seen;
    while (left.trips > 0) ({ left } = (await remove(holder, left).expect(200)).body);
    expect(await wrongTotals(it.db)).toEqual([]);
    expect(await it.db.$count(trips, eq(trips.beaHolderId, holder.holderId))).toBe(5000 - 4151);
    const { body } = await holder.agent.get('/api/activity').query({ search: 'old records' });
    expect(body.events[0]).toMatchObject({ entity: 'records', many: { count: expect.any(Number) } });
  });
});
