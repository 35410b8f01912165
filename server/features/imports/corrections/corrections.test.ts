/** What a corrected export does: the rows that differ, storing and undoing them. */
import type { ActivityLine } from '@shared/activity/activity';
import { eventSentence } from '@shared/activity/activity-text';
import { auditEvents } from '@shared/tables/holders';
import { tripDayTotals, trips } from '@shared/tables/trips';
import { and, asc, eq, isNull } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { insertDriver, insertTrip, insertVehicle } from '../../../test/builders';
import { createTestApp } from '../../../test/http/create-test-app';
import { importDesk } from '../../../test/imports/import-desk';

const testApp = createTestApp();
const HEADINGS = 'Date,Driver,Suburb,Postcode,Wait,Job No.,Notes';
const csv = (...lines: string[]) => [HEADINGS, ...lines].join('\r\n');

let desk: Awaited<ReturnType<typeof importDesk>>;
let amy: Awaited<ReturnType<typeof insertDriver>>;

beforeEach(async () => {
  desk = await importDesk(testApp);
  amy = await insertDriver(testApp.db, desk.holderId, { firstName: 'Amy', lastName: 'Young' });
});

const storedTrips = () =>
  testApp.db
    .select()
    .from(trips)
    .where(and(eq(trips.beaHolderId, desk.holderId), isNull(trips.deletedAt)))
    .orderBy(asc(trips.datetime), asc(trips.id));

const waits = async () => (await storedTrips()).map(({ waitingTime }) => waitingTime);
const changesOf = async (...given: Parameters<typeof desk.preview>) =>
  (await desk.preview(...given)).rows.map(({ status, changes = [], remarks }) => [
    status,
    ...changes.map(({ label, from, to }) => `${label}: ${from} → ${to}`),
    ...remarks.map(({ text }) => text),
  ]);
const change = (id: string, body: object) => {
  desk.tick();
  return desk.agent.put(`/api/trips/${id}`).send(body).expect(200);
};
async function edit(fields: object) {
  const [trip] = await storedTrips();
  if (!trip) throw new Error('No trip is stored');
  const { driverId, driverAuthorityLicense, suburb, postcode, waitingTime, duration, datetime, notes } = trip;
  const body = { driverId, driverAuthorityLicense, suburb, postcode, waitingTime, duration, datetime, notes };
  await change(trip.id, { ...body, ...fields });
}

const FIRST = '31/10/2026 14:05,Amy Young,Toowong,4066,5,J-1,by the park';

