import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { ImportAnswers, ImportPreview } from '@shared/imports/imports';
import { MAX_IMPORT_BYTES } from '@shared/limits';
import { whyNoSuburb } from '@shared/places/no-suburb';
import { capitaliseSuburb } from '@shared/places/suburbs';
import { auditEvents } from '@shared/tables/holders';
import { type drivers, trips } from '@shared/tables/trips';
import { and, asc, count, eq, isNull } from 'drizzle-orm';
import ExcelJS from 'exceljs';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { buildTrip, insertDriver, insertTrip, insertVehicle } from '../../test/builders';
import { asBuffer } from '../../test/documents/as-buffer';
import { createTestApp, type SignedIn } from '../../test/http/create-test-app';
import { type ExportedTrip, renderTripsCsv, renderTripsWorkbook } from '../trips/trip-files';

const testApp = createTestApp();

const HEADINGS =
  'Date,Driver,Driver Authority License,Suburb,Postcode,Waiting Time (minutes),Duration (minutes),Notes';
const csv = (...lines: string[]) => Buffer.from([HEADINGS, ...lines].join('\r\n'));

let operator: SignedIn;
let amy: typeof drivers.$inferSelect;

beforeEach(async () => {
  operator = await testApp.signIn();
  amy = await insertDriver(testApp.db, operator.holderId, {
    driverAuthorityLicense: 'DA-1',
    firstName: 'Amy',
    lastName: 'Young',
  });
});

async function preview(
  file: Buffer,
  query: Record<string, string> = {},
  who = operator,
): Promise<ImportPreview> {
  const { body } = await who.agent
    .post('/api/imports/preview')
    .query(query)
    .set('Content-Type', 'application/octet-stream')
    .send(file)
    .expect(200);
  return body;
}

function confirm(
  file: Buffer,
  { columns, counts, sheet, answers }: ImportPreview,
  { key = randomUUID() as string, fileName = 'trips.csv', who = operator } = {},
) {
  return who.agent
    .post('/api/imports')
    .query({ fileName, columns: JSON.stringify(columns), tripCount: counts.ready, sheet })
    .query({ answers: JSON.stringify(answers) })
    .set('Content-Type', 'text/csv')
    .set('Idempotency-Key', key)
    .send(file);
}

async function importFile(file: Buffer, who = operator) {
  const { body } = await confirm(file, await preview(file, {}, who), { who }).expect(201);
  return body;
}

const storedTrips = (holderId = operator.holderId) =>
  testApp.db
    .select()
    .from(trips)
    .where(and(eq(trips.beaHolderId, holderId), isNull(trips.deletedAt)))
    .orderBy(asc(trips.datetime), asc(trips.suburb), asc(trips.waitingTime));

const remarksOf = ({ rows }: ImportPreview) =>
  rows.map(({ status, remarks }) => [status, ...remarks.map(({ text }) => text)]);

