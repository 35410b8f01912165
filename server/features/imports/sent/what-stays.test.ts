import { describe, expect, test } from 'vitest';
import { workbook } from '../../../test/awkward-files/workbook-builder';
import { createTestApp } from '../../../test/http/create-test-app';
import { fileOf, HEADINGS, holderWithProgram, row } from '../../../test/spreadsheets/holder-with-program';

const testApp = createTestApp();

const bob = { driver: 'Bob Stone' };
const addBob = {
  drivers: { 'w:bob stone': { as: 'new' as const, driverAuthorityLicense: 'DA-2' } },
  vehicles: {},
};

describe('the import of a waiting file', () => {
  test('leaves it waiting with the rows that could not be stored', async () => {
    const { sent, waiting, importWaiting, kept } = await holderWithProgram(testApp);
    const { waitingId } = await sent(
      fileOf(row(2), row(3, bob), row(4, { suburb: 'Xyzzyville' }), row(5, { wait: 'ages' })),
    );
    await importWaiting(waitingId, {}, addBob);
    expect(await kept()).toBe(3);
    expect(await waiting()).toMatchObject([
      {
        ...{ id: waitingId, rows: 2, fileName: 'today.csv', token: 'Dispatch' },
        reasons: [expect.stringMatching(/^Row 4: .*Xyzzyville/), expect.stringMatching(/^Row 5: .*ages/)],
      },
    ]);
  });

  test('ends its waiting once no row is left: those left out and those that a person kept as they are do not wait', async () => {
    const { sent, waiting, importWaiting, kept } = await holderWithProgram(testApp);
    const { waitingId } = await sent(fileOf(row(1, { wait: '9' }), row(3, bob), row(4, bob)));
    expect(await waiting()).toHaveLength(1);
    await importWaiting(waitingId, {}, addBob);
    expect([await waiting(), await kept()]).toEqual([[], 3]);
  });

  test('is that of one sheet: those of the others wait on', async () => {
    const { sent, waiting, importWaiting, kept } = await holderWithProgram(testApp);
    const { waitingId, reasons } = await sent(await book(['A', row(2)], ['B', row(3), row(4)]));
    expect(reasons).toEqual(['Several sheets have trips: "A", "B". Import them one after the other']);
    await importWaiting(waitingId, { sheet: 0 });
    expect(await waiting()).toMatchObject([
      { id: waitingId, rows: 2, reasons: ['Sheet "B": 2 rows are not imported yet'] },
    ]);
    await importWaiting(waitingId, { sheet: 1 });
    expect([await waiting(), await kept()]).toEqual([[], 4]);
  });
});

const cells = (line: string) => line.split(',');
const book = (...sheets: [string, ...string[]][]) =>
  workbook(
    'excel',
    sheets.map(([name, ...rows]) => ({ name, rows: [HEADINGS, ...rows].map(cells) })),
  );

