import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectDatabase } from '../lib/database/db';
import { openMigratedDatabase } from '../lib/database/open-database';
import { build } from '../scripts/build';
import { buildLogin, buildTrip } from '../test/builders';
import { cookieHeader } from '../test/http/cookie-header';
import { startServer } from '../test/processes';
import { contactOf, fillHolder } from './fill';
import { measureHostile } from './hostile';
import { measureImports } from './imports';
import { measureIsolation } from './isolation';
import { compareLoad, medianLatency } from './load';
import { measurePages } from './pages';
import { measureDetailedQuarter, measureQuarterlyPdf, measureReportMemory } from './reports';
import { measureWorkbook } from './workbook';

const LARGE = 500_000;
const SMALL = 1_000;
const EXPORTED = 100_000;

/** The first, the middle and the last page of ten trips each. */
const pagesOf = (trips: number) => [1, Math.floor(trips / 20), trips / 10];

const listSql = `select t.*, concat_ws(' ', d.first_name, d.last_name) as driver_name
  from trips t join drivers d on d.bea_holder_id = t.bea_holder_id and d.id = t.driver_id
  where t.bea_holder_id = $1 and t.deleted_at is null order by t.datetime desc, t.id desc limit 10 offset 0`;
const insertSql = `insert into trips (bea_holder_id, driver_id, driver_authority_license, postcode, suburb, waiting_time,
  duration, datetime, notes) values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning *`;

function report(what: string, figure: string, target: string, met: boolean): void {
  console.log(`${met ? '✓' : '✗'} ${what.padEnd(44)} ${figure.padEnd(34)} target ${target}`);
}

/** @param note how the figure came about */
function atMost(what: string, value: number, limit: number, { unit = '', note = '' } = {}): void {
  const digits = unit === 'ms' || unit === 'MB' ? 0 : unit ? 1 : 2;
  report(
    what,
    `${value.toFixed(digits)} ${unit} ${note}`.trim(),
    `≤ ${limit} ${unit}`.trim(),
    value <= limit,
  );
}

function atLeast(
  what: string,
  { ratio, ours, bare }: Awaited<ReturnType<typeof compareLoad>>,
  limit: number,
): void {
  const figure = `${ratio.toFixed(2)} (${ours.toFixed(0)} of ${bare.toFixed(0)} /s)`;
  report(what, figure, `≥ ${limit}`, ratio >= limit);
}

async function signIn(url: string, beaNumber: string): Promise<Record<string, string>> {
  const login = buildLogin({ beaNumber, contactEmail: contactOf(beaNumber) });
  const headers = { 'Content-Type': 'application/json' };
  const answer = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers,
    body: JSON.stringify(login),
  });
  if (!answer.ok) throw new Error(`Sign-in: ${answer.status} ${await answer.text()}`);
  return { Cookie: cookieHeader(answer.headers.getSetCookie()) };
}

if (process.argv[2] === 'hostile') {
  await measureHostile(Number(process.argv[3] ?? 10));
  process.exit();
}

async function reportImports(): Promise<void> {
  const { previewMs, importMs } = await measureImports(signIn);
  atMost('Import of 20,000 rows: preview', previewMs, 1500, { unit: 'ms' });
  atMost('Import of 20,000 rows', importMs, 3000, { unit: 'ms' });
}

async function reportDetailedQuarter(): Promise<void> {
  const { seconds, megabytes, longestWaitMs } = await measureDetailedQuarter(signIn);
  atMost('Detailed quarter, 100,000 trips', seconds, 25, { unit: 's' });
  atMost('Detailed quarter, 100,000 trips: size', megabytes, 30, { unit: 'MB' });
  atMost('Detailed quarter: others wait', longestWaitMs, 300, { unit: 'ms' });
}

if (process.argv[2] === 'detailed') {
  await build();
  await reportDetailedQuarter();
  process.exit();
}

if (process.argv[2] === 'imports') {
  await build();
  await reportImports();
  process.exit();
}

const dataDir = await mkdtemp(join(tmpdir(), 'trip-log-bench-'));
await build();
const database = await openMigratedDatabase({ dataDir });
const db = connectDatabase(database.ownerUrl, { onError: console.error, timeouts: {} });
console.log(`Filling a database with ${(2 * LARGE + SMALL).toLocaleString('en-AU')} trips …`);
const large = await fillHolder(db, 'LARGE', LARGE);
await fillHolder(db, 'SMALL', SMALL);
await fillHolder(db, 'OTHER', LARGE);
await db.execute('vacuum analyze');