describe('a preview', () => {
  test('says what is ready, and stores nothing', async () => {
    const answer = await preview(csv('31/10/2026 14:05,,da-1,Toowong,4066,5,20,by the park'));
    expect(answer).toMatchObject({
      missing: [],
      counts: { ready: 1, differs: 0, problem: 0, repeated: 0, stored: 0 },
      rows: [
        { number: 2, status: 'ready', summary: '31/10/2026 14:05, Toowong 4066, Amy Young', remarks: [] },
      ],
    });
    expect(answer.headings[0]).toEqual({ name: 'Date', example: '31/10/2026 14:05' });
    expect(await storedTrips()).toEqual([]);
  });

  test.each([
    ['31/10/2026 14:05,Zoe Old,,Toowong,4066,5,,', '"Zoe Old" is new. Driver Authority License is required'],
    ['31/10/2026 14:05,,,Toowong,4066,5,,', 'Driver is required'],
    [
      '31/13/2026,,DA-1,Toowong,4066,5,,',
      'Date "31/13/2026" cannot be read: write it as 31/12/2026 or 31/12/2026 14:05',
    ],
    [',,DA-1,Toowong,4066,5,,', 'Date is required'],
    ['1/1/1999,,DA-1,Toowong,4066,5,,', 'Date must lie between 2000 and 2099'],
    ['31/10/2026 14:05,,DA-1,,4066,5,,', 'Suburb is required'],
    [
      '31/10/2026 14:05,,DA-1,Camp Nowhere,,5,,',
      'No suburb called "Camp Nowhere". Check the spelling or type the postcode',
    ],
    ['31/10/2026 14:05,,DA-1,Toowong,40666,5,,', 'Postcode must be 4 digits'],
    ['31/10/2026 14:05,,DA-1,Toowong,4066,-5,,', 'Waiting time must be 0 or greater'],
    [
      '31/10/2026 14:05,,DA-1,Toowong,4066,soon,,',
      'Waiting time "soon" cannot be read: write whole minutes, such as 5',
    ],
    ['31/10/2026 14:05,,DA-1,Toowong,4066,20000,,', 'Waiting time must be 10,080 minutes (a week) or less'],
    [
      '31/10/2026 14:05,,DA-1,Toowong,4066,5,x,',
      'Duration "x" cannot be read: write whole minutes, such as 5',
    ],
    [`31/10/2026 14:05,,DA-1,${'x'.repeat(256)},4066,5,,`, 'Suburb: Must be 255 characters or fewer'],
  ])('says in words what is wrong: %#', async (line, problem) => {
    const answer = await preview(csv(line));
    expect(answer.counts).toEqual({ ready: 0, differs: 0, problem: 1, repeated: 0, stored: 0 });
    expect(remarksOf(answer)).toEqual([['problem', problem]]);
  });

  test.each([
    [`${'3'.repeat(90_000)},,DA-1,Toowong,4066,5,,`, `Date "${'3'.repeat(59)}…" cannot be read: write it as`],
    [
      `31/10/2026,${'🚕'.repeat(900)},,Toowong,4066,5,,`,
      `No driver is called "${'🚕'.repeat(29)}…". Correct it, or add the driver in the Drivers tab`,
    ],
    [
      `31/10/2026,,${'9'.repeat(900)},Toowong,4066,5,,`,
      `No driver has the Driver Authority License ${'9'.repeat(59)}…. Correct it, or add the driver in the Drivers tab`,
    ],
  ])('quotes the beginning of a long cell only: %#', async (line, problem) => {
    const { rows } = await preview(csv(line));
    expect(rows[0]?.remarks[0]?.text).toContain(problem);
    expect(JSON.stringify(rows).length).toBeLessThan(1000);
  });

  test('has the cells of a row with a problem, as they were read, so that it can be fixed', async () => {
    const { rows } = await preview(
      csv(
        '31/10/2026 14:05,Amy Young,,Toowong,800,soon,,by the park',
        '32/10/2026,Zoe Old,,Toowong,4066,5,20,',
        '31/10/2026 14:05,,DA-1,Toowong,4066,5,,',
        'Total,,,,,10,,',
      ),
    );
    const fixable = Object.fromEntries(rows.map(({ number, cells }) => [number, cells]));
    expect(fixable).toEqual({
      2: expect.objectContaining({
        driver: 'DA-1',
        date: '31/10/2026',
        time: '14:05',
        suburb: 'Toowong',
        postcode: '0800',
        waitingTime: 'soon',
        duration: '',
        bookingReference: '',
        notes: 'by the park',
        kind: '',
        vehicle: '',
      }),
      3: expect.objectContaining({ driver: 'Zoe Old', date: '32/10/2026', time: '', duration: '20' }),
      4: undefined,
      5: undefined,
    });
  });

  test('gives times that cannot be imported in minutes, whatever their column counts, and no reference that is lost', async () => {
    const file = Buffer.from(
      'Date,Driver,Suburb,Postcode,Wait,Trip length (s),Job No\n31/10/2026 14:05,Zoe Old,Toowong,4066,04:30,600,2.1E+15',
    );
    const { rows } = await preview(file, { answers: JSON.stringify({ waitingUnit: 'mm:ss' }) });
    expect(rows[0]?.cells).toMatchObject({ waitingTime: '5', duration: '10', bookingReference: '' });
  });

  test('never gives a date that it could not read in the order of the file to be read in another', async () => {
    const file = csv(
      '7/1/2026 x,,DA-1,Toowong,4066,5,,',
      '31/7/2026,,DA-1,Toowong,4066,5,,',
      '7/13/2026,,DA-1,Toowong,4066,5,,',
    );
    const { rows } = await preview(file, { answers: JSON.stringify({ dateOrder: 'month-first' }) });
    const dates = rows.filter(({ cells }) => cells).map(({ cells }) => cells?.date);
    expect(dates).toEqual(['01/07/2026', '']);
  });

  test('says something about a thousand rows at most, those with problems first', async () => {
    const twice = '31/10/2026 14:05,,DA-1,Toowong,4066,5,,';
    const answer = await preview(csv(...Array(1100).fill(twice), '31/13/2026,,DA-1,Toowong,4066,5,,'));
    expect(answer.counts).toEqual({ ready: 1, differs: 0, problem: 1, repeated: 1099, stored: 0 });
    expect(answer.rows).toHaveLength(1001);
    expect(answer.rows[1]).toMatchObject({ number: 1102, status: 'problem' });
    expect(answer.rowsLeftOut).toBe(100);
  });

  test('stays below 2 MB whatever the cells hold, and counts every row', async () => {
    const controls = '\u0001'.repeat(60);
    const row = Array(7).fill(controls).join(',');
    const answer = await preview(csv(...Array(3000).fill(row)));
    expect(Buffer.byteLength(JSON.stringify(answer))).toBeLessThan(2_000_000);
    expect(answer.counts.problem).toBe(3000);
    expect(answer.rows.length).toBeLessThan(1000);
    expect(answer.rows.length + answer.rowsLeftOut).toBe(3000);
  });

  test.each([
    ['31/10/2026 14:05,,DA-1,Toowong,4000,5,,', "Postcode 4000 is not one of Toowong's"],
    ['31/10/2027 14:05,,DA-1,Toowong,4066,5,,', 'The date is in the future'],
    ['31/10/2026 14:05,,DA-1,Darwin City,800,5,,', 'Postcode 800 is read as 0800'],
  ])('points out what looks odd, and takes it: %#', async (line, warning) => {
    const answer = await preview(csv(line));
    expect(remarksOf(answer)).toEqual([['ready', warning]]);
  });

  test('finds a driver by a name that only one has', async () => {
    expect((await preview(csv('31/10/2026,amy  YOUNG,,Toowong,4066,5,,'))).counts.ready).toBe(1);
    expect((await preview(csv('31/10/2026,"Young, Amy",,Toowong,4066,5,,'))).counts.ready).toBe(1);
    await insertDriver(testApp.db, operator.holderId, { firstName: 'Amy', lastName: 'Young' });
    expect(remarksOf(await preview(csv('31/10/2026,Amy Young,,Toowong,4066,5,,')))).toEqual([
      ['problem', 'Several drivers are called Amy Young: fill in the Driver Authority License'],
    ]);
  });

  test('finds a driver by a name without its accents, and of two that differ in them the one that is written so', async () => {
    const called = (firstName: string) =>
      insertDriver(testApp.db, operator.holderId, {
        firstName,
        lastName: 'Ngāti',
        driverAuthorityLicense: `DA-${firstName}`,
      });
    await called('José');
    const of = async (name: string, licence = '') => {
      const { rows } = await preview(csv(`31/10/2026 14:05,${name},${licence},Tōowong,4066,5,,`));
      return rows.map(({ summary, remarks }) => [/Jos. Ngāti/.exec(summary)?.[0], ...remarks]);
    };
    expect(await of('jose ngati')).toEqual([['José Ngāti']]);
    expect(await of('"NGATI, Jose"', 'DA-José')).toEqual([['José Ngāti']]);
    await called('Jose');
    expect(await of('JOSÉ Ngāti')).toEqual([['José Ngāti']]);
    expect(await of('Jose ngāti')).toEqual([['Jose Ngāti']]);
    const text = 'Several drivers are called jose ngati: fill in the Driver Authority License';
    expect(await of('jose ngati')).toEqual([[undefined, { kind: 'problem', text }]]);
  });

  test('knows the drivers of another holder as no one', async () => {
    const other = await testApp.signIn();
    const { newcomers } = await preview(csv('31/10/2026,Amy Young,DA-1,Toowong,4066,5,,'), {}, other);
    expect(newcomers.drivers).toMatchObject([{ firstName: 'Amy', driverAuthorityLicense: 'DA-1', near: [] }]);
  });

  test('points out a trip that is stored, or nearly', async () => {
    await insertTrip(testApp.db, amy, { datetime: '2026-10-31T04:05:00Z', suburb: 'toowong ' });
    const answer = await preview(
      csv(
        '31/10/2026 14:05,,DA-1,Toowong,4066,9,,',
        '31/10/2026 14:10,,DA-1,Toowong,4066,5,,',
        '31/10/2026 14:11,,DA-1,Auchenflower,4066,5,,',
        '31/10/2026 14:11,,DA-1,Auchenflower,4066,5,,',
        '31/10/2026 14:15,,DA-1,Auchenflower,4066,5,,',
      ),
    );
    expect(
      answer.rows.map(({ number, status, remarks }) => [number, status, ...remarks.map(({ text }) => text)]),
    ).toEqual([
      [4, 'ready'],
      [2, 'differs'],
      [3, 'ready', 'Probably stored already: same driver and suburb within five minutes'],
      [6, 'ready', 'Probably the same trip as row 4'],
      [5, 'repeated', 'The same trip as row 4'],
    ]);
  });

  test('knows a stored trip by its booking reference, in any case', async () => {
    const other = await testApp.signIn();
    const ben = await insertDriver(testApp.db, other.holderId);
    await insertTrip(testApp.db, ben, { bookingReference: 'J-3' });
    await insertTrip(testApp.db, amy, { bookingReference: 'J-1', datetime: '2026-10-31T04:05:00Z' });
    const deleted = await insertTrip(testApp.db, amy, { bookingReference: 'J-4' });
    await operator.agent.delete(`/api/trips/${deleted.id}`).expect(204);
    const file = [
      'Date,Driver Authority License,Suburb,Postcode,Wait,Job No.',
      '31/10/2026 14:05,DA-1,Toowong,4066,5,J-1',
      '31/10/2026 19:00,DA-1,Milton,4064,5,j-1',
      '31/10/2026 20:00,DA-1,Milton,4064,5,J-3',
      '31/10/2026 21:00,DA-1,Milton,4064,5,J-4',
    ];
    const answer = await preview(Buffer.from(file.join('\n')));
    expect(answer.counts).toEqual({ ready: 2, differs: 0, problem: 0, repeated: 0, stored: 2 });
    expect(remarksOf(answer).filter(([status]) => status === 'stored')).toEqual([
      [
        'stored',
        'Booking reference J-1 is stored already, for the trip on 31/10/2026 14:05 from Toowong 4066: change the reference to add another trip',
      ],
      ['stored', 'Already stored'],
    ]);
  });

  test('takes a booking reference of another day for a number that begins again', async () => {
    for (const datetime of ['2026-10-28T04:05:00Z', '2026-10-29T04:05:00Z'])
      await insertTrip(testApp.db, amy, { bookingReference: '1', datetime });
    const file = [
      'Date,Driver Authority License,Suburb,Postcode,Wait,Job No.',
      '31/10/2026 07:00,DA-1,Milton,4064,5,1',
      '31/10/2026 07:40,DA-1,Milton,4064,5,2',
      '28/10/2026 23:50,DA-1,Milton,4064,5,1',
      '29/10/2026 00:10,DA-1,Milton,4064,5,1',
      '28/10/2026 14:05,DA-1,Toowong,4066,5,1',
    ];
    const answer = await preview(Buffer.from(file.join('\n')));
    expect(answer.counts).toEqual({ ready: 2, differs: 1, problem: 0, repeated: 0, stored: 2 });
    expect(remarksOf(answer).filter(([status]) => status === 'ready')).toEqual([
      ['ready'],
      [
        'ready',
        'Booking reference 1 is stored already for the trip on 29/10/2026 14:05 from Toowong 4066: taken as another trip, as the day is another',
      ],
    ]);
  });

  test('tells trips without a time apart by their number', async () => {
    const lines = Array(3).fill('31/10/2026,,DA-1,Toowong,4066,5,,');
    await importFile(csv(...lines.slice(0, 2)));
    expect(await storedTrips()).toHaveLength(2);
    expect((await preview(csv(...lines))).counts).toEqual({
      ready: 1,
      differs: 0,
      problem: 0,
      repeated: 0,
      stored: 2,
    });
  });

  test('does not offer a deleted trip as stored', async () => {
    const trip = await insertTrip(testApp.db, amy, { datetime: '2026-10-31T04:05:00Z' });
    await operator.agent.delete(`/api/trips/${trip.id}`).expect(204);
    expect((await preview(csv('31/10/2026 14:05,,DA-1,Toowong,4066,5,,'))).counts.ready).toBe(1);
  });
});

