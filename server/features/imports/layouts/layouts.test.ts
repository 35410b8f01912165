import { randomUUID } from 'node:crypto';
import { MAX_HEADING_CHARACTERS } from '@shared/reading/headings';
import { auditEvents } from '@shared/tables/holders';
import { importLayouts, tripImports, waitingFiles } from '@shared/tables/imports';
import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { days } from '../../../test/awkward-files/awkward-file';
import { createTestApp } from '../../../test/http/create-test-app';
import { asked, csvOf, holderWithFiles } from '../../../test/spreadsheets/holder-with-files';
import { freeName, nameOfFile } from './layout-name';
import { MAX_LAYOUTS } from './layouts.service';

const testApp = createTestApp();

const SHORT_DAY = csvOf('Date,Driver,Suburb', '1/7/26 08:00,Amy Young,Toowong');
const dayFirst = { answers: { dateOrder: 'day-first', blankWaits: '0' } } as const;

test('lists what is remembered in words, last used first', async () => {
  const { bring, layouts } = await holderWithFiles(testApp);
  await bring(SHORT_DAY, dayFirst, 'TaxiCaller export 2026-07.csv');
  testApp.setNow('2026-11-21T02:01:00Z');
  await bring(days('2/7/2026 08:00'), {}, 'Trips (1).csv');
  const [second, first] = await layouts();
  expect(second?.name).toBe('Trips');
  expect(first).toMatchObject({
    name: 'TaxiCaller export',
    of: 'trips',
    headings: ['Date', 'Driver', 'Suburb'],
    remembered: [
      'Date: Date',
      'Driver: Driver',
      'Suburb: Suburb',
      'Order of dates: day first',
      'No waiting time: no wait, 0 minutes',
    ],
    version: 1,
  });
});

test('a renamed layout keeps its name', async () => {
  const { agent, bring, layouts, preview } = await holderWithFiles(testApp);
  await bring(SHORT_DAY, dayFirst);
  const [layout] = await layouts();
  const path = `/api/imports/layouts/${layout?.id}`;
  const { body } = await agent.put(path).send({ name: 'Dispatch', version: layout?.version }).expect(200);
  expect(body).toMatchObject({ name: 'Dispatch', version: 2 });
  await bring(SHORT_DAY.replace('1/7', '2/7'), {}, 'Another.csv');
  expect(await layouts()).toMatchObject([{ name: 'Dispatch' }]);
  expect((await preview(SHORT_DAY)).layout?.name).toBe('Dispatch');
  await agent.put(path).send({ name: 'Old', version: 1 }).expect(409);
  await agent.put(path).send({ name: ' ' }).expect(400);
  const [event] = await testApp.db.select().from(auditEvents).where(eq(auditEvents.entity, 'layout'));
  expect(event).toMatchObject({
    action: 'updated',
    entityId: layout?.id,
    changes: { name: { from: 'Fleet export', to: 'Dispatch' } },
  });
});

test('a name is of one layout only', async () => {
  const { agent, bring, layouts } = await holderWithFiles(testApp);
  await bring(SHORT_DAY, dayFirst, 'Trips.csv');
  testApp.setNow('2026-11-21T02:02:00Z');
  await bring(days('2/7/2026 08:00'), {}, 'Trips 2026.csv');
  expect((await layouts()).map(({ name }) => name)).toEqual(['Trips 2', 'Trips']);
  const [second] = await layouts();
  const { body } = await agent.put(`/api/imports/layouts/${second?.id}`).send({ name: 'TRIPS' }).expect(409);
  expect(body.message).toBe('Another layout has this name');
});

test('a forgotten layout is asked about again', async () => {
  const { agent, bring, layouts, preview } = await holderWithFiles(testApp);
  await bring(SHORT_DAY, dayFirst);
  const [layout] = await layouts();
  expect(asked(await preview(SHORT_DAY))).toEqual([]);
  testApp.setNow('2026-11-21T02:03:00Z');
  await agent.delete(`/api/imports/layouts/${layout?.id}`).expect(204);
  await agent.delete(`/api/imports/layouts/${layout?.id}`).expect(404);
  const again = await preview(SHORT_DAY);
  expect([again.layout, asked(again)]).toEqual([null, ['dateOrder', 'blankWaits']]);
  const { body } = await agent.get('/api/activity').expect(200);
  expect(body.events[0]).toMatchObject({ entity: 'layout', action: 'deleted', subject: 'Fleet export' });
});

test('two holders never share a layout', async () => {
  const [mine, other] = [await holderWithFiles(testApp), await holderWithFiles(testApp)];
  await mine.bring(SHORT_DAY, dayFirst);
  const [layout] = await mine.layouts();
  expect([await other.layouts(), (await other.preview(SHORT_DAY)).layout]).toEqual([[], null]);
  await other.agent.put(`/api/imports/layouts/${layout?.id}`).send({ name: 'Mine' }).expect(404);
  await other.agent.delete(`/api/imports/layouts/${layout?.id}`).expect(404);
  await other.bring(SHORT_DAY, dayFirst);
  expect(await mine.layouts()).toEqual([layout]);
});

test('headings are the same in any case and spacing, and not in another order', async () => {
  const { bring, preview } = await holderWithFiles(testApp);
  await bring(SHORT_DAY, dayFirst);
  const like = csvOf('\ufeffDATE, driver ,Suburb,,', '3/7/26 08:00,Amy Young,Toowong');
  expect((await preview(like)).layout?.name).toBe('Fleet export');
  const swapped = csvOf('Driver,Date,Suburb', 'Amy Young,3/7/26 08:00,Toowong');
  expect(asked(await preview(swapped))).toContain('dateOrder');
});