describe('a row that differs from its stored trip', () => {
  beforeEach(() => desk.importFile(csv(FIRST)));

  test.each([
    ['in its wait', '31/10/2026 14:05,Amy Young,Toowong,4066,9,J-1,by the park', 'Waiting time: 5 → 9'],
    [
      'in a wait that is unknown',
      '31/10/2026 14:05,Amy Young,Toowong,4066,unknown,J-1,',
      'Waiting time: 5 → Unknown',
      'Waiting time is not known',
    ],
    [
      'in its notes',
      '31/10/2026 14:05,Amy Young,Toowong,4066,5,J-1,by the gate',
      'Notes: by the park → by the gate',
    ],
    [
      'in its time, by its reference in any case',
      '31/10/2026 15:10,Amy Young,Toowong,4066,5,j-1,',
      'Time: 14:05 → 15:10',
      'Booking reference: J-1 → j-1',
    ],
    [
      'in its place, by its reference',
      '31/10/2026 14:05,Amy Young,Milton,4064,5,J-1,',
      'Suburb: Toowong → Milton',
      'Postcode: 4066 → 4064',
    ],
    [
      'in its reference, by driver, minute and place',
      '31/10/2026 14:05,Amy Young,TOOWONG,4066,5,J-7,',
      'Booking reference: J-1 → J-7',
    ],
    [
      'in its day, by a reference that is given once',
      '1/11/2026 14:05,Amy Young,Toowong,4066,5,J-1,',
      'Date: 31/10/2026 → 01/11/2026',
    ],
  ])('%s is named field by field, and updated', async (_, line, ...said) => {
    const before = await storedTrips();
    expect(await changesOf(csv(line))).toEqual([['differs', ...said]]);
    const { tripCount, changeCount, id } = await desk.importFile(csv(line));
    expect({ tripCount, changeCount }).toEqual({ tripCount: 0, changeCount: 1 });
    expect((await storedTrips()).map((trip) => trip.id)).toEqual(before.map((trip) => trip.id));
    expect((await changesOf(csv(line)))[0]?.slice(0, 2)).toEqual(['stored', 'Already stored']);
    expect((await desk.undo(id)).kept).toEqual([]);
    const asBefore = before.map((trip) => ({ ...trip, version: 3, updatedAt: testApp.deps.clock() }));
    expect(await storedTrips()).toEqual(asBefore);
  });

  test('in its driver gets the car that the other usually has, or the one of its row', async () => {
    const ben = await insertDriver(testApp.db, desk.holderId, {
      firstName: 'Ben',
      lastName: 'Old',
      vehicleRegistrationNumber: '777BEN',
    });
    const spare = await insertVehicle(testApp.db, desk.holderId, { registration: '456DEF' });
    const line = '31/10/2026 14:05,Ben Old,Toowong,4066,5,J-1,';
    const driver = 'Driver: Amy Young → Ben Old';
    const vehicle = `Vehicle: ${amy.vehicleRegistrationNumber} →`;
    const inSpare = `${HEADINGS},Vehicle\r\n${line},456def`;
    expect(await changesOf(inSpare)).toEqual([['differs', driver, `${vehicle} 456DEF`]]);
    expect(await changesOf(csv(line))).toEqual([['differs', driver, `${vehicle} 777BEN`]]);
    await desk.importFile(csv(line));
    const asBen = { driverId: ben.id, driverAuthorityLicense: ben.driverAuthorityLicense };
    expect(await storedTrips()).toMatchObject([{ ...asBen, vehicleId: ben.vehicleId }]);
    await desk.importFile(inSpare);
    expect(await storedTrips()).toMatchObject([{ ...asBen, vehicleId: spare.id }]);
  });

  test('in a driver and a car that come with the file gets these, and Undo takes all back', async () => {
    const before = await storedTrips();
    const file = `${HEADINGS},Driver Authority License,Vehicle\r\n31/10/2026 14:05,Zoe New,Toowong,4066,5,J-1,,DA-NEW,999ZOE`;
    const now = `Vehicle: ${amy.vehicleRegistrationNumber} → 999ZOE`;
    expect((await changesOf(file))[0]?.slice(0, 3)).toEqual(['differs', 'Driver: Amy Young → Zoe New', now]);
    const { id, ...counts } = await desk.importFile(file);
    expect(counts).toMatchObject({ tripCount: 0, changeCount: 1, driverCount: 1, vehicleCount: 1 });
    const { body } = await desk.agent.get(`/api/trips/${before[0]?.id}/changes`).expect(200);
    expect(body.trip).toMatchObject({ driverName: 'Zoe New', vehicleRegistration: '999ZOE' });
    expect((await changesOf(file))[0]?.slice(0, 2)).toEqual(['stored', 'Already stored']);
    expect((await desk.undo(id)).kept).toEqual([]);
    expect(await storedTrips()).toMatchObject(
      before.map(({ driverId, vehicleId, driverAuthorityLicense }) => ({
        driverId,
        vehicleId,
        driverAuthorityLicense,
      })),
    );
    expect((await desk.agent.get('/api/drivers').expect(200)).body).toHaveLength(1);
  });

  test('is left as it is where its corrections are not wanted, and nothing else is to be stored', async () => {
    const file = csv(
      '31/10/2026 14:05,Amy Young,Toowong,4066,9,J-1,',
      '31/10/2026 16:05,Amy Young,Milton,4064,1,J-2,',
    );
    const shown = await desk.preview(file);
    expect(shown.counts).toMatchObject({ differs: 1, ready: 1 });
    const stale = await desk.confirm(file, shown, 2).expect(409);
    expect(stale.body.message).toContain('Check the file again');
    await desk.confirm(file, shown, 0).expect(201);
    expect(await waits()).toEqual([5, 1]);
    const rest = await desk.preview(file);
    expect(rest.counts).toMatchObject({ differs: 1, ready: 0, stored: 1 });
    await desk.confirm(file, rest, 0).expect(409);
  });

  test('is refused whole where the trip was changed since the preview', async () => {
    const line = csv('31/10/2026 14:05,Amy Young,Toowong,4066,9,J-1,');
    const shown = await desk.preview(line);
    await edit({ waitingTime: 9, bookingReference: 'J-1' });
    await desk.confirm(line, shown).expect(409);
    expect(await waits()).toEqual([9]);
  });

  test('says when a person has edited it by hand, and what the file has', async () => {
    await edit({ waitingTime: 12, bookingReference: 'J-1' });
    const at = '21/11/2026 12:';
    const remarkOn = async (line: string) => (await changesOf(csv(line)))[0]?.slice(1);
    expect(await remarkOn(FIRST)).toEqual([
      'Waiting time: 12 → 5',
      expect.stringMatching(
        new RegExp(`^Waiting time was edited by hand on ${at}.*: the file has what it was before$`),
      ),
    ]);
    expect(await remarkOn('31/10/2026 14:05,Amy Young,Toowong,4066,7,J-1,')).toEqual([
      'Waiting time: 12 → 7',
      expect.stringContaining('the file has something else'),
    ]);
    // what no one has edited is a mere correction
    expect(await remarkOn('31/10/2026 14:05,Amy Young,Toowong,4066,12,J-1,gate')).toEqual([
      'Notes: by the park → gate',
    ]);
    // an import is no edit by hand, and neither is its undoing
    const { id } = await desk.importFile(csv('31/10/2026 14:05,Amy Young,Toowong,4066,12,J-1,gate'));
    expect(await remarkOn('31/10/2026 14:05,Amy Young,Toowong,4066,12,J-1,door')).toEqual([
      'Notes: gate → door',
    ]);
    await desk.undo(id);
    expect(await remarkOn('31/10/2026 14:05,Amy Young,Toowong,4066,12,J-1,door')).toEqual([
      'Notes: by the park → door',
    ]);
  });

  test('has an audit event as an edit in the form, and the import says how many', async () => {
    const { id } = await desk.importFile(csv('31/10/2026 14:05,Amy Young,Milton,4064,9,J-1,'));
    const [trip] = await storedTrips();
    const eventOf = async (entityId = '') =>
      (await testApp.db.select().from(auditEvents).where(eq(auditEvents.entityId, entityId))).find(
        ({ action, entity }) => action === 'updated' || entity === 'import',
      );
    const event = await eventOf(trip?.id);
    expect(event?.userId).toBeTruthy();
    expect(event?.changes).toEqual({
      suburb: { from: 'Toowong', to: 'Milton' },
      postcode: { from: '4066', to: '4064' },
      waitingTime: { from: 5, to: 9 },
    });
    expect((await eventOf(id))?.changes).toMatchObject({ changeCount: { to: 1 }, tripCount: { to: 0 } });
    const { body } = await desk.agent.get('/api/activity').expect(200);
    const told = body.events.find((one: ActivityLine) => one.entity === 'import');
    expect(eventSentence(told)).toBe('Mary Jane Smith imported 1 correction from trips.csv.');
  });

  test('moves the totals', async () => {
    await desk.importFile(csv('1/11/2026 14:05,Amy Young,Toowong,4066,9,J-1,'));
    const days = await testApp.db
      .select()
      .from(tripDayTotals)
      .where(eq(tripDayTotals.beaHolderId, desk.holderId));
    expect(days.filter(({ tripCount }) => tripCount > 0)).toMatchObject([
      { day: '2026-11-01', tripCount: 1, waitingTotal: 9 },
    ]);
  });

  test('counts once in a lodged report, before and after its change', async () => {
    const lodge = { report: 'quarterly', period: 'Q1-2026', lodgedOn: '2026-10-20' };
    await desk.agent.post('/api/lodgements').send(lodge).expect(201);
    const rowAt = (at: string) => csv(`${at},Amy Young,Toowong,4066,5,J-1,`);
    const lodged = async (at: string) => (await desk.preview(rowAt(at))).lodged;
    expect(await lodged('31/10/2026 15:05')).toEqual([]);
    const once = [{ period: 'Q1-2026', trips: 1 }];
    expect(await lodged('31/08/2026 14:05')).toEqual(once);
    const { id } = await desk.importFile(rowAt('31/08/2026 14:05'));
    expect(await lodged('31/08/2026 14:06')).toEqual(once);
    expect(await lodged('31/10/2026 14:05')).toEqual(once);
    const lodgedBy = async () => (await desk.agent.get(`/api/imports/${id}/lodged`).expect(200)).body;
    expect(await lodgedBy()).toEqual(once);
    await desk.undo(id);
    expect(await lodgedBy()).toEqual([]);
  });
});