describe('columns', () => {
  test('are known by other names, in any order, under a title', async () => {
    const file = Buffer.from(
      'Smith Cars,,\n\nPick-up suburb,Wait (mins),POST CODE,Trip date,Time,DA number\nToowong,5 min,4066,31/10/2026,2:05 pm,DA-1',
    );
    const answer = await preview(
      file.includes(';') ? Buffer.from(file.toString().replaceAll(';', ',')) : file,
    );
    expect(answer.columns).toEqual({ suburb: 0, waitingTime: 1, postcode: 2, date: 3, time: 4, licence: 5 });
    expect(answer.rows[0]).toMatchObject({ number: 4, summary: '31/10/2026 14:05, Toowong 4066, Amy Young' });
  });

  test('that are not known are named, and can be chosen', async () => {
    const file = Buffer.from('Occasion,Person,Where,Code,Stood\n31/10/2026 14:05,DA-1,Toowong,4066,5');
    const unknown = await preview(file);
    expect(unknown).toMatchObject({
      columns: {},
      missing: ['Date', 'Suburb', 'Postcode', 'Driver'],
      rows: [],
    });
    const columns = { date: 0, licence: 1, suburb: 2, postcode: 3, waitingTime: 4 };
    const chosen = await preview(file, { columns: JSON.stringify(columns) });
    expect(chosen.counts.ready).toBe(1);
    await confirm(file, chosen).expect(201);
    await confirm(file, { ...chosen, columns: {} }).expect(400);
  });

  test('that no field takes are named where something is in them, and loses none in silence', async () => {
    const file = Buffer.from(
      'PickupDateTime,Driver,Pickup Address,Pickup,Wait,Timestamp,Fare,Empty\n31/10/2026 14:05,Amy Young,"12 Smith St, Toowong",Toowong 4066,5,1/11/2026 9:00,22.50,',
    );
    const { unread, headings, notes, rows } = await preview(file);
    expect(unread.map((column) => headings[column])).toEqual([{ name: 'Fare', example: '22.50' }]);
    expect(notes).toEqual([
      'Suburb is read from "Pickup" (column 4), not from "Pickup Address" (column 3)',
      'Date is read from "PickupDateTime" (column 1), not from "Timestamp" (column 6)',
    ]);
    expect(rows[0]).toMatchObject({ status: 'ready', summary: '31/10/2026 14:05, Toowong 4066, Amy Young' });
  });

  test.each([
    ['day-first', '3/11/26', '31/11/26', '4/11/26', '5/11/26', '6/11/26'],
    ['year-first', '26/02/01', '26/10/31'],
    [undefined, '26/02/01', '5/13/26'],
  ])('of dates with short years have a likely order: %s', async (likely, ...dates) => {
    const rows = dates.map((date) => `${date},Amy Young,Toowong,4066,5`);
    const { questions } = await preview(
      Buffer.from(['Date,Driver,Suburb,Postcode,Waiting', ...rows].join('\n')),
    );
    expect(questions.find(({ name }) => name === 'dateOrder')?.likely).toBe(likely);
  });

  test('that no field takes are guessed by what is in them, and nothing is read from them', async () => {
    const file = Buffer.from(
      'Occasion,Person,Where,Stood,Dropped\nMon 26/10,Amy Young,"12 Smith St, Toowong",5,Milton\nTue 27/10,Amy Young,Ascot,7,Milton',
    );
    const chosen = { columns: JSON.stringify({ notes: 4 }) };
    const { guesses, columns, missing } = await preview(file, chosen);
    expect([columns, missing.length]).toEqual([{ notes: 4 }, 4]);
    expect(guesses).toEqual({ date: 0, driver: 1, suburb: 2, waitingTime: 3 });
  });

  test.each(['{"date":-1}', '{"date":1.5}', '{"price":1}', 'x', '[]'])('%s are refused', async (columns) => {
    await operator.agent
      .post('/api/imports/preview')
      .query({ columns })
      .set('Content-Type', 'text/csv')
      .send('a')
      .expect(400);
  });
});

