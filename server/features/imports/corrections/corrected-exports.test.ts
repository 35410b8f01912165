/** Random corrections of an export: each is named and stored, or named and left, and Undo takes back every one. */
import type { ImportPreview, ImportRow } from '@shared/imports/imports';
import { formatDay } from '@shared/periods';
import { auditEvents } from '@shared/tables/holders';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { insertDriver } from '../../../test/builders';
import { csvRows } from '../../../test/documents/csv-rows';
import { createTestApp } from '../../../test/http/create-test-app';
import { importDesk } from '../../../test/imports/import-desk';
import { TRIP_COLUMNS } from '../../trips/trip-files';

const testApp = createTestApp();
const HEADINGS = TRIP_COLUMNS.map(({ header }) => header);
const TRIPS = 40;

/** A row by its headings. */
type Row = Record<string, string>;
const DRIVERS = [
  { Driver: 'Amy Young', 'Driver Authority License': 'DA-1', Vehicle: '111AMY' },
  { Driver: 'Ben Old', 'Driver Authority License': 'DA-2', Vehicle: '222BEN' },
] as const;
const PLACES = [
  { Suburb: 'Toowong', Postcode: '4066' },
  { Suburb: 'West End', Postcode: '4101' },
  { Suburb: 'Mount Gravatt', Postcode: '4122' },
] as const;
const KINDS = ['Booked', 'Rank or hail'] as const;

