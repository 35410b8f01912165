import { randomUUID } from 'node:crypto';
import { MAX_WAITING_FILES } from '@shared/limits';
import { auditEvents } from '@shared/tables/holders';
import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { workbook } from '../../../test/awkward-files/workbook-builder';
import { insertDriver } from '../../../test/builders';
import { createTestApp } from '../../../test/http/create-test-app';
import { csvOf, holderWithFiles } from '../../../test/spreadsheets/holder-with-files';
import { fileOf, HEADINGS, holderWithProgram, row } from '../../../test/spreadsheets/holder-with-program';

const testApp = createTestApp();

test('rows that need no one are stored at once, as an import of the program, and nothing waits', async () => {
  const { agent, sent, waiting, kept, layout } = await holderWithProgram(testApp);
  const answer = await sent(fileOf(row(1), row(2), row(3), row(3), 'Total,,,15,'));
  expect(answer).toEqual({
    ...{ layout: { id: layout.id, name: 'Fleet export' }, stored: 2, importId: expect.any(String) },
    ...{ waiting: 0, waitingId: null, reasons: [], alreadyStored: 1, repeated: 1, notTrips: 1, deleted: 0 },
  });
  expect([await waiting(), await kept()]).toEqual([[], 3]);
  const { body: imports } = await agent.get('/api/imports').expect(200);
  expect(imports.find(({ id }: { id: string }) => id === answer.importId)).toMatchObject({
    fileName: 'today.csv',
    tripCount: 2,
    importedBy: 'Dispatch (token)',
  });
  const { body: undone } = await agent.post(`/api/imports/${answer.importId}/undo`).expect(200);
  expect([undone.kept, await kept()]).toEqual([[], 1]);
});

test('rows that need someone wait, counted by what they need; the others are stored', async () => {
  const { sent, waiting, kept } = await holderWithProgram(testApp);
  const answer = await sent(
    fileOf(
      row(1, { wait: '9' }),
      row(2),
      row(3, { driver: 'Bob Stone' }),
      row(4, { wait: 'ages' }),
      row(5, { wait: 'long' }),
    ),
  );
  const reasons = [
    '1 driver that you do not have: Bob Stone',
    expect.stringMatching(/^Row 5 and 1 more: Waiting time "ages" cannot be read/i),
    '1 row differs from trips that are stored',
  ];
  expect(answer).toMatchObject({
    stored: 1,
    waiting: 4,
    reasons,
    alreadyStored: 0,
    repeated: 0,
    notTrips: 0,
  });
  expect(await kept()).toBe(2);
  expect(await waiting()).toEqual([
    {
      ...{ id: answer.waitingId, fileName: 'today.csv', layout: 'Fleet export', rows: 4, reasons },
      ...{ token: 'Dispatch', createdAt: expect.any(String) },
    },
  ]);
});

test('a vehicle that the holder does not have is added by people only', async () => {
  const holder = await holderWithProgram(testApp);
  const headings = 'Date,Driver,Suburb,Wait (min),Car';
  const file = (day: number, car: string) =>
    csvOf(headings, `${day}/07/2026 08:00,Amy Young,Toowong,5,${car}`);
  const { columns } = await holder.preview(file(8, ''));
  await holder.bring(file(8, ''), { columns: { ...columns, vehicle: 4 } }, 'Cars.csv');
  const answer = await holder.sent(
    csvOf(
      headings,
      ...['999ZZZ', 'T101', ''].map((car, at) => `${9 + at}/07/2026 08:00,Amy Young,Toowong,5,${car}`),
    ),
    { layout: 'cars' },
  );
  expect(answer).toMatchObject({ stored: 1, waiting: 2 });
  expect(answer.reasons).toEqual(['2 vehicles that you do not have: 999ZZZ, T101']);
  const { body: vehicles } = await holder.agent.get('/api/vehicles').expect(200);
  expect(vehicles.map(({ registration }: { registration: string }) => registration)).not.toContain('999ZZZ');
});

test('a person whom the layout leaves out is left out without a question', async () => {
  const { bring, sent, waiting } = await holderWithProgram(testApp);
  const bob = fileOf(row(2), row(3, { driver: 'Bob Stone' }));
  await bring(bob, { newcomers: { drivers: { 'w:bob stone': { as: 'left-out' } }, vehicles: {} } });
  const answer = await sent(fileOf(row(4), row(5, { driver: 'Bob Stone' })));
  expect(answer).toMatchObject({ stored: 1, waiting: 0, reasons: [], notTrips: 1 });
  expect(await waiting()).toEqual([]);
});