describe('vehicles', () => {
  const rows = (heading: string, ...vehicles: string[]) =>
    Buffer.from(
      [
        `Date,Driver,Suburb,Postcode,Waiting,${heading}`,
        ...vehicles.map((text, index) => `31/10/2026 1${index}:05,Amy Young,Toowong,4066,5,${text}`),
      ].join('\n'),
    );

  test("are found by registration; an empty cell is the driver's usual one", async () => {
    const spare = await insertVehicle(testApp.db, operator.holderId, { registration: '456DEF' });
    await importFile(rows('Rego', '456 def', ''));
    expect((await storedTrips()).map(({ vehicleId }) => vehicleId)).toEqual([spare.id, amy.vehicleId]);
  });

  test('that are not known are new, with the nearest offered', async () => {
    const { id } = await insertVehicle(testApp.db, operator.holderId, { registration: '456DEF' });
    const answer = await preview(rows('Number plate', '456DEG', '123ABC'));
    expect(answer.counts).toMatchObject({ ready: 2 });
    expect(answer.newcomers.vehicles).toMatchObject([
      { registration: '456DEG', near: [{ id, registration: '456DEF' }] },
    ]);
  });

  test('that are wrong in nearly every row are the fault of their column, which can be left out', async () => {
    const fleet = rows('Vehicle', 'T101', 'T102', 'T103');
    const { columnFaults, columns, counts } = await preview(fleet);
    expect(counts).toMatchObject({ ready: 0, problem: 3 });
    const example = '"T101" is new. Which vehicle is T101? Enter its registration, or choose one of yours';
    expect(columnFaults).toEqual([{ field: 'vehicle', rows: 3, of: 3, example }]);
    const { vehicle: _, ...others } = columns;
    const without = await preview(fleet, { columns: JSON.stringify(others) });
    expect(without).toMatchObject({ columnFaults: [], counts: { ready: 3 } });
    await confirm(fleet, without).expect(201);
    expect((await storedTrips()).map(({ vehicleId }) => vehicleId)).toEqual(Array(3).fill(amy.vehicleId));
  });

  test.each<[string, string, string[], unknown]>([
    ['one row in ten is right', 'Rego', [...Array(9).fill('T1'), '123ABC'], [{ rows: 9, of: 10 }]],
    ['more are right', 'Rego', [...Array(8).fill('T1'), '123ABC', '123ABC'], []],
    ['a file has one row', 'Rego', ['T1'], []],
    ['a column that trips need is wrong', 'Date of pickup', ['x', 'y'], []],
  ])("are their column's fault or not: %s", async (_, heading, cells, faults) => {
    expect((await preview(rows(heading, ...cells))).columnFaults).toMatchObject(faults as object[]);
  });

  test('are those of the day, and a row with another one differs from the stored trip', async () => {
    const stored = await insertTrip(testApp.db, amy, { datetime: '2026-10-31T00:05:00.000Z' });
    await insertVehicle(testApp.db, operator.holderId, { registration: '456DEF' });
    const again = (vehicle: string) =>
      preview(
        Buffer.from(
          `Date,Driver,Suburb,Postcode,Waiting,Vehicle,Trip ID\n31/10/2026 10:05,Amy Young,Toowong,4066,5,${vehicle},${stored.id}`,
        ),
      );
    expect(remarksOf(await again(amy.vehicleRegistrationNumber))).toEqual([['stored', 'Already stored']]);
    expect(remarksOf(await again(''))).toEqual([['stored', 'Already stored']]);
    const changes = [{ label: 'Vehicle', from: amy.vehicleRegistrationNumber, to: '456DEF' }];
    expect((await again('456DEF')).rows).toMatchObject([{ status: 'differs', changes }]);
  });
});

describe('words of a column', () => {
  /** A file with a trip an hour, and a cell or two of each under these headings. */
  const jobs = (heading: string, ...cells: string[]) => {
    const rows = cells.map((cell, at) => `31/10/2026 ${at + 1}:05,Amy Young,Toowong,4066,5,${cell}`);
    return Buffer.from([`Date,Driver,Suburb,Postcode,Waiting,${heading}`, ...rows].join('\n'));
  };
  const answered = (file: Buffer, words: ImportAnswers['words']) =>
    preview(file, { answers: JSON.stringify({ words }) });
  const becomes = ({ words }: ImportPreview) =>
    Object.fromEntries(words.map(({ field, word, becomes }) => [`${field} ${word}`, becomes]));
  const storedKinds = async () => (await storedTrips()).map(({ kind }) => kind);

  test('are counted with what each becomes; rows that are no trips are left out', async () => {
    const file = jobs(
      'Job type,Status',
      'Booked,Completed',
      'Booked,rider_cancelled',
      'booked ,Customer  no show',
      'Taxi rank,completed',
      ',COMPLETED',
      'Street hail,customer no show',
    );
    const read = await preview(file);
    const known = { isKnown: true };
    expect(read.words).toEqual([
      { field: 'status', word: 'Completed', rows: 3, becomes: 'trip', ...known },
      { field: 'status', word: 'Customer no show', rows: 2, becomes: 'not-a-trip', ...known },
      { field: 'status', word: 'rider_cancelled', rows: 1, becomes: 'not-a-trip', ...known },
      { field: 'kind', word: 'Booked', rows: 3, becomes: 'booked', ...known },
      { field: 'kind', word: 'Taxi rank', rows: 1, becomes: 'rank-or-hail', ...known },
      { field: 'kind', word: '', rows: 1, becomes: 'booked', ...known },
      { field: 'kind', word: 'Street hail', rows: 1, becomes: 'rank-or-hail', ...known },
    ]);
    expect(read).toMatchObject({ answers: {}, notTrips: 3, counts: { ready: 3, problem: 0 } });
    const { id } = (await confirm(file, read).expect(201)).body;
    expect(await storedKinds()).toEqual(['booked', 'rank-or-hail', 'booked']);
    const [event] = await testApp.db.select().from(auditEvents).where(eq(auditEvents.entityId, id));
    expect(event?.changes).toMatchObject({ rowsNotTrips: { to: 3 } });
  });

  test('that are not known are asked at once, and nothing is checked or imported until all have an answer', async () => {
    const file = jobs('Job type,Status', 'H,Completed', 'Rank,COA', 'b,in progress', ',', 'B,COA');
    const asked = await preview(file);
    expect(becomes(asked)).toEqual({
      'status Completed': 'trip',
      'status COA': null,
      'status in progress': null,
      'status ': null,
      'kind b': null,
      'kind H': null,
      'kind Rank': 'rank-or-hail',
      'kind ': 'booked',
    });
    expect(asked).toMatchObject({ questions: [], rows: [], counts: { ready: 0, problem: 0 } });
    const { body } = await confirm(file, { ...asked, counts: { ...asked.counts, ready: 5 } }).expect(400);
    expect(body.message).toBe('What do these words mean: "COA", "in progress", a blank, "b", "H"?');
    expect(body.details[0]).toEqual({
      path: 'answers.words.status',
      message: '"COA" under "Status", 2 rows: trip; not-a-trip; rank-or-hail',
    });

    const some = { status: { coa: 'not-a-trip', 'In  progress': 'trip' }, kind: { B: 'booked' } } as const;
    const half = await answered(file, some);
    expect(half).toMatchObject({
      rows: [],
      answers: { words: { status: { COA: 'not-a-trip', 'in progress': 'trip' }, kind: { b: 'booked' } } },
    });
    await confirm(file, { ...half, counts: { ...half.counts, ready: 3 } }).expect(400);
    const rest = {
      status: { ...some.status, '': 'trip' },
      kind: { ...some.kind, H: 'rank-or-hail' },
    } as const;
    const read = await answered(file, rest);
    expect(read).toMatchObject({ notTrips: 2, counts: { ready: 3, problem: 0 } });
    const { id } = (await confirm(file, read).expect(201)).body;
    expect(await storedKinds()).toEqual(['rank-or-hail', 'booked', 'booked']);
    const [event] = await testApp.db.select().from(auditEvents).where(eq(auditEvents.entityId, id));
    expect(event?.changes).toMatchObject({
      wordsOfStatus: { to: 'COA: Not a trip; in progress: Trip; (blank): Trip' },
      wordsOfKind: { to: 'b: Booked; H: Rank or hail' },
      rowsNotTrips: { to: 2 },
    });
  });

  test('that are known can be given another meaning', async () => {
    const file = jobs('Job type', 'Rank', 'Booked', 'Cancelled');
    const read = await answered(file, {
      kind: { rank: 'booked', Cancelled: 'booked', Unheard: 'not-a-trip' },
    });
    expect(read).toMatchObject({
      answers: { words: { kind: { Rank: 'booked', Cancelled: 'booked' } } },
      notTrips: 0,
    });
    await confirm(file, read).expect(201);
    expect(await storedKinds()).toEqual(['booked', 'booked', 'booked']);
  });

  test('under a heading such as "Booked" are yes and no', async () => {
    expect(becomes(await preview(jobs('Booked', '0', '1', '')))).toEqual({
      'kind 0': 'rank-or-hail',
      'kind 1': 'booked',
      // it can be a no
      'kind ': null,
    });
    expect(becomes(await preview(jobs('Job type', 'Y', '0')))).toEqual({ 'kind Y': null, 'kind 0': null });
  });

  test('that say rank or hail next to a kind that says booked are pointed out', async () => {
    const read = await preview(jobs('Job type,Status', 'Booked,Street hail', ',Street hail'));
    expect(remarksOf(read)).toEqual([
      ['ready'],
      ['ready', 'The status says "Street hail", the kind "Booked": taken as rank or hail'],
    ]);
  });

  test('of rows without a date are not asked about, and repeated headings and totals are no words', async () => {
    const file = Buffer.from(
      'Date,Driver,Suburb,Postcode,Waiting,Status\n31/10/2026 9:05,Amy Young,Toowong,4066,5,Completed\nDate,Driver,Suburb,Postcode,Waiting,Status\nTotal,,,,5,\n,Amy Young,Toowong,4066,5,odd\n,,Toowong,,,Cancelled',
    );
    const read = await preview(file);
    expect(becomes(read)).toEqual({ 'status Completed': 'trip' });
    expect(read).toMatchObject({ notTrips: 1, counts: { ready: 1, differs: 0, problem: 3 } });
  });

  test('of a column that has none, or no column, are nothing to ask about', async () => {
    for (const file of [csv('31/10/2026 14:05,,DA-1,Toowong,4066,5,,'), jobs('Booked,Status', ',', ',')])
      expect(await preview(file)).toMatchObject({
        words: [],
        notTrips: 0,
        questions: [],
        counts: { problem: 0 },
      });
  });

  test('that are too many to be states or kinds refuse the column, until it is left out', async () => {
    const many = jobs('Status', ...Array.from({ length: 41 }, (_, at) => `${at} Smith Street`));
    const refused = await preview(many);
    expect(refused).toMatchObject({ words: [], tooManyWords: ['status'], rows: [], counts: { ready: 0 } });
    const { body } = await confirm(many, { ...refused, counts: { ...refused.counts, ready: 1 } }).expect(400);
    expect(body.message).toContain('Column "Status" has more than 40 different words');
    const { status: _, ...columns } = refused.columns;
    expect((await preview(many, { columns: JSON.stringify(columns) })).tooManyWords).toEqual([]);

    const most = await preview(jobs('Status', ...Array.from({ length: 40 }, (_, at) => `state ${at}`)));
    expect([most.words.length, most.tooManyWords]).toEqual([40, []]);
    const long = jobs('Status', ...Array.from({ length: 20 }, (_, at) => `${'状態'.repeat(14)}${at}`));
    expect((await preview(long)).tooManyWords).toEqual(['status']);
  });

  test('that are long are asked by their beginning, and odd ones can be answered', async () => {
    const odd = [
      `Completed ${'x'.repeat(90)}`,
      'constructor',
      '"a ""quoted"", word"',
      '%00&=',
      '😀'.repeat(29),
    ];
    const asked = await preview(jobs('Status', ...odd));
    expect(asked.words.map(({ becomes }) => becomes)).toEqual(Array(5).fill(null));
    expect(asked.words[0]?.word).toBe(`Completed ${'x'.repeat(49)}…`);
    const status = Object.fromEntries(asked.words.map(({ word }) => [word, 'trip' as const]));
    const file = jobs('Status', ...odd);
    const read = await answered(file, { status });
    expect(read.counts.ready).toBe(5);
    await confirm(file, read).expect(201);
  });

  test.each([
    '{"words":{"kind":{"H":"trip"}}}',
    '{"words":{"status":{"H":"booked"}}}',
    '{"words":{"notes":{}}}',
  ])('with %s as answers are refused', async (answers) => {
    const query = { answers };
    const asked = operator.agent.post('/api/imports/preview').query(query).set('Content-Type', 'text/csv');
    await asked.send(jobs('Status', 'H')).expect(400);
  });
});