test('an import has the layout of its headings, and those who import at once make one', async () => {
  const { holderId, post, layouts } = await holderWithFiles(testApp);
  const columns = { date: 0, driver: 1, suburb: 2 };
  const bringAtOnce = (day: number) =>
    post('/api/imports', SHORT_DAY.replace('1/7', `${day}/7`), {
      fileName: 'a.csv',
      tripCount: 1,
      columns,
      ...dayFirst,
    });
  const answers = await Promise.all([2, 3, 4, 5].map(bringAtOnce));
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  const [layout, second] = await layouts();
  expect(second).toBeUndefined();
  const imported = await testApp.db.select().from(tripImports).where(eq(tripImports.beaHolderId, holderId));
  expect(new Set(imported.map(({ layoutId }) => layoutId))).toEqual(new Set([layout?.id]));
});

test('an import that stores nothing remembers nothing, and an undone one stays remembered', async () => {
  const { agent, post, bring, layouts } = await holderWithFiles(testApp);
  const confirmed = { fileName: 'a.csv', tripCount: 7, columns: { date: 0, driver: 1, suburb: 2 } };
  expect((await post('/api/imports', SHORT_DAY, { ...confirmed, ...dayFirst })).status).toBe(409);
  expect(await layouts()).toEqual([]);
  const { id } = await bring(SHORT_DAY, dayFirst);
  await agent.post(`/api/imports/${id}/undo`).expect(200);
  expect(await layouts()).toHaveLength(1);
});

test('keeps a hundred layouts, without the one that was used longest ago', async () => {
  const { holderId, bring, layouts } = await holderWithFiles(testApp);
  const oldest = new Date('2020-01-01T00:00:00Z');
  await testApp.db.insert(importLayouts).values(
    Array.from({ length: MAX_LAYOUTS }, (_, at) => ({
      id: randomUUID(),
      beaHolderId: holderId,
      name: `Layout ${at}`,
      of: 'trips' as const,
      headingsHash: String(at),
      headings: [],
      reading: {},
      usedAt: new Date(oldest.getTime() + at),
    })),
  );
  await bring(SHORT_DAY, dayFirst);
  const names = (await layouts()).map(({ name }) => name);
  expect(names).toHaveLength(MAX_LAYOUTS);
  expect(names).not.toContain('Layout 0');
  expect(names).toContain('Layout 1');
  // its waiting files would go with it
  const oldestKept = (await layouts()).find(({ name }) => name === 'Layout 1');
  await testApp.db.insert(waitingFiles).values({
    ...{ id: randomUUID(), beaHolderId: holderId, layoutId: oldestKept?.id ?? '', fileName: 'today.csv' },
    ...{ file: Buffer.from('a'), rows: 1, reasons: [], token: 'Dispatch' },
  });
  await bring(csvOf('Day,Driver,Suburb', '2/7/26 08:00,Amy Young,Toowong'), dayFirst);
  expect((await layouts()).map(({ name }) => name)).toContain('Layout 1');
});

test('a long heading is cut, also within a character', async () => {
  const { bring, layouts, preview } = await holderWithFiles(testApp);
  const heading = 'x'.repeat(MAX_HEADING_CHARACTERS - 1);
  const file = csvOf(`Date,Driver,Suburb,${heading}😀`, '1/7/26 08:00,Amy Young,Toowong,\\u0000');
  await bring(file, dayFirst);
  expect((await layouts())[0]?.headings[3]).toBe(heading);
  expect((await preview(file)).layout).not.toBeNull();
});

test('typed rows have no layout', async () => {
  const { agent, holderId, layouts } = await holderWithFiles(testApp);
  const cells = {
    date: '1/7/2026',
    time: '08:00',
    licence: 'DA-1',
    suburb: 'Toowong',
    postcode: '4066',
    waitingTime: '1',
  };
  await agent
    .post('/api/imports/typed')
    .set('Idempotency-Key', randomUUID())
    .send({ rows: [{ number: 1, cells }], fileName: 'Log several', tripCount: 1 })
    .expect(201);
  expect(await layouts()).toEqual([]);
  const [imported] = await testApp.db
    .select()
    .from(tripImports)
    .where(and(eq(tripImports.beaHolderId, holderId)));
  expect(imported?.layoutId).toBeNull();
});

test.each([
  ['TaxiCaller export 2026-08.csv', 'TaxiCaller export'],
  ['TaxiCaller export 2026-08 (1).csv', 'TaxiCaller export'],
  ['Copy of Trips August 2026.xlsx', 'Trips'],
  ['trips_2026_08_31.csv', 'trips'],
  ['Jobs 01-07-2026 to 31-07-2026 - Copy.csv', 'Jobs to'],
  ['Report Q3 FY26.xlsx', 'Report'],
  ['Dispatch 20260831123456.csv', 'Dispatch'],
  ['Sep export7.csv', 'export'],
  ['Mayfair trips Jun-26.csv', 'Mayfair trips'],
  ['2026-08.csv', '2026-08'],
  ['.csv', 'Spreadsheet'],
])('a layout of %s is called %s', (fileName, name) => {
  expect(nameOfFile(fileName)).toBe(name);
});

test('a name that is taken gets a number', () => {
  expect(freeName('Trips', ['trips', 'Trips 2'])).toBe('Trips 3');
});
