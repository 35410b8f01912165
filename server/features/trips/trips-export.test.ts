import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { datedFacts, trips } from '@shared/tables/trips';
import { sql } from 'drizzle-orm';
import ExcelJS from 'exceljs';
import { expect, test } from 'vitest';
import { insertDriver, insertTrip } from '../../test/builders';
import { asBuffer } from '../../test/documents/as-buffer';
import { cookieHeader } from '../../test/http/cookie-header';
import { createTestApp, type SignedIn } from '../../test/http/create-test-app';
import { storeManyTrips } from '../../test/postgres/store-many-trips';

const testApp = createTestApp();

const download = ({ agent }: SignedIn, query = '') =>
  agent.get(`/api/export/trips${query}`).buffer().parse(asBuffer).expect(200);

async function sheetOf(file: Buffer) {
  const workbook = new ExcelJS.Workbook();
  // a copy, because a small buffer is a part of a larger one
  await workbook.xlsx.load(new Uint8Array(file).buffer);
  const rows = workbook.worksheets[0]?.getSheetValues() as unknown[][];
  return rows.slice(1).map((row) => row.slice(1));
}

async function signInWithTrips() {
  const operator = await testApp.signIn();
  const amy = await insertDriver(testApp.db, operator.holderId, {
    driverAuthorityLicense: '0042',
    firstName: 'Amy',
    lastName: 'Young',
  });
  const first = await insertTrip(testApp.db, amy, {
    suburb: 'darwin  CITY',
    postcode: '0800',
    waitingTime: 7,
    duration: 25,
    datetime: '2026-06-30T14:30:00.000Z',
    bookingReference: '00042',
    notes: '=HYPERLINK("http://evil")',
  });
  const second = await insertTrip(testApp.db, amy, { datetime: '2026-07-02T02:00:00.000Z' });
  return { operator, amy, first, second };
}

