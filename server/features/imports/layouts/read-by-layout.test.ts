import { describe, expect, test } from 'vitest';
import { days } from '../../../test/awkward-files/awkward-file';
import { workbook } from '../../../test/awkward-files/workbook-builder';
import { createTestApp } from '../../../test/http/create-test-app';
import { asked, csvOf, holderWithFiles } from '../../../test/spreadsheets/holder-with-files';

const testApp = createTestApp();

const waits = (...times: string[]) =>
  csvOf(
    'Date,Driver,Suburb,Wait',
    ...times.map((time, at) => `${at + 10}/07/2026 08:00,Amy Young,Toowong,${time}`),
  );

test('the second file is read as the first, by its columns, answers and words, and says so', async () => {
  const { preview, bring, storedTrips, layouts } = await holderWithFiles(testApp);
  const headings = 'Date,Driver,Suburb,Wait,Status,Text,Fare';
  const columns = { date: 0, driver: 1, suburb: 2, waitingTime: 3, status: 4 };
  const january = csvOf(
    headings,
    '1/2/26 08:00,Amy Young,Toowong,90,COA,a,20',
    '1/3/26 08:00,Amy Young,Toowong,300,POB,b,30',
  );
  const fresh = await preview(january, { columns });
  expect([asked(fresh), fresh.unread]).toEqual([
    ['dateOrder', 'waitingUnit', 'COA', 'POB'],
    [5, 6],
  ]);
  await bring(january, {
    columns: { ...columns, notes: 5 },
    answers: {
      dateOrder: 'month-first',
      waitingUnit: 'seconds',
      words: { status: { COA: 'not-a-trip', POB: 'trip' } },
    },
  });

  const february = csvOf(
    headings,
    '2/1/26 08:00,Amy Young,Toowong,50,pob,c,20',
    '2/3/26 08:00,Amy Young,Toowong,55,COA,d,20',
  );
  const again = await preview(february);
  expect([asked(again), again.unread]).toEqual([[], []]);
  expect(again.layout).toMatchObject({ name: 'Fleet export' });
  expect(again.columns).toMatchObject({ date: 0, notes: 5, status: 4 });
  expect(again.answers).toMatchObject({ dateOrder: 'month-first', waitingUnit: 'seconds' });
  expect(again.notes).toEqual([
    'As last time: Notes: Text',
    'As last time: Order of dates: month first',
    'As last time: Waiting time is in: seconds',
    'As last time: not read: Fare',
    'As last time: Words of Status: pob is Trip; COA is Not a trip',
  ]);
  await bring(february, {}, 'Fleet export (2).csv');
  expect(await storedTrips()).toEqual([
    { datetime: new Date('2026-01-02T22:00:00Z'), waitingTime: 5, notes: 'b' },
    { datetime: new Date('2026-01-31T22:00:00Z'), waitingTime: 1, notes: 'c' },
  ]);
  expect(await layouts()).toHaveLength(1);
});

test('a new word is asked alone, and a word is known though a file between did not have it', async () => {
  const { preview, bring } = await holderWithFiles(testApp);
  const file = (day: number, ...words: string[]) =>
    csvOf(
      'Date,Driver,Suburb,Wait (min),Status',
      ...words.map((word, at) => `${day + at}/07/2026 08:00,Amy Young,Toowong,5,${word}`),
    );
  await bring(file(10, 'COA', 'POB'), { answers: { words: { status: { COA: 'not-a-trip', POB: 'trip' } } } });
  await bring(file(14, 'POB'));
  const third = await preview(file(17, 'coa', 'POB', 'XYZ'));
  expect(asked(third)).toEqual(['XYZ']);
  expect(third.answers.words?.status).toEqual({ coa: 'not-a-trip', POB: 'trip' });
});

test('what a person sends wins, and loses nothing that the layout knows', async () => {
  const { preview, bring } = await holderWithFiles(testApp);
  const file = (day: number) => csvOf('Date,Driver,Suburb', `${day}/7/26 08:00,Amy Young,Toowong`);
  await bring(file(1), { answers: { dateOrder: 'day-first', blankWaits: '0' } });
  const changed = await preview(file(2), { answers: { blankWaits: 'unknown' } });
  expect(changed.answers).toMatchObject({ blankWaits: 'unknown', dateOrder: 'day-first' });
  const sent = await preview(file(2), { columns: changed.columns, answers: changed.answers });
  expect(sent).toEqual(changed);
  await bring(file(2), { answers: { blankWaits: 'unknown' } });
  expect((await preview(file(3))).answers.blankWaits).toBe('unknown');
});

