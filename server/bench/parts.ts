import { MAX_LISTED_TRIPS } from '@shared/limits';
import { buildTrip } from '../test/builders';
import { startServer } from '../test/processes';
import { allOf, atLeast, atMost } from './figures';
import { fillHolder } from './fill';
import { type Installation, measureStart, openInstallation, signIn } from './installation';
import { compareLatency, compareLoad } from './load';
import { measureImports } from './measures/imports';
import { measureIsolation } from './measures/isolation';
import { measurePages, measureTap } from './measures/pages';
import { measureDetailedQuarter, measureQuarterlyPdf, measureReports } from './measures/reports';
import { measureWorkbook } from './measures/workbook';
import { type Profile, profileLoad } from './profile';

/** For a quick try of the bench itself, of a hundredth of the trips: `BENCH_SHARE=0.01 npm run bench`. It writes no page. */
export const SHARE = Number(process.env.BENCH_SHARE ?? 1);
const LARGE = 500_000 * SHARE;
const SMALL = 1_000;
const REPORTED = 100_000 * SHARE;

const listPath = '/api/trips?page=1&limit=10';
const listSql = `select t.*, concat_ws(' ', d.first_name, d.last_name) as driver_name
  from trips t join drivers d on d.bea_holder_id = t.bea_holder_id and d.id = t.driver_id
  where t.bea_holder_id = $1 and t.deleted_at is null order by t.datetime desc, t.id desc limit 10 offset 0`;
const insertSql = `insert into trips (bea_holder_id, driver_id, driver_authority_license, postcode, suburb, waiting_time,
  duration, datetime, notes) values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning *`;

type Filled = Installation & Awaited<ReturnType<typeof fill>>;

let filled: Promise<Filled> | undefined;

async function fill({ db, app }: Installation) {
  console.log(`Filling a database with ${(2 * LARGE + SMALL).toLocaleString('en-AU')} trips …`);
  const large = await fillHolder(db, 'LARGE', LARGE);
  await fillHolder(db, 'SMALL', SMALL);
  await fillHolder(db, 'OTHER', LARGE);
  await db.execute('vacuum analyze');
  return { large, headers: await signIn(app, 'LARGE'), smallHeaders: await signIn(app, 'SMALL') };
}

/** The installation with a million trips that several parts measure. */
function filledInstallation(): Promise<Filled> {
  filled ??= openInstallation().then(async (installation) => ({
    ...installation,
    ...(await fill(installation).catch(async (error) => {
      await installation.close();
      throw error;
    })),
  }));
  return filled;
}

export const closeFilled = async () => (await filled)?.close();

async function bareServer({ urls, large }: Filled) {
  const queries = JSON.stringify({ listSql, listParams: [large.holder.id], insertSql });
  // the owner: to the service's role the policies would show nothing
  return startServer(['--import', 'tsx', 'server/bench/bare-server.ts', urls.ownerUrl, queries]);
}

async function list(): Promise<void> {
  const installation = await filledInstallation();
  const { app, headers } = installation;
  const bare = await bareServer(installation);
  const compared = await compareLoad({ url: app.url + listPath, headers }, { url: bare.url }).finally(
    bare.stop,
  );
  atLeast(
    'Trip list against a bare handler',
    compared,
    { least: 0.6, next: 0.8 },
    'the way through Express, the query of the session, and two dozen headers of the answer; see below',
  );
}

async function log(): Promise<void> {
  const installation = await filledInstallation();
  const { app, headers, large } = installation;
  const bare = await bareServer(installation);
  const trip = buildTrip(large.driver);
  const json = { ...headers, 'Content-Type': 'application/json' };
  const compared = await compareLoad(
    { url: `${app.url}/api/trips`, method: 'POST', headers: json, body: JSON.stringify(trip) },
    { url: bare.url, method: 'POST', body: JSON.stringify({ ...trip, beaHolderId: large.holder.id }) },
  ).finally(bare.stop);
  atLeast(
    'Log a trip against a bare insert',
    compared,
    { least: 0.5, next: 0.8 },
    'PostgreSQL: next to the trip its audit event and three totals are stored',
  );
}

/** The first, the middle and the last page of ten trips each. */
const pagesOf = (trips: number) => [1, Math.floor(trips / 20), trips / 10];

async function growth(): Promise<void> {
  const { app, headers, smallHeaders } = await filledInstallation();
  /** @param at the pages that are compared, of the large and of the small holder */
  const compare = async (what: string, path: string, most: number, at: [string, string] = ['', '']) => {
    const { ours, other } = await compareLatency(
      { url: `${app.url}${path}${at[0]}`, headers },
      { url: `${app.url}${path}${at[1]}`, headers: smallHeaders },
    );
    const note = `(${ours.toFixed(1)} ms against ${other.toFixed(1)} ms)`;
    atMost(`Growth: ${what}${at[0]}`, ours / other, most, { note });
  };
  const smallPages = pagesOf(SMALL);
  for (const [index, page] of pagesOf(LARGE).entries())
    await compare('list, page ', '/api/trips?page=', 1.5, [`${page}`, `${smallPages[index]}`]);
  await compare('statistics', '/api/statistics', 1.5);
  await compare('top locations', '/api/top-locations', 1.5);
  await compare('search by suburb', '/api/trips?search=suburb%2042', 5);
}

