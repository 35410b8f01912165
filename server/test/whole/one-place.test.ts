/** A place is one place, whichever way its trips come in. */
import { randomUUID } from 'node:crypto';
import type { PreviewTyped } from '@shared/imports/imports';
import { brisbaneInstant, formatDay } from '@shared/periods';
import type { PlaceTable } from '@shared/places/place-table';
import { filledBy, lookUpSuburb } from '@shared/places/suburb-lookup';
import { beforeAll, describe, expect, test } from 'vitest';
import { rowsToStore, settleRow } from '../../../client/src/features/imports/typed/check-cells';
import { readLines } from '../../../client/src/features/imports/typed/pasted-lines';
import { newRow, type TypedRow } from '../../../client/src/features/imports/typed/typed-row';
import { renamePlaces } from '../../features/areas/rename-places.service';
import { buildTrip, insertDriver, insertTrip } from '../builders';
import { createTestApp } from '../http/create-test-app';
import { readPlaceTable } from '../place-table';

const it = createTestApp();
const DAY = '2026-08-15';
const CSV = { 'Content-Type': 'text/csv' };

/** Suburbs of Queensland whose name other states have, some of them another place in Queensland too. */
const SUBURBS = [
  ...['Milton', 'West End', 'Paddington', 'Ascot', 'Hamilton', 'Newstead', 'Rosewood', 'Windsor'],
  ...['Spring Hill', 'Southport', 'Sandgate', 'Scarborough', 'Kangaroo Point', 'Manly', 'Cleveland'],
  ...['Grange', 'Balmoral', 'Mansfield', 'Belmont', 'Brighton', 'Fairfield', 'Kingston', 'Oxley'],
  ...['Robertson', 'Salisbury', 'Sherwood', 'Springwood', 'Underwood', 'Coolangatta', 'Burnside'],
];

let table: PlaceTable;
beforeAll(async () => {
  table = await readPlaceTable();
});

/** A minute of its own for each suburb, on a day for each way where all shall be stored. */
const timeAt = (index: number) => `${String(8 + Math.floor(index / 6)).padStart(2, '0')}:${index % 6}0`;

async function office() {
  const holder = await it.signIn();
  const { agent } = holder;
  const driver = await insertDriver(it.db, holder.holderId, { firstName: 'Amy', lastName: 'Young' });
  const licence = driver.driverAuthorityLicense;
  /** What a browser knows at this moment. */
  const known = async () => ({
    drivers: (await agent.get('/api/drivers').expect(200)).body,
    own: (await agent.get('/api/trips/recent-suburbs').expect(200)).body,
    vehicles: [],
    localities: table,
    now: it.deps.clock(),
  });
  const typed = async (rows: TypedRow[]): Promise<PreviewTyped> => {
    const settled = await known();
    return {
      rows: rowsToStore(
        rows.map((row) => settleRow(row, settled)),
        settled,
        (_, index) => index + 1,
      ),
    };
  };

  const stored = async (rows: PreviewTyped) => {
    const { body } = await agent.post('/api/imports/typed/preview').send(rows).expect(200);
    return body.counts;
  };
  const storeTyped = async (rows: PreviewTyped) =>
    agent
      .post('/api/imports/typed')
      .set('Idempotency-Key', randomUUID())
      .send({ ...rows, fileName: 'Log several', tripCount: SUBURBS.length })
      .expect(201);
  const csv = (day: string, cellsOf: (suburb: string) => string) =>
    [
      'Date,Time,Driver Authority License,Suburb,Postcode,Waiting time (minutes)',
      ...SUBURBS.map((suburb, at) => `${formatDay(day)},${timeAt(at)},${licence},${cellsOf(suburb)},5`),
    ].join('\r\n');
  const postcodes = new Map(
    SUBURBS.map((name) => [name, filledBy(lookUpSuburb(name, { own: [], localities: table }))?.postcode]),
  );
  const columns = JSON.stringify({ date: 0, time: 1, licence: 2, suburb: 3, postcode: 4, waitingTime: 5 });
  const storeFile = (sheet: string) =>
    agent
      .post('/api/imports')
      .query({ fileName: 'trips.csv', tripCount: SUBURBS.length, columns })
      .set({ ...CSV, 'Idempotency-Key': randomUUID() })
      .send(sheet)
      .expect(201);
  const file = (cellsOf: (suburb: string) => string) => ({
    check: async (day: string) =>
      (await agent.post('/api/imports/preview').set(CSV).send(csv(day, cellsOf)).expect(200)).body.counts,
    store: (day: string) => storeFile(csv(day, cellsOf)),
  });
  const grid = async (day: string) =>
    typed(
      SUBURBS.map((suburb, at) =>
        newRow({ driver: 'Amy Young', date: formatDay(day), time: timeAt(at), suburb, waitingTime: '5' }),
      ),
    );
  const paste = async (day: string) => {
    const lines = SUBURBS.map((suburb, at) => `${formatDay(day)} ${timeAt(at)} Amy ${suburb} 5 min`);
    return typed(readLines(lines.join('\n'), await known()).rows.map(newRow));
  };
  /** The trips as the form sends them. */
  const formTrips = async (day: string) => {
    const places = await known();
    return SUBURBS.map((suburb, at) => {
      const match = filledBy(lookUpSuburb(suburb, places));
      return buildTrip(driver, {
        suburb: match?.displayName ?? '',
        postcode: match?.postcode ?? '',
        datetime: brisbaneInstant(day, timeAt(at)).toISOString(),
      });
    });
  };

  const ways = {
    form: {
      async check(day: string) {
        let found = 0;
        for (const { driverId, suburb, datetime } of await formTrips(day)) {
          const query = { driverId, suburb, datetime };
          const { body } = await agent.get('/api/trips/duplicates').query(query).expect(200);
          found += body.length > 0 ? 1 : 0;
        }
        return { stored: found, ready: SUBURBS.length - found };
      },
      async store(day: string) {
        for (const trip of await formTrips(day)) await agent.post('/api/trips').send(trip).expect(201);
      },
    },
    grid: {
      check: async (day: string) => stored(await grid(day)),
      store: async (day: string) => storeTyped(await grid(day)),
    },
    paste: {
      check: async (day: string) => stored(await paste(day)),
      store: async (day: string) => storeTyped(await paste(day)),
    },
    'a file with postcodes': file((suburb) => `${suburb},${postcodes.get(suburb)}`),
    'a file of bare names': file((suburb) => `${suburb},`),
    'a file with what another program calls them': file(
      (suburb) => `"${suburb.toUpperCase()} QLD, Australia",`,
    ),
  };
  /** The trips as the form of an earlier version sent them, with the state of each place. */
  const storeAsBefore = async (day: string) => {
    for (const [at, suburb] of SUBURBS.entries())
      await insertTrip(it.db, driver, {
        suburb: `${suburb}, QLD`,
        postcode: postcodes.get(suburb) ?? '',
        datetime: brisbaneInstant(day, timeAt(at)).toISOString(),
      });
  };
  return { ...holder, ways, storeAsBefore };
}

