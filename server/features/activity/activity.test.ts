import { type ActivityList, activityListSchema } from '@shared/activity/activity';
import { eventSentence } from '@shared/activity/activity-text';
import { trips } from '@shared/tables/trips';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { buildDriver, buildTrip, insertDriver, insertTrip } from '../../test/builders';
import { createTestApp, type SignedIn } from '../../test/http/create-test-app';
import { driversPhone } from '../../test/http/drivers-phone';

const it = createTestApp();

async function activityOf(
  { agent }: SignedIn,
  query: Record<string, string | number> = {},
): Promise<ActivityList> {
  const { body } = await agent.get('/api/activity').query(query).expect(200);
  return activityListSchema.parse(body);
}

/** A holder who registered, then added a driver, a trip and a recipient, changed and removed. */
async function busyHolder(): Promise<SignedIn> {
  const minute = (count: number) => it.setNow(new Date(Date.UTC(2026, 10, 21, 2, count)));
  minute(0);
  const holder = await it.signIn();
  const { agent } = holder;
  minute(1);
  const { body: driver } = await agent.post('/api/drivers').send(buildDriver()).expect(201);
  minute(2);
  const { body: trip } = await agent.post('/api/trips').send(buildTrip(driver)).expect(201);
  minute(3);
  await agent
    .put(`/api/trips/${trip.id}`)
    .send(buildTrip(driver, { waitingTime: 9 }))
    .expect(200);
  minute(4);
  const { body: recipient } = await agent.post('/api/email-settings').send({ email: 'boss@example.com' });
  minute(5);
  await agent.delete(`/api/email-settings/${recipient.id}`).expect(204);
  return holder;
}

test('who changed what and when, newest first', async () => {
  const { events, total } = await activityOf(await busyHolder());
  // the driver and its vehicle were added at one moment
  expect(total).toBe(6);
  const said = events.map(({ entity, action, subject }) => [entity, action, subject]);
  expect([...said.slice(0, 4), ...said.slice(4, 6).sort(), ...said.slice(6)]).toEqual([
    ['recipient', 'deleted', 'boss@example.com'],
    ['recipient', 'created', 'boss@example.com'],
    ['trip', 'updated', 'Toowong 4066 of 21/11/2026 09:30'],
    ['trip', 'created', 'Toowong 4066 of 21/11/2026 09:30'],
    ['driver', 'created', 'Łukasz Ngāti'],
    ['vehicle', 'created', '123ABC'],
    ['holder', 'created', null],
  ]);
  expect(events[2]).toMatchObject({
    at: '2026-11-21T02:03:00.000Z',
    person: 'Mary Jane Smith',
    changes: { waitingTime: { from: 5, to: 9 } },
  });
});

test.each([
  ['toowong', 2],
  ['trip CHANGED', 1],
  ['ngāti', 1],
  ['LUKASZ ngati', 1],
  ['tóówong', 2],
  ['recipient', 2],
  ['boss@example.com', 2],
  ['mary deleted', 1],
  ['profile', 1],
  ['100%', 0],
  ['_', 0],
])('the search for %j finds %i', async (search, count) => {
  const { events, total } = await activityOf(await busyHolder(), { search });
  expect([events.length, total]).toEqual([count, count]);
});

test('the events of one thing, searched or not', async () => {
  const holder = await busyHolder();
  const trip = (await activityOf(holder)).events.find(({ entity }) => entity === 'trip');
  const about = trip?.entityId ?? '';
  const actions = async (query: object) =>
    (await activityOf(holder, { about, ...query })).events.map(({ action }) => action);
  expect(await actions({})).toEqual(['updated', 'created']);
  expect(await actions({ search: 'added' })).toEqual(['created']);
  expect((await activityOf(await it.signIn(), { about })).total).toBe(0);
});

test('a search of many words is refused in words, and the same word again is no other', async () => {
  const { agent } = await busyHolder();
  const search = (text: string) => agent.get('/api/activity').query({ search: text });
  const { body } = await search('a b c d e f g h i').expect(400);
  expect(body.message).toBe('Search for at most 8 words');
  expect((await search(`TRIP ${'trip '.repeat(50)}`).expect(200)).body.total).toBe(2);
});

test('a search looks through the newest 20,000 events, eight words in a moment', async () => {
  const { agent, holderId } = await busyHolder();
  await it.db.execute(sql`
    insert into audit_events (bea_holder_id, at, entity, entity_id, action, changes)
    select ${holderId}, timestamptz '2026-11-21 03:00Z' + i * interval '1 second', 'preferences', ${holderId}, 'updated',
      '{"reminders": {"to": "one two three four five six seven eight"}}'
    from generate_series(1, 19998) as i
    returning id`);
  const start = performance.now();
  const { body } = await agent
    .get('/api/activity?search=one two three four five six seven eight')
    .expect(200);
  expect(performance.now() - start).toBeLessThan(5000);
  expect(body.total).toBe(19_998);
  // the oldest two of the newest 20,000 are of the recipient
  expect((await agent.get('/api/activity?search=recipient').expect(200)).body.total).toBe(2);
  expect((await agent.get('/api/activity?search=toowong').expect(200)).body.total).toBe(0);
  expect((await agent.get('/api/activity').expect(200)).body.total).toBe(20_004);
});

