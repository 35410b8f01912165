/** @module-tag partitions */
import { randomUUID } from 'node:crypto';
import { brisbaneInstant } from '@shared/periods';
import { capitaliseSuburb, suburbKey } from '@shared/places/suburbs';
import type { ChangesSince, FigureChange } from '@shared/reports/lodgements';
import { quarterPeriod } from '@shared/reports/report-periods';
import { users } from '@shared/tables/holders';
import { expect, test } from 'vitest';
import { callFor } from '../../lib/call';
import { inSnapshot } from '../../lib/database/snapshot';
import { buildDriver, buildTrip, insertDriver } from '../../test/builders';
import { createTestApp, type SignedIn } from '../../test/http/create-test-app';
import { testManyChanges } from '../../test/lodgements/many-changes';
import { confirmAreas } from '../areas/areas.service';
import { seededRandom } from '../demo/demo-data';
import { changeDriver } from '../drivers/drivers.service';
import { importTrips } from '../imports/imports.service';
import { undoImport } from '../imports/undo-import.service';
import { readFigures } from '../reports/figures.repository';
import { deleteTrips } from '../trips/bulk/bulk-trips.service';
import { changeTrip, deleteTrip, logTrip, undeleteTrips } from '../trips/trips.service';
import { renewLicence } from '../vehicles/vehicles.service';
import { changedReports } from './lodgements.service';

const it = createTestApp();
const PERIOD = quarterPeriod({ quarter: 'Q1', year: 2026 });
const inQ1 = brisbaneInstant('2026-08-15', '12:00').toISOString();
const afterQ1 = brisbaneInstant('2026-10-01', '00:00').toISOString();

/** A holder with two people, whose every change is a minute after the one before. */
async function office() {
  const holder = await it.signIn();
  let minute = 0;
  const tick = () => it.setNow(new Date(Date.UTC(2026, 10, 21, 2) + minute++ * 60_000));
  tick();
  const people = await it.db
    .insert(users)
    .values(
      ['Ann', 'Ben'].map((firstName) => ({
        beaHolderId: holder.holderId,
        email: `${firstName}.${randomUUID()}@example.com`,
        firstName,
        lastName: 'Lee',
      })),
    )
    .returning();
  const as = (firstName: string) => {
    tick();
    const userId = people.find((person) => person.firstName === firstName)?.id ?? null;
    return callFor(it.deps.db, { holderId: holder.holderId, userId, now: it.deps.clock() });
  };
  const driver = await insertDriver(it.db, holder.holderId, { driverAuthorityLicense: 'DA-1' });
  const build = (change: Parameters<typeof buildTrip>[1]) => buildTrip(driver, { datetime: inQ1, ...change });
  return { ...holder, as, tick, driver, build };
}

async function lodge({ agent, tick }: SignedIn & { tick(): void }): Promise<string> {
  tick();
  const { body } = await agent
    .post('/api/lodgements')
    .send({ report: 'quarterly', period: PERIOD.key, lodgedOn: '2026-10-20' })
    .expect(201);
  tick();
  return body.id;
}

async function changesOf({ agent }: SignedIn, id: string): Promise<ChangesSince> {
  const { body } = await agent.get('/api/lodgements/changes').expect(200);
  return body[id];
}

const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 2, minute)).toISOString();
const historyOf = ({ figures }: ChangesSince) =>
  Object.fromEntries(
    figures.map(({ label, times, last }) => [
      label,
      last && `${times}: ${last.person} ${last.at} ${last.count} ${last.entity} ${last.action}`,
    ]),
  );

test('a change counts at the places where the trip was before and after, whenever it moved', async () => {
  const holder = await office();
  const { as, build } = holder;
  const trip = await logTrip(as('Ann'), build({}), undefined);
  const id = await lodge(holder);
  // minute 4: at Toowong, though it is at West End now
  await changeTrip(as('Ann'), trip.id, build({ waitingTime: 6 }));
  await changeTrip(as('Ben'), trip.id, build({ waitingTime: 6, suburb: 'west  END', postcode: '4101' }));
  await changeTrip(as('Ann'), trip.id, build({ waitingTime: 7, suburb: 'West End', postcode: '4101' }));
  const total = `3: Ann Lee ${at(6)} 1 trip updated`;
  expect(historyOf(await changesOf(holder, id))).toEqual({
    'Total waiting': total,
    'Average wait': total,
    '4066 Toowong': `2: Ben Lee ${at(5)} 1 trip updated`,
    '4101 West End': `2: Ann Lee ${at(6)} 1 trip updated`,
  });
});