const WAYS = [
  'form',
  'grid',
  'paste',
  'a file with postcodes',
  'a file of bare names',
  'a file with what another program calls them',
] as const;

describe.each(WAYS)('trips that came by %s', (first) => {
  test('are recognised, whichever way they come again', async () => {
    const { ways } = await office();
    await ways[first].store(DAY);
    for (const second of WAYS)
      expect([second, await ways[second].check(DAY)]).toMatchObject([
        second,
        { stored: SUBURBS.length, ready: 0 },
      ]);
  });
});

test('trips that an earlier version stored are recognised after an upgrade', async () => {
  const { ways, storeAsBefore } = await office();
  await storeAsBefore(DAY);
  await renamePlaces(it.deps, it.deps.clock());
  for (const way of WAYS)
    expect([way, await ways[way].check(DAY)]).toMatchObject([way, { stored: SUBURBS.length, ready: 0 }]);
});

test('each place is one line in every list and report, whichever way its trips came', async () => {
  const { agent, ways, storeAsBefore } = await office();
  await storeAsBefore(DAY);
  await renamePlaces(it.deps, it.deps.clock());
  for (const [index, way] of WAYS.entries()) await ways[way].store(`2026-08-0${index + 1}`);
  const count = WAYS.length + 1;
  const get = async (path: string) => (await agent.get(path).expect(200)).body;
  const counted = (places: { suburb: string; tripCount: number }[]) =>
    places.map(({ suburb, tripCount }) => `${suburb} ${tripCount}`).sort();
  const once = SUBURBS.map((suburb) => `${suburb} ${count}`).sort();
  expect(counted(await get('/api/areas/places'))).toEqual(once);
  expect(await get('/api/top-locations')).toHaveLength(10);
  expect(counted(await get('/api/top-locations'))).toEqual(once.slice(0, 10));
  const { body: annual } = await agent
    .post('/api/reports/annual-data')
    .send({ financialYear: '2026-2027' })
    .expect(200);
  expect(counted(annual.suburbBreakdown)).toEqual(once);
  const { total } = await get('/api/trips?search=milton,%20qld');
  expect(total).toBe(count);
});

test('a trip is warned about, changed and found in any spelling of its place', async () => {
  const { agent, holderId } = await it.signIn();
  const driver = await insertDriver(it.db, holderId);
  const sent = buildTrip(driver, { suburb: 'mt. gravatt', postcode: '4122' });
  const { body: logged } = await agent.post('/api/trips').send(sent).expect(201);
  expect(logged.suburb).toBe('Mount Gravatt');
  for (const suburb of ['Mt Gravatt', 'Mount Gravatt, QLD', 'MOUNT GRAVATT 4122', 'ｍｔ gravatt']) {
    const query = { driverId: driver.id, suburb, datetime: sent.datetime };
    expect((await agent.get('/api/trips/duplicates').query(query).expect(200)).body, suburb).toHaveLength(1);
    expect((await agent.get('/api/trips').query({ search: suburb }).expect(200)).body.total, suburb).toBe(1);
    const { body } = await agent
      .put(`/api/trips/${logged.id}`)
      .send({ ...sent, suburb })
      .expect(200);
    expect(body.suburb).toBe('Mount Gravatt');
  }
  expect((await agent.get('/api/trips/recent-suburbs').expect(200)).body).toEqual([
    { suburb: 'Mount Gravatt', postcode: '4122' },
  ]);
});

test('an address that a program sends is stored without its street', async () => {
  const holder = await it.signIn();
  const driver = await insertDriver(it.db, holder.holderId);
  for (const [suburb, name] of [
    ['12 Smith St, Toowong QLD 4066', 'Toowong'],
    ['Wynnum W', 'Wynnum West'],
    ['12 Nowhere St, Camp Nowhere', '12 Nowhere St, Camp Nowhere'],
  ] as const) {
    const postcode = name === 'Wynnum West' ? '4178' : '4066';
    const { body } = await holder.agent
      .post('/api/trips')
      .send(buildTrip(driver, { suburb, postcode }))
      .expect(201);
    expect(body.suburb).toBe(name);
  }
});