describe('a file that asks about all of its rows waits whole', () => {
  test('for a new word', async () => {
    const { sent, kept } = await holderWithProgram(testApp);
    const answer = await sent(fileOf(row(2), row(3, { status: 'XYZ' })));
    expect(answer).toMatchObject({ stored: 0, importId: null, waiting: 2 });
    expect(answer.reasons).toEqual(['What does this word mean: "XYZ"?']);
    expect(await kept()).toBe(1);
  });

  test('for what a blank wait means, which no one has said', async () => {
    const holder = await holderWithFiles(testApp);
    await holder.bring(csvOf('Date,Driver,Suburb,Wait', '1/07/2026 08:00,Amy Young,Toowong,5'), {
      answers: { waitingUnit: 'minutes' },
    });
    const { body } = await holder.agent
      .post('/api/imports/files')
      .query({ layout: 'Fleet export' })
      .set('Content-Type', 'text/csv')
      .send(csvOf('Date,Driver,Suburb,Wait', '2/07/2026 08:00,Amy Young,Toowong,'))
      .expect(200);
    expect(body).toMatchObject({ stored: 0, waiting: 1, reasons: [expect.stringContaining('waiting time')] });
  });

  test('for headings that are not the layout’s, and the name of a file that has none is the layout’s', async () => {
    const { sent, waiting } = await holderWithProgram(testApp);
    const file = csvOf(`${HEADINGS},Fare`, `${row(2)},20`);
    const { reasons } = await sent(file, { fileName: '' });
    expect(reasons).toContain('The headings are not those of the layout "Fleet export"');
    expect(await waiting()).toMatchObject([{ fileName: 'Fleet export', rows: 1 }]);
  });
});

test('sent again, a file stores nothing twice and waits once; a newer one with its rows waits in its place', async () => {
  const { sent, waiting, kept } = await holderWithProgram(testApp);
  const file = fileOf(row(2), row(3, { driver: 'Bob Stone' }));
  const first = await sent(file);
  const again = await sent(file);
  expect(again).toMatchObject({ stored: 0, alreadyStored: 1, waiting: 1, waitingId: first.waitingId });
  const longer = await sent(fileOf(row(2), row(3, { driver: 'Bob Stone' }), row(4, { driver: 'Bob Stone' })));
  expect(longer.waitingId).not.toBe(first.waitingId);
  expect(await waiting()).toMatchObject([{ id: longer.waitingId, rows: 2 }]);
  await sent(file, { fileName: 'other.csv' });
  expect([(await waiting()).length, await kept()]).toEqual([2, 2]);
});

test('what waited is stored by the next file once it needs no one, and no longer waits', async () => {
  const { holderId, sent, waiting, kept } = await holderWithProgram(testApp);
  const file = fileOf(row(2), row(3, { driver: 'Bob Stone' }));
  await sent(file);
  await insertDriver(testApp.db, holderId, {
    ...{ firstName: 'Bob', lastName: 'Stone', driverAuthorityLicense: 'DA-2' },
    startDate: '2026-01-01T00:00:00Z',
  });
  expect(await sent(file)).toMatchObject({ stored: 1, alreadyStored: 1, waiting: 0, waitingId: null });
  expect([await waiting(), await kept()]).toEqual([[], 3]);
});

test('several at once store each trip once', async () => {
  const { sent, kept } = await holderWithProgram(testApp);
  const file = fileOf(...[2, 3, 4, 5].map((day) => row(day)));
  const answers = await Promise.all([sent(file), sent(file), sent(file)]);
  expect(answers.map(({ stored }) => stored).toSorted()).toEqual([0, 0, 4]);
  expect(await kept()).toBe(5);
});

