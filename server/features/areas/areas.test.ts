import type { AreaPlace, ConfirmAreas } from '@shared/areas/areas';
import { auditEvents } from '@shared/tables/holders';
import { areaPlaces } from '@shared/tables/trips';
import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { insertDriver, insertTrip } from '../../test/builders';
import { createTestApp, type SignedIn } from '../../test/http/create-test-app';
import { sumByArea } from './areas.service';

const it = createTestApp();

const placesOf = async ({ agent }: SignedIn): Promise<AreaPlace[]> =>
  (await agent.get('/api/areas/places').expect(200)).body;
const put = ({ agent }: SignedIn, places: unknown) => agent.put('/api/areas/places').send(places as object);
const brisbane = (suburb?: string): ConfirmAreas[number] => ({
  postcode: '4066',
  ...(suburb && { suburb }),
  area: 'Brisbane',
  isConfirmed: true,
});
const eventsOf = (holderId: string) =>
  it.db
    .select({ entityId: auditEvents.entityId, action: auditEvents.action, changes: auditEvents.changes })
    .from(auditEvents)
    .where(and(eq(auditEvents.beaHolderId, holderId), eq(auditEvents.entity, 'place')))
    .orderBy(auditEvents.at);

/** A holder with two trips from Toowong, and one each from Mango Hill, Tweed Heads and a place that is nowhere. */
async function withTrips() {
  const holder = await it.signIn();
  const driver = await insertDriver(it.db, holder.holderId);
  const places = [
    ['TOOWONG', '4066'],
    ['Toowong', '4066'],
    ['Mango Hill', '4509'],
    ['Tweed Heads', '2485'],
    ['Nowhere', '4999'],
  ] as const;
  for (const [suburb, postcode] of places)
    await insertTrip(it.db, driver, { suburb, postcode, waitingTime: 4 });
  return { ...holder, driver };
}

test("the regions and areas are TMR's; no area and outside Queensland are choices", async () => {
  const { agent } = await it.signIn();
  const { body } = await agent.get('/api/areas').expect(200);
  expect(body.map(({ region }: { region: string }) => region)).toEqual([
    'Central Queensland',
    'Gold Coast Region',
    'Northern Queensland',
    'South-East Queensland',
    'Southern Queensland',
    'In no taxi service area',
    'Outside Queensland',
  ]);
  expect(body[3].areas).toContain('Brisbane');
});

test('places are those of trips that are not deleted, most trips first, each with a guess', async () => {
  const holder = await withTrips();
  const { body: gone } = await holder.agent.get('/api/trips').query({ search: 'Nowhere' }).expect(200);
  const guess = { isConfirmed: false, isDoubtful: false, candidates: [], tripCount: 1, lodged: [] };
  const nowhere = {
    postcode: '4999',
    suburb: 'Nowhere',
    area: null,
    isConfirmed: false,
    isDoubtful: true,
    candidates: [],
    tripCount: 1,
    lodged: [],
  };
  expect(await placesOf(holder)).toEqual([
    { ...guess, postcode: '4066', suburb: 'Toowong', area: 'Brisbane', tripCount: 2 },
    { ...guess, postcode: '2485', suburb: 'Tweed Heads', area: 'Outside Queensland' },
    {
      ...guess,
      postcode: '4509',
      suburb: 'Mango Hill',
      area: 'Redcliffe',
      isDoubtful: true,
      candidates: ['Redcliffe', 'Brisbane'],
    },
    nowhere,
  ]);
  await holder.agent.delete(`/api/trips/${gone.trips[0].id}`).expect(204);
  expect(await placesOf(holder)).not.toContainEqual(nowhere);
});

test('a confirmed area is remembered, changed and withdrawn, and the audit trail says so', async () => {
  const holder = await withTrips();
  const { body: confirmed } = await put(holder, [brisbane(' toowong ')]).expect(200);
  expect(confirmed[0]).toMatchObject({ suburb: 'Toowong', area: 'Brisbane', isConfirmed: true });
  expect(await placesOf(holder)).toEqual(confirmed);
  it.setNow('2026-11-21T02:01:00Z');
  await put(holder, [{ ...brisbane('Toowong'), area: 'Ipswich' }]).expect(200);
  await put(holder, [{ ...brisbane('Toowong'), area: 'Ipswich' }]).expect(200);
  expect((await placesOf(holder))[0]).toMatchObject({
    area: 'Ipswich',
    isConfirmed: true,
    isDoubtful: false,
  });
  it.setNow('2026-11-21T02:02:00Z');
  await put(holder, [
    { ...brisbane('Toowong'), isConfirmed: false },
    { ...brisbane(), isConfirmed: false },
  ]).expect(200);
  expect((await placesOf(holder))[0]).toMatchObject({ area: 'Brisbane', isConfirmed: false });
  expect(await it.db.$count(areaPlaces, eq(areaPlaces.beaHolderId, holder.holderId))).toBe(0);
  const entityId = 'Toowong 4066';
  expect(await eventsOf(holder.holderId)).toEqual([
    { entityId, action: 'created', changes: { area: { to: 'Brisbane' } } },
    { entityId, action: 'updated', changes: { area: { from: 'Brisbane', to: 'Ipswich' } } },
    { entityId, action: 'deleted', changes: { area: { from: 'Ipswich' } } },
  ]);
});

