/** A field that is added to the table of fields is everywhere: no other place names the fields again. */
import { buffer, text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import type { Driver } from '../drivers';
import type { CreateTrip } from './trips';

const now = new Date('2026-11-22T02:00:00Z');
const amy = { id: 'a', firstName: 'Amy', lastName: 'Young', driverAuthorityLicense: 'DA-1' } as Driver;
const whole = { driver: 'Amy', date: '20/11/2026', time: '10:15', suburb: 'Toowong', postcode: '4066' };
const body = {
  driverId: 'a',
  driverAuthorityLicense: 'DA-1',
  datetime: '2026-11-20T00:15:00.000Z',
  suburb: 'Toowong',
  postcode: '4066',
  waitingTime: 5,
};

/** Modules that are loaded from here on see a table with `passengers`. */
beforeAll(async () => {
  vi.resetModules();
  const { TRIP_FIELDS, countUpTo, ...names } = await import('./trip-fields');
  const passengers = {
    label: 'Passengers',
    title: 'Passengers',
    kind: 'count',
    isOptional: true,
    meaning: ['How many travelled'],
    answer: z.nullable(z.number()),
    schema: z._default(z.nullable(countUpTo('Passengers', 20)), null),
    grid: { width: 4.85, card: [3, 4] },
    exportWidth: 12,
  };
  Object.assign(TRIP_FIELDS, { passengers });
  for (const list of [names.tripFieldNames, names.plainFieldNames, names.detailFieldNames])
    (list as string[]).push('passengers');
});
afterAll(() => {
  vi.resetModules();
});

const messagesOf = (result: z.core.util.SafeParseResult<unknown>) =>
  result.error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);

test('requests and answers have it, and it may be left out', async () => {
  const { createTripSchema, tripSchema } = await import('./trips');
  expect(createTripSchema.parse({ ...body, passengers: 2 })).toMatchObject({ passengers: 2 });
  expect(createTripSchema.parse(body)).toMatchObject({ passengers: null });
  expect(messagesOf(createTripSchema.safeParse({ ...body, passengers: 21 }))).toEqual([
    'passengers: Passengers must be 20 or less',
  ]);
  expect(messagesOf(createTripSchema.safeParse({ ...body, passengers: 1.5 }))).toEqual([
    'passengers: Passengers must be a whole number',
  ]);
  expect(tripSchema.shape).toHaveProperty('passengers');
  const { buildTrip } = await import('../../server/test/builders');
  expect(buildTrip(amy)).toHaveProperty('passengers', null);
});

test('the form has it, and reads it', async () => {
  const form = await import('../../client/src/features/trips/trip-form/trip-form');
  const filled = {
    ...form.emptyTripForm(now),
    ...{ driverId: 'a', driverAuthorityLicense: 'DA-1', suburb: 'Toowong', postcode: '4066' },
  };
  expect(filled).toMatchObject({ passengers: '' });
  expect(form.tripFormSchema.parse(filled)).toMatchObject({ passengers: null });
  expect(form.tripFormSchema.parse({ ...filled, passengers: ' 2 ' })).toMatchObject({ passengers: 2 });
  expect(messagesOf(form.tripFormSchema.safeParse({ ...filled, passengers: 'two' }))).toEqual([
    'passengers: Passengers must be 0 or greater',
  ]);
});

test('the grid has its column, pastes it by its heading, checks it and stores it', async () => {
  const typed = '../../client/src/features/imports/typed';
  const { TRIP_COLUMNS, newRow } = await import(`${typed}/typed-row`);
  const { checkRow, rowsToStore, settleCell } = await import(`${typed}/check-cells`);
  const { readPasted, withPasted } = await import(`${typed}/pasted-cells`);
  const { remarksOn } = await import(`${typed}/cell-words`);
  const known = { drivers: [amy], own: [], vehicles: [], localities: undefined, now };
  expect(TRIP_COLUMNS).toContainEqual(
    expect.objectContaining({ field: 'passengers', isFigure: true, isRequired: false, unit: undefined }),
  );
  const pasted = readPasted(
    [
      ['Passengers', 'Suburb', 'Waiting'],
      ['2.0', 'Toowong', '5'],
    ],
    'driver',
  );
  const row = settleCell(withPasted(newRow(whole), pasted.rows[0], pasted), 'passengers', known);
  expect(row).toMatchObject({ passengers: '2', suburb: 'Toowong' });
  expect(rowsToStore([row], known, () => 1)).toMatchObject([{ cells: { passengers: '2' } }]);
  expect(remarksOn(checkRow({ ...row, passengers: '1.5' }, known).findings)).toMatchObject({
    passengers: { kind: 'problem', text: 'Write a whole number, such as 2' },
  });
});

test('imports read it, and their template has it', async () => {
  const { tripReader } = await import('../../server/features/imports/read-rows');
  const { readTable } = await import('../../server/features/imports/tables/read-table');
  const { remarkInWords: inWords } = await import('../../server/features/imports/row-words');
  const { USUAL_READING } = await import('../reading/days');
  const headings = ['Date', 'Driver', 'Suburb', 'Postcode', 'Waiting time', 'Passengers'];
  const cells = (passengers: string) => ['20/11/2026 10:15', 'Amy Young', 'Toowong', '4066', '5', passengers];
  const rows = [headings, cells('3'), cells('two')].map((row, index) => ({ number: index + 1, cells: row }));
  const table = readTable(rows);
  const context = { reading: USUAL_READING, drivers: [amy], vehicles: [], localities: undefined, now };
  const [read, refused] = table.rows.map(tripReader({ ...table, ...context }));
  expect(read?.trip).toMatchObject({ passengers: 3 });
  expect(refused?.remarks.map((remark) => inWords(remark).text)).toEqual([
    'Passengers "two" cannot be read: write a whole number, such as 2',
  ]);

  const { renderTemplateWorkbook } = await import('../../server/features/imports/imports.xlsx');
  const { readSpreadsheet } = await import('../../server/lib/spreadsheets/spreadsheet');
  const template = await buffer(renderTemplateWorkbook(now));
  const [trips, hints] = [await readSpreadsheet(template, 50, 0), await readSpreadsheet(template, 50, 1)];
  expect(trips.rows[0]?.cells).toContain('Passengers');
  expect(hints.rows.map((row) => row.cells)).toContainEqual(['Passengers', 'A whole number, or empty.']);
});

test('exports and the trip list of a report show it', async () => {
  const { renderTripsCsv } = await import('../../server/features/trips/trip-files');
  const { tripCells } = await import('../../server/features/reports/quarterly/quarterly.view-model');
  const trip = {
    ...({ ...body, passengers: 4, duration: null, kind: 'booked', notes: null } as unknown as CreateTrip),
    ...{ id: 't', driverName: 'Amy Young', vehicleId: null, vehicleRegistration: null, datetime: now },
  };
  const [header, line] = (await text(renderTripsCsv([trip]))).split('\r\n').map((row) => row.split(','));
  expect(line?.[header?.indexOf('Passengers') ?? -1]).toBe('4');
  expect(tripCells(trip).join()).toContain('Passengers: 4');
});

test('the dictionary of an answer to TMR says what it means', async () => {
  const { ANSWER_TABLES } = await import('../../server/features/tmr-requests/answer-columns');
  expect(ANSWER_TABLES['trips.csv'].columns).toMatchObject({ passengers: ['How many travelled'] });
});