describe('a waiting file', () => {
  const bob = fileOf(row(2), row(3, { driver: 'Bob Stone' }));

  test('is read as it was sent, imported with the answers of a person, and gone with its import', async () => {
    const { agent, sent, waiting, kept } = await holderWithProgram(testApp);
    const { waitingId } = await sent(bob);
    const { text: body, headers } = await agent.get(`/api/imports/waiting/${waitingId}/file`).expect(200);
    expect(body).toBe(bob);
    expect(headers['content-disposition']).toContain('today.csv');
    const { body: preview } = await agent
      .post('/api/imports/preview')
      .set('Content-Type', 'text/csv')
      .send(body)
      .expect(200);
    expect(preview).toMatchObject({ counts: { problem: 1, stored: 1 }, layout: { name: 'Fleet export' } });
    const [newcomer] = preview.newcomers.drivers;
    await agent
      .post('/api/imports')
      .query({
        ...{ fileName: 'today.csv', tripCount: 1, waiting: waitingId },
        ...{ columns: JSON.stringify(preview.columns), answers: JSON.stringify(preview.answers) },
      })
      .set('Idempotency-Key', randomUUID())
      .send({
        file: Buffer.from(body).toString('base64'),
        newcomers: {
          drivers: { [newcomer.key]: { as: 'new', driverAuthorityLicense: 'DA-2' } },
          vehicles: {},
        },
      })
      .expect(201);
    expect([await waiting(), await kept()]).toEqual([[], 3]);
    expect(await sent(bob)).toMatchObject({ stored: 0, alreadyStored: 2, waiting: 0 });
  });

  test('is discarded once, and Activity says who sent it and who removed it', async () => {
    const { agent, holderId, sent, waiting, kept } = await holderWithProgram(testApp);
    const { waitingId } = await sent(bob);
    await agent.delete(`/api/imports/waiting/${waitingId}`).expect(204);
    await agent.delete(`/api/imports/waiting/${waitingId}`).expect(404);
    expect([await waiting(), await kept()]).toEqual([[], 2]);
    const events = await testApp.db
      .select({ action: auditEvents.action, token: auditEvents.token })
      .from(auditEvents)
      .where(and(eq(auditEvents.beaHolderId, holderId), eq(auditEvents.entity, 'waitingFile')));
    expect(events.toSorted((one, other) => one.action.localeCompare(other.action))).toEqual([
      { action: 'created', token: 'Dispatch' },
      { action: 'deleted', token: null },
    ]);
  });

  test('of another holder is not there, and stays', async () => {
    const { sent, waiting } = await holderWithProgram(testApp);
    const { waitingId } = await sent(bob);
    const { agent } = await testApp.signIn();
    await agent.get(`/api/imports/waiting/${waitingId}/file`).expect(404);
    await agent.delete(`/api/imports/waiting/${waitingId}`).expect(404);
    expect((await agent.get('/api/imports/waiting').expect(200)).body).toEqual([]);
    expect(await waiting()).toHaveLength(1);
  });

  test('beyond the most is refused whole, in a sentence, and one that waits can still be replaced', async () => {
    const { send, sent, waiting, kept } = await holderWithProgram(testApp);
    for (let at = 1; at <= MAX_WAITING_FILES; at += 1) await sent(bob, { fileName: `${at}.csv` });
    const { body } = await send(fileOf(row(9), row(3, { driver: 'Al Moss' }))).expect(409);
    expect(body.message).toMatch(/^20 files wait for answers already/);
    expect([(await waiting()).length, await kept()]).toEqual([MAX_WAITING_FILES, 2]);
    await sent(fileOf(row(3, { driver: 'Bob Stone', wait: '6' })), { fileName: '1.csv' });
  });
});

describe('refused is', () => {
  test('an unknown layout, with the names of those there are', async () => {
    const { send } = await holderWithProgram(testApp);
    const { body } = await send(fileOf(row(2)), { layout: 'Fleet' }).expect(404);
    expect(body.message).toBe('There is no layout "Fleet". There are: "Fleet export"');
    const { agent } = await testApp.signIn();
    const other = await agent
      .post('/api/imports/files')
      .query({ layout: 'Fleet export' })
      .set('Content-Type', 'text/csv')
      .send(fileOf(row(2)))
      .expect(404);
    expect(other.body.message).toMatch(/^No layout of trips is remembered yet/);
  });

  test('a file of another layout, with its name', async () => {
    const { bring, send, sent, layout, kept } = await holderWithProgram(testApp);
    await bring(csvOf('Day,Driver,From,Wait (min)', '2/07/2026 08:00,Amy Young,Toowong,5'), {}, 'Yellow.csv');
    const { body } = await send(fileOf(row(4)), { layout: 'Yellow' }).expect(409);
    expect(body.message).toContain('those of the layout "Fleet export", not of "Yellow"');
    expect(await kept()).toBe(2);
    expect(await sent(fileOf(row(4)), { layout: layout.id })).toMatchObject({ stored: 1 });
  });

  test.each([
    ['nothing', '', 400],
    ['no trips', HEADINGS, 400],
    ['no spreadsheet', '{}', 415],
  ])('a body of %s', async (_, file, status) => {
    const { send, waiting } = await holderWithProgram(testApp);
    const request = send(file);
    if (status === 415) request.set('Content-Type', 'application/json');
    await request.expect(status);
    expect(await waiting()).toEqual([]);
  });
});

test('a workbook is read by the sheet that the layout remembers', async () => {
  const { sent, bring, agent } = await holderWithProgram(testApp);
  const book = (day: number) =>
    workbook('excel', [
      { name: 'Summary', rows: [['Cars'], ['12']] },
      {
        name: 'Jobs',
        rows: [
          ['Date', 'Driver', 'Suburb'],
          [`${day}/07/2026 08:00`, 'Amy Young', 'Kenmore'],
        ],
      },
    ]);
  await bring(await book(2), { sheet: 1, answers: { blankWaits: '0' } }, 'Book.xlsx');
  expect(await sent(await book(3), { layout: 'Book', fileName: 'b.xlsx' })).toMatchObject({
    stored: 1,
    waiting: 0,
  });
  const { body } = await agent.get('/api/trips').expect(200);
  expect(body.total).toBe(3);
});