test('a file that is read afresh is asked about as the first, and its answers replace what was known', async () => {
  const { preview, bring } = await holderWithFiles(testApp);
  await bring(waits('90', '300'), { answers: { waitingUnit: 'seconds' } });
  const fresh = await preview(waits('30', '40'), { layout: 'ignore' });
  expect([fresh.layout, fresh.answers]).toEqual([null, { dateOrder: 'day-first' }]);
  await bring(waits('30', '40').replaceAll('07/2026', '08/2026'), { layout: 'ignore' });
  expect((await preview(waits('31', '41'))).answers).toEqual({ dateOrder: 'day-first' });
});

test('a column that a person chose or left out stays so', async () => {
  const { preview, bring } = await holderWithFiles(testApp);
  const file = (day: number) =>
    csvOf('Date,Driver,Suburb,Wait (min),Where to', `${day}/07/2026 08:00,Amy Young,Toowong,5,Kenmore`);
  const { columns, ...reading } = await preview(file(10));
  expect(reading.layout).toBeNull();
  const { waitingTime, ...without } = columns;
  expect(waitingTime).toBe(3);
  const first = await bring(file(10), {
    onlyColumns: { ...without, notes: 4 },
    answers: { blankWaits: 'unknown' },
  });
  expect(first.tripCount).toBe(1);
  const again = await preview(file(11));
  expect([asked(again), again.columns]).toEqual([[], { ...without, notes: 4 }]);
});

test('an answer about a column counts for that column only', async () => {
  const { preview, bring } = await holderWithFiles(testApp);
  const file = (...times: string[]) =>
    csvOf(
      'Date,Driver,Suburb,Wait,Standing',
      ...times.map((time, at) => `${at + 10}/07/2026 08:00,Amy Young,Toowong,${time},${time}`),
    );
  await bring(file('90', '300'), { answers: { waitingUnit: 'seconds' } });
  const { columns } = await preview(file('91', '301'));
  const other = await preview(file('91', '301'), { columns: { ...columns, waitingTime: 4 } });
  expect(asked(other)).toEqual(['waitingUnit']);
});

describe('an answer that does not fit is asked again', () => {
  const dates = (...texts: string[]) =>
    csvOf('Date,Driver,Suburb,Wait (min)', ...texts.map((text) => `${text} 08:00,Amy Young,Toowong,5`));

  test.each([
    [
      'month first, where a date has no such month',
      dates('1/2/2026', '1/3/2026'),
      'month-first',
      dates('2/1/2026', '13/2/2026'),
    ],
    [
      'day first, where a date has no such month',
      dates('1/2/2026', '1/3/2026'),
      'day-first',
      dates('1/2/2026', '2/13/2026'),
    ],
    ['day first, where years have two digits now', dates('1/2/2026'), 'day-first', dates('1/2/26')],
    [
      'year first, where days would be long ago',
      dates('26/01/02', '26/01/03'),
      'year-first',
      dates('01/02/26', '01/03/26'),
    ],
  ] as const)('%s', async (_, first, dateOrder, second) => {
    const { preview, bring } = await holderWithFiles(testApp);
    await bring(first, { answers: { dateOrder } });
    expect(asked(await preview(first))).toEqual([]);
    const again = await preview(second);
    expect(asked(again)).toEqual(['dateOrder']);
    expect(again.questions[0]?.reason).toMatch(/Last time: Order of dates: (day|month|year) first\.$/);
  });

  test('weekdays say another order themselves', async () => {
    const { preview, bring } = await holderWithFiles(testApp);
    await bring(dates('1/2/2026', '1/3/2026'), { answers: { dateOrder: 'month-first' } });
    const { answers } = await preview(dates('Thu 1/10/2026', 'Fri 2/10/2026'));
    expect(answers.dateOrder).toBe('day-first');
  });

  test.each([
    ['hours that are longer than a week', ['0.5', '1.25'], 'hours', ['1.5', '300']],
    ['seconds that are no minute', ['90', '300'], 'seconds', ['2', '3', '5']],
    ['minutes that are fractions', ['90', '300'], 'minutes', ['0.5', '1.25']],
    ['hours and minutes that are longer than a week', ['1:30', '0:45'], 'h:mm', ['4:30', '200:30']],
  ] as const)('%s', async (_, first, waitingUnit, second) => {
    const { preview, bring } = await holderWithFiles(testApp);
    await bring(waits(...first), { answers: { waitingUnit } });
    expect(asked(await preview(waits(...first)))).toEqual([]);
    expect(asked(await preview(waits(...second)))).toEqual(['waitingUnit']);
  });

  test.each([
    ['seconds of short waits', ['90', '300'], 'seconds', ['30', '50'], [1, 1]],
    ['whole hours', ['0.5', '1.25'], 'hours', ['1', '2'], [60, 120]],
    ['minutes and seconds below a minute', ['4:30', '0:50'], 'mm:ss', ['0:40', '0:50'], [1, 1]],
  ] as const)(
    'but %s stay what they were, though the file alone would not be asked about',
    async (_, first, waitingUnit, second, minutes) => {
      const { preview, bring, storedTrips } = await holderWithFiles(testApp);
      await bring(waits(...first), { answers: { waitingUnit } });
      const later = waits(...second).replaceAll('07/2026', '08/2026');
      const { answers, questions } = await preview(later);
      expect([answers.waitingUnit, questions.length]).toEqual([waitingUnit, 2]);
      await bring(later);
      expect((await storedTrips()).slice(-2).map(({ waitingTime }) => waitingTime)).toEqual(minutes);
    },
  );

  test('no waits at all, where there were some', async () => {
    const { preview, bring } = await holderWithFiles(testApp);
    await bring(waits('5', ''), { answers: { blankWaits: '0' } });
    expect(asked(await preview(waits('', '7')))).toEqual([]);
    expect(asked(await preview(waits('', '')))).toEqual(['blankWaits']);
  });

  test('a date of the future with two digits', async () => {
    const { preview, bring } = await holderWithFiles(testApp);
    await bring(dates('1/2/26', '1/2/62'), { answers: { dateOrder: 'day-first', century: '1900' } });
    expect(asked(await preview(dates('1/2/26', '1/2/63')))).toEqual([]);
    await bring(dates('2/2/26', '2/2/63'), { answers: { century: '2000' } });
    expect(asked(await preview(dates('3/2/26', '3/2/64')))).toEqual(['century']);
  });
});