describe('of a workbook', () => {
  test('the sheet with the headings of the layout is read, wherever it is', async () => {
    const { sent, waiting, kept } = await holderWithProgram(testApp);
    const file = await workbook('excel', [
      { name: 'Notes', rows: [['Read me']] },
      {
        name: 'Totals',
        rows: [
          ['Driver', 'Trips'],
          ['Amy Young', '3'],
        ],
      },
      { name: 'Jobs', rows: [HEADINGS, row(2), row(3)].map(cells) },
    ]);
    expect(await sent(file)).toMatchObject({ stored: 2, waiting: 0, notTrips: 0 });
    expect([await waiting(), await kept()]).toEqual([[], 3]);
  });

  test('several sheets with trips wait, all of them; those that are stored are counted', async () => {
    const { sent, waiting, kept } = await holderWithProgram(testApp);
    const file = await book(['A', row(1), row(2)], ['Empty'], ['B', row(3), 'Total,,,5,']);
    const answer = await sent(file, { fileName: 'week.xlsx' });
    expect(answer).toMatchObject({
      ...{ stored: 0, importId: null, waiting: 2, alreadyStored: 1, repeated: 0, notTrips: 1 },
      reasons: ['Several sheets have trips: "A", "B". Import them one after the other'],
    });
    expect(await kept()).toBe(1);
    expect((await sent(file, { fileName: 'week.xlsx' })).waitingId).toBe(answer.waitingId);
    expect(await waiting()).toHaveLength(1);
  });

  test('a sheet with trips under other headings is not passed over', async () => {
    const { sent, kept } = await holderWithProgram(testApp);
    const file = await workbook('excel', [
      { name: 'Jobs', rows: [HEADINGS, row(2)].map(cells) },
      { name: 'Late', rows: [`${HEADINGS},Fare`, `${row(3)},20`].map(cells) },
    ]);
    const answer = await sent(file);
    expect([answer.waiting, answer.reasons, await kept()]).toEqual([
      2,
      ['Several sheets have trips: "Jobs", "Late". Import them one after the other'],
      1,
    ]);
  });

  test('several sheets whose trips are all stored wait for no one', async () => {
    const { sent, waiting } = await holderWithProgram(testApp);
    await sent(fileOf(row(2), row(3)));
    expect(await sent(await book(['A', row(2)], ['B', row(3)]))).toMatchObject({
      ...{ stored: 0, waiting: 0, waitingId: null, reasons: [], alreadyStored: 2 },
    });
    expect(await waiting()).toEqual([]);
  });

  test('no sheet with trips is refused', async () => {
    const { send } = await holderWithProgram(testApp);
    const { body } = await send(await book(['A'], ['B'])).expect(400);
    expect(body.message).toMatch(/has no trips under its headings/);
  });
});

describe('a layout', () => {
  test('is not forgotten while files of it wait, and says how many and what to do', async () => {
    const { agent, layout, sent, waiting, layouts } = await holderWithProgram(testApp);
    const ids: string[] = [];
    for (const day of [2, 3]) ids.push((await sent(fileOf(row(day, bob)))).waitingId);
    const forget = () => agent.delete(`/api/imports/layouts/${layout.id}`);
    const { body } = await forget().expect(409);
    expect(body.message).toBe(
      '2 files of this layout wait for answers. Import or discard them in the Import screen first',
    );
    expect([(await waiting()).length, (await layouts()).length]).toEqual([2, 1]);
    await agent.delete(`/api/imports/waiting/${ids[0]}`).expect(204);
    expect((await forget().expect(409)).body.message).toMatch(
      /^1 file of this layout waits .* discard it in/,
    );
    await agent.delete(`/api/imports/waiting/${ids[1]}`).expect(204);
    await forget().expect(204);
  });
});

test('a trip that someone deleted is not brought back by the next file, while it can be restored', async () => {
  const { agent, sent, kept, waiting } = await holderWithProgram(testApp);
  const file = fileOf(row(2), row(3), row(4, bob));
  expect(await sent(file)).toMatchObject({ stored: 2, waiting: 1, deleted: 0 });
  const { body: list } = await agent.get('/api/trips?page=1&limit=10').expect(200);
  await agent.delete(`/api/trips/${list.trips[0].id}`).expect(204);
  const again = await sent(file);
  expect(again).toMatchObject({ stored: 0, alreadyStored: 1, waiting: 1, deleted: 1 });
  expect([await kept(), (await waiting()).length]).toEqual([2, 1]);
  await agent
    .post('/api/trips/restore')
    .send({ ids: [list.trips[0].id] })
    .expect(200);
  expect(await sent(file)).toMatchObject({ stored: 0, alreadyStored: 2, deleted: 0 });
});

test('an import that someone undid is not repeated by the next file, and is by a person', async () => {
  const { agent, bring, sent, kept } = await holderWithProgram(testApp);
  const { importId } = await sent(fileOf(row(2), row(3)));
  await agent.post(`/api/imports/${importId}/undo`).expect(200);
  expect(await sent(fileOf(row(2), row(3), row(4)))).toMatchObject({ stored: 1, deleted: 2 });
  expect(await bring(fileOf(row(2), row(3)))).toMatchObject({ tripCount: 2 });
  expect(await kept()).toBe(4);
});
