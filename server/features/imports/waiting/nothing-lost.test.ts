import { describe, expect, test } from 'vitest';
import { insertDriver } from '../../../test/builders';
import { createTestApp } from '../../../test/http/create-test-app';
import { csvOf } from '../../../test/spreadsheets/holder-with-files';
import { fileOf, HEADINGS, holderWithProgram, row } from '../../../test/spreadsheets/holder-with-program';

const testApp = createTestApp();

const bob = (day: number, rest: Parameters<typeof row>[1] = {}) => row(day, { driver: 'Bob Stone', ...rest });

/** A holder whose program sends files of one name, and what waits then. */
async function holderWithDays() {
  const holder = await holderWithProgram(testApp);
  // the clock stands still, so their times do not order them
  const names = async () =>
    (await holder.waiting())
      .map(({ fileName, rows }: { fileName: string; rows: number }) => [fileName, rows])
      .toSorted();
  const contents = async (id: string) => (await holder.agent.get(`/api/imports/waiting/${id}/file`)).text;
  return { ...holder, names, contents };
}

describe('a newer file of the name', () => {
  test('without the row that waits waits beside it, under another name', async () => {
    const { sent, names, contents } = await holderWithDays();
    const monday = await sent(fileOf(row(2), bob(2)));
    const tuesday = await sent(fileOf(row(3), bob(3)));
    const wednesday = await sent(fileOf(bob(4), bob(5)));
    expect(await names()).toEqual([
      ['today (2).csv', 1],
      ['today (3).csv', 2],
      ['today.csv', 1],
    ]);
    expect(await contents(monday.waitingId)).toBe(fileOf(row(2), bob(2)));
    expect(await contents(tuesday.waitingId)).toBe(fileOf(row(3), bob(3)));
    expect(await contents(wednesday.waitingId)).toBe(fileOf(bob(4), bob(5)));
  });

  test('that needs no one leaves the one before waiting', async () => {
    const { sent, names, waiting } = await holderWithDays();
    const { waitingId } = await sent(fileOf(bob(2)));
    expect(await sent(fileOf(row(3)))).toMatchObject({ stored: 1, waiting: 0, waitingId: null });
    expect([await names(), (await waiting())[0].id]).toEqual([[['today.csv', 1]], waitingId]);
  });

  test('with all rows that wait replaces each file that has them, and others wait on', async () => {
    const { sent, names } = await holderWithDays();
    for (const rows of [[bob(2)], [bob(3)], [bob(4)]]) await sent(fileOf(...rows));
    await sent(fileOf(bob(5), bob(4), bob(2)));
    expect(await names()).toEqual([
      ['today (2).csv', 1],
      ['today.csv', 3],
    ]);
  });

  test('with the row corrected replaces it, whether the row is stored or still waits', async () => {
    const { sent, names } = await holderWithDays();
    await sent(fileOf(row(2, { wait: 'ages' }), bob(3, { wait: 'ages' })));
    await sent(fileOf(row(2, { wait: '9' }), bob(3, { wait: '7' })));
    expect(await names()).toEqual([['today.csv', 1]]);
    await sent(fileOf(row(2, { wait: '9' })));
    expect(await names()).toEqual([['today.csv', 1]]);
  });

  test('with one of two alike does not replace it', async () => {
    const { sent, names } = await holderWithDays();
    await sent(fileOf(bob(2, { wait: 'ages' }), bob(2, { wait: 'ages' })));
    await sent(fileOf(bob(2)));
    expect(await names()).toEqual([
      ['today (2).csv', 1],
      ['today.csv', 2],
    ]);
  });

  test('that calls the row no trip leaves it to be answered', async () => {
    const { sent, names } = await holderWithDays();
    await sent(fileOf(bob(2)));
    await sent(fileOf(row(3), `Total,Bob Stone,,5,`));
    expect(await names()).toEqual([['today.csv', 1]]);
  });

  test('comes after someone added the driver: rows that are stored by no file still wait', async () => {
    const { holderId, sent, names, kept } = await holderWithDays();
    await sent(fileOf(bob(2)));
    await insertDriver(testApp.db, holderId, {
      ...{ firstName: 'Bob', lastName: 'Stone', driverAuthorityLicense: 'DA-2' },
      startDate: '2026-01-01T00:00:00Z',
    });
    await sent(fileOf(bob(3)));
    expect([await names(), await kept()]).toEqual([[['today.csv', 1]], 2]);
    await sent(fileOf(bob(2), bob(3)));
    expect([await names(), await kept()]).toEqual([[], 3]);
  });

  test('does not replace one that waits whole, unless it has all of its rows', async () => {
    const { sent, names } = await holderWithDays();
    await sent(csvOf(`${HEADINGS},Fare`, `${row(2)},20`, `${row(3)},20`));
    await sent(fileOf(row(2), bob(9)));
    expect(await names()).toEqual([
      ['today (2).csv', 1],
      ['today.csv', 2],
    ]);
    await sent(fileOf(row(2), row(3), bob(9)));
    expect(await names()).toEqual([['today.csv', 1]]);
  });
});

test('the bytes of one that waits are that one, whatever waits beside it, and replace nothing', async () => {
  const { sent, names } = await holderWithDays();
  const first = await sent(fileOf(bob(2)));
  const second = await sent(fileOf(bob(3)));
  expect((await sent(fileOf(bob(3)))).waitingId).toBe(second.waitingId);
  expect((await sent(fileOf(bob(2)))).waitingId).toBe(first.waitingId);
  expect(await names()).toEqual([
    ['today (2).csv', 1],
    ['today.csv', 1],
  ]);
});

test('the name of a file beside another is as long as a name may be', async () => {
  const { sent, names } = await holderWithDays();
  const fileName = `${'n'.repeat(251)}.csv`;
  for (const day of [2, 3]) await sent(fileOf(bob(day)), { fileName });
  expect(await names()).toEqual([
    [`${'n'.repeat(247)} (2).csv`, 1],
    [fileName, 1],
  ]);
});
