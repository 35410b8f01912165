import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Driver } from '@shared/drivers';
import { connectDatabase, migrateDatabase } from '../lib/database/db';
import { openDatabase } from '../lib/database/open-database';
import { build } from '../scripts/build';
import { startServer } from '../test/processes';
import { fillHolder } from './fill';
import { compareLoad, medianLatency } from './load';
import { measurePages } from './pages';
import { measureQuarterlyPdf, measureReportMemory } from './reports';
import { measureWorkbook } from './workbook';

const LARGE = 500_000;
const SMALL = 1_000;
const EXPORTED = 100_000;

const listSql = `select t.*, concat_ws(' ', d.first_name, d.last_name) as driver_name
  from trips t join drivers d on d.bea_holder_id = t.bea_holder_id and d.id = t.driver_id
  where t.bea_holder_id = $1 and t.deleted_at is null order by t.datetime desc, t.id desc limit 10 offset 0`;
const insertSql = `insert into trips (bea_holder_id, driver_id, driver_authority_license, postcode, suburb, waiting_time,
  duration, datetime, notes) values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning *`;

function report(what: string, figure: string, target: string, met: boolean): void {
  console.log(`${met ? '✓' : '✗'} ${what.padEnd(44)} ${figure.padEnd(34)} target ${target}`);
}

async function signIn(url: string, beaNumber: string): Promise<Record<string, string>> {
  const answer = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      beaNumber,
      holderName: 'Bench',
      companyName: 'Bench Cars',
      contactEmail: `${beaNumber}@example.com`,
      contactPhone: '07 3000 0000',
      rememberMe: false,
    }),
  });
  if (!answer.ok) throw new Error(`Sign-in: ${answer.status} ${await answer.text()}`);
  return { Cookie: String(answer.headers.get('set-cookie')).split(';', 1)[0] ?? '' };
}

const dataDir = await mkdtemp(join(tmpdir(), 'trip-log-bench-'));
await build();
const database = await openDatabase({ dataDir });
await migrateDatabase(database.url, 'migrations');
const db = connectDatabase(database.url, console.error);
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
  database.url,
  JSON.stringify({ listSql, listParams: [large.holder.id], insertSql }),
]);
const headers = await signIn(app.url, 'LARGE');
const smallHeaders = await signIn(app.url, 'SMALL');
try {
  const list = await compareLoad({ url: `${app.url}/api/trips?page=1&limit=10`, headers }, { url: bare.url });
  const rate = ({ ratio, ours, bare }: typeof list) =>
    `${ratio.toFixed(2)} (${ours.toFixed(0)} of ${bare.toFixed(0)} /s)`;
  report('Trip list against a bare handler', rate(list), '≥ 0.6', list.ratio >= 0.6);

  const { id: driverId, driverAuthorityLicense }: Pick<Driver, 'id' | 'driverAuthorityLicense'> =
    large.driver;
  const trip = {
    driverId,
    driverAuthorityLicense,
    postcode: '4066',
    suburb: 'Toowong',
    waitingTime: 5,
    duration: 10,
    datetime: '2026-11-20T01:00:00Z',
    notes: null,
  };
  const json = { ...headers, 'Content-Type': 'application/json' };
  const log = await compareLoad(
    { url: `${app.url}/api/trips`, method: 'POST', headers: json, body: JSON.stringify(trip) },
    { url: bare.url, method: 'POST', body: JSON.stringify({ ...trip, beaHolderId: large.holder.id }) },
  );
  report('Log a trip against a bare insert', rate(log), '≥ 0.5', log.ratio >= 0.5);

  const pages = (count: number) => [1, Math.floor(count / 20), count / 10];
  const growth = async (what: string, path: (page: number) => string, target: number, at: number[][]) => {
    for (const [big, little] of at) {
      const slow = await medianLatency(`${app.url}${path(big ?? 1)}`, headers);
      const quick = await medianLatency(`${app.url}${path(little ?? 1)}`, smallHeaders);
      const figure = `${(slow / quick).toFixed(2)} (${slow.toFixed(1)} ms against ${quick.toFixed(1)} ms)`;
      report(
        `Growth: ${what}${at.length > 1 ? ` ${big}` : ''}`,
        figure,
        `≤ ${target}`,
        slow / quick <= target,
      );
    }
  };
  const [largePages, smallPages] = [pages(LARGE), pages(SMALL)];
  await growth(
    'list, page',
    (page) => `/api/trips?page=${page}`,
    1.5,
    largePages.map((page, index) => [page, smallPages[index] ?? 1]),
  );
  await growth('statistics', () => '/api/statistics', 1.5, [[1, 1]]);
  await growth('top locations', () => '/api/top-locations', 1.5, [[1, 1]]);
  await growth('search by suburb', () => '/api/trips?search=suburb%2042', 5, [[1, 1]]);

  const { loginKb, logTripKb } = await measurePages(app.url, smallHeaders.Cookie ?? '');
  report('Login: JavaScript and CSS, gzip', `${loginKb.toFixed(1)} kB`, '≤ 100 kB', loginKb <= 100);
  report('Log Trip: all that is fetched, gzip', `${logTripKb.toFixed(1)} kB`, '≤ 140 kB', logTripKb <= 140);

  const { holder: exporter } = await fillHolder(db, 'EXPORT', EXPORTED);
  const workbook = await measureWorkbook(
    db,
    exporter.id,
    { url: app.url, pid: app.child.pid ?? 0 },
    await signIn(app.url, 'EXPORT'),
  );
  const { firstByteMs, memoryMb, slowMemoryMb, totalMs, exceljsMs } = workbook;
  report('Workbook: first byte', `${firstByteMs.toFixed(0)} ms`, '≤ 200 ms', firstByteMs <= 200);
  report('Workbook: memory above idle', `${memoryMb.toFixed(0)} MB`, '≤ 150 MB', memoryMb <= 150);
  report(
    'Workbook: with a reader of 1 MB/s',
    `${slowMemoryMb.toFixed(0)} MB`,
    '≤ 150 MB',
    slowMemoryMb <= 150,
  );
  report(
    'Workbook: time against exceljs',
    (totalMs / exceljsMs).toFixed(2),
    '≤ 1.5',
    totalMs <= 1.5 * exceljsMs,
  );

  const pdf = await measureQuarterlyPdf(db, EXPORTED);
  const above = pdf.whole - pdf.queries;
  const figure = `${above.toFixed(0)} ms (${pdf.whole.toFixed(0)} in all)`;
  report('Quarterly PDF above its SQL', figure, '≤ 150 ms', above <= 150);

  const fresh = await startServer(['dist/server/index.js'], env);
  const reports = await measureReportMemory(db, fresh, (number) => signIn(fresh.url, number), {
    tripCount: 20_000,
    suburbCount: 300,
  }).finally(() => fresh.stop());
  report('Reports of 20,000 trips: memory', `${reports.peak.toFixed(0)} MB`, '≤ 300 MB', reports.peak <= 300);
} finally {
  await app.stop();
  await bare.stop();
  await db.$client.end();
  await database.release();
  await rm(dataDir, { recursive: true, force: true });
}
