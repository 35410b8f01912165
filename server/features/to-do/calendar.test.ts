import { auditEvents, beaHolders, calendarAddresses } from '@shared/tables/holders';
import { tmrRequests } from '@shared/tables/reports';
import { and, asc, eq } from 'drizzle-orm';
import ICAL from 'ical.js';
import supertest from 'supertest';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { insertDriver } from '../../test/builders';
import { createTestApp, type SignedIn, TEST_NOW } from '../../test/http/create-test-app';

const it = createTestApp();
afterEach(() => it.setNow(TEST_NOW));
beforeEach(() => it.endWindows());

/** The path of a new address of the holder, as a calendar program asks for it. */
async function makeAddress({ agent }: SignedIn): Promise<string> {
  const { body } = await agent.post('/api/calendar').expect(201);
  const { origin, pathname, search } = new URL(body.address);
  expect(origin).toBe('http://trips.example.org');
  return pathname + search;
}
const read = (path: string) => supertest(it.server).get(path);

function eventsOf(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text));
  return calendar.getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component);
    expect(event.startDate.isDate).toBe(true);
    expect(event.duration.toString()).toBe('P1D');
    return [event.startDate.toString(), event.summary, event.uid] as const;
  });
}

const amysDriver = { firstName: 'Amy', lastName: 'Young', authorisationExpires: '2027-12-10' };

test('an address shows due days and expiries to anyone who has it, without a session', async () => {
  const holder = await it.signIn();
  const { holderId } = holder;
  const { id } = await insertDriver(it.db, holderId, amysDriver);
  const request = {
    receivedOn: '2026-11-10',
    dueOn: '2026-12-08',
    firstDay: '2026-07-01',
    lastDay: '2026-09-30',
  };
  await it.db.insert(tmrRequests).values({ ...request, beaHolderId: holderId, reference: 'C;7,7' });
  const answer = await read(await makeAddress(holder))
    .expect(200)
    .expect('content-type', 'text/calendar; charset=utf-8')
    .expect('cache-control', 'private, max-age=900');
  const events = eventsOf(answer.text);
  expect(events.map(([day, summary]) => `${day} ${summary}`)).toEqual([
    '2026-12-08 Due: Request from TMR C;7,7',
    '2027-01-28 Due: Quarterly report, Q2 (Oct–Dec 2026)',
    '2027-04-28 Due: Quarterly report, Q3 (Jan–Mar 2027)',
    '2027-07-28 Due: Annual report, 2026-2027',
    '2027-07-28 Due: Quarterly report, Q4 (Apr–Jun 2027)',
    '2027-10-28 Due: Quarterly report, Q1 (Jul–Sep 2027)',
    '2027-12-10 Expires: Driver authorisation of Amy Young',
    '2028-01-28 Due: Quarterly report, Q2 (Oct–Dec 2027)',
    '2028-07-28 Due: Annual report, 2027-2028',
  ]);
  expect(new Set(events.map(([, , uid]) => uid)).size).toBe(events.length);
  expect(events.map(([, , uid]) => uid)).toContain(`driver-authorisation-${id}@${holderId}`);
  // nothing that a reader of the calendar need not know
  for (const private_ of ['DA-', 'BHSL', 'Smith Cars', 'BEA-']) expect(answer.text).not.toContain(private_);
});

test('an event keeps its identity when its day changes, and the file its bytes for a day', async () => {
  const holder = await it.signIn();
  const path = await makeAddress(holder);
  const { body: driver } = await holder.agent
    .post('/api/drivers')
    .send({
      driverAuthorityLicense: 'DA-1',
      bookedHireServiceLicense: 'B-1',
      vehicleRegistrationNumber: '123ABC',
      startDate: '2026-11-01',
      authorisationExpires: '2026-12-10',
    })
    .expect(201);
  const expiry = async () =>
    eventsOf((await read(path).expect(200)).text).find(([, summary]) => summary.startsWith('Expires'));
  const before = await expiry();
  const first = await read(path).expect(200);
  it.setNow(new Date(TEST_NOW.getTime() + 3_600_000));
  await read(path).set('If-None-Match', String(first.headers.etag)).expect(304);

  const { id, version: _v, beaHolderId: _h, createdAt: _c, updatedAt: _u, vehicleId: _i, ...input } = driver;
  await holder.agent
    .put(`/api/drivers/${id}`)
    .send({ ...input, authorisationExpires: '2031-12-10' })
    .expect(200);
  await read(path).set('If-None-Match', String(first.headers.etag)).expect(200);
  expect(before?.[0]).toBe('2026-12-10');
  expect(await expiry()).toEqual(['2031-12-10', before?.[1], before?.[2]]);
});

