import { randomUUID } from 'node:crypto';
import { type ImportPreview, MAX_IMPORT_ROWS } from '@shared/imports/imports';
import { answersAsShown, type NewcomerAnswers, type VehicleAnswer } from '@shared/imports/newcomers';
import { sql } from 'drizzle-orm';
import { expect, type TestContext, test } from 'vitest';
import { insertDriver } from '../builders';
import { storeManyTrips } from '../postgres/store-many-trips';
import { attackedServer } from './attacked-server';
import type { Attacker } from './attacker';
import { hostileSpreadsheets, sameTrips } from './hostile-spreadsheets';

const it = attackedServer();
const headers = { 'Content-Type': 'application/octet-stream' };

const MAX_ANSWER_BYTES = 2_000_000;

const preview = ({ askAgain }: Attacker, body: string | Buffer) =>
  askAgain({ path: '/api/imports/preview', headers, body });

/** Each takes a second or more. */
const LONG = /shared texts|formulas|beyond every column|20,000 totals|4 million attributes|number formats/;

async function hostileImport([name, make]: [string, () => string | Buffer], context: TestContext) {
  const holder = await it.signIn();
  const file = make();
  const answer = await it.attack(context, () => preview(holder, file));
  const outcomes = /nested|attributes|bomb/.test(name) ? [400] : [200, 400];
  expect(outcomes, answer.message).toContain(answer.status);
  expect(answer.body.length).toBeLessThan(MAX_ANSWER_BYTES);
  if (answer.status === 400) expect(answer.message).toMatch(/\w+ \w+ \w+/);
}

const spreadsheets = Object.entries(hostileSpreadsheets);
test.for(spreadsheets.filter(([name]) => !LONG.test(name)))('an import of %s', hostileImport);
test.for(spreadsheets.filter(([name]) => LONG.test(name)))(
  'an import of %s',
  { tags: 'long' },
  hostileImport,
);

/** A holder with one driver. */
async function operator() {
  const holder = await it.signIn();
  const driver = await insertDriver(it.db, holder.holderId);
  return { ...holder, driver, licence: driver.driverAuthorityLicense };
}

test('20,000 rows of one driver, suburb and minute', async (context) => {
  const holder = await operator();
  const file = sameTrips(holder.licence);
  const answer = await it.attack(context, () => preview(holder, file));
  expect(answer.status).toBe(200);
  expect(JSON.parse(answer.body.toString()).counts).toEqual({
    ready: 1,
    problem: 0,
    differs: 0,
    repeated: 19_999,
    stored: 0,
  });
});

test('4,000 rows over 8,000 trips that are stored at the same midnight', async (context) => {
  const holder = await operator();
  const insert = sql`
    insert into trips (bea_holder_id, driver_id, driver_authority_license, postcode, suburb, waiting_time, datetime)
    select ${holder.holderId}, ${holder.driver.id}, ${holder.licence}, '4066', 'Toowong', 5, '2026-01-01 00:00+10'
    from generate_series(1, 8000)`;
  await storeManyTrips(it.db, holder.holderId, insert);
  const file = sameTrips(holder.licence, 4000, '2026-01-01');
  const answer = await it.attack(context, () => preview(holder, file));
  expect(answer.status).toBe(200);
  expect(JSON.parse(answer.body.toString()).counts).toEqual({
    ready: 0,
    problem: 0,
    differs: 0,
    repeated: 0,
    stored: 4000,
  });
});

/** A first export: drivers and cars that the holder does not have, and fleet numbers of some cars. */
function firstExport(rows: number, drivers: number, cars: number): Buffer {
  const line = (row: number) => {
    const [driver, car] = [row % drivers, row % cars];
    const time = `${String(Math.floor(row / 60) % 24).padStart(2, '0')}:${String(row % 60).padStart(2, '0')}`;
    const day = `2026-0${7 + Math.floor(row / 10_000)}-${String(1 + (Math.floor(row / 400) % 25)).padStart(2, '0')}`;
    const vehicle = car < cars / 5 ? `T${car}` : `${100 + car}ABC`;
    return `${day},${time},Driver${driver} Smith,${400_000 + driver},${vehicle},Toowong,4066,${row % 9}`;
  };
  const headings = 'Date,Time,Driver,Driver Authority License,Vehicle,Suburb,Postcode,Waiting time';
  return Buffer.from([headings, ...Array.from({ length: rows }, (_, row) => line(row))].join('\n'));
}