describe('what a row does not say', () => {
  test('stays: fields without a column, and empty cells', async () => {
    await insertTrip(testApp.db, amy, {
      ...{ datetime: '2026-10-31T04:05:00.000Z', bookingReference: 'J-1', notes: 'gate', duration: 20 },
      kind: 'rank-or-hail',
    });
    expect(
      await changesOf('Date,Time,Driver,Suburb,Job No.\n31/10/2026,14:05,Amy Young,Toowong,J-1', {
        blankWaits: '0',
      }),
    ).toEqual([['stored', 'Already stored']]);
    // a date alone says nothing of the time
    expect(
      await changesOf('Date,Driver,Suburb,Wait,Job No.,Notes,Duration\n31/10/2026,Amy Young,Toowong,5,J-1,,'),
    ).toEqual([['stored', 'Already stored']]);
    expect(await changesOf('Date,Driver,Suburb,Wait,Job No.\n1/11/2026,Amy Young,Toowong,5,J-1')).toEqual([
      ['differs', 'Date: 31/10/2026 → 01/11/2026', 'Postcode is blank: taken as 4066'],
    ]);
  });

  test('is a blank wait where blanks are not known: the stored one stays, and it says so', async () => {
    await desk.importFile(csv(FIRST));
    const blank = csv('31/10/2026 14:05,Amy Young,Toowong,4066,,J-1,');
    expect(await changesOf(blank, { blankWaits: 'unknown' })).toEqual([
      ['stored', 'Already stored', 'Waiting time is blank, and stored as 5: it stays so'],
    ]);
    expect(await changesOf(blank, { blankWaits: '0' })).toEqual([
      ['differs', 'Waiting time: 5 → 0', 'Waiting time is blank: taken as 0'],
    ]);
  });

  test('is none of the emptied cells of a row with the Trip ID', async () => {
    const { id } = await insertTrip(testApp.db, amy, {
      notes: 'gate',
      duration: 20,
      bookingReference: 'J-1',
    });
    const file = 'Date,Driver,Suburb,Postcode,Wait,Notes,Duration,Job No.,Vehicle,Trip ID';
    const row = (tripId: string) => `${file}\n21/11/2026 09:30,Amy Young,Toowong,4066,5,,,,,${tripId}`;
    expect(await changesOf(row(id))).toEqual([
      ['differs', 'Duration: 20 → –', 'Booking reference: J-1 → –', 'Notes: gate → –'],
    ]);
    expect(await changesOf(row(''))).toEqual([['stored', 'Already stored']]);
    await desk.importFile(row(id));
    expect(await storedTrips()).toMatchObject([
      { id, notes: null, duration: null, bookingReference: null, vehicleId: amy.vehicleId },
    ]);
  });
});