test('a place is confirmed and withdrawn in any spelling', async () => {
  const holder = await withTrips();
  for (const suburb of ['Toowong, QLD', 'toowong.', 'TOOWONG 4066']) {
    const [first] = (await put(holder, [{ ...brisbane(suburb), area: 'Ipswich' }]).expect(200)).body;
    expect(first).toMatchObject({ suburb: 'Toowong', area: 'Ipswich', isConfirmed: true });
    expect(await it.db.$count(areaPlaces, eq(areaPlaces.beaHolderId, holder.holderId))).toBe(1);
  }
  const withdrawn = { ...brisbane('Toowong (Qld)'), isConfirmed: false };
  expect((await put(holder, [withdrawn]).expect(200)).body[0]).toMatchObject({ isConfirmed: false });
});

test("a postcode's area holds for those of its suburbs that have no other", async () => {
  const holder = await withTrips();
  await insertTrip(it.db, holder.driver, { suburb: 'Auchenflower', postcode: '4066' });
  const [first] = (await put(holder, [{ ...brisbane(), area: 'Redcliffe' }, brisbane('Toowong')])).body;
  expect(first).toMatchObject({ suburb: 'Toowong', area: 'Brisbane', isConfirmed: true });
  expect(await placesOf(holder)).toContainEqual(
    expect.objectContaining({ suburb: 'Auchenflower', area: 'Redcliffe', isConfirmed: true }),
  );
  expect(await eventsOf(holder.holderId)).toContainEqual(expect.objectContaining({ entityId: '4066' }));
});

test("another holder's areas are neither shown nor changed", async () => {
  const [mine, other] = [await withTrips(), await withTrips()];
  await put(other, [{ ...brisbane('Toowong'), area: 'Ipswich' }]).expect(200);
  await put(mine, [brisbane('Toowong')]).expect(200);
  await put(mine, [{ ...brisbane('Toowong'), isConfirmed: false }]).expect(200);
  expect((await placesOf(mine))[0]).toMatchObject({ isConfirmed: false });
  expect((await placesOf(other))[0]).toMatchObject({ area: 'Ipswich', isConfirmed: true });
});

test.each([
  ['no list', { postcode: '4066' }],
  ['an empty list', []],
  ['an area that TMR does not have', [{ ...brisbane('Toowong'), area: 'Atlantis' }]],
  ['no postcode', [{ ...brisbane('Toowong'), postcode: '40' }]],
  ['an empty suburb', [{ ...brisbane(), suburb: ' ' }]],
  ['no word on whether it is confirmed', [{ ...brisbane('Toowong'), isConfirmed: undefined }]],
  ['more than 500 places', Array.from({ length: 501 }, (_, index) => brisbane(`Place ${index}`))],
])('%s is refused', async (_, places) => {
  const holder = await it.signIn();
  await put(holder, places).expect(400);
  expect(await it.db.$count(areaPlaces, eq(areaPlaces.beaHolderId, holder.holderId))).toBe(0);
});

test('a holder has at most 10,000 confirmed areas', async () => {
  const holder = await it.signIn();
  const rows = Array.from({ length: 10_000 }, (_, index) => ({
    beaHolderId: holder.holderId,
    postcode: '4000',
    suburbKey: `place ${index}`,
    area: 'Brisbane',
  }));
  for (let from = 0; from < rows.length; from += 2_500)
    await it.db.insert(areaPlaces).values(rows.slice(from, from + 2_500));
  const { body } = await put(holder, [brisbane('Toowong')]).expect(409);
  expect(body.message).toContain('10,000 confirmed areas');
  await put(holder, [{ ...brisbane('Place 1'), postcode: '4000', area: 'Ipswich' }]).expect(200);
});

const areasPartOf = async ({ agent }: SignedIn) => {
  const query = { report: 'quarterly', period: 'Q2-2026' };
  const { body } = await agent.get('/api/reports/portal-data').query(query).expect(200);
  return body.parts.find(({ id }: { id: string }) => id === 'areas');
};

test('a place in no area is confirmed as such: it has no row in the portal, and is counted apart', async () => {
  const holder = await withTrips();
  const none = { area: 'In no taxi service area', isConfirmed: true };
  await put(holder, [brisbane('Toowong'), { ...none, suburb: 'Mango Hill', postcode: '4509' }]).expect(200);
  expect(await placesOf(holder)).toContainEqual(
    expect.objectContaining({ ...none, suburb: 'Mango Hill', isDoubtful: false, candidates: [] }),
  );
  expect(await areasPartOf(holder)).toMatchObject({
    rows: [['South-East Queensland', 'Brisbane', 2, 4]],
    note: 'Not in these rows: In no taxi service area: 1 trip. Outside Queensland: 1 trip. Area not known: 1 trip',
  });
});

test('trips and waits add up by area, in the order of TMR, and unconfirmed places are counted', async () => {
  const holder = await withTrips();
  await put(holder, [brisbane('Toowong'), { ...brisbane('Mango Hill'), postcode: '4509' }]).expect(200);
  expect((await areasPartOf(holder)).rows).toEqual([['South-East Queensland', 'Brisbane', 3, 4]]);
  const call = { db: it.db, holderId: holder.holderId };
  const toowong = { postcode: '4066', suburb: 'Toowong', tripCount: 2, waitingTotal: 8 };
  expect(await sumByArea(call, [toowong, { ...toowong, suburb: 'Auchenflower' }])).toMatchObject({
    areas: [{ region: 'South-East Queensland', area: 'Brisbane', tripCount: 4, waitingTotal: 16 }],
    apart: [],
    placesToConfirm: 1,
    placeAreas: [
      { postcode: '4066', suburb: 'Toowong', area: 'Brisbane' },
      { postcode: '4066', suburb: 'Auchenflower', area: 'Brisbane' },
    ],
    toConfirm: [{ postcode: '4066', suburb: 'Auchenflower', area: 'Brisbane' }],
  });
});