test('20,000 rows with 300 new drivers and 100 new cars are checked, stored and undone', async (context) => {
  const file = firstExport(MAX_IMPORT_ROWS, 300, 100).toString('base64');
  const timed = async <T>(what: string, run: () => Promise<T>) => {
    const started = performance.now();
    const result = await it.attack(context, run);
    await context.annotate(`${what}: ${Math.round(performance.now() - started)} ms`);
    return result;
  };
  const ask = ({ askAgain }: Attacker, newcomers: NewcomerAnswers): Promise<ImportPreview> =>
    askAgain({ path: '/api/imports/preview', json: { file, newcomers } }).then(
      ({ status, message, body }) => {
        expect(status, message).toBe(200);
        return JSON.parse(body.toString());
      },
    );
  const holder = await it.signIn();
  const asked = await timed('checked', () => ask(holder, { drivers: {}, vehicles: {} }));
  expect(asked.newcomers.drivers).toHaveLength(300);
  expect(asked.newcomers.vehicles).toHaveLength(100);
  const { drivers, vehicles } = answersAsShown(asked.newcomers);
  const fleetNumbers = Object.entries(vehicles).map(([key, answer]): [string, VehicleAnswer] => [
    key,
    /^T\d+$/.test(key) ? { as: 'new', registration: `${key.slice(1).padStart(3, '9')}XYZ` } : answer,
  ]);
  const newcomers = { drivers, vehicles: Object.fromEntries(fleetNumbers) };
  const { counts, columns } = await timed('checked again', () => ask(holder, newcomers));
  expect(counts).toMatchObject({ ready: MAX_IMPORT_ROWS, problem: 0 });
  const query = new URLSearchParams({
    fileName: 'first export.csv',
    columns: JSON.stringify(columns),
    tripCount: String(MAX_IMPORT_ROWS),
  });
  // a second try is another holder's
  const { importer, stored } = await timed('stored', async () => {
    const importer = await it.signIn();
    const headers = { 'Idempotency-Key': randomUUID() };
    const path = `/api/imports?${query}`;
    return { importer, stored: await importer.askAgain({ path, headers, json: { file, newcomers } }) };
  });
  expect(stored.status, stored.message).toBe(201);
  const { id, ...counted } = JSON.parse(stored.body.toString());
  expect(counted).toMatchObject({ tripCount: MAX_IMPORT_ROWS, driverCount: 300, vehicleCount: 100 });
  const undone = await timed('undone', () =>
    importer.askAgain({ path: `/api/imports/${id}/undo`, json: {} }),
  );
  expect(undone.status, undone.message).toBe(200);
  for (const path of ['/api/drivers', '/api/vehicles'])
    expect(JSON.parse((await importer.ask({ path })).body.toString())).toEqual([]);
});

/** Rows as the grid of Log several sends them: named columns, and every cell in quotation marks. */
const typedRows = (licence: string, count: number, notes: string) =>
  [
    '"Date","Time","Driver Authority License","Suburb","Postcode","Waiting time","Duration","Notes"',
    ...Array.from(
      { length: count },
      (_, row) =>
        `"2026-01-01","${String(row % 24).padStart(2, '0')}:${String(row % 60).padStart(2, '0')}","${licence}","Toowong","4066","5","","${notes}"`,
    ),
  ].join('\r\n');

const typedColumns = {
  date: 0,
  time: 1,
  licence: 2,
  suburb: 3,
  postcode: 4,
  waitingTime: 5,
  duration: 6,
  notes: 7,
};

test.for([['with long notes, for a driver of another holder', 4000, 'n'.repeat(2000), 400]] as const)(
  'typed rows %s',
  async ([, count, notes, status], context) => {
    const [holder, other] = await Promise.all([operator(), it.signIn()]);
    const query = new URLSearchParams({
      fileName: 'Log several',
      columns: JSON.stringify(typedColumns),
      tripCount: String(count),
    });
    const { driverAuthorityLicense } = await insertDriver(it.db, other.holderId, {
      driverAuthorityLicense: 'DA-ELSEWHERE',
    });
    const body = typedRows(driverAuthorityLicense, count, notes);
    const answer = await it.attack(context, () =>
      holder.askAgain({
        path: `/api/imports?${query}`,
        headers: { ...headers, 'Idempotency-Key': randomUUID() },
        body,
      }),
    );
    expect(answer.status, answer.message).toBe(status);
    expect(answer.message).toMatch(/\w+ \w+ \w+/);
  },
);