describe('typed rows', () => {
  const cells = {
    date: '2026-10-31',
    time: '14:05',
    licence: 'DA-1',
    suburb: "'Nowhere",
    postcode: '4066',
    waitingTime: '5',
    duration: '',
    notes: '=a "note", with\nlines',
  };
  const rows = [
    { number: 3, cells },
    { number: 7, cells: { ...cells, notes: 'another' } },
  ];
  const ask = (body: object, who = operator) => who.agent.post('/api/imports/typed/preview').send(body);
  const store = (body: object, key = randomUUID() as string, who = operator) =>
    who.agent.post('/api/imports/typed').set('Idempotency-Key', key).send(body);

  test('say of what kind they are, or are refused', async () => {
    const typed = (kind: string) => [{ number: 1, cells: { ...cells, kind } }];
    const { body } = await ask({ rows: typed('taxi') }).expect(200);
    expect(body.rows[0].remarks).toMatchObject([
      {
        kind: 'problem',
        text: 'Kind of trip "taxi" cannot be read: write booked, rank or hail, or for another entity',
      },
    ]);
    expect(body.rows[0].cells.kind).toBe('taxi');
    await store({ rows: typed('Rank'), fileName: 'Log several', tripCount: 1 }).expect(201);
    expect(await storedTrips()).toMatchObject([{ kind: 'rank-or-hail' }]);
  });

  test('are checked with the numbers that people see, and stored as they stand', async () => {
    const { body } = await ask({ rows }).expect(200);
    expect(body.counts).toMatchObject({ ready: 1, repeated: 1 });
    expect(body.rows.find(({ number }: { number: number }) => number === 7).remarks[0].text).toBe(
      'The same driver, time and place as row 3, with other details: only row 3 counts',
    );
    const typed = { rows: rows.slice(0, 1), fileName: 'Log several', tripCount: 1 };
    const key = randomUUID();
    const answers = await Promise.all([store(typed, key), store(typed, key)]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(answers[0]?.body).toMatchObject({ id: key, fileName: 'Log several', tripCount: 1 });
    expect(await storedTrips()).toMatchObject([{ suburb: "'Nowhere", notes: '=a "note", with\nlines' }]);
    await store({ ...typed, fileName: 'Other' }, key).expect(422);
    await store(typed).expect(409);
  });

  test("of another holder's driver are refused", async () => {
    const { body } = await ask({ rows }, await testApp.signIn()).expect(200);
    expect(body.counts).toMatchObject({ ready: 0, problem: 2 });
  });

  test.each([
    ['nothing', { rows: [] }],
    ['too many', { rows: Array.from({ length: 201 }, (_, index) => ({ number: index + 1, cells: {} })) }],
    ['one number twice', { rows: [rows[0], rows[0]] }],
    ['a number beyond a sheet', { rows: [{ number: 1_048_577, cells }] }],
    ['a field that is none', { rows: [{ number: 1, cells: { price: '5' } }] }],
    ['a text beyond any field', { rows: [{ number: 1, cells: { notes: 'x'.repeat(8001) } }] }],
    ['no rows', {}],
  ])('that are %s are refused', async (_, body) => {
    await ask(body).expect(400);
  });

  test('that are no JSON, or too much of it, are refused', async () => {
    const agent = operator.agent.post('/api/imports/typed/preview');
    await agent.set('Content-Type', 'text/csv').send('a,b').expect(415);
    await ask({ rows: 'x'.repeat(3_000_000) }).expect(413);
  });
});

describe('trips without a waiting time', () => {
  const blank = csv(
    '31/10/2026 14:05,,DA-1,Toowong,4066,,,',
    '31/10/2026 15:05,,DA-1,Toowong,4066,-,,',
    '31/10/2026 16:05,,DA-1,Toowong,4066,unknown,,',
    '31/10/2026 17:05,,DA-1,Toowong,4066,7,,',
  );
  const answered = (file: Buffer, blankWaits: string) =>
    preview(file, { answers: JSON.stringify({ blankWaits }) });
  const storedWaits = async () => (await storedTrips()).map(({ waitingTime }) => waitingTime);

  test('are asked about once; a client that does not know the question stores 0, as before', async () => {
    const asked = await preview(blank);
    expect(asked).toMatchObject({ counts: { ready: 4 }, answers: {} });
    expect(asked.questions).toMatchObject([
      {
        name: 'blankWaits',
        reason: '"Waiting Time (minutes)" is blank in 2 of 4 rows, first in row 2.',
        choices: [{ value: '0' }, { value: 'unknown' }],
      },
    ]);
    await confirm(blank, asked).expect(201);
    expect(await storedWaits()).toEqual([null, null, null, 7]);
  });

  test('are stored as what they mean, and what says "unknown" is unknown in any case', async () => {
    const zero = await answered(blank, '0');
    expect(remarksOf(zero).filter(([, remark]) => remark)).toEqual([
      ['ready', 'Waiting time is blank: taken as 0'],
      ['ready', 'Waiting time is "-": taken as 0'],
      ['ready', 'Waiting time is not known'],
    ]);
    const { id } = (await confirm(blank, zero).expect(201)).body;
    expect(await storedWaits()).toEqual([0, 0, null, 7]);
    await operator.agent.post(`/api/imports/${id}/undo`).expect(200);
    await confirm(blank, await answered(blank, 'unknown')).expect(201);
    expect(await storedWaits()).toEqual([null, null, null, 7]);
    const { body } = await operator.agent.get('/api/statistics').expect(200);
    expect(body).toMatchObject({ totalTrips: 4, avgWaitTime: 7, unknownWaits: 3 });
  });

  test('are asked about where no column has waits, and nothing says so row by row', async () => {
    const file = Buffer.from('Date,Driver,Suburb,Postcode\n31/10/2026 14:05,Amy Young,Toowong,4066');
    const asked = await preview(file);
    expect(asked.questions).toMatchObject([
      {
        name: 'blankWaits',
        reason: expect.stringMatching(/^No column of the file is read as waiting times/),
      },
    ]);
    const checked = await answered(file, 'unknown');
    expect(remarksOf(checked)).toEqual([['ready']]);
    await confirm(file, checked).expect(201);
    expect(await storedWaits()).toEqual([null]);
    const { body } = await operator.agent.get('/api/statistics').expect(200);
    expect(body).toMatchObject({ avgWaitTime: null, unknownWaits: 1 });
  });

  test('stay unknown in an export that is imported again', async () => {
    const file = csv(
      '31/10/2026 14:05,,DA-1,Toowong,4066,unknown,,',
      '31/10/2026 15:05,,DA-1,Toowong,4066,4,,',
    );
    const { id } = await importFile(file);
    const { body } = await operator.agent
      .get('/api/export/trips')
      .query({ format: 'csv' })
      .buffer()
      .parse(asBuffer)
      .expect(200);
    expect(body.toString()).toContain(',Unknown,');
    expect((await preview(body)).counts).toMatchObject({ stored: 2 });
    await operator.agent.post(`/api/imports/${id}/undo`).expect(200);
    const again = Buffer.from(body.toString().replaceAll(/,[0-9a-f-]{36}\r/g, ',\r'));
    await importFile(again);
    expect(await storedWaits()).toEqual([null, 4]);
  });

  test('stay unknown when the trip is changed, get a number, and Undo takes it again', async () => {
    await importFile(csv('31/10/2026 14:05,,DA-1,Toowong,4066,unknown,,'));
    const [{ id = '' } = {}] = await storedTrips();
    const change = (waitingTime: number | null) =>
      operator.agent.put(`/api/trips/${id}`).send({ ...buildTrip(amy), waitingTime });
    for (const waitingTime of [null, 5, null]) {
      const { body } = await change(waitingTime).expect(200);
      expect(body.waitingTime).toBe(waitingTime);
    }
    const typed = await insertTrip(testApp.db, amy, {});
    const { body } = await operator.agent
      .put(`/api/trips/${typed.id}`)
      .send({ ...buildTrip(amy), waitingTime: null })
      .expect(400);
    expect(body.details).toEqual([{ path: 'waitingTime', message: 'Waiting time is required' }]);
    await operator.agent
      .post('/api/trips')
      .send({ ...buildTrip(amy), waitingTime: null })
      .expect(400);
  });

  test('that are typed into the grid are 0, and "unknown" is no number', async () => {
    const cells = { date: '31/10/2026', time: '14:05', licence: 'DA-1', suburb: 'Toowong', postcode: '4066' };
    const remarks = async (waitingTime: string) => {
      const rows = [{ number: 1, cells: { ...cells, waitingTime } }];
      const { body } = await operator.agent.post('/api/imports/typed/preview').send({ rows }).expect(200);
      return remarksOf(body);
    };
    expect(await remarks('')).toEqual([['ready', 'Waiting time is blank: taken as 0']]);
    expect((await remarks('unknown'))[0]?.[0]).toBe('problem');
  });
});

describe('an import', () => {
  const file = csv(
    '31/10/2026 14:05,,DA-1,Toowong,4066,5,20,"first, with a note"',
    '31/10/2026 15:05,,DA-1, new   farm ,4005,0,,',
    '31/10/2026 16:05,,,Toowong,4066,5,,',
  );

  test('stores what is ready, with who did it, and leaves the rest out', async () => {
    const imported = await importFile(file);
    expect(imported).toMatchObject({
      fileName: 'trips.csv',
      tripCount: 2,
      importedBy: 'Mary Jane Smith',
      undoneAt: null,
    });
    const stored = await storedTrips();
    expect(stored).toMatchObject([
      {
        driverId: amy.id,
        driverAuthorityLicense: 'DA-1',
        suburb: 'Toowong',
        postcode: '4066',
        waitingTime: 5,
        duration: 20,
        datetime: new Date('2026-10-31T04:05:00Z'),
        notes: 'first, with a note',
        importId: imported.id,
      },
      { suburb: 'New Farm', waitingTime: 0, duration: null, notes: null },
    ]);
    const { body } = await operator.agent.get('/api/statistics').expect(200);
    expect(body.totalTrips).toBe(2);
    const audit = await testApp.db
      .select({ entity: auditEvents.entity, entityId: auditEvents.entityId, action: auditEvents.action })
      .from(auditEvents)
      .where(eq(auditEvents.beaHolderId, operator.holderId));
    expect(audit).toContainEqual({ entity: 'import', entityId: imported.id, action: 'created' });
    for (const { id } of stored)
      expect(audit).toContainEqual({ entity: 'trip', entityId: id, action: 'created' });
  });

  test('again with the same key answers the first', async () => {
    const checked = await preview(file);
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 8 }, () => confirm(file, checked, { key })));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(201));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await storedTrips()).toHaveLength(2);
  });

  test('of another file with the same key is refused', async () => {
    const key = randomUUID();
    await confirm(file, await preview(file), { key }).expect(201);
    const other = Buffer.from(file.toString().replace('Chermside', 'Aspley').concat('\n'));
    const { body } = await confirm(other, await preview(other), { key }).expect(422);
    expect(body.message).toBe('This Idempotency-Key was used for another import');
    expect(await storedTrips()).toHaveLength(2);
  });

  test('of one file by two people at once is stored once', async () => {
    const checked = await preview(file);
    const answers = await Promise.all([confirm(file, checked), confirm(file, checked)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(await storedTrips()).toHaveLength(2);
  });

  test('is refused whole when something changed since the preview', async () => {
    const checked = await preview(file);
    await insertTrip(testApp.db, amy, { datetime: '2026-10-31T04:05:00Z' });
    const { body } = await confirm(file, checked).expect(409);
    expect(body.message).toContain('since the preview');
    expect(await storedTrips()).toHaveLength(1);
  });

  test('of nothing is refused', async () => {
    await importFile(file);
    const { body } = await confirm(file, await preview(file)).expect(409);
    expect(body.message).toBe('There is nothing to import in this file');
  });

  test('of a file that leaves something open asks, and stores nothing until it is answered', async () => {
    const open = csv('7/1/2026,,DA-1,Toowong,4066,5,,', '7/13/2026,,DA-1,Toowong,4066,5,,');
    const asked = await preview(open);
    expect(asked).toMatchObject({ answers: {}, rows: [], counts: { ready: 0, problem: 0 } });
    const counts = { ...asked.counts, ready: 2 };
    const { body } = await confirm(open, { ...asked, counts }).expect(400);
    expect(body).toMatchObject({
      message: 'Which day is 7/1/2026? 7/13/2026 is no date with the day first.',
      details: [{ path: 'answers.dateOrder', message: expect.stringContaining('month-first: Month first') }],
    });
    // no choice of this file
    await confirm(open, { ...asked, counts, answers: { dateOrder: 'year-first' } }).expect(400);
    await confirm(open, { ...asked, counts, answers: { century: '2000', daysFrom: '1904' } }).expect(400);
    expect(await storedTrips()).toEqual([]);

    const answers = { dateOrder: 'month-first' } as const;
    const read = await preview(open, { answers: JSON.stringify(answers) });
    await confirm(open, read).expect(201);
    expect((await storedTrips()).map(({ datetime }) => datetime)).toEqual([
      new Date('2026-06-30T14:00:00Z'),
      new Date('2026-07-12T14:00:00Z'),
    ]);
  });

  test.each(['{"dateOrder":"x"}', '{"order":"day-first"}', '[]', 'x'])(
    'with %s as answers is refused',
    async (answers) => {
      await operator.agent
        .post('/api/imports/preview')
        .query({ answers })
        .set('Content-Type', 'text/csv')
        .send('a')
        .expect(400);
    },
  );

  test.each(['-1', '1.5', '100', 'x'])('of sheet %s is refused', async (sheet) => {
    await operator.agent
      .post('/api/imports/preview')
      .query({ sheet })
      .set('Content-Type', 'text/csv')
      .send('a')
      .expect(400);
  });

  test('needs a key', async () => {
    await confirm(file, await preview(file), { key: 'mine' }).expect(400);
  });

  test.each([
    ['JSON', 'application/json', '{}', 400],
    ['what a form sends', 'text/plain', 'a,b', 415],
    ['nothing', 'text/csv', '', 400],
    ['a picture', 'text/csv', Buffer.from([0x89, 0x50, 0x4e, 0x47]), 400],
    ['headings only', 'text/csv', 'Date,Driver', 400],
    ['too many rows', 'text/csv', `Date\n${'1\n'.repeat(20_001)}`, 400],
    ['too many bytes', 'text/csv', Buffer.alloc(MAX_IMPORT_BYTES + 1, 'x'), 413],
  ])('of %s is refused', async (_, type, body, status) => {
    const answer = await operator.agent.post('/api/imports/preview').set('Content-Type', type).send(body);
    expect(answer.status).toBe(status);
    expect(answer.body.message).toEqual(expect.any(String));
  });

  test('from another site, and without a session, is refused', async () => {
    await operator.agent
      .post('/api/imports/preview')
      .set({ 'Content-Type': 'text/csv', 'Sec-Fetch-Site': 'cross-site' })
      .send(file)
      .expect(403);
    await operator.agent.post('/api/auth/logout').expect(204);
    await operator.agent.post('/api/imports/preview').set('Content-Type', 'text/csv').send(file).expect(401);
    await operator.agent.get('/api/imports').expect(401);
  });
});