test('only what changes booked trips is a change, and so is a trip that turns out not to be one', async () => {
  const holder = await office();
  const { as, build } = holder;
  const trip = await logTrip(as('Ann'), build({}), undefined);
  const other = await logTrip(as('Ann'), build({ kind: 'rank-or-hail' }), undefined);
  const id = await lodge(holder);
  await changeTrip(as('Ben'), other.id, build({ kind: 'rank-or-hail', waitingTime: 9 }));
  expect(await changesOf(holder, id)).toBeUndefined();
  await changeTrip(as('Ann'), trip.id, build({ kind: 'rank-or-hail' }));
  await changeTrip(as('Ben'), trip.id, build({ kind: 'rank-or-hail', waitingTime: 8 }));
  const once = `1: Ann Lee ${at(6)} 1 trip updated`;
  expect(historyOf(await changesOf(holder, id))).toMatchObject({ 'Total trips': once, '4066 Toowong': once });
});

test('a trip that leaves the period, and one that comes into it, are changes of it', async () => {
  const holder = await office();
  const { as, build } = holder;
  const leaves = await logTrip(as('Ann'), build({}), undefined);
  const comes = await logTrip(as('Ann'), build({ datetime: afterQ1, suburb: 'Ascot' }), undefined);
  const stays = await logTrip(as('Ann'), build({ datetime: afterQ1, suburb: 'Ascot' }), undefined);
  const id = await lodge(holder);
  await changeTrip(as('Ann'), leaves.id, build({ datetime: afterQ1 }));
  await changeTrip(as('Ben'), comes.id, build({ suburb: 'Ascot' }));
  await changeTrip(as('Ben'), stays.id, build({ datetime: afterQ1, suburb: 'Ascot', waitingTime: 1 }));
  await deleteTrip(as('Ben'), leaves.id);
  const changes = await changesOf(holder, id);
  expect(historyOf(changes)).toEqual({
    '4066 Toowong': `1: Ann Lee ${at(6)} 1 trip updated`,
    '4066 Ascot': `1: Ben Lee ${at(7)} 1 trip updated`,
  });
  const [left] = changes.trips.listed.filter(({ trip }) => trip.id === leaves.id);
  expect(left).toMatchObject({ isDeleted: true, event: { action: 'updated', person: 'Ann Lee' } });
});

test('what was done at once counts once: deleting, restoring, importing and undoing', async () => {
  const holder = await office();
  const { as, build } = holder;
  const ids: string[] = [];
  for (let n = 0; n < 3; n += 1) ids.push((await logTrip(as('Ann'), build({}), undefined)).id);
  const id = await lodge(holder);
  await deleteTrips(as('Ann'), { ids });
  await undeleteTrips(as('Ben'), ids.slice(0, 2));
  const total = async () => historyOf(await changesOf(holder, id))['Total trips'];
  expect(await total()).toBe(`2: Ben Lee ${at(7)} 2 trip restored`);

  const file = Buffer.from(
    [
      'Date,Driver Authority License,Suburb,Postcode,Waiting Time (minutes)',
      '15/08/2026 10:00,DA-1,Ascot,4007,1',
      '16/08/2026 10:00,DA-1,Ascot,4007,2',
      '17/10/2026 10:00,DA-1,Ascot,4007,3',
    ].join('\n'),
  );
  const columns = { date: 0, licence: 1, suburb: 2, postcode: 3, waitingTime: 4 };
  const confirmed = { fileName: 'trips.csv', tripCount: 3, columns, sheet: 0, answers: {} };
  const importId = randomUUID();
  const limits = { config: { maxDrivers: 10 } } as Parameters<typeof importTrips>[1];
  await importTrips(as('Ann'), limits, importId, { file }, confirmed as Parameters<typeof importTrips>[4]);
  const afterImport = historyOf(await changesOf(holder, id));
  expect(afterImport['Total trips']).toBe(`3: Ann Lee ${at(8)} 3 import created`);
  expect(afterImport['4007 Ascot']).toBe(`1: Ann Lee ${at(8)} 3 import created`);
  await undoImport(as('Ben'), importId);
  expect(await total()).toBe(`4: Ben Lee ${at(9)} 3 import deleted`);
});