test('comes in pages, and knows the total past the last', async () => {
  const holder = await busyHolder();
  const pages = await Promise.all([1, 2, 3].map((page) => activityOf(holder, { page, limit: 4 })));
  expect(pages.map(({ events, total }) => [events.length, total])).toEqual([
    [4, 6],
    [3, 6],
    [0, 6],
  ]);
  const { agent } = holder;
  for (const query of ['page=0', 'limit=101', 'limit=x', 'search=%00']) {
    await agent.get(`/api/activity?${query}`).expect(400);
  }
});

test('what was done to several trips at once is one line, which lists each of them', async () => {
  const { agent, holderId } = await it.signIn();
  const wei = await insertDriver(it.db, holderId, { firstName: 'Wei', lastName: 'Brown' });
  const ben = await insertDriver(it.db, holderId, { firstName: 'Ben', lastName: 'Kowalski' });
  const stored = [];
  for (const suburb of ['Ascot', 'Bardon', 'Toowong']) stored.push(await insertTrip(it.db, wei, { suburb }));
  const seen = stored.map(({ id, version }) => ({ id, version }));
  const act = async (minute: number, path: string, body: object) => {
    it.setNow(new Date(Date.UTC(2026, 10, 21, 3, minute)));
    return (await agent.post(`/api/trips/${path}`).send(body).expect(200)).body;
  };
  const given = await act(1, 'change', { trips: seen, driverId: ben.id });
  await act(2, 'undo', given.undo);
  const versions = (await it.db.select().from(trips).where(eq(trips.beaHolderId, holderId))).map(
    ({ id, version }) => ({ id, version }),
  );
  await act(3, 'change', { trips: versions, date: '2026-11-20' });
  await act(4, 'delete', { ids: seen.map(({ id }) => id) });

  const { body } = await agent.get('/api/activity?limit=4').expect(200);
  const { events, total } = activityListSchema.parse(body);
  expect(events.map(eventSentence)).toEqual([
    'Mary Jane Smith deleted 3 trips.',
    'Mary Jane Smith moved 3 trips to 20/11/2026.',
    'Mary Jane Smith gave 3 trips of Ben Kowalski to Wei Brown.',
    'Mary Jane Smith gave 3 trips of Wei Brown to Ben Kowalski.',
  ]);
  expect(total).toBe(5);

  const each = await agent.get(`/api/activity?of=${events[3]?.id}&limit=2`).expect(200);
  expect(each.body.total).toBe(3);
  expect(each.body.events).toMatchObject([{ many: null }, { many: null }]);
  const found = await agent.get(`/api/activity?of=${events[3]?.id}&search=ascot`).expect(200);
  expect(found.body.events).toMatchObject([{ subject: 'Ascot 4066 of 20/11/2026 09:30', many: null }]);
  const other = await it.signIn();
  expect((await other.agent.get(`/api/activity?of=${events[3]?.id}`).expect(200)).body.total).toBe(0);
});

test('what a driver does on an own phone names the driver, in the history of a trip too', async () => {
  it.setNow(new Date('2026-11-21T02:00:00Z'));
  const office = await it.signIn();
  const { agent, holderId } = office;
  const amy = await insertDriver(it.db, holderId, { firstName: 'Amy', lastName: 'Nguyen' });
  const phone = await driversPhone(it, office, amy.id);
  it.setNow(new Date('2026-11-21T02:01:00Z'));
  const { body: trip } = await phone.post('/api/trips').send(buildTrip(amy)).expect(201);
  await agent.post('/api/trips').send(buildTrip(amy)).expect(201);
  const { body: known } = await agent.get(`/api/drivers/${amy.id}/phones`).expect(200);
  it.setNow(new Date('2026-11-21T02:02:00Z'));
  await agent.delete(`/api/drivers/${amy.id}/phones/${known.phones[0].id}`).expect(204);

  const { events } = await activityOf(office, { search: 'nguyen' });
  // two who did the same at one moment are two lines
  expect(events.map(eventSentence).sort()).toEqual([
    'Amy Nguyen on their phone added the phone Safari on iPhone.',
    'Amy Nguyen on their phone added the trip Toowong 4066 of 21/11/2026 09:30.',
    "Mary Jane Smith ended Amy Nguyen's phone Safari on iPhone.",
  ]);
  const { body } = await agent.get(`/api/trips/${trip.id}/changes`).expect(200);
  expect(eventSentence({ ...body.events[0], subject: null })).toBe('Logged by Amy Nguyen on their phone.');
  expect((await activityOf(office)).events.map(({ person, many }) => [person, many])).toContainEqual([
    'Mary Jane Smith',
    null,
  ]);
});