test('rows that are one trip are named, and only one counts', async () => {
  await desk.importFile(csv(FIRST));
  const [{ id = '' } = {}] = await storedTrips();
  const own = (wait: number, tripId: string) =>
    `31/10/2026 14:05,Amy Young,Toowong,4066,${wait},J-1,by the park,${tripId}`;
  const file = [`${HEADINGS},Trip ID`, own(9, id), own(7, id), own(9, id), own(6, '')].join('\n');
  const { rows } = await desk.preview(file);
  expect(rows.map(({ number, status, remarks }) => [number, status, remarks[0]?.text])).toEqual([
    [2, 'differs', undefined],
    [
      3,
      'repeated',
      'The same Trip ID as row 2, with other details: only row 2 counts. Clear the Trip ID to add another trip',
    ],
    [4, 'repeated', 'The same trip as row 2'],
    [5, 'stored', expect.stringContaining('Booking reference J-1 is stored already')],
  ]);
});

test('a row that cannot be read is named, and its stored trip left', async () => {
  await desk.importFile(csv(FIRST));
  const [{ id = '' } = {}] = await storedTrips();
  const file = `${HEADINGS},Trip ID\n31/10/2026 14:05,Amy Young,Toowong,4066,soon,J-1,,${id}`;
  expect((await changesOf(file))[0]).toEqual([
    'stored',
    'Already stored, and left as it is, as this row cannot be read',
    expect.stringContaining('cannot be read'),
  ]);
});