test('the line of a driver reports that driver, under the licence of then', async () => {
  const holder = await office();
  const { as, driver, build } = holder;
  await logTrip(as('Ann'), build({}), undefined);
  const id = await lodge(holder);
  const { driverAuthorityLicense: _, ...input } = buildDriver();
  await changeDriver(as('Ann'), it.deps, driver.id, {
    ...input,
    driverAuthorityLicense: 'DA-1',
    firstName: 'Zoë',
  });
  await changeDriver(as('Ben'), it.deps, driver.id, { ...input, driverAuthorityLicense: 'DA-9' });
  await changeDriver(as('Ann'), it.deps, driver.id, {
    ...input,
    driverAuthorityLicense: 'DA-9',
    lastName: 'Ng',
  });
  expect(historyOf(await changesOf(holder, id))).toEqual({
    'Driver DA-1': `2: Ben Lee ${at(5)} 1 driver updated`,
    'Driver DA-9': `2: Ann Lee ${at(6)} 1 driver updated`,
  });
});

test('the line of a vehicle reports its licence and dates, under the registration of then', async () => {
  const holder = await office();
  const { as, driver } = holder;
  const id = await lodge(holder);
  const vehicleId = driver.vehicleId ?? '';
  const renewal = { kind: 'booked-hire', number: 'BH-9', from: '2026-09-30', expires: null } as const;
  await renewLicence(as('Ann'), vehicleId, renewal);
  const changes = await changesOf(holder, id);
  expect(changes.figures.find(({ label }) => label === 'Vehicle 123ABC')).toMatchObject({
    lodged: 'BHSL-1001, since 01/07/2025',
    now: 'BH-9, since 01/07/2025',
    times: 1,
    last: { person: 'Ann Lee', entity: 'vehicle', action: 'updated', count: 1 },
  });
});

test('what was changed before the period was lodged is no change since', async () => {
  const holder = await office();
  const { as, build } = holder;
  const trip = await logTrip(as('Ann'), build({}), undefined);
  await changeTrip(as('Ann'), trip.id, build({ waitingTime: 7 }));
  const id = await lodge(holder);
  await changeTrip(as('Ben'), trip.id, build({ waitingTime: 8 }));
  expect(historyOf(await changesOf(holder, id))['4066 Toowong']).toBe(`1: Ben Lee ${at(5)} 1 trip updated`);
});

const SUBURBS = ["o'connor", "O'CONNOR", 'Łódź', 'ŁÓDŹ', 'West End', 'west  end', 'Ascot'];
const POSTCODES = ['4000', '4101'];
const DATES = [inQ1, brisbaneInstant('2026-07-01').toISOString(), afterQ1];