describe('undo', () => {
  const file = csv('31/10/2026 14:05,,DA-1,Toowong,4066,5,,', '31/10/2026 15:05,,DA-1,Toowong,4066,5,,');

  test('deletes the trips of the import, and only those', async () => {
    const own = await insertTrip(testApp.db, amy);
    const imported = await importFile(file);
    const { body } = await operator.agent.post(`/api/imports/${imported.id}/undo`).expect(200);
    const undone = { ...imported, undoneAt: '2026-11-21T02:00:00.000Z' };
    expect(body).toEqual({ ...undone, kept: [] });
    expect((await storedTrips()).map(({ id }) => id)).toEqual([own.id]);
    expect((await operator.agent.get('/api/trips/deleted').expect(200)).body).toHaveLength(2);
    expect((await operator.agent.get('/api/imports').expect(200)).body).toEqual([undone]);
    const [events] = await testApp.db
      .select({ count: count() })
      .from(auditEvents)
      .where(and(eq(auditEvents.beaHolderId, operator.holderId), eq(auditEvents.action, 'deleted')));
    expect(events?.count).toBe(3);
  });

  test('again changes nothing, and the file can be imported again', async () => {
    const { id } = await importFile(file);
    const { body: first } = await operator.agent.post(`/api/imports/${id}/undo`).expect(200);
    testApp.setNow('2026-11-21T03:00:00Z');
    const { body: second } = await operator.agent.post(`/api/imports/${id}/undo`).expect(200);
    testApp.setNow('2026-11-21T02:00:00Z');
    expect(second).toEqual(first);
    await importFile(file);
    expect(await storedTrips()).toHaveLength(2);
  });

  test("of another holder's import is not found, and their key is not taken", async () => {
    const imported = await importFile(file);
    const other = await testApp.signIn();
    await insertDriver(testApp.db, other.holderId, { driverAuthorityLicense: 'DA-1' });
    await other.agent.post(`/api/imports/${imported.id}/undo`).expect(404);
    expect((await other.agent.get('/api/imports').expect(200)).body).toEqual([]);
    await confirm(file, await preview(file, {}, other), { key: imported.id, who: other }).expect(201);
    await other.agent.post(`/api/imports/${imported.id}/undo`).expect(200);
    expect(await storedTrips()).toHaveLength(2);
  });

  test.each(['unknown', '../x', randomUUID()])('of %s is not found', async (id) => {
    await operator.agent.post(`/api/imports/${encodeURIComponent(id)}/undo`).expect(404);
    await operator.agent.get(`/api/imports/${encodeURIComponent(id)}/lodged`).expect(404);
  });
});