test('numbers that begin again each day are other trips, even where one is at the same time', async () => {
  const day = (date: string, ...jobs: [string, string][]) =>
    csv(...jobs.map(([time, place], index) => `${date} ${time},Amy Young,${place},,5,${index + 1},`));
  await desk.importFile(day('30/10/2026', ['07:00', 'Toowong'], ['08:00', 'Milton'], ['09:00', 'Ascot']));
  const { counts } = await desk.preview(
    day('31/10/2026', ['07:00', 'Toowong'], ['08:30', 'Ascot'], ['09:10', 'Milton']),
  );
  expect(counts).toMatchObject({ ready: 3, differs: 0 });
});

test('typed rows never correct', async () => {
  await desk.importFile(csv(FIRST));
  const where = { suburb: 'Toowong', postcode: '4066', licence: amy.driverAuthorityLicense };
  const cells = { date: '31/10/2026', time: '14:05', ...where, waitingTime: '9' };
  const rows = [{ number: 1, driverId: amy.id, cells }];
  const { body } = await desk.agent.post('/api/imports/typed/preview').send({ rows }).expect(200);
  expect(body.counts).toMatchObject({ stored: 1, differs: 0 });
  expect(body.rows[0].remarks[0].text).toMatch(/^Already stored with other details/);
});

test("another holder's trips are neither compared nor corrected", async () => {
  await desk.importFile(csv(FIRST));
  const [{ id = '' } = {}] = await storedTrips();
  const other = await importDesk(testApp);
  await insertDriver(testApp.db, other.holderId, { firstName: 'Amy', lastName: 'Young' });
  const file = `${HEADINGS},Trip ID\n31/10/2026 14:05,Amy Young,Toowong,4066,9,J-1,,${id}`;
  expect((await other.preview(file)).counts).toMatchObject({ ready: 1, differs: 0 });
});

test('20,000 corrections are stored, and taken back, as fast as as many trips', {
  tags: 'long',
  timeout: 300_000,
}, async () => {
  const file = (wait: number) =>
    csv(
      ...Array.from({ length: 20_000 }, (_, at) => {
        const [day, hour, minute] = [(at % 28) + 1, Math.floor(at / 28) % 24, Math.floor(at / (28 * 24))];
        return `${day}/10/2026 ${hour}:${String(minute).padStart(2, '0')},Amy Young,Toowong,4066,${wait},J-${at},`;
      }),
    );
  const timed = async <T>(act: () => Promise<T>): Promise<[T, number]> => {
    const start = performance.now();
    return [await act(), performance.now() - start];
  };
  const [, storing] = await timed(() => desk.importFile(file(5)));
  const [{ id, changeCount }, correcting] = await timed(() => desk.importFile(file(9)));
  expect(changeCount).toBe(20_000);
  const [{ kept }, undoing] = await timed(() => desk.undo(id));
  expect(kept).toEqual([]);
  expect(new Set(await waits())).toEqual(new Set([5]));
  expect(correcting, `${storing} ${undoing}`).toBeLessThan(3 * storing);
  expect(undoing).toBeLessThan(3 * storing);
});

test('a car that was removed since stays the car of its trips, though the file would bring it again', async () => {
  const file = 'Date,Driver,Suburb,Postcode,Wait,Vehicle\n31/10/2026 14:05,Amy Young,Toowong,4066,5,987XYZ';
  await desk.importFile(file);
  const [trip] = await storedTrips();
  await desk.agent.delete(`/api/vehicles/${trip?.vehicleId}`).expect(204);
  expect((await desk.preview(file)).counts).toMatchObject({ stored: 1, differs: 0, ready: 0 });
});
