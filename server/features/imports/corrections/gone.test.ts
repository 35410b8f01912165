/** Trips of earlier files that a later file of the same days lacks. */
import { beforeEach, expect, test } from 'vitest';
import { insertDriver, insertTrip } from '../../../test/builders';
import { createTestApp } from '../../../test/http/create-test-app';
import { importDesk } from '../../../test/imports/import-desk';

const testApp = createTestApp();
const HEADINGS = 'Date,Driver,Suburb,Postcode,Wait,Job No.,Status';
const csv = (...rows: string[]) => [HEADINGS, ...rows].join('\n');
const row = (day: number, minute: number, rest = 'Amy Young,Toowong,4066,5') =>
  `${day}/10/2026 14:${minute + 10},${rest},J-${minute},Completed`;

let desk: Awaited<ReturnType<typeof importDesk>>;
let amy: Awaited<ReturnType<typeof insertDriver>>;

beforeEach(async () => {
  desk = await importDesk(testApp);
  amy = await insertDriver(testApp.db, desk.holderId, { firstName: 'Amy', lastName: 'Young' });
});

const goneFrom = async (...rows: string[]) => (await desk.preview(csv(...rows))).gone;
const none = { count: 0, from: '', to: '', trips: [] };

test('they are counted on the days of the file, the first of them named, and nothing happens to them', async () => {
  expect(await goneFrom(row(2, 1))).toEqual(none);
  const all = [row(2, 1), row(3, 2), row(3, 3), row(4, 4), row(9, 5)];
  await desk.importFile(csv(...all));
  const gone = await goneFrom(row(2, 1), row(4, 4));
  expect(gone).toMatchObject({ count: 2, from: '2026-10-02', to: '2026-10-04' });
  expect(gone.trips.map(({ summary }) => summary)).toEqual([
    '03/10/2026 14:12, Toowong 4066, Amy Young',
    '03/10/2026 14:13, Toowong 4066, Amy Young',
  ]);
  await desk.importFile(csv(row(2, 1), row(4, 4), row(4, 6)));
  expect(await goneFrom(...all, row(4, 6))).toMatchObject({ count: 0, trips: [] });
});

test('no more than fifty are named', async () => {
  const many = Array.from({ length: 49 }, (_, at) => row(3, at));
  await desk.importFile(
    csv(row(2, 1), ...many, ...many.map((text) => text.replace('3/10', '4/10')), row(5, 1)),
  );
  const { count, trips } = await goneFrom(row(2, 1), row(5, 1));
  expect([count, trips.length]).toEqual([98, 50]);
});

test('a row that is no trip is not there, and a last day with such rows only is one of the file', async () => {
  await desk.importFile(csv(row(2, 1), row(3, 2), row(4, 3)));
  const cancelled = [row(2, 1), row(3, 2), row(4, 3).replace('Completed', 'Cancelled')];
  expect(await goneFrom(...cancelled)).toMatchObject({ count: 1, to: '2026-10-04' });
});

test('a row with a problem may be a trip that it cannot be read as', async () => {
  await desk.importFile(csv(row(2, 1), row(3, 2), row(3, 3), row(4, 4)));
  const odd = [
    row(3, 2, 'Amy Young,Toowong,4066,soon'),
    row(3, 3, 'Zoe Who,Toowong,4066,5').replace('J-3', ''),
  ];
  const preview = await desk.preview(csv(row(2, 1), ...odd, row(4, 4)));
  expect(preview.gone.count).toBe(0);
});

test('a row without a reference that is changed in place is a new trip, and the old one is gone', async () => {
  const file = (place: string) =>
    csv(row(2, 1).replace('J-1', ''), row(3, 2, `Amy Young,${place},5`).replace('J-2', ''));
  await desk.importFile(file('Toowong,4066'));
  const { counts, gone } = await desk.preview(file('Milton,4064'));
  expect(counts).toMatchObject({ stored: 1, ready: 1, differs: 0 });
  expect(gone).toMatchObject({ count: 1, trips: [{ summary: '03/10/2026 14:12, Toowong 4066, Amy Young' }] });
});

test('trips of other layouts, of undone imports, deleted and logged by hand are not', async () => {
  await insertTrip(testApp.db, amy, { datetime: '2026-10-03T04:00:00.000Z' });
  await desk.importFile('Day,Time,Driver,Suburb,Postcode,Wait\n3/10/2026,15:00,Amy Young,Milton,4064,5');
  const { id } = await desk.importFile(csv(row(2, 1), row(3, 2), row(4, 3)));
  const [trip] = (await goneFrom(row(2, 1), row(4, 3))).trips;
  expect(trip?.summary).toContain('14:12');
  await desk.agent.delete(`/api/trips/${trip?.id}`).expect(204);
  expect(await goneFrom(row(2, 1), row(4, 3))).toMatchObject({ count: 0 });
  await desk.undo(id);
  expect(await goneFrom(row(2, 1), row(4, 4))).toMatchObject({ count: 0 });
});

test("another holder's are not", async () => {
  await desk.importFile(csv(row(2, 1), row(3, 2), row(4, 3)));
  const other = await importDesk(testApp);
  await insertDriver(testApp.db, other.holderId, { firstName: 'Amy', lastName: 'Young' });
  await other.importFile(csv(row(2, 1)));
  expect((await other.preview(csv(row(2, 1), row(4, 3)))).gone.count).toBe(0);
});