test('the audit trail keeps by which answers a file was read, and how many rows were left out or remarked on', async () => {
  const book = new ExcelJS.Workbook();
  book.addWorksheet('Cover').addRow(['Smith Cars']);
  const sheet = book.addWorksheet('July');
  sheet.addRow(HEADINGS.split(','));
  for (const [date, licence, wait] of [
    ['7/1/2026', 'DA-1', '5'],
    ['7/13/2026 10:00', 'DA-1', ''],
    ['7/13/2026 10:02', 'DA-1', '5'],
    ['7/13/2026 10:02', 'DA-1', '5'],
    ['7/14/2026', '', '5'],
  ])
    sheet.addRow([date, '', licence, 'Toowong', '4066', wait]);
  const file = Buffer.from(await book.xlsx.writeBuffer());
  const answers = JSON.stringify({ dateOrder: 'month-first', blankWaits: '0' });
  const { id } = (await confirm(file, await preview(file, { sheet: '1', answers })).expect(201)).body;
  const [event] = await testApp.db.select().from(auditEvents).where(eq(auditEvents.entityId, id));
  expect(event?.changes).toMatchObject({
    fileName: { to: 'trips.csv' },
    tripCount: { to: 3 },
    sheet: { to: 'July' },
    dateOrder: { to: 'month-first' },
    blankWaits: { to: '0' },
    rowsWithProblems: { to: 1 },
    rowsRepeated: { to: 1 },
    rowsToCheck: { to: 1 },
    rowsWithNotes: { to: 1 },
  });
});