describe('any other address', () => {
  test('is not found: a wrong or missing key, another holder, one that was replaced or removed', async () => {
    const [mine, other] = [await it.signIn(), await it.signIn()];
    const path = await makeAddress(mine);
    const others = await makeAddress(other);
    const key = new URL(path, 'http://x').searchParams.get('key') ?? '';
    const unknown = await read('/files/nothing').expect(404);
    for (const wrong of [
      path.slice(0, -1),
      `${path}A`,
      path.split('?')[0] ?? '',
      `${path.split('?')[0]}?key=`,
      `${path}&key=x`,
      path.replace(mine.holderId, other.holderId),
      `/calendar/nobody.ics?key=${key}`,
      `/calendar/${mine.holderId}?key=${key}`,
      others.replace(other.holderId, mine.holderId),
    ]) {
      const answer = await read(wrong).expect(404);
      expect(answer.body.code, wrong).toBe(unknown.body.code);
      expect(answer.text).not.toContain('VCALENDAR');
    }
    const replaced = await makeAddress(mine);
    await read(path).expect(404);
    await read(replaced).expect(200);
    await mine.agent.delete('/api/calendar').expect(204);
    await read(replaced).expect(404);
    await read(others).expect(200);
  });

  test('of an inactive holder is not found', async () => {
    const holder = await it.signIn();
    const path = await makeAddress(holder);
    await it.db.update(beaHolders).set({ isActive: false }).where(eq(beaHolders.id, holder.holderId));
    await read(path).expect(404);
  });

  test('is refused after a hundred tries within an hour, and a right one costs none', async () => {
    const path = await makeAddress(await it.signIn());
    for (let i = 0; i < 5; i += 1) await read(path).expect(200);
    const tries = await Promise.all(Array.from({ length: 100 }, () => read(`${path}x`)));
    expect(new Set(tries.map(({ status }) => status))).toEqual(new Set([404]));
    const { headers } = await read(`${path}x`).expect(429);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    await read(path).expect(200);
  });
});

test('only a hash is stored; making, replacing and removing are in the audit trail', async () => {
  const holder = await it.signIn();
  const { agent, holderId } = holder;
  expect((await agent.get('/api/calendar').expect(200)).body).toEqual({ createdAt: null });
  const path = await makeAddress(holder);
  expect((await agent.get('/api/calendar').expect(200)).body).toEqual({ createdAt: TEST_NOW.toISOString() });
  const [row] = await it.db
    .select()
    .from(calendarAddresses)
    .where(eq(calendarAddresses.beaHolderId, holderId));
  expect(row?.secretSha256).toMatch(/^[0-9a-f]{64}$/);
  expect(path).not.toContain(row?.secretSha256);
  await makeAddress(holder);
  for (let i = 0; i < 2; i += 1) await agent.delete('/api/calendar').expect(204);
  const events = await it.db
    .select({ action: auditEvents.action, changes: auditEvents.changes })
    .from(auditEvents)
    .where(and(eq(auditEvents.beaHolderId, holderId), eq(auditEvents.entity, 'calendar')))
    .orderBy(asc(auditEvents.at));
  expect(events.map(({ action }) => action).sort()).toEqual(['created', 'deleted', 'updated']);
  expect(events.every(({ changes }) => Object.keys(changes).length === 0)).toBe(true);
});