test('after random changes the differences add up to today’s figures, and every history is what was done', async () => {
  const random = seededRandom(12);
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  const holder = await office();
  const { as, build, holderId } = holder;
  type Known = { id: string; datetime: string; place: string; isDeleted: boolean };
  const known: Known[] = [];
  const anyTrip = () =>
    build({
      suburb: pick(SUBURBS),
      postcode: pick(POSTCODES),
      datetime: pick(DATES),
      waitingTime: Math.floor(random() * 30),
    });
  const placeOf = ({ postcode, suburb }: ReturnType<typeof build>) =>
    `${postcode} ${capitaliseSuburb(suburbKey(suburb))}`;
  /** By place, and in all: the instants at which it was touched. */
  const touched = new Map<string, string[]>();
  const touch = (trips: Pick<Known, 'datetime' | 'place'>[]) => {
    const inside = trips.filter(({ datetime }) => datetime !== afterQ1).map(({ place }) => place);
    const when = it.deps.clock().toISOString();
    for (const line of new Set(inside.length > 0 ? [...inside, 'Total'] : []))
      touched.set(line, [...(touched.get(line) ?? []), when]);
  };
  const act = async (isLodged: boolean) => {
    const person = pick(['Ann', 'Ben']);
    const trip = pick(known.filter(({ isDeleted }) => !isDeleted));
    const gone = pick(known.filter(({ isDeleted }) => isDeleted));
    const chance = random();
    let before: Pick<Known, 'datetime' | 'place'>[] = [];
    let after = before;
    if (!trip || chance < 0.3) {
      const input = anyTrip();
      const { id } = await logTrip(as(person), input, undefined);
      const added = { id, datetime: input.datetime, place: placeOf(input), isDeleted: false };
      known.push(added);
      after = [added];
    } else if (chance < 0.65) {
      before = [{ ...trip }];
      const input = anyTrip();
      await changeTrip(as(person), trip.id, input);
      Object.assign(trip, { datetime: input.datetime, place: placeOf(input) });
      after = [trip];
    } else if (chance < 0.85 || !gone) {
      await deleteTrip(as(person), trip.id);
      trip.isDeleted = true;
      before = [trip];
    } else {
      await undeleteTrips(as(person), [gone.id]);
      gone.isDeleted = false;
      after = [gone];
    }
    if (isLodged) touch([...before, ...after]);
  };
  const snapshotFigures = () =>
    inSnapshot(callFor(it.deps.db, { holderId, userId: null, now: it.deps.clock() }), ({ db }) =>
      readFigures(db, holderId, PERIOD),
    );

  for (let n = 0; n < 25; n += 1) await act(false);
  const lodged = await snapshotFigures();
  const id = await lodge(holder);
  for (let round = 0; round < 6; round += 1) {
    for (let n = 0; n < 12; n += 1) await act(true);
    const { figures, total, left } = await changesOf(holder, id);
    const now = await snapshotFigures();
    expect(left.figures).toBe(0);
    expect(total).toEqual({
      trips: now.totals.tripCount - lodged.totals.tripCount,
      waiting: now.totals.waitingTotal - lodged.totals.waitingTotal,
    });
    const places = figures.flatMap(({ difference }) => difference ?? []);
    const sum = (of: 'trips' | 'waiting') => places.reduce((all, difference) => all + difference[of], 0);
    expect({ trips: sum('trips'), waiting: sum('waiting') }).toEqual(total);

    const lineOf = (from: typeof now, label: string) =>
      from.locations.find(({ postcode, suburb }) => `${postcode} ${suburb}` === label);
    const textOf = (line: ReturnType<typeof lineOf>) =>
      line
        ? `${line.tripCount} ${line.tripCount === 1 ? 'trip' : 'trips'}, ${line.waitingTotal} min of waiting`
        : null;
    const labels = new Set(
      [...lodged.locations, ...now.locations].map(({ postcode, suburb }) => `${postcode} ${suburb}`),
    );
    const expected = [...labels]
      .map((label) => ({ label, lodged: textOf(lineOf(lodged, label)), now: textOf(lineOf(now, label)) }))
      .filter((line) => line.lodged !== line.now);
    const listed = figures.filter(({ difference }) => difference);
    const bare = ({ label, lodged, now }: Pick<FigureChange, 'label' | 'lodged' | 'now'>) => ({
      label,
      lodged,
      now,
    });
    expect(listed.map(bare).sort(byLabel)).toEqual(expected.sort(byLabel));
    for (const { label, times, last, difference } of figures) {
      const instants = touched.get(difference ? label : 'Total') ?? [];
      expect([label, times, last?.at]).toEqual([label, instants.length, instants.at(-1)]);
    }
  }
}, 60_000);

const byLabel = (a: { label: string }, b: { label: string }) => (a.label < b.label ? -1 : 1);

testManyChanges(it, 300);