const pick = (most: number) => fc.integer({ min: 0, max: most });
const text = fc.stringMatching(/^[a-z]{1,8}( [a-z,"]{1,8})?$/);
const tripRow = fc.record({
  driver: pick(1),
  place: pick(2),
  hour: fc.integer({ min: 1, max: 20 }),
  day: fc.integer({ min: 2, max: 9 }),
  wait: fc.oneof(pick(30).map(String), fc.constant('Unknown')),
  duration: fc.option(fc.integer({ min: 1, max: 55 })),
  notes: fc.option(text),
  isBooked: fc.integer({ min: 0, max: 3 }),
});
type Drawn = typeof tripRow extends fc.Arbitrary<infer One> ? One : never;

const EDITS = [
  'wait',
  'duration',
  'notes',
  'kind',
  'reference',
  'place',
  'time',
  'day',
  'driver',
  'case',
  'delete',
  'copy',
  'other copy',
  'none',
] as const;
type Edit = (typeof EDITS)[number];

const two = (value: number) => String(value).padStart(2, '0');
/** Each has a minute of its own, so that no two rows are one trip. */
const dateOf = ({ day, hour }: Pick<Drawn, 'day' | 'hour'>, minute: number) =>
  `2026-10-${two(day)} ${two(hour)}:${two(minute)}`;

const rowOf = (drawn: Drawn, minute: number, hasReference: boolean): Row => ({
  ...DRIVERS[drawn.driver],
  ...PLACES[drawn.place],
  Date: dateOf(drawn, minute),
  'Waiting Time (minutes)': drawn.wait,
  'Duration (minutes)': drawn.duration === null ? '' : String(drawn.duration),
  'Booking Reference': hasReference && drawn.isBooked > 0 ? `J-${minute}` : '',
  Notes: drawn.notes ?? '',
  'Kind of Trip': KINDS[0],
  Vehicle: '',
});

/** The other of a few values. */
const other = <One extends Row>(list: readonly One[], row: Row, key: keyof One & string): One => {
  const next = list[(list.findIndex((one) => one[key] === row[key]) + 1) % list.length];
  if (!next) throw new Error('No other value');
  return next;
};

/** An edited row, and the labels of what differs. */
function edited(row: Row, edit: Edit): { row: Row; labels: string[] } {
  const [day = '', time = ''] = (row.Date ?? '').split(' ');
  switch (edit) {
    case 'wait':
      return {
        row: { ...row, 'Waiting Time (minutes)': row['Waiting Time (minutes)'] === '31' ? '32' : '31' },
        labels: ['Waiting time'],
      };
    case 'duration':
      return { row: { ...row, 'Duration (minutes)': '56' }, labels: ['Duration'] };
    case 'notes':
      return { row: { ...row, Notes: `${row.Notes} put right`.trim() }, labels: ['Notes'] };
    case 'kind':
      return { row: { ...row, 'Kind of Trip': KINDS[1] }, labels: ['Kind of trip'] };
    case 'reference':
      return { row: { ...row, 'Booking Reference': `N-${time.slice(3)}` }, labels: ['Booking reference'] };
    case 'place':
      return { row: { ...row, ...other(PLACES, row, 'Suburb') }, labels: ['Suburb', 'Postcode'] };
    case 'time':
      return {
        row: { ...row, Date: `${day} ${two(Number(time.slice(0, 2)) + 1)}:${time.slice(3)}` },
        labels: ['Time'],
      };
    case 'day':
      return {
        row: { ...row, Date: `${day.slice(0, 8)}${two(Number(day.slice(8)) + 1)} ${time}` },
        labels: ['Date'],
      };
    case 'driver': {
      const { Vehicle, ...driver } = other(DRIVERS, row, 'Driver');
      return { row: { ...row, ...driver, Vehicle }, labels: ['Driver', 'Vehicle'] };
    }
    case 'case':
      return {
        row: {
          ...row,
          Suburb: ` ${row.Suburb?.toUpperCase().replaceAll(' ', '  ')} `,
          Driver: `${row.Driver?.toLowerCase()} `,
        },
        labels: [],
      };
    default:
      return { row, labels: [] };
  }
}

/** Whether an edited row is known as the trip that it was: by its id, by its reference, or by driver, minute and place. */
function isKnown(row: Row, edit: Edit): boolean {
  if (row['Trip ID']) return true;
  return !['place', 'time', 'day', 'driver'].includes(edit) || row['Booking Reference'] !== '';
}

const quoted = (cell = '') => `"${cell.replaceAll('"', '""')}"`;
const fileOf = (rows: readonly Row[]) =>
  [HEADINGS, ...rows.map((row) => HEADINGS.map((heading) => row[heading]))]
    .map((cells) => cells.map(quoted).join(','))
    .join('\r\n');

async function office() {
  const desk = await importDesk(testApp);
  for (const { Driver, Vehicle, ...licence } of DRIVERS) {
    const [firstName = '', lastName = ''] = Driver.split(' ');
    const driverAuthorityLicense = licence['Driver Authority License'];
    await insertDriver(testApp.db, desk.holderId, {
      firstName,
      lastName,
      driverAuthorityLicense,
      vehicleRegistrationNumber: Vehicle,
    });
  }
  return {
    ...desk,
    /** The stored trips as an export has them. */
    rows: async (): Promise<Row[]> => csvRows(await desk.exported()),
  };
}

const withoutId = ({ 'Trip ID': _, ...row }: Row) => row;
const sorted = (rows: readonly Row[]) =>
  rows.map((row) => JSON.stringify(Object.entries(row).toSorted())).toSorted();
const isNamed = ({ remarks, changes = [] }: ImportRow) => remarks.length > 0 || changes.length > 0;

const drawnFile = fc.record({
  trips: fc.array(tripRow, { minLength: TRIPS - 2, maxLength: TRIPS - 2 }),
  edits: fc.array(fc.constantFrom(...EDITS), { minLength: TRIPS - 2, maxLength: TRIPS - 2 }),
  added: fc.array(tripRow, { maxLength: 4 }),
  by: fc.constantFrom('id', 'reference', 'place'),
});
type DrawnFile = typeof drawnFile extends fc.Arbitrary<infer One> ? One : never;

/** What the rows of a corrected file are, one for each. */
type Expected = { row: Row; status: ImportRow['status'][]; labels?: string[] };

/** Stores an export, corrects it, and imports it again. @returns how many corrections there were */
async function correct({ trips, edits, added, by }: DrawnFile): Promise<number> {
  const desk = await office();
  const hasReference = by === 'reference';
  // the first and the last day stay, so that all others are days of the file
  const ends = [1, 12].map((day, at) => rowOf({ ...(trips[0] as Drawn), day }, TRIPS - 1 - at, false));
  await desk.importFile(fileOf([...ends, ...trips.map((drawn, at) => rowOf(drawn, at, hasReference))]));
  const before = await desk.exported();
  const stored = await desk.rows();
  const minuteOf = (row: Row) => Number(row.Date?.slice(14));
  const gone: Row[] = [];
  const after: Row[] = [];
  const file: Expected[] = [];
  for (const row of stored) {
    const asExported = by === 'id' ? row : withoutId(row);
    const edit = edits[minuteOf(row)] ?? 'none';
    const { row: corrected, labels } = edited(asExported, edit);
    if (edit === 'delete') {
      gone.push(row);
      after.push(row);
      continue;
    }
    const known = isKnown(asExported, edit);
    if (!known) {
      gone.push(row);
      after.push(row);
    }
    after.push(edit === 'case' ? asExported : corrected);
    file.push({
      row: corrected,
      ...(known ? { labels, status: [labels.length > 0 ? 'differs' : 'stored'] } : { status: ['ready'] }),
    });
    const copy = edit === 'other copy' ? { ...corrected, 'Waiting Time (minutes)': '77' } : corrected;
    if (edit === 'copy' || edit === 'other copy') file.push({ row: copy, status: ['repeated', 'stored'] });
  }
  for (const [at, drawn] of added.entries()) {
    const row = rowOf(drawn, TRIPS + at, hasReference);
    after.push({ ...row, Vehicle: DRIVERS[drawn.driver]?.Vehicle ?? '' });
    file.push({ row, status: ['ready'] });
  }
  const corrections = added.length + edits.filter((edit) => edit !== 'none').length;

  const sent = fileOf(file.map(({ row }) => row));
  const preview: ImportPreview = await desk.preview(sent);
  const shown = new Map(preview.rows.map((row) => [row.number, row]));
  for (const [at, { row, status, labels = [] }] of file.entries()) {
    const said = shown.get(at + 2);
    const about = JSON.stringify([row, said]);
    // rows in order, and new ones, need no words
    expect(status, about).toContain(said?.status ?? 'ready');
    expect((said?.changes ?? []).map(({ label }) => label).toSorted(), about).toEqual(labels.toSorted());
    if (said && said.status !== 'ready') expect(isNamed(said), about).toBe(true);
  }
  expect(preview.gone.count).toBe(gone.length);
  expect(preview.gone.trips.map(({ summary }) => summary).toSorted()).toEqual(
    gone
      .map(
        ({ Date: at, Suburb, Postcode, Driver }) =>
          `${formatDay(at?.slice(0, 10) ?? '')} ${at?.slice(11)}, ${Suburb} ${Postcode}, ${Driver}`,
      )
      .toSorted(),
  );
  if (preview.counts.ready + preview.counts.differs === 0) return corrections;

  const { id } = await desk.importFile(sent);
  expect(sorted((await desk.rows()).map(withoutId))).toEqual(sorted(after.map(withoutId)));
  expect((await desk.preview(sent)).counts).toMatchObject({ differs: 0, ready: 0, problem: 0 });
  expect((await desk.undo(id)).kept).toEqual([]);
  expect((await desk.exported()).equals(before)).toBe(true);
  return corrections;
}

async function correctMany(numRuns: number): Promise<number> {
  let corrections = 0;
  await fc.assert(
    fc.asyncProperty(drawnFile, async (drawn) => {
      corrections += await correct(drawn);
    }),
    { numRuns, endOnFailure: true },
  );
  return corrections;
}

test('a thousand corrections of an export are named and stored, or named and left, and undone to the byte', {
  timeout: 120_000,
}, async () => {
  expect(await correctMany(30)).toBeGreaterThan(1000);
});

test('an own export differs in nothing, and edited in one cell in just that', async () => {
  const desk = await office();
  const row = rowOf(
    { driver: 0, place: 0, hour: 9, day: 3, wait: 'Unknown', duration: 20, notes: '=1+1', isBooked: 1 },
    5,
    true,
  );
  await desk.importFile(fileOf([row, { ...row, Date: '2026-10-04 00:00', 'Booking Reference': '' }]));
  for (const format of ['csv', 'excel'] as const) {
    const { counts } = await desk.preview(await desk.exported(format));
    expect(counts).toMatchObject({ stored: 2, differs: 0, ready: 0, problem: 0 });
  }
  const events = await testApp.db.$count(auditEvents, eq(auditEvents.beaHolderId, desk.holderId));
  const sent = (await desk.exported()).toString().replace('Unknown', '7');
  const { changeCount, tripCount } = await desk.importFile(sent);
  expect({ changeCount, tripCount }).toEqual({ changeCount: 1, tripCount: 0 });
  expect((await desk.rows()).map((one) => one['Waiting Time (minutes)']).toSorted()).toEqual([
    '7',
    'Unknown',
  ]);
  // the import, and the trip
  expect(await testApp.db.$count(auditEvents, eq(auditEvents.beaHolderId, desk.holderId))).toBe(events + 2);
});