async function imports(): Promise<void> {
  const { previewMs, importMs, previewWaitMs, importWaitMs, files, filesSeconds, filesStored } =
    await measureImports();
  const reading =
    'reading and checking each row by the rules of the form, in one process of lower priority; PostgreSQL takes an eighth of the time';
  atMost('Import of 20,000 rows: preview', previewMs, 1500, { unit: 'ms', limit: reading });
  const storing =
    'reading the file takes as long as its preview. Of the rest two thirds are the trips (eight indexes, three references and a trigger each), a quarter their audit events, a tenth the totals';
  atMost('Import of 20,000 rows', importMs, 3000, { unit: 'ms', limit: storing });
  atMost('Preview of 20,000 rows: others wait', previewWaitMs, 300, { unit: 'ms' });
  atMost('Import of 20,000 rows: others wait', importWaitMs, 300, { unit: 'ms' });
  const note = `in ${files} files, ${filesSeconds.toFixed(0)} s with previews`;
  allOf('100,000 rows, 20,000 a file', filesStored, 100_000, note);
}

async function detailed(): Promise<void> {
  const { seconds, megabytes, longestWaitMs } = await measureDetailedQuarter(MAX_LISTED_TRIPS * SHARE);
  atMost('Detailed quarter, 10,000 trips', seconds, 4, { unit: 's' });
  atMost('Detailed quarter, 10,000 trips: size', megabytes, 6, { unit: 'MB' });
  atMost('Detailed quarter: others wait', longestWaitMs, 300, { unit: 'ms' });
}

async function quarterly(): Promise<void> {
  const { db } = await filledInstallation();
  const { whole, queries } = await measureQuarterlyPdf(db, REPORTED);
  const inAll = `(${whole.toFixed(0)} in all)`;
  atMost('Quarterly PDF above its SQL', whole - queries, 150, { unit: 'ms', note: inAll });
}

async function workbook(): Promise<void> {
  const { firstByteMs, totalMs, exceljsMs, memoryMb, slowMemoryMb } = await measureWorkbook(
    await filledInstallation(),
    REPORTED,
  );
  atMost('Workbook: first byte', firstByteMs, 200, { unit: 'ms' });
  atMost('Workbook: memory above idle', memoryMb, 150, { unit: 'MB' });
  atMost('Workbook: with a reader of 1 MB/s', slowMemoryMb, 150, { unit: 'MB' });
  const note = `(${(totalMs / 1000).toFixed(1)} s against ${(exceljsMs / 1000).toFixed(1)} s)`;
  atMost('Workbook: time against exceljs', totalMs / exceljsMs, 1.5, { note });
}

async function reports(): Promise<void> {
  const { peakMb, formWaitMs } = await measureReports(await filledInstallation());
  atMost('Form F5320 of 2,200 suburbs: others wait', formWaitMs, 300, { unit: 'ms' });
  atMost('Reports of 20,000 trips: memory', peakMb, 300, { unit: 'MB' });
}

async function start(): Promise<void> {
  atMost('Start until /readyz, built and initialised', (await measureStart()) / 1000, 3, { unit: 's' });
}

async function screens(): Promise<void> {
  const { app, smallHeaders } = await filledInstallation();
  const cookie = smallHeaders.Cookie ?? '';
  const tap = await measureTap(app.url, cookie);
  const longest = `(${tap.longest.toFixed(0)} at most)`;
  atMost('Tap to logged, while no answer comes', tap.median, 100, { unit: 'ms', note: longest });
  const { loginKb, logTripKb } = await measurePages(app.url, cookie);
  atMost('Login: JavaScript and CSS, compressed', loginKb, 100, { unit: 'kB' });
  const fetched = 'React is 58 kB of it, our code 67, the page with its styles 12';
  atMost('Log Trip: all that is fetched, compressed', logTripKb, 140, { unit: 'kB', limit: fetched });
}

async function isolation(): Promise<void> {
  const { urls, large } = await filledInstallation();
  const compared = await measureIsolation(urls, large.holder.id, buildTrip(large.driver));
  const policies =
    'setting whose rows a statement sees, without HTTP around it; decision 0012 has what was tried';
  atLeast('List with row-level security or without', compared.list, { least: 0.9 }, policies);
  atLeast('Log a trip with it or without', compared.log, { least: 0.9 }, policies);
}

/** Where the list's time goes; known once `profile` has run. */
export let profiled: Profile | undefined;

async function profile(): Promise<void> {
  profiled = await profileLoad(await filledInstallation(), async (server) => ({
    url: server.url + listPath,
    headers: await signIn(server, 'LARGE'),
  }));
  console.log('The first ten functions of the list, without what they call:');
  for (const { name, share } of profiled.functions)
    console.log(`${(share * 100).toFixed(1).padStart(6)} %  ${name}`);
}

/** What can be measured, the most important first; a part reports its figures. */
export const PARTS: Record<string, () => Promise<void>> = {
  list,
  log,
  growth,
  imports,
  detailed,
  reports,
  quarterly,
  workbook,
  start,
  screens,
  profile,
  isolation,
};
