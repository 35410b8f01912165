/** Undo of imports that corrected: in any order, beside edits by hand. */
import { trips } from '@shared/tables/trips';
import { and, asc, eq, isNull } from 'drizzle-orm';
import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { insertDriver } from '../../../test/builders';
import { createTestApp } from '../../../test/http/create-test-app';
import { importDesk } from '../../../test/imports/import-desk';

const testApp = createTestApp();

let desk: Awaited<ReturnType<typeof importDesk>>;

async function newDesk() {
  desk = await importDesk(testApp);
  await insertDriver(testApp.db, desk.holderId, { firstName: 'Amy', lastName: 'Young' });
}

beforeEach(newDesk);

type Said = { wait: number | string; notes?: string; suburb?: string };
const row = ({ wait, notes = '', suburb = 'Toowong' }: Said) =>
  `Date,Driver,Suburb,Wait,Job No.,Notes\n31/10/2026 14:05,Amy Young,${suburb},${wait},J-1,${notes}`;

const stored = () =>
  testApp.db
    .select()
    .from(trips)
    .where(and(eq(trips.beaHolderId, desk.holderId), isNull(trips.deletedAt)))
    .orderBy(asc(trips.datetime), asc(trips.id));
const said = async () => (await stored()).map(({ waitingTime, notes }) => [waitingTime, notes]);

/** Imports files one after another. @returns the ids of the imports */
async function importAll(...files: Said[]): Promise<string[]> {
  const ids: string[] = [];
  for (const file of files) ids.push((await desk.importFile(row(file))).id);
  return ids;
}

async function editNotes(notes: string) {
  desk.tick();
  const [trip] = await stored();
  const { id, driverId, driverAuthorityLicense, suburb, postcode, waitingTime, duration, datetime } =
    trip ?? {};
  const body = { driverId, driverAuthorityLicense, suburb, postcode, waitingTime, duration, datetime, notes };
  await desk.agent.put(`/api/trips/${id}`).send(body).expect(200);
}

test('a correction that a later one has changed stays, and goes with that one', async () => {
  const [, second = '', third = ''] = await importAll({ wait: 'unknown' }, { wait: 9 }, { wait: 11 });
  expect((await desk.undo(second)).kept).toEqual([
    '1 trip stays as it is: changed or deleted since, or corrected by a later import or by a program.',
  ]);
  expect(await said()).toEqual([[11, null]]);
  expect((await desk.undo(third)).kept).toEqual([]);
  expect(await said()).toEqual([[null, null]]);
});

test('a trip that was edited by hand since stays as it is, and so does one that was deleted', async () => {
  const [, second = ''] = await importAll({ wait: 5 }, { wait: 9 });
  await editNotes('by hand');
  expect((await desk.undo(second)).kept).toHaveLength(1);
  expect(await said()).toEqual([[9, 'by hand']]);
  const { id: third } = await desk.importFile(row({ wait: 12 }));
  const [trip] = await stored();
  await desk.agent.delete(`/api/trips/${trip?.id}`).expect(204);
  expect((await desk.undo(third)).kept).toHaveLength(1);
  expect(await stored()).toEqual([]);
});

test('a trip stays while an import that has corrected it stays, although its own is undone', async () => {
  const [first = '', second = '', third = ''] = await importAll(
    { wait: 5 },
    { wait: 9 },
    { wait: 9, notes: 'gate' },
  );
  expect((await desk.undo(first)).kept).toHaveLength(1);
  expect(await said()).toEqual([[9, 'gate']]);
  await desk.undo(second);
  await desk.undo(third);
  expect(await stored()).toEqual([]);
  const { body } = await desk.agent.get('/api/trips/deleted').expect(200);
  expect(body).toMatchObject([{ waitingTime: 5, notes: null }]);
});

test('what a person has put right by hand between two imports stays', async () => {
  const [, second = ''] = await importAll({ wait: 5 }, { wait: 9 });
  await desk.undo(second);
  await editNotes('by hand');
  const { id: third } = await desk.importFile(row({ wait: 11, notes: 'gate' }));
  await desk.undo(third);
  expect(await said()).toEqual([[5, 'by hand']]);
});

test('imports are undone in any order, and leave nothing of theirs', async () => {
  const file = fc.record({
    wait: fc.constantFrom<number | string>(1, 2, 3, 'unknown'),
    notes: fc.constantFrom('a', 'b'),
    suburb: fc.constantFrom('Toowong', 'Milton'),
  });
  const order = fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 });
  await fc.assert(
    fc.asyncProperty(fc.tuple(file, file, file, file), order, async (files, undone) => {
      await newDesk();
      const ids: string[] = [];
      for (const one of files) {
        const shown = await desk.preview(row(one));
        if (shown.counts.ready + shown.counts.differs === 0) continue;
        ids.push((await desk.importFile(row(one))).id);
      }
      const left = new Set(ids.keys());
      for (const index of undone.filter((at) => at < ids.length)) {
        const newest = Math.max(...left);
        const [before] = await stored();
        await desk.undo(ids[index] ?? '');
        left.delete(index);
        const [after] = await stored();
        // the newest correction that stands is what the trip says
        if (index !== newest) expect({ ...after, deletedAt: null }).toEqual({ ...before });
      }
      expect(await stored()).toEqual([]);
    }),
    { numRuns: 8 },
  );
});