test('the workbook holds real dates, figures and codes, newest first', async () => {
  const { operator, first, second } = await signInWithTrips();
  const { headers, body } = await download(operator);
  expect(headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
  expect(headers['content-disposition']).toBe('attachment; filename=trips-export.xlsx');
  const [headings = [], ...rows] = await sheetOf(body);
  expect(headings.slice(0, 7)).toEqual([
    'Date',
    'Driver',
    'Driver Authority License',
    'Suburb',
    'Postcode',
    'Waiting Time (minutes)',
    'Duration (minutes)',
  ]);
  const last = ['Booking Reference', 'Notes', 'Kind of Trip', 'Vehicle', 'Trip ID'];
  expect(headings.filter((heading) => last.includes(String(heading)))).toEqual(last);
  const byHeading = rows.map((row) =>
    Object.fromEntries(headings.map((heading, index) => [heading, row[index]])),
  );
  expect(byHeading).toMatchObject([
    {
      Date: new Date('2026-07-02T12:00:00Z'),
      Driver: 'Amy Young',
      'Driver Authority License': '0042',
      Suburb: 'Toowong',
      Postcode: '4066',
      'Waiting Time (minutes)': 5,
      'Duration (minutes)': undefined,
      'Booking Reference': undefined,
      Notes: undefined,
      'Kind of Trip': 'Booked',
      Vehicle: '123ABC',
      'Trip ID': second.id,
    },
    {
      Date: new Date('2026-07-01T00:30:00Z'),
      Driver: 'Amy Young',
      'Driver Authority License': '0042',
      Suburb: 'Darwin City',
      Postcode: '0800',
      'Waiting Time (minutes)': 7,
      'Duration (minutes)': 25,
      'Booking Reference': '00042',
      Notes: `'=HYPERLINK("http://evil")`,
      'Kind of Trip': 'Booked',
      Vehicle: '123ABC',
      'Trip ID': first.id,
    },
  ]);
});

test('CSV holds the same', async () => {
  const { operator, first, second } = await signInWithTrips();
  const { headers, body } = await download(operator, '?format=csv&order=asc');
  expect(headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(headers['content-disposition']).toBe('attachment; filename=trips-export.csv');
  const [headings, ...lines] = body.toString().split('\r\n');
  expect(headings).toMatch(
    /^\ufeffDate,Driver,Driver Authority License,Suburb,Postcode,Waiting Time \(minutes\),Duration \(minutes\),/,
  );
  // other details may stand between
  expect(lines).toEqual([
    expect.stringMatching(/^2026-07-01 00:30,Amy Young,0042,Darwin City,0800,7,25,/),
    expect.stringMatching(/^2026-07-02 12:00,Amy Young,0042,Toowong,4066,5,,/),
    '',
  ]);
  expect(lines[0]).toContain(`,00042,"'=HYPERLINK(""http://evil"")",Booked,123ABC,${first.id}`);
  expect(lines[1]).toContain(`,,Booked,123ABC,${second.id}`);
});

test('a vehicle is exported by the registration that it had on the day, which an import finds it by', async () => {
  const { operator, amy } = await signInWithTrips();
  await testApp.db.insert(datedFacts).values({
    beaHolderId: operator.holderId,
    vehicleId: amy.vehicleId,
    fact: 'registration',
    value: { registration: 'OLD1' },
    lastDay: '2026-07-01',
    recordedAt: new Date(),
  });
  const [headings = [], ...rows] = await sheetOf((await download(operator)).body);
  expect(rows.map((row) => row[headings.indexOf('Vehicle')])).toEqual(['123ABC', 'OLD1']);
});

test('only what the filters match is exported', async () => {
  const { operator } = await signInWithTrips();
  const suburbs = async (query: string) =>
    (await sheetOf((await download(operator, query)).body)).slice(1).map((row) => row[3]);
  expect(await suburbs('?format=excel&postcode=0800')).toEqual(['Darwin City']);
  expect(await suburbs('?startDate=2026-07-02')).toEqual(['Toowong']);
  expect(await suburbs('?endDate=2026-07-01')).toEqual(['Darwin City']);
  expect(await suburbs('?search=young&sort=suburb&order=asc')).toEqual(['Darwin City', 'Toowong']);
  expect(await suburbs('?search=YÓUNG&sort=suburb&order=asc')).toEqual(['Darwin City', 'Toowong']);
  expect(await suburbs('?search=no one')).toEqual([]);
});

test('deleted trips and those of another holder are left out', async () => {
  const { operator, first, second } = await signInWithTrips();
  const other = await testApp.signIn();
  await operator.agent.delete(`/api/trips/${first.id}`).expect(204);
  expect((await sheetOf((await download(operator)).body)).slice(1).map((row) => row.at(-1))).toEqual([
    second.id,
  ]);
  expect(await sheetOf((await download(other)).body)).toHaveLength(1);
});

test('an unknown format or filter is refused', async () => {
  const { agent } = await testApp.signIn();
  await agent.get('/api/export/trips?format=pdf').expect(400);
  await agent.get('/api/export/trips?startDate=yesterday').expect(400);
  await agent.get('/api/export/trips?ids=%00').expect(400);
});

test('no one exports without a session', async () => {
  const { agent } = await testApp.signIn();
  await agent.post('/api/auth/logout').expect(204);
  await agent.get('/api/export/trips').expect(401);
});

test.each(['excel', 'csv'])('an aborted download of %s ends the query', { tags: 'long' }, async (format) => {
  const operator = await testApp.signIn();
  const driver = await insertDriver(testApp.db, operator.holderId);
  const insert = sql`insert into ${trips} (bea_holder_id, driver_id, driver_authority_license, postcode, suburb, waiting_time, datetime, notes)
    select ${driver.beaHolderId}, ${driver.id}, ${driver.driverAuthorityLicense}, '4066', 'Toowong', 5, now() - n * interval '1 minute',
      (select string_agg(md5((n * 100 + k)::text), '') from generate_series(1, 20) k)
    from generate_series(1, 20000) n
    returning id`;
  await storeManyTrips(testApp.db, driver.beaHolderId, insert);
  const cookie = await sessionCookie(operator);
  const server = createServer(testApp.app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  const request = httpRequest({
    port,
    path: `/api/export/trips?format=${format}`,
    headers: { cookie },
  }).end();
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  await once(response, 'readable');
  expect(await connectionsInUse()).toBe(1);
  response.destroy();
  await expect.poll(connectionsInUse).toBe(0);
  server.close();
});

/** Connections of the app that run a query or hold a snapshot open. */
async function connectionsInUse(): Promise<number> {
  const { rows } = await testApp.db.execute<{ count: number }>(
    sql`select count(*)::int as count from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`,
  );
  return rows[0]?.count ?? 0;
}

async function sessionCookie({ agent, login }: SignedIn): Promise<string> {
  const { headers } = await agent.post('/api/auth/login').send(login).expect(200);
  return cookieHeader(headers['set-cookie']);
}

test("an export can be of the trips that are named, and of no one else's", async () => {
  const [{ operator, first, second }, other] = [await signInWithTrips(), await signInWithTrips()];
  const named = `?format=csv&ids=${first.id},${other.first.id}`;
  const text = (await download(operator, named)).body.toString();
  expect(text).toContain(first.id);
  for (const { id } of [second, other.first]) expect(text).not.toContain(id);
  const tooMany = Array.from({ length: 101 }, (_, index) => `trip-${index}`).join(',');
  await operator.agent.get(`/api/export/trips?ids=${tooMany}`).expect(400);
});