test('another area of a place is a change of its line alone, confirmed for the suburb or for its postcode', async () => {
  const holder = await office();
  const { agent, as, build } = holder;
  await logTrip(as('Ann'), build({ suburb: 'Toowong', postcode: '4066' }), undefined);
  await logTrip(as('Ann'), build({ suburb: 'St Lucia', postcode: '4067' }), undefined);
  const id = await lodge(holder);
  const confirm = (firstName: string, place: object) =>
    confirmAreas(as(firstName), [{ area: 'Ipswich', isConfirmed: true, postcode: '4066', ...place }]);
  await confirm('Ann', { suburb: 'Toowong', area: 'Brisbane' });
  expect(await changesOf(holder, id)).toBeUndefined();
  const places = (await agent.get('/api/areas/places').expect(200)).body;
  expect(places.map(({ lodged }: { lodged: string[] }) => lodged)).toEqual([[PERIOD.key], [PERIOD.key]]);
  await confirm('Ben', { suburb: 'toowong' });
  await confirm('Ann', { postcode: '4067' });
  const changes = await changesOf(holder, id);
  expect(changes.figures.map(({ label, lodged, now }) => [label, lodged, now])).toEqual([
    ['Area of 4066 Toowong', 'Brisbane', 'Ipswich'],
    ['Area of 4067 St Lucia', 'Brisbane', 'Ipswich'],
  ]);
  expect(historyOf(changes)).toEqual({
    'Area of 4066 Toowong': `2: Ben Lee ${at(6)} 1 place updated`,
    'Area of 4067 St Lucia': `1: Ann Lee ${at(7)} 1 place created`,
  });
});

test('a changed report says how many trips it counts otherwise, each once, and none that it counts as before', async () => {
  const holder = await office();
  const { as, driver, build } = holder;
  const changed = () => {
    const call = callFor(it.deps.db, { holderId: holder.holderId, userId: null, now: it.deps.clock() });
    return inSnapshot(call, changedReports);
  };
  const log = async (change = {}) => (await logTrip(as('Ann'), build(change), undefined)).id;
  const [corrected, leaves, gone, comes, asBefore, noted] = [
    await log(),
    await log(),
    await log(),
    await log({ datetime: afterQ1 }),
    await log(),
    await log(),
  ];
  const id = await lodge(holder);
  await changeTrip(as('Ann'), noted, build({ notes: 'Paid by card' }));
  await changeTrip(as('Ann'), asBefore, build({ waitingTime: 9 }));
  await changeTrip(as('Ann'), asBefore, build({}));
  await log({ datetime: afterQ1 });
  expect(await changed()).toEqual([]);

  for (const waitingTime of [6, 7]) await changeTrip(as('Ben'), corrected, build({ waitingTime }));
  await changeTrip(as('Ben'), leaves, build({ datetime: afterQ1 }));
  await changeTrip(as('Ben'), comes, build({ suburb: 'Ascot' }));
  await log();
  await deleteTrip(as('Ben'), gone);
  expect(await changed()).toEqual([{ period: PERIOD, trips: 5 }]);
  const { trips } = await changesOf(holder, id);
  expect(trips.count).toBe(5);
  expect(
    trips.listed.map(({ trip, isDeleted, event }) => [trip.id, isDeleted, event.action, event.changes]),
  ).toEqual([
    [gone, true, 'deleted', {}],
    [expect.any(String), false, 'created', {}],
    [
      comes,
      false,
      'updated',
      { datetime: { from: afterQ1, to: inQ1 }, suburb: { from: 'Toowong', to: 'Ascot' } },
    ],
    [leaves, false, 'updated', { datetime: { from: inQ1, to: afterQ1 } }],
    [corrected, false, 'updated', { waitingTime: { from: 5, to: 7 } }],
  ]);
  const people = trips.listed.map(({ event }) => event.person).join(', ');
  expect(people).toBe('Ben Lee, Ann Lee, Ben Lee, Ben Lee, Ben Lee');
  await deleteTrips(as('Ann'), { ids: [corrected] });
  expect(await changed()).toEqual([{ period: PERIOD, trips: 5 }]);

  const { driverAuthorityLicense: _, ...input } = buildDriver();
  await changeDriver(as('Ann'), it.deps, driver.id, { ...input, driverAuthorityLicense: 'DA-9' });
  expect(await changed()).toEqual([{ period: PERIOD, trips: 5 }]);
});