const env = { DATABASE_URL: database.url, DATA_DIR: dataDir };
const app = await startServer(['dist/server/index.js'], env);
const bare = await startServer([
  '--import',
  'tsx',
  'server/bench/bare-server.ts',
  // the owner: to the service's role the policies would show nothing
  database.ownerUrl,
  JSON.stringify({ listSql, listParams: [large.holder.id], insertSql }),
]);
const headers = await signIn(app.url, 'LARGE');
const smallHeaders = await signIn(app.url, 'SMALL');
try {
  const list = await compareLoad({ url: `${app.url}/api/trips?page=1&limit=10`, headers }, { url: bare.url });
  atLeast('Trip list against a bare handler', list, 0.6);

  const trip = buildTrip(large.driver);
  const json = { ...headers, 'Content-Type': 'application/json' };
  const log = await compareLoad(
    { url: `${app.url}/api/trips`, method: 'POST', headers: json, body: JSON.stringify(trip) },
    { url: bare.url, method: 'POST', body: JSON.stringify({ ...trip, beaHolderId: large.holder.id }) },
  );
  atLeast('Log a trip against a bare insert', log, 0.5);

  const isolation = await measureIsolation(database, large.holder.id, trip);
  atLeast('List with row-level security or without', isolation.list, 0.9);
  atLeast('Log a trip with it or without', isolation.log, 0.9);

  /** @param at the pages that are compared, of the large and of the small holder */
  const growth = async (
    what: string,
    path: string,
    limit: number,
    at: [large: string, small: string] = ['', ''],
  ) => {
    const slow = await medianLatency(`${app.url}${path}${at[0]}`, headers);
    const quick = await medianLatency(`${app.url}${path}${at[1]}`, smallHeaders);
    const note = `(${slow.toFixed(1)} ms against ${quick.toFixed(1)} ms)`;
    atMost(`Growth: ${what}${at[0]}`, slow / quick, limit, { note });
  };
  const smallPages = pagesOf(SMALL);
  for (const [index, page] of pagesOf(LARGE).entries())
    await growth('list, page ', '/api/trips?page=', 1.5, [`${page}`, `${smallPages[index]}`]);
  await growth('statistics', '/api/statistics', 1.5);
  await growth('top locations', '/api/top-locations', 1.5);
  await growth('search by suburb', '/api/trips?search=suburb%2042', 5);

  const { loginKb, logTripKb } = await measurePages(app.url, smallHeaders.Cookie ?? '');
  atMost('Login: JavaScript and CSS, compressed', loginKb, 100, { unit: 'kB' });
  atMost('Log Trip: all that is fetched, compressed', logTripKb, 140, { unit: 'kB' });

  const { holder: exporter } = await fillHolder(db, 'EXPORT', EXPORTED);
  const workbook = await measureWorkbook(db, exporter.id, app, await signIn(app.url, 'EXPORT'));
  atMost('Workbook: first byte', workbook.firstByteMs, 200, { unit: 'ms' });
  atMost('Workbook: memory above idle', workbook.memoryMb, 150, { unit: 'MB' });
  atMost('Workbook: with a reader of 1 MB/s', workbook.slowMemoryMb, 150, { unit: 'MB' });
  atMost('Workbook: time against exceljs', workbook.totalMs / workbook.exceljsMs, 1.5);

  await reportImports();
  await reportDetailedQuarter();

  const pdf = await measureQuarterlyPdf(db, EXPORTED);
  const inAll = `(${pdf.whole.toFixed(0)} in all)`;
  atMost('Quarterly PDF above its SQL', pdf.whole - pdf.queries, 150, { unit: 'ms', note: inAll });

  const fresh = await startServer(['dist/server/index.js'], env);
  const size = { tripCount: 20_000, suburbCount: 300 };
  const peak = await measureReportMemory(db, fresh, (number) => signIn(fresh.url, number), size).finally(() =>
    fresh.stop(),
  );
  atMost('Reports of 20,000 trips: memory', peak, 300, { unit: 'MB' });
} finally {
  await app.stop();
  await bare.stop();
  await db.$client.end();
  await database.release();
  await rm(dataDir, { recursive: true, force: true });
}