test('the lodged reports that an import changes are said before it, and before it is undone', async () => {
  const lodge = { report: 'quarterly', period: 'Q1-2026', lodgedOn: '2026-10-20' };
  await operator.agent.post('/api/lodgements').send(lodge).expect(201);
  const [first, second, other] = ['30/06/2026', '1/07/2026', '30/09/2026'].map(
    (day) => `${day} 14:05,,DA-1,Toowong,4066,5,,`,
  );
  const file = csv(`${first}`, `${second}`, `${other}`, `${other}`, '1/09/2026,,,Toowong,4066,5,,');
  const checked = await preview(file);
  expect(checked.lodged).toEqual([{ period: 'Q1-2026', trips: 2 }]);
  expect(checked.counts).toMatchObject({ ready: 3, repeated: 1, problem: 1 });

  const { id } = (await confirm(file, checked).expect(201)).body;
  const lodgedBy = async () => (await operator.agent.get(`/api/imports/${id}/lodged`).expect(200)).body;
  expect(await lodgedBy()).toEqual([{ period: 'Q1-2026', trips: 2 }]);
  const deleted = (await storedTrips()).at(-1);
  await operator.agent.delete(`/api/trips/${deleted?.id}`).expect(204);
  expect(await lodgedBy()).toEqual([{ period: 'Q1-2026', trips: 1 }]);
  await operator.agent.post(`/api/imports/${id}/undo`).expect(200);
  expect(await lodgedBy()).toEqual([]);
  expect((await preview(csv(`${first}`))).lodged).toEqual([]);
  await (await testApp.signIn()).agent.get(`/api/imports/${id}/lodged`).expect(404);
});

describe('the template', () => {
  test('is a workbook that can be filled in and imported', async () => {
    const { body, headers } = await operator.agent.get('/api/imports/template').buffer().parse(asBuffer);
    expect(headers['content-disposition']).toContain('trips-template.xlsx');
    const workbook = new ExcelJS.Workbook();
    await workbook.xlsx.load(body);
    expect(workbook.worksheets.map(({ name }) => name)).toEqual(['Trips', 'How to fill in']);
    workbook.worksheets[0]?.addRow([new Date('2026-10-31T14:05:00Z'), '', 'DA-1', 'Toowong', '4066', 5]);
    await importFile(Buffer.from(await workbook.xlsx.writeBuffer()));
    expect(await storedTrips()).toMatchObject([
      { datetime: new Date('2026-10-31T04:05:00Z'), postcode: '4066' },
    ]);
  });

  test('is had as CSV too', async () => {
    const { text } = await operator.agent.get('/api/imports/template?format=csv').expect(200);
    const headings = [...HEADINGS.split(','), 'Booking Reference', 'Kind of Trip', 'Vehicle'];
    expect(text.replace('\ufeff', '').trim().split(',')).toEqual(expect.arrayContaining(headings));
    expect(text).toMatch(/^\ufeffDate,.*,Vehicle\r\n$/);
  });
});

describe('what was exported', () => {
  const text = (max: number) =>
    fc.string({
      unit: fc.constantFrom("'", '=', '-', ',', '"', ';', 'a', 'Ł', '😀', '\u0301', ' ', '_x0041_'),
      maxLength: max,
    });
  const exportedTrip = fc.record({
    suburb: text(12).filter((suburb) => suburb.trim() !== '' && whyNoSuburb(suburb) === undefined),
    postcode: fc.integer({ min: 0, max: 9999 }).map((code) => String(code).padStart(4, '0')),
    waitingTime: fc.integer({ min: 0, max: 10_080 }),
    duration: fc.option(fc.integer({ min: 0, max: 10_080 })),
    datetime: fc
      .date({
        min: new Date('2000-01-02T00:00:00Z'),
        max: new Date('2099-12-30T00:00:00Z'),
        noInvalidDate: true,
      })
      .map((date) => date.toISOString()),
    bookingReference: fc.option(text(20)),
    notes: fc.option(fc.oneof(text(30), fc.constant('two\nlines\tand more'))),
    kind: fc.constantFrom('booked', 'rank-or-hail', 'other-entity'),
  });

  test.each(['excel', 'csv'])('as %s is the same trips when it is imported again', async (format) => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(exportedTrip, { minLength: 1, maxLength: 8, selector: ({ datetime }) => datetime }),
        async (bodies) => {
          const [from, to] = await Promise.all([testApp.signIn(), testApp.signIn()]);
          const licence = { driverAuthorityLicense: '=DA-1', firstName: '-Amy' };
          const driver = await insertDriver(testApp.db, from.holderId, licence);
          await insertDriver(testApp.db, to.holderId, licence);
          const { id: driverId, driverAuthorityLicense } = driver;
          for (const body of bodies)
            await from.agent
              .post('/api/trips')
              .send({ ...body, driverId, driverAuthorityLicense })
              .expect(201);
          const file = await exported(from, format);

          const again = await preview(file, {}, from);
          expect(again.counts).toEqual({
            ready: 0,
            differs: 0,
            problem: 0,
            repeated: 0,
            stored: bodies.length,
          });
          expect(remarksOf(again)).toEqual(bodies.map(() => ['stored', 'Already stored']));
          await importFile(file, to);
          const figures = async (holderId: string) =>
            (await storedTrips(holderId)).map((trip) => ({
              ...trip,
              ...{ id: '', beaHolderId: '', driverId: '', vehicleId: '', importId: null },
              suburb: capitaliseSuburb(trip.suburb),
            }));
          expect(await figures(to.holderId)).toEqual(await figures(from.holderId));
        },
      ),
      { numRuns: 12 },
    );
  });

  async function exported({ agent }: SignedIn, format: string): Promise<Buffer> {
    const { body } = await agent.get(`/api/export/trips?format=${format}`).buffer().parse(asBuffer);
    return body;
  }

  test('and edited differs, instead of storing the trip twice', async () => {
    const trip = await insertTrip(testApp.db, amy, { datetime: '2026-10-31T04:05:00Z' });
    const row = (overrides: Partial<ExportedTrip>): ExportedTrip => ({
      ...trip,
      driverName: 'Amy Young',
      vehicleRegistration: '123ABC',
      ...overrides,
    });
    const file = await buffer(renderTripsWorkbook([row({ waitingTime: 99 })], new Date()));
    const changes = [{ label: 'Waiting time', from: '5', to: '99' }];
    expect((await preview(file)).rows).toMatchObject([{ status: 'differs', changes }]);
    const added = await buffer(renderTripsCsv([row({}), row({ id: '', suburb: 'Milton' })]));
    expect((await preview(added)).counts).toEqual({
      ready: 1,
      differs: 0,
      problem: 0,
      repeated: 0,
      stored: 1,
    });
  });

  test('of a driver who was removed since is still known as stored', async () => {
    const trip = await insertTrip(testApp.db, amy);
    await operator.agent.delete(`/api/drivers/${amy.id}`).expect(204);
    const file = await buffer(
      renderTripsCsv([{ ...trip, driverName: 'Amy Young', vehicleRegistration: '123ABC' }]),
    );
    expect((await preview(file)).counts.stored).toBe(1);
  });
});