describe('of a workbook', () => {
  const HEADINGS = ['Date', 'Driver', 'Suburb', 'Wait (min)'];
  const row = (day: number) => [{ date: 46_023 + day }, 'Amy Young', 'Toowong', 5];
  const other = {
    name: 'Summary',
    rows: [
      ['Total', 'Count'],
      ['Trips', 3],
    ],
  };
  const book = (...sheets: Parameters<typeof workbook>[1]) => workbook('excel', sheets);

  test('the sheet that was read last time is read', async () => {
    const { preview, bring } = await holderWithFiles(testApp);
    await bring(await book(other, { name: 'Trips', rows: [HEADINGS, row(1)] }), { sheet: 1 });
    const again = await preview(
      await book(
        other,
        { name: 'Cars', rows: [['Car'], ['123ABC']] },
        { name: 'Trips', rows: [HEADINGS, row(2)] },
      ),
    );
    expect([again.sheet, again.layout?.name, again.counts.ready]).toEqual([2, 'Fleet export', 1]);
    expect(again.notes).toContain('As last time: sheet "Trips"');
    const elsewhere = await preview(
      await book({ name: 'Trips', rows: other.rows }, { name: 'July', rows: [HEADINGS, row(2)] }),
    );
    expect([elsewhere.sheet, elsewhere.layout]).toEqual([0, null]);
  });

  test('days that were counted from 1904 are asked about where they would lie ahead', async () => {
    const { preview, bring } = await holderWithFiles(testApp);
    const counted = (from: number) =>
      workbook('excel', [{ name: 'Trips', rows: [HEADINGS, [{ date: from }, 'Amy Young', 'Toowong', 5]] }], {
        countsFrom1904: true,
      });
    await bring(await counted(44_740), { answers: { daysFrom: '1904' } });
    expect(asked(await preview(await counted(44_741)))).toEqual([]);
    expect(asked(await preview(await counted(46_200)))).toEqual(['daysFrom']);
  });

  test('dates that a spreadsheet had swapped are asked about, as nothing shows whether it did', async () => {
    const { preview, bring } = await holderWithFiles(testApp);
    const mixed = await book({
      name: 'A',
      rows: [HEADINGS, row(1), ['1/13/2026 08:00', 'Amy Young', 'Toowong', 5]],
    });
    await bring(mixed, { answers: { dateOrder: 'swapped' } });
    expect(asked(await preview(mixed))).toEqual([]);
    const cells = await preview(await book({ name: 'A', rows: [HEADINGS, row(1)] }));
    expect([asked(cells), cells.questions[0]?.likely]).toEqual([['dateOrder'], 'swapped']);
    const texts = await preview(
      await book({ name: 'A', rows: [HEADINGS, ['1/13/2026 08:00', 'Amy Young', 'Toowong', 5]] }),
    );
    expect(asked(texts)).toEqual(['dateOrder']);
  });
});

test('rows below another line than before, and hidden rows that are most, are asked about', async () => {
  const { preview, bring } = await holderWithFiles(testApp);
  const under = (line: string) =>
    `${days('10/07/2026 08:00')}\r\n${line}\r\n11/07/2026 08:00,Amy Young,,Toowong,4066,5`;
  await bring(under('Cancelled trips'), { answers: { rowsNotTrips: 'leave-out' } });
  expect(asked(await preview(under('CANCELLED TRIPS:')))).toEqual([]);
  expect(asked(await preview(under('No shows')))).toEqual(['rowsNotTrips']);
});
